"""What visitors are told beside hands and figures: names of seats, notes at a table, how work on their hands ended."""

from __future__ import annotations

#: Whoever looks at a hand, and the other where two play and nobody has a name.
YOU, OPPONENT = "You", "Opponent"
#: To a person for whom the rules have acted.
YOU_WERE_AWAY = "You were away: the rules acted for you."
#: The unit in which starting hands earn.
SMALL_BETS = "small bets a hand"
BROKE_OFF = "it broke off: what was done by then is kept. Try again"


def player(seat: int) -> str:
    """A player without a name."""
    return f"Player {seat + 1}"


def open_seat(seat: int) -> str:
    """What a seat is called that nobody has taken."""
    return f"Seat {seat + 1}"


def is_away(name: str) -> str:
    """To the others: the rules act for somebody who says nothing."""
    return f"{name} is away: the rules act for them."


def at_fault(name: str, fault: str) -> str:
    """The rules acted for an agent that was too slow, or did what is not allowed."""
    return f"{name}: {fault}; the rules acted for it."


def brought_in(did: str, paid: int) -> str:
    """What somebody did who brought in, with the chips that it cost."""
    return f"{did} for {paid:,}"


def move(number: int) -> str:
    """Which move of a round it was."""
    return f"move {number}"


def strength(won: str) -> str:
    """How strong an agent is, by what its best opponent wins."""
    return f"Its best opponent wins {won}."


def left_out(kept: int, more: int) -> str:
    """An import has brought more hands than are kept for one visitor."""
    return f"{kept:,} hands are kept for one visitor: {more:,} more were left out"
