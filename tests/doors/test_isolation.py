"""What each kind of bot can see and do, by trying: the table of docs/agents/bots.md."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np

from riverboat.arena import match_plan, play_match
from riverboat.doors.openspiel.bots import spiel_state
from riverboat.games import make_game

FOUND: list[tuple[int, ...]] = []


class Looks:
    """A class in the arena's own process that looks through its memory for the table."""

    def decide(self, seen: Any) -> str:
        tables = [each for each in gc.get_objects() if type(each).__name__ == "CompiledTable"]
        for table in tables:
            hand = table._hand[0]
            FOUND.append(tuple(int(card) for card in hand["cards"][1 - seen.seat][:2]))
        return "call" if "call" in seen.legal_actions.kinds else "check"


def test_a_class_in_your_process_can_find_everything() -> None:
    FOUND.clear()
    result = play_match(match_plan([Looks, "always-call"], hands=2, session_hands=1, seed=1))
    assert not result.players[0].faults
    assert FOUND  # the other's cards: so such classes are for bots of one's own


def test_a_bot_of_openspiel_sees_cards_that_are_none() -> None:
    game = make_game("holdem-limit")
    state: Any = game.start(seed=3)
    seen = state.observation(state.actor)
    other = 1 - seen.seat
    shown = set()
    for seed in range(20):
        told = spiel_state(game, seen, np.random.default_rng(seed))
        assert sorted(told.ours.cards(seen.seat)) == sorted(seen.own_cards)
        shown.add(tuple(told.ours.cards(other)))
    assert len(shown) > 15
    assert sum(cards == state.cards(other) for cards in shown) <= 1
