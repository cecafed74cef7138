"""How long the first answer takes when nothing is compiled yet, and any later one, as whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from benchmarks.table import US, Row
from benchmarks.timing import seconds

GROUP = "first_use"
QUESTIONS = (
    ("AhKh", "--board", "2h7hTc", "--opponents", "3"),
    ("AhKh",),
    ("AhKh vs QsQc vs 20%",),
    ("AA vs 72o",),
)
AGAIN = 3


def rows(seed: int) -> Iterator[Row]:
    """The slowest of several questions, each first asked with an empty cache."""
    first: dict[Sequence[str], float] = {}
    later: dict[Sequence[str], float] = {}
    for question in QUESTIONS:
        with tempfile.TemporaryDirectory() as cache:
            first[question] = _ask(question, cache, seed)
            later[question] = min(_ask(question, cache, seed) for _ in range(AGAIN))
    for task, times, most in (("first use, compiling", first, 15.0), ("any use after that", later, 1.5)):
        slowest = max(times, key=lambda question: times[question])
        what = f"riverboat odds as a process; the slowest of {len(QUESTIONS)} questions was {' '.join(slowest)}"
        yield Row(group=GROUP, task=task, who=US, what=what, unit="s", figure=times[slowest], most=most)


def _ask(question: Sequence[str], cache: str, seed: int) -> float:
    command = [sys.executable, "-m", "riverboat", "odds", *question, "--seed", str(seed)]
    environment = {**os.environ, "RIVERBOAT_CACHE": cache}

    def run() -> None:
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    return seconds(run)
