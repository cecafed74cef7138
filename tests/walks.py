"""Runs a page that is a walk: writes its files, inserts its rows, runs its lines, looks for what it says is printed.

A block of Python belongs to the sentence above it: ``In `FILE`:`` writes the file, ``In `FILE`, before `LINE`:``
inserts it there. A block of shell is run line by line; a line that ends in `# refused` must fail with exit code 2. A
block of text after it holds lines that must be in what was printed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

WALKS = ROOT / "docs" / "your-own"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"In `([^`]+)`(?:, before `([^`]+)`)?:\s*$")


class Piece(NamedTuple):
    """A block of a walk, and the sentence above it."""

    language: str
    text: str
    above: str


def pieces(page: Path) -> list[Piece]:
    """The blocks of a page, in order."""
    text = page.read_text("utf-8")
    return [
        Piece(found[1], found[2], text[: found.start()].rstrip().rpartition("\n")[2]) for found in _BLOCK.finditer(text)
    ]


class Walker:
    """A folder with a checkout of its own, in which a walk is done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed = ""
        skipped = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(ROOT / "src" / "riverboat", folder / "src" / "riverboat", ignore=skipped)
        shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("notebooks"))

    def do(self, piece: Piece) -> None:
        """Do what a block says."""
        {"python": self._write, "sh": self._run, "text": self._look}[piece.language](piece)

    def _write(self, piece: Piece) -> None:
        found = _FILE.search(piece.above)
        assert found, f"nothing says where this goes: {piece.text[:60]!r}"
        path, before = self.folder / found[1], found[2]
        if before is None:
            path.write_text(piece.text, "utf-8")
            return
        whole = path.read_text("utf-8")
        assert whole.count(f"\n{before}") == 1, f"{found[1]} has no line {before!r}, or several"
        path.write_text(whole.replace(f"\n{before}", f"\n{piece.text}{before}"), "utf-8")

    def _run(self, piece: Piece) -> None:
        self.printed = ""
        for line in piece.text.splitlines():
            words = shlex.split(line, comments=True)
            command = [sys.executable, "-m", *words] if words[0] == "riverboat" else [sys.executable, *words[1:]]
            environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "COLUMNS": "120"}
            done = subprocess.run(
                command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
            )
            expected = 2 if line.rstrip().endswith("# refused") else 0
            assert done.returncode == expected, f"{line}: {done.stdout}{done.stderr}"
            self.printed += done.stdout + done.stderr

    def _look(self, piece: Piece) -> None:
        for line in piece.text.splitlines():
            assert line in self.printed, f"{line!r} was not printed, but this: {self.printed}"
