"""The text of an .efg file, token by token; every complaint names the line and what was expected."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from riverboat.errors import GameError
from riverboat.games.actions import Action, MoveName
from riverboat.games.protocol import CHANCE

_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{},])|([^\s{},"]+))', re.DOTALL)
#: Numerators and denominators are at most so long.
MOST_BITS = 4_000
_NUMBER = re.compile(r"[+-]?(\d+(/\d+)?|\d*\.\d+|\d+\.\d*)([eE][+-]?\d{1,3})?$")


@dataclass(frozen=True)
class Token:
    """A word, a brace, or a text in quotes, and the line it stands on."""

    kind: str  # "text", "mark" or "word"
    value: str
    line: int

    def __str__(self) -> str:
        return f'"{self.value}"' if self.kind == "text" else self.value


@dataclass(frozen=True)
class EfgLine:
    """A node as it is written."""

    player: int | None
    infoset: str
    actions: tuple[Action, ...]
    chances: tuple[Fraction, ...]
    payoffs: tuple[Fraction, ...]


class Reader:
    """Reads a file from front to back, and remembers information sets and outcomes named before."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.tokens = self._split(text)
        self.at = 0
        self.actions: dict[tuple[int, str], tuple[tuple[Action, ...], tuple[Fraction, ...]]] = {}
        self.names: dict[tuple[int, str], str] = {}
        self.outcomes: dict[str, tuple[Fraction, ...]] = {}

    def _split(self, text: str) -> list[Token]:
        tokens, place, line = [], 0, 1
        while place < len(text):
            found = _TOKEN.match(text, place)
            if found is None:
                if not text[place:].strip():
                    break
                line += text.count("\n", place, place + len(text[place:]) - len(text[place:].lstrip()))
                raise GameError(f"{self.name}:{line}: a text in quotes is not closed")
            quoted, mark, word = found.groups()
            begins = found.start(1) if quoted is not None else found.start(2) if mark else found.start(3)
            line += text.count("\n", place, begins)
            kind = "text" if quoted is not None else "mark" if mark else "word"
            value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else mark or word
            tokens.append(Token(kind, value, line))
            line += text.count("\n", begins, found.end())
            place = found.end()
        return tokens

    @property
    def line(self) -> int:
        """The line that is read next."""
        return self.tokens[min(self.at, len(self.tokens) - 1)].line if self.tokens else 1

    def fail(self, expected: str) -> GameError:
        """What is wrong here."""
        if self.at < len(self.tokens):
            token = self.tokens[self.at]
            return GameError(f"{self.name}:{token.line}: {expected} is expected, not {token}")
        line = self.tokens[-1].line if self.tokens else 1
        return GameError(f"{self.name}:{line}: the file ends where {expected} is expected")

    def _is(self, kind: str, value: str | None = None) -> bool:
        if self.at >= len(self.tokens):
            return False
        token = self.tokens[self.at]
        return token.kind == kind and value in (None, token.value)

    def _take(self, kind: str, expected: str, value: str | None = None) -> str:
        if not self._is(kind, value):
            raise self.fail(expected)
        self.at += 1
        return self.tokens[self.at - 1].value

    def _number(self, expected: str) -> Fraction:
        if not self._is("word") or not _NUMBER.match(self.tokens[self.at].value):
            raise self.fail(expected)
        try:
            number = Fraction(self.tokens[self.at].value)
        except (ValueError, ZeroDivisionError):
            raise self.fail(expected) from None
        self.at += 1
        return self.short(number)

    def header(self) -> tuple[str, tuple[str, ...]]:
        """The title and the players' names."""
        self._take("word", "EFG", "EFG")
        self._take("word", "the version 2", "2")
        if not self._is("word", "R") and not self._is("word", "D"):
            raise self.fail("the letter R")
        self.at += 1
        title = self._take("text", "the title in quotes")
        self._take("mark", "{ and the players' names", "{")
        players = []
        while not self._is("mark", "}"):
            players.append(self._take("text", "a player's name in quotes, or }"))
        self.at += 1
        if not players:
            self.at -= 1
            raise self.fail("a player's name in quotes")
        if self._is("text"):
            self.at += 1  # a comment
        return title, tuple(players)

    def node(self, seats: int) -> EfgLine:
        """One node."""
        if not (self._is("word", "c") or self._is("word", "p") or self._is("word", "t")):
            raise self.fail("a node (c, p or t)")
        kind = self._take("word", "a node (c, p or t)")
        if self._is("text"):
            self.at += 1  # the node's own name
        if kind == "t":
            return EfgLine(None, "", (), (), self._outcome(seats))
        player = CHANCE
        if kind == "p":
            given = self._number(f"a player from 1 to {seats}")
            if given.denominator != 1 or not 1 <= given <= seats:
                self.at -= 1
                raise self.fail(f"a player from 1 to {seats}")
            player = int(given) - 1
        number = str(self._number("the number of the information set"))
        name = self.tokens[self.at].value if self._is("text") else ""
        self.at += self._is("text")
        actions, chances = self._actions(player, number)
        payoffs = self._outcome(seats)
        name = self.names.setdefault((player, number), name)  # where a later node leaves it out, it is still the same
        infoset = f"{player}:{number}" + (f" {name}" if name else "")
        return EfgLine(player, infoset if player != CHANCE else "", actions, chances, payoffs)

    def _actions(self, player: int, number: str) -> tuple[tuple[Action, ...], tuple[Fraction, ...]]:
        known = self.actions.get((player, number))
        if not self._is("mark", "{"):
            if known is None:
                raise self.fail("{ and the actions of this information set")
            return known
        self.at += 1
        labels: dict[str, None] = {}  # in their order
        chances: list[Fraction] = []
        total = Fraction(0)
        while not self._is("mark", "}"):
            label = self._take("text", "an action in quotes, or }")
            if not label or label in labels:
                label = self._own_label(labels)
            labels[label] = None
            if player == CHANCE:
                chances.append(self._number("the chance of this action"))
                total = self.short(total + chances[-1])
        if not labels:
            raise self.fail("an action in quotes")
        if chances and (total != 1 or min(chances) < 0):
            raise self.fail(f"chances that add up to 1 (these add up to {total})")
        self.at += 1
        found = tuple(Action(MoveName(label)) for label in labels), tuple(chances)
        if player != CHANCE and known is not None and known != found:
            self.at -= 1
            raise self.fail(f"the same actions as before in information set {number} of player {player + 1}")
        self.actions[player, number] = found
        return found

    @staticmethod
    def _own_label(labels: dict[str, None]) -> str:
        """A name for an action without one: its number, or the next that is free."""
        number = len(labels) + 1
        while str(number) in labels:
            number += 1
        return str(number)

    def short(self, number: Fraction) -> Fraction:
        """Refuse a number so long that arithmetic with it would take for ever."""
        if max(number.numerator.bit_length(), number.denominator.bit_length()) > MOST_BITS:
            self.at -= 1
            raise self.fail(f"a sum of fewer than {MOST_BITS * 3 // 10:,} digits")
        return number

    def _outcome(self, seats: int) -> tuple[Fraction, ...]:
        number = str(self._number("the number of the outcome"))
        if self._is("text"):
            self.at += 1
        if not self._is("mark", "{"):
            if number != "0" and number not in self.outcomes:
                raise self.fail(f"{{ and the payoffs of outcome {number}")
            return self.outcomes.get(number, ())
        self.at += 1
        payoffs = []
        while not self._is("mark", "}"):
            payoffs.append(self._number(f"a payoff, {seats} in all,"))
            self.at += self._is("mark", ",")
        if len(payoffs) != seats:
            raise self.fail(f"a payoff for each of {seats} players ({len(payoffs)} are there)")
        self.at += 1
        self.outcomes[number] = tuple(payoffs)
        return tuple(payoffs)

    def end(self) -> None:
        """Nothing may follow the tree."""
        if self.at < len(self.tokens):
            raise self.fail("the end of the file")
