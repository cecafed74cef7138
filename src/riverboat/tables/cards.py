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
from riverboat.tables.bank import PERSON, Bank, Hand, HandEnd, Standing, common, lengthened, next_of, seats_in, seen_by

if TYPE_CHECKING:
    from riverboat.tables.plan import TablePlan


@dataclass(frozen=True, kw_only=True)
class PotWon:
    """A pot of a showdown and who shares it."""

    amount: int
    winners: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class CardEnd(HandEnd):
    """How a hand of cards ended."""

    views: Mapping[int, CardObservation]
    showdown: bool
    pots: tuple[PotWon, ...]  # an uncalled bet is not among them
    uncalled: tuple[int, int] | None  # the seat and the chips that go back to it
    values: tuple[int | None, ...]  # of the hands that were compared

    @property
    def view(self) -> CardObservation:
        """The view of the person who has opened the table."""
        return self.views[PERSON]

    def made(self, seat: int) -> str:
        """What a seat had that was compared, in words; "" where nothing of it was."""
        value, rules = self.values[seat], next(iter(self.views.values())).rules
        return "" if value is None or rules is None else rules.deal.describe(value)


class CardHand(Hand):
    """A hand of cards, which some or all seats of the table play."""

    def __init__(self, state: CardState, playing: tuple[int, ...], bank: PointBank) -> None:
        super().__init__(state, playing)
        self._cards, self._bank = state, bank

    def settle(self, now: Standing) -> tuple[CardEnd, Standing]:
        """How the hand ended, and where the session stands after it: the button has moved on."""
        plan = self._bank.plan
        end = ending_of(self._cards, self.playing, number=now.hands + 1, seats=plan.seats, people=plan.people)
        after = now.after(end.returns, keep_results=bool(plan.deals))
        after = replace(after, button=(now.button + 1) % plan.seats)
        return end, self._bank.carried(after, end.returns)

    def record(self, now: Standing, *, event: str, time: str) -> HandRecord:
        """The record of the hand at its end."""
        plan = self._bank.plan
        return record_of(
            self._cards,
            [plan.names[seat] for seat in self.playing],
            number=str(now.hands + 1),
            event=event,
            time=time,
            table_seats=self.playing if plan.seats_change else None,
        )


class PointBank(Bank):
    """Every hand begins alike, and what is won is a running score. Deals may be prepared."""

    def __init__(self, plan: TablePlan) -> None:
        super().__init__(plan)
        made = make_game(plan.game, **{**dict(plan.options), "seats": plan.seats})
        assert isinstance(made, CardGame)
        assert isinstance(made.rules, Rules)
        self.game: CardGame = made
        self.rules: Rules = made.rules
        self._smaller: dict[Any, CardGame] = {}  # the game for fewer seats, or with other blinds

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
        """The standing as the next hand begins: a prepared deal has its button, else a player has it."""
        deals = self.plan.deals
        if deals and now.hands >= len(deals):
            raise ArenaError(f"all {len(deals)} prepared hands of this table are played")
        if deals:
            return replace(now, button=deals[now.hands].button), ()
        return replace(now, button=next_of(self.playing(now), now.button)), ()

    def playing(self, now: Standing) -> tuple[int, ...]:
        """The seats of the table where somebody sits."""
        return tuple(seat for seat in range(self.plan.seats) if seat not in now.out)

    def deal(self, now: Standing, seed: np.random.SeedSequence) -> CardHand:
        """The next hand."""
        return CardHand(self.start(now, seed), self.playing(now), self)

    def start(self, now: Standing, seed: np.random.SeedSequence) -> CardState:
        """The state of the next hand before its first action."""
        if self.plan.deals:
            cards, button = self.plan.deals[now.hands]
            return self.game.start(cards=cards, button=button)
        playing = self.playing(now)
        stacks = None if now.stacks is None else [now.stacks[seat] for seat in playing]
        return self.game_of(now).start(stacks=stacks, button=playing.index(now.button), seed=seed, who=playing)

    def game_of(self, now: Standing) -> CardGame:
        """The game of the next hand, for as many seats as play it."""
        seats = len(self.playing(now))
        if seats == self.plan.seats:
            return self.game
        if seats not in self._smaller:
            self._smaller[seats] = CardGame(replace(self.rules, seats=seats))
        return self._smaller[seats]

    def carried(self, after: Standing, returns: tuple[int, ...]) -> Standing:
        """What the seats take from a hand to the next: nothing but the score."""
        return after

    def recorded(self, record: HandRecord) -> CardEnd:
        """How a stored hand of this table ended."""
        playing, plan = seats_in(self.plan.names, record), self.plan
        number = int(record.number)
        return ending_of(play_out(record), playing, number=number, seats=plan.seats, people=plan.people)

    def content(self, now: Standing) -> dict[str, Any]:
        """Where the session stands, for JSON."""
        names = ("name", "hands", "button", "stacks", "buy_ins", "nets", "squares", "results")
        return {name: getattr(now, name) for name in names} | ({"out": now.out} if now.out else {})

    def read(self, data: Mapping[str, Any]) -> Standing:
        """What `content` wrote; version 0.1.0 kept the results of hands that were not prepared too."""
        seats = self.plan.seats
        return Standing(
            **common(data, seats),
            button=data["button"],
            stacks=None if data["stacks"] is None else lengthened(data["stacks"], seats, self.start_stack),
            buy_ins=lengthened(data["buy_ins"], seats, 0),
            results=tuple(data["results"]) if self.plan.deals else (),
        )


class CashBank(PointBank):
    """Stacks are carried from hand to hand; a seat that is broke rebuys."""

    @property
    def start_stack(self) -> int:
        """What everyone buys in for."""
        return self.rules.start_stack

    def first(self, name: str, seat: int) -> Standing:
        """Where a session begins: everyone has bought in."""
        return replace(super().first(name, seat), stacks=(self.start_stack,) * self.plan.seats)

    def ready(self, now: Standing) -> tuple[Standing, tuple[int, ...]]:
        """The standing as the next hand begins, with the seats that had to rebuy."""
        now, _ = super().ready(now)
        playing = self.playing(now)
        broke = tuple(seat for seat, stack in enumerate(now.stacks or ()) if stack == 0 and seat in playing)
        stacks = tuple(self.start_stack if seat in broke else stack for seat, stack in enumerate(now.stacks or ()))
        buy_ins = tuple(count + (seat in broke) for seat, count in enumerate(now.buy_ins))
        return replace(now, stacks=stacks, buy_ins=buy_ins), broke

    def carried(self, after: Standing, returns: tuple[int, ...]) -> Standing:
        """What the seats take from a hand to the next: their chips."""
        had = after.stacks or ()
        return replace(after, stacks=tuple(stack + won for stack, won in zip(had, returns, strict=True)))


def ending_of(state: CardState, playing: tuple[int, ...], *, number: int, seats: int, people: Sequence[int]) -> CardEnd:
    """How a hand ended that these seats of the table played."""
    view = state.public_view()
    everyone = range(view.seats)
    values: list[int | None] = [None] * view.seats
    if state.is_showdown:
        for seat in everyone:
            if view.is_in[seat]:
                values[seat] = state.game.rules.deal.value(view.cards[seat], view.board)
    most = max(everyone, key=lambda seat: view.paid[seat])
    second = max(view.paid[seat] for seat in everyone if seat != most)
    back = view.paid[most] - second
    pots = []
    for pot in state.pots:
        best = max(values[seat] or 0 for seat in pot.seats)
        winners = tuple(playing[seat] for seat in pot.seats if (values[seat] or 0) == best)
        pots.append(PotWon(amount=pot.amount, winners=winners))
    won = dict(zip(playing, state.returns(), strict=True))
    worth = dict(zip(playing, values, strict=True))
    return CardEnd(
        number=number,
        views={seat: seen_by(state, playing, seat) for seat in people},
        playing=playing,
        showdown=state.is_showdown,
        pots=_without_uncalled(pots, playing[most], back),
        uncalled=(playing[most], back) if back and view.is_in[most] else None,
        returns=tuple(int(won.get(seat, 0)) for seat in range(seats)),
        values=tuple(worth.get(seat) for seat in range(seats)),
    )


def _without_uncalled(pots: list[PotWon], seat: int, back: int) -> tuple[PotWon, ...]:
    """The last pot without the chips that nobody called; pots that the same players share are one."""
    if back and pots and pots[-1].winners == (seat,):
        pots[-1] = PotWon(amount=pots[-1].amount - back, winners=(seat,))
    return tuple(pot for pot in pots if pot.amount)
