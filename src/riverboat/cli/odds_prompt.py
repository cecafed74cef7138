"""The interactive prompt of `riverboat odds`."""

from __future__ import annotations

import contextlib
import re

from riverboat.cli.odds_answer import answer_with_progress, show
from riverboat.cli.output import choose_seed, err, out
from riverboat.errors import RiverboatError

_HELP = """\
Type hands, and a board after "on":
  [bold]AhKh[/]                     against one random hand
  [bold]AhKh on 2h7hTc[/]           the same after this flop
  [bold]AhKh vs QsQc vs 20%[/]      against a hand and the best 20 % of hands
  [bold]AA vs 72o[/]                one class against another
  [bold]JJ, 5 opponents[/]          against five random hands
[bold]?[/] shows this, [bold]q[/] (or Ctrl-D) leaves."""
_OPPONENTS = re.compile(r"[,;]?\s*(?:vs\s+)?(-?\d+)\s+opponents?\s*$", re.IGNORECASE)
_BOARD = re.compile(r"\s+on\s+", re.IGNORECASE)


def run_prompt() -> None:
    """Read questions until the end of input and answer each; a mistake is told and asked again."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (line editing and history for input())
    out.print("[bold]Riverboat odds.[/] " + _HELP)
    while True:
        try:
            line = input("odds> ").strip()
        except (EOFError, KeyboardInterrupt):
            out.print()
            return
        if line.lower() in ("q", "quit", "exit"):
            return
        if line in ("?", "help"):
            out.print(_HELP)
        elif line:
            try:
                answer_line(line)
            except RiverboatError as error:
                err.print(str(error), style="red", markup=False)


def answer_line(line: str) -> None:
    """Answer one typed question."""
    from riverboat.odds.equity import SIMULATIONS
    from riverboat.odds.question import ask
    from riverboat.odds.report import one_hand

    hands, *boards = _BOARD.split(line, maxsplit=1)
    opponents = None
    texts = [hands, *boards]
    if match := _OPPONENTS.search(texts[-1]):
        opponents = int(match[1])
        texts[-1] = texts[-1][: match.start()]
    question = ask(texts[0], board=texts[1] if boards else "", opponents=opponents)
    found, _ = answer_with_progress(question, "auto", SIMULATIONS, None, choose_seed(None))
    show(question, found, one_hand(question))
