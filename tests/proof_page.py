"""docs/proofs.md from docs/proofs.json: a table for each room with one line a proof, all figures folded below it.

Every proof that exists is listed, also one without a saved result, and the runs on a busy machine are among them.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from riverboat.studies.report import COMPARISONS, CONFIRMED, NOT_CONFIRMED
from tests import busy

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "proofs.md"
Saved = Mapping[str, Mapping[str, Any]]
NOT_RUN = "not run yet"
#: A line of a table has so many figures at most, of so many characters together.
MOST_FIGURES, MOST_WIDTH = 3, 150
_INTRODUCTION = """# Proofs

What `make prove` found at full size: every test marked `prove`, run by itself, with the figures that it noted.
`make prove STUDY=NAME` repeats those whose name contains NAME. `make prove STUDY=busy` runs the tests beside two busy
loops: what needs a browser, a terminal or processes ten times, and the whole suite twice, once with its files in
reverse order. What the verdicts of studies mean: [studies](studies/README.md).
"""
#: The words of results that 0.1.0 saved, at the end of a figure's text.
_OLD = ((", differs", ""), (", holds", f", {CONFIRMED}"), (", fails", f", {NOT_CONFIRMED}"))


@cache
def known_proofs() -> tuple[str, ...]:
    """The names of the tests marked `prove`, read from their sources, and of the runs on a busy machine."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "pytest.mark.prove" in text:
            functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
            marked = [each.name for each in functions if "pytest.mark.prove" in map(ast.unparse, each.decorator_list)]
            found += [f"{path.relative_to(ROOT)}::{name}" for name in marked]
    return (*found, *busy.PROOFS)


def page(saved: Saved, known: tuple[str, ...] | None = None) -> str:
    """The results as a page to read."""
    names = known_proofs() if known is None else known
    rooms: dict[str, list[str]] = {}
    for name in sorted(names):
        rooms.setdefault(_room(name), []).append(name)
    if gone := sorted(set(saved) - set(names)):
        rooms["tests that are gone"] = gone
    outcomes = Counter(saved[name]["outcome"] if name in saved else NOT_RUN for name in names)
    counted = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
    parts = [_INTRODUCTION, f"{len(names)} proofs: {counted}.\n"]
    parts += [_section(room, members, saved) for room, members in sorted(rooms.items(), key=_order)]
    return "\n".join(parts)


def _order(item: tuple[str, list[str]]) -> tuple[bool, bool, str]:
    """Rooms by their names, then the busy machine, then what is gone."""
    return item[0] == "tests that are gone", item[0] == "busy machine", item[0]


def _room(name: str) -> str:
    folders = Path(name.partition("::")[0]).parts[1:-1]
    return folders[0] if folders else "busy machine"


def words_of(name: str) -> str:
    """A proof's name in words."""
    return name.split("::")[-1].removeprefix("test_").removeprefix("busy_machine_").replace("_", " ")


def _section(room: str, names: list[str], saved: Saved) -> str:
    lines = [
        f"## {room.capitalize()}",
        "",
        "| proof | result | key figures | seconds | date |",
        "|---|---|---|---|---|",
    ]
    for name in names:
        result = saved.get(name)
        if result is None:
            lines.append(f"| {words_of(name)} | {NOT_RUN} | | | |")
        else:
            key = _key_figures(result["figures"])
            cells = (words_of(name), result["outcome"], key, result["elapsed_s"], result["date"])
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, "", *_details([(name, saved[name]) for name in names if name in saved])])


def _details(results: list[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """All figures of a room's proofs, folded."""
    told = [(name, result["figures"]) for name, result in results if len(result["figures"])]
    if told:
        yield "<details><summary>All figures</summary>\n"
        for name, figures in told:
            yield f"**{words_of(name)}**\n"
            yield "\n".join(f"- {key}: {said(value)}" for key, value in figures.items()) + "\n"
        yield "</details>\n"


def said(value: object) -> str:
    """A figure in a few digits, its verdict in today's words."""
    if isinstance(value, int):
        return f"{value:,}"
    text = re.sub(r"-?\d+\.\d{8,}", lambda found: f"{float(found[0]):.4g}", str(value))
    for old, today in _OLD:
        text = text.removesuffix(old) + today if text.endswith(old) else text
    return text


def _key_figures(figures: Mapping[str, object]) -> str:
    """A study's verdicts, counted, or else the first few figures."""
    texts = {key: said(value) for key, value in figures.items()}
    verdicts = Counter(word for text in texts.values() if (word := text.rpartition(", ")[2]) in COMPARISONS)
    if verdicts:
        return f"{len(texts)} figures: " + ", ".join(
            f"{verdicts[word]} {word}" for word in COMPARISONS if verdicts[word]
        )
    chosen: list[str] = []
    for key, text in texts.items():
        told = f"{key}: {text}"
        if len(chosen) == MOST_FIGURES or sum(map(len, chosen)) + len(told) > MOST_WIDTH:
            break
        chosen.append(told)
    return "; ".join(chosen) or f"{len(texts)} figures" * bool(texts)
