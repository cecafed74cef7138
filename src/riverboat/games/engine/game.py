"""A card game ready to be played: rules, compiled."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import as_cards, check_distinct, format_card
from riverboat.cards.randomness import Seed, seed_words
from riverboat.errors import GameError, counted, is_or_are
from riverboat.games.engine.betting_kernel import begin
from riverboat.games.engine.layout_kernel import (
    FROM_DECK,
    FROM_OUTSIDE,
    HAND,
    MAX_CARDS,
    PLACED,
    UNBOUNDED,
    UNKNOWN,
)
from riverboat.games.engine.rules import MOST_CHIPS, PokerRules, is_whole
from riverboat.games.engine.state import CardState
from riverboat.kernel import Direct

#: Cards as text ("AsKd", "??" for one that is not known) or as numbers.
Cards = str | Iterable[int]
_BEGIN = Direct(begin)
_ANY_CARD = frozenset((*range(52), UNKNOWN))
_NOTHING_KNOWN = frozenset((UNKNOWN,))
_NO_WORDS = np.zeros(4, dtype=np.uint64)
# Where cards lie in a hand's record, in bytes, and where stacks do, in words.
_CARDS, _SHARED = (HAND.fields[name][1] for name in ("cards", "shared"))  # type: ignore[index]
_STACK = HAND.fields["stack"][1] // 8  # type: ignore[index]
#: Words from the operating system for hands to come, each taken once: asking for them one by one takes longer. A
#: process that is forked draws its own.
_FRESH: list[npt.NDArray[np.uint64]] = []
_AT_ONCE = 64
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_FRESH.clear)


class CardGame:
    """A game by its rules; `start` deals a hand, `root` leaves chance open."""

    def __init__(self, rules: PokerRules) -> None:
        self.rules = rules
        self.name = rules.name
        self.seats = rules.seats
        #: The compiled rules, for kernels: a one-element array of RULES, not to be changed.
        self.record = rules.compiled()
        self.deck: tuple[int, ...] = tuple(self.record["deck"][0, : self.record["deck_size"][0]].tolist())
        self.suits_matter = rules.suits_matter
        self._in_deck = frozenset(self.deck)
        #: Winnings are counted in 1 / unit of a chip.
        self.unit = int(self.record["unit"][0])
        self._hole_sizes, self._board_sizes = _sizes(self.record, len(self.deck))
        fresh = np.zeros(1, dtype=HAND)
        fresh["stack"] = self.record["stack"]
        self._fresh = fresh.view(np.int64)  # copied as words: NumPy copies records field by field, which takes longer
        placed = fresh.copy()
        placed["cards"], placed["shared"] = UNKNOWN, UNKNOWN
        self._fresh_placed = placed.view(np.int64)

    def start(
        self,
        *,
        stacks: Sequence[int] | None = None,
        button: int | None = None,
        seed: Seed = None,
        deck: Cards | None = None,
        cards: Sequence[Cards] | None = None,
        board: Cards | None = None,
        who: Sequence[int] | None = None,
    ) -> CardState:
        """Deal a hand.

        The button is the last seat where nothing is said, so that seat 0 is the first to its left. Cards come from
        the seed (None: from the operating system), or in the order of `deck` (its rest is shuffled under), or are laid
        down beforehand: `cards` for each seat and `board`, both with UNKNOWN ("??") for what was never shown. `who`
        are numbers of those who sit there, theirs from hand to hand, where not all seats of a table play.
        """
        is_placed = cards is not None or board is not None
        words = (self._fresh_placed if is_placed else self._fresh).copy()
        hand: npt.NDArray[np.void] = np.ndarray((1,), HAND, words)
        if stacks is not None:
            words[_STACK : _STACK + self.seats] = self._check_stacks(stacks)
        at = self.seats - 1 if button is None else self.check_seat(button)
        if is_placed:
            self._place(words, cards or [()] * self.seats, board or ())
            _BEGIN.call(hand, self.record, _NO_WORDS, at, PLACED, 0)
        elif deck is not None:
            self._stack_deck(hand, _read(deck), _random_words(seed))
            _BEGIN.call(hand, self.record, _NO_WORDS, at, FROM_DECK, 0)
        else:
            _BEGIN.call(hand, self.record, _random_words(seed), at, FROM_DECK, 1)
        if who is not None:
            hand["who"][0, : self.seats] = who
        return CardState(self, words, hand=hand)

    def lay(
        self,
        held: Sequence[Sequence[int]],
        *,
        board: Sequence[int] = (),
        stacks: Sequence[int] | None = None,
        button: int | None = None,
    ) -> CardState:
        """Begin a hand with these cards laid down for each seat and for all."""
        return self.start(stacks=stacks, button=button, cards=held, board=board)

    def root(self, *, stacks: Sequence[int] | None = None, button: int | None = None) -> CardState:
        """A hand in which chance is left open: cards are dealt one at a time by actions of CHANCE."""
        words = self._fresh.copy()
        hand: npt.NDArray[np.void] = np.ndarray((1,), HAND, words)
        if stacks is not None:
            hand["stack"][0, : self.seats] = self._check_stacks(stacks)
        at = self.seats - 1 if button is None else self.check_seat(button)
        begin(hand, self.record, _NO_WORDS, at, FROM_OUTSIDE, 0)
        return CardState(self, words)

    def check_seat(self, seat: int) -> int:
        """Refuse a seat that is not at this table."""
        if not is_whole(seat) or not 0 <= seat < self.seats:
            raise GameError(f"seat {seat} is not at this table: seats are 0 to {self.seats - 1}")
        return seat

    def _check_stacks(self, stacks: Sequence[int]) -> Sequence[int]:
        if len(stacks) != self.seats:
            raise GameError(f"{counted(len(stacks), 'stack')} for {self.seats} seats: give one for each")
        if self.rules.start_stack == UNBOUNDED:
            raise GameError(f"stacks are not possible in {self.name}: points are a running score without limit")
        if set(map(type, stacks)) == {int} and 1 <= min(stacks) and max(stacks) <= MOST_CHIPS:
            return stacks
        for seat, stack in enumerate(stacks):
            if not is_whole(stack) or not 1 <= stack <= MOST_CHIPS:
                raise GameError(f"seat {seat} can't play with {stack} chips: a stack is a whole number, 1 or more")
        return stacks

    def _place(self, words: npt.NDArray[np.int64], cards: Sequence[Cards], board: Cards) -> None:
        """Lay the cards down where they will be dealt, as bytes: records of others come by the hundred thousand."""
        if len(cards) != self.seats:
            raise GameError(f"cards for {counted(len(cards), 'seat')} were given: this table has {self.seats}")
        rows = [_read(row) for row in cards]
        shared = _read(board)
        self._check_counts(rows, shared)
        known = {seat: row for seat, row in enumerate(rows) if row and set(row) != _NOTHING_KNOWN}
        self._check_cards([card for group in (*known.values(), shared) for card in group])
        raw = words.data.cast("B")
        for seat, row in known.items():  # the others lie there unknown already
            at = _CARDS + seat * MAX_CARDS
            raw[at : at + len(row)] = bytes(row)
        raw[_SHARED : _SHARED + len(shared)] = bytes(shared)

    def _check_counts(self, rows: Sequence[tuple[int, ...]], shared: tuple[int, ...]) -> None:
        """Refuse what no deal of the game gives; a seat of which nothing is known may have fewer cards, or none."""
        least, most = self._hole_sizes
        for seat, row in enumerate(rows):
            if len(row) > most or (len(row) < least and any(card != UNKNOWN for card in row)):
                allowed = f"it gets {most}" if least == most else f"it gets {least} to {most}"
                raise GameError(
                    f"{counted(len(row), 'card')} for seat {seat} {is_or_are(len(row))} not possible in {self.name}: "
                    f'{allowed}, "??" where not known'
                )
        if len(shared) not in self._board_sizes:
            allowed = " or ".join(map(str, self._board_sizes))
            raise GameError(f"a board of {len(shared)} is not possible in {self.name}: it has {allowed} cards")

    def _stack_deck(self, hand: npt.NDArray[np.void], first: tuple[int, ...], words: npt.NDArray[np.uint64]) -> None:
        """The given cards on top, the rest in random order below."""
        self._check_cards(first)
        given = set(first)
        rest = np.array([card for card in self.deck if card not in given], dtype=np.uint8)
        rest = np.random.default_rng(words.tolist()).permutation(rest)
        both = [*first, *rest.tolist()][: len(self.deck)]
        hand["deck"][0, : len(both)] = both

    def _check_cards(self, cards: Sequence[int]) -> None:
        known = [card for card in cards if card != UNKNOWN]
        check_distinct(known)
        if not self._in_deck.issuperset(known):
            wrong = next(card for card in known if card not in self._in_deck)
            raise GameError(f"{format_card(wrong)} is not in the deck of {self.name}")

    def __repr__(self) -> str:
        return f"CardGame({self.rules!r})"


def _sizes(record: npt.NDArray[np.void], deck: int) -> tuple[tuple[int, int], tuple[int, ...]]:
    """The least and most cards of a seat, and how many the board can have."""
    down, up, board = (record[name][0].tolist() for name in ("down", "up", "shared"))
    least, most = down[0] + up[0], sum(down) + sum(up)
    sizes = {*itertools.accumulate(board)}
    if most * int(record["seats"][0]) > deck:
        sizes.add(1)  # stud, where one last card for all is dealt
    return (least, most), tuple(sorted(sizes))


def _random_words(seed: Seed) -> npt.NDArray[np.uint64]:
    if seed is None:  # all 256 bits of the generator from the operating system
        try:
            return _FRESH.pop()
        except IndexError:
            drawn = np.frombuffer(bytearray(os.urandom(32 * _AT_ONCE)), dtype=np.uint64)
            _FRESH.extend(drawn.reshape(_AT_ONCE, 4))
            return np.frombuffer(bytearray(os.urandom(32)), dtype=np.uint64)
    try:
        return seed_words(seed)
    except (TypeError, ValueError):
        raise GameError(f"seed={seed!r} is not possible: a seed is a whole number, 0 or more, or None") from None


def _read(cards: Cards) -> tuple[int, ...]:
    """Cards as text or numbers, with "??" or UNKNOWN for those not known."""
    if type(cards) is tuple and _ANY_CARD.issuperset(cards):
        return cards  # as records have them
    if not isinstance(cards, str):
        numbers = tuple(int(card) for card in cards)
        as_cards([card for card in numbers if card != UNKNOWN])
        return numbers
    plain = "".join(cards.split())
    if "?" not in plain:
        return as_cards(plain)
    pieces = [plain[at : at + 2] for at in range(0, len(plain), 2)]
    return tuple(UNKNOWN if piece == "??" else as_cards(piece)[0] for piece in pieces)
