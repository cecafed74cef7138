"""The end of a round of Bluff solved again: few bids remain above the last one that matter, and their tree is small.

What both players may hold follows from their bids and the strategies that they are believed to play. The tree begins
with the last bid, which its bidder has made already, and has the next few bids above it. So the solver of whole rounds
solves it, with other chances of the rolls.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from riverboat.arrays import Floats
from riverboat.games.bluff.dice import Bid, Dice
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.tables import make_tables


@dataclass(frozen=True, kw_only=True)
class EndDice(Dice):
    """Dice with some bids alone."""

    allowed: tuple[Bid, ...] = field(default=())

    def bids(self) -> tuple[Bid, ...]:
        """The bids that are left, lowest first."""
        return self.allowed


@dataclass(frozen=True, kw_only=True)
class Endgame:
    """Where a round stands: the last bid and those above it that matter, and what both are believed to hold."""

    table: Dice  # the bidder's dice first
    bids: tuple[Bid, ...]  # the last bid, and those that may follow
    bidder: Floats  # chances of the rolls of who made the last bid
    actor: Floats  # ... of the player to act

    def solve(self, *, work: int) -> Floats:
        """[rolls, bids]: how often the actor makes each further bid or, in the last column, calls, with each roll.

        `work` numbers are brought forward in all, so that the same endgame is always played the same way.
        """
        table = self.table
        dice = EndDice(dice=table.dice, faces=table.faces, wild=table.wild, order=table.order, allowed=self.bids)
        tables = make_tables(dice, check=False, chances=(self.bidder, self.actor))
        run = BluffRun(tables, "dcfr")
        opening = int(tables.block[0, 0])
        made = np.zeros(opening, np.float32)
        made[:: len(self.bids)] = 1.0  # with every roll the last bid was made
        for _ in range(2 * max(10, work // max(tables.n_numbers, 1))):
            run.opening[:] = made
            run.half()
        choices, n_open = int(tables.n_actions[1]), int(tables.n_open[1, 1])
        played = np.zeros((n_open + 1, choices))
        played[n_open, -1] = 1.0  # no roll of the bidder makes the bid true
        if tables.block[1, 1]:
            played[:n_open] = run.average[opening : opening + n_open * choices].reshape(n_open, choices)
        else:
            played[:n_open, -1] = 1.0
        total = played.sum(axis=1, keepdims=True)
        played = np.where(total > 0, played / np.maximum(total, 1e-30), 1 / choices)
        return np.asarray(played[list(tables.actor_classes[1][1])])
