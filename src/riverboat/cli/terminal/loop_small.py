"""Trees at the terminal: deal, ask, tell the result, until the person leaves."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from riverboat.cli.terminal.session import Leaving
from riverboat.cli.terminal.view import WIDTH, Choice, Look, framed, menu_line
from riverboat.errors import IllegalAction, counted
from riverboat.intervals import average

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riverboat.games.actions import Action, Chips
    from riverboat.games.protocol import Observation
    from riverboat.tables.small_games import SmallHand, SmallTable

_LEAVE = ("q", "quit", "exit", "leave")


@dataclass
class SmallSitting:
    """A person at a terminal who plays a tree."""

    table: SmallTable
    title: str
    opponent: str
    console: Console
    look: Look
    hands: int | None = None  # leave after this many

    def run(self) -> None:
        """Deal and play until the person leaves, input ends, or the hands asked for are played; then the summary."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (line editing for input())
        try:
            while self.hands is None or len(self.table.nets) < self.hands:
                self._hand()
        except (Leaving, EOFError, KeyboardInterrupt) as why:
            if not isinstance(why, Leaving):
                self.console.print()
        self.console.print(summary(self.table.nets))

    def _hand(self) -> None:
        hand = self.table.deal()
        while not hand.is_over:
            self._show(hand)
            hand.act(self._decision(hand))
        result = Text(f"{won(hand.net)}.", style="bold")
        self.console.print(self._frame([*self._seen(hand), result]))
        if self.hands is None or len(self.table.nets) < self.hands:
            self.console.print(Text("Enter deals the next hand; q leaves", style="dim"))
            while self._read(()):
                self.console.print(Text("Enter deals the next hand, q leaves", style="red"))

    def _decision(self, hand: SmallHand) -> Action:
        """Ask until there is an action."""
        legal = list(hand.seen.legal_actions)
        labels = self._labels(hand.seen)
        while True:
            line = self._read(labels)
            names_it = any(label.casefold().startswith(line.casefold()) for label in labels)
            if not line:
                self._show(hand)
            elif not names_it and line.lower() in ("?", "h", "help"):
                self.console.print(_help(labels))
            elif not names_it and line.lower() in ("s", "score"):
                self.console.print(summary(self.table.nets))
            else:
                try:
                    return read_action(line, legal, labels)
                except IllegalAction as error:
                    self.console.print(Text(str(error), style="red"))

    def _read(self, labels: Sequence[str]) -> str:
        line = input("> ").strip()
        if line.lower() in _LEAVE and line not in labels:
            raise Leaving
        return line

    def _labels(self, seen: Observation) -> list[str]:
        return [str(action) for action in seen.legal_actions]

    def _show(self, hand: SmallHand) -> None:
        self.console.print(self._frame(self._seen(hand)))
        self.console.print(menu_line(choices(self._labels(hand.seen)), "?"))

    def _seen(self, hand: SmallHand) -> list[RenderableType]:
        """Where the person is, as the tree's file calls the place, and what they chose before."""
        seen = hand.seen
        lines: list[RenderableType] = [Text(f"you are player {seen.seat + 1} of {self.table.game.seats}")]
        if seen.legal_actions:
            number, _, name = seen.infoset.partition(":")[2].partition(" ")
            lines.append(Text(f"you know: {name or f'information set {number}'}"))
        own = [str(action) for _, action in getattr(seen, "own_moves", ())]
        if own:
            lines.append(Text(f"you chose {', '.join(own)}", style="cyan"))
        return lines

    def _frame(self, inside: Sequence[RenderableType]) -> RenderableType:
        title = f"{self.title} {self.look.dot} hand {len(self.table.played)} against {self.opponent}"
        score = f"{_signed(sum(self.table.nets))} in {counted(len(self.table.nets), 'hand')}"
        return framed(inside, min(self.console.width, WIDTH), title, score)


def choices(labels: Sequence[str]) -> list[Choice]:
    """The actions with a key each: its number, or its name where names are numbers."""
    named = any(label.isdecimal() for label in labels)
    keys = labels if named else [str(at) for at, _ in enumerate(labels, 1)]
    return [Choice(key=key, label="" if named else label, meaning="") for key, label in zip(keys, labels, strict=True)]


def read_action(line: str, legal: Sequence[Action], labels: Sequence[str]) -> Action:
    """The action that was typed: by its name, its number, or the beginning of its name."""
    typed = " ".join(line.casefold().split())
    names = [(label.casefold(), str(action).casefold()) for label, action in zip(labels, legal, strict=True)]
    exact = [at for at, both in enumerate(names) if typed in both]
    keys = [choice.key.casefold() for choice in choices(labels)]
    if not exact and typed in keys:
        exact = [keys.index(typed)]
    fitting = exact or [at for at, both in enumerate(names) if any(name.startswith(typed) for name in both)]
    if len(fitting) > 1:  # names may differ in nothing but capitals
        fitting = [at for at in fitting if line in (labels[at], str(legal[at]))] or fitting
    if len(fitting) != 1:
        why = "could be several actions" if fitting else "is no action here"
        there = ", ".join(f"{choice.key} {choice.label}".strip() for choice in choices(labels))
        raise IllegalAction(f'"{line}" {why}: {there}; ? explains')
    return legal[fitting[0]]


def _help(labels: Sequence[str]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
    for choice in choices(labels):
        table.add_row(Text(choice.key), Text(choice.label))
    table.add_row("", "the name will do too, or its beginning")
    table.add_row("s", "score: how it went so far")
    table.add_row("q", "leave (Ctrl-D too)")
    return table


def won(net: Chips) -> str:
    """What somebody has won, in a sentence about them."""
    return "You broke even" if not net else f"You {'won' if net > 0 else 'lost'} {abs(net)}"


def _signed(net: Chips) -> str:
    return "0" if not net else f"{'+' if net > 0 else '-'}{abs(net)}"


def summary(nets: Sequence[Chips]) -> RenderableType:
    """How it went: hands, what was won, and what that is a hand."""
    if not nets:
        return Text("No hand was played to its end.", style="bold")
    found = average([float(net) for net in nets])
    sure = "" if found.low is None or found.high is None else f" (95 %: {found.low:+.2f} to {found.high:+.2f})"
    head = f"{counted(len(nets), 'hand')}: {_signed(sum(nets))}"
    return Text(f"{head}, {found.mean:+.2f} a hand{sure}.", style="bold")
