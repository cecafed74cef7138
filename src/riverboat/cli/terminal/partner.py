"""The partner at the terminal: what `?` brings, the menu of questions, the numbers behind, and cautions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from riverboat.games import Action
from riverboat.games.protocol import TableObservation
from riverboat.partner.memory import KeptPartner
from riverboat.partner.protocol import Sentence

HINT = "? asks your partner, ?? lists what to ask, + shows the numbers, h is help"

#: This many words are a question, with or without its mark: no action is said in more than three.
QUESTION_WORDS = 4


class TerminalCaution(NamedTuple):
    """A word before an action: as it is shown, as plain text, and whether it stops the person."""

    shown: RenderableType
    text: str
    asks: bool


class TerminalPartner:
    """The partner beside the person at this table, and what it said last."""

    def __init__(self, kept: KeptPartner, *, ask_from: float | None = None) -> None:
        """`ask_from` is the cost from which it asks whether one is sure; None for what the partner thinks usual."""
        self._kept, self._ask_from = kept, ask_from
        self._said: tuple[Sentence, ...] = ()

    def is_for(self, line: str) -> bool:
        """Whether a line is meant for the partner: with a question mark, or in more words than any key has."""
        marked = line.startswith("?") or (line.endswith("?") and len(line) > 1)
        return marked or line in ("+", "numbers") or len(line.split()) >= QUESTION_WORDS

    def reply(self, line: str, seen: TableObservation) -> RenderableType:
        """What the partner says to that."""
        if line in ("+", "numbers"):
            return self._unfolded()
        asked = line.strip("? ")
        if asked:
            answer = self._kept.partner.answer(seen, asked)
            told = self._tell(answer.sentences)
            return Text(f'(to "{answer.taken_for}") ', style="dim").append(told) if answer.taken_for else told
        if line.startswith("??"):
            return self._menu(seen)
        return self._tell(self._kept.partner.advise(seen).sentences)

    def caution(self, seen: TableObservation, action: Action) -> TerminalCaution | None:
        """A word before the person does otherwise, or None; it asks only where that costs enough."""
        found = self._kept.partner.caution(seen, action)
        if found is None:
            return None
        worths, cost = found.advice.worths, found.cost
        usual = 0.0 if worths is None else worths.ask_from
        limit = usual if self._ask_from is None else self._ask_from
        asks = cost is None or cost.amount >= limit
        return TerminalCaution(self._tell(found.sentences), found.sentences[0].text, asks)

    def hand_over(self, seen: TableObservation) -> None:
        """Let the partner learn from a hand that is over."""
        self._said = ()
        self._kept.hand_over(seen)

    def _tell(self, sentences: Sequence[Sentence]) -> Text:
        self._said = tuple(sentences)
        first, *rest = (sentence.text for sentence in sentences)
        text = Text("partner: ", style="cyan").append(first, style="bold cyan")
        return text.append(" " + " ".join(rest), style="cyan") if rest else text

    def _menu(self, seen: TableObservation) -> RenderableType:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
        for number, question in enumerate(self._kept.partner.questions(seen), 1):
            table.add_row(f"?{number}", question.text)
        hint = 'Or ask in your own words, like "? what do they have".'
        return Group(table, Text(hint, style="dim"))

    def _unfolded(self) -> RenderableType:
        """The numbers behind every sentence that was said last."""
        if not any(sentence.numbers for sentence in self._said):
            return Text("There are no numbers to show: ask your partner something first (?).", style="dim")
        parts: list[RenderableType] = []
        for sentence in self._said:
            parts.append(Text(sentence.text, style="cyan"))
            if sentence.numbers:
                table = Table(box=None, show_header=False, padding=(0, 2, 0, 3))
                for number in sentence.numbers:
                    table.add_row(number.name, Text(number.text, style="bold"), Text(number.how, style="dim"))
                parts.append(table)
        return Group(*parts)
