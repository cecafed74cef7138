"""A table for games that the betting engine does not play: hand by hand in Python, through the game's protocol."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat.arena.matches.desk_kernel import HANDS
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.table import CompiledTable, FinishedHand, MatchTable, Work, measure_luck
from riverboat.games import CardGame
from riverboat.games.protocol import PlayedState


class PlainTable(MatchTable):
    """Every deal from every seat: seat 0 opens, and the players move on by a seat."""

    def _play_rotation(
        self, work: Work, rotation: int, chairs: npt.NDArray[np.int64], memories: npt.NDArray[np.float64]
    ) -> None:
        seats: list[int] = chairs.tolist()
        for deal in range(work.deals if not self.plan.whole else 0):
            state = self.game.start(seed=np.random.SeedSequence([int(work.words[0]), deal]))
            self._play_hand(state, seats, work, deal)
            work.nets[deal, seats] += [int(won * self.game.unit) for won in state.returns()]
            work.digest.update(repr((state.held, state.history)).encode())
            if work.on_hand is not None:
                work.on_hand(FinishedHand(state, tuple(seats), work.unit, rotation, deal))
        for deal in range(work.deals if self.plan.whole else 0):
            winner = self._play_match(work, rotation, seats, deal)
            work.nets[deal, seats] += [len(seats) - 1 if player == winner else -1 for player in seats]
        work.counts[seats, HANDS] += work.deals

    def _play_match(self, work: Work, rotation: int, seats: Sequence[int], deal: int) -> int:
        """Play a match to its end: who has won it. Chair 0 opens, and players who are out see no more of it."""
        begin = self.plan.entry.begin_match
        assert begin is not None  # the plan refuses it
        match, number = begin(self.game.rules), 0
        names = [self.plan.names[player] for player in seats]
        while not match.is_over:
            number += 1
            playing = [seats[place] for place in match.alive]
            state = match.start(seed=np.random.SeedSequence([int(work.words[0]), deal, number]))
            self._play_hand(state, playing, work, deal)
            work.digest.update(repr((state.held, state.history)).encode())
            if work.on_hand is not None:
                told = match.to_json(names, number=deal + 1, hand=number)
                work.on_hand(FinishedHand(state, tuple(playing), work.unit, rotation, deal, told))
            match = match.played(state)
        return seats[match.winner]

    def _play_hand(self, state: PlayedState, seats: Sequence[int], work: Work, deal: int) -> None:
        """Play one hand to its end, and let everyone see how it ended."""
        names = tuple(self.plan.names[player] for player in seats)
        for seat, player in enumerate(seats):
            work.umpires[player].hand_begins(state.observation(seat).told(deal + 1, names), deal)
        while (actor := state.actor) is not None:
            seen = state.observation(actor).told(deal + 1, names)
            umpire = work.umpires[seats[actor]]
            action = umpire.decide(seen, deal)
            if work.luck is not None:
                work.luck.note(state, umpire.drawn)
            state.apply(action)
        measure_luck(work, state, seats, deal)
        for seat, player in enumerate(seats):
            work.umpires[player].hand_over(state.observation(seat).told(deal + 1, names), deal)


def match_table(plan: MatchPlan) -> MatchTable:
    """A table for a plan: the compiled one where the betting engine plays the game."""
    return (CompiledTable if isinstance(plan.make_game(plan.seats), CardGame) else PlainTable)(plan)
