"""Practice at a solved spot at the terminal: draw, ask, grade, until the person leaves."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from riverboat.arena.spots.practice import SIDES, Graded, Happening, Practice, PracticeHand
from riverboat.cards.evaluator import describe, evaluate
from riverboat.cli.terminal.session import Leaving
from riverboat.cli.terminal.view import Choice, Look, framed, menu_line
from riverboat.errors import IllegalAction, counted
from riverboat.games.words import with_article
from riverboat.solving.spot_grid import chips, figure

_LEAVE = ("q", "quit", "exit", "leave")
_LETTERS = {"f": "fold", "k": "check", "x": "check", "c": "call", "b": "bet", "r": "raise"}
_ALL_IN = ("a", "all", "all-in", "allin", "max")
_COLOURS = {"good": "green", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}
_DONE = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}
_WORST = 3
WIDTH = 80


@dataclass
class SpotSitting:
    """A person who practises a solved spot at a terminal."""

    practice: Practice
    console: Console
    look: Look
    hands: int | None = None  # leave after this many
    quiet: bool = False  # standard output is for something else
    _told: list[Happening] = field(default_factory=list)
    _last: Graded | None = None

    def run(self) -> None:
        """Deal and play until the person leaves, input ends, or the hands asked for are played; then the summary."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (line editing for input())
        try:
            while self.hands is None or len(self.practice.finished) < self.hands:
                self._hand()
        except (Leaving, EOFError, KeyboardInterrupt) as why:
            if not isinstance(why, Leaving):
                self.console.print()
        self.console.print(summary(self.practice))

    def _hand(self) -> None:
        hand = self.practice.deal()
        self._told, self._last = [], None
        while True:
            for happening in hand.play_on():
                self._told.append(happening)
            if hand.is_over:
                break
            self._decide(hand)
        self.console.print(self._ending(hand))
        if self.hands is None or len(self.practice.finished) < self.hands:
            self.console.print(Text("Enter deals the next hand; q leaves", style="dim"))
            while self._read():
                self.console.print(Text("Enter deals the next hand, q leaves", style="red"))

    def _decide(self, hand: PracticeHand) -> None:
        self.console.print(self._table(hand))
        self.console.print(menu_line(choices(hand.node.actions), "?"))
        while True:
            line = self._read()
            try:
                action = self._understand(line, hand)
            except IllegalAction as error:
                self.console.print(Text(str(error), style="red"))
                continue
            if action is not None:
                self._told.append(Happening(who=hand.side, what=action))
                self._last = hand.act(action)
                self.console.print(verdict(self._last))
                return

    def _understand(self, line: str, hand: PracticeHand) -> str | None:
        """An action, or None where something else was asked for and answered."""
        if not line:
            self.console.print(self._table(hand))
            self.console.print(menu_line(choices(hand.node.actions), "?"))
        elif line.lower() in ("?", "h", "help"):
            self.console.print(_help(hand.node.actions))
        elif line.lower() in ("s", "score"):
            self.console.print(summary(self.practice))
        else:
            return read_choice(line, hand.node.actions)
        return None

    def _read(self) -> str:
        """A line that was typed; where standard output is for JSON, the prompt stands on standard error."""
        if self.quiet:
            sys.stderr.write("> ")
            sys.stderr.flush()
        line = input("" if self.quiet else "> ").strip()
        if line.lower() in _LEAVE:
            raise Leaving
        return line

    def _table(self, hand: PracticeHand) -> RenderableType:
        node = hand.node
        middle = Text().append(f"pot {chips(node.pot)}", style="bold yellow").append("   ")
        middle.append_text(self.look.cards(node.board))
        stacks = dict(zip(SIDES, node.stacks, strict=True))
        mine = Text(f"you, {hand.side}   ").append_text(self.look.cards(hand.hand))
        mine.append(f"   {chips(stacks[hand.side])} behind")
        if node.to_call:
            mine.append(f", {chips(node.to_call)} to call", style="bold")
        if len(node.board) + 2 >= 5:
            mine.append(f"   {with_article(describe(evaluate((*hand.hand, *node.board))))}", style="dim")
        parts = [middle, mine]
        if self._told:
            parts.append(self._story(hand))
        return framed(parts, min(self.console.width, WIDTH), self._title(), self._score())

    def _story(self, hand: PracticeHand) -> Text:
        dot = f" {self.look.dot} "
        return Text(dot.join(_said(each, hand.side) for each in self._told), style="cyan")

    def _title(self) -> str:
        return f"practice {self.look.dot} hand {len(self.practice.played)}"

    def _score(self) -> str:
        told = self.practice.to_json()
        if not told["decisions"]:
            return "good luck"
        return f"{counted(told['decisions'], 'decision')}, {figure(told['ev_lost'])} chips of EV lost"

    def _ending(self, hand: PracticeHand) -> RenderableType:
        other = SIDES[1 - hand.person]
        line = Text(f"{other} held ").append_text(self.look.cards(hand.hands[1 - hand.person]))
        if hand.node.kind == "showdown":
            held = describe(evaluate((*hand.hands[1 - hand.person], *hand.node.board)))
            line.append(f", {with_article(held)}")
        told = f"{_won(hand.net)}; with this hand the solution wins {figure(hand.start_ev())} on average."
        board = Text("board ").append_text(self.look.cards(hand.node.board))
        inside = (board, line, self._story(hand), Text(told, style="bold"))
        return framed(inside, min(self.console.width, WIDTH), self._title(), self._score())


def _won(net: float) -> str:
    if abs(net) < 0.005:
        return "You broke even"
    return f"You {'won' if net > 0 else 'lost'} {chips(abs(net))}"


def _said(happening: Happening, person: str) -> str:
    if happening.who == "deal":
        return f"[{happening.what}]"
    first, _, rest = happening.what.partition(" ")
    done = first if happening.who == person else _DONE[first]
    return f"{'you' if happening.who == person else happening.who} {done} {rest}".strip()


def choices(actions: Sequence[str]) -> list[Choice]:
    """The actions of a node with a number for each."""
    return [Choice(key=str(at), label=action, meaning="") for at, action in enumerate(actions, 1)]


def read_choice(line: str, actions: Sequence[str]) -> str:
    """The action that was typed: by its number, its words, or its letter with the amount (`b 100`)."""
    words = line.lower().replace(",", "").split()
    if len(words) == 1 and words[0].isdecimal() and 1 <= int(words[0]) <= len(actions):
        return actions[int(words[0]) - 1]
    if len(words) == 1 and words[0][0] in "br" and words[0][1:].replace(".", "", 1).isdecimal():
        words = [words[0][0], words[0][1:]]
    if words[0] in _ALL_IN and len(words) == 1 and actions[-1].split()[0] in ("bet", "raise"):
        return actions[-1]
    kind = _LETTERS.get(words[0], words[0])
    amount = [word for word in words[1:] if word != "to"]
    fitting = [action for action in actions if action.split()[0] == kind]
    exact = [action for action in fitting if not amount or action.split()[-1] == amount[0]]
    if len(exact) != 1 or len(amount) > 1:
        there = ", ".join(f"{at} {action}" for at, action in enumerate(actions, 1))
        why = "could be several actions" if len(exact) > 1 else "is no action here"
        raise IllegalAction(f'"{line}" {why}: {there}; ? explains')
    return exact[0]


def verdict(graded: Graded) -> RenderableType:
    """What the solution does with the same hand, and what the person's choice cost."""
    style = _COLOURS[graded.verdict]
    head = Text(f"{graded.verdict}: ", style=f"bold {style}")
    head.append(f"the solution does this {graded.frequency:.0%} of the time; ")
    cost = f"it costs {figure(graded.ev_lost, 2)} chips, {graded.ev_lost_pot:.1%} of the pot"
    head.append(cost if graded.ev_lost >= 0.005 else "it costs nothing")
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action", no_wrap=True)
    table.add_column("solution", justify="right")
    table.add_column("EV", justify="right")
    for action, share, ev in graded.choices:
        table.add_row(action, f"{share:.1%}", figure(ev, 2), style="bold" if action == graded.action else "")
    return Group(head, table)


def _help(actions: Sequence[str]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
    for at, action in enumerate(actions, 1):
        table.add_row(str(at), action)
    table.add_row("f k c", "fold, check, call; b 100 bets 100, r 340 raises to 340, a is all-in")
    table.add_row("s", "how it went so far")
    table.add_row("q", "leave (Ctrl-D too)")
    return table


def summary(practice: Practice) -> RenderableType:
    """How it went: hands, decisions by verdict, EV lost, what was won, and the dearest decisions."""
    told = practice.to_json()
    parts: list[RenderableType] = [
        Text(f"{counted(told['hands'], 'hand')}, {counted(told['decisions'], 'decision')}.", style="bold")
    ]
    if told["decisions"]:
        named = ", ".join(f"{name} {count}" for name, count in told["verdicts"].items() if count)
        each = told["ev_lost"] / told["decisions"]
        parts.append(Text(f"{named}; EV lost {figure(told['ev_lost'])} chips, {figure(each, 2)} a decision."))
    if told["hands"]:
        parts.append(Text(f"{_won(told['net'])}; with the same hands the solution wins {figure(told['expected'])}."))
    graded = [each for hand in practice.played for each in hand.graded if each.verdict != "good"]
    for each in sorted(graded, key=lambda each: -each.ev_lost)[:_WORST]:
        where = f"after {each.at}" if each.at else "at the start"
        best = max(each.choices, key=lambda choice: choice[2])[0]
        parts.append(
            Text(f"  {each.verdict}: {each.action} with {each.hand} on {each.board} {where}, "
                 f"{figure(each.ev_lost)} worse than {best}")
        )  # fmt: skip
    return Group(*parts)
