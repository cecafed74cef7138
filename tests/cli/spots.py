"""A small river spot as it is typed, for the tests of the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from riverboat.cli import app

RANGES = ("--oop", "AA,KQs,JTs,77", "--ip", "KK-JJ,T9s,A5s")
SIZES = ("--pot", "20", "--stack", "60", "--bets", "50%,a", "--raises", "60%,a")
SPOT = ("--board", "Td9d6hQc2s", *RANGES, *SIZES)


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints on standard output."""
    app([*words], standalone_mode=False)
    return capsys.readouterr().out


def told(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What a command prints with --json."""
    answer: dict[str, Any] = json.loads(run(*words, "--json", capsys=capsys))
    return answer
