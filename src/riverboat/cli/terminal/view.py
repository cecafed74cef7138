"""What the terminal needs of a table, whatever is played there: how it is drawn, and what can be typed at it.

`view_cards` and `view_dice` are the two that there are. All that they draw is what the person's seat observes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeVar

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from riverboat.cards.cards import SUIT_SIGNS, format_card, suit_of
from riverboat.games import UNKNOWN, Action
from riverboat.games.protocol import TableObservation
from riverboat.tables import PERSON, HandEnd, Standing, TablePlan

WIDTH = 80
_LONGEST_SHOWN = 22
_BLACK, _RED, _GREEN, _BLUE = "#101010", "#d00000", "#007a1f", "#0040d0"
_TWO = (_BLACK, _RED, _RED, _BLACK)  # clubs, diamonds, hearts, spades
_FOUR = (_GREEN, _BLUE, _RED, _BLACK)
Seen = TypeVar("Seen", bound=TableObservation)
End = TypeVar("End", bound=HandEnd)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One legal action (or one with an amount to choose): its key, its name, and what it means here."""

    key: str
    label: str
    meaning: str


@dataclass(frozen=True, kw_only=True)
class Look:
    """How cards are drawn."""

    four_colours: bool = False
    signs: bool = True  # suits as signs; letters where the terminal can't show them

    @property
    def dot(self) -> str:
        """What stands between two things on a line."""
        return "·" if self.signs else "-"

    @property
    def turn(self) -> str:
        """What stands before the name of the player to act."""
        return "›" if self.signs else ">"

    def card(self, card: int, *, own_secret: bool = False) -> Text:
        """One card; those that only their owner sees have a darker face."""
        if card == UNKNOWN:
            return Text("▒▒" if self.signs else "??", style="blue")
        text = format_card(card)
        suit = suit_of(card)
        face = "#b8b8b8" if own_secret else "#f6f6f6"
        colour = (_FOUR if self.four_colours else _TWO)[suit]
        return Text(text[0] + (SUIT_SIGNS[suit] if self.signs else text[1]), style=f"bold {colour} on {face}")

    def cards(self, cards: Iterable[int], secret: tuple[int, ...] = ()) -> Text:
        """Cards in a row."""
        return Text(" ").join(self.card(card, own_secret=card in secret) for card in cards)


def signed(chips: int) -> str:
    """Chips won or lost: +85, -40, or 0."""
    return f"{chips:+,}" if chips else "0"


def framed(inside: Sequence[RenderableType], width: int, title: str, score: str) -> Panel:
    """A table with its name above and the score below."""
    return Panel(
        Group(*inside),
        box=ROUNDED,
        width=width,
        padding=(0, 1),
        border_style="green",
        title=Text(title, style="bold"),
        title_align="left",
        subtitle=Text(score, style="dim"),
        subtitle_align="right",
    )


def menu_line(offered: Iterable[Choice], help_key: str) -> Text:
    """What may be done, with its keys, and the key of the help."""
    line = Text()
    for choice in offered:
        line.append(f" {choice.key} ", style="reverse bold")
        line.append(f" {choice.label}   ")
    line.append(f" {help_key} ", style="reverse")
    return line.append(" help ")


class TableView(ABC, Generic[Seen, End]):
    """Draws one session's table, and reads what is typed at it."""

    #: What Enter does between two hands.
    next_hand: ClassVar[str]
    nets_justified: ClassVar[Literal["left", "right"]]

    def __init__(self, plan: TablePlan, look: Look, *, width: int = WIDTH) -> None:
        self.plan, self.look, self.width = plan, look, min(width, WIDTH)
        self.speaker = plan.entry.speaker
        self.help_key = "?"  # h where ? asks a partner

    @abstractmethod
    def is_playing(self, view: Seen) -> bool:
        """Whether the person is still in the hand."""

    @abstractmethod
    def table(self, view: Seen, standing: Standing, notes: list[str]) -> RenderableType:
        """The table as it stands."""

    @abstractmethod
    def holding(self, view: Seen) -> Text:
        """What the person holds, in words."""

    @abstractmethod
    def choices(self, view: Seen) -> list[Choice]:
        """Everything that the person may do now."""

    @abstractmethod
    def read(self, line: str, view: Seen) -> Action:
        """The action that was typed; anything else is reported in the words that were typed (IllegalAction)."""

    @abstractmethod
    def hints(self, view: Seen) -> str:
        """What the help says below the keys."""

    @abstractmethod
    def story(self, view: Seen, standing: Standing) -> Text | None:
        """What was done in this hand, in order; None where that is nothing."""

    @abstractmethod
    def ending(self, end: End, standing: Standing) -> RenderableType:
        """How the hand ended."""

    @abstractmethod
    def note(self, standing: Standing, seat: int) -> str:
        """What stands beside the score of a seat."""

    @abstractmethod
    def result(self, net: int, mean: float, sure: str) -> str:
        """What the person has won in this session, and a hand on average; `sure` says how sure that is."""

    def count(self, hands: int) -> str:
        """How many hands, in words."""
        return f"{hands:,} {self.plan.entry.hand}{'s' * (hands != 1)}"

    def so_far(self, standing: Standing) -> str:
        """What the person has won in how many hands."""
        return f"{signed(standing.nets[PERSON])} in {self.count(standing.hands)}"

    def short(self, seat: int) -> str:
        """A seat's name as a sentence uses it."""
        name = self.plan.names[seat]
        return name if len(name) <= _LONGEST_SHOWN else f"{name[: _LONGEST_SHOWN - 1]}…"

    def subject(self, seat: int) -> str:
        """The subject of a sentence: you, or a name."""
        return "you" if seat == PERSON else self.short(seat)

    def frame(self, inside: Sequence[RenderableType], which: str, score: str) -> Panel:
        """A table with its name above, and the hand that it is, and the score below."""
        return framed(inside, self.width, f"{self.plan.title} {self.look.dot} {which}", score)

    def menu(self, view: Seen) -> Text:
        """The legal actions with their keys, and the key of the help."""
        return menu_line(self.choices(view), self.help_key)

    def help(self, view: Seen) -> RenderableType:
        """What every key does, and what each legal action means here."""
        what = self.plan.entry.hand
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
        table.add_column(style="bold", no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for choice in self.choices(view):
            table.add_row(choice.key, choice.label, choice.meaning)
        table.add_section()
        table.add_row("l", "log", f"everything that was done in this {what}")
        table.add_row("s", "score", "what everyone has won or lost so far")
        table.add_row("q", "leave", f"the {what} waits for you: the same command goes on with it (Ctrl-D too)")
        table.add_row(self.help_key, "help", "this")
        return Group(table, Text(self.hints(view), style="dim"))

    def score(self, standing: Standing) -> Table:
        """What everyone has won, the best first."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
        table.add_column(no_wrap=True)
        table.add_column(justify=self.nets_justified, no_wrap=True)
        table.add_column(style="dim")
        for seat in sorted(range(self.plan.seats), key=lambda seat: -standing.nets[seat]):
            style = "bold" if seat == PERSON else ""
            name = Text(self.plan.names[seat], style=style)
            table.add_row(name, signed(standing.nets[seat]), self.note(standing, seat))
        return table
