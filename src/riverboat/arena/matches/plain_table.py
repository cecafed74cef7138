"""A table for games that the betting engine does not play: hand by hand in Python, through the game's protocol."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat.arena.matches.desk_kernel import HANDS
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.table import CompiledTable, FinishedHand, MatchTable, Work
from riverboat.games import CardGame
from riverboat.games.protocol import PlayedState
from riverboat.tables.umpire import Umpire


class PlainTable(MatchTable):
    """Every deal from every seat: seat 0 opens, and the players move on by a seat."""

    def _play_rotation(
        self, work: Work, rotation: int, chairs: npt.NDArray[np.int64], memories: npt.NDArray[np.float64]
    ) -> None:
        seats: list[int] = chairs.tolist()
        for deal in range(work.deals):
            state = self.game.start(seed=np.random.SeedSequence([int(work.words[0]), deal]))
            self._play_hand(state, seats, work.umpires, deal)
            work.nets[deal, seats] += [int(won * self.game.unit) for won in state.returns()]
            work.digest.update(repr((state.held, state.history)).encode())
            if work.on_hand is not None:
                work.on_hand(FinishedHand(state, tuple(seats), work.unit, rotation, deal))
        work.counts[seats, HANDS] += work.deals

    def _play_hand(self, state: PlayedState, seats: Sequence[int], umpires: dict[int, Umpire], deal: int) -> None:
        """Play one hand to its end, and let everyone see how it ended."""
        names = tuple(self.plan.names[player] for player in seats)
        while (actor := state.actor) is not None:
            seen = state.observation(actor).told(deal + 1, names)
            state.apply(umpires[seats[actor]].decide(seen, deal))
        for seat, player in enumerate(seats):
            umpires[player].hand_over(state.observation(seat).told(deal + 1, names), deal)


def match_table(plan: MatchPlan) -> MatchTable:
    """A table for a plan: the compiled one where the betting engine plays the game."""
    return (CompiledTable if isinstance(plan.make_game(plan.seats), CardGame) else PlainTable)(plan)
