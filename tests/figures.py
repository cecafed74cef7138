"""The figures that the docs tell, each with the saved result it comes from.

A page's figures stand here as pieces of its text, with `{}` for each figure and the figures themselves beside it, read
from what the studies, `make prove` and `make bench` saved. `tests/test_docs.py` holds the pages to them, and
`python -m tests.figures` puts the saved figures into the pages, where only they have changed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from riverboat.files import write_whole
from riverboat.studies.frozen_settings import frozen_files, read_frozen
from riverboat.studies.report import shown
from tests import proof_page

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
STUDIES = ROOT / "src" / "riverboat" / "studies" / "saved"
_NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?(?:/\d+)?"


class Told(NamedTuple):
    """A piece of a page, and the figures in it as they must be printed."""

    text: str
    figures: tuple[str, ...]

    @property
    def printed(self) -> str:
        """The piece as the page must have it."""
        return self.text.format(*self.figures)

    @property
    def pattern(self) -> re.Pattern[str]:
        """Where the piece stands in a page, whatever its figures are, and however its lines are broken."""
        parts = [_broken(part) for part in re.split(r"\{\}", self.text)]
        shapes = [_NUMBER if re.fullmatch(_NUMBER, figure) else r"[^|\n]+?" for figure in self.figures]
        return re.compile("".join(a + f"({b})" for a, b in zip(parts, shapes, strict=False)) + parts[-1])


def _broken(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))


def told(text: str, *figures: object) -> Told:
    """A piece of a page with its figures."""
    assert text.count("{}") == len(figures), text
    return Told(text, tuple(map(str, figures)))


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def study(name: str, figure: str, part: str = "ours") -> Any:
    """A figure of a saved study; `part` may be "paper", or of an estimate "mean", "low", "high" and "half"."""
    (row,) = [row for row in _read(STUDIES / f"{name}.json")["figures"] if row["name"] == figure]
    if part in row:
        return shown(row)[part]
    ours = row["ours"]
    return (ours["high"] - ours["low"]) / 2 if part == "half" else ours[part]


def details(name: str, key: str) -> Any:
    """A part of a saved study besides its figures."""
    return _read(STUDIES / f"{name}.json")[key]


def proof(test: str, figure: str) -> Any:
    """A figure that a proof noted; `test` is a part of its name."""
    (found,) = [result for name, result in _read(DOCS / "proofs.json").items() if test in name]
    return found["figures"][figure]


def bench(task: str, part: str = "figure", *, who: str = "riverboat", what: str = "") -> float:
    """A figure of the saved benchmarks, or its "ratio"."""
    rows = _read(ROOT / "benchmarks" / "saved.json")["rows"]
    found = [row for row in rows if row["task"] == task and row["who"] == who and what in row["what"]]
    return float(found[0][part])


def numbers(text: str) -> list[float]:
    """All numbers in a text that a proof noted."""
    return [float(each.replace(",", "")) for each in re.findall(r"[-+]?\d[\d,]*(?:\.\d+)?", text)]


def middle(bounds: str, digits: int) -> str:
    """The middle of two proved bounds, rounded; it must not leave them."""
    low, high = numbers(bounds)[:2]
    shown = f"{(low + high) / 2:.{digits}f}"
    assert low <= float(shown) <= high, f"{shown} lies outside its bounds, {bounds}: print other digits"
    return shown


def apart(mean: float, half: float, digits: int) -> str:
    """A mean and half its interval: "+0.448 ± 0.005"."""
    return f"{mean:+.{digits}f} ± {half:.{digits}f}"


def checked() -> Iterator[tuple[Path, Told]]:
    """Every piece with its page."""
    from tests.figures_of_pages import PAGES

    for page, pieces in PAGES.items():
        for piece in pieces():
            yield ROOT / page, piece


def uncovered(page: Path) -> list[str]:
    """The decimal numbers of a page that are in no piece of it, with the words before them."""
    text = re.sub(r"```.*?```", lambda code: " " * len(code[0]), page.read_text("utf-8"), flags=re.DOTALL)
    spans = [found.span() for at, piece in checked() if at == page and (found := piece.pattern.search(text))]
    return [
        f"{text[max(0, found.start() - 25) : found.start()]}{found[0]}"
        for found in re.finditer(r"[-+]?\d+\.\d+", text)
        if not any(start <= found.start() < end for start, end in spans)
    ]


def frozen_pages() -> Iterator[tuple[Path, str]]:
    """Every page of a study with tuned settings, and the file of frozen settings as the page must have it."""
    for path in frozen_files():
        for name in read_frozen(path).studies:
            own, shared = (DOCS / "studies" / f"{stem}.md" for stem in (name, name.partition("-")[0]))
            yield own if own.exists() else shared, f"```toml\n# frozen/{path.name}\n{path.read_text('utf-8')}```\n"


def refresh_frozen() -> list[str]:
    """Put the frozen settings into the pages; pages that have no place for them are returned."""
    left = []
    for page, block in frozen_pages():
        head = "\n".join(block.splitlines()[:2])
        text = page.read_text("utf-8")
        new, count = re.subn(rf"{re.escape(head)}\n.*?```\n", block.replace("\\", "\\\\"), text, flags=re.DOTALL)
        if count != 1:
            left.append(f"{page.name} must have this once, with ``` under it:\n{head}")
        elif new != text:
            write_whole(page, [new])
    return left


def problem(page: Path, piece: Told) -> str:
    """What is wrong with a piece of a page; "" if nothing is."""
    text = page.read_text("utf-8")
    count = len(re.findall(_broken(piece.printed), text))
    if count == 1:
        return ""
    if count > 1:
        return f"{page.name} has this {count} times: {piece.printed}"
    found = piece.pattern.search(text)
    there = f"the page says: {found[0]}" if found else "the page does not say it at all"
    return f"{page.name}: the saved result says: {piece.printed}; {there}"


def refresh() -> list[str]:
    """Put the saved figures into the pages; what could not be put in is returned."""
    for page, piece in checked():
        text = page.read_text("utf-8")
        found = piece.pattern.search(text)
        if found is not None and problem(page, piece):
            new, moved = text, 0
            for at, figure in enumerate(piece.figures, start=1):
                start, end = found.start(at) + moved, found.end(at) + moved
                new = new[:start] + figure + new[end:]
                moved += len(figure) - (end - start)
            write_whole(page, [new])
    return [wrong for page, piece in checked() if (wrong := problem(page, piece))]


if __name__ == "__main__":
    left = refresh() + refresh_frozen()
    write_whole(proof_page.PAGE, [proof_page.page(_read(DOCS / "proofs.json"))])
    print("\n".join(left) or "every figure in the docs is that of its saved result")
    sys.exit(1 if left else 0)
