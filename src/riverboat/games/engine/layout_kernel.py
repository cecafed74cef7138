"""What a hand looks like in memory: the records that all compiled rules read and write.

RULES  what is fixed before the hand (never changed while it is played)
HAND   everything about one hand, hidden cards included
VIEW   what one seat can see of it; nothing else ever reaches an agent

Kernels take one-element arrays of these records. Amounts are int64 chips, everything else is small. Flags are uint8,
because Numba cannot read nested booleans. Positions count from the first seat left of the button; seats are the
numbers of the chairs.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

#: In kernels: one record of the dtypes below; an integer, Python's or NumPy's; a truth value of either.
Record: TypeAlias = Any
Int: TypeAlias = Any
Flag: TypeAlias = Any

MAX_SEATS = 12
MAX_STREETS = 7
MAX_CARDS = 7
#: A hand holds at most this many actions: near its end nobody may raise any more, so that the list can't overflow.
MAX_ACTIONS = 320
RAISING_ENDS = 256
#: A card that was never shown; it stands in records of other people's hands.
UNKNOWN = 255
#: Returns are counted in this fraction of a chip where pots are split exactly: it is divisible by 1 to 12.
SPLIT_UNIT = 27720
#: The stack of a game whose points are a running score without limit.
UNBOUNDED = 1 << 50

# Kinds of action; their bit in `legal` is 1 << kind.
FOLD, CHECK, CALL, BET, RAISE, BRING_IN, REVEAL = 1, 2, 3, 4, 5, 6, 7

# Special values of `actor`.
CHANCE_ACTS, NOBODY = -1, -2

# How bets are limited.
LIMIT, NO_LIMIT, POT = 0, 1, 2
# Who speaks first: a fixed position, or what the cards show.
BY_POSITION, BY_CARDS = 0, 1
# How hands are compared.
BEST_FIVE, RANK_AND_PAIR, TWO_OF_HAND = 0, 1, 2
# What a seat is doing.
IN, ALL_IN, FOLDED = 0, 1, 2
# What happens next within a street.
DEALING, REVEALING, BETTING, ENDED = 0, 1, 2, 3
# Where cards come from: a shuffled deck, cards laid down beforehand, or one at a time from outside.
FROM_DECK, PLACED, FROM_OUTSIDE = 0, 1, 2
# How a hand ended.
UNSETTLED, BY_FOLD, BY_SHOWDOWN, CARDS_NEEDED = 0, 1, 2, 3
# What applying an action answers.
DONE, NOT_LEGAL, BAD_AMOUNT = 0, 1, 2


def packed(fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """A record without gaps, in whole words: NumPy does not copy what lies in gaps, and equal records would differ."""
    size = sum(np.dtype([field]).itemsize for field in fields)
    dtype = np.dtype([*fields, ("spare", "u1", 8 + -size % 8)], align=True)
    if dtype.itemsize != size + 8 + -size % 8:
        raise AssertionError("fields must stand in the order of their size, the largest first")
    return dtype


RULES = packed(
    [
        ("bet", "i8", MAX_STREETS),  # limit: the size of a bet; otherwise: the smallest bet
        ("big_bet", "i8", MAX_STREETS),  # where an open pair may choose the big bet; else 0
        ("blind", "i8", MAX_SEATS),  # by position
        ("ante", "i8", MAX_SEATS),  # by position
        ("stack", "i8", MAX_SEATS),  # by seat, where nothing else is said
        ("bring_in", "i8"),
        ("unit", "i8"),  # returns are counted in 1 / unit of a chip
        ("seats", "u1"),
        ("streets", "u1"),
        ("limits", "u1"),
        ("order", "u1"),
        ("compare", "u1"),
        ("must_open", "u1"),  # the first to speak bets or folds
        ("one_raise_each", "u1"),
        ("uncapped_heads_up", "u1"),
        ("half_is_full", "u1"),  # limit: an all-in of half a bet or more counts as a full one
        ("free_fold", "u1"),
        ("show_all", "u1"),  # when the hand ends, everything is turned up
        ("dead_antes", "u1"),
        ("pot_limit", "u1"),  # no-limit, but a raise adds at most the pot as it is after the call
        ("deck_size", "u1"),
        ("deck", "u1", 52),
        ("down", "u1", MAX_STREETS),
        ("up", "u1", MAX_STREETS),
        ("shared", "u1", MAX_STREETS),
        ("reveal", "u1", MAX_STREETS),
        ("first", "u1", MAX_STREETS),  # by position
        ("max_bets", "u1", MAX_STREETS),  # the bet and its raises; 255 without a cap
    ]
)

#: The numbers at the head of a hand, in this order, that Python reads in one go.
HEAD = ("actor", "street", "legal", "to_call", "min_to", "max_to", "step", "ended", "pot", "n_history")

HAND = packed(
    [
        *((name, "i8") for name in HEAD),
        ("current", "i8"),  # the highest bet of the street, in name (a short blind does not lower it)
        ("level", "i8"),  # the bet that a raise adds to; below `current` only after an all-in that counts as nothing
        ("full_raise", "i8"),  # what a full raise adds
        ("bet", "i8", MAX_SEATS),  # put in on this street
        ("paid", "i8", MAX_SEATS),  # put in, in all, that others must match
        ("dead", "i8", MAX_SEATS),  # put in that nobody must match
        ("stack", "i8", MAX_SEATS),
        ("won", "i8", MAX_SEATS),  # in 1 / unit of a chip
        ("history", "i8", MAX_ACTIONS),
        ("who", "u2", MAX_SEATS),  # a number of whoever sits there, their from hand to hand; else that of the seat
        ("phase", "u1"),
        ("source", "u1"),
        ("button", "u1"),
        ("raises", "u1"),  # bets and raises so far on this street
        ("n_in", "u1"),
        ("n_able", "u1"),  # in and with chips
        ("bring_in_due", "u1"),
        ("dealt", "u1"),  # cards taken from the deck
        ("due", "u1"),  # cards that this street still deals to seats
        ("due_shared", "u1"),  # and for all
        ("next_seat", "u1"),  # to be dealt a card
        ("lap", "u1"),  # cards that each seat has had on this street
        ("n_shared", "u1"),
        ("status", "u1", MAX_SEATS),
        ("acted", "u1", MAX_SEATS),  # 0, or 1 + the full bets of the street when the seat last spoke
        ("raised", "u1", MAX_SEATS),
        ("n_cards", "u1", MAX_SEATS),
        ("up_bits", "u1", MAX_SEATS),  # which of a seat's cards lie face up
        ("chosen", "u1", MAX_SEATS),  # the place of the card to be turned, UNKNOWN while none is chosen
        ("shared", "u1", 5),
        ("cards", "u1", (MAX_SEATS, MAX_CARDS)),
        ("deck", "u1", 52),
    ]
)

#: What one seat can see. Cards that are not there, or not seen, are UNKNOWN; seats beyond the table have folded.
VIEW = packed(
    [
        ("to_call", "i8"),
        ("min_to", "i8"),
        ("max_to", "i8"),
        ("step", "i8"),
        ("pot", "i8"),
        ("current", "i8"),
        ("full_raise", "i8"),
        ("small_bet", "i8"),  # the size (limit) or minimum (otherwise) of a bet on the first street
        ("street_bet", "i8"),  # the same on this street
        ("unit", "i8"),  # what was won, at the end, is counted in 1 / unit of a chip
        ("bet", "i8", MAX_SEATS),
        ("paid", "i8", MAX_SEATS),
        ("stack", "i8", MAX_SEATS),
        ("won", "i8", MAX_SEATS),
        ("history", "i8", MAX_ACTIONS),
        ("who", "u2", MAX_SEATS),
        ("n_history", "u2"),
        ("legal", "u2"),  # the bits of the kinds that this seat may choose now; 0 when it is not its turn
        ("seat", "u1"),
        ("seats", "u1"),
        ("button", "u1"),
        ("position", "u1"),
        ("limits", "u1"),  # LIMIT, NO_LIMIT or POT
        ("actor", "i1"),
        ("street", "u1"),
        ("ended", "u1"),
        ("raises", "u1"),
        ("max_bets", "u1"),
        ("n_in", "u1"),
        ("n_shared", "u1"),
        ("status", "u1", MAX_SEATS),
        ("acted", "u1", MAX_SEATS),
        ("n_cards", "u1", MAX_SEATS),
        ("up_bits", "u1", MAX_SEATS),
        ("shared", "u1", 5),
        ("cards", "u1", (MAX_SEATS, MAX_CARDS)),
    ]
)
