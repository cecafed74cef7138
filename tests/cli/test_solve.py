"""`riverboat solve` and `riverboat export`: what they print, what they write, what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from riverboat.cli import app
from riverboat.errors import RiverboatError
from riverboat.solving.bluff.run import BluffRun


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    app([*words], standalone_mode=False)
    return capsys.readouterr().out


def solved(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run("solve", *words, "--json", capsys=capsys))
    return answer


def test_one_and_one_with_six_faces(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture, saved = tmp_path / "opening.svg", tmp_path / "solution.json"
    words = ("bluff", "--dice", "1,1", "--faces", "6", "--picture", str(picture), "--save", str(saved))
    answer = solved(*words, capsys=capsys)
    assert answer["value_exact"] == "-7/258"
    assert answer["low"] == answer["high"] == answer["value"]
    assert answer["exploitability"] < 1e-12
    assert answer["method"] == "lp"
    assert answer["version"]
    assert len(answer["strategies"]) == answer["infosets"] == 4352
    assert picture.read_text("utf-8").startswith("<?xml")
    assert len(json.loads(saved.read_text("utf-8"))["strategies"]) == 4352


def test_the_text_says_value_proof_and_opening(capsys: pytest.CaptureFixture[str]) -> None:
    told = run("solve", "bluff", "--faces", "3", capsys=capsys)
    assert "1/9 exactly (proved in exact arithmetic)" in told
    assert "fit the linear program" in told
    assert "opens" in told
    assert "X1c=1.000000" in run("solve", "bluff", "--faces", "2", "--paper", capsys=capsys)
    assert "check 100.00 %" in run("solve", "kuhn", capsys=capsys)


def test_a_long_fraction_is_in_one_piece_and_keys_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    told = run("solve", "leduc", capsys=capsys)
    value = "-1454920850547486749701863871533/16995463438839962469905132501930"
    assert f"\nvalue = {value}\n" in told
    assert "-0.085606424, exactly the fraction below (proved in exact arithmetic)" in " ".join(told.split())
    assert "knows: own cards | board | betting" in told


@pytest.mark.parametrize("method", ["lp", "cfr+", "dcfr", "pcfr+", "pdcfr+"])
def test_every_method_finds_kuhns_value(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved("kuhn", "--method", method, "--gap", "1e-4", capsys=capsys)
    assert answer["method"] == method
    assert answer["low"] <= -1 / 18 <= answer["high"]
    assert answer["high"] - answer["low"] <= 1e-4


def test_export_writes_a_game_that_solve_reads(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "out.efg"
    told = json.loads(run("export", "bluff", str(file), "--dice", "1,1", "--faces", "3", "--json", capsys=capsys))
    assert told["nodes"] == len(file.read_text("utf-8").splitlines()) - 1 == 1147
    assert solved(str(file), capsys=capsys)["value_exact"] == "1/9"


@pytest.mark.parametrize("starts", ["loser", "winner"])
def test_a_match(starts: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved("bluff", "--match", "2,1", "--faces", "2", "--give", "--starts", starts, capsys=capsys)
    assert answer["chance_exact"] == {"loser": "10/13", "winner": "8/11"}[starts]
    assert answer["value_exact"] == {"loser": "7/13", "winner": "5/11"}[starts]
    assert answer["value"] == pytest.approx(2 * answer["chance"] - 1)
    assert {"value", "chance"} <= set(answer["standings"][0]["round"])
    assert answer["winning_is_better"]
    told = run("solve", "bluff", "--match", "2,1", "--faces", "2", "--give", capsys=capsys)
    assert "10/13" in told
    assert "7/13" in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("bluff --dice 0,1", "0 dice are not possible in bluff: every player needs at least 1"),
        ("bluff --faces 1", "1 face is not possible in bluff: from 2 to 99"),
        ("bluff --dice 4,4", "48 bids make 281,474,976,710,655 sequences of bids"),
        ("bluff --dice 1,x", '"1,x" are not the dice of two players: write --dice 2,1'),
        ("bluff --dice 1,1,1", "bluff with 3 players is not solved"),
        ("bluff --order odd", '"odd" is not an order of bids: paper or plain'),
        ("bluff --method lpp", 'did you mean "lp"'),
        ("bluff --gap 0", "a gap of 0.0 cannot be reached"),
        ("bluff --give", "add --match with the dice of both"),
        ("bluff --match 2,2 --dice 1,1", "leave out --dice"),
        ("bluff --match 2,2 --starts dealer", '"dealer" is not a starts of a match of bluff: loser, winner'),
        ("bluff --match 5,5", "a round of 5 against 5 dice, which is too large: 60 bids make"),
        ("bluff --match 3,3 --give", "--match 2,2 or --match 3,3 --faces 4 would fit"),
        ("bluff --faces 9 --dice 2,1 --method pcfr+", "--method dcfr goes further"),
        ("kuhn --strategy none.json", '"none.json" cannot be read: No such file'),
        ("kuhn --strategy none.json --method lp", "solves nothing: leave out --method"),
        ("bluff --strategy none.json --match 2,2", "solves nothing: leave out --match"),
        ("bluff --picture x.txt", "use .svg, .png or .pdf"),
        ("bluff --save x.txt", "use .json, or .npz for bluff"),
        ("kuhn --save x.npz", "only bluff is saved as .npz; use .json"),
        ("kuhn --check", "kuhn has no --check: that is an option of bluff"),
        ("leduc --dice 1,1", "leduc has no --dice"),
        ("rps --paper", "rps has no --paper"),
        ("nogame", '"nogame" is not a game'),
        ("none.efg", "cannot be read: No such file"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: str, says: str) -> None:
    with pytest.raises(RiverboatError) as refused:
        app(["solve", *words.split()], standalone_mode=False)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_without_its_ending_is_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("class Mine: ...\n")
    with pytest.raises(RiverboatError, match=r'"mine:Mine" is not a game: .* write mine\.py:Mine'):
        app(["solve", "mine:Mine"], standalone_mode=False)


def test_a_malformed_file_is_refused_with_its_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.efg"
    bad.write_text('EFG 2 R "x" { "A" "B" }\np "" 1 1 { "l" "r" } 0\nt "" 1 { 1 -1 }\nq\n', "utf-8")
    with pytest.raises(RiverboatError, match=r"bad\.efg:4: a node \(c, p or t\) is expected, not q"):
        app(["solve", str(bad)], standalone_mode=False)


def test_exports_that_cannot_be_are_refused(tmp_path: Path) -> None:
    for words, says in (
        (["bluff", str(tmp_path / "x.txt")], "end it with .efg"),
        (["bluff", str(tmp_path / "x.efg"), "--dice", "2,2"], "too many to be written out"),
        (["holdem-limit", str(tmp_path / "x.efg")], "too many to be written out"),
        (["kuhn", str(tmp_path / "no" / "x.efg")], "cannot be written"),
        (["kuhn", str(tmp_path / "x.efg"), "--check"], "kuhn has no --check"),
    ):
        with pytest.raises(RiverboatError, match=says.replace(".", r"\.")):
            app(["export", *words], standalone_mode=False)
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_keeps_what_was_done_and_resume_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("riverboat.kernel.user_cache", lambda: tmp_path)
    learn = BluffRun.half

    def interrupted(self: BluffRun) -> None:
        if self.halves == 25:
            raise KeyboardInterrupt
        learn(self)

    words = ("bluff", "--dice", "2,1", "--faces", "4", "--method", "dcfr", "--iterations", "20")
    monkeypatch.setattr(BluffRun, "half", interrupted)
    assert app(["solve", *words], standalone_mode=False) == 130
    monkeypatch.setattr(BluffRun, "half", learn)
    assert "the same command with --resume goes on" in capsys.readouterr().err
    (kept,) = (tmp_path / "solving").glob("*.run")
    assert json.loads(kept.read_bytes().partition(b"\n")[0])["halves"] == 25
    resumed = solved(*words, "--resume", capsys=capsys)
    straight = solved(*words, capsys=capsys)
    assert resumed["iterations"] == 20
    assert (resumed["low"], resumed["high"]) == (straight["low"], straight["high"])
    assert not kept.exists()
