"""Matches of the house's own agents stay what they are: seeded runs give the same result, to the last digit.

`same_matches.json` was written before the house was put in order. Whoever means to change how an agent plays, or what
`--json` tells, writes it anew: `python -m tests.arena.test_same_matches`.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.cli import make_app
from riverboat.files import write_whole

KEPT = Path(__file__).with_name("same_matches.json")
COMMANDS = (
    "match tight-passive loose-aggressive rock maniac random --hands 2000 --seed 11",
    "match loki-a loki-b loki-c loki-d loki-e --hands 600 --seed 12",
    "match loki-f loose-passive --hands 400 --seed 13",
    "match evolving loki-f --hands 400 --seed 14",
    "match adaptive tight-aggressive always-call --hands 600 --seed 15",
    "match stud stud --game stud --hands 20 --seed 16",
    "match bluff-equilibrium bluff-odds --game bluff --hands 200 --seed 17",
    "match loki-a tight-aggressive maniac --game holdem-nolimit --hands 600 --seed 18",
    "match always-call random --game stud-limit --hands 600 --seed 19",
    'tournament ring "loki-a*2" "tight-passive*3" --seats 4 --hands 400 --seed 20',
    "tournament elimination --field rock,maniac,loki-a,tight-aggressive --entrants 40 --count 2 --seed 21",
)


def told(command: str) -> str:
    """The digest of what a command prints as JSON, but for the version, the time it took, and luck."""
    found = CliRunner().invoke(make_app(), [*shlex.split(command), "--json"], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    result = json.loads(found.stdout)
    del result["version"], result["elapsed_s"]
    for player in result["players"]:
        player.pop("adjusted", None)
    return hashlib.sha256(json.dumps(result).encode()).hexdigest()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_seeded_run_tells_the_same_as_ever(command: str) -> None:
    assert told(command) == json.loads(KEPT.read_text("utf-8"))[command]


if __name__ == "__main__":
    write_whole(KEPT, json.dumps({command: told(command) for command in COMMANDS}, indent=2) + "\n")
