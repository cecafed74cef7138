"""`riverboat acpc-player AGENT --connect HOST:PORT`: an agent of ours at somebody else's dealer."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from riverboat.agents.protocol import Agent
from riverboat.doors.acpc.definition import AcpcGame
from riverboat.doors.acpc.lines import LineSocket
from riverboat.doors.acpc.messages import VERSION, ToldState, action_text, is_comment, read_state
from riverboat.errors import ArenaError, BotError, GameError, RecordError, RiverboatError
from riverboat.games import CardState, HoldemRules
from riverboat.games.catalog import find_game
from riverboat.intervals import Statistic, average
from riverboat.records.replay import game_of
from riverboat.tables.players import refuse_agent
from riverboat.tables.umpire import Umpire

#: How long a dealer may be silent: other players think, too.
PATIENCE_S = 3600.0


@dataclass(frozen=True, kw_only=True)
class PlayedHands:
    """What an agent won at somebody else's dealer."""

    hands: int
    chips: float
    mean: Statistic  # a hand, in the unit of results
    unit: str
    faults: int

    def to_json(self) -> dict[str, Any]:
        """The hands that were played, as the command line prints them."""
        return {"hands": self.hands, "chips": self.chips, "unit": self.unit, "faults": self.faults} | {
            "players": [{"hands": self.hands, **self.mean.to_json()}]
        }


def play_there(agent: Agent, line: LineSocket, game_for: Any, *, seed: int = 0) -> Generator[int, None, PlayedHands]:
    """Play until the dealer closes the connection, telling of every hand that is over.

    `game_for` gives the game for a number of seats, which the dealer's first line tells.
    """
    line.send(f"{VERSION}\r\n", PATIENCE_S)
    seat: _Seat | None = None
    while (text := _next(line)) is not None:
        if is_comment(text):
            continue
        told = read_state(text)
        if seat is None:
            seat = _Seat(agent, game_for(told.seats), seed)
        answer = seat.hear(told)
        if answer:
            line.send(f"{text}:{answer}\r\n", PATIENCE_S)
        elif answer is None:
            yield len(seat.won)
    if seat is None:
        raise ArenaError("the dealer closed the connection before a hand was dealt")
    seat.umpire.close()
    unit = seat.game.rules.income_unit
    return PlayedHands(
        hands=len(seat.won),
        chips=float(sum(seat.won)),
        mean=average([won / unit.chips for won in seat.won]),
        unit=unit.name,
        faults=seat.umpire.count,
    )


def _next(line: LineSocket) -> str | None:
    try:
        return line.receive(PATIENCE_S)
    except BotError as error:
        if "closed its connection" in str(error):
            return None
        raise ArenaError(f"the dealer {error}") from None


class _Seat:
    """The agent, seated at a table that is told to us line by line."""

    def __init__(self, agent: Agent, game: AcpcGame, seed: int) -> None:
        self.game, self.won = game, list[float]()
        rules: HoldemRules = game.rules
        refuse_agent(agent, find_game(rules.name), [(rules, 0)])
        self.umpire = Umpire(agent, limit=1_000_000)
        self.umpire.begin(seed, game_of(rules))
        self._begun = -1

    def hear(self, told: ToldState) -> str | None:
        """What to answer to a state; nothing where it is not our turn, None where the hand is over."""
        if told.seats != self.game.rules.seats:
            raise GameError(f"the dealer tells of {told.seats} players, and before of {self.game.rules.seats}")
        try:
            state = told.state(self.game.rules, self.game.stack)
        except RecordError as error:
            raise GameError(
                f"hand {told.hand} can't be played by these rules ({error}): name the dealer's game (--game, --rule, "
                "--definition)"
            ) from None
        names = tuple(f"seat {at}" if at else "you" for at in range(told.seats))
        seen = state.observation(0).told(told.hand + 1, names)
        if told.hand != self._begun:
            self._begun = told.hand
            self.umpire.hand_begins(seen, told.hand)
        if state.is_over:
            self._over(state, told.hand, names)
            return None
        if state.actor != 0:
            return ""
        return action_text(self.umpire.decide(seen, told.hand), seen)

    def _over(self, state: CardState, number: int, names: tuple[str, ...]) -> None:
        try:
            self.won.append(float(state.returns()[0]))
        except RiverboatError as error:
            raise GameError(f"hand {number} has no result: {error}") from None
        self.umpire.hand_over(state.observation(0).told(number + 1, names), number)
