"""`riverboat play FILE.efg`, and Kuhn's game and Leduc at a table: results after each hand, mistakes in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from riverboat.cli import app
from riverboat.cli.terminal.loop_small import read_action
from riverboat.errors import IllegalAction, RiverboatError
from riverboat.games import make_game
from riverboat.games.actions import Action, MoveName
from riverboat.solving.solver import solve
from riverboat.solving.strategy_files import Source, write_strategies

TREE = """EFG 2 R "Guess" { "Hider" "Seeker" }
p "" 1 1 "hide" { "H" "S" } 0
p "" 2 1 "seek" { "1" "2" } 0
t "" 1 "" { -1, 1 }
t "" 2 "" { 1/2, -1/2 }
p "" 2 1 "seek" { "1" "2" } 0
t "" 2 "" { 1/2, -1/2 }
t "" 1 "" { -1, 1 }
"""


def _play(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["play", *words], input=typed)


def _fine(*words: str, typed: str) -> str:
    ran = _play(*words, typed=typed)
    assert ran.exit_code == 0, ran.output
    return ran.output


def _refused(*words: str) -> str:
    ran = _play(*words)
    assert isinstance(ran.exception, RiverboatError), ran.output
    return str(ran.exception)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    path = tmp_path / "guess.efg"
    path.write_text(TREE)
    return path


def test_kuhn_and_leduc_are_tables_like_any_other(tmp_path: Path) -> None:
    """Kept, gone on with, and replayed; the opponent has solved the game."""
    hands = tmp_path / "hands.db"
    words = ("--database", str(hands), "--name", "Ann", "--seed", "5", "--pace", "0")
    told = _fine("kuhn", *words, "--hands", "2", typed="c\nc\n\nc\nc\n")
    assert "Kuhn's game, bets of 1, ante 1" in told
    assert re.search(r"(You win|equilibrium wins) [234]", told)
    again = _fine("kuhn", *words, "--hands", "1", typed="\nc\nc\n")
    assert "hand 3" in again
    replayed = CliRunner().invoke(app, ["hands", "show", "3", "--database", str(hands)])
    assert replayed.exit_code == 0, replayed.output
    assert "Ann" in replayed.output
    leduc = _fine("leduc", *words, "--hands", "1", "--against", "always-call", typed="c\n" * 6)
    assert re.search(r"with (a pair of|jack|queen|king)", leduc)


def test_the_same_seed_is_the_same_evening() -> None:
    words = ("rps", "--against", "random", "--hands", "3")
    typed = "1\n\n" * 10
    assert _fine(*words, "--seed", "8", typed=typed) == _fine(*words, "--seed", "8", typed=typed)
    assert _fine(*words, "--seed", "8", typed=typed) != _fine(*words, "--seed", "9", typed=typed)


def test_a_tree_is_played_by_the_names_of_its_file(tree: Path) -> None:
    told = _fine(str(tree), "--seed", "1", "--hands", "2", typed="s\n\n2\n")
    assert "Guess" in told
    assert "you know: hide" in told
    assert "you know: seek" in told
    assert "you chose S" in told
    assert "you chose 2" in told
    assert len(re.findall(r"You (won (1|1/2)|lost (1|1/2))\.", told)) == 2


def test_help_score_and_leaving() -> None:
    told = _fine("rps", "--against", "random", "--seed", "2", typed="?\nscore\nnonsense\nq\n")
    assert "the name will do too" in told
    assert "No hand was played to its end." in told
    assert '"nonsense" is no action here: 1 rock, 2 paper, 3 scissors; ? explains' in told


def test_input_that_ends_ends_the_evening() -> None:
    assert "No hand was played to its end." in _fine("rps", "--against", "random", typed="")


def test_strategies_of_a_file_are_played(tmp_path: Path) -> None:
    path = tmp_path / "rps.json"
    write_strategies(solve(make_game("rps")), path, command="", source=Source(name="rps"))
    told = _fine("rps", "--against", f"equilibrium@{path}", "--hands", "1", "--seed", "1", typed="1\n1\n")
    assert "1 hand: " in told
    assert "rps.json does not say what player" in _refused("koller", "--against", f"equilibrium@{path}")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["rps", "--stack", "100"], "rps is played without it: leave out --stack"),
        (["rps", "--partner"], "leave out --partner"),
        (["koller", "--seats", "3"], "leave out --seats"),
        (["koller", "--spot-on", "next"], "leave out --spot-on"),
        (["rps", "--against", "rock"], '"rock" does not play rps: equilibrium, equilibrium@FILE.json, random do'),
        (["rps", "--against", "randon"], "random"),
        (["rps", "--against", "random,random"], "2 opponents are named"),
        (["rps", "--against", "equilibrium@none.json"], "cannot be read"),
        (["none.efg"], "cannot be read"),
        (["kuhn", "--stack", "100"], "kuhn has no stacks"),
        (["kuhn", "--against", "bluff-odds"], "bluff-odds does not play kuhn"),
        (["leduc", "--seats", "3"], "3 seats are not possible in leduc: it is played with 2"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: list[str], why: str) -> None:
    assert why in _refused(*words)


def test_actions_by_name_number_and_beginning() -> None:
    legal = [Action("fold"), Action("call"), Action("raise", 4)]
    labels = ["fold", "call 2", "raise to 4"]
    for typed, at in (("f", 0), ("2", 1), ("CALL", 1), ("raise 4", 2), ("raise to 4", 2), ("r", 2)):
        assert read_action(typed, legal, labels) == legal[at]
    alike = [Action(MoveName(name)) for name in ("a", "A", "ab")]
    assert read_action("A", alike, ["a", "A", "ab"]) == alike[1]
    with pytest.raises(IllegalAction, match="could be several actions"):
        read_action("b", [Action(MoveName("ba")), Action(MoveName("bb"))], ["ba", "bb"])
    numbers = [Action(MoveName(name)) for name in ("2", "1")]
    assert read_action("1", numbers, ["2", "1"]) == numbers[1]
