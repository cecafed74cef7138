"""Which partners there are, in words, and what is said where one can't be had or asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

#: By game: what its partner speaks from.
LINES: Mapping[str, str] = {
    "holdem-limit": "speaks from Lokibot's numbers: strength, potential, pot odds, the opponents' likely hands",
    "holdem-nolimit": "the same at no-limit",
    "stud": "Osone & Onisawa's partner: winning rate, fuzzy rules, tendencies, similar cases; plus goes beyond it",
    "bluff": "two players: the solved game's bids and what the last bid tells; more: binomial odds",
}
#: By kind: what it is.
USUAL_KINDS: Mapping[str, str] = {"worth": "advises what is worth most by Lokibot's numbers"}
LIMIT_KINDS: Mapping[str, str] = {
    **USUAL_KINDS,
    "thresholds": "Lokibot's fixed thresholds, as in version 0.1",
}
STUD_KINDS: Mapping[str, str] = {
    "plus": "the paper's assessment, played by what the pot pays",
    "paper": "the paper's own rules, to the letter",
}
BLUFF_KINDS: Mapping[str, str] = {"solved": "plays the solved game"}
NOT_YOUR_TURN = "it is not your turn: there is nothing to advise on"


def no_partner(game: str, meant: str, known: Iterable[str]) -> str:
    """A game that has no partner."""
    return f'there is no partner at "{game}"{meant}: there is one at {", ".join(known)}'


def no_kind(kind: str, game: str, meant: str, kinds: Iterable[str]) -> str:
    """A kind of partner that a game does not have."""
    return f"partner={kind} is not possible at {game}{meant}: it is {' or '.join(kinds)}"
