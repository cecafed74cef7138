"""How a study shows itself in a notebook: our figures next to the paper's, with a verdict on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.intervals import Statistic
from riverboat.markup import block, heading, line, table
from riverboat.studies.report import Exact, PValue, Value

if TYPE_CHECKING:
    from riverboat.studies.report import StudyReport


def report_html(report: StudyReport) -> str:
    """The figures of a study as a table, then its notes."""
    rows = [
        (figure.name, told_value(figure.ours), "" if figure.paper is None else figure.paper, figure.verdict)
        for figure in report.figures
    ]
    top = heading(f"{report.name}: {report.hands:,} hands, seed {report.seed}")
    notes = [line(note, faint=True) for note in report.notes]
    return block(top, table(rows, head=("figure", "ours", "the paper's", "verdict")), *notes)


def told_value(ours: Value) -> str:
    """A figure of ours with its interval, where it has one."""
    if isinstance(ours, Exact):
        return f"{ours.value:g}" if isinstance(ours.value, float) else str(ours.value)
    if isinstance(ours, PValue):
        return f"p = {ours.p:.3g} (n = {ours.n:,})"
    if isinstance(ours, Statistic):
        if ours.mean is None:
            return "not known"
        if ours.low is None or ours.high is None:
            return f"{ours.mean:.4g}"
        return f"{ours.mean:.4g} ({ours.low:.4g} to {ours.high:.4g})"
    return f"{ours:.4g}" if isinstance(ours, float) else str(ours)
