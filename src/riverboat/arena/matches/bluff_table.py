"""A table of Bluff where agents sit: plays the rounds of a match plan, every roll from every seat."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from riverboat.arena.matches.desk_kernel import COLUMNS, HANDS
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.table import (
    FinishedHand,
    OnHand,
    UnitResult,
    learnt,
    make_umpires,
    seat_players,
    unit_result,
    unit_words,
)
from riverboat.games import BluffState
from riverboat.tables.umpire import Umpire


class BluffTable:
    """The same as `arena.table.Table`, for dice: a session is some rounds, seat 0 opens, players move on by a seat."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self._game = plan.bluff_game(plan.seats)
        self._names = plan.names

    def play_unit(
        self, unit: int, *, forfeits: Collection[int] = (), on_hand: OnHand | None = None, keep: bool = False
    ) -> UnitResult:
        """Play one session with all its rotations; `forfeits` names the entrants that are out already."""
        plan, n, players = self.plan, self.plan.seats, len(self.plan.agents)
        deals = plan.deals_of(unit)
        words = unit_words(plan, unit)
        sitting = plan.sitting(unit)
        seating = sitting[np.argsort(words[4 : 4 + n], kind="stable")]
        seeds = words[4 + 5 * n :].reshape(plan.rotations, players)
        umpires = make_umpires(plan, sitting, forfeits)
        nets = np.zeros((deals, players), dtype=np.int64)
        counts = np.zeros((players, COLUMNS), dtype=np.int64)
        digest = hashlib.sha256()
        try:
            for rotation in range(plan.rotations):
                seats = [int(player) for player in np.roll(seating, rotation)]
                seat_players(plan, umpires, (unit, rotation), seeds[rotation], self._game)
                for deal in range(deals):
                    rolled = np.random.SeedSequence([int(words[0]), deal])
                    state = self._round(self._game.start(seed=rolled), seats, umpires, deal)
                    nets[deal, seats] += state.returns()
                    digest.update(repr((state.rolls, state.history)).encode())
                    if on_hand is not None:
                        on_hand(FinishedHand(state, tuple(seats), unit, rotation, deal))
        finally:
            for umpire in umpires.values():
                umpire.close()
        counts[sitting, HANDS] = deals * plan.rotations
        result = unit_result(plan, unit, nets, counts, digest.hexdigest(), umpires, forfeits)
        return replace(result, learnt=learnt(plan, umpires)) if keep else result

    def _round(self, state: BluffState, seats: list[int], umpires: dict[int, Umpire], deal: int) -> BluffState:
        """Play one round to its end, and let everyone see how it ended."""
        names = tuple(self._names[player] for player in seats)
        while (actor := state.actor) is not None:
            seen = replace(state.observation(actor), hand=deal + 1, names=names)
            state.apply(umpires[seats[actor]].decide(seen, deal))
        for seat, player in enumerate(seats):
            umpires[player].hand_over(replace(state.observation(seat), hand=deal + 1, names=names), deal)
        return state
