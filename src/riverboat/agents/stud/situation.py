"""A moment of a game of the partner paper's stud, read out of one seat's observation: all that a decision rests on.

Moments that are past can be read again from a later observation, since cards are dealt in a fixed order and what was
turned stands in the history. So nobody needs to have looked at the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from riverboat.games import UNKNOWN, CardObservation
from riverboat.games.actions import AnyKind

TURNS = 7


@dataclass(frozen=True, kw_only=True)
class StudMove:
    """A fold, call, bet or raise, at a place of the history: `call` is what had to be matched, `size` what a bet or
    raise adds to that, `pot` what lay there before."""

    at: int
    turn: int
    seat: int
    kind: AnyKind
    call: int
    size: int
    pot: int

    @property
    def share(self) -> float:
        """The points of a bet or raise, the call among them, over the pot, at most 1; 0 for a call."""
        return min((self.call + self.size) / self.pot, 1.0) if self.size else 0.0


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What a seat knew at a moment: its own cards, the open ones of both, and the opponent's last bet over the pot."""

    turn: int
    mine: tuple[int, ...]
    my_up: tuple[int, ...]
    their_up: tuple[int, ...]
    bet: float

    @property
    def my_down(self) -> tuple[int, ...]:
        """The cards that only this seat sees."""
        return tuple(card for card in self.mine if card not in self.my_up)


@lru_cache(maxsize=256)
def read_moves(seen: CardObservation) -> tuple[StudMove, ...]:
    """Everything but reveals, with the pot as it grew."""
    street, bets = 0, [0, 0]
    found: list[tuple[int, int, AnyKind, int, int, int, int]] = []
    added = 0
    for at, event in enumerate(seen.history):
        if event.street != street:
            street, bets = event.street, [0, 0]
        kind, seat = event.action.kind, event.seat
        if kind == "reveal":
            continue
        match = max(bets)
        to = event.action.amount if kind in ("bet", "raise") else match if kind == "call" else bets[seat]
        found.append((at, street + 1, kind, seat, match - bets[seat], max(0, to - match), added))
        added += to - bets[seat]
        bets[seat] = to
    antes = sum(seen.paid) - added
    return tuple(
        StudMove(at=at, turn=turn, kind=kind, seat=seat, call=call, size=size, pot=antes + before)
        for at, turn, kind, seat, call, size, before in found
    )


def situation_now(seen: CardObservation) -> Situation:
    """The moment as it stands."""
    seat = seen.seat
    return Situation(
        turn=seen.street + 1,
        mine=seen.own_cards,
        my_up=seen.up_cards[seat],
        their_up=seen.up_cards[1 - seat],
        bet=_last_bet(read_moves(seen), 1 - seat, len(seen.history)),
    )


def situation_at(seen: CardObservation, seat: int, turn: int, at: int) -> Situation:
    """A moment of betting that is past: of a turn, before the event at place `at` of the history."""
    return Situation(
        turn=turn,
        mine=cards_at(seen, seat, turn),
        my_up=up_at(seen, seat, turn),
        their_up=up_at(seen, 1 - seat, turn),
        bet=_last_bet(read_moves(seen), 1 - seat, at),
    )


def situation_before(seen: CardObservation, seat: int, turn: int) -> Situation | None:
    """The end of the turn before; None on the first."""
    if turn < 2:
        return None
    at = sum(event.street < turn - 1 for event in seen.history)
    return situation_at(seen, seat, turn - 1, at)


def cards_at(seen: CardObservation, seat: int, turn: int) -> tuple[int, ...]:
    """The cards that a seat had on a turn, as far as they can be seen now."""
    return tuple(card for card in seen.cards[seat][: min(turn + 2, TURNS)] if card != UNKNOWN)


def up_at(seen: CardObservation, seat: int, turn: int) -> tuple[int, ...]:
    """The cards that lay open before a seat while a turn was bet on, in the order in which they came."""
    dealt = seen.cards[seat][2 : min(turn + 2, 6)]
    turned = tuple(
        event.action.amount
        for event in seen.history
        if event.action.kind == "reveal" and event.seat == seat and event.street < turn
    )
    return (*dealt, *(card for card in turned if card != UNKNOWN))


def _last_bet(moves: tuple[StudMove, ...], seat: int, at: int) -> float:
    shares = [move.share for move in moves if move.seat == seat and move.at < at]
    return shares[-1] if shares else 0.0
