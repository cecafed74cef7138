"""Tables of cards: what lies between two hands, with stacks or for points, and how a hand ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.errors import ArenaError
from riverboat.games.catalog import make_game
from riverboat.games.engine.game import CardGame
from riverboat.games.engine.observation import CardObservation
from riverboat.games.engine.state import CardState
from riverboat.records.hand_record import HandRecord, Rules, rules_to_json
from riverboat.records.recording import record_of
from riverboat.records.replay import play_out
from riverboat.tables.bank import PERSON, Bank, Hand, HandEnd, Standing, common

if TYPE_CHECKING:
    from riverboat.tables.plan import TablePlan


@dataclass(frozen=True, kw_only=True)
class PotWon:
    """A pot of a showdown and who shares it."""

    amount: int
    winners: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class CardEnd(HandEnd):
    """How a hand of cards ended, as the person sees it."""

    view: CardObservation
    showdown: bool
    pots: tuple[PotWon, ...]  # an uncalled bet is not among them
    uncalled: tuple[int, int] | None  # the seat and the chips that go back to it
    values: tuple[int | None, ...]  # of the hands that were compared


class CardHand(Hand):
    """A hand of cards: all seats of the table play it."""

    def __init__(self, state: CardState, bank: PointBank) -> None:
        super().__init__(state, tuple(range(state.game.seats)))
        self._cards, self._bank = state, bank

    def settle(self, now: Standing) -> tuple[CardEnd, Standing]:
        """How the hand ended, and where the session stands after it: the button has moved on."""
        end = ending_of(self._cards, now.hands + 1)
        after = now.after(end.returns, keep_results=bool(self._bank.plan.deals))
        after = replace(after, button=(now.button + 1) % len(self.playing))
        return end, self._bank.carried(after, self._cards)

    def record(self, now: Standing, *, event: str, time: str) -> HandRecord:
        """The record of the hand at its end."""
        return record_of(self._cards, self._bank.plan.names, number=str(now.hands + 1), event=event, time=time)


class PointBank(Bank):
    """Every hand begins alike, and what is won is a running score. Deals may be prepared."""

    def __init__(self, plan: TablePlan) -> None:
        super().__init__(plan)
        made = make_game(plan.game, **{**dict(plan.options), "seats": plan.seats})
        assert isinstance(made, CardGame)
        assert isinstance(made.rules, Rules)
        self.game: CardGame = made
        self.rules: Rules = made.rules

    @property
    def key_parts(self) -> Sequence[Any]:
        """What tells this table from others."""
        plan = self.plan
        parts: list[Any] = [plan.game, rules_to_json(self.rules), plan.person, plan.opponents, plan.seed]
        parts += [plan.table] if plan.table else []
        return [*parts, plan.deals] if plan.deals else parts

    def first(self, name: str, seat: int) -> Standing:
        """Where a session begins."""
        none = (0,) * self.plan.seats
        return Standing(name=name, button=seat, buy_ins=none, nets=none)

    def ready(self, now: Standing) -> tuple[Standing, tuple[int, ...]]:
        """As the next hand begins: of a prepared deal the button is known."""
        deals = self.plan.deals
        if deals and now.hands >= len(deals):
            raise ArenaError(f"all {len(deals)} prepared hands of this table are played")
        return (replace(now, button=deals[now.hands].button) if deals else now), ()

    def deal(self, now: Standing, seed: np.random.SeedSequence) -> CardHand:
        """The next hand."""
        return CardHand(self.start(now, seed), self)

    def start(self, now: Standing, seed: np.random.SeedSequence) -> CardState:
        """The state of the next hand before its first action."""
        if self.plan.deals:
            cards, button = self.plan.deals[now.hands]
            return self.game.start(cards=cards, button=button)
        return self.game.start(stacks=now.stacks, button=now.button, seed=seed)

    def carried(self, after: Standing, state: CardState) -> Standing:
        """What the seats take from a hand to the next: nothing but the score."""
        return after

    def recorded(self, record: HandRecord) -> CardEnd:
        """How a stored hand of this table ended."""
        return ending_of(play_out(record), int(record.number))

    def content(self, now: Standing) -> dict[str, Any]:
        """Where the session stands, for JSON."""
        names = ("name", "hands", "button", "stacks", "buy_ins", "nets", "squares", "results")
        return {name: getattr(now, name) for name in names}

    def read(self, data: Mapping[str, Any]) -> Standing:
        """What `content` wrote; version 0.1.0 kept the results of hands that were not prepared too."""
        return Standing(
            **common(data),
            button=data["button"],
            stacks=None if data["stacks"] is None else tuple(data["stacks"]),
            buy_ins=tuple(data["buy_ins"]),
            results=tuple(data["results"]) if self.plan.deals else (),
        )


class CashBank(PointBank):
    """Stacks are carried from hand to hand; a seat that is broke buys in again."""

    @property
    def start_stack(self) -> int:
        """What everyone buys in for."""
        return self.rules.start_stack

    def first(self, name: str, seat: int) -> Standing:
        """Where a session begins: everyone has bought in."""
        return replace(super().first(name, seat), stacks=(self.start_stack,) * self.plan.seats)

    def ready(self, now: Standing) -> tuple[Standing, tuple[int, ...]]:
        """As the next hand begins, with the seats that had to buy in again."""
        now, _ = super().ready(now)
        broke = tuple(seat for seat, stack in enumerate(now.stacks or ()) if stack == 0)
        stacks = tuple(stack or self.start_stack for stack in now.stacks or ())
        buy_ins = tuple(count + (seat in broke) for seat, count in enumerate(now.buy_ins))
        return replace(now, stacks=stacks, buy_ins=buy_ins), broke

    def carried(self, after: Standing, state: CardState) -> Standing:
        """What the seats take from a hand to the next: their chips."""
        return replace(after, stacks=tuple(int(stack) for stack in state.stacks))


def ending_of(state: CardState, number: int) -> CardEnd:
    """How a hand ended, as the person sees it."""
    view = state.observation(PERSON)
    seats = range(view.seats)
    values: list[int | None] = [None] * view.seats
    if state.is_showdown:
        for seat in seats:
            if view.is_in[seat]:
                values[seat] = state.game.rules.deal.value(view.cards[seat], view.board)
    most = max(seats, key=lambda seat: view.paid[seat])
    second = max(view.paid[seat] for seat in seats if seat != most)
    back = view.paid[most] - second
    pots = []
    for pot in state.pots:
        best = max(values[seat] or 0 for seat in pot.seats)
        winners = tuple(seat for seat in pot.seats if (values[seat] or 0) == best)
        pots.append(PotWon(amount=pot.amount, winners=winners))
    return CardEnd(
        number=number,
        view=view,
        playing=tuple(seats),
        showdown=state.is_showdown,
        pots=_without_uncalled(pots, most, back),
        uncalled=(most, back) if back and view.is_in[most] else None,
        returns=tuple(int(value) for value in state.returns()),
        values=tuple(values),
    )


def _without_uncalled(pots: list[PotWon], seat: int, back: int) -> tuple[PotWon, ...]:
    """The last pot without the chips that nobody called; pots that the same players share are one."""
    if back and pots and pots[-1].winners == (seat,):
        pots[-1] = PotWon(amount=pots[-1].amount - back, winners=(seat,))
    return tuple(pot for pot in pots if pot.amount)
