"""`make prove`: every proof at full size, one after another, resumable; results stand in docs/proofs.md.

A proof is a test marked `prove`. Each runs in a process of its own; its result and the figures it noted are written
down at once, so that an interrupted run loses only the proof that was running. A proof that has passed on exactly
these sources is not run again, unless it is named. That the tests hold on a busy machine is proved by tests/busy.py.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from riverboat.files import write_whole
from riverboat.version import __version__
from tests import busy
from tests.proof_page import PAGE, known_proofs, page

ROOT = Path(__file__).parent.parent
SAVED = ROOT / "docs" / "proofs.json"


def sources() -> str:
    """A name for exactly these sources, of the package and of the tests."""
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def proofs(wanted: list[str]) -> list[str]:
    """The names of the proofs, those that contain a wanted word."""
    names = known_proofs()
    chosen = [
        name for name in names if not wanted or any(word in name or word.replace("-", "_") in name for word in wanted)
    ]
    if not chosen:
        known = "\n  ".join(names)
        sys.exit(f"no proof is called {' or '.join(wanted)!r}; there are:\n  {known}")
    return chosen


def run(name: str) -> dict[str, object]:
    """Run one proof and return what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        environment = {**os.environ, "RIVERBOAT_PROOFS": folder}
        command = [sys.executable, "-m", "pytest", "-m", "prove", "-rs", name]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        elapsed_s = time.perf_counter() - start
        figures = Path(folder, "figures.json")
        noted = json.loads(figures.read_text("utf-8")) if figures.exists() else {}
    passed = done.returncode == 0 and " passed" in done.stdout and " skipped" not in done.stdout
    if not passed:
        sys.stderr.write(done.stdout[-4000:] + done.stderr[-2000:])
    outcome = "passed" if passed else "skipped" if " skipped" in done.stdout and not done.returncode else "failed"
    return _result(outcome, noted, elapsed_s)


def run_busy(name: str, before: dict[str, Any]) -> Iterator[dict[str, object]]:
    """Do what is left to do of a proof of many runs; what came of it so far, after each of them."""
    goes_on = before.get("outcome") == "unfinished" and before.get("sources") == sources()
    start = time.perf_counter() - (before["elapsed_s"] if goes_on else 0)
    for outcome, figures in busy.steps(name, before["figures"] if goes_on else {}):
        yield _result(outcome, figures, time.perf_counter() - start)


def _result(outcome: str, figures: object, elapsed_s: float) -> dict[str, object]:
    """What is kept of a proof."""
    return {
        "outcome": outcome,
        "figures": figures,
        "elapsed_s": round(elapsed_s, 1),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "sources": sources(),
        "version": __version__,
        "python": platform.python_version(),
    }


def main(wanted: list[str]) -> int:
    """Run what is wanted and not yet proved; 1 if anything failed."""
    saved: dict[str, dict[str, object]] = json.loads(SAVED.read_text("utf-8")) if SAVED.exists() else {}
    names = proofs(wanted)
    now = sources()
    failed = 0
    for at, name in enumerate(names, start=1):
        before = saved.get(name, {})
        if not wanted and before.get("outcome") == "passed" and before.get("sources") == now:
            print(f"[{at}/{len(names)}] {name}: proved already on these sources", flush=True)
            continue
        print(f"[{at}/{len(names)}] {name} ...", flush=True)
        for result in run_busy(name, before) if name in busy.PROOFS else [run(name)]:
            saved[name] = result
            print(f"    {result['outcome']} in {result['elapsed_s']} s: {result['figures']}", flush=True)
            write_whole(SAVED, [json.dumps(dict(sorted(saved.items())), indent=1), "\n"])
            write_whole(PAGE, [page(saved)])
        failed += saved[name]["outcome"] != "passed"
    print(f"{len(names) - failed} of {len(names)} proved")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("interrupted: what was proved is kept; run it again to go on")
