"""What results are counted in: every game's rules say it, and nobody else does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class IncomeUnit:
    """A unit of results: how many chips it is, and what it is called."""

    chips: int
    name: str  # of several: "big blinds"
    heading: str  # of a column of means: "bb/hand"
    a_hand: str  # of a mean, in words: "big blinds a hand"

    @property
    def won(self) -> str:
        """The name of a sum of results, for an axis: "big blinds won"."""
        return f"{self.name} won"


def small_bets(chips: int) -> IncomeUnit:
    """Limit games: the bet of the first street."""
    return IncomeUnit(chips=chips, name="small bets", heading="sb/hand", a_hand="small bets a hand")


def big_blinds(chips: int) -> IncomeUnit:
    """No-limit Hold'em: the big blind; "sb" would be read as the small blind there."""
    return IncomeUnit(chips=chips, name="big blinds", heading="bb/hand", a_hand="big blinds a hand")


def points() -> IncomeUnit:
    """The partner's stud: a running score."""
    return IncomeUnit(chips=1, name="points", heading="points/hand", a_hand="points a hand")


def matches() -> IncomeUnit:
    """Whole matches: everybody stakes a point, and the last player left takes them all."""
    return IncomeUnit(
        chips=1,
        name="points",
        heading="points/match",
        a_hand="points a match: all stake one, the winner has them",
    )


def rounds() -> IncomeUnit:
    """Bluff: one for a round won, minus one for a round lost."""
    return IncomeUnit(chips=1, name="points", heading="won/round", a_hand="rounds won less lost, a round")
