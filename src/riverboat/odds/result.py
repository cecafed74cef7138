"""The answer to a question about odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from riverboat.arrays import Floats
from riverboat.errors import OddsError
from riverboat.intervals import Estimate, from_sums
from riverboat.markup import block, line, table
from riverboat.odds.question import OddsQuestion


@dataclass(frozen=True)
class PlayerOdds:
    """One player's chances; counts are showdowns won, tied and lost, where every one was counted."""

    hand: str
    win: Estimate
    tie: Estimate
    lose: Estimate
    equity: Estimate
    counts: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Equity:
    """The chances of all players, and how they were found."""

    players: tuple[PlayerOdds, ...]
    method: Literal["exact", "simulated"]
    games: int  # simulated, or 0

    def __repr__(self) -> str:
        told = ", ".join(f"{player.hand} {told_chance(player.equity)}" for player in self.players)
        return f"<equity {told}; {self.method}>"

    def _repr_html_(self) -> str:
        chances = ((each.win, each.tie, each.lose, each.equity) for each in self.players)
        rows = [(player.hand, *map(told_chance, row)) for player, row in zip(self.players, chances, strict=True)]
        told = "exact" if self.method == "exact" else f"simulated, {self.games:,} games; ± half of the 95 % interval"
        head = ("hand", "win", "tie", "lose", "equity")
        return block(table(rows, head=head, numbers=(1, 2, 3, 4)), line(told, faint=True))

    @property
    def error(self) -> float:
        """The largest standard error of an equity."""
        return max(player.equity.error for player in self.players)


def told_chance(chance: Estimate) -> str:
    """A chance in per cent, with half the width of its 95 % interval where it was simulated."""
    return f"{chance.mean:.2%}" if chance.exact else f"{chance.mean:.2%} ± {chance.half:.2%}"


def exact_player(name: str, win: float, tie: float, lose: float, tie_share: float) -> PlayerOdds:
    """One player's chances, from the showdowns (or the weight of showdowns) won, tied and lost."""
    total = win + tie + lose
    whole = all(float(count).is_integer() for count in (win, tie, lose))
    return PlayerOdds(
        hand=name,
        win=Estimate(win / total),
        tie=Estimate(tie / total),
        lose=Estimate(lose / total),
        equity=Estimate((win + tie_share) / total),
        counts=(int(win), int(tie), int(lose)) if whole else (win, tie, lose),
    )


def two_players(question: OddsQuestion, counts: Floats) -> Equity:
    """Two players' chances from the showdowns (or their weight) that the first wins, ties and loses."""
    win, tie, lose = (float(count) for count in counts)
    if not win + tie + lose:
        raise OddsError(f"{' vs '.join(question.names)} cannot both be dealt from one deck")
    first, second = question.names
    ours, theirs = (exact_player(first, win, tie, lose, tie / 2), exact_player(second, lose, tie, win, tie / 2))
    return Equity((ours, theirs), "exact", 0)


def from_tally(question: OddsQuestion, tally: Floats, games: int) -> Equity:
    """Everybody's chances from simulated games: wins, ties, and the shares of tied pots, plain and squared."""
    odds = []
    for name, (win, tie, share, square) in zip(question.names, tally.tolist(), strict=True):
        lose = games - win - tie
        odds.append(
            PlayerOdds(
                hand=name,
                win=from_sums(win, win, games),
                tie=from_sums(tie, tie, games),
                lose=from_sums(lose, lose, games),
                equity=from_sums(win + share, win + square, games),
            )
        )
    return Equity(tuple(odds), "simulated", games)
