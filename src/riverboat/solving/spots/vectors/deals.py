"""What may be dealt: holdings of both sides, the cards to come, and which of these are alike but for their suits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Ints
from riverboat.cards.cards import parse_cards
from riverboat.cards.evaluator import evaluate_many
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import CardError
from riverboat.kernel_vectors import LANES
from riverboat.solving.spots.spot import Spot
from riverboat.solving.spots.vectors.boards_kernel import fill_boards
from riverboat.solving.spots.vectors.fields import BOARD_FIELDS, CARDS, INDEX, LIKE, BoardHands

Shorts = npt.NDArray[np.uint16]
Cards = npt.NDArray[np.uint8]
Board = tuple[int, ...]
#: All orders of the four suits; the first changes nothing.
SUIT_ORDERS: tuple[tuple[int, ...], ...] = tuple(permutations(range(4)))
PLAIN = 0


def padded(count: int) -> int:
    """The width of a row for this many numbers: whole groups of sixteen."""
    return max(1, -(-count // LANES)) * LANES


@dataclass(frozen=True)
class Runout:
    """A card to come, and those that are alike: each with the order of suits that leads to it."""

    card: int
    alike: tuple[tuple[int, int], ...]  # (card, order), itself first

    @classmethod
    def alone(cls, card: int) -> Runout:
        """A card that no other is like."""
        return cls(card, ((card, PLAIN),))


@dataclass(frozen=True)
class Branch:
    """The last cards that can follow one card before them, or the board itself (`before` is None)."""

    before: Runout | None
    last: tuple[Runout | None, ...]  # None: the board is whole already
    orders: tuple[int, ...] = (PLAIN,)  # of suits, that leave the cards so far as they are


@dataclass(frozen=True, kw_only=True, eq=False)
class Boards:
    """The tables of all whole boards, one after another, for each side."""

    held: Ints  # [board, side] how many holdings a board leaves
    tables: tuple[Shorts, Shorts]  # [board, field, place]
    groups: tuple[Shorts, Shorts]  # [board, 53 + 2 holdings]


@dataclass(frozen=True, kw_only=True, eq=False)
class SpotDeal:
    """Holdings, branches and boards. A game of other cards has a deal of its own, with at most two cards a holding."""

    cards: tuple[Cards, Cards]  # [holding, 2]
    weights: tuple[Floats, Floats]
    branches: tuple[Branch, ...]
    boards: Boards
    board_of: dict[tuple[int, int], int]  # (branch, last) -> board
    moved: tuple[Shorts, Shorts]  # [order of suits, holding] where it leads a holding
    orders: tuple[int, ...] = (PLAIN,)  # of suits, that leave the board at the start as it is
    before_share: float  # of each card before the last, for two holdings that leave it in the deck
    last_share: float

    @cached_property
    def widths(self) -> tuple[int, int]:
        """The row widths of both sides."""
        return padded(len(self.weights[0])), padded(len(self.weights[1]))

    @cached_property
    def pairs(self) -> Floats:
        """[oop, ip] the weight of each two holdings that can be dealt together."""
        first, second = self.cards
        apart = ~(first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
        return np.asarray(apart * np.outer(*self.weights))

    def open_to(self, side: int, branch: Branch | None) -> Floats:
        """The share with which each holding sees the card of a branch: 0 where it holds it; 1 where none is dealt."""
        held = len(self.weights[side])
        mask = np.zeros(self.widths[side])
        mask[:held] = 1.0
        if branch is not None and branch.before is not None:
            taken = (self.cards[side] == branch.before.card).any(axis=1)
            mask[:held] = np.where(taken, 0.0, self.before_share)
        return mask

    def like(self, side: int, branch: Branch | None) -> Ints:
        """For each holding the first of those that are the same but for suits, after a branch or at the start."""
        orders = self.orders if branch is None else branch.orders
        held = len(self.weights[side])
        return np.asarray(self.moved[side][list(orders), :held].min(axis=0).astype(np.int64))

    @cached_property
    def same(self) -> tuple[Ints, Ints]:
        """For each side: where the other holds the very same cards, or -1."""
        return _same(self.cards[0], self.cards[1]), _same(self.cards[1], self.cards[0])


def _same(mine: Cards, theirs: Cards) -> Ints:
    place = {(int(a), int(b)): at for at, (a, b) in enumerate(theirs)}
    return np.array([place.get((int(a), int(b)), -1) for a, b in mine], np.int64)


def make_boards(cards: tuple[Cards, Cards], values: tuple[Ints, Ints]) -> Boards:
    """The tables of boards; values [board, holding], larger ones win, 0 where the board takes the holding."""
    count = len(values[0])
    held = np.stack([(each > 0).sum(axis=1) for each in values], axis=1).astype(np.int64)
    widths = [padded(each.shape[1]) for each in values]
    hands = [
        BoardHands(
            values=each,
            order=np.argsort(each, axis=1, kind="stable").astype(np.int64),
            cards=held_cards,
            tables=np.zeros((count, BOARD_FIELDS, width), np.uint16),
            groups=np.zeros((count, CARDS + 1 + 2 * width), np.uint16),
        )
        for each, held_cards, width in zip(values, cards, widths, strict=True)
    ]
    fill_boards(hands[0], hands[1], held)
    return Boards(held=held, tables=(hands[0].tables, hands[1].tables), groups=(hands[0].groups, hands[1].groups))


def holdem_deal(spot: Spot, *, alike: bool = True) -> SpotDeal:
    """The deal of a spot; `alike`: cards that are the same but for suits are dealt once."""
    holdings = tuple(each.holdings for each in spot.ranges)
    cards = (_cards(holdings[0]), _cards(holdings[1]))
    weights = tuple(each.weights[held] for each, held in zip(spot.ranges, holdings, strict=True))
    orders = symmetries(spot) if alike else [PLAIN]
    branches = tuple(_branches(spot.board, orders))
    wholes, board_of = _whole_boards(spot.board, branches)
    values = tuple(_values(wholes, each) for each in cards)
    boards = make_boards(cards, (values[0], values[1]))
    moved = _moved(holdings[0], orders), _moved(holdings[1], orders)
    _join_like(boards, moved, branches, board_of)
    return SpotDeal(
        cards=cards,
        weights=(weights[0], weights[1]),
        branches=branches,
        boards=boards,
        board_of=board_of,
        moved=moved,
        orders=tuple(orders),
        before_share=1 / 45,
        last_share=1.0 if spot.street == 2 else 1 / 44,
    )


def spot_branches(spot: Spot, *, alike: bool = True) -> tuple[Branch, ...]:
    """The cards to come in a spot."""
    return tuple(_branches(spot.board, symmetries(spot) if alike else [PLAIN]))


def _cards(holdings: Ints) -> Cards:
    return np.ascontiguousarray(HOLDING_CARDS[holdings])


def _join_like(
    boards: Boards, moved: tuple[Shorts, Shorts], branches: Sequence[Branch], board_of: dict[tuple[int, int], int]
) -> None:
    """On each board, let holdings that are the same but for suits take over the values of the first of them."""
    for (at, number), board in board_of.items():
        last = branches[at].last[number]
        orders = [order for order in branches[at].orders if last is None or move_card(last.card, order) == last.card]
        for side in range(2) if len(orders) > 1 else ():
            held, table = boards.held[board, side], boards.tables[side][board]
            index = table[INDEX, :held]
            place = np.zeros(moved[side].shape[1], np.uint16)
            place[index] = np.arange(held)
            table[LIKE, :held] = place[moved[side][orders].min(axis=0)[index]]


def move_card(card: int, order: int) -> int:
    """The card with its suit exchanged."""
    return card - card % 4 + SUIT_ORDERS[order][card % 4]


def move_holdings(order: int) -> Ints:
    """[1326] where each holding goes when suits are exchanged."""
    return np.array([holding_index((move_card(int(a), order), move_card(int(b), order))) for a, b in HOLDING_CARDS])


def symmetries(spot: Spot) -> list[int]:
    """The orders of suits that leave the spot as it is."""
    found = []
    for order in range(len(SUIT_ORDERS)):
        if {move_card(card, order) for card in spot.board} != set(spot.board):
            continue
        if order == PLAIN:
            found.append(order)
            continue
        to = move_holdings(order)
        kept = [each.weights for each in spot.ranges]
        kept += [lock.hands.weights for lock in spot.locks if lock.hands is not None]
        named = any(_names_a_card(lock.path) for lock in spot.locks)
        if not named and all(np.array_equal(weights[to], weights) for weights in kept):
            found.append(order)
    return found


def _names_a_card(path: str) -> bool:
    return any(_is_card(word) for word in path.split(","))


def _is_card(word: str) -> bool:
    try:
        return len(parse_cards(word)) == 1
    except CardError:
        return False


def _moved(holdings: Ints, orders: Iterable[int]) -> Shorts:
    place = np.zeros(HOLDINGS, np.uint16)
    place[holdings] = np.arange(len(holdings))
    table = np.zeros((len(SUIT_ORDERS), padded(len(holdings))), np.uint16)
    for order in orders:
        table[order, : len(holdings)] = place[move_holdings(order)[holdings]] if order else place[holdings]
    return table


def runouts(board: Board, orders: Sequence[int]) -> Iterator[tuple[Runout, list[int]]]:
    """The cards that may come, one for all that are alike, each with the orders of suits that leave it as it is."""
    seen = set(board)
    for card in range(CARDS):
        if card not in seen:
            alike = {move_card(card, order): order for order in reversed(orders)}
            alike[card] = PLAIN
            seen |= set(alike)
            first = {card: PLAIN} | alike
            yield Runout(card, tuple(first.items())), [order for order in orders if move_card(card, order) == card]


def _branches(board: Board, orders: list[int]) -> Iterator[Branch]:
    if len(board) == 5:
        yield Branch(None, (None,), tuple(orders))
    elif len(board) == 4:
        yield Branch(None, tuple(river for river, _ in runouts(board, orders)), tuple(orders))
    else:
        for turn, left in runouts(board, orders):
            yield Branch(turn, tuple(river for river, _ in runouts((*board, turn.card), left)), tuple(left))


def _whole_boards(board: Board, branches: Sequence[Branch]) -> tuple[list[Board], dict[tuple[int, int], int]]:
    """The boards of five cards, each once, in whatever order their cards come."""
    known: dict[Board, int] = {}
    board_of = {}
    for at, branch in enumerate(branches):
        before = () if branch.before is None else (branch.before.card,)
        for number, last in enumerate(branch.last):
            dealt = tuple(sorted((*before, *(() if last is None else (last.card,)))))
            board_of[at, number] = known.setdefault((*board, *dealt), len(known))
    return list(known), board_of


def _values(boards: Sequence[Board], cards: Cards) -> Ints:
    """[board, holding] what each holding is worth; 0 where the board takes one of its cards."""
    shared = np.array(boards, np.uint8)
    rows = np.empty((len(boards), len(cards), 7), np.uint8)
    rows[:, :, :5], rows[:, :, 5:] = shared[:, None, :], cards[None, :, :]
    values = evaluate_many(rows.reshape(-1, 7)).reshape(len(boards), len(cards)).astype(np.int64)
    taken = (shared[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    values[taken] = 0
    return values
