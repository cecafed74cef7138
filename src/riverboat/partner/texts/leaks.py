"""Where a habit shows, in words."""

from __future__ import annotations

BEFORE_THE_FLOP = "before the flop"
AFTER_A_CALL = "after a player who called"
FACING_A_RAISE, FACING_A_RERAISE = "facing a raise", "facing a reraise"
#: On a later street, by how many bets and raises there were.
LATER = ("nobody has bet", "facing a bet")
#: How a bet compares with the reference's.
SIZES = {"smaller": "much less than the reference", "larger": "much more than the reference"}


def on_street(name: str) -> str:
    """On a street after the first."""
    return f"on the {name}"


def first_in(position: str) -> str:
    """Before the flop, when nobody has come in yet."""
    return f"first to come in, from the {position}"
