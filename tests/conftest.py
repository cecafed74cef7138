"""What all tests share: where real data lies, and how proofs note their figures."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# A shell that runs the tests in the background makes them deaf to Ctrl-C, and everything they start: listen again.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("RIVERBOAT_DATA", ROOT.parent / "shared" / "data"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real data that is not ours to ship."""
    if not DATA.is_dir():
        pytest.skip(f"no real data in {DATA.name}: set RIVERBOAT_DATA to its folder")
    return DATA


@pytest.fixture
def left_behind() -> Iterator[Callable[[], list[int]]]:
    """The processes that were started in this test, however far they went, and still run after a while."""
    from riverboat.agents.processes import descendants

    become_subreaper = 36
    ctypes.CDLL(None).prctl(become_subreaper, 1, 0, 0, 0)  # who is orphaned comes to us
    before = set(descendants(os.getpid()))

    def left() -> list[int]:
        found: list[int] = []
        for _ in range(200):
            found = [pid for pid in descendants(os.getpid()) if pid not in before and not _is_dead(pid)]
            if not found:
                break
            time.sleep(0.02)
        return found

    yield left
    ctypes.CDLL(None).prctl(become_subreaper, 0, 0, 0, 0)


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


@pytest.fixture
def note() -> Iterator[Callable[[str, object], None]]:
    """Note a figure that a proof has measured; `make prove` collects them."""
    figures: dict[str, object] = {}

    def keep(name: str, figure: object) -> None:
        figures[name] = figure

    yield keep
    if folder := os.environ.get("RIVERBOAT_PROOFS"):
        path = Path(folder, "figures.json")
        before = json.loads(path.read_text("utf-8")) if path.exists() else {}
        path.write_text(json.dumps({**before, **figures}), "utf-8")
