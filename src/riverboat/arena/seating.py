"""A table where a person sits with agents: hand after hand, kept in the store so that nothing is lost.

What the person is shown comes from `view`, his observation; the state itself stays in here. The session is kept
before and after every decision of his, with the seed of the hand, what was done in it, and the agents' memories. So
whatever ends the program, the session goes on at the same decision.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent, CompiledPlayer
from riverboat.arena.matches.plan import is_bot
from riverboat.arena.matches.table import seen_by
from riverboat.arena.memory_log import MemoryLog
from riverboat.arena.seating_plan import PERSON, SeatingPlan
from riverboat.arena.session import FAULT_LIMIT, Done, Session, Standing, load_kept, squares_in, unreadable
from riverboat.arena.umpire import Umpire, default_action
from riverboat.cards.evaluator import evaluate
from riverboat.errors import ArenaError, RiverboatError
from riverboat.games import Action, CardObservation, CardState
from riverboat.games.engine.layout_kernel import UNBOUNDED
from riverboat.records.recording import record_of
from riverboat.records.store.hand_store import Store
from riverboat.records.store.sessions import KeptSession


@dataclass(frozen=True, kw_only=True)
class PotWon:
    """A pot of a showdown and who shares it."""

    amount: int
    winners: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class HandEnd:
    """How a hand ended, as the person sees it."""

    number: int
    view: CardObservation
    showdown: bool
    pots: tuple[PotWon, ...]  # an uncalled bet is not among them
    uncalled: tuple[int, int] | None  # the seat and the chips that go back to it
    returns: tuple[int, ...]
    values: tuple[int | None, ...]  # of the hands that were compared


class Seating(Session):
    """One session. `deal`, then `play_on` and `act` until the hand is over, then `end_hand`; `close` at last."""

    def __init__(self, plan: SeatingPlan, store: Store, *, resume: bool = True) -> None:
        super().__init__(plan.key, store, place=plan.table or None)
        self.plan = plan
        self.game = plan.make_game()
        self._players: list[CompiledPlayer | Umpire | None] = [self._seat(seat) for seat in range(plan.seats)]
        self._memories = MemoryLog(self._players, plan.names)
        self.state: CardState | None = None
        self._moves: list[Action] = []  # the state's own history hides a card chosen but not yet turned
        self.standing = self._restore(self._kept) if resume and self._kept is not None else self._fresh()

    @staticmethod
    def kept(plan: SeatingPlan, store: Store) -> Standing | None:
        """The session that waits at this table, if there is one."""
        kept = store.session(plan.key)
        return None if kept is None else _read_standing(load_kept(kept))

    def _fresh(self) -> Standing:
        seats = self.plan.seats
        unbounded = self.game.rules.start_stack == UNBOUNDED
        return Standing(
            name=self.plan.table or secrets.token_hex(4),
            button=self.plan.word("button") % seats,
            stacks=None if unbounded else (self.game.rules.start_stack,) * seats,
            buy_ins=(0,) * seats,
            nets=(0,) * seats,
        )

    def _seat(self, seat: int) -> CompiledPlayer | Umpire | None:
        if seat == PERSON:
            return None
        agent, seed = self.plan.agents[seat - 1], self.plan.word("agent", seat)
        if not isinstance(agent, CompiledAgent):
            umpire = Umpire(agent, limit=FAULT_LIMIT)
            umpire.begin(self.plan.bot_word(seat) if is_bot(agent) else seed, self.game)
            return umpire
        player = agent.player(seed)
        player.memory[:] = agent.met(self.plan.names)
        return player

    @property
    def turn(self) -> int:
        """A number that changes with every action: who sends one twice is known by it."""
        return self.number * 10_000 + (len(self._moves) if self.state is not None else 0)

    @property
    def view(self) -> CardObservation:
        """What the person sees now."""
        assert self.state is not None
        return self.state.observation(PERSON)

    def player(self, seat: int) -> CompiledPlayer | None:
        """A compiled agent with its memory, to be read and not changed; None of anybody else."""
        player = self._players[seat]
        return player if isinstance(player, CompiledPlayer) else None

    def learnt(self, seat: int) -> dict[str, Any] | None:
        """What an agent in Python says that it has learnt; None of anybody else."""
        player = self._players[seat]
        return player.save_state() if isinstance(player, Umpire) else None

    def deal(self) -> tuple[int, ...]:
        """Begin the next hand; seats without chips buy in again, and are named."""
        now, prepared = self.standing, self.plan.deals
        if prepared:
            if now.hands >= len(prepared):
                raise ArenaError(f"all {len(prepared)} prepared hands of this table are played")
            self.standing = now = replace(now, button=prepared[now.hands].button)
        broke: tuple[int, ...] = ()
        if now.stacks is not None:
            broke = tuple(seat for seat, stack in enumerate(now.stacks) if stack == 0)
            full = self.game.rules.start_stack
            stacks = tuple(full if stack == 0 else stack for stack in now.stacks)
            buy_ins = tuple(count + (seat in broke) for seat, count in enumerate(now.buy_ins))
            self.standing = replace(now, stacks=stacks, buy_ins=buy_ins)
        self._seed = self.plan.hand_seed(self.number)
        self._time = datetime.now(UTC).isoformat(timespec="seconds")
        self.state, self._moves = self._start(), []
        self.standing = replace(self.standing, in_hand=True)
        self._keep()
        return broke

    def _start(self) -> CardState:
        if self.plan.deals:
            cards, button = self.plan.deals[self.standing.hands]
            return self.game.start(cards=cards, button=button)
        # The whole 256 bits go into the shuffle: no deal is out of reach.
        seed = np.random.SeedSequence(int(self._seed, 16), pool_size=8)
        return self.game.start(stacks=self.standing.stacks, button=self.standing.button, seed=seed)

    def play_on(self) -> Iterator[Done]:
        """Let agents act until the person has to, or the hand is over."""
        state = self.state
        assert state is not None
        acted = False
        while state.actor is not None and state.actor != PERSON:
            seat = state.actor
            action, fault = self._ask(seat, state.observation(seat))
            state.apply(action)
            self._moves.append(action)
            acted = True
            yield Done(seat=seat, action=action, fault=fault)
        if acted and not state.is_over:
            self._keep()

    def _ask(self, seat: int, seen: CardObservation) -> tuple[Action, str]:
        player = self._players[seat]
        assert player is not None
        if isinstance(player, CompiledPlayer):
            return player.decide(seen), ""
        seen.hand, seen.names = self.number, self.plan.names
        return player.ask(seen, self.number)

    def stand_in(self) -> Done:
        """The rules act for an agent that does not answer: check if that is free, else fold."""
        state = self.state
        assert state is not None
        assert state.actor not in (None, PERSON)
        done = Done(seat=state.actor or 0, action=default_action(state.legal_actions()), fault="too slow")
        state.apply(done.action)
        self._moves.append(done.action)
        if not state.is_over:
            self._keep()
        return done

    def act(self, action: Action) -> None:
        """The person's action; one that is not allowed raises IllegalAction and changes nothing."""
        assert self.state is not None
        self.state.apply(action)
        self._moves.append(action)
        if not self.state.is_over:
            self._keep()

    def end_hand(self) -> HandEnd:
        """Settle a hand that is over, tell the agents, and keep its record together with where the session stands."""
        state, now = self.state, self.standing
        assert state is not None
        returns = tuple(int(value) for value in state.returns())
        for seat, player in enumerate(self._players):
            if isinstance(player, CompiledPlayer):
                player.hand_over(state.observation(seat))
            elif player is not None:
                player.hand_over(seen_by(state, seat, self.number, self.plan.names), self.number)
        end = ending_of(state, self.number)
        record = record_of(state, self.plan.names, number=str(self.number), event=self.event, time=self._time)
        after = Standing(
            name=now.name,
            hands=now.hands + 1,
            button=(now.button + 1) % self.plan.seats,
            stacks=None if now.stacks is None else tuple(int(stack) for stack in state.stacks),
            buy_ins=now.buy_ins,
            nets=tuple(net + won for net, won in zip(now.nets, returns, strict=True)),
            squares=now.squares + returns[PERSON] ** 2,
            results=(*now.results, returns[PERSON]) if self.plan.deals else (),
        )
        self._write([(record, returns)], after, in_hand=False)
        self.standing, self.state = after, None
        return end

    def _done(self) -> list[Action]:
        return self._moves

    def _content(self, standing: Standing) -> dict[str, Any]:
        return {
            "name": standing.name,
            "hands": standing.hands,
            "button": standing.button,
            "stacks": standing.stacks,
            "buy_ins": standing.buy_ins,
            "nets": standing.nets,
            "squares": standing.squares,
            "results": standing.results,
        }

    def _restore(self, kept: KeptSession) -> Standing:
        """Go on where the session was left: the agents remember, and a hand in the middle is at the same decision."""
        data = load_kept(kept)
        try:
            self._memories.restore(data["agents"], self._entries)
            kept_standing = _read_standing(data)
            self.standing = kept_standing if self.plan.deals else replace(kept_standing, results=())  # 0.1.0 kept all
            if data["hand"] is not None:
                self._seed, self._time = data["hand"]["seed"], data["hand"]["time"]
                self.state = self._start()
                self._moves = [Action(kind, amount) for kind, amount in data["hand"]["moves"]]
                for action in self._moves:
                    self.state.apply(action)
        except (KeyError, TypeError, ValueError, RiverboatError):
            raise unreadable() from None
        return self.standing


def _read_standing(data: dict[str, Any]) -> Standing:
    try:
        return Standing(
            name=data["name"],
            hands=data["hands"],
            button=data["button"],
            stacks=None if data["stacks"] is None else tuple(data["stacks"]),
            buy_ins=tuple(data["buy_ins"]),
            nets=tuple(data["nets"]),
            squares=squares_in(data),
            results=tuple(data["results"]),
            in_hand=data["hand"] is not None,
        )
    except (KeyError, TypeError, ValueError):
        raise unreadable() from None


def ending_of(state: CardState, number: int) -> HandEnd:
    """How a hand ended, as the person sees it."""
    view = state.observation(PERSON)
    returns = tuple(int(value) for value in state.returns())
    seats = range(view.seats)
    values: list[int | None] = [None] * view.seats
    if state.is_showdown:
        for seat in seats:
            if view.is_in[seat]:
                values[seat] = evaluate((*view.cards[seat], *view.board))
    most = max(seats, key=lambda seat: view.paid[seat])
    second = max(view.paid[seat] for seat in seats if seat != most)
    back = view.paid[most] - second
    pots = []
    for pot in state.pots:
        best = max(values[seat] or 0 for seat in pot.seats)
        winners = tuple(seat for seat in pot.seats if (values[seat] or 0) == best)
        pots.append(PotWon(amount=pot.amount, winners=winners))
    return HandEnd(
        number=number,
        view=view,
        showdown=state.is_showdown,
        pots=_without_uncalled(pots, most, back),
        uncalled=(most, back) if back and view.is_in[most] else None,
        returns=returns,
        values=tuple(values),
    )


def _without_uncalled(pots: list[PotWon], seat: int, back: int) -> tuple[PotWon, ...]:
    """The last pot without the chips that nobody called; pots that the same players share are one."""
    if back and pots and pots[-1].winners == (seat,):
        pots[-1] = PotWon(amount=pots[-1].amount - back, winners=(seat,))
    return tuple(pot for pot in pots if pot.amount)
