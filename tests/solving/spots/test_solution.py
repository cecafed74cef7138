"""Solved spots as people look at them: nodes, classes, locks, runs that go on, files."""

from __future__ import annotations

import json
import zipfile
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.errors import FileError, GameError, TableError
from riverboat.odds.equity import equity
from riverboat.solving.spots import (
    Lock,
    Spot,
    SpotRun,
    SpotSolution,
    resume_run,
    solve_spot,
    spot_from_json,
    spot_steps,
)

OOP = "QQ+, AJs+, KQs, JTs, 98s:0.5"
IP = "JJ-88, AQo+, T9s, 76s"


@pytest.fixture(scope="module")
def turn() -> SpotSolution:
    spot = Spot(board="Td9d6h2h", oop=OOP, ip=IP, pot=100, stack=300, bets="50%,a", raises="60%")
    return solve_spot(spot, target=0.002)


def test_a_node_tells_frequencies_ev_and_reach(turn: SpotSolution) -> None:
    node = turn.at("check")
    assert (node.side, node.actions, node.pot, node.to_call) == ("ip", ("check", "bet 50", "bet 300"), 100, 0)
    assert np.allclose(node.strategy.sum(axis=1), 1)
    assert node.frequencies.sum() == pytest.approx(1)
    best = node.action_ev.max(axis=1)
    assert (best >= node.ev() - 1e-3).all()
    means = (node.strategy * node.action_ev).sum(axis=1)
    assert np.allclose(means, node.ev(), atol=1e-2, equal_nan=True)
    assert node.mean_ev("oop") + node.mean_ev("ip") == pytest.approx(100, abs=1e-2)
    facing = turn.at("bet 50")
    assert (facing.to_call, facing.pot, facing.stacks) == (50, 150, (250, 300))
    assert np.allclose(facing.action_ev[:, 0], 0, atol=1e-3)  # a fold wins nothing more, and loses nothing more


def test_the_value_of_the_spot_is_that_of_its_first_node(turn: SpotSolution) -> None:
    assert turn.root.mean_ev("oop") == pytest.approx(turn.ev[0], abs=1e-2)
    assert turn.root.mean_ev("ip") == pytest.approx(turn.ev[1], abs=1e-2)
    assert turn.exploitability_share <= 0.002
    assert turn.measure() == pytest.approx(turn.exploitability, abs=1e-3)


def test_equity_is_that_of_the_odds(turn: SpotSolution) -> None:
    spot = turn.spot
    expected = equity([spot.oop, spot.ip], board="Td9d6h2h", method="exact").players[0].equity.mean
    assert turn.equity[0] == pytest.approx(expected, abs=1e-5)
    assert sum(turn.equity) == pytest.approx(1, abs=1e-5)


def test_classes_are_means_of_their_holdings(turn: SpotSolution) -> None:
    rows = {row.name: row for row in turn.root.classes()}
    assert set(rows) == {"AA", "KK", "QQ", "AKs", "AQs", "AJs", "KQs", "JTs", "98s"}
    assert rows["98s"].weight == pytest.approx(1.5)  # three of four: 9d lies on the board; and half of them
    assert sum(rows["AA"].frequencies) == pytest.approx(1)
    assert rows["AA"].equity > rows["KQs"].equity


def test_cards_stand_in_the_way_and_nodes_follow_them(turn: SpotSolution) -> None:
    dealt = turn.at("check, check")
    assert (dealt.kind, dealt.side, len(dealt.cards)) == ("deal", None, 48)
    river = turn.at("check, check, Ks, bet 300")
    assert (river.side, river.actions, len(river.board)) == ("ip", ("fold", "call"), 5)
    assert turn.at("check, check, Ks, all-in").path == river.path
    like = turn.at("check, check, Kc, bet 300")  # solved once for both
    assert like.mean_ev("ip") == pytest.approx(river.mean_ev("ip"), abs=1e-3)
    assert not np.array_equal(like.holdings("oop"), river.holdings("oop"))
    over = turn.at("check, check, Ks, bet 300, call")
    assert (over.kind, over.pot) == ("showdown", 700)
    assert over.mean_ev("oop") + over.mean_ev("ip") == pytest.approx(700, abs=0.1)
    assert over.mean_ev("oop") == pytest.approx(700 * over.mean_equity("oop"), rel=1e-3)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("chek", 'did you mean "check"'),
        ("bet", "could be several of them"),
        ("check, check, bet 50", 'is not a card, and after "check, check" one is dealt'),
        ("check, check, Td", "Td cannot be dealt"),
        ("bet 300, fold, check", "the hand is over there"),
        ("check, check, *", "leads to 35 nodes"),
    ],
)
def test_ways_that_lead_nowhere_are_told(turn: SpotSolution, path: str, says: str) -> None:
    with pytest.raises(GameError, match=says):
        turn.at(path)


def test_a_node_as_data_is_json(turn: SpotSolution) -> None:
    data = json.loads(json.dumps(turn.at("check").to_json()))
    assert data["actions"] == ["check", "bet 50", "bet 300"]
    assert len(data["holdings"]) == len(turn.at("check").holdings())
    assert json.loads(json.dumps(turn.to_json()))["spot"]["board"] == "Td9d6h2h"


def test_a_lock_holds_and_is_answered(turn: SpotSolution) -> None:
    locked = turn.lock("check: check 100%", target=0.002)
    node = locked.at("check")
    assert np.allclose(node.strategy[:, 0], 1)
    assert locked.ev[0] > turn.ev[0] - 0.2  # who faces a weakness loses nothing by it
    some = turn.lock("bet 50: fold 100% with JJ-88", target=0.002)
    node = some.at("bet 50")
    pairs = np.isin(node.holdings(), Lock.read("x: fold 0% with JJ-88").hands.holdings)  # type: ignore[union-attr]
    assert np.allclose(node.strategy[pairs, 0], 1)
    assert node.strategy[~pairs, 0].min() < 0.9
    assert some.ev[0] > turn.ev[0]
    packed = turn.lock("bet 50: fold 100% with JJ-88", target=0.002, packed=True)
    assert packed.ev[0] == pytest.approx(some.ev[0], abs=0.4)


@pytest.mark.parametrize(
    ("lock", "says"),
    [
        ("check: bet 0%", "does not add up|is left"),
        ("check: bet 50 70%, check 40%", "does not add up to 100%: 110"),
        ("check: fold 20%", '"fold" in the lock .* is nothing here'),
        ("check: bet 30%", "is several actions here"),
        ("check: check 100% with 22", "names no hand"),
        ("check bet 30%", "is not a lock"),
        ("check: bet", "does not say how often"),
        ("check, check: check 100%", "names no decision"),
        ("check: check 130%", "from 0% to 100%"),
    ],
)
def test_locks_that_cannot_be_are_told(turn: SpotSolution, lock: str, says: str) -> None:
    if lock == "check: bet 0%":  # what is left is to check: that adds up
        assert np.allclose(turn.lock(lock, most_iterations=1).at("check").strategy[:, 0], 1)
        return
    with pytest.raises(GameError, match=says):
        turn.lock(lock)


def test_a_lock_on_any_card_and_on_one(turn: SpotSolution) -> None:
    spot = turn.spot.locked(Lock.read("check, check, *, check: check 100%"))
    found = solve_spot(spot, most_iterations=5)
    assert all(np.allclose(found.at(f"check, check, {card}, check").strategy[:, 0], 1) for card in ("2s", "Kc"))
    found = solve_spot(turn.spot.locked(Lock.read("check, check, 2s, check: check 100%")), most_iterations=5)
    assert np.allclose(found.at("check, check, 2s, check").strategy[:, 0], 1)
    assert not np.allclose(found.at("check, check, 2c, check").strategy[:, 0], 1)


def test_steps_tell_how_far_it_has_come_and_can_be_stopped(turn: SpotSolution) -> None:
    told = list(islice(spot_steps(turn.spot, target=1e-9), 25))
    assert [step.iterations for step in told] == list(range(1, 26))
    assert told[8].exploitability == np.inf
    assert told[10].measured_at == 10
    assert told[-1].exploitability_share < told[10].exploitability_share
    run = SpotRun(turn.spot)
    for step in run.steps(target=1e-9):
        if step.iterations == 12:
            break
    assert run.solution().iterations == 12
    assert run.solution().exploitability > 0


@pytest.mark.parametrize("kept", ["whole", "packed", "precise"])
def test_a_run_goes_on_from_its_file_as_if_never_stopped(turn: SpotSolution, tmp_path: Path, kept: str) -> None:
    packed = kept == "packed"
    run = SpotRun(turn.spot, packed=packed, precise=kept == "precise")
    for _ in range(20):
        run.game.iterate()
    run.solution().save(tmp_path / "run.npz", regrets=True)
    again = resume_run(tmp_path / "run.npz")
    for each in (run, again):
        for _ in range(20):
            each.game.iterate()
    assert again.iterations == 40
    if packed:
        assert again.measure() == run.measure()
    else:  # averages are kept in two bytes
        assert again.measure() == pytest.approx(run.measure(), rel=0.05, abs=1e-4)
    run.solution().save(tmp_path / "done.npz")
    with pytest.raises(GameError, match="saved without its regrets"):
        resume_run(tmp_path / "done.npz")


def test_a_file_gives_the_solution_back(turn: SpotSolution, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    turn.save(path)
    assert path.stat().st_size < turn.memory / 3
    again = SpotSolution.load(path)
    assert again.spot == turn.spot
    assert again.ev == pytest.approx(turn.ev, abs=0.02)
    assert again.measure() == pytest.approx(turn.measure(), abs=0.02)
    with pytest.raises(GameError, match="was itself read from a file"):
        again.save(tmp_path / "more.npz", regrets=True)
    again.save(tmp_path / "again.npz")
    assert SpotSolution.load(tmp_path / "again.npz").ev == again.ev
    for way in ("", "check", "check, check, 2c, check"):
        assert np.allclose(again.at(way).strategy, turn.at(way).strategy, atol=1e-4)
        assert np.allclose(again.at(way).ev(), turn.at(way).ev(), atol=0.05, equal_nan=True)


def test_a_locked_solution_keeps_its_locks_in_its_file(turn: SpotSolution, tmp_path: Path) -> None:
    locked = turn.lock("check: check 100%", target=0.01)
    locked.save(tmp_path / "locked.npz")
    again = SpotSolution.load(tmp_path / "locked.npz")
    assert [str(lock) for lock in again.spot.locks] == ["check: check 100%"]
    assert again.measure() == pytest.approx(locked.measure(), abs=0.02)


def _changed(path: Path, name: str, change: Any) -> None:
    """Write a file anew with one of its arrays changed."""
    with np.load(path) as old:
        arrays = {each: old[each] for each in old.files}
    arrays[name] = change(arrays[name])
    np.savez_compressed(path, **{each: array for each, array in arrays.items() if array is not None})


def _head(**changes: object) -> Any:
    return lambda head: np.array(json.dumps({**json.loads(str(head)), **changes}))


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("head", _head(version=2), "is of version 2, made by riverboat"),
        ("head", _head(format="other"), "its format is 'other'"),
        ("head", _head(spot={"board": "2c"}), "can't be read|is not a solved spot"),
        ("head", _head(exploitability=float("nan")), "can't be read"),
        ("head", _head(iterations=-1), "can't be read"),
        ("head", lambda head: np.zeros(3), "says nothing of its spot"),
        ("mixes-first-0", lambda array: array[:-1], "damaged|cannot be read"),
        ("mixes-first-0", lambda array: array.astype(np.float32), "damaged|cannot be read"),
        ("mixes-last-0-1", lambda array: np.full_like(array, 65535), "more is done than everything"),
    ],
)
def test_damaged_files_are_refused(turn: SpotSolution, tmp_path: Path, name: str, change: Any, says: str) -> None:
    path = tmp_path / "spot.npz"
    turn.save(path)
    _changed(path, name, change)
    with pytest.raises(TableError, match=says):
        SpotSolution.load(path).at("check, check, 2s").ev("oop")


def test_files_that_are_none_are_refused(turn: SpotSolution, tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("nothing")
    with pytest.raises(TableError, match=r"not an \.npz file"):
        SpotSolution.load(tmp_path / "text.npz")
    with pytest.raises(TableError, match="cannot be read"):
        SpotSolution.load(tmp_path / "missing.npz")
    with pytest.raises(GameError, match=r"solved spots are \.npz"):
        turn.save(tmp_path / "spot.json")
    with pytest.raises(FileError, match="cannot be written"):
        turn.save(tmp_path / "nowhere" / "spot.npz")
    assert not list(tmp_path.glob("spot*"))
    turn.save(tmp_path / "whole.npz")
    with zipfile.ZipFile(tmp_path / "whole.npz") as archive:
        assert archive.testzip() is None


def test_what_cannot_be_asked_of_a_run_is_told(turn: SpotSolution) -> None:
    with pytest.raises(GameError, match="packed and precise at once"):
        SpotRun(turn.spot, packed=True, precise=True)
    with pytest.raises(GameError, match="0 workers cannot be"):
        SpotRun(turn.spot, workers=0)
    with pytest.raises(GameError, match="an exploitability of 0 cannot be reached"):
        solve_spot(turn.spot, target=0)


def test_a_spot_as_data_is_the_spot(turn: SpotSolution) -> None:
    spot = turn.spot.locked(Lock.read("check: bet 50 30%, check 70% with TT, 99"))
    assert spot_from_json(json.loads(json.dumps(spot.to_json()))) == spot
