"""What all tests share: where real data lies, how proofs note their figures, families and order of the tests."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.families import families_of, files_reversed
from tests.waiting import PATIENCE_S

# A shell that runs the tests in the background makes them deaf to Ctrl-C, and everything they start: listen again.
signal.signal(signal.SIGINT, signal.default_int_handler)

# On a busy machine anything may take long: no example fails because of that.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
hypothesis.settings.load_profile("patient")

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("RIVERBOAT_DATA", ROOT.parent / "shared" / "data"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reverse", action="store_true", help="run the last file first: no test may rest on another")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for family in families_of(item.nodeid):
            item.add_marker(family)
    if config.getoption("--reverse"):
        items[:] = files_reversed(items)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real data that is not ours to ship."""
    if not DATA.is_dir():
        pytest.skip(f"no real data in {DATA.name}: set RIVERBOAT_DATA to its folder")
    return DATA


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, with the sdist beside it, built from a copy of what git tracks, so that nothing left over gets in."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
        if name and (ROOT / name).is_file() and not name.startswith(("tests/", "benchmarks/", "website/", "docs/")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "build", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return next(out.glob("*.whl"))


@pytest.fixture
def left_behind() -> Iterator[Callable[[], list[int]]]:
    """The processes that were started in this test, however far they went, and still run after a while."""
    from riverboat.agents.bots.processes import descendants

    become_subreaper = 36
    ctypes.CDLL(None).prctl(become_subreaper, 1, 0, 0, 0)  # who is orphaned comes to us
    before = set(descendants(os.getpid()))

    def left() -> list[int]:
        deadline = time.monotonic() + PATIENCE_S
        while found := [pid for pid in descendants(os.getpid()) if pid not in before and not _is_dead(pid)]:
            if time.monotonic() > deadline:
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
