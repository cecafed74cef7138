"""Which agent plays which card game."""

from __future__ import annotations

from riverboat.agents import AGENTS

CARD_GAMES = ("holdem-limit", "holdem-nolimit", "stud-limit", "stud", "kuhn", "leduc")
PLAYED = [(name, game) for name, entry in AGENTS.items() for game in CARD_GAMES if game in (entry.games or CARD_GAMES)]
