"""The proof that the tests hold on a busy machine: `make prove STUDY=busy`.

While two other processes keep the cores busy, four workers run the tests: those of browser, terminal and processes
ten times in a row, and the whole suite twice, once with its files in reverse order. Every run is noted at once: what
was interrupted goes on with the next run, as long as the sources are the same. One run that fails, and the count
begins anew. Where other work keeps the cores busy already, `RIVERBOAT_BUSY_LOOPS=0` adds no loops to it. Each run
notes for how much of its time the cores were idle; with more than a twentieth it does not count.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.families import FAMILIES

ROOT = Path(__file__).parent.parent
LOOPS = int(os.environ.get("RIVERBOAT_BUSY_LOOPS", "2"))
MOST_IDLE = 0.05  # of the cores' time
#: Four workers, not two: twice the company for each test, and much of what they do is waiting.
_PYTEST = (sys.executable, "-m", "pytest", "-n", "4", "--dist", "loadfile", "--no-loadscope-reorder")
#: Ends by itself when whoever began it has gone, however that came.
_LOOP = "import os; begun_by = os.getppid()\nwhile os.getppid() == begun_by: sum(range(100_000))"


@dataclass(frozen=True)
class Outcome:
    """How a run of the tests ended."""

    passed: bool
    summary: str  # pytest's last line: "211 passed in 312.40s"


Run = Callable[[tuple[str, ...]], Outcome]

#: By name: the words that choose the tests, and how many runs must pass one after another.
PROOFS: dict[str, tuple[tuple[str, ...], int]] = {
    "tests/busy.py::busy_machine_browser_terminal_and_process_tests_ten_times_in_a_row": (
        ("-m", f"({' or '.join(FAMILIES)}) and not prove"),
        10,
    ),
    "tests/busy.py::busy_machine_the_whole_suite": ((), 1),
    "tests/busy.py::busy_machine_the_whole_suite_with_its_files_in_reverse_order": (("--reverse",), 1),
}


@contextmanager
def busy_loops(count: int = LOOPS) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Keep so many cores busy."""
    loops = [subprocess.Popen([sys.executable, "-S", "-c", _LOOP]) for _ in range(count)]
    try:
        yield loops
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()


def run_tests(words: tuple[str, ...]) -> Outcome:
    """Run the tests that the words choose beside the loops; what pytest prints is seen as it comes."""
    start, before = time.monotonic(), cores_time()
    last: deque[str] = deque(maxlen=1)
    with (
        busy_loops() as loops,
        subprocess.Popen([*_PYTEST, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True) as tests,
    ):
        assert tests.stdout is not None
        for line in tests.stdout:
            print(f"    {time.monotonic() - start:6.0f} s  {line}", end="", flush=True)
            last.extend([line.strip()] * bool(line.strip()))
        code = tests.wait()
        still_busy = all(loop.poll() is None for loop in loops)
    idle, whole = (now - then for now, then in zip(cores_time(), before, strict=True))
    summary = last[0] if last else "nothing was said"
    passed = code == 0 and " passed" in summary and still_busy and idle <= MOST_IDLE * whole
    return Outcome(passed, f"{summary}; cores idle {idle / whole:.1%} of the time")


def cores_time() -> tuple[int, int]:
    """For how long the cores have been idle, and how long they have run, in ticks since the system began."""
    ticks = [int(word) for word in Path("/proc/stat").read_text("utf-8").splitlines()[0].split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)


def steps(name: str, done: dict[str, str], run: Run = run_tests) -> Iterator[tuple[str, dict[str, str]]]:
    """The runs of a proof that are left to do: after each, how it stands and what every run said so far."""
    words, wanted = PROOFS[name]
    figures = dict(done)
    for number in range(len(figures) + 1, wanted + 1):
        print(f"  run {number} of {wanted}, {LOOPS} loops beside it", flush=True)
        outcome = run(words)
        figures[f"run {number}"] = outcome.summary
        if not outcome.passed:
            yield "failed", figures
            return
        yield "passed" if number == wanted else "unfinished", figures
