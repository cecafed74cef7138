"""Rows of measurements: their ratios, whether what is required is met, and the table as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

US = "riverboat"
COLUMNS = ("measurement", "who", "figure", "riverboat is", "required", "met", "what")


@dataclass(frozen=True, kw_only=True)
class Row:
    """One measurement. A unit that ends in "/s" is a rate, of which more is better; any other is a time."""

    group: str
    task: str
    who: str
    what: str  # how it was measured, and over how much work
    unit: str
    figure: float | None = None
    problem: str = ""  # why there is no figure
    least_ratio: float | None = None  # on a peer's row: we must be at least this many times faster
    most: float | None = None  # on a row of ours: the time must stay under this

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit.endswith("/s")


def our_row(rows: Sequence[Row], row: Row) -> Row | None:
    """The row of ours that a row is compared with: the first of the same task."""
    same = (each for each in rows if (each.group, each.task, each.unit) == (row.group, row.task, row.unit))
    return next((each for each in same if each.who == US), None)


def ratio(rows: Sequence[Row], row: Row) -> float | None:
    """How many times faster than this peer we are; None where one of the two was not measured."""
    ours = our_row(rows, row)
    if ours is None or row.who == US or not ours.figure or not row.figure:
        return None
    return ours.figure / row.figure if row.is_rate else row.figure / ours.figure


def verdict(rows: Sequence[Row], row: Row) -> str:
    """ "yes", "no", "not measured", or nothing where nothing is required."""
    if row.most is not None:
        return "not measured" if row.figure is None else "yes" if row.figure < row.most else "no"
    if row.least_ratio is None:
        return ""
    found = ratio(rows, row)
    return "not measured" if found is None else "yes" if found >= row.least_ratio else "no"


def summary(rows: Sequence[Row]) -> str:
    """One line on what is required."""
    verdicts = [(row, verdict(rows, row)) for row in rows]
    required = [each for each in verdicts if each[1]]
    line = f"{sum(found == 'yes' for _, found in required)} of {len(required)} requirements met"
    for word, label in (("no", "missed"), ("not measured", "not measured")):
        if tasks := [f"{row.task} ({row.who})" for row, found in required if found == word]:
            line += f"; {label}: {', '.join(tasks)}"
    if failed := [row.task for row in rows if row.who == US and row.problem]:
        line += f"; no figure of ours: {', '.join(failed)}"
    return line


def cells(rows: Sequence[Row], versions: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """The table's cells, a row at a time, in the order of COLUMNS."""
    for row in rows:
        found = ratio(rows, row)
        required = ""
        if row.most is not None:
            required = f"under {_number(row.most)} {row.unit}"
        elif row.least_ratio is not None:
            required = f"at least {row.least_ratio:g} x"
        yield (
            row.task,
            f"{row.who} {versions.get(row.who, '')}".strip(),
            row.problem if row.figure is None else f"{_number(row.figure)} {row.unit}",
            "" if found is None else f"{_number(found)} x",
            required,
            verdict(rows, row),
            row.what,
        )


def _number(value: float) -> str:
    """Three digits that count, thousands marked."""
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if rounded >= 1000 or rounded.is_integer() else f"{rounded:#.3g}".rstrip(".")


def as_text(rows: Sequence[Row], versions: dict[str, str]) -> str:
    """For the terminal: the columns side by side, what was done on a line of its own below."""
    lines = [COLUMNS[1:-1], *(each[1:-1] for each in cells(rows, versions))]
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    text = ["  " + _line(lines[0], widths)]
    task = ""
    for row, line in zip(rows, lines[1:], strict=True):
        if row.task != task:
            task = row.task
            text += ["", f"{row.group}: {task}"]
        text += ["  " + _line(line, widths), f"      {row.what}"]
    return "\n".join(text) + "\n"


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def as_markdown(rows: Sequence[Row], versions: dict[str, str]) -> str:
    """For the page: one Markdown table."""
    lines = [COLUMNS, ("---",) * len(COLUMNS), *cells(rows, versions)]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def to_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows as objects, each with its ratio and verdict."""
    return [{**asdict(row), "ratio": ratio(rows, row), "met": verdict(rows, row) or None} for row in rows]
