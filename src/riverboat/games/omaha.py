"""Omaha, limit and pot-limit, high only: Hold'em with four cards, of which exactly two count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from riverboat.games.engine.layout_kernel import TWO_OF_HAND
from riverboat.games.engine.rules import Deal
from riverboat.games.holdem import HoldemRules


@dataclass(frozen=True, kw_only=True)
class OmahaRules(HoldemRules):
    """The options of Omaha, for 2 to 10 seats: those of Hold'em.

    At the showdown a hand is two of one's own four cards and three of the board. Pot-limit, a bet is at most the pot,
    and a raise adds at most the pot as it is after the call; what lies in it counts, and a short blind no more.
    """

    deal: ClassVar[Deal] = Deal(down=(4,), shared=(0, 3, 1, 1))
    family: ClassVar[str] = "omaha"
    bettings: ClassVar[tuple[str, ...]] = ("limit", "pot-limit")
    most_seats: ClassVar[int] = 10

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        record = super().compiled()
        record["compare"] = TWO_OF_HAND
        record["pot_limit"] = self.betting == "pot-limit"
        return record
