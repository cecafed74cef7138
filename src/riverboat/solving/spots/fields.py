"""Columns of the integer tables that kernels read: of the nodes of a street, of the boards, of the last cards."""

from __future__ import annotations

#: What a pass does for the side it is for: learn, find a best response, or follow the average strategy.
LEARN, RESPOND, FOLLOW = 0, 1, 2

#: A node of a street. Children stand one after another, and after their parent.
KIND, COUNT, CHILD, ROW, MIX, SEQ, LOCK, NODE_FIELDS = 0, 1, 2, 3, 4, 5, 7, 8  # SEQ and SEQ + 1: of oop and ip

#: A whole board for one side, against the other: holdings in the order of their strength.
#: BELOW, UP_TO and ALL are those of its first card, and behind them those of its second.
INDEX, LOW, HIGH, SAME, BELOW, UP_TO, ALL, LIKE, BOARD_FIELDS = 0, 1, 2, 3, 4, 6, 8, 10, 11

#: A last card: which board it makes, holdings and row widths of both sides, where rows begin, which cards are alike.
BOARD, HELD, WIDTH, REGRETS, MIXES, ALIKE, RIVER_FIELDS = 0, 1, 3, 5, 7, 9, 11

#: The rates of an iteration: what is kept of positive and negative regrets, and the weight of the newest strategy.
KEEP_GAINS, KEEP_LOSSES, NEWEST, RATES = 0, 1, 2, 3

CARDS = 52
