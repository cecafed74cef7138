"""`riverboat verify`, `solve --strategy` and `solve FILE.py:Class`: what they prove, and what they refuse."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.cli import make_app
from riverboat.errors import GameError, RiverboatError

RUNNER = CliRunner()
GAME = """
from fractions import Fraction
from riverboat.games.protocol import CHANCE


class Guess:
    name = "guess"
    seats = 2

    def __init__(self, sides: int = 2) -> None:
        self.sides = sides

    def root(self):
        return GuessState(self.sides, ())


class GuessState:
    def __init__(self, sides, done):
        self.sides, self.done = sides, done

    @property
    def actor(self):
        return (0, 1, None)[len(self.done)]

    @property
    def is_over(self):
        return self.actor is None

    def legal_actions(self):
        return [str(side) for side in range(self.sides)]

    def chance_outcomes(self):
        raise NotImplementedError

    def apply(self, action):
        self.done = (*self.done, action)

    def infoset(self):
        return f"{self.actor}:"

    def returns(self):
        return (-1, 1) if self.done[0] == self.done[1] else (1, -1)

    def copy(self):
        return GuessState(self.sides, self.done)


class Broken(Guess):
    def root(self):
        return BrokenState(self.sides, ())


class BrokenState(GuessState):
    def returns(self):
        return {}["nothing"]

    def copy(self):
        return BrokenState(self.sides, self.done)


class Empty:
    name, seats = "empty", 2
"""


def ran(*words: object, code: int = 0) -> dict[str, Any]:
    found = RUNNER.invoke(make_app(), [*map(str, words), "--json"], catch_exceptions=False)
    assert found.exit_code == code, found.output
    told: dict[str, Any] = json.loads(found.stdout)
    return told


def refused(*words: object) -> str:
    with pytest.raises(RiverboatError) as error:
        RUNNER.invoke(make_app(), [*map(str, words)], catch_exceptions=False)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.fixture
def mygame(tmp_path: Path) -> Path:
    path = tmp_path / "mygame.py"
    path.write_text(GAME, "utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["kuhn"], "-1/18"),
        (["koller"], "13"),
        (["bluff", "--faces", "3"], "1/9"),
        (["bluff", "--faces", "3", "--check"], "0"),
        (["bluff", "--dice", "2,1", "--faces", "2"], "1/4"),
        (["leduc"], "-1454920850547486749701863871533/16995463438839962469905132501930"),
    ],
)
def test_a_saved_solution_is_verified_on_the_whole_tree(words: list[str], value: str, tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    assert ran("solve", *words, "--save", file)["value_exact"] == value
    told = ran("verify", file)
    assert told["verified"]
    assert told["value_exact"] == value
    assert told["exploitability"] == 0


def test_bounds_of_regret_minimisation_belong_to_the_saved_strategies(tmp_path: Path) -> None:
    file = tmp_path / "near.json"
    solved = ran("solve", "kuhn", "--method", "cfr+", "--gap", "1e-2", "--save", file)
    told = ran("verify", file)
    assert told["verified"]
    assert told["value_exact"] is None
    assert (told["low"], told["high"]) == (solved["low"], solved["high"])
    assert told["exploitability"] == pytest.approx(solved["exploitability"], rel=1e-12)
    assert solved["exploitability"] == pytest.approx((solved["high"] - solved["low"]) / 2, rel=1e-12)


def changed(file: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    told = json.loads(file.read_text("utf-8"))
    change(told)
    other = file.with_name("tampered.json")
    other.write_text(json.dumps(told), "utf-8")
    return other


def _bluffs_always(told: dict[str, Any]) -> None:
    row = next(row for row in told["strategies"] if row["infoset"] == "0:J||")
    row["fractions"] = {"bet 1": "1"}


def _claims_more(told: dict[str, Any]) -> None:
    told["value_exact"] = told["low_exact"] = told["high_exact"] = "0"


def _claims_a_value(told: dict[str, Any]) -> None:
    told["value_exact"] = "-1/17"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_bluffs_always, "the first player's strategy secures"),
        (_claims_more, "the first player's strategy secures -1/18, not 0"),
        (_claims_a_value, "the value is claimed to be -1/17, and that is not proved"),
        (lambda told: told.pop("low_exact"), "the file claims no bounds"),
    ],
)
def test_a_file_that_claims_too_much_is_not_true(
    change: Callable[[dict[str, Any]], None], says: str, tmp_path: Path
) -> None:
    file = tmp_path / "kuhn.json"
    ran("solve", "kuhn", "--save", file)
    told = ran("verify", changed(file, change), code=1)
    assert not told["verified"]
    assert says in told["problem"]
    shown = RUNNER.invoke(make_app(), ["verify", str(tmp_path / "tampered.json")])
    assert shown.exit_code == 1
    assert "not true" in shown.stdout


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda told: told["strategies"][0].update(fractions={"check": "1/2"}), "the frequencies add up to 0.5, not"),
        (lambda told: told["strategies"][0].update(fractions={"check": "-1"}), "must be a fraction such as 1/3"),
        (lambda told: told["strategies"][0].update(fractions={"dance": "1"}), '"dance" can\'t be done at'),
        (lambda told: told["strategies"][0].pop("fractions"), "holds no certificate"),
        (lambda told: told["strategies"].pop(), "does not say what player 2 does at information set"),
        (lambda told: told["strategies"].append(told["strategies"][0]), "is given twice"),
        (lambda told: told["strategies"][0].update(player=7), "does not say whose information set it is"),
        (lambda told: told.update(format="other 9"), "is of another format"),
        (lambda told: told.update(strategies=5), 'it has no list "strategies"'),
        (lambda told: told.update(low_exact="x"), "low_exact is no fraction"),
        (lambda told: told.pop("source"), "does not say which game it is of"),
        (lambda told: told.update(source={"name": "danger.py:Game"}), "if you trust that file"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(
    change: Callable[[dict[str, Any]], None], says: str, tmp_path: Path
) -> None:
    file = tmp_path / "kuhn.json"
    ran("solve", "kuhn", "--save", file)
    assert says in refused("verify", changed(file, change))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dice": "x"}, "1 seat is not possible"),
        ({"dice": None}, "its rules of bluff can't be read"),
        ({"faces": [1]}, ""),
        ({"colour": 1}, '"colour" is not an option of bluff'),
        ({"dice": [1, 1, 1]}, "with 3 players can't be verified"),
        ({"dice": [5, 5]}, "too many to be written out"),
        ({"faces": 4}, ""),
    ],
)
def test_rules_that_a_file_has_wrong_are_refused(options: dict[str, Any], says: str, tmp_path: Path) -> None:
    file = tmp_path / "bluff.json"
    ran("solve", "bluff", "--faces", "3", "--save", file)
    other = changed(file, lambda told: told.update(source={"name": "bluff", "options": options}))
    assert says in refused("verify", other)


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("no", "utf-8")
    assert "it is no JSON" in refused("verify", tmp_path / "no.json")
    assert "cannot be read: No such file" in refused("verify", tmp_path / "none.json")
    assert "save the solution as .json" in refused("verify", tmp_path / "none.npz")


def test_strategies_of_a_file_are_measured(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    ran("solve", "kuhn", "--save", file)
    exact = ran("solve", "kuhn", "--strategy", file)
    assert exact["exploitability"] < 1e-15
    assert exact["value"] == pytest.approx(-1 / 18)

    def even(told: dict[str, Any]) -> None:
        told["strategies"] = [
            {"player": row["player"], "infoset": row["infoset"], "actions": _halves(row["infoset"])}
            for row in told["strategies"]
        ]

    worse = ran("solve", "kuhn", "--strategy", changed(file, even))
    # Against even play the second player wins 5/12 and the first 1/2: every textbook's example of NashConv 11/12.
    assert worse["exploitability"] == pytest.approx(11 / 24)
    assert worse["low"] == pytest.approx(-5 / 12)
    assert worse["high"] == pytest.approx(1 / 2)
    assert "does not say what player" in refused("solve", "leduc", "--strategy", file)


def _halves(infoset: str) -> dict[str, float]:
    faced = infoset.rpartition("|")[2]
    return {"fold": 0.5, "call": 0.5} if faced.endswith("b1") else {"check": 0.5, "bet 1": 0.5}


def test_strategies_of_bluff_are_measured_from_either_kind_of_file(tmp_path: Path) -> None:
    for name in ("a.npz", "a.json"):
        words = ("bluff", "--faces", "4", "--method", "dcfr", "--iterations", "50")
        solved = ran("solve", *words, "--save", tmp_path / name)
        told = ran("solve", "bluff", "--faces", "4", "--strategy", tmp_path / name)
        assert told["exploitability"] == pytest.approx(solved["exploitability"], abs=1e-6)
    assert "is of another round: riverboat solve bluff --dice 1,1 --faces 4" in refused(
        "solve", "bluff", "--faces", "3", "--strategy", tmp_path / "a.npz"
    )


def test_a_game_of_your_own_is_solved_measured_and_verified(mygame: Path, tmp_path: Path) -> None:
    file = tmp_path / "guess.json"
    assert ran("solve", f"{mygame}:Guess", "--save", file)["value_exact"] == "0"
    assert ran("solve", f"{mygame}:Guess:sides=3", "--save", file)["value_exact"] == "1/3"
    assert ran("solve", f"{mygame}:Guess:sides=3", "--strategy", file)["exploitability"] < 1e-15
    assert "if you trust that file" in refused("verify", file)
    assert ran("verify", file, "--game", f"{mygame}:Guess:sides=3")["verified"]
    assert ran("export", f"{mygame}:Guess", tmp_path / "guess.efg")["nodes"] == 7
    assert ran("solve", tmp_path / "guess.efg")["value_exact"] == "0"


def test_the_walk_of_the_page_works_as_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "games" / "your-own.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    lines = re.search(r"GAME = \'\'\'\n(.*?)\.\.\. \'\'\'", page, re.DOTALL)
    assert lines is not None
    Path("kuhn_n.py").write_text(re.sub(r"^\.\.\. ?", "", lines[1], flags=re.MULTILINE), "utf-8")
    (commands,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    told = [
        RUNNER.invoke(make_app(), shlex.split(command, comments=True)[1:], catch_exceptions=False)
        for command in commands.splitlines()
    ]
    assert [each.exit_code for each in told] == [0] * 6
    values = ("-1/18 exactly", "-5/78 exactly", "-1/18", "true: the value of the game is -1/18")
    for each, value in zip(told, values, strict=False):
        assert value in each.stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Gess", '"Gess" is not in mygame.py (did you mean "Guess"?)'),
        ("Empty", "mygame.py:Empty is not a game: it has no root; a game has name, seats, root"),
        ("Broken", "mygame.py, line 55 in returns: KeyError: 'nothing'"),
        ("Guess:sides", '"sides" in'),
        ("Guess:colour=red", "mygame.py: TypeError"),
        ("", "names no class: write FILE.py:Class"),
    ],
)
def test_a_game_of_your_own_with_a_mistake_is_told_in_a_sentence(name: str, says: str, mygame: Path) -> None:
    assert says in refused("solve", f"{mygame}:{name}" if name else mygame)


def test_a_file_with_a_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("class Game:\n    def (", "utf-8")
    assert "bad.py, line 2: " in refused("solve", f"{path}:Game")
    path.write_text("1 / 0", "utf-8")
    assert "bad.py, line 1 in <module>: ZeroDivisionError" in refused("solve", f"{path}:Game")
    assert "cannot be read: No such file" in refused("solve", f"{tmp_path / 'none.py'}:Game")


def test_errors_of_the_house_are_not_called_the_files(mygame: Path) -> None:
    from riverboat.games.python_game import errors_of

    with pytest.raises(GameError, match=r"^the house says so$"), errors_of(mygame):
        raise GameError("the house says so")
