"""What a learner sees of a round of Bluff: the fields of its observations, and a number for every bid and call."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from riverboat.doors.environments.encoder import DtypeName, Numbers, as_dtype, laid_out
from riverboat.doors.environments.rounds_kernel import NOBODY, NUMBERS, RoundLanes, look_at_round
from riverboat.errors import GameError
from riverboat.games import Action
from riverboat.games.bluff.game import BLUFF, CHECK, BluffGame, BluffState


class RoundEncoder:
    """The observations and actions of Bluff. Seats are counted from the one that looks: 0 is oneself."""

    def __init__(self, game: BluffGame, *, sizes: Sequence[float] | None = None, dtype: DtypeName = "float32") -> None:
        if sizes:
            raise GameError(f"{game.name} has no bets of any size: leave sizes out")
        if game.rules.customs:
            raise GameError(
                f"environments of {game.name} have the paper's rules: leave out {', '.join(game.rules.customs)}"
            )
        self.game, self.dtype, self.reward = game, as_dtype(dtype), 1.0
        #: The largest number that an observation can hold: a count of dice.
        self.most = float(max(game.rules.dice))
        calls = (BLUFF, CHECK) if game.rules.check else (BLUFF,)
        self._menu: tuple[Action, ...] = (*game.bid_actions, *calls)
        self.actions = tuple(str(action) for action in self._menu)
        bids = len(game.bid_actions)
        self.fields = laid_out(
            [
                ("own", game.rules.faces, "by face, from 1 on: how many of your dice show it"),
                ("dice", game.seats, "by seat: how many dice it has"),
                ("last", 1 + bids, "1 for the last bid, by its height; the first place: nobody has bid"),
                ("bids", game.seats * bids, "by seat, then height: 1 if it made this bid"),
            ]
        )

    def look(self, state: BluffState, seat: int, observation: Numbers, mask: Numbers) -> None:
        """Write what a seat sees, and what it may do now."""
        lanes = self.lanes(1)
        heights = self.game.heights
        for at, die in ((at, die) for at, roll in enumerate(state.rolls) for die in roll):
            lanes.counts[0, at, die - 1] += 1
        made = [event for event in state.history if event.action in heights]
        for event in made:
            lanes.bidders[0, heights[event.action]] = event.seat
        lanes.numbers[0, 0] = heights[made[-1].action] if made else -1
        look_at_round(lanes, seat, state.actor == seat, observation[None], mask[None])

    def action(self, state: BluffState, number: int) -> Action:
        """The action behind a number that is allowed."""
        return self._menu[number]

    def lanes(self, count: int) -> RoundLanes:
        """Rounds side by side, not yet rolled."""
        rules = self.game.rules
        bids = np.array(rules.bids, np.int64)
        return RoundLanes(
            fixed=np.array([rules.seats, rules.faces, rules.wild, len(bids), rules.check], np.int64),
            dice=np.array(rules.dice, np.int64),
            bids=bids,
            counts=np.zeros((count, rules.seats, rules.faces), np.uint8),
            bidders=np.full((count, len(bids)), NOBODY, np.uint8),
            numbers=np.zeros((count, NUMBERS), np.int64),
            words=np.zeros((count, 4), np.uint64),
        )
