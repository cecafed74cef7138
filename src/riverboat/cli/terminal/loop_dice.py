"""A session of Bluff at the terminal: the loop of the card table with other keys and another summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.console import RenderableType

from riverboat.cli.terminal.keys_dice import read_bluff
from riverboat.cli.terminal.loop import Sitting
from riverboat.cli.terminal.view_cards import signed
from riverboat.cli.terminal.view_dice import round_count
from riverboat.games.actions import Action
from riverboat.intervals import average_of_sums
from riverboat.tables.bank import PERSON


@dataclass
class BluffSitting(Sitting):
    """A person at a table of Bluff."""

    deals: ClassVar[str] = "Enter rolls the dice of the next round"
    what: ClassVar[str] = "round"

    def _action(self, line: str) -> Action:
        return read_bluff(line, self.seating.view)

    def _story(self) -> RenderableType | None:
        story: RenderableType | None = self.view.story(self.seating.view, self.seating.standing)
        return story

    def summary(self) -> None:
        """Rounds, matches, rounds won, and where it all lies."""
        standing, show = self.seating.standing, self.console.print
        if self.played and self.played < standing.hands:
            show(f"This sitting: {round_count(self.played)}, {signed(self.won)}.")
        show(f"[bold]{round_count(standing.hands)} in this session.[/]")
        if standing.hands:
            show(self.view.score(standing))
            found = average_of_sums(standing.hands, standing.nets[PERSON], standing.squares)
            known = found.low is not None and found.high is not None  # one round alone has no interval
            sure = f" (95 %: {found.low:+.2f} to {found.high:+.2f})" if known else ""
            show(f"You won {standing.nets[PERSON]:+,}, rounds lost taken off: {found.mean:+.2f} a round{sure}.")
        self._last_words()
