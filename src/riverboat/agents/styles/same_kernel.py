"""Players who always do one thing, or anything."""

from __future__ import annotations

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE, act
from riverboat.arrays import Floats, Words
from riverboat.games.engine.layout_kernel import Int, Record
from riverboat.games.engine.simulation_kernel import random_action
from riverboat.kernel import kernel


@kernel
def random_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Any legal action."""
    return random_action(v, words)


@kernel
def call_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Check or call."""
    return act(v, WISH_CALL, words)


@kernel
def raise_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Bet or raise, else call."""
    return act(v, WISH_RAISE, words)


@kernel
def fold_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Check where that is free, else fold."""
    return act(v, WISH_FOLD, words)
