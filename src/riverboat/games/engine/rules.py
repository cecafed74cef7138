"""What all rules have in common: what a game needs of them, and the checks that refuse impossible ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, zip_longest
from typing import Any, ClassVar, Literal, Protocol, TypeGuard, TypeVar

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import rank_of
from riverboat.cards.evaluator import RANK_NAMES, describe, evaluate, plural
from riverboat.cards.omaha import evaluate_omaha
from riverboat.errors import GameError, counted, is_or_are
from riverboat.games.engine.layout_kernel import MAX_STREETS, RULES, UNBOUNDED
from riverboat.games.protocol import GameRules

#: The most chips that any amount may come to; sums of such amounts stay far inside 64 bits.
MOST_CHIPS = 1 << 45
#: Where cards are few, what a pair is worth more than a rank.
_PAIR = 13
C = TypeVar("C", bound=str)
#: What is done with chips that can't be shared evenly: to the first winner left of the button, or split in fractions.
OddChips = Literal["first", "split"]
#: From when on an all-in counts as a full bet: from half a bet on, or from a full one.
ShortAllIn = Literal["half", "full"]


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The cards of a game, street by street: those dealt face down and face up to each seat, and those for all."""

    down: tuple[int, ...]
    up: tuple[int, ...] = ()
    shared: tuple[int, ...] = ()
    two_of_four: bool = False  # Omaha: exactly two of one's own cards count, with three of the board

    @cached_property
    def first(self) -> int:
        """How many cards a seat has on the first street."""
        return self.down[0] + (self.up[0] if self.up else 0)

    @cached_property
    def own(self) -> int:
        """How many cards of their own a seat has in the end."""
        return sum(self.down) + sum(self.up)

    @cached_property
    def board(self) -> int:
        """How many cards lie there for all in the end."""
        return sum(self.shared)

    @cached_property
    def places(self) -> tuple[tuple[int, int, int, int], ...]:
        """By street: from which to before which of a seat's cards are dealt on it, and of the cards for all."""
        found, own, board = [], 0, 0
        for down, up, shared in zip_longest(self.down, self.up, self.shared, fillvalue=0):
            found.append((own, own + down + up, board, board + shared))
            own, board = own + down + up, board + shared
        return tuple(found)

    @cached_property
    def face_down(self) -> frozenset[int]:
        """Which of a seat's cards, counted from 0 in the order dealt, lie face down; on a street those come first."""
        rows = zip((street[0] for street in self.places), self.down, strict=False)
        return frozenset(at for start, down in rows for at in range(start, start + down))

    def to_come(self, own: int, board: int = 0) -> int:
        """How many more cards a seat may use, when it has `own` cards of its own and the board shows the others."""
        return max(0, self.own + self.board - own - board)

    @cached_property
    def few(self) -> bool:
        """Whether there are too few cards for five: then a pair with the board wins, else the higher card."""
        return 0 < self.own + self.board < 5

    def value(self, own: Sequence[int], board: Sequence[int]) -> int:
        """What a hand is worth at the showdown, on the scale of `evaluate`; of `few` cards on one of its own."""
        if self.few:
            rank = rank_of(own[0])
            return rank + _PAIR * (rank in map(rank_of, board))
        return evaluate_omaha(own, board) if self.two_of_four else evaluate((*own, *board))

    def describe(self, value: int) -> str:
        """A hand of this value in words."""
        if self.few:
            name = RANK_NAMES[value % _PAIR]
            return f"{name} high" if value < _PAIR else f"pair of {plural(name)}"
        return describe(value)

    def best_five(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The five cards that make a hand what it is worth; the first such five where several are as good."""
        if self.few:
            return (*own, *(card for card in board if rank_of(card) == rank_of(own[0])))
        worth = self.value(own, board)
        if self.two_of_four:
            choices = ((*mine, *rest) for mine in combinations(own, 2) for rest in combinations(board, 3))
            return next(five for five in choices if evaluate(five) == worth)
        return next(five for five in combinations((*own, *board), 5) if evaluate(five) == worth)

    def fill(self, record: npt.NDArray[np.void]) -> None:
        """Write the deal into compiled rules."""
        for name in ("down", "up", "shared"):
            record[name] = by_street(getattr(self, name))


class PokerRules(GameRules, Protocol):
    """Rules that the betting engine can play: a frozen record of options that compiles itself."""

    suits_matter: ClassVar[bool]
    deal: ClassVar[Deal]

    @property
    def start_stack(self) -> int:
        """What a seat starts with, where nothing else is said."""
        ...

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        ...


def blank_rules(seats: int, streets: int, stack: int) -> npt.NDArray[np.void]:
    """Rules with a full deck and no options, to be filled in."""
    record = np.zeros(1, dtype=RULES)
    record["seats"] = seats
    record["streets"] = streets
    record["unit"] = 1
    record["stack"] = min(stack, UNBOUNDED)
    record["deck_size"] = 52
    record["deck"] = np.arange(52)
    record["max_bets"] = 255
    return record


def by_street(values: Sequence[int]) -> list[int]:
    """Values for each street, filled up with zeros."""
    return [*values, *[0] * (MAX_STREETS - len(values))]


def check_seats(name: str, seats: object, least: int, most: int) -> None:
    """Refuse a table that the game can't be played at."""
    if not is_whole(seats) or not least <= seats <= most:
        allowed = f"{least} to {most} seats" if least < most else f"{least} seats"
        raise GameError(
            f"{counted(seats, 'seat')} {is_or_are(seats)} not possible in {name}: it is played with {allowed}"
        )


def check_place(name: str, option: str, place: object, seats: int) -> None:
    """Refuse a place at the table, counted from the left of the button, that is not there."""
    if not is_whole(place) or not 0 <= place < seats:
        places = f"0 to {seats - 1}, counted from the left of the button"
        raise GameError(f"{option}={typed(place)} is not possible in {name} with {seats} seats: it is {places}")


def check_chips(name: str, option: str, *amounts: object, least: int = 0) -> None:
    """Refuse amounts that are no whole number of chips, too small or too large."""
    for amount in amounts:
        if not is_whole(amount) or not least <= amount <= MOST_CHIPS:
            at_least = "0 or more" if least == 0 else f"{least} or more"
            raise GameError(f"{option}={typed(amount)} is not possible in {name}: amounts are whole chips, {at_least}")


def check_choice(name: str, option: str, value: object, choices: Sequence[str]) -> None:
    """Refuse a word that is none of the choices."""
    if value not in choices:
        known = " or ".join(f'"{choice}"' for choice in choices)
        raise GameError(f"{option}={typed(value)} is not possible in {name}: it is {known}")


def as_choice(what: str, value: str, choices: Sequence[C]) -> C:
    """A word as one of some choices, or an error that names them."""
    for choice in choices:
        if choice == value:
            return choice
    raise GameError(f'"{value}" is not {what}: {", ".join(choices)}')


def check_length(name: str, option: str, values: object, lengths: Sequence[int]) -> None:
    """Refuse a group of amounts of the wrong length."""
    if not isinstance(values, tuple) or len(values) not in lengths:
        known = [str(length) for length in lengths]
        wanted = " or ".join(known) if len(known) < 4 else f"{known[0]} to {known[-1]}"
        like = "5,10" if 2 in lengths else ",".join("5" * max(lengths))
        raise GameError(
            f"{option}={typed(values)} is not possible in {name}: it is {wanted} amounts with commas between them, "
            f"like {option}={like}"
        )


def typed(value: object) -> str:
    """A value as it is written after `--rule NAME=`."""
    if isinstance(value, tuple | list):
        return ",".join(typed(each) for each in value)
    return "none" if value is None else str(value)


def bets_allowed(name: str, raises: object, streets: int, *, extra: int = 1) -> list[int]:
    """The bets and raises of each street, from how many raises may follow the bet (a number, one a street, or None)."""
    each: tuple[Any, ...] = raises if isinstance(raises, tuple) else (raises,) * streets
    check_length(name, "raises_per_round", each, [streets])
    for count in each:
        if count is not None and (not isinstance(count, int) or not 0 <= count <= 200):
            raise GameError(f"raises_per_round={typed(raises)} is not possible in {name}: 0 to 200, or none for no cap")
    return [255 if count is None else count + extra for count in each]


def is_whole(number: object) -> TypeGuard[int]:
    """Whether something is a whole number, Python's or NumPy's."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def slashed(amounts: Sequence[int]) -> str:
    """Stakes as a table's sign has them: "10/20"."""
    return "/".join(f"{amount:,}" for amount in amounts)
