"""The shell lines of the docs run, page by page, in a folder of their own and at small sizes.

A line that is not run is named in `NOT_RUN` with the reason. tests/test_snippets.py checks the words of all lines,
tests/test_readme.py runs those of the README as printed, and tests/test_walks.py those of docs/your-own.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from riverboat.cli import app
from tests.conftest import ROOT
from tests.test_snippets import OTHERS, SHELL

#: How a line that is not run begins, and why.
NOT_RUN = {
    "exploit equilibrium": "a flop takes half a minute; tests/arena/test_exploit.py plays a shorter game",
    "exploit loki-f": "a minute; the line with a bot of your own is run",
    "exploit tight-aggressive": "a flop takes half a minute; tests/arena/test_exploit.py plays a shorter game",
    "match equilibrium": "20,000 hands of either; tests/agents plays a few",
    "match acpc:": "waits for a program to connect; tests/doors connects one",
    "dealer": "waits for programs to connect; tests/doors connects them",
    "acpc-player": "needs a dealer; tests/doors has one",
    "serve": "opens the page until Ctrl-C; tests/test_readme.py and tests/web do",
    "train equilibrium": "hours; tests/cli/test_train.py trains for two iterations",
    "exploit equilibrium@mine.npz": "measures the weights of those hours",
    "train ann --data holdem": "the month of hands is not ours to ship; tests/training uses it where it is",
    "match ann@net2.npz": "plays the network of that month",
    "model perfecto": "the month of hands is not ours to ship; tests/modeling uses it where it is",
    "match rock maniac --hands 1000000 --cluster": "needs a Dask cluster; tests/arena/work starts one",
    "league --workers": "continues an interrupted league of all agents; tests/arena/league does with two",
}
#: Sizes of lines, by how the line begins: these run in seconds.
SIZES = {
    "match": {"--hands": "200"},
    "league --add": {"--hands": "100", "--session": "50", "--rings": "0"},
    "league rock": {"--hands": "100", "--rings": "0"},
    "exploit mybot.py": {"--hands": "800"},
    "leaks": {"--hands": "20"},
    "tournament ring": {"--hands": "400"},
    "tournament elimination": {"--entrants": "30"},
    "train adaptive": {"--batches": "1", "--ring-batches": "1"},
    "evolve": {"--epochs": "20", "--compare": "2"},
    "solve bluff --dice 2,1": {"--gap": "0.05"},
    "solve spot --board": {"--target": "5%"},
    "solve spots": {"--target": "5%"},
    "stats Ann --position": {"--stakes": "20", "--players": "3", "--since": "2000", "--until": "2099"},
}
#: Lines that play the whole league, so that it is two agents here.
FEWER = {"riverboat league": "riverboat league rock maniac --hands 100 --session 50 --rings 0"}


def pages() -> dict[str, list[list[str]]]:
    """The lines that are run, by page; those of the walks are run elsewhere."""
    found: dict[str, list[list[str]]] = {}
    for place, line in SHELL:
        page = place.partition(":")[0]
        words = shlex.split(line.partition(" > ")[0], comments=True)
        if words[0] in OTHERS or "your-own/" in page:
            continue
        told = " ".join(words[1:])
        if not any(told.startswith(start) for start in NOT_RUN):
            found.setdefault(page, []).append(words)
    return found


PAGES = pages()


def smaller(words: list[str]) -> list[str]:
    """A line with the sizes of a test."""
    line = shlex.join(words)
    words = shlex.split(FEWER.get(line, line))
    told = " ".join(words[1:])
    for start, sizes in SIZES.items():
        if told.startswith(start):
            for option, size in sizes.items():
                if option in words:
                    words[words.index(option) + 1] = size
                else:
                    words += [option, size]
    return words


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the docs speak of: examples, hands of Ann and others, games, a league, boards."""
    folder = tmp_path_factory.mktemp("prepared")
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("notebooks"))
    for name in ("mybot.py", "game.efg"):
        shutil.copy(ROOT / "examples" / name, folder)
    hands = (ROOT / "examples" / "hands.phhs").read_text("utf-8")
    for was, is_now in (("loki-a", "Ann"), ("loose-passive", "Pluribus"), ("tight-aggressive", "Anna")):
        hands = hands.replace(f"'{was}'", f"'{is_now}'")
    hands = re.sub(r"^_digest = .*\n", "", hands, flags=re.MULTILINE)
    (folder / "HandHistory").mkdir()
    for file in (folder / "hands.phhs", folder / "HandHistory" / "1.phhs"):
        file.write_text(hands, "utf-8")
    (folder / "boards.txt").write_text("8h7h6s2c\nAsKsQd2h\n", "utf-8")
    (folder / "first.py").write_text(_python_of("docs/agents/bots.md", "class First"), "utf-8")
    (folder / "mygame.py").write_text(_python_of("docs/your-own/game.md", "class Smuggler") + "\nMyGame = Smuggler\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("RIVERBOAT_DATABASE", str(folder / "hands.db"))
        kuhn = doctest.DocTestParser().get_examples((ROOT / "docs" / "games" / "your-own.md").read_text("utf-8"))
        space: dict[str, object] = {}
        for line in kuhn[:3]:  # these write kuhn_n.py
            exec(line.source, space)
        app(["import", "hands.phhs"], standalone_mode=False)
        app(
            ["league", "rock", "maniac", "--hands", "100", "--rings", "0", "--out", "league.json"],
            standalone_mode=False,
        )
        app(["solve", "kuhn", "--save", "mine.json"], standalone_mode=False)
        patch.setattr(sys, "stdin", io.StringIO("f\n\nq\n"))  # a hand, so that the partner has learnt something
        app(["play", "stud", "--partner", "--pace", "0", "--seed", "1"], standalone_mode=False)
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the prepared folder, in which a person who sits down at a table leaves at once."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIVERBOAT_DATABASE", str(tmp_path / "hands.db"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return tmp_path


def _python_of(page: str, text: str) -> str:
    """The block of a page that holds a text."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(next(block for block in blocks if text in block))


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_of_a_page_run(page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for words in PAGES[page]:
        app(smaller(words)[1:], standalone_mode=False)
        printed = capsys.readouterr()
        assert printed.out or printed.err, shlex.join(words)
        named = words[words.index("--picture") + 1 :][:1] if "--picture" in words else []
        named += words[words.index("--out") + 1 :][:1] if "--out" in words else []
        for name in named:
            assert (folder / name).exists(), f"{shlex.join(words)} wrote no {name}"


def test_most_lines_are_run_and_every_reason_is_needed() -> None:
    told = [" ".join(shlex.split(line, comments=True)[1:]) for _, line in SHELL]
    for start in NOT_RUN:
        assert any(line.startswith(start) for line in told), f"no line begins with {start}"
    assert sum(map(len, PAGES.values())) > 75
