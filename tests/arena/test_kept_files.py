"""Files from which work goes on (checkpoints, kept runs, bred players), made to do harm: refused in a sentence."""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.agents.evolving.models import evolving_agent, write_player
from riverboat.arena.matches.results import unit_from_json
from riverboat.arena.tournaments.tournament import TournamentResult
from riverboat.cli.commands.training.evolve import seed_of
from riverboat.errors import AgentError, ArenaError, GameError, RiverboatError
from riverboat.games.bluff.game import BluffRules
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.tables import make_tables
from riverboat.steps import FORMAT, LARGEST_COLUMN, Checkpoint
from riverboat.training.breeding import Breeding, breed

_UNIT = {"unit": 0, "shape": [1, 2], "counts": [[1, 2]], "digest": "x", "faults": [[0, []]], "forfeits": []}


def _packed(size: int) -> str:
    return base64.b64encode(zlib.compress(bytes(size))).decode()


@pytest.mark.parametrize("read", [unit_from_json, TournamentResult.from_json])
@pytest.mark.parametrize(
    "piece",
    [
        {},
        {**_UNIT, "nets": 7},
        {**_UNIT, "nets": "no"},
        {**_UNIT, "nets": _packed(8)},
        {**_UNIT, "nets": _packed(16), "counts": "many"},
        {**_UNIT, "nets": _packed(16), "faults": 3},
        {**_UNIT, "nets": _packed(LARGEST_COLUMN + 8)},
        {"number": 0, "columns": _packed(LARGEST_COLUMN + 8)},
        {"number": 0, "columns": _packed(8)},
    ],
)
def test_a_piece_that_says_nothing(
    tmp_path: Path, piece: dict[str, Any], read: Callable[[dict[str, Any]], Any]
) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text(json.dumps({"format": FORMAT, "work": 1}) + "\n" + json.dumps(piece) + "\n")
    kept = Checkpoint(path, {"work": 1})
    with pytest.raises(ArenaError, match="is damaged: start again without --resume"):
        kept.read_back(kept.load(), read)


@pytest.mark.parametrize("text", ["", "\n[]\n", "[" * 5000, '{"format": "riverboat checkpoint 1"}\n[]\n', "9" * 5000])
def test_a_checkpoint_that_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text(text)
    with pytest.raises(ArenaError, match="is not a checkpoint"):
        Checkpoint(path, {}).load()


def test_a_pipe_is_no_checkpoint_and_no_run(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    os.mkfifo(path)
    with pytest.raises(ArenaError, match="it is a pipe, and only files are read"):
        Checkpoint(path, {}).load()
    with pytest.raises(GameError, match="it is a pipe, and only files are read"):
        _run(path).load()
    with pytest.raises(ArenaError, match="it is a pipe, and only files are read"):
        seed_of(path)


def _run(path: Path) -> BluffRun:
    return BluffRun(make_tables(BluffRules(dice=(1, 1), faces=2).table, check=False), "dcfr", path)


def test_a_kept_run_of_bluff(tmp_path: Path) -> None:
    path = tmp_path / "run"
    run = _run(path)
    run.save()
    good = path.read_bytes()
    assert _run(path).load()
    head, numbers = json.loads(good.partition(b"\n")[0]), good.partition(b"\n")[2]
    wrong: list[tuple[str, object]] = [("halves", "x"), ("halves", None), ("halves", -1)]
    wrong += [("spent_s", []), ("spent_s", float("nan"))]
    for key, value in wrong:
        path.write_bytes(json.dumps({**head, key: value}).encode() + b"\n" + numbers)
        with pytest.raises(GameError, match="start again without --resume"):
            _run(path).load()
    path.write_bytes(json.dumps(head).encode() + b"\n" + np.float32("nan").tobytes() + numbers[4:])
    with pytest.raises(GameError, match="is damaged"):
        _run(path).load()
    for text in (b"[]\n", b"7\n", b"\n", b"[" * 5000):
        path.write_bytes(text + numbers)
        with pytest.raises(GameError, match="is not a run of this game"):
            _run(path).load()


@pytest.mark.parametrize(
    "changed",
    [
        {"won": np.array(["x"])},
        {"won": np.array([np.nan])},
        {"won": np.zeros((1, 1))},
        {"won": np.full(1, 1e300), "others": np.zeros((1, 1))},
        {"won": np.zeros(2), "others": np.zeros((1, 1))},
        {"others": np.array("x")},
        {"told": np.zeros((1, 3))},
        {"told": np.full((1, 5), 1e18)},
        {"told": np.full((1, 5), np.inf)},
        {"told": np.array("x")},
        {"work": np.zeros(3)},
        {"seed": np.array("x")},
    ],
)
def test_a_run_of_breeding(tmp_path: Path, changed: dict[str, Any]) -> None:
    pytest.importorskip("cma")
    path = tmp_path / "bred.npz"
    breeding = Breeding(method="cma", options={"population": 4.0}, epochs=1)
    kept = {"work": breeding.work, "seed": np.int64(0), "won": np.zeros(1), "others": np.zeros((1, 1))}
    agent = evolving_agent(options={"population": 4, "outside": 1})
    write_player(path, agent, made_by="a test", **{**kept, "told": np.zeros((0, 5)), **changed})
    with pytest.raises(AgentError, match=r"bred.npz"):
        next(breed(breeding, path=path, resume=True))


@pytest.mark.parametrize("seed", [np.array("x"), np.zeros(3), np.array(-1), np.array(1.5)])
def test_a_seed_that_is_none(tmp_path: Path, seed: Any) -> None:
    path = tmp_path / "bred.npz"
    write_player(path, evolving_agent(), made_by="a test", seed=seed)
    with pytest.raises(RiverboatError, match="there is no run in it to go on with"):
        seed_of(path)
