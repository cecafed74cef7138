"""`acpc:PORT`: a program that was written for the competition's dealer plays in our matches.

We are its dealer: it connects to the port, gets every state of its hands, and answers. Every rotation of a session is a
match of its own to it, over a connection of its own: so a program that remembers can't know from one rotation what
others hold in the next. `acpc:PORT:keep=1` keeps one connection, for programs that you trust.
"""

from __future__ import annotations

import re
import socket
import sys
from dataclasses import dataclass, field

from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.protocol import Closing
from riverboat.agents.python_agent import PythonAgent
from riverboat.doors.acpc.dealer import MOST_IGNORED
from riverboat.doors.acpc.definition import check_rules
from riverboat.doors.acpc.lines import LineSocket, accept, listen_on
from riverboat.doors.acpc.messages import answers, is_comment, meant_by, speaks_ours, state_text
from riverboat.errors import AgentError, BotError
from riverboat.games import Action, CardObservation
from riverboat.games.catalog import games_for

LOOPBACK = "127.0.0.1"
_ADDRESS = re.compile(r"(\d{1,5})(?::keep=([01]))?")
#: The ports of this process: a bot that plays in several matches keeps its ports.
_LISTENERS: dict[int, socket.socket] = {}
#: The connections that are kept from session to session, by port.
_KEPT: dict[int, LineSocket] = {}


def acpc_agent(address: str, limits: BotLimits | None = None) -> PythonAgent:
    """The agent behind `acpc:PORT` or `acpc:PORT:keep=1`."""
    found = _ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found[1]) < 65536:
        raise AgentError(f'"acpc:{address}" is no port: write acpc:PORT, such as acpc:9000, or acpc:9000:keep=1')
    maker = AcpcMaker(int(found[1]), keep=found[2] == "1", limits=limits or BotLimits())
    return PythonAgent(maker, games=games_for("holdem"), named=f"acpc:{address}", here=True, fresh_stacks=True)


@dataclass(eq=False)
class AcpcMaker:
    """Waits at a port, and makes a player of each program that connects."""

    port: int
    keep: bool = False
    limits: BotLimits = field(default_factory=BotLimits)
    _kept: AcpcPlayer | None = None

    check = staticmethod(check_rules)

    @property
    def fingerprint(self) -> str:
        """Nobody knows what is behind a port."""
        return f"acpc:{self.port}:{self.keep}"

    def __call__(self) -> AcpcPlayer:
        """A player for a session."""
        if self._kept is None or not self.keep:
            self._kept = AcpcPlayer(self)
        return self._kept

    def wait(self) -> LineSocket:
        """The next program that connects and says its version."""
        if self.port not in _LISTENERS:
            _LISTENERS[self.port] = listen_on(LOOPBACK, self.port)
            sys.stderr.write(f"acpc:{self.port} waits for a player at {LOOPBACK}:{self.port}\n")
        line = accept(_LISTENERS[self.port], self.limits.start_s)
        try:
            said = line.receive(self.limits.decision_s + self.limits.start_s)
            if not speaks_ours(said):
                raise BotError(f'said "{said[:40]}" first: VERSION:2.0.0 is right')
        except BotError:
            line.close()
            raise
        if self.keep:
            if self.port in _KEPT:
                _KEPT[self.port].close()
            _KEPT[self.port] = line
        return line


class AcpcPlayer(Closing):
    """One program in one session. A player who left may connect again, and is told the hand from its beginning."""

    def __init__(self, maker: AcpcMaker) -> None:
        self._maker = maker
        self._line: LineSocket | None = None
        self._hand = -1  # as the program counts them
        self._number = 0  # as our session counts them
        self._told = -1  # how many events of the hand the program has been told of
        self._over = False

    def decide(self, observation: CardObservation) -> Action:
        """Ask the program; what it says out of bounds the protocol corrects, what is no answer is a fault."""
        line = self._connected(observation)
        try:
            state = self._tell(line, observation)
            said = self._answer(line, state)
        except BotError:
            self._leave()
            raise
        return meant_by(said, observation).action

    def hand_begins(self, observation: CardObservation) -> None:
        """Tell the program its cards, once it is there."""
        try:
            self._tell(self._connected(observation), observation)
        except BotError:
            self._leave()
            raise

    def hand_over(self, observation: CardObservation) -> None:
        """Tell the program how a hand ended, if it is still there."""
        if self._line is None:
            return
        try:
            self._tell(self._connected(observation), observation)
        except BotError:
            self._leave()
            raise

    def close(self) -> None:
        """The match is over for the program, unless it is kept."""
        if not self._maker.keep:
            self._leave()

    def _leave(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _connected(self, seen: CardObservation) -> LineSocket:
        if self._line is None:
            self._line = self._maker.wait()
            self._hand, self._number = -1, 0
        if seen.hand != self._number or self._over:
            self._hand, self._number, self._told, self._over = self._hand + 1, seen.hand, -1, False
        return self._line

    def _tell(self, line: LineSocket, seen: CardObservation) -> str:
        """Send every state since the last; the one that is now."""
        now = len(seen.history)
        state = state_text(seen, self._hand)
        if self._told == now and not seen.is_over:
            return state  # told when the hand began
        states = [*(state_text(seen, self._hand, events) for events in range(self._told + 1, now)), state]
        self._told, self._over = now, seen.is_over
        line.send("".join(f"{each}\r\n" for each in states), self._maker.limits.decision_s)
        return state

    def _answer(self, line: LineSocket, state: str) -> str:
        for _ in range(MOST_IGNORED):
            said = line.receive(self._maker.limits.decision_s)
            found = None if is_comment(said) else answers(said, state)
            if found is not None:
                return found
        raise BotError(f"wrote {MOST_IGNORED} lines that answer nothing")
