"""The session at the terminal: draw, ask, play on, until the person leaves."""

from __future__ import annotations

import contextlib
import sys
import time
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.text import Text

from riverboat.cli.terminal.partner import HINT, TerminalPartner
from riverboat.cli.terminal.view import TableView, signed
from riverboat.errors import IllegalAction
from riverboat.games import Action
from riverboat.games.protocol import TableObservation
from riverboat.intervals import average_of_sums
from riverboat.tables import PERSON, HandEnd, Session, Standing
from riverboat.tables.bank import broke_in_words

_LEAVE = ("q", "quit", "exit", "leave")


class Leaving(Exception):  # noqa: N818 - nothing went wrong
    """The person gets up from the table."""


@dataclass
class TerminalSession:
    """A person at a terminal, from sitting down to leaving."""

    session: Session
    view: TableView[TableObservation, HandEnd]  # draws it, and reads what is typed
    console: Console
    command: str  # that goes on with this session
    hands: int | None = None  # leave after this many
    pace_s: float = 0.0  # a breath after what each agent does
    beside: TerminalPartner | None = None  # the partner, if one sits there
    played: int = 0
    won: int = 0

    def __post_init__(self) -> None:
        self._notes: list[str] = []
        self._remark = ""  # what the partner said to the last action, where that did not stop it
        # Where somebody looks at a screen it is drawn again; where output is a stream, it goes on.
        self._screen = self.console.is_terminal and sys.stdin.isatty()

    def run(self) -> None:
        """Play until the person leaves, input ends, or the hands asked for are played; then the summary."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (line editing for input())
        try:
            while self.hands is None or self.played < self.hands:
                if self.played:
                    self._between_hands()
                self._hand()
        except (Leaving, EOFError, KeyboardInterrupt) as why:
            if not isinstance(why, Leaving):
                self.console.print()
        self.summary()

    def _hand(self) -> None:
        session = self.session
        if not session.in_hand:
            for seat in session.deal():
                broke = broke_in_words(self.view.short(seat), you=seat == PERSON)
                times, full = session.standing.buy_ins[seat], session.plan.bank.start_stack
                self._notes.append(f"{broke} for {full:,} (rebuy number {times}).")
        while True:
            self._agents_act()
            if session.is_over:
                break
            self._decide()
        end = session.end_hand()
        self.played += 1
        self.won += end.returns[PERSON]
        if self.beside is not None:
            self.beside.hand_over(end.view)
        self._draw(self.view.ending(end, session.standing))
        if self._remark:
            self._say(Text(self._remark, style="cyan"))
            self._remark = ""

    def _agents_act(self) -> None:
        session = self.session
        for done in session.play_on():
            if done.fault:
                self._notes.append(f"{self.view.short(done.seat)} made a fault: {done.fault}")
            if self._screen and self.pace_s and self.view.is_playing(session.view):
                self._draw(self.view.table(session.view, session.standing, self._notes))
                time.sleep(self.pace_s)

    def _decide(self) -> None:
        """Show the table and ask until there is an action."""
        self._show_table()
        while True:
            line = self._read()
            try:
                action = self._understand(line)
            except IllegalAction as error:
                self._say(Text(str(error), style="red"))
                continue
            if action is not None and self._goes_on(action):
                self._notes = [self._remark] if self._remark else []
                self.session.act(action)
                return

    def _goes_on(self, action: Action) -> bool:
        """Whether the person does it. A costly mistake is asked about, a cheap one told in a line."""
        caution = self.beside.caution(self.session.view, action) if self.beside is not None else None
        self._remark = ""
        if caution is None:
            return True
        if not caution.asks:
            if self._screen:
                self._remark = caution.text  # stands above the next decision: the screen is drawn again
            else:
                self._say(caution.shown)
            return True
        self._say(caution.shown)
        while True:
            self._say(Text("Enter takes it back, y does it anyway, + shows the numbers.", style="dim"))
            line = self._read().lower()
            if line in ("y", "yes"):
                return True
            if line in ("", "n", "no"):
                return False
            if self.beside is not None and self.beside.is_for(line):
                self._say(self.beside.reply(line, self.session.view))
            else:
                self._say(Text(f'"{line}" is no answer to that.', style="red"))

    def _show_table(self) -> None:
        seen = self.session.view
        self._draw(self.view.table(seen, self.session.standing, self._notes))
        self._say(self.view.holding(seen))
        self._say(self.view.menu(seen))
        if self.beside is not None:
            self._say(Text(HINT, style="dim"))

    def _say(self, what: RenderableType) -> None:
        self.console.print(what, width=self.view.width)

    def _understand(self, line: str) -> Action | None:
        """An action, or None where something else was asked for and answered."""
        seen = self.session.view
        word = line.lower()
        if not line:
            self._show_table()
        elif self.beside is not None and self.beside.is_for(line):
            self._say(self.beside.reply(line, seen))
        elif word in ("?", "h", "help"):
            self._tell(self.view.help(seen))
        elif word in ("l", "log"):
            self._tell(self.view.story(seen, self.session.standing) or Text("Nobody has acted yet."))
        elif word in ("s", "score"):
            self._tell(self.view.score(self.session.standing))
        else:
            return self.view.read(line, seen)
        return None

    def _tell(self, what: RenderableType) -> None:
        """Answer a question on a page of its own; an empty line then shows the table again."""
        if self._screen:
            self.console.clear()
        self._say(what)
        if self._screen:
            self._say(Text("Enter shows the table again; or type what you do.", style="dim"))

    def _between_hands(self) -> None:
        while True:
            self.console.print(Text(f"{self.view.next_hand}; s score, q leave", style="dim"))
            line = self._read().lower()
            if line in ("s", "score"):
                self.console.print(self.view.score(self.session.standing))
            elif line in ("?", "h", "help"):
                self.console.print(
                    f"{self.view.next_hand}. s shows what everyone has won so far. q leaves; the table is kept."
                )
            elif line in ("", "n", "d", "y"):
                return
            else:
                self.console.print(Text(f'"{line}" is not a key here', style="red"))

    def _read(self) -> str:
        line = input("> ").strip()
        if line.lower() in _LEAVE:
            raise Leaving
        return line

    def _draw(self, picture: RenderableType) -> None:
        if self._screen:
            self.console.clear()
        self.console.print(picture)

    def summary(self) -> None:
        """Hands, what was won, what that is a hand, and where it all lies."""
        standing, show, view = self.session.standing, self.console.print, self.view
        if self.played and self.played < standing.hands:
            show(f"This sitting: {view.count(self.played)}, {signed(self.won)}.")
        show(f"[bold]{view.count(standing.hands)} in this session.[/]")
        if standing.hands:
            show(view.score(standing))
            net, unit = standing.nets[PERSON], self.session.plan.unit
            found = average_of_sums(standing.hands, net, standing.squares, unit=unit.chips)
            assert found.mean is not None
            known = found.low is not None and found.high is not None  # one hand alone has no interval
            sure = f" (95 %: {found.low:+.2f} to {found.high:+.2f})" if known else ""
            show(view.result(net, found.mean, sure))
        self._last_words()

    def _last_words(self) -> None:
        """Where it all lies, and how to go on."""
        session, show, what = self.session, self.console.print, self.session.plan.entry.hand
        show(
            f"{what.capitalize()}s are stored in {session.store_name} (riverboat hands list).",
            soft_wrap=True,
            markup=False,
        )
        left = f"{what} {session.number} waits where you left it" if session.in_hand else "the table is kept"
        show(f"To go on ({left}): {self.command}", soft_wrap=True, markup=False)


def wants_to_go_on(console: Console, standing: Standing, *, what: str) -> bool:
    """Ask whether the session that waits at this table is wanted; the end of input means leaving."""
    parts = [f"{standing.hands:,} {what}{'s' * (standing.hands != 1)} played", f"you {signed(standing.nets[PERSON])}"]
    if standing.stacks is not None:
        parts.append(f"{standing.stacks[PERSON]:,} chips before you")
    if standing.in_hand:
        parts.append(f"in the middle of {what} {standing.hands + 1}")
    console.print(f"[bold]Your place at this table is kept:[/] {', '.join(parts)}.")
    while True:
        line = input("Go on with it? [Y/n] ").strip().lower()
        if line in ("", "y", "yes"):
            return True
        if line in ("n", "no"):
            return False
        if line in _LEAVE:
            raise Leaving
        console.print("[red]y goes on, n starts a new session (stored hands stay), q leaves[/]")
