"""The run of a hand of cards in chips: what was posted, what each action paid, and the pot when a street began."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverboat.games.engine.observation import CardObservation, Event
from riverboat.web.texts import notes


class ForcedBet(NamedTuple):
    """Chips that a seat has put in before the cards were dealt, beside its ante."""

    seat: int
    amount: int


class RunOfPlay(NamedTuple):
    """Chips of a hand in the order in which they were put in."""

    ante: int  # that everyone has paid, or the most that one has
    posts: tuple[ForcedBet, ...]
    paid: tuple[int, ...]  # by each action
    pots: tuple[int, ...]  # when each street began, the first of them after the posts


class _Counter:
    """The chips that each player has left and in front of them, while a hand is counted again."""

    def __init__(self, view: CardObservation) -> None:
        self.left = [stack + paid for stack, paid in zip(view.stacks, view.paid, strict=True)]
        self.bets, self.pot = [0] * view.seats, 0

    def pay(self, seat: int, amount: int, *, bet: bool = True) -> int:
        """Put chips in, as many as there are."""
        paid = max(0, min(amount, self.left[seat]))
        self.left[seat] -= paid
        self.pot += paid
        if bet:
            self.bets[seat] += paid
        return paid


def run_of_play(view: CardObservation) -> RunOfPlay:
    """Count a hand again from what a seat sees of it."""
    counter = _Counter(view)
    assert view.rules is not None
    forced = view.rules.compiled()
    seats = [(view.button + 1 + place) % view.seats for place in range(view.seats)]
    antes, blinds = (forced[name][0, : view.seats].tolist() for name in ("ante", "blind"))
    paid_antes = [counter.pay(seat, int(ante), bet=False) for seat, ante in zip(seats, antes, strict=True)]
    posted = [ForcedBet(seat, counter.pay(seat, int(blind))) for seat, blind in zip(seats, blinds, strict=True)]
    paid, pots, street = [], [counter.pot], 0
    for event in view.history:
        while street < event.street:
            street += 1
            counter.bets = [0] * view.seats
            pots.append(counter.pot)
        paid.append(_pay(counter, event, int(getattr(view.rules, "bring_in", 0))))
    pots += [counter.pot] * (view.street - street)
    return RunOfPlay(max(paid_antes), tuple(post for post in posted if post.amount), tuple(paid), tuple(pots))


def _pay(counter: _Counter, event: Event, bring_in: int) -> int:
    kind, amount = event.action
    if kind in ("bet", "raise"):
        return counter.pay(event.seat, amount - counter.bets[event.seat])
    if kind == "bring-in":
        return counter.pay(event.seat, bring_in)
    return counter.pay(event.seat, max(counter.bets) - counter.bets[event.seat]) if kind == "call" else 0


def told_amount(text: str, event: Event, paid: int) -> str:
    """What somebody did, with the chips that it cost where the words do not say so: "calls 20"."""
    if event.action.kind == "bring-in":
        return notes.brought_in(text, paid)
    return f"{text} {paid:,}" if event.action.kind == "call" else text


def boards_by_street(board: Sequence[int], shared: Sequence[int], street: int) -> list[Sequence[int]]:
    """The cards that lay for all on each street so far; `shared` says how many come with each street."""
    return [board[: sum(shared[: at + 1])] for at in range(street + 1)]
