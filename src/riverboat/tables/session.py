"""A session at a table where people sit with agents: hand after hand, kept in the store so that nothing is lost.

`deal`, then `play_on` and `act` until the hand `is_over`, then `end_hand`; `close` at last. What a person is shown
comes from `view_of` their seat; the state itself stays in here. The session is kept before and after every
decision of a person, with the seed of the hand and what was done in it. Large memories of agents are kept once a
hand, and follow within it from what was done. So whatever ends the program, the session goes on at the same decision.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent, CompiledPlayer
from riverboat.agents.protocol import Learner
from riverboat.errors import ArenaError, RiverboatError, StoreError
from riverboat.games.actions import Action, default_action
from riverboat.games.protocol import PlayedState, TableObservation
from riverboat.records.hand_record import HandRecord
from riverboat.records.store.hand_store import Store
from riverboat.records.store.sessions import KeptSession
from riverboat.tables.bank import PERSON, Hand, HandEnd, Standing
from riverboat.tables.memory_log import MemoryLog, Seated
from riverboat.tables.plan import TablePlan
from riverboat.tables.players import is_bot
from riverboat.tables.umpire import Umpire

FAULT_LIMIT = 5
FORMAT = 1
#: More than any hand has actions: a turn's number is the hand's, this many times, and the actions so far.
TURNS = 10_000


@dataclass(frozen=True, kw_only=True)
class Done:
    """What a seat just did; `fault` says what was wrong with the bot where the rules had to act for it."""

    seat: int
    action: Action
    fault: str = ""


class Session:
    """One session at one table, whatever is played there."""

    def __init__(self, plan: TablePlan, store: Store, *, resume: bool = True) -> None:
        """Sit down; with `resume` a session that is kept of this table goes on."""
        self.plan = plan
        self._store = store
        kept, entries = store.session_with_memories(plan.key)
        self._revision = kept.revision if kept else 0
        self._players: list[Seated] = [_seat(plan, seat) for seat in range(plan.seats)]
        self._memories = MemoryLog(self._players, plan.names)
        self._hand: Hand | None = None
        self._seed = self._time = ""  # of the hand
        if resume and kept is not None:
            self._restore(load_kept(kept), entries)
        else:
            name = plan.table or secrets.token_hex(4)
            self.standing = plan.bank.first(name, plan.word("button") % plan.seats)
            self._memories.take()

    @staticmethod
    def kept(plan: TablePlan, store: Store) -> Standing | None:
        """Where the session stands that waits at this table, if there is one."""
        kept = store.session(plan.key)
        return None if kept is None else _read_standing(plan, load_kept(kept))

    @property
    def number(self) -> int:
        """The number of the hand that is played, or comes next."""
        return self.standing.hands + 1

    @property
    def turn(self) -> int:
        """A number that changes with every action: one that is sent twice is known by it."""
        return self.number * TURNS + (len(self._hand.moves) if self._hand is not None else 0)

    @property
    def event(self) -> str:
        """What the records of this session are filed under."""
        return event_of(self.standing.name)

    @property
    def store_name(self) -> str:
        """The name of the store of the hands."""
        return self._store.name

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played: it was dealt, and is not settled."""
        return self._hand is not None

    @property
    def is_over(self) -> bool:
        """Whether the hand that was played has come to its end, and waits for `end_hand`."""
        return self._hand is not None and self._hand.state.is_over

    @property
    def asked(self) -> int | None:
        """The seat of the person who has to decide; None where nobody has to, or an agent."""
        actor = None if self._hand is None else self._hand.actor
        return actor if actor in self.plan.people else None

    @property
    def is_asked(self) -> bool:
        """Whether a person has to decide."""
        return self.asked is not None

    @property
    def state(self) -> PlayedState | None:
        """The hand with all that is hidden in it, for proofs; None between hands."""
        return None if self._hand is None else self._hand.state

    @property
    def view(self) -> TableObservation:
        """The current hand as seen by the person who opened the table."""
        return self.view_of(PERSON)

    def view_of(self, seat: int) -> TableObservation:
        """The current hand as a seat sees it; a seat without cards or dice sees what everybody sees."""
        return self._dealt().view_of(seat)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats of the table that play this hand, or the next: those without dice, chips or a player do not."""
        return self.plan.bank.playing(self.standing)

    def _dealt(self) -> Hand:
        if self._hand is None:
            raise ArenaError("no hand is being played: deal one first")
        return self._hand

    def player(self, seat: int) -> CompiledPlayer | None:
        """A compiled agent with its memory, to be read and not changed; None of anybody else."""
        player = self._players[seat]
        return player if isinstance(player, CompiledPlayer) else None

    def learnt(self, seat: int) -> dict[str, Any] | None:
        """What an agent in Python says that it has learnt; None of anybody else."""
        player = self._players[seat]
        return player.save_state() if isinstance(player, Umpire) else None

    def deal(self, out: Collection[int] = ()) -> tuple[int, ...]:
        """Begin the next hand without the players in `out`, and return the seats that had to rebuy."""
        ready, broke = self.plan.bank.ready(replace(self.standing, out=tuple(sorted(out))))
        if len(self.plan.bank.playing(ready)) < 2:
            raise ArenaError("nobody else is at this table yet: wait until somebody takes a seat")
        self.standing = ready
        self._seed = self.plan.hand_seed(self.number)
        self._time = datetime.now(UTC).isoformat(timespec="seconds")
        self._hand = self._start()
        self._herald(self._hand)
        self.standing = replace(self.standing, in_hand=True)
        self._keep()
        return broke

    def _start(self) -> Hand:
        # The whole 256 bits go into the shuffle: no deal is out of reach.
        return self.plan.bank.deal(self.standing, np.random.SeedSequence(int(self._seed, 16), pool_size=8))

    def _herald(self, hand: Hand) -> None:
        """Tell the agents that a hand is dealt."""
        for seat in hand.playing:
            player = self._players[seat]
            if isinstance(player, Umpire) and player.heeds_beginnings:
                player.hand_begins(self._seen(hand, seat), self.number)

    def play_on(self) -> Iterator[Done]:
        """Let agents act until a person has to, or the hand is over."""
        hand, acted = self._dealt(), False
        while (seat := hand.actor) is not None and seat not in self.plan.people:
            action, fault = self._ask(hand, seat)
            hand.apply(action)
            acted = True
            yield Done(seat=seat, action=action, fault=fault)
        if acted and not hand.state.is_over:
            self._keep()

    def _ask(self, hand: Hand, seat: int) -> tuple[Action, str]:
        player, seen = self._players[seat], self._seen(hand, seat)
        if isinstance(player, Umpire):
            return player.ask(seen, self.number)
        return _trusted(player).decide(seen), ""

    def _seen(self, hand: Hand, seat: int) -> TableObservation:
        """What an agent sees, with the number of the hand and who plays it."""
        return hand.seen(seat).told(self.number, tuple(self.plan.names[each] for each in hand.playing))

    def stand_in(self, *, away: bool = False) -> Done:
        """Let the rules act for an agent that does not answer, with the cheapest legal action.

        With `away` they also act for a person who has gone, or says nothing.
        """
        hand = self._dealt()
        seat = hand.actor
        if seat is None or (seat in self.plan.people and not away):
            raise ArenaError("no agent has to act: there is nobody to stand in for")
        done = Done(seat=seat, action=default_action(hand.state.legal_actions()), fault="too slow")
        hand.apply(done.action)
        self._memories.take(len(hand.moves))  # it was not asked: what it remembers does not follow from the moves
        if not hand.state.is_over:
            self._keep()
        return done

    def act(self, action: Action) -> None:
        """The action of the person who is asked; one that is not allowed raises IllegalAction and changes nothing."""
        hand = self._dealt()
        hand.apply(action)
        if not hand.state.is_over:
            self._keep()

    def end_hand(self) -> HandEnd:
        """Settle a hand that is over, tell the agents, and keep its record together with where the session stands."""
        hand = self._dealt()
        record = hand.record(self.standing, event=self.event, time=self._time)
        end, after = hand.settle(self.standing)
        for seat in hand.playing:
            player = self._players[seat]
            if isinstance(player, Umpire):
                player.hand_over(self._seen(hand, seat), self.number)
            elif player is not None:
                _trusted(player).hand_over(self._seen(hand, seat))
        self._memories.take()
        self._write([record], after, None)
        self.standing, self._hand = after, None
        return end

    def is_newest(self) -> bool:
        """Whether the store has nothing newer from another window or another server."""
        return (self._store.revision(self.plan.key) or 0) == self._revision

    def close(self) -> None:
        """Let the agents go; programs among them are ended."""
        for player in self._players:
            if isinstance(player, Umpire):
                player.close()

    def _keep(self) -> None:
        self._write([], self.standing, self._dealt())

    def _write(self, hands: Sequence[HandRecord], standing: Standing, hand: Hand | None) -> None:
        """Keep hands that are over together with where the session stands, and the hand that is being played."""
        now = None if hand is None else {"seed": self._seed, "time": self._time, "moves": hand.moves}
        content = self.plan.bank.content(standing)
        state = {"format": FORMAT, **content, "agents": self._memories.content(), "hand": now}
        kept = KeptSession(
            key=self.plan.key,
            revision=self._revision + 1,
            state=json.dumps(state, separators=(",", ":")),
            place=self.plan.table or None,
            memory=self._memories.entry(),
        )
        self._store.add([(record, record.returns) for record in hands], session=kept)
        self._revision = kept.revision
        self._memories.written()

    def _restore(self, data: Mapping[str, Any], entries: Sequence[bytes]) -> None:
        """Go on where the session was left: the agents remember, and a hand in the middle is at the same decision."""
        self.standing = _read_standing(self.plan, data)
        try:
            hand = data["hand"]
            moves = [] if hand is None else [Action(*move) for move in hand["moves"]]
            known = self._memories.restore(data["agents"], entries, len(moves))
            if hand is not None:
                self._seed, self._time = hand["seed"], hand["time"]
                self._hand = self._start()
                self._herald(self._hand)
                self._play_again(self._hand, moves, known)
        except (KeyError, TypeError, ValueError, RiverboatError):
            raise unreadable() from None

    def _play_again(self, hand: Hand, moves: Sequence[Action], known: Mapping[int, int]) -> None:
        """Do what was done. Agents whose memory knows of fewer moves are asked again, and so come to remember them."""
        for number, move in enumerate(moves):
            if (seat := hand.actor) is not None and known.get(seat, len(moves)) <= number:
                self._ask(hand, seat)
            hand.apply(move)


def _seat(plan: TablePlan, seat: int) -> Seated:
    if seat in plan.people:
        return None
    agent, seed = plan.agents[seat - 1], plan.word("agent", seat)
    if isinstance(agent, CompiledAgent):
        player = agent.player(seed)
        player.memory[:] = agent.met(plan.names)
        return player
    umpire = Umpire(agent, limit=FAULT_LIMIT)
    umpire.begin(plan.bot_word(seat) if is_bot(agent) else seed, plan.bank.game)
    return umpire


def _trusted(player: CompiledPlayer | None) -> Learner:
    """A compiled agent, of which no fault is expected; the person is not asked here."""
    if player is None:
        raise ArenaError("a person has to act: it is not an agent's turn")
    return player


def _read_standing(plan: TablePlan, data: Mapping[str, Any]) -> Standing:
    try:
        return plan.bank.read(data)
    except (KeyError, TypeError, ValueError):
        raise unreadable() from None


def load_kept(kept: KeptSession) -> dict[str, Any]:
    """What a kept session says, or an error where it is of another riverboat."""
    try:
        data: dict[str, Any] = json.loads(kept.state)
        if data["format"] == FORMAT:
            return data
    except (ValueError, KeyError, TypeError):
        pass
    raise unreadable()


def unreadable() -> StoreError:
    """The error for a session that is damaged or foreign."""
    return StoreError(
        "the session that was kept can't be gone on with here: start one with --new",
        told="this table can't be gone on with in this version: leave it, and open another one",
    )


def event_of(session: str) -> str:
    """What the records of a session are filed under, by the session's name."""
    return f"play {session}"
