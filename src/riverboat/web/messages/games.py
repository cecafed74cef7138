"""Which messages tell of a game, by what is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from riverboat.games.catalog import GameEntry, Pieces
from riverboat.games.protocol import PlayedState, TableObservation
from riverboat.tables import HandEnd
from riverboat.web.messages.cards import CardMessages
from riverboat.web.messages.dice import DiceMessages
from riverboat.web.messages.hand import HandMessages

GameMessages = HandMessages[TableObservation, HandEnd, PlayedState]
_MESSAGES: Mapping[Pieces, CardMessages | DiceMessages] = {"cards": CardMessages(), "dice": DiceMessages()}


def messages_of(entry: GameEntry) -> GameMessages:
    """The messages of a game: what is observed of it, and how it ends, is what they tell of."""
    return cast("GameMessages", _MESSAGES[entry.pieces])
