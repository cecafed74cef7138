"""Player A (Barone & While 1999, section 4.3): a competent tight-aggressive static player, written as candidates."""

from __future__ import annotations

import numpy as np

from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.arrays import Floats

SHAPE = (at.POSITIONS, at.BETS, at.STAGES)
Thresholds = tuple[tuple[float, float], ...]

#: By bets to call: fold below the first, raise from the second. They are those of the tight-aggressive style, in every
#: position, never bluffing: before the flop against nine, two or three, and one opponent; later against one.
_BEFORE_THE_FLOP: Thresholds = ((0.00, 0.61), (0.59, 0.61), (0.64, 0.65), (0.68, 0.70))
_AGAINST_SOME: Thresholds = ((0.00, 0.54), (0.52, 0.54), (0.57, 0.59), (0.62, 0.64))
_AGAINST_ONE: Thresholds = ((0.00, 0.52), (0.50, 0.52), (0.55, 0.57), (0.60, 0.62))
_LATER: Thresholds = ((0.00, 0.66), (0.55, 0.66), (0.60, 0.71), (0.65, 0.76))
#: The player A of the second set of opponents, looser and bolder: it wins from them what the paper's Table 2 says.
_PAPER_BEFORE: Thresholds = ((0.00, 0.52), (0.50, 0.52), (0.52, 0.54), (0.54, 0.56))
_PAPER_LATER: Thresholds = ((0.00, 0.45), (0.35, 0.45), (0.37, 0.47), (0.39, 0.49))
_STEEPNESS = 30.0


def player_a(*, before: Thresholds = _BEFORE_THE_FLOP, later: Thresholds = _LATER) -> Floats:
    """A candidate for each position, number of bets to call and stage, by thresholds before the flop and later."""
    cells = np.zeros((*SHAPE, at.GENES))
    for stage in range(at.STAGES):
        for bets, (stay, bold) in enumerate(later if stage else before):
            cells[:, bets, stage] = threshold_candidate(stay, bold)
    return cells


def player_a_in_crowds() -> Floats:
    """Player A by one opponent, two or three, and more: the fewer there are, the looser before the flop."""
    return np.array([player_a(before=before) for before in (_AGAINST_ONE, _AGAINST_SOME, _BEFORE_THE_FLOP)])


def paper_a() -> Floats:
    """The player A that goes with the second set of opponents."""
    return player_a(before=_PAPER_BEFORE, later=_PAPER_LATER)


def always_folding() -> Floats:
    """The player who folds whatever costs a chip, and checks where that is free."""
    cells = np.zeros((*SHAPE, at.GENES))
    cells[:] = [1.0, 0.999, 0.5, 0.5, 0.0, 0.0, 0.999]
    return cells


def threshold_candidate(stay: float, bold: float, steep: float = _STEEPNESS) -> Floats:
    """The candidate that folds below one win probability, raises from another, and calls between them."""
    half = max((bold - stay) / 2, 0.005)
    # The bell of calling is three times as high as its neighbours where they meet it.
    narrow = 1.0 / half
    height = 3.0 * np.exp(1.0)
    share = steep / (1 + steep)
    genes = [stay, share, (stay + bold) / 2, narrow / (1 + narrow), height / (1 + height), 1 - bold, share]
    return np.array(genes)
