"""The seven attributes written plainly: all hands are kept, and everything is counted anew each time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from riverboat.records.hand_record import Move

BOLD = ("bet", "raise")


@dataclass
class SlowModel:
    """Lists of the ratios of every hand; the overall mean goes back `lasting` hands."""

    lasting: float = math.inf
    aggressiveness: list[float] = field(default_factory=list)
    tightness: list[float] = field(default_factory=list)
    riskiness: list[float] = field(default_factory=list)

    def take(self, moves: Sequence[Move], seat: int, strengths: Sequence[float] | None) -> None:
        own = [move for move in moves if move.seat == seat]
        kinds = [move.kind for move in own]
        if own:
            self.aggressiveness.append(sum(kind in BOLD for kind in kinds) / len(own))
            if strengths is not None:
                bluffs = sum(move.kind in BOLD and strengths[move.street] < 0.46 for move in own)
                slow = sum(move.kind in ("check", "call") and strengths[move.street] > 0.63 for move in own)
                self.tightness.append(1 - (bluffs + slow) / len(own))
        pressed = [kind for kind in kinds if kind in ("call", "raise", "fold")]
        if pressed:
            self.riskiness.append(sum(kind != "fold" for kind in pressed) / len(pressed))

    def six(self) -> list[float | None]:
        """Overall and recent of each trait."""
        found: list[float | None] = []
        for values in (self.aggressiveness, self.tightness, self.riskiness):
            last = values[-10:]
            found += [self.faded(values), sum(last) / len(last)] if values else [None, None]
        return found

    def faded(self, values: list[float]) -> float:
        """The first hands weigh alike; each later one pushes all before it back by the same share."""
        weights: list[float] = []
        for number in range(1, len(values) + 1):
            share = 1 / min(number, self.lasting)
            weights = [*(weight * (1 - share) for weight in weights), share]
        return sum(weight * value for weight, value in zip(weights, values, strict=True))
