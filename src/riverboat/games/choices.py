"""What may be chosen of a game's rules: an option among a few words, and whole sets of rules by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from riverboat.errors import GameError, did_you_mean


@dataclass(frozen=True, kw_only=True)
class TableChoice:
    """An option of a game's rules that is chosen among a few words where a table is set up."""

    name: str
    title: str
    words: Mapping[str, str]  # what each word means, the usual one first
    values: Mapping[str, Any] = field(default_factory=dict)  # what the option is for a word; else the word itself

    def value_of(self, word: str) -> Any:
        """The option's value for a word."""
        if word not in self.words:
            known = ", ".join(self.words)
            raise GameError(f'"{word}" is not possible for {self.name}{did_you_mean(word, self.words)}: {known}')
        return self.values.get(word, word)


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """A set of rules that people know by a name: what a game's options are where it is played by them."""

    name: str
    title: str
    about: str  # in one line
    options: Mapping[str, Any]
    marks: tuple[str, ...]  # the options by which rules are known to be of this set, whatever else was changed
    to_the_end: bool = False  # hand after hand is played until one player is left
    choices: tuple[TableChoice, ...] = ()

    def chosen(self, asked: Mapping[str, str]) -> dict[str, Any]:
        """The options that were chosen by a word."""
        known = {choice.name: choice for choice in self.choices}
        for name in asked:
            if name not in known:
                raise GameError(f"{self.title} has no choice of {name}{did_you_mean(name, known)}: {', '.join(known)}")
        return {name: known[name].value_of(word) for name, word in asked.items()}
