"""How commands speak: results on standard output, progress and errors on standard error."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment

from riverboat.compile_news import on_compile
from riverboat.intervals import Estimate
from riverboat.version import __version__

#: What a terminal would obey instead of show, or by which text looks like other text: control characters, marks that
#: turn the direction of writing, ends of lines that are none; and what can't be written as UTF-8.
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str, *, lines: bool = True) -> str:
    """Text from anywhere, as a terminal may be given it: what it would obey is spelt out. `lines`: it may have some.

    >>> printable("\x1b[2Jrock")
    '\\\\x1b[2Jrock'
    """
    plain = _OBEYED.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return plain if lines else plain.replace("\n", "\\n").replace("\t", "\\t")


class PlainConsole(Console):
    """A terminal, file or pipe: all text that leaves through it can be read, and none of it is obeyed."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is written for something, piece by piece; Rich's own colours and moves are not part of the text."""
        for segment in super().render(renderable, options):
            if segment.control is None and _OBEYED.search(segment.text):
                segment = Segment(printable(segment.text), segment.style)
            yield segment


out = PlainConsole(highlight=False, emoji=False)
err = PlainConsole(stderr=True, highlight=False, emoji=False)
_TELL_EVERY_S = 5.0

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", min=0, help="Repeat a run exactly; by default a seed is drawn.")
]
#: Of what is played: a small number, or the key that was drawn.
KeyOption = Annotated[
    str | None,
    typer.Option(
        "--seed", help="Repeat a run exactly: a number, or a drawn key of 32 digits; by default a key is drawn."
    ),
]


def print_json(data: dict[str, Any], seed: int | str | None) -> None:
    """One object on standard output, with the seed and the version that made it."""
    text = json.dumps({**data, "seed": seed, "version": __version__}, ensure_ascii=False, indent=2)
    sys.stdout.write(_OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def choose_seed(seed: int | None) -> int:
    """The seed asked for, or a fresh one that can be asked for again."""
    import secrets

    return secrets.randbelow(2**32) if seed is None else seed


def percent(estimate: Estimate) -> str:
    """A chance in per cent, with its standard error where it has one."""
    if estimate.exact:
        return f"{100 * estimate.mean:.3f} %"
    return f"{100 * estimate.mean:.2f} ± {100 * estimate.error:.2f} %"


def announce_compiling() -> None:
    """Say so when kernels have to be compiled on first use, and every few seconds how far that is."""
    count, start, told = 0, 0.0, 0.0

    def tell(_: str) -> None:
        nonlocal count, start, told
        now = time.monotonic()
        count += 1
        if count == 1:
            start = told = now
            err.print("[dim]compiling, once (riverboat warmup --all does it at a time you choose) ...[/]")
        elif now - told > _TELL_EVERY_S:
            told = now
            err.print(f"[dim]... {count} kernels in {now - start:.0f} s[/]")

    on_compile(tell)


@contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """A bar on standard error that disappears when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[note]}"), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        progress.add_task(title, total=None, note="")
        yield progress


def say(text: str) -> None:
    """Names and paths are printed as they are typed, on one line."""
    out.print(printable(text, lines=False), markup=False, emoji=False, soft_wrap=True)
