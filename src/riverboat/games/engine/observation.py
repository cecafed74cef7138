"""What one seat sees of a hand of cards."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import format_card
from riverboat.errors import GameError
from riverboat.games.actions import (
    BRING_IN_ACTION,
    CALL_ACTION,
    CHECK_ACTION,
    FOLD_ACTION,
    KIND_NAMES,
    Action,
    Chips,
    LegalActions,
    RaiseKind,
)
from riverboat.games.engine.history_kernel import unpacked
from riverboat.games.engine.infoset import VIEW_PLACES, key_of, tell
from riverboat.games.engine.layout_kernel import (
    BET,
    BRING_IN,
    CALL,
    CHANCE_ACTS,
    CHECK,
    FOLD,
    FOLDED,
    RAISE,
    REVEAL,
    UNKNOWN,
)

if TYPE_CHECKING:
    from riverboat.games.engine.rules import PokerRules

_PASSIVE_KINDS = ((FOLD, FOLD_ACTION), (CHECK, CHECK_ACTION), (CALL, CALL_ACTION), (BRING_IN, BRING_IN_ACTION))
#: The passive actions behind every combination of legal bits.
PASSIVE = tuple(
    tuple(action for kind, action in _PASSIVE_KINDS if (legal >> kind) & 1) for legal in range(1 << (REVEAL + 1))
)
RAISE_KIND: tuple[RaiseKind | None, ...] = tuple(
    "raise" if (legal >> RAISE) & 1 else "bet" if (legal >> BET) & 1 else None for legal in range(1 << (REVEAL + 1))
)


class Event(NamedTuple):
    """Something that a seat did."""

    seat: int
    street: int
    action: Action


def unpack(history: npt.NDArray[np.int64], count: int) -> tuple[Event, ...]:
    """The events behind the packed numbers of a hand's history."""
    events = []
    for packed in history[:count].tolist():
        kind, seat, street, amount = unpacked(packed)
        events.append(Event(seat, street, Action(KIND_NAMES[kind], amount if kind in (BET, RAISE, REVEAL) else 0)))
    return tuple(events)


def whole_or_fraction(amount: int, unit: int) -> Chips:
    """An amount that is counted in 1 / unit of a chip."""
    return amount // unit if amount % unit == 0 else Fraction(amount, unit)


def format_known(card: int) -> str:
    """A card, or "??" where it is not known."""
    return format_card(card) if card != UNKNOWN else "??"


class CardObservation:
    """A seat's view: a record of its own (`record`, of dtype VIEW), filled by the rules; nothing hidden is in it."""

    __slots__ = ("__dict__", "_suits_matter", "record")

    #: The rules of the hand (blinds, bets, cap, antes); None where the observation was read from its bytes alone.
    rules: PokerRules | None = None
    #: Where an arena plays: the number of the hand in its session, from 1, and who sits in each seat.
    hand: int = 0
    names: tuple[str, ...] = ()

    def __init__(self, record: npt.NDArray[np.void], *, suits_matter: bool = True) -> None:
        self.record = record
        self._suits_matter = suits_matter

    def _get(self, field: str) -> Any:
        return self.record[field][0].tolist()

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return int(self._get("seat"))

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self._get("seats"))

    @property
    def button(self) -> int:
        """The seat that deals."""
        return int(self._get("button"))

    @property
    def position(self) -> int:
        """The places from the first seat left of the button, which is 0."""
        return int(self._get("position"))

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the hand is over."""
        actor = int(self._get("actor"))
        return actor if actor >= CHANCE_ACTS else None

    @property
    def street(self) -> int:
        """The number of the street, from 0."""
        return int(self._get("street"))

    @property
    def pot(self) -> int:
        """All chips put in so far."""
        return int(self._get("pot"))

    @property
    def to_call(self) -> int:
        """What a call costs this seat now."""
        return int(self._get("to_call"))

    @property
    def small_bet(self) -> int:
        """The size of a bet on the first street; where sizes are not fixed, the smallest."""
        return int(self._get("small_bet"))

    @property
    def raises(self) -> int:
        """Bets and raises so far on this street; before the flop the big blind is one."""
        return int(self._get("raises"))

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each seat has left."""
        return self._by_seat("stack")

    @property
    def bets(self) -> tuple[int, ...]:
        """What each seat has put in on this street."""
        return self._by_seat("bet")

    @property
    def paid(self) -> tuple[int, ...]:
        """What each seat has put in, in all."""
        return self._by_seat("paid")

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return bool(self._get("ended"))

    def returns(self) -> tuple[Chips, ...]:
        """What each seat has won or lost, once the hand is over: chips on the table are no secret."""
        if not self.is_over:
            raise GameError("the hand is not over: returns come at its end")
        unit = int(self._get("unit"))
        return tuple(
            whole_or_fraction(won, unit) - paid for won, paid in zip(self._by_seat("won"), self.paid, strict=True)
        )

    @property
    def is_in(self) -> tuple[bool, ...]:
        """By seat: whether it has not folded."""
        return tuple(status != FOLDED for status in self._by_seat("status"))

    def _by_seat(self, field: str) -> tuple[int, ...]:
        return tuple(self._get(field)[: self.seats])

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that all share."""
        return tuple(self._get("shared")[: self._get("n_shared")])

    @cached_property
    def cards(self) -> tuple[tuple[int, ...], ...]:
        """The cards before each seat in the order dealt; UNKNOWN where they can't be seen."""
        counts, rows = self._get("n_cards"), self._get("cards")
        return tuple(tuple(rows[seat][: counts[seat]]) for seat in range(self.seats))

    @property
    def own_cards(self) -> tuple[int, ...]:
        """All cards of this seat, open ones among them."""
        return self.cards[self.seat]

    @cached_property
    def up_cards(self) -> tuple[tuple[int, ...], ...]:
        """The cards that lie open before each seat."""
        bits = self._get("up_bits")
        return tuple(
            tuple(card for at, card in enumerate(cards) if (bits[seat] >> at) & 1)
            for seat, cards in enumerate(self.cards)
        )

    @cached_property
    def down_cards(self) -> tuple[int, ...]:
        """The cards of this seat that lie face down."""
        bits = self._get("up_bits")[self.seat]
        return tuple(card for at, card in enumerate(self.own_cards) if not (bits >> at) & 1)

    @cached_property
    def history(self) -> tuple[Event, ...]:
        """What was done in this hand; a card chosen but not yet turned is UNKNOWN."""
        return unpack(self.record["history"][0], int(self._get("n_history")))

    @cached_property
    def legal_actions(self) -> LegalActions:
        """What the seat may do now; empty when it is not its turn."""
        legal = int(self._get("legal"))
        return LegalActions(
            passive=PASSIVE[legal],
            to_call=self.to_call,
            raise_kind=RAISE_KIND[legal],
            min_to=int(self._get("min_to")),
            max_to=int(self._get("max_to")),
            step=int(self._get("step")),
            cards=self.down_cards if legal >> REVEAL else (),
        )

    def bet_sizes(self) -> dict[str, int]:
        """The totals of this street that a bet of half the pot and one of the pot come to, as far as they are allowed.

        A bet of the pot counts the call that comes before it.
        """
        legal, mine, called = self.legal_actions, self.bets[self.seat] + self.to_call, self.pot + self.to_call
        sizes = {"half": mine + called // 2, "pot": mine + called}
        return {name: max(legal.min_to, min(legal.max_to, size)) for name, size in sizes.items()}

    @cached_property
    def infoset(self) -> str:
        """A key that is equal where the seat can't tell two states apart, among hands begun alike (button, stacks).

        The order in which its hidden cards came does not count; where suits don't matter, ranks alone are named.
        """
        street, told = tell(self.record["history"][0, : self._get("n_history")].tolist())
        told += "/" * (self.street - street)
        raw = self.record.view(np.int64)[VIEW_PLACES.words].tobytes()
        return key_of(raw, VIEW_PLACES, self.seat, self.seats, told, self._suits_matter)

    def told(self, hand: int, names: tuple[str, ...]) -> Self:
        """This view, told the number of the hand in its session, from 1, and who sits in each seat."""
        self.hand, self.names = hand, names
        return self

    def to_bytes(self) -> bytes:
        """All that is seen, as bytes: equal views are equal bytes."""
        return self.record.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardObservation) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def _repr_html_(self) -> str:
        from riverboat.games.state_html import card_view_html

        return card_view_html(self)

    def __repr__(self) -> str:
        cards = " ".join("".join(format_known(card) for card in cards) or "-" for cards in self.cards)
        board = "".join(format_known(card) for card in self.board) or "-"
        turn = f"may {self.legal_actions}" if self.legal_actions else "waits"
        return f"<seat {self.seat} sees {cards}, board {board}, pot {self.pot}, {turn}>"
