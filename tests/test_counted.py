"""One of something is told in the singular."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import riverboat
from riverboat.arena.exploit.flops import FlopPlan
from riverboat.arena.exploit.local import LocalPlan
from riverboat.doors.acpc.definition import read_definition
from riverboat.errors import RiverboatError, counted

LINES = "GAMEDEF\nlimit\nnumPlayers = 2\nblind = 10\nEND GAMEDEF\n"


def _read_one_blind() -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.def"
        path.write_text(LINES, "utf-8")
        return read_definition(path)


REFUSED: dict[str, Callable[[], object]] = {
    "1 flop is too few": lambda: FlopPlan(agent="rock", flops=1),
    "1 hand is too few": lambda: LocalPlan(agent="rock", hands=1),
    "1 opponent for 3 seats": lambda: riverboat.env.batch("holdem-limit", seats=3, opponents=["rock"]),
    "1 seed for 2 lanes": lambda: riverboat.env.batch("leduc", hands=2).reset(seed=[1]),
    "1 blind for 2 players": _read_one_blind,
}


@pytest.mark.parametrize("words", REFUSED)
def test_one_is_told_in_the_singular(words: str) -> None:
    with pytest.raises(RiverboatError, match=words):
        REFUSED[words]()


def test_counted() -> None:
    assert (counted(1, "seat"), counted(2, "seat"), counted(2000, "hand")) == ("1 seat", "2 seats", "2,000 hands")
