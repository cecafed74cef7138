"""Which agent plays which card game."""

from __future__ import annotations

from riverboat.agents import AGENTS
from riverboat.agents.kinds_kernel import EXTERNAL

CARD_GAMES = ("holdem-limit", "holdem-nolimit", "stud-limit", "stud", "kuhn", "leduc")
#: The compiled ones; those that are played in Python have tests of their own.
PLAYED = [
    (name, game)
    for name, entry in AGENTS.items()
    for game in CARD_GAMES
    if entry.kind != EXTERNAL and game in (entry.games or CARD_GAMES)
]
