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


#: The references that need to know what each may hold, and where that comes from.
SOLVED_SPOTS, EQUILIBRIUM = "solved spots", "equilibrium"
ASSUMED = {
    SOLVED_SPOTS: "Solved spots take for granted what each may hold: what Lokibot thinks as the street begins, and "
    "in two-handed limit what equilibrium would hold. Costs are the solution's own figures.",
    EQUILIBRIUM: "Where equilibrium is the reference, the other is taken to hold what it would. Costs are its own "
    "figures: it plays on from there.",
}


def unsolved(count: int) -> str:
    """That decisions between two were compared with Lokibot."""
    return (
        f"{count:,} decisions between two after the flop were not solved, and were compared with Lokibot: flops, "
        "streets before --solve, and spots to which the solution hardly ever comes."
    )
