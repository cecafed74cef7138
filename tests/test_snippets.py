"""Every snippet in the docs runs, or is named here with the reason why a test does not run it.

Lines of Python with a prompt are run by tests/test_docs.py, the README's shell lines by tests/test_readme.py, the walks
of docs/your-own by tests/test_walks.py. Here: Python without a prompt, and the shell lines of all other pages.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from website.facts import commands

from tests.conftest import ROOT

PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CONTRIBUTING.md"]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: What is shown besides: pieces of files and of what is printed.
DATA = {"json", "text", "toml", "html", "csv", "xml"}
#: Python that is only compiled, and why.
NOT_RUN = {
    "docs/doors/environments.md": "needs PyTorch, which the tests do not install",
    "docs/doors/openspiel.md": "a hundred iterations in Python take minutes; tests/doors plays the same game",
}
#: Programs that are not ours, and make.
OTHERS = frozenset("make pip python dask git docker twine jupyter curl cat echo export gunzip".split())


def blocks(language: str) -> list[tuple[str, str]]:
    """The blocks of a language, each with its place."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for block in _BLOCK.finditer(text):
            if block[1] == language:
                line = text[: block.start()].count("\n") + 1
                found.append((f"{page.relative_to(ROOT)}:{line}", block[2]))
    return found


PYTHON = [(place, text) for place, text in blocks("python") if ">>>" not in text and "your-own/" not in place]
SHELL = [
    (place, line)
    for place, text in blocks("sh")
    for line in text.replace("\\\n", " ").splitlines()
    if line.strip() and not line.lstrip().startswith("#")
]


def test_every_block_is_of_a_kind_that_a_test_looks_at() -> None:
    kinds = {block[1] for page in PAGES for block in _BLOCK.finditer(page.read_text("utf-8"))}
    assert kinds <= {"python", "sh"} | DATA


@pytest.mark.parametrize(("place", "text"), PYTHON, ids=[place for place, _ in PYTHON])
def test_python_without_a_prompt_runs(place: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = compile(text, place, "exec")
    if place.partition(":")[0] not in NOT_RUN:
        exec(code, {"__name__": "snippet"})


def check_line(line: str, known: dict[str, Any]) -> None:
    """A shell line names a command that there is, with options that it has and as many arguments as it takes.

    It is not run here: some take hours, some open a server or a file of the reader's own, and what each command does is
    tested with the command itself.
    """
    words = shlex.split(line.partition(" | ")[0].partition(" > ")[0], comments=True)
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    if not words or words[0] in OTHERS:
        return
    assert words[0] == "riverboat", f"{words[0]} is no program that the docs know"
    rest = words[1:]
    name = next((" ".join(rest[:count]) for count in (2, 1) if " ".join(rest[:count]) in known), None)
    if name is None:
        assert rest[:1] in (["--version"], ["--help"], ["--install-completion"]), f"there is no command {rest[:2]}"
        return
    options = {option: each for each in known[name].params for option in (*each.opts, *each.secondary_opts)}
    for word in rest[len(name.split()) :]:
        if word.startswith("--"):
            assert word.partition("=")[0] in options or word == "--help", f"{name} has no option {word}"


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    return commands()


@pytest.mark.parametrize(("place", "line"), SHELL, ids=[f"{place}-{at}" for at, (place, _) in enumerate(SHELL)])
def test_shell_lines_name_commands_and_options_that_there_are(place: str, line: str, known: dict[str, Any]) -> None:
    check_line(line, known)


@pytest.mark.parametrize("line", ["riverboat oddz AhKh", "riverboat odds AhKh --bord 2h7hTc", "pokerboat serve"])
def test_a_line_that_could_not_run_is_found(line: str, known: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check_line(line, known)


def test_snippets_are_found() -> None:
    assert len(SHELL) > 50
    assert PYTHON
