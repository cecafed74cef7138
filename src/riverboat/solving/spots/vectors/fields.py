"""What kernels read: columns of integer tables (nodes of a street, boards, last cards), and records of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.uint16]
Cards = npt.NDArray[np.uint8]
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

CARDS = 52


class FieldRows(NamedTuple):
    """What a side keeps of a street, flat: regrets, how often it does what, and the scales of packed regrets.

    Python gives its arrays to kernels one by one: Numba 0.60 may take a record of other numbers for one it has seen.
    """

    regrets: Kept
    mixes: Kept
    scales: Floats  # one a row of regrets; empty where they are not packed


class BoardSide(NamedTuple):
    """All boards for one side."""

    tables: Shorts  # [board, field, place]
    groups: Shorts  # [board, 53 + 2 holdings] which places need each card
    moved: Shorts  # [order of suits, holding]


class Locked(NamedTuple):
    """Locked rows: where those of a lock begin, and the rows; -1 for holdings that are free."""

    at: Ints  # [last card, lock]
    rows: Floats


class Lines(NamedTuple):
    """What comes into a street, a row for each line of betting: reach of the other side, and of this one."""

    reach: Floats
    own: Floats  # now
    mean: Floats  # by its average strategy


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
    cards: Cards  # of the other side
    my_cards: Cards
    same: Ints  # where the other side holds the very same cards, or -1


class Ends(NamedTuple):
    """Where hands end on the last street, seen by one side: sixteen sequences of the other are summed at a time.

    First come showdowns, those of them foremost where the side could have folded instead: these two use the same sums.
    """

    shown_from: Numbers  # [n] sequences of the other side
    shown_to: Numbers  # [n] nodes
    shown_pays: Floats  # [n] for what is won beyond what is lost
    shown_costs: Floats  # [n] for all hands alike: half the rake
    folded_to: Numbers  # [n] nodes where this side folds
    folded_pays: Floats
    folding: int  # how many groups of sixteen have such nodes
    raked: bool
    won_from: Numbers  # [m] sequences in which the other side folds
    won_to: Numbers
    won_pays: Floats
