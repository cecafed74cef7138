"""What is asked: who holds what, on which board, with which cards out of play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import as_cards, check_distinct, format_card, format_cards
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranges import Range, any_two, parse_range, single_holding
from riverboat.errors import CardError, OddsError, counted

Hand = str | Range | tuple[int, int]
#: Cards as kernels take them, a hand or a board a row.
Rows = npt.NDArray[np.uint8]
MOST_PLAYERS = 10
_CARD = r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]"
_TWO_CARDS = re.compile(rf"{_CARD}[\s,]+{_CARD}", re.IGNORECASE)
_VERSUS = re.compile(r"(?:^|\s+)(?:vs?\.?|versus|against)(?:\s+|$)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class OddsQuestion:
    """Hands (each a range) and their names, how many more opponents there are, the board, cards out of play."""

    hands: tuple[Range, ...]
    labels: tuple[str, ...]
    opponents: int
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def players(self) -> int:
        """How many hands meet at the showdown."""
        return len(self.hands) + self.opponents

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """What every player may hold given the board and the dead cards, unknown opponents last."""
        out = (*self.board, *self.dead)
        return tuple(hand.without(out) for hand in (*self.hands, *(any_two(),) * self.opponents))

    @property
    def names(self) -> tuple[str, ...]:
        """What to call every player."""
        return (*self.labels, *("random",) * self.opponents)

    def known_cards(self, player: int) -> tuple[int, int] | None:
        """The two cards of a player who can hold no others."""
        holdings = self.ranges[player].holdings
        if len(holdings) != 1:
            return None
        low, high = HOLDING_CARDS[holdings[0]]
        return int(low), int(high)

    @cached_property
    def used(self) -> npt.NDArray[np.uint8]:
        """A mark for each card that is on the board or dead, shape (52,)."""
        marks = np.zeros(52, dtype=np.uint8)
        marks[[*self.board, *self.dead]] = 1
        return marks


def split_hands(text: str) -> list[str]:
    """The hands of one text: "AhKh vs QsQc vs 20%" has three."""
    return _VERSUS.split(text.strip())


def ask(
    hands: str | Sequence[Hand],
    *,
    board: str | Iterable[int] = "",
    dead: str | Iterable[int] = "",
    opponents: int | None = None,
) -> OddsQuestion:
    """Check a question about odds: one argument "AhKh vs QsQc vs 20%", or a sequence of hands and ranges.

    A single hand meets one random opponent, unless a number is given.
    """
    if not isinstance(hands, str | Sequence):
        raise OddsError(f"{hands!r} is not a hand: write one like AhKh, or several in a list")
    if opponents is not None and (not isinstance(opponents, int | np.integer) or isinstance(opponents, bool)):
        raise OddsError(f"{opponents!r} opponents cannot be: a whole number, 1 to 9")
    given = split_hands(hands) if isinstance(hands, str) else list(hands)
    ranges, labels = zip(*(_read_hand(hand) for hand in given), strict=True) if given else ((), ())
    shown, gone = as_cards(board), as_cards(dead)
    if len(shown) not in (0, 3, 4, 5):
        text = f" ({format_cards(shown)})"
        raise CardError(
            f"a board of {counted(len(shown), 'card')}{text} cannot be: it has 0, 3 (flop), 4 (turn) or 5 (river)"
        )
    if opponents is None:
        opponents = 1 if len(given) == 1 else 0
    if opponents < 0:
        raise OddsError(f"{counted(opponents, 'opponent')} cannot be: there can be 1 to 9")
    if len(given) == 1 and opponents == 0:
        raise OddsError("0 opponents leave nobody to win against: there can be 1 to 9")
    players = len(given) + opponents
    if players > MOST_PLAYERS or not given:
        raise OddsError(
            f"{counted(players, 'player')} cannot play: {len(given)} with a hand and "
            f"{counted(opponents, 'opponent')} must be 2 to 10"
        )
    question = OddsQuestion(hands=ranges, labels=labels, opponents=opponents, board=shown, dead=gone)
    _check_cards(question)
    return question


def _read_hand(hand: Hand) -> tuple[Range, str]:
    if isinstance(hand, Range):
        return hand, str(hand)
    if isinstance(hand, str):
        if not hand.strip():
            raise OddsError("a hand is missing: write one on each side of vs, like AhKh vs QQ")
        if _TWO_CARDS.fullmatch(hand.strip()):
            hand = "".join(re.split(r"[\s,]+", hand.strip()))
        return parse_range(hand), hand.strip()
    if not isinstance(hand, Iterable):
        raise OddsError(f"{hand!r} is not a hand: write one like AhKh, a range, or two numbers of cards")
    cards = as_cards(hand)
    if len(cards) != 2:
        raise CardError(f"{format_cards(cards) or 'nothing'} is not a hand: hold two cards")
    return single_holding((cards[0], cards[1])), format_cards(cards)


def _check_cards(question: OddsQuestion) -> None:
    check_distinct((*question.board, *question.dead))
    out = [*question.board, *question.dead]
    seen: dict[int, str] = dict.fromkeys(question.board, "on the board")
    seen |= dict.fromkeys(question.dead, "among the dead cards")
    for hand, label in zip(question.hands, question.labels, strict=True):
        holdings = hand.holdings
        if len(holdings) == 1:
            for card in (int(c) for c in HOLDING_CARDS[holdings[0]]):
                if card in seen:
                    where = f"{seen[card]} and in {label}"
                    raise CardError(f"{format_card(card)} comes twice, {where}: a deck holds each card once")
                seen[card] = f"in {label}"
        elif not hand.without(tuple(out)).holdings.size:
            raise OddsError(f'"{label}" is impossible here: every hand in it needs a card that is on the board or dead')
    left = 52 - len(out) - 2 * question.players
    if left < 5 - len(question.board):
        raise OddsError(
            f"{counted(len(question.dead), 'dead card')} leave too few for {question.players} players and the board"
        )


def card_rows(
    holes: npt.NDArray[np.integer], boards: npt.NDArray[np.integer] | None, widths: tuple[int, ...]
) -> tuple[Rows, Rows]:
    """Hands of shape (n, 2) and boards of shape (n, width), as kernels take them; without boards nothing lies there."""
    ours = _rows(holes, (2,))
    shown = np.zeros((len(ours), 0), dtype=np.uint8) if boards is None else _rows(boards, widths)
    if len(ours) != len(shown):
        raise CardError(
            f"{counted(len(ours), 'hand')} and {counted(len(shown), 'board')} do not match: give each hand a board"
        )
    together = np.sort(np.hstack([ours, shown]), axis=1)
    twice = (together[:, 1:] == together[:, :-1]).any(axis=1)
    if twice.any():
        at = int(np.argmax(twice))
        try:
            check_distinct([*ours[at].tolist(), *shown[at].tolist()])
        except CardError as error:
            raise CardError(f"row {at}: {error}") from None
    return ours, shown


def _rows(rows: npt.NDArray[np.integer], widths: tuple[int, ...]) -> Rows:
    rows = np.asarray(rows)
    if rows.ndim != 2 or rows.shape[1] not in widths:
        wanted = " or ".join(f"(n, {width})" for width in widths)
        raise CardError(f"an array of shape {rows.shape} does not hold these cards: its shape must be {wanted}")
    if not np.issubdtype(rows.dtype, np.integer):
        raise CardError(f"an array of {rows.dtype} does not hold cards: they are whole numbers, 0 to 51")
    if rows.size and (rows.max() > 51 or rows.min() < 0):
        raise CardError(f"an array with {rows.min()} to {rows.max()} does not hold cards: they are 0 to 51")
    return np.ascontiguousarray(rows, dtype=np.uint8)
