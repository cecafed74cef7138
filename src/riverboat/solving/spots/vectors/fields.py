"""What kernels read: columns of integer tables (nodes of a street, boards, last cards), and records of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Ints

Shorts = npt.NDArray[np.uint16]
Cards = npt.NDArray[np.uint8]
Nodes = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.uint64]
#: Numbers to compute with: float32, or float64 where that is asked for.
Floats = npt.NDArray[Any]
#: Rows as they are kept: float32, or two bytes a number.
Kept = npt.NDArray[Any]

#: What a pass does for the side it is for: learn, find a best response, or follow the average strategy.
LEARN, RESPOND, FOLLOW = 0, 1, 2

#: A node of a street. Children stand one after another, and after their parent.
KIND, COUNT, CHILD, ROW, MIX, SEQ, LOCK, NODE_FIELDS = 0, 1, 2, 3, 4, 5, 7, 8  # SEQ and SEQ + 1: of oop and ip

#: A whole board for one side, against the other: holdings in the order of their strength.
#: BELOW, UP_TO and ALL are those of its first card, and behind them those of its second.
INDEX, LOW, HIGH, SAME, BELOW, UP_TO, ALL, LIKE, BOARD_FIELDS = 0, 1, 2, 3, 4, 6, 8, 10, 11

#: A last card: which board it makes, holdings and row widths of both sides, where rows begin, which cards are alike.
BOARD, HELD, WIDTH, REGRETS, MIXES, ALIKE, RIVER_FIELDS = 0, 1, 3, 5, 7, 9, 11

#: The rates of an iteration: what is kept of positive and negative regrets, the weight of the newest strategy in the
#: average, and whether that is weighed by reach (1) or not (0).
KEEP_GAINS, KEEP_LOSSES, NEWEST, WEIGHED, RATES = 0, 1, 2, 3, 4

#: Rows of `Ends`: the sequence of the other side, the node (and what it pays), the node of a fold; what all pay alike.
FROM, TO, FOLDED, COST = 0, 1, 2, 0

CARDS = 52


class FieldRows(NamedTuple):
    """What a side keeps of a street, flat: regrets, how often it does what, and the scales of packed regrets."""

    regrets: Kept
    mixes: Kept
    scales: Floats  # one a row of regrets; empty where they are not packed


class RowStart(NamedTuple):
    """Where the rows of a side begin on one board, and how wide they are."""

    line: int  # which last card
    regrets: int
    mixes: int
    scales: int
    width: int


class NodeStart(NamedTuple):
    """Where the numbers of a node begin, in rows of one width."""

    actions: int  # how many
    width: int
    regrets: int
    mixes: int
    scale: int
    reach: int  # of the sequence that leads to it
    values: int
    below: int  # the values of its first child; the others follow


class Locked(NamedTuple):
    """Locked rows: where those of a lock begin, and the rows; -1 for holdings that are free."""

    at: Ints  # [last card, lock]
    rows: Floats


class StreetTree(NamedTuple):
    """The nodes of a street: all of them, the first ones, and those after which a card comes."""

    nodes: Nodes  # [node, field]
    roots: Ints
    deals: Ints


class StreetRows(NamedTuple):
    """A street on some boards, for one side: its tree, the last cards that are dealt, and the rows of both sides.

    Flat, since each record in a record costs Python half a microsecond a call; and Numba 0.60 can take a record of rows
    alone for one of other numbers.
    """

    nodes: Nodes
    roots: Ints
    table: Ints  # [last card, field]
    alike: Ints  # orders of suits
    regrets: Kept
    mixes: Kept
    scales: Floats
    their_regrets: Kept
    their_mixes: Kept
    locked_at: Ints
    locked: Floats


class Lines(NamedTuple):
    """A row for each line of betting into a street: reach of the other side and of this one, and what it is worth."""

    reach: Floats
    own: Floats  # now
    mean: Floats  # by its average strategy
    values: Floats


class Passage(NamedTuple):
    """The reach of one side on its way through a street before the last: from its lines to those of the next."""

    lines: Floats
    share: Floats  # with which each holding sees the street's card
    reach: Floats  # [sequence, holding]
    next_lines: Floats


class Workspace(NamedTuple):
    """What is written on in a pass: reach of all sequences of both sides, values of this one, room for sums."""

    reach: Floats
    own: Floats
    mean: Floats
    values: Floats
    spare: Floats


class Folds(NamedTuple):
    """The folds of a street before the last, and the cards that decide who can be there."""

    nodes: Ints  # [fold, (node, who folds)]
    losses: Floats
    gains: Floats
    width: int  # of the other side's rows
    cards: Cards  # of the other side
    my_cards: Cards
    same: Ints  # where the other side holds the very same cards, or -1


class Dealt(NamedTuple):
    """What the card of a street does to the holdings of a side: with which share they see it, and which are alike."""

    share: Floats
    like: Ints


class Ends(NamedTuple):
    """Where hands end on the last street, seen by one side: sixteen sequences of the other are summed at a time.

    First come showdowns, those of them foremost where the side could have folded instead: these two use the same sums.
    """

    tables: Shorts  # [board, field, place] this side's holdings
    moved: Shorts  # [order of suits, holding]
    their_tables: Shorts
    their_groups: Shorts  # [board, 53 + 2 holdings] which of their places need each card
    share: np.floating[Any]  # with which each last card comes
    shown: Numbers  # [FROM, TO or FOLDED, n] the other side's sequence, the node, the node where this side folds
    shown_pays: Floats  # [TO, COST or FOLDED, n] for what is won beyond what is lost, for all alike (half the rake)
    folding: int  # how many groups of sixteen have nodes where this side folds
    raked: bool
    won: Numbers  # [FROM or TO, m] where the other side folds
    won_pays: Floats  # [m]


class Facing(NamedTuple):
    """A whole board for one side: how many holdings are left, how wide rows are, who beats whom."""

    held: int
    width: int
    table: Shorts  # [field, place]
    they_hold: int
    their_width: int
    group: Shorts  # [53 + 2 holdings]


class BoardHands(NamedTuple):
    """The holdings of one side on all boards, and the tables that are filled from them."""

    values: Ints  # [board, holding] 0 where the board takes a card of it
    order: Ints  # [board, holding] by value
    cards: Cards  # [holding, 2]
    tables: Shorts
    groups: Shorts


class RankedHands(NamedTuple):
    """The holdings of one side on one board, weakest first."""

    values: Ints
    order: Ints
    cards: Cards
