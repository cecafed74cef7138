"""`riverboat solve spots`: a list of spots, wherever it is solved, reported side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from riverboat.arena.spots import batch
from riverboat.cli import app
from riverboat.cli.commands.spots.solve_spots import read_tasks
from riverboat.cli.spot_options import read_words
from riverboat.errors import RiverboatError
from riverboat.solving.spots import SpotSolution
from riverboat.steps import Checkpoint
from tests.cli.spots import RANGES, SIZES, run, told

Capture = pytest.CaptureFixture[str]
LINES = """# rivers
Td9d6hQc2s

AsKd7c4h2d        # the pot is that of all
--board 8h7h6s2c3d --pot 10 --oop "AA, T9s"
"""
COMMON = (*RANGES, *SIZES, "--target", "0.5%")


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("riverboat.kernel.user_cache", lambda: tmp_path / "cache")
    path = tmp_path / "boards.txt"
    path.write_text(LINES, "utf-8")
    return path


def _result(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: answer[name] for name in ("spots", "means")}


def test_each_line_as_if_it_were_solved_alone(boards: Path, capsys: Capture) -> None:
    answer = told("solve", "spots", str(boards), *COMMON, "--at", "check", capsys=capsys)
    rows = answer["spots"]
    assert [row["line"] for row in rows] == [2, 4, 5]
    assert [row["board"] for row in rows] == ["Td9d6hQc2s", "AsKd7c4h2d", "8h7h6s2c3d"]
    assert [row["pot"] for row in rows] == [20, 20, 10]
    alone = told("solve", "spot", "--board", "AsKd7c4h2d", *COMMON, "--at", "check", capsys=capsys)
    assert rows[1]["ev"] == alone["ev"]
    assert rows[1]["equity"] == alone["equity"]
    assert rows[1]["exploitability_pot"] == alone["exploitability_pot"]
    assert [row["frequency"] for row in rows[1]["actions"]] == [row["frequency"] for row in alone["actions"]]
    assert rows[1]["bets"][1] == pytest.approx(sum(row["frequency"] for row in alone["actions"][1:]))
    shares = [row["ev"][0] / row["pot"] for row in rows]
    assert answer["means"]["ev_pot"][0] == pytest.approx(sum(shares) / 3)
    assert answer["means"]["equity"][0] == pytest.approx(sum(row["equity"][0] for row in rows) / 3)


@pytest.mark.parametrize("where", [("--workers", "2"), ("--cluster", "local", "--workers", "2")], ids=["two", "dask"])
def test_the_same_result_on_one_process_two_and_a_cluster(
    where: tuple[str, ...], boards: Path, capsys: Capture
) -> None:
    here = told("solve", "spots", str(boards), *COMMON, capsys=capsys)
    there = told("solve", "spots", str(boards), *COMMON, *where, capsys=capsys)
    assert _result(there) == _result(here)


def test_the_text_has_a_line_for_each_board_and_the_mean(boards: Path, tmp_path: Path, capsys: Capture) -> None:
    picture, folder = tmp_path / "boards.svg", tmp_path / "solved"
    more = ("--picture", str(picture), "--out", str(folder))
    text = run("solve", "spots", str(boards), *COMMON, *more, capsys=capsys)
    for word in ("8h7h6s2c3d", "mean of 3", "oop bets", "ip bets: after a check of oop"):
        assert word in text
    assert picture.read_text("utf-8").startswith("<?xml")
    kept = sorted(folder.iterdir())
    assert [path.name for path in kept] == ["0002-Td9d6hQc2s.npz", "0004-AsKd7c4h2d.npz", "0005-8h7h6s2c3d.npz"]
    assert SpotSolution.load(kept[2]).spot.pot == 10


def test_spots_as_json_lines(boards: Path, capsys: Capture) -> None:
    alone = told("solve", "spot", "--board", "AsKd7c4h2d", *COMMON, capsys=capsys)
    boards.write_text(json.dumps(alone["spot"]) + "\n", "utf-8")
    assert told("solve", "spots", str(boards), "--target", "0.5%", capsys=capsys)["spots"][0]["ev"] == alone["ev"]


def test_an_interrupted_list_goes_on_where_it_stopped(
    boards: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved: list[int] = []
    real = batch._solve_task

    def third_is_interrupted(task: dict[str, Any]) -> dict[str, Any]:
        if len(solved) == 2:
            solved.append(-1)
            raise KeyboardInterrupt
        solved.append(task["line"])
        return real(task)

    monkeypatch.setattr(batch, "_solve_task", third_is_interrupted)
    words = ("solve", "spots", str(boards), *COMMON)
    try:
        code = app([*words], standalone_mode=False)
    except KeyboardInterrupt:
        code = 130
    assert code == 130
    assert "what was solved is kept: the same command with --resume goes on" in capsys.readouterr().err
    went_on = told(*words, "--resume", capsys=capsys)
    assert solved == [2, 4, -1, 5]
    assert _result(went_on) == _result(told(*words, capsys=capsys))


@pytest.mark.parametrize("damage", [("ev", "[1]"), ("pot", "0"), ("line", "7"), ("board", None)])
def test_a_damaged_checkpoint_is_refused(
    damage: tuple[str, str | None], boards: Path, tmp_path: Path, capsys: Capture
) -> None:
    kept = tmp_path / "kept.jsonl"
    rows = told("solve", "spots", str(boards), *COMMON, capsys=capsys)["spots"]
    tasks = read_tasks(boards, read_words([*RANGES, *SIZES]), folder=None, target=0.005)
    checkpoint = Checkpoint(kept, batch.batch_work(tasks))
    name, text = damage
    row = {**rows[0], name: json.loads(text)} if text is not None else {"ev": [1, 2]}
    checkpoint.begin([row])
    checkpoint.close(finished=False)
    with pytest.raises(RiverboatError, match="is damaged: start again without --resume"):
        app(["solve", "spots", str(boards), *COMMON, "--checkpoint", str(kept), "--resume"], standalone_mode=False)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Td9dXX", "boards.txt, line 2: "),
        ("--potty 3", "boards.txt, line 2: no such option: --potty"),
        ("Td9d6h --board Td9d6h", 'boards.txt, line 2: "Td9d6h" is given as well as --board Td9d6h: give one board'),
        ("--pot 3", "boards.txt, line 2: a spot needs --board"),
        ('Td9d6h --oop "AA', "boards.txt, line 2: the quotation marks do not match"),
        ("{]", "boards.txt, line 2: this is not a spot in JSON"),
        ('{"board": 3}', "boards.txt, line 2: this is not a spot in JSON"),
        ("Td9d6hQc2s --oop TdTs", "boards.txt, line 2: the range of oop is empty"),
        ("Td9d6hQc2s --lock 'check: dance 3%'", 'boards.txt, line 2: "dance" in the lock'),
    ],
)
def test_all_lines_are_checked_before_the_first_is_solved(
    line: str, said: str, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_solve_task", lambda task: pytest.fail("it has begun"))
    boards.write_text(f"Td9d6hQc2s\n{line}\n", "utf-8")
    with pytest.raises(RiverboatError) as refused:
        app(["solve", "spots", str(boards), *COMMON], standalone_mode=False)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_files_that_hold_no_spots(tmp_path: Path) -> None:
    empty, binary = tmp_path / "empty.txt", tmp_path / "binary.txt"
    empty.write_text("# nothing\n", "utf-8")
    binary.write_bytes(b"\xff\xfe\x00")
    for path, said in ((empty, "holds no spot"), (binary, "it is not text"), (tmp_path / "gone.txt", "cannot be read")):
        with pytest.raises(RiverboatError, match=said):
            app(["solve", "spots", str(path), *COMMON], standalone_mode=False)


def test_what_does_not_fit_at_once_is_refused_with_how_many_would(boards: Path) -> None:
    tasks = read_tasks(boards, read_words([*RANGES, *SIZES]), folder=None)
    needed = batch.check_batch(tasks, processes=1)
    with pytest.raises(RiverboatError, match=r"3 spots at once need .* --workers 1 would fit"):
        batch.check_batch(tasks, processes=3, free=needed)
    with pytest.raises(RiverboatError, match="too large"):
        batch.check_batch(tasks, processes=2, free=100)
