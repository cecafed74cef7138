"""Measure Riverboat and its peers and print one table: `python benchmarks/run.py`, or `make bench`.

A virtual environment of its own (.venv-bench) is made on the first run. A whole run saves docs/benchmarks.md and
benchmarks/saved.json; one group (`--only`) is printed and not saved, so that the page always shows a single run.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# Run as a script, Python looks for modules in this folder, not in the one above, where the package `benchmarks` is.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import environment, table
from benchmarks.environment import ROOT, tell
from benchmarks.measure import GROUPS
from benchmarks.writing import write_whole

PAGE = ROOT / "docs" / "benchmarks.md"
SAVED = ROOT / "benchmarks" / "saved.json"
COMMAND = "make bench"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=GROUPS, help="measure one group, and save nothing")
    parser.add_argument("--json", action="store_true", help="print one object instead of the table")
    parser.add_argument("--seed", type=int, default=1, help="what the random cards come from")
    chosen = parser.parse_args(arguments)
    if chosen.seed < 0:
        parser.error(f"a seed of {chosen.seed} cannot be: give 0 or more")
    try:
        run = measure([chosen.only] if chosen.only else GROUPS, chosen.seed)
    except KeyboardInterrupt:
        tell("stopped; nothing was saved")
        return 130
    rows, versions = run["rows"], run["versions"]
    as_json = json.dumps({**run, "rows": table.to_json(rows)}, indent=1) + "\n"
    if not chosen.only:
        page = as_page(run)
        write_whole(SAVED, as_json)
        write_whole(PAGE, page)
        tell(f"saved {PAGE.relative_to(ROOT)} and {SAVED.relative_to(ROOT)}")
    print(as_json if chosen.json else f"{table.as_text(rows, versions)}\n{table.summary(rows)}", end="\n")
    return 0


def measure(groups: Sequence[str], seed: int) -> dict[str, Any]:
    """The rows of the groups, each measured in a process of its own, and what they were measured on."""
    made = environment.prepare()
    versions = made.versions()
    rows: list[table.Row] = []
    for number, group in enumerate(groups, 1):
        tell(f"measuring {group} ({number} of {len(groups)})")
        try:
            printed = made.run("-m", "benchmarks.measure", group, "--seed", str(seed))
            found = json.loads(printed.splitlines()[-1])  # peers may have printed before
            rows += [table.Row(**row) for row in found]
        except subprocess.CalledProcessError as error:
            problem = f"the measuring process ended with {error.returncode}"
            rows.append(table.Row(group=group, task=group, who=table.US, what="", unit="", problem=problem))
    return {
        "command": COMMAND,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "processor": processor(),
        "python": platform.python_version(),
        "seed": seed,
        "version": versions.get("riverboat", ""),
        "versions": versions,
        "rows": rows,
    }


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def as_page(run: dict[str, Any]) -> str:
    """The page in docs/."""
    rows, versions = run["rows"], run["versions"]
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"""# Benchmarks

Riverboat compared with its peers, all in one run of `{run["command"]}` on one core: {run["processor"]}, {run["date"]},
Python {run["python"]}, seed {run["seed"]}. Versions: {listed}.

Contenders take turns of at least a tenth of a second, at most seven, and the best call of each counts; everybody runs
once before that, so that compiling is not counted, except where first use is what is measured. Peers get cards in their
own form, made beforehand, and the answers of those who value hands are compared with ours before they are timed.
"riverboat is" says how many times faster Riverboat does the same work.

{table.as_markdown(rows, versions)}
{table.summary(rows)}.
"""


if __name__ == "__main__":
    sys.exit(main())
