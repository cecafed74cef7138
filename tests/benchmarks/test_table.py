"""The benchmarks' table: formats, ratios, verdicts, and peers that are not there. Nothing is installed here."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from benchmarks import environment, peers, run, table, timing, writing


def row(who: str, figure: float | None = None, **rest: Any) -> table.Row:
    return table.Row(
        **{"group": "g", "task": "t", "what": "", "unit": "M hands/s", "who": who, "figure": figure, **rest}
    )


@pytest.mark.parametrize(
    ("unit", "ours", "theirs", "ratio"),
    [("M hands/s", 200.0, 2.0, 100.0), ("ms", 2.0, 200.0, 100.0), ("M hands/s", 1.0, 4.0, 0.25), ("s", 4.0, 1.0, 0.25)],
)
def test_ratio_is_how_many_times_faster_we_are(unit: str, ours: float, theirs: float, ratio: float) -> None:
    rows = [row(table.US, ours, unit=unit), row("peer", theirs, unit=unit)]
    assert table.ratio(rows, rows[1]) == ratio
    assert table.ratio(rows, rows[0]) is None


@pytest.mark.parametrize(("least", "met"), [(99.0, "yes"), (100.0, "yes"), (100.1, "no"), (None, "")])
def test_verdict_on_a_ratio(least: float | None, met: str) -> None:
    rows = [row(table.US, 200.0), row("peer", 2.0, least_ratio=least)]
    assert table.verdict(rows, rows[1]) == met


@pytest.mark.parametrize(("figure", "met"), [(5.9, "yes"), (6.0, "no"), (7.0, "no"), (None, "not measured")])
def test_verdict_on_a_limit(figure: float | None, met: str) -> None:
    limited = row(table.US, figure, unit="ms", most=6.0)
    assert table.verdict([limited], limited) == met


def test_a_peer_stands_beside_our_first_row_of_its_own_task() -> None:
    rows = [
        row(table.US, 5.0, task="other"),
        row(table.US, 100.0),
        row(table.US, 1.0, what="slowly"),
        row("peer", 10.0),
    ]
    assert table.ratio(rows, rows[3]) == 10.0


def test_summary_names_what_is_missed_and_what_could_not_be_measured() -> None:
    rows = [
        row(table.US, 100.0),
        row("near", 50.0, least_ratio=10),
        row("far", 1.0, least_ratio=10),
        row("gone", problem="won't install", least_ratio=10),
        row("any", 1.0),
    ]
    assert table.summary(rows) == "1 of 3 requirements met; missed: t (near); not measured: t (gone)"


def test_summary_names_a_group_that_failed() -> None:
    rows = [row(table.US, task="games", unit="", problem="the measuring process ended with -11")]
    assert table.summary(rows) == "0 of 0 requirements met; no figure of ours: games"


def test_table_as_text_and_markdown() -> None:
    rows = [
        row(table.US, 174.893, what="evaluate_many, 2,000,000 hands"),
        row("eval7", 1.5643, least_ratio=80, what="a | b"),
        row("rlcard", problem="won't install: no wheel"),
    ]
    versions = {table.US: "0.1.0", "eval7": "0.1.11"}
    assert list(table.cells(rows, versions))[1] == (
        *("t", "eval7 0.1.11", "1.56 M hands/s", "112 x", "at least 80 x", "yes", "a | b"),
    )
    markdown = table.as_markdown(rows, versions).splitlines()
    assert markdown[0] == "| measurement | who | figure | riverboat is | required | met | what |"
    assert len(markdown) == 2 + len(rows)
    assert {line.replace("\\|", "").count("|") for line in markdown} == {len(table.COLUMNS) + 1}
    assert markdown[-1] == "| t | rlcard | won't install: no wheel |  |  |  |  |"
    text = table.as_text(rows, versions)
    assert "g: t" in text
    assert "won't install: no wheel" in text
    assert "evaluate_many, 2,000,000 hands" in text


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.00376, "0.00376"), (0.15, "0.150"), (6.0, "6"), (82.31, "82.3"), (26387.4, "26,400"), (999.7, "1,000")],
)
def test_numbers_have_three_digits(value: float, shown: str) -> None:
    rows = [row("peer", value, unit="ms")]
    assert next(table.cells(rows, {}))[2] == f"{shown} ms"


def _contender(_: Any) -> timing.Contender:
    return timing.Contender(run=lambda: None, what="nothing", work=2.0)


def test_a_peer_that_would_not_install_gets_a_row_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(peers.MISSING, json.dumps({"eval7": "won't install: no wheel"}))
    entries = [timing.Entry(who=table.US, build=_contender), timing.Entry(who="eval7", build=_contender, least_ratio=2)]
    ours, theirs = timing.contest("g", "t", "hands/s", entries, rounds=1)
    assert ours.figure is not None
    assert (theirs.figure, theirs.problem) == (None, "won't install: no wheel")
    assert table.verdict([ours, theirs], theirs) == "not measured"


def test_a_peer_that_will_not_import_gets_a_row_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "eval7", "no_such_module")
    (found,) = timing.contest("g", "t", "s", [timing.Entry(who="eval7", build=_contender)], rounds=1)
    assert found.problem == "won't import: ModuleNotFoundError: No module named 'no_such_module'"


def test_a_peer_that_fails_gets_a_row_and_a_failure_of_ours_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Any) -> timing.Contender:
        raise ValueError("finds another equity")

    monkeypatch.setitem(peers.PEERS, "eval7", "json")
    (found,) = timing.contest("g", "t", "s", [timing.Entry(who="eval7", build=fails)], rounds=1)
    assert found.problem == "failed: ValueError: finds another equity"
    with pytest.raises(ValueError, match="another equity"):
        list(timing.contest("g", "t", "s", [timing.Entry(who=table.US, build=fails)], rounds=1))


@pytest.mark.parametrize(
    ("code", "stderr", "reason"),
    [
        (0, "WARNING: old", ""),
        (1, "ERROR: first\nERROR: No matching distribution for x\n", "won't install: No matching distribution for x"),
        (1, "  error: no https://example.org/x/ or /some/where/x.whl\n", "won't install: no ... or ..."),
        (2, "", "won't install: pip ended with 2"),
    ],
)
def test_why_a_peer_will_not_install(code: int, stderr: str, reason: str) -> None:
    found = environment.install(lambda _: subprocess.CompletedProcess([], code, "", stderr), ["x"])
    assert found == reason


def test_an_install_that_does_not_end_is_given_up() -> None:
    def never(_: list[str]) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired("pip", 1)

    assert environment.install(never, ["x"]) == "won't install: not done after 15 minutes"


def test_an_interrupted_run_saves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> dict[str, Any]:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "measure", interrupted)
    monkeypatch.setattr(run, "SAVED", tmp_path / "saved.json")
    monkeypatch.setattr(run, "PAGE", tmp_path / "page.md")
    assert run.main([]) == 130
    assert list(tmp_path.iterdir()) == []


def test_a_write_that_fails_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise OSError("disk full")

    path = tmp_path / "saved.json"
    path.write_text("before")
    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(OSError, match="disk full"):
        writing.write_whole(path, "after")
    assert [each.name for each in tmp_path.iterdir()] == ["saved.json"]
    assert path.read_text() == "before"


def test_a_whole_run_is_saved_and_one_group_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = {
        "command": "make bench",
        "date": "2024-01-02",
        "processor": "P",
        "python": "3.11",
        "seed": 1,
        "version": "0.1.0",
        "versions": {table.US: "0.1.0"},
        "rows": [row(table.US, 2.0), row("eval7", 1.0, least_ratio=2)],
    }
    monkeypatch.setattr(run, "measure", lambda *_: made)
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "SAVED", tmp_path / "saved.json")
    monkeypatch.setattr(run, "PAGE", tmp_path / "page.md")
    assert run.main(["--only", "exact"]) == 0
    assert list(tmp_path.iterdir()) == []
    capsys.readouterr()
    assert run.main(["--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((tmp_path / "saved.json").read_text())
    assert [each["ratio"] for each in printed["rows"]] == [None, 2.0]
    assert [each["met"] for each in printed["rows"]] == [None, "yes"]
    page = (tmp_path / "page.md").read_text()
    assert "P, 2024-01-02" in page
    assert "1 of 1 requirements met" in page
