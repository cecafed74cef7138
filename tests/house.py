"""The house in numbers, and its rooms as a picture: `python -m tests.house` prints the one and draws the other.

`tests/test_house.py` holds the numbers to their bounds, `docs/architecture.md` shows the picture.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import riverboat
from riverboat.games import GAMES

HOUSE = Path(riverboat.__file__).parent
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "rooms.svg"
#: Where a game's own code stands: there it may be asked which game it is.
OWN = ("games", "agents/bluff", "agents/stud", "solving/bluff", "partner", "studies", "training")
#: Names of games that mean something else: a parameter of a player, an agent, a word that is typed, a study.
NOT_A_GAME = {
    ("agents/loki/versions.py", "bluff"),
    ("agents/registry.py", "stud"),
    ("agents/styles/parameters.py", "bluff"),
    ("cli/terminal/keys_dice.py", "bluff"),
    ("web/routes/study.py", "bluff"),
}
_ASKS = re.compile(r"is_bluff|isinstance\([^()]*Bluff\w+|(?:==|!=|in) \(?\"bluff\"|\"bluff\" (?:==|!=|in)")


#: How a docstring begins that says nothing where it is shown by itself.
_HEADLESS = re.compile(r"(?:Who|Whose|Whom|The same|As (?:the|a|plain)|And|Also)\b")


class Function(NamedTuple):
    """A function, where it stands, and its size."""

    place: str
    lines: int
    parameters: int
    command: bool  # whether it is a command of the command line, whose parameters are options


@cache
def sources() -> dict[str, str]:
    """Every module of the package by its path in it."""
    return {str(path.relative_to(HOUSE)): path.read_text("utf-8") for path in sorted(HOUSE.rglob("*.py"))}


def others() -> dict[str, str]:
    """The modules in which nobody may ask which game is played."""
    return {path: text for path, text in sources().items() if not path.startswith(tuple(f"{own}/" for own in OWN))}


def room_of(path: str) -> str:
    """The room that a module stands in."""
    return path.split("/")[0].removesuffix(".py")


def functions() -> Iterator[Function]:
    """Every function of the package."""
    for path, text in sources().items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                wanted = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                count = len([each for each in wanted if each.arg not in ("self", "cls")])
                command = path.startswith("cli/commands/") and "typer.Option" in (ast.unparse(node.args))
                yield Function(f"{path}:{node.name}", node.end_lineno - node.lineno + 1, count, command)


def headless() -> list[str]:
    """Docstrings that begin with a bare "who", or with something that is said elsewhere."""
    found = []
    for path, text in sources().items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                told = ast.get_docstring(node) or ""
                if _HEADLESS.match(told):
                    found.append(f"{path}:{getattr(node, 'lineno', 1)}: {told.splitlines()[0]}")
    return found


def questions() -> list[str]:
    """Where it is asked, outside a game's own code, whether Bluff is played."""
    return [
        f"{path}:{number}"
        for path, text in others().items()
        for number, line in enumerate(text.splitlines(), 1)
        if _ASKS.search(line)
    ]


def game_names() -> list[str]:
    """Where a game's name stands as a literal outside `games/` and a game's own code."""
    found = []
    for path, text in others().items():
        found += [
            f"{path}:{node.lineno}"
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and node.value in GAMES and (path, node.value) not in NOT_A_GAME
        ]
    return found


def unions() -> list[str]:
    """Union types in which a class of dice stands beside its twin."""
    twin = re.compile(r"\b(\w+) \| Bluff\w+|\bBluff\w+ \| (?!None)\w+")
    return [
        f"{path}:{number}"
        for path, text in others().items()
        for number, line in enumerate(text.splitlines(), 1)
        if twin.search(line)
    ]


def names_twice() -> list[str]:
    """Public classes whose name stands for more than one thing; `Result` of a study aside."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path, text in sources().items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path)
    return [
        f"{name}: {', '.join(paths)}"
        for name, paths in sorted(homes.items())
        if len(paths) > 1 and not (name == "Result" and all(path.startswith("studies/") for path in paths))
    ]


def fullest_folder() -> tuple[str, int]:
    """The folder with most modules, and how many."""
    return Counter(str(Path(path).parent) for path in sources()).most_common(1)[0]


def imports() -> Counter[tuple[str, str]]:
    """How many modules of one room import another."""
    found: Counter[tuple[str, str]] = Counter()
    for path, text in sources().items():
        here = room_of(path)
        there = {name for name in re.findall(r"(?:from|import) riverboat\.(\w+)", text) if name != here}
        found.update((here, name) for name in there)
    return found


def numbers() -> dict[str, object]:
    """What the house is measured by."""
    long = max(functions(), key=lambda each: each.lines)
    wide = max((each for each in functions() if not each.command), key=lambda each: each.parameters)
    return {
        "lines": sum(text.count("\n") for text in sources().values()),
        "questions whether it is Bluff": len(questions()),
        "unions of twins": len(unions()),
        "names of games as literals": len(game_names()),
        "longest function": (long.place, long.lines),
        "most parameters": (wide.place, wide.parameters),
        "names of classes with two meanings": names_twice(),
        "fullest folder": fullest_folder(),
    }


def draw() -> None:
    """Draw which room imports which: a number is how many modules do. Nothing stands above the diagonal."""
    from riverboat.files import write_whole
    from tests.test_rooms import ROOMS

    cell, left, top = 52, 200, 60
    size = cell * len(ROOMS)
    width, height = left + size + 20, top + size + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="14" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    counts = imports()
    for row, room in enumerate(ROOMS):
        texts = [text for path, text in sources().items() if room_of(path) == room]
        told = f"{len(texts)} modules, {sum(text.count(chr(10)) for text in texts):,} lines"
        middle = top + cell * row + cell / 2
        parts += [
            f'<text x="{left - 12}" y="{middle - 2}" text-anchor="end" font-weight="bold">{room}</text>',
            f'<text x="{left - 12}" y="{middle + 15}" text-anchor="end" font-size="12" fill="#555">{told}</text>',
            f'<text x="{left + cell * row + cell / 2}" y="{top - 14}" font-size="12">{room}</text>',
        ]
        for column, other in enumerate(ROOMS[: row + 1]):
            count = counts[room, other]
            box = f'x="{left + cell * column}" y="{top + cell * row}" width="{cell}" height="{cell}"'
            ink = "#2a6f97" if row == column else f"rgba(42, 111, 151, {min(0.75, count / 40):.2f})"
            parts.append(f'<rect {box} fill="{ink}" stroke="#c9d8e0"/>')
            if count:
                parts.append(f'<text x="{left + cell * column + cell / 2}" y="{middle + 5}">{count}</text>')
    write_whole(PICTURE, "\n".join([*parts, "</svg>", ""]))


if __name__ == "__main__":
    for name, found in numbers().items():
        print(f"{name}: {found}")
    draw()
