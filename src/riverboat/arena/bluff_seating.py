"""A table of Bluff where a person sits with agents: round after round, kept in the store so that nothing is lost.

The same shape as `arena.seating` for cards: `deal`, then `play_on` and `act` until the round is over, then `end_hand`.
What the person is shown comes from `view`; the others' dice stay in here. Seats of the table are those of the plan;
seats of a round are those of the players who still have dice (`playing`), in the same order.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.arena.bluff_plan import BluffPlan
from riverboat.arena.company import PERSON
from riverboat.arena.matches.plan import is_bot
from riverboat.arena.memory_log import MemoryLog
from riverboat.arena.session import FAULT_LIMIT, Done, Session, Standing, load_kept, squares_in, unreadable
from riverboat.arena.umpire import Umpire, default_action
from riverboat.errors import RiverboatError
from riverboat.games.actions import Action
from riverboat.games.bluff.game import BluffGame, BluffObservation, BluffState, Ending
from riverboat.games.bluff.match import MatchState
from riverboat.records.formats.rounds import round_record
from riverboat.records.store.hand_store import Store
from riverboat.records.store.sessions import KeptSession


@dataclass(frozen=True, kw_only=True)
class BluffStanding(Standing):
    """Where a session stands between two rounds; nets and results are rounds won less rounds lost."""

    dice: tuple[int, ...]  # of each seat in the next round
    starter: int  # the seat that opens it
    match: int = 1  # the number of the match
    round: int = 1  # and of the next round in it
    match_wins: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RoundEnd:
    """How a round ended, as the person sees it, by seats of the table."""

    number: int
    view: BluffObservation
    playing: tuple[int, ...]
    ending: Ending  # by seats of the round
    returns: tuple[int, ...]
    lost: tuple[int, ...]  # dice that each seat lost (those won are negative)
    match_winner: int | None = None

    @property
    def winner(self) -> int:
        """The seat that won the round."""
        return self.playing[self.ending.winner]

    @property
    def loser(self) -> int:
        """The seat that lost it."""
        return self.playing[self.ending.loser]


class BluffSeating(Session):
    """One session of Bluff."""

    def __init__(self, plan: BluffPlan, store: Store, *, resume: bool = True) -> None:
        super().__init__(plan.key, store, place=plan.table or None)
        self.plan = plan
        self._players: list[Umpire | None] = [self._seat(seat) for seat in range(plan.seats)]
        self._memories = MemoryLog(self._players, plan.names)
        self.state: BluffState | None = None
        self.standing: BluffStanding = self._restore(self._kept) if resume and self._kept is not None else self._fresh()

    @staticmethod
    def kept(plan: BluffPlan, store: Store) -> BluffStanding | None:
        """The session that waits at this table, if there is one."""
        kept = store.session(plan.key)
        return None if kept is None else _read_standing(load_kept(kept))

    def _fresh(self) -> BluffStanding:
        seats = self.plan.seats
        return BluffStanding(
            name=self.plan.table or secrets.token_hex(4),
            nets=(0,) * seats,
            dice=self.plan.dice,
            starter=self.plan.word("button") % seats,
            match_wins=(0,) * seats,
        )

    def _seat(self, seat: int) -> Umpire | None:
        if seat == PERSON:
            return None
        agent = self.plan.agents[seat - 1]
        assert not isinstance(agent, CompiledAgent)  # the plan has seen to it
        umpire = Umpire(agent, limit=FAULT_LIMIT)
        seed = self.plan.bot_word(seat) if is_bot(agent) else self.plan.word("agent", seat)
        umpire.begin(seed, BluffGame(self.plan.rules.round))
        return umpire

    @property
    def turn(self) -> int:
        """A number that changes with every action: who sends one twice is known by it."""
        return self.number * 10_000 + (len(self.state.history) if self.state is not None else 0)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats of the table that play this round; who has no dice left watches."""
        return self._match().alive

    @property
    def view(self) -> BluffObservation:
        """What the person sees now; where he is out he sees the bids, and no dice before the end."""
        assert self.state is not None
        return person_view(self.state, self.playing)

    def _match(self) -> MatchState:
        return MatchState(rules=self.plan.rules, dice=self.standing.dice, starter=self.standing.starter)

    def deal(self) -> tuple[int, ...]:
        """Roll the dice of the next round. Nobody buys in, so no seat is named."""
        self._seed = self.plan.hand_seed(self.number)
        self._time = datetime.now(UTC).isoformat(timespec="seconds")
        self.state = self._start()
        self.standing = replace(self.standing, in_hand=True)
        self._keep()
        return ()

    def _start(self) -> BluffState:
        return self._match().start(seed=np.random.SeedSequence(int(self._seed, 16), pool_size=8))

    def play_on(self) -> Iterator[Done]:
        """Let agents act until the person has to, or the round is over."""
        state = self.state
        assert state is not None
        acted = False
        while state.actor is not None and self.playing[state.actor] != PERSON:
            seat = self.playing[state.actor]
            player = self._players[seat]
            assert player is not None
            action, fault = player.ask(self._seen(state, state.actor), self.number)
            state.apply(action)
            acted = True
            yield Done(seat=seat, action=action, fault=fault)
        if acted and not state.is_over:
            self._keep()

    def _seen(self, state: BluffState, at: int) -> BluffObservation:
        """What an agent sees, with the number of the round and who plays it."""
        names = tuple(self.plan.names[seat] for seat in self.playing)
        return replace(state.observation(at), hand=self.number, names=names)

    def stand_in(self) -> Done:
        """The rules act for an agent that does not answer: it calls, or opens with the lowest bid."""
        state = self.state
        assert state is not None
        assert state.actor is not None
        seat, action = self.playing[state.actor], default_action(state.legal_actions())
        self.act(action)
        return Done(seat=seat, action=action, fault="too slow")

    def act(self, action: Action) -> None:
        """The person's action; one that is not allowed raises IllegalAction and changes nothing."""
        assert self.state is not None
        self.state.apply(action)
        if not self.state.is_over:
            self._keep()

    def end_hand(self) -> RoundEnd:
        """Settle a round that is over, and keep its record together with where the session stands."""
        state, now, playing = self.state, self.standing, self.playing
        assert state is not None
        assert state.ending is not None
        returns = tuple(
            state.returns()[playing.index(seat)] if seat in playing else 0 for seat in range(self.plan.seats)
        )
        for at, seat in enumerate(playing):
            if (player := self._players[seat]) is not None:
                player.hand_over(self._seen(state, at), self.number)
        after, winner = self._after(state.ending, returns)
        match = {
            "number": now.match,
            "round": now.round,
            "players": list(self.plan.names),
            "dice": list(now.dice),
            "stake": self.plan.rules.stake,
            "starts": self.plan.rules.starts,
        }
        record = round_record(
            state,
            [self.plan.names[seat] for seat in playing],
            number=str(self.number),
            event=self.event,
            time=self._time,
            match=match if self.plan.match else None,
        )
        end = RoundEnd(
            number=self.number,
            view=self.view,
            playing=playing,
            ending=state.ending,
            returns=returns,
            lost=self._lost(state.ending),
            match_winner=winner,
        )
        self._write([(record, record.returns)], after, in_hand=False)
        self.standing, self.state = after, None
        return end

    def _lost(self, ending: Ending) -> tuple[int, ...]:
        if not self.plan.match:
            return (0,) * self.plan.seats
        left = self._match().after(ending).dice
        return tuple(before - after for before, after in zip(self.standing.dice, left, strict=True))

    def _after(self, ending: Ending, returns: tuple[int, ...]) -> tuple[BluffStanding, int | None]:
        """Where the session stands after a round, and who has won the match with it."""
        now, seats = self.standing, self.plan.seats
        won = replace(
            now,
            hands=now.hands + 1,
            in_hand=False,
            nets=tuple(net + each for net, each in zip(now.nets, returns, strict=True)),
            squares=now.squares + returns[PERSON] ** 2,
        )
        if not self.plan.match:
            return replace(won, starter=(now.starter + 1) % seats, round=now.round + 1), None
        match = self._match().after(ending)
        if not match.is_over:
            return replace(won, dice=match.dice, starter=match.starter, round=now.round + 1), None
        wins = tuple(count + (seat == match.winner) for seat, count in enumerate(now.match_wins))
        opens = (match.winner + 1) % seats
        anew = replace(won, dice=self.plan.dice, starter=opens, match=now.match + 1, round=1, match_wins=wins)
        return anew, match.winner

    def _done(self) -> list[Action]:
        assert self.state is not None
        return [event.action for event in self.state.history]

    def _content(self, standing: BluffStanding) -> dict[str, Any]:
        return {
            "name": standing.name,
            "hands": standing.hands,
            "nets": standing.nets,
            "squares": standing.squares,
            "dice": standing.dice,
            "starter": standing.starter,
            "match": standing.match,
            "round": standing.round,
            "match_wins": standing.match_wins,
        }

    def _restore(self, kept: KeptSession) -> BluffStanding:
        """Go on where the session was left: a round in the middle is at the same decision."""
        data = load_kept(kept)
        self.standing = _read_standing(data)
        try:
            self._memories.restore(data["agents"], self._entries)
            if data["hand"] is not None:
                self._seed, self._time = data["hand"]["seed"], data["hand"]["time"]
                self.state = self._start()
                for kind, amount in data["hand"]["moves"]:
                    self.state.apply(Action(kind, amount))
        except (KeyError, TypeError, ValueError, RiverboatError):
            raise unreadable() from None
        return self.standing


def person_view(state: BluffState, playing: tuple[int, ...]) -> BluffObservation:
    """What the person sees of a round that these seats of the table play."""
    if PERSON in playing:
        return state.observation(playing.index(PERSON))
    seen = state.observation(0)
    return seen if seen.ending is not None else replace(seen, rolls=(None,) * len(seen.rolls), legal_actions=())


def _read_standing(data: dict[str, Any]) -> BluffStanding:
    try:
        return BluffStanding(
            name=data["name"],
            hands=data["hands"],
            nets=tuple(data["nets"]),
            squares=squares_in(data),
            dice=tuple(data["dice"]),
            starter=data["starter"],
            match=data["match"],
            round=data["round"],
            match_wins=tuple(data["match_wins"]),
            in_hand=data["hand"] is not None,
        )
    except (KeyError, TypeError, ValueError):
        raise unreadable() from None
