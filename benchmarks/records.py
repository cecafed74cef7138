"""Reading recorded hands: PHH files of the Pluribus matches, from the text in memory to each side's own object."""

from __future__ import annotations

import os
import tarfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.records import parse_phh, verify

GROUP = "records"
HANDS = 500
DATA = Path(os.environ.get("RIVERBOAT_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
ARCHIVE = "phh/pluribus_wsop.tgz"


def rows(seed: int) -> Iterator[Row]:
    """Reading alone, and reading with every hand played again to its end."""
    tasks = (("PHH, read", _riverboat, _pokerkit, 1.0), ("PHH, read and replayed", _riverboat_replay, _replay, None))
    if not (DATA / ARCHIVE).is_file():
        problem = f"needs {ARCHIVE} in the folder that RIVERBOAT_DATA names"
        for task, _, _, least in tasks:
            for who in (US, "pokerkit"):
                ratio = least if who != US else None
                yield Row(group=GROUP, task=task, who=who, what="", unit="hands/s", problem=problem, least_ratio=ratio)
        return
    texts = list(_texts())
    for task, ours, theirs, least in tasks:
        entries = [
            Entry(who=US, build=partial(ours, texts)),
            Entry(who="pokerkit", build=partial(theirs, texts), least_ratio=least),
        ]
        yield from contest(GROUP, task, "hands/s", entries)


def _texts() -> Iterator[str]:
    with tarfile.open(DATA / ARCHIVE) as archive:
        names = sorted(name for name in archive.getnames() if "/pluribus/" in name and name.endswith(".phh"))
        for name in names[:: len(names) // HANDS][:HANDS]:
            file = archive.extractfile(name)
            if file is not None:
                yield file.read().decode()


def _riverboat(texts: list[str], _: Any) -> Contender:
    def run() -> None:
        for text in texts:
            parse_phh(text)

    return Contender(run=run, work=len(texts), what=f"parse_phh, {len(texts)} hands")


def _riverboat_replay(texts: list[str], _: Any) -> Contender:
    def run() -> None:
        for text in texts:
            verify(parse_phh(text))

    return Contender(run=run, work=len(texts), what=f"parse_phh and verify, {len(texts)} hands")


def _pokerkit(texts: list[str], pokerkit: Any) -> Contender:
    def run() -> None:
        for text in texts:
            pokerkit.HandHistory.loads(text)

    return Contender(run=run, work=len(texts), what=f"HandHistory.loads, {len(texts)} hands")


def _replay(texts: list[str], pokerkit: Any) -> Contender:
    some = texts[:: len(texts) // 50]

    def run() -> None:
        for text in some:
            for _ in pokerkit.HandHistory.loads(text):
                pass

    return Contender(run=run, work=len(some), what=f"HandHistory.loads and its states one by one, {len(some)} hands")
