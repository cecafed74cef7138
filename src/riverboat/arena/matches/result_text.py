"""A match in a line for a terminal, and as a table for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.cards.seeds import format_seed
from riverboat.markup import block, heading, line, table

if TYPE_CHECKING:
    from riverboat.arena.matches.results import MatchResult
    from riverboat.intervals import Statistic


def told_figure(figure: Statistic, digits: int = 3) -> str:
    """A figure with its interval: "+0.123 (0.101 to 0.145)"."""
    if figure.mean is None:
        return "not known"
    if figure.low is None or figure.high is None:
        return f"{figure.mean:+.{digits}f}"
    return f"{figure.mean:+.{digits}f} ({figure.low:+.{digits}f} to {figure.high:+.{digits}f})"


def match_line(result: MatchResult) -> str:
    """The match in a line."""
    players = ", ".join(f"{player.name} {told_figure(player.income_sb)}" for player in result.players)
    return f"<{result.plan.game}, {result.hands:,} hands: {players} {result.plan.unit.a_hand}>"


def match_html(result: MatchResult) -> str:
    """The match as a table: everybody's income with its interval, luck taken out where that was measured, and style."""
    adjusted = any(player.adjusted_sb is not None for player in result.players)
    rows = [
        (
            player.name,
            f"{player.hands:,}",
            told_figure(player.income_sb),
            *((told_figure(player.adjusted_sb),) if player.adjusted_sb is not None else ()),
            _share(player.vpip),
            _share(player.pfr),
            "forfeited" if player.forfeited else "",
        )
        for player in result.players
    ]
    unit = result.plan.unit.a_hand
    head = ("agent", "hands", unit, *(("luck taken out",) if adjusted else ()), "VPIP", "PFR", "")
    kind = "duplicate match" if result.plan.duplicate else "match"
    top = f"{result.plan.game}, {kind} of {result.hands:,} hands"
    told = (
        f"seed {format_seed(result.plan.seed)}; {result.confidence:.0%} intervals over {result.plan.statistics_unit}s"
    )
    return block(heading(top), table(rows, head=head, numbers=tuple(range(1, len(head) - 1))), line(told, faint=True))


def _share(figure: Statistic) -> str:
    return "" if figure.mean is None else f"{figure.mean:.1%}"
