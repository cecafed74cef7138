"""Bids and calls of Bluff as players say them."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import bid_of

_QUANTITIES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_FACES = ("", "one", "two", "three", "four", "five", "six")
_SEVERAL = ("", "ones", "twos", "threes", "fours", "fives", "sixes")


def quantity_in_words(count: int) -> str:
    """A count as a word, a number from thirteen on."""
    return _QUANTITIES[count] if count < len(_QUANTITIES) else str(count)


def bid_in_words(bid: Bid) -> str:
    """A bid as it is called out: "two fives", "one six", "three 9s"."""
    if bid.face < len(_FACES):
        face = (_FACES if bid.quantity == 1 else _SEVERAL)[bid.face]
    else:
        face = f"{bid.face}" if bid.quantity == 1 else f"{bid.face}s"
    return f"{quantity_in_words(bid.quantity)} {face}"


def act_in_words(action: Action) -> str:
    """What somebody is about to do: "bid two fives", "call Bluff", "call Check"."""
    return f"bid {bid_in_words(bid_of(action))}" if action.kind == "bid" else f"call {action.kind.capitalize()}"


def done_in_words(action: Action, *, you: bool = False) -> str:
    """What somebody did: "bids two fives"; of yourself "bid two fives"."""
    verb, _, rest = act_in_words(action).partition(" ")
    return f"{verb if you else verb + 's'} {rest}"


def dice_in_words(dice: Sequence[int]) -> str:
    """Dice in a row: "3, 3 and 5"."""
    told = [str(die) for die in dice]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
