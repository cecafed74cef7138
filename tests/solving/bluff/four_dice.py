"""Rounds of four dice with six faces, which take minutes: solved once, kept, shared by the proofs."""

from __future__ import annotations

from riverboat.games import BluffRules
from riverboat.kernel import user_cache
from riverboat.solving.bluff.round import BluffSolution, bluff_steps
from riverboat.solving.settings import Wish
from riverboat.steps import run_to_end

GAP = 0.0015


def four_dice_round(dice: tuple[int, int], gap: float = GAP) -> BluffSolution:
    """Solve a round, or go on with the run that is kept; its time is the sum over all pieces."""
    kept = user_cache() / "solving" / f"prove-bluff-{dice[0]}-{dice[1]}-6.run"
    # The file is written when the run is interrupted, every few minutes, and at the end: see keep_result.
    steps = bluff_steps(BluffRules(dice=dice), Wish(gap=gap), kept=kept, resume=True, keep_result=True)
    return run_to_end(steps)
