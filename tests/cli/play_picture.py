"""Draws the pictures of `riverboat play` in the docs from a real terminal: `python -m tests.cli.play_picture`."""

from __future__ import annotations

import io
import re
import sys
import tempfile
from html import unescape
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from tests.cli.table_driver import Terminal

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
_TEXT = re.compile(r'(<text class="play-r\d+" x=")([\d.]+)(" y="[\d.]+" textLength=")([\d.]+)("[^>]*>)([^<]*)</text>')
_LETTER = 12.2  # rich's letters: 20 high, 0.61 as wide
#: What is started, and what is typed.
SCENES = {
    "play": ("play --seed 59", ("c", "c", "c")),
    "play-bluff": ("play bluff --dice 2,2 --faces 3 --partner --seed 7", ("?", "1-1")),
    "play-partner": ("play stud --partner --seed 12", ("?", "? what does he probably have", "f")),
}


def draw(name: str) -> None:
    """Play a few actions and keep the last screen."""
    words, keys = SCENES[name]
    with tempfile.TemporaryDirectory() as folder:
        command = (*words.split(), "--pace", "0", "--four-colours")
        rows = 24 if name == "play" else 40
        with Terminal(*command, database=Path(folder, "hands.db"), colour=True, rows=rows) as terminal:
            terminal.prompt()
            for key in keys:
                terminal.answer(key)
            screen = terminal.raw[terminal.raw.rindex("\x1b[2J") :]
    screen = re.sub(r"\x1b\[(2J|H|\?2004[hl])", "", screen).replace("\r", "")
    lines = screen.strip("\n").split("\n")
    console = Console(record=True, width=80, height=len(lines), force_terminal=True, file=io.StringIO())
    console.print(Text.from_ansi("\n".join(lines)))
    plain = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)  # nothing from elsewhere
    picture = console.export_svg(
        title=f"riverboat {words.partition(' --seed')[0]}", code_format=plain, unique_id="play"
    )
    (PICTURES / f"{name}.svg").write_text(_TEXT.sub(_without_margins, picture), "utf-8")


def _without_margins(found: re.Match[str]) -> str:
    """A piece of text without the spaces around it: some programs that draw SVG lose them, and what follows shifts."""
    start, x, middle, _, rest, text = found.groups()
    words = text
    while words.startswith("&#160;"):
        words = words.removeprefix("&#160;")
    x = float(x) + _LETTER * (len(text) - len(words)) / len("&#160;")
    while words.endswith("&#160;"):
        words = words.removesuffix("&#160;")
    length = _LETTER * len(unescape(words))
    return f"{start}{x:.1f}{middle}{length:.1f}{rest}{words}</text>" if words else ""


if __name__ == "__main__":
    for each in sys.argv[1:] or SCENES:
        draw(each)
