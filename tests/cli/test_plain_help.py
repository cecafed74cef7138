"""Help and mistakes in plain words, whatever the parser behind the command line calls its types."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import typer

from riverboat.cli import MODULES, app, make_app
from riverboat.cli.plain_help import mistake


def riverboat(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "riverboat", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.mark.parametrize("command", ["odds", "match", "solve", "starting-hands", "stats", "evolve"])
def test_help_shows_no_types_of_python(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    app([command, "--help"], standalone_mode=False)
    told = capsys.readouterr().out
    assert re.search(r"--json\s+Print one JSON object", told)
    assert not re.search(r"<\w+", told)


def test_help_of_everything_shows_no_types(capsys: pytest.CaptureFixture[str]) -> None:
    app(["--help"], standalone_mode=False)
    assert "<bool>" not in capsys.readouterr().out


@pytest.mark.parametrize("words", [("exploit",), ("study",), ()])
def test_sentences_are_broken_by_the_terminal_alone(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a line of the docstring ends, no line of the help needs to end."""
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 400)
    app([*words, "--help"], standalone_mode=False)
    told = capsys.readouterr().out
    for sentence in (
        "a figure that the paper does not have is new. Without --full or --hands it is a quick look"
        if words == ("study",)
        else "All others, your own bots among them, meet a local best response at heads-up limit Hold'em"
        if words
        else "scored by what a wrong one gives away; mistakes come back until you get them right.",
        *([] if words else ["Hold'em, Omaha, seven-card stud and Bluff."]),
    ):
        assert sentence in told


def test_a_group_without_a_command_is_its_help_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "riverboat", "tournament"], capture_output=True, text=True, check=False
    )
    assert "elimination" in done.stdout
    assert done.stderr == ""


class ParserError(Exception):
    def format_message(self) -> str:
        return str(self)


@pytest.mark.parametrize(
    ("typed", "parser", "told"),
    [
        # As typer says it with pydantic, and as it said it with click alone.
        (
            "-o two",
            "Invalid value for '--opponents' / '-o': Input should be a valid integer, unable to parse string as an "
            "integer",
            '"two" is not possible for --opponents: it is a whole number',
        ),
        (
            "-o two",
            "Invalid value for '--opponents' / '-o': 'two' is not a valid integer.",
            '"two" is not possible for --opponents: it is a whole number',
        ),
        (
            "--precision=x",
            "Invalid value for '--precision': 'x' is not a valid float.",
            '"x" is not possible for --precision: it is a number',
        ),
        (
            "--hands 0",
            "Invalid value for '--hands': Input should be greater than or equal to 1",
            '"0" is not possible for --hands: it is 1 or more',
        ),
        (
            "--hands 0",
            "Invalid value for '--hands': 0 is not in the range x>=1.",
            '"0" is not possible for --hands: it is 1 or more',
        ),
        (
            "--looks 101",
            "Invalid value for '--looks': 101 is not in the range 0<=x<=100.",
            '"101" is not possible for --looks: it is 0 to 100',
        ),
        ("", "No such option: --nosuch", "no such option: --nosuch"),
        ("", "", ""),
    ],
)
def test_mistakes_in_our_own_words(typed: str, parser: str, told: str) -> None:
    assert mistake(ParserError(parser), typed.split()) == told


def test_mistakes_of_the_parser_that_is_installed() -> None:
    done = riverboat("odds", "AhKh", "-o", "two", code=2)
    assert done.stderr == 'error: "two" is not possible for --opponents: it is a whole number\n'
    done = riverboat("match", "rock", "maniac", "--hands", "0", code=2)
    assert done.stderr == 'error: "0" is not possible for --hands: it is 1 or more\n'


def test_every_command_is_known_by_its_module() -> None:
    """Else it would be looked for among all of them, and start more slowly."""
    full = typer.main.get_command(make_app())
    assert isinstance(full, typer.core.TyperGroup)
    assert set(full.commands) == set(MODULES)
    for command in MODULES:
        alone = typer.main.get_command(make_app(command.split()[0]))
        assert isinstance(alone, typer.core.TyperGroup)
        first = command.split()[0]
        assert set(alone.commands) == {name for name in MODULES if name.split()[0] == first}


def test_help_imports_no_game_and_no_compiler() -> None:
    """It is asked for most, and these take longer than all the rest of it."""
    code = "import sys; from riverboat.cli import make_app; make_app(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "riverboat.games"} & set(done.stdout.split())
