"""Every shell line of the README runs as it is printed, in a folder that holds `examples/`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _blocks() -> dict[str, list[list[str]]]:
    """The words of every line, by the heading that it stands under; `make` is what runs this test."""
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = {}
    for found in _BLOCK.finditer(text):
        heading = re.findall(r"^## (.*)$", text[: found.start()], re.MULTILINE)[-1]
        lines = [shlex.split(line, comments=True) for line in found[1].splitlines()]
        blocks[heading] = [words for words in lines if words and words[0] != "make"]
    return {heading: lines for heading, lines in blocks.items() if lines}


BLOCKS = _blocks()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "RIVERBOAT_DATABASE": str(folder / "hands.db"), "BROWSER": "true"}


def _run(words: list[str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,  # whoever sits down at a table leaves at once
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(words)}: {done.stderr}"
    return done.stdout


def _serve(words: list[str], folder: Path) -> None:
    """The page is opened, says where it is, and ends by Ctrl-C."""
    command = [sys.executable, "-m", *words, "--port", "0"]
    with subprocess.Popen(
        command, cwd=folder, env=_environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        lines = []
        for line in server.stdout:
            lines.append(line)
            if "http://" in line:
                break
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate()
    assert any("http://" in line for line in lines), errors


@pytest.mark.parametrize("heading", BLOCKS)
def test_every_line_runs_as_printed(heading: str, folder: Path) -> None:
    for words in BLOCKS[heading]:
        assert words[0] == "riverboat"
        if words[1] == "serve":
            _serve(words, folder)
            continue
        said = _run(words, folder)
        named = [word for word in words if word.endswith((".svg", ".npz")) and "@" not in word]
        assert said or named
        for name in named:
            assert (folder / name).exists(), f"{shlex.join(words)} wrote no {name}"


def test_the_lines_are_found() -> None:
    assert sum(map(len, BLOCKS.values())) >= 25
    assert {"Odds", "Games and records", "Solve games, with proofs"} <= set(BLOCKS)


def test_the_player_that_is_bred_wins_at_the_table_beside_it(folder: Path) -> None:
    """README once bred a player that lost the match printed beside it."""
    bred, played = BLOCKS["Train players, and repeat the papers"][:2]
    _run([*bred, "--seed", "1"], folder)
    told = _run([*played, "--seed", "1"], folder)
    income = float(re.findall(r"evolved@mine\.npz\s+([-+]\d+\.\d+)", told)[0])
    assert income > 0
