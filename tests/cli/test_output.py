"""What comes from files (names, events, errors, names of files) is never obeyed by a terminal."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text
from typer.testing import CliRunner

from riverboat.cli import app
from riverboat.cli.output import PlainConsole, print_json, printable
from riverboat.games import BluffGame, BluffRules
from riverboat.records import record_of, write_bluff
from riverboat.records.formats.phh_writer import write_phh
from tests.records.random_hands import random_record

#: Clears the screen, sets the title, moves the cursor back, turns the direction of writing, begins a command in one
#: character, rings the bell, deletes.
NASTY = "\x1b[2J\x1b]0;title\x07\r\b\x7f\x9b31m\u202e\u2028"
OBEYED = set(NASTY) - set("[2J]0;title31m")


def test_what_a_terminal_would_obey_is_spelt_out() -> None:
    assert printable("\x1b[2Ja\x9bb\u202e\udcff") == "\\x1b[2Ja\\x9bb\\u202e\\udcff"
    assert printable("one\ntwo\tthree\u00e9\u4e2d") == "one\ntwo\tthree\u00e9\u4e2d"
    assert printable("one\ntwo", lines=False) == "one\\ntwo"


def test_a_console_colours_by_itself_alone() -> None:
    held = io.StringIO()
    console = PlainConsole(file=held, force_terminal=True, color_system="standard", width=120, highlight=False)
    table = Table("name")
    table.add_row(Text(f"rock{NASTY}"))
    console.print(table)
    console.print(f"[bold]rock[/]{NASTY}")
    console.print(NASTY, markup=False, soft_wrap=True)
    told = held.getvalue()
    assert "\x1b[1mrock\x1b[0m" in told  # its own bold
    assert "\x1b[2J" not in told
    assert not (OBEYED - {"\x1b"}) & set(told)
    assert told.count("\\x1b[2J") == 3


def test_json_spells_them_as_json_does(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": f"{NASTY}\udcff"}, 1)
    told = capsys.readouterr().out
    assert not OBEYED & set(told)
    assert json.loads(told)["name"] == f"{NASTY}\udcff"


def test_names_in_files_of_hands(tmp_path: Path) -> None:
    record = random_record(1)
    from dataclasses import replace

    players = (f"ann{NASTY}", *record.players[1:])
    hands, database = tmp_path / "h.phhs", str(tmp_path / "h.db")
    write_phh([replace(record, players=players, event=f"cup{NASTY}", number=f"7{NASTY}")], hands)
    state = BluffGame(BluffRules(dice=(1, 1))).start(seed=1)
    state.apply(state.legal_actions()[0])
    state.apply("bluff")
    write_bluff([record_of(state, [f"bob{NASTY}", "cid"], event=f"cup{NASTY}")], tmp_path / "r.jsonl")
    run = CliRunner().invoke
    told = ""
    for words in (
        ["import", str(hands), "--database", database],
        ["import", str(tmp_path / "r.jsonl"), "--database", database],
        ["hands", "list", "--database", database],
        ["hands", "list", "--database", database, "--json"],
        ["hands", "show", "1", "--database", database],
        ["hands", "show", "2", "--database", database],
        ["replay", str(hands)],
        ["replay", str(tmp_path / "r.jsonl")],
        ["stats", f"ann{NASTY}", "--database", database],
    ):
        done = run(app, words)
        assert done.exit_code == 0, (words, done.output, done.exception)
        told += done.output
    assert "ann\\x1b[2J" in told
    assert not OBEYED & set(told)


def test_error_texts_and_names_of_files(tmp_path: Path) -> None:
    folder = tmp_path / f"x{NASTY.replace('/', '')}"
    (folder).mkdir()
    bad = folder / "bad\nname.phh"
    bad.write_text(f"variant = '{NASTY.translate(dict.fromkeys(map(ord, 'x')))}'")
    model = folder / "m.npz"
    model.write_bytes(b"no")
    for words in (["import", str(bad), "--database", str(tmp_path / "d.db")], ["match", f"rock@{model}", f"a{NASTY}"]):
        command = [sys.executable, "-m", "riverboat", *words]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode == 2, done
        told = (done.stdout + done.stderr).decode()
        assert not OBEYED & set(told), told
        assert "Traceback" not in told


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "riverboat", "import", bytes(tmp_path) + b"/\xff.phh"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"\\udcff.phh: does not exist" in done.stderr
