"""`riverboat solve spot`: what it prints, keeps, opens and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import typer

from riverboat.cli import app, spot_runs
from riverboat.errors import RiverboatError
from riverboat.solving.spots import Spot, SpotSolution, solve_spot
from tests.cli.spots import RANGES, SIZES, SPOT, run, told
from tests.cli.table_driver import Terminal
from tests.waiting import until

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("spots") / "spot.npz"
    app(["solve", "spot", *SPOT, "--target", "0.1%", "--out", str(path), "--json"], standalone_mode=False)
    return path


def test_json_has_the_keys_of_solve_and_those_of_spots(capsys: Capture) -> None:
    answer = told("solve", "spot", *SPOT, "--target", "0.1%", "--seed", "5", capsys=capsys)
    spot = Spot(board="Td9d6hQc2s", oop=RANGES[1], ip=RANGES[3], pot=20, stack=60, bets="50%,a", raises="60%,a")
    found = solve_spot(spot, target=0.001)
    assert answer["ev"] == pytest.approx(found.ev)
    assert answer["equity"] == pytest.approx(found.equity)
    assert answer["value"] == answer["ev"][0]
    assert answer["low"] <= answer["value"] <= answer["high"]
    assert answer["high"] - answer["low"] == pytest.approx(2 * answer["exploitability"], abs=1e-6)
    assert answer["exploitability_pot"] == pytest.approx(answer["exploitability"] / 20)
    assert answer["exploitability_pot"] <= 0.001
    assert (answer["seed"], answer["method"], answer["value_exact"]) == (5, "dcfr", None)
    assert answer["nodes"] > 10
    assert answer["memory_mb"] > 0
    assert [row["action"] for row in answer["actions"]] == ["check", "bet 10", "bet 60"]
    assert sum(row["frequency"] for row in answer["actions"]) == pytest.approx(1)
    assert "hands" not in answer


def test_hands_and_classes_where_they_are_wanted(saved: Path, capsys: Capture) -> None:
    answer = told("solve", "spot", str(saved), "--at", "check, bet 60", "--hands", capsys=capsys)
    assert answer["side"] == "oop"
    assert answer["to_call"] == 60
    assert [row["action"] for row in answer["actions"]][:2] == ["fold", "call"]
    classes = {row["name"]: row for row in answer["classes"]}
    assert {"KQs", "77"} <= set(classes) <= {"AA", "KQs", "JTs", "77"}
    by_hand = {row["holding"]: row for row in answer["hands"]}
    sevens = [row for name, row in by_hand.items() if name[0] == name[2] == "7"]
    assert len(sevens) == 6
    mean = np.average([row["frequencies"] for row in sevens], axis=0, weights=[row["reach"] for row in sevens])
    assert classes["77"]["frequencies"] == pytest.approx(mean.tolist(), abs=0.02)
    assert classes["77"]["weight"] == pytest.approx(sum(row["reach"] for row in sevens))
    node = SpotSolution.load(saved).at("check, bet 60")
    assert answer["node_ev"] == pytest.approx([node.mean_ev("oop"), node.mean_ev("ip")])


def test_the_text_shows_values_actions_and_the_grid(saved: Path, capsys: Capture) -> None:
    text = run("solve", "spot", str(saved), "--at", "check", "--hands", capsys=capsys)
    assert "Td9d6hQc2s, after check: ip to act, pot 20" in text
    for word in ("EV, chips", "exploitability", "frequency", "bet 60", "A5s", "T9s", "KsKh"):
        assert word in text
    lines = [line for line in text.splitlines() if line.startswith((" .    ", "KK"))]
    assert len(lines) >= 10


@pytest.mark.parametrize("colour", [True, False])
def test_the_grid_in_a_terminal_has_colours_where_it_may(colour: bool, saved: Path, tmp_path: Path) -> None:
    with Terminal("solve", "spot", str(saved), "--at", "check", database=tmp_path / "no.db", colour=colour) as terminal:
        text = terminal.ended()
        assert ("the letter of a class is its most frequent action" in text) is not colour
        assert ("48;2;" in terminal.raw or "48;5;" in terminal.raw) is colour


def test_a_node_that_nobody_comes_to_is_said_to_be_one(saved: Path, capsys: Capture) -> None:
    locked = ("--lock", "check: bet 0%", "--at", "check, bet 60")
    text = run("solve", "spot", str(saved), *locked, capsys=capsys)
    assert "nobody comes here, so what would be done here says nothing" in text.replace("\n", " ")


def test_a_card_to_come_and_the_end_of_a_hand_are_said(saved: Path, capsys: Capture) -> None:
    assert "the hand ends here (showdown)" in run("solve", "spot", str(saved), "--at", "check, check", capsys=capsys)
    turn = ("--board", "Td9d6hQc", *RANGES, *SIZES, "--target", "5%", "--at", "check, check")
    assert "a card is dealt: name one to go on" in run("solve", "spot", *turn, capsys=capsys)


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_pictures_of_a_node(ending: str, saved: Path, tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / f"grid.{ending}"
    assert "written: " in run("solve", "spot", str(saved), "--picture", str(picture), capsys=capsys)
    heads = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert picture.read_bytes().startswith(heads[ending])


def test_sizes_for_streets_and_sides_rake_thresholds_and_caps(capsys: Capture) -> None:
    more = ("--oop-river-bets", "100%", "--ip-river-raises", "", "--rake", "5%", "--rake-cap", "3", "--max-raises", "1")
    answer = told("solve", "spot", *SPOT, *more, "--all-in-threshold", "10%", capsys=capsys)
    assert [row["action"] for row in answer["actions"]] == ["check", "bet 20"]
    assert answer["spot"]["sizes"] == {"oop river bets": "100%", "ip river raises": ""}
    assert (answer["spot"]["rake"], answer["spot"]["rake_cap"]) == (0.05, 3)
    assert answer["spot"]["raises_per_street"] == 1
    assert (answer["low"], answer["high"]) == (None, None)
    assert 17 <= sum(answer["ev"]) < 20


def test_fixed_limit_has_four_bets_a_street(capsys: Capture) -> None:
    words = ("--board", "Td9d6hQc2s", *RANGES, "--pot", "60", "--limit", "10,20")
    way = "bet 20, raise to 40, raise to 60, raise to 80"
    answer = told("solve", "spot", *words, "--at", way, capsys=capsys)
    assert [row["action"] for row in answer["actions"]] == ["fold", "call"]


def test_a_lock_on_a_saved_spot_tells_what_it_gains(saved: Path, tmp_path: Path, capsys: Capture) -> None:
    locks = tmp_path / "locks.txt"
    locks.write_text("# never bets\ncheck: bet 0%\n", "utf-8")
    to = tmp_path / "locked.npz"
    words = ("--target", "0.1%", "--at", "check", "--out", str(to))
    answer = told("solve", "spot", str(saved), "--lock", str(locks), *words, capsys=capsys)
    assert answer["actions"][0]["frequency"] == 1
    assert answer["gain"][0] > 0.2
    assert answer["gain"][0] == pytest.approx(-answer["gain"][1])
    assert SpotSolution.load(to).spot.locks[0].path == "check"
    typed = told("solve", "spot", *SPOT, "--lock", "check: bet 0%", "--target", "0.1%", capsys=capsys)
    assert typed["gain"] == pytest.approx(answer["gain"], abs=0.05)
    assert "against the spot without locks: oop +" in run(
        "solve", "spot", str(saved), "--lock", "check: bet 0% with T9s", capsys=capsys
    )


def test_what_it_takes_is_said_before_it_begins(capsys: Capture) -> None:
    app(["solve", "spot", *SPOT], standalone_mode=False)
    assert " nodes on 1 board, 18 x 22 hands: " in capsys.readouterr().err.replace("\n", " ")


def test_a_spot_that_does_not_fit_is_refused_with_what_would(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.solving.spots import estimates

    monkeypatch.setattr(estimates, "free_memory", lambda: 15_000)
    with pytest.raises(RiverboatError, match=r"of memory, and 15 KB are free: .* it needs .*, which fits"):
        app(["solve", "spot", *SPOT], standalone_mode=False)


def _interrupted(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let Ctrl-C be pressed while the iteration after so many runs."""
    real = spot_runs.run_to_end

    def pressed(run: object, wanted: object, **titles: str) -> object:
        iterate = run.game.iterate  # type: ignore[attr-defined]

        def once_more() -> None:
            iterate()
            if run.game.iterations == after:  # type: ignore[attr-defined]
                os.kill(os.getpid(), signal.SIGINT)

        run.game.iterate = once_more  # type: ignore[attr-defined]
        return real(run, wanted, **titles)  # type: ignore[arg-type]

    monkeypatch.setattr("riverboat.cli.commands.spots.solve_spot.run_to_end", pressed)


def _code(*words: str) -> int:
    """The exit code of a command that Ctrl-C may end; some versions of the parser swallow it into a number."""
    try:
        return int(app([*words], standalone_mode=False) or 0)
    except (KeyboardInterrupt, typer.Abort):
        return 130


@pytest.mark.parametrize("named", [True, False])
def test_ctrl_c_keeps_the_solution_so_far_and_resume_goes_on_as_if_nothing_had_been(
    named: bool, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.kernel.user_cache", lambda: tmp_path / "cache")
    words = ("solve", "spot", *SPOT, "--target", "0.0001%", "--iterations", "60")
    out = ("--out", str(tmp_path / "spot.npz")) if named else ()
    with monkeypatch.context() as patched:
        _interrupted(patched, after=20)
        assert _code(*words, *out, "--json") == 130
    printed = capsys.readouterr()
    assert json.loads(printed.out)["interrupted"] is True
    assert json.loads(printed.out)["iterations"] == 20
    assert "the same command with --resume goes on" in printed.err
    kept = tmp_path / "spot.npz" if named else next((tmp_path / "cache" / "solving").iterdir())
    assert SpotSolution.load(kept).iterations == 20
    went_on = told(*words, *out, "--resume", capsys=capsys)
    whole = told(*words, capsys=capsys)
    assert (went_on["iterations"], went_on["interrupted"]) == (60, False)
    assert went_on["ev"] == pytest.approx(whole["ev"], abs=1e-4)
    assert went_on["exploitability"] == pytest.approx(whole["exploitability"], rel=0.05)
    assert kept.exists() is named


def test_a_real_ctrl_c_at_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    words = ("--board", "Td9d6hQc", *RANGES, *SIZES, "--target", "0.00001%", "--out", str(path))
    command = [sys.executable, "-m", "riverboat", "solve", "spot", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        assert " nodes on " in process.stderr.readline()
        _wait_until_it_iterates(process)
        process.send_signal(signal.SIGINT)
        text, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "EV, chips" in text
    assert SpotSolution.load(path).iterations >= 1


def _wait_until_it_iterates(process: subprocess.Popen[str]) -> None:
    """Until it catches Ctrl-C itself: the handler is Python's from the beginning, so wait for its CPU time."""
    ticks = os.sysconf("SC_CLK_TCK")

    def used_s() -> float:
        fields = Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / ticks

    until(lambda: used_s() > 3.0, "the solver has not worked for three seconds")


def test_a_target_that_was_not_reached_is_said_and_can_be_gone_on_to(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "spot.npz"
    words = ("solve", "spot", *SPOT, "--target", "0.01%", "--out", str(path))
    text = run(*words, "--iterations", "12", capsys=capsys)
    assert "the target, 0.01 %, was not reached" in text
    assert told(*words, "--resume", capsys=capsys)["exploitability_pot"] <= 0.0001


def test_very_small_targets_are_reached_in_double_precision(capsys: Capture) -> None:
    answer = told("solve", "spot", *SPOT, "--target", "0.00005%", "--precise", capsys=capsys)
    assert answer["exploitability_pot"] <= 5e-7
    with pytest.raises(RiverboatError, match="packed and precise at once"):
        app(["solve", "spot", *SPOT, "--packed", "--precise"], standalone_mode=False)


def test_resume_of_what_is_solved_and_of_another_spot(saved: Path, capsys: Capture) -> None:
    before = saved.read_bytes()
    app(["solve", "spot", str(saved), "--resume"], standalone_mode=False)
    assert "solved already" in capsys.readouterr().err
    with pytest.raises(RiverboatError, match=r"spot.npz cannot be gone on from: it was saved without its regrets"):
        app(["solve", "spot", str(saved), "--resume", "--target", "0.01%"], standalone_mode=False)
    other = ("--board", "Td9d6hQc3s", *RANGES, *SIZES)
    with pytest.raises(RiverboatError, match="holds another spot"):
        app(["solve", "spot", *other, "--out", str(saved), "--resume"], standalone_mode=False)
    assert saved.read_bytes() == before


def _with(**changed: str) -> list[str]:
    words = dict(zip(SPOT[::2], SPOT[1::2], strict=True))
    words |= {f"--{name.replace('_', '-')}": text for name, text in changed.items()}
    return [word for pair in words.items() for word in pair]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"board": "TdTd6h"}, "Td"),
        ({"board": "Td9d"}, "three cards"),
        ({"oop": "TdTs"}, "the range of oop is empty: the board Td9d6hQc2s takes all its hands"),
        ({"oop": "AsAh", "ip": "AsKh,AhKd"}, "the two ranges cannot meet"),
        ({"bets": "0.01%"}, "below the smallest"),
        ({"raises": "1.5x"}, "below the smallest raise"),
        ({"raises": "5"}, "the smallest raise adds 10"),
        ({"bets": "half"}, '"half" is not a size of bets'),
        ({"pot": "0"}, "a pot of 0"),
        ({"pot": "many"}, '--pot "many" is not a number of chips'),
        ({"stack": "1,2,3"}, "a stack of"),
        ({"rake": "7x"}, '--rake "7x" is not a share: write 5%'),
        ({"limit": "10"}, '--limit "10" is not two bets'),
        ({"limit": "10,20"}, "in fixed limit the bets are given by the limit"),
        ({"target": "0"}, '--target "0" cannot be reached'),
        ({"lock": "check: check 50%, bet 10 20%, bet 60 20%"}, "does not add up"),
        ({"lock": "check: check 150%"}, "cannot be locked"),
        ({"lock": "check: dance 10%"}, '"dance" in the lock'),
        ({"lock": "locks.txt"}, '"locks.txt" is no lock and no file of locks'),
        ({"at": "check, raise 9"}, '"raise 9" is none of them'),
        ({"picture": "grid.xyz"}, "has no ending that names a kind of picture"),
        ({"out": "spot.txt"}, "solved spots are .npz"),
        ({"out": "no/such/folder/spot.npz"}, "cannot be written"),
    ],
    ids=lambda each: each if isinstance(each, str) else ",".join(each),
)
def test_bad_input_is_one_sentence_and_nothing_is_written(
    changed: dict[str, str], said: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("riverboat.kernel.user_cache", lambda: tmp_path / "cache")
    with pytest.raises(RiverboatError) as refused:
        app(["solve", "spot", *_with(out=changed.pop("out", "spot.npz"), **changed)], standalone_mode=False)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert " nodes on " not in printed.err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_exit_code_two_and_one_line_at_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "riverboat", "solve", "spot", *_with(oop="TdTs", out="spot.npz")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: the range of oop is empty")
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("missing", ["board", "oop", "ip", "pot"])
def test_a_spot_of_which_something_is_not_said(missing: str) -> None:
    words = dict(zip(SPOT[::2], SPOT[1::2], strict=True))
    del words[f"--{missing}"]
    with pytest.raises(RiverboatError, match=f"a spot needs --{missing}: add"):
        app(["solve", "spot", *(word for pair in words.items() for word in pair)], standalone_mode=False)


def test_options_that_do_not_go_with_a_file(saved: Path) -> None:
    with pytest.raises(RiverboatError, match=r"spot.npz says what its spot is: leave out --pot"):
        app(["solve", "spot", str(saved), "--pot", "30"], standalone_mode=False)
    with pytest.raises(RiverboatError, match="--out is for what is solved"):
        app(["solve", "spot", str(saved), "--out", str(saved)], standalone_mode=False)


def test_damaged_newer_and_other_files_are_refused(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    damaged, other = tmp_path / "damaged.npz", tmp_path / "other.npz"
    damaged.write_bytes(whole[: len(whole) // 2])
    np.savez(other, figures=np.arange(3))
    for path in (damaged, other, tmp_path / "missing.npz"):
        with pytest.raises(RiverboatError) as refused:
            app(["solve", "spot", str(path)], standalone_mode=False)
        assert path.name in str(refused.value)
    newer = tmp_path / "newer.npz"
    with np.load(saved) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    held["head"] = np.array(str(held["head"]).replace('"version": 1', '"version": 9'))
    np.savez(newer, **held)
    with pytest.raises(RiverboatError, match=r"newer.npz is of version 9, made by riverboat .*: version 1 can be read"):
        app(["solve", "spot", str(newer)], standalone_mode=False)


def test_solve_still_solves_games_and_an_unknown_one_is_told(capsys: Capture) -> None:
    assert told("solve", "kuhn", capsys=capsys)["value_exact"] == "-1/18"
    with pytest.raises(RiverboatError):
        app(["solve", "spott"], standalone_mode=False)
