"""Players of one habit, against whom tendencies are tested, and a table where two players meet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from riverboat.agents.protocol import Player
from riverboat.agents.stud.chances import win_rate
from riverboat.agents.stud.decision import bet_action
from riverboat.agents.stud.equations import NOISE, bet_points, bet_size, expect_of
from riverboat.agents.stud.situation import situation_now
from riverboat.games import Action, CardGame, CardObservation, CardState, make_game


class Character:
    """Never folds, turns his first card, and bets a share of what he may that `share` gives for his own expect."""

    def share(self, expect: float) -> float:
        raise NotImplementedError

    def decide(self, seen: CardObservation) -> Action:
        if seen.legal_actions.cards:
            return Action("reveal", seen.legal_actions.cards[0])
        now = situation_now(seen)
        expect = expect_of(win_rate(now.mine, now.their_up).rate)
        return bet_action(seen, bet_points(5, seen.pot, self.share(expect)), 5)


class Bluffer(Character):
    """Bets all he may with a weak hand, and what it is worth with a strong one."""

    def share(self, expect: float) -> float:
        return 1.0 if expect < 0 else (expect + 1) / 2


class SlowPlayer(Character):
    """Bets little with a strong hand, and what it is worth with a weak one."""

    def share(self, expect: float) -> float:
        return 0.0 if expect > 0 else (expect + 1) / 2


class Straightforward(Character):
    """Bets what his hand is worth."""

    def share(self, expect: float) -> float:
        return (expect + 1) / 2


class NoisyStraightforward(Character):
    """Bets what his hand is worth, with the noise of equation 10."""

    def __init__(self, seed: int = 5) -> None:
        self._rng = np.random.default_rng(seed)

    def share(self, expect: float) -> float:
        return bet_size(expect, float(self._rng.normal(0.0, NOISE)))


class Caller(Character):
    """Bets the least, calls everything: it lets the other one show what he does."""

    def share(self, expect: float) -> float:
        return 0.0


def play(players: Sequence[Player], games: int, *, seed: int = 0) -> list[CardState]:
    """So many games between two players, who see the end of each; the states at their ends."""
    game = make_game("stud")
    assert isinstance(game, CardGame)
    ends = []
    for number in range(games):
        state = game.start(seed=1000 * seed + number, button=number % 2)
        while state.actor is not None:
            state.apply(players[state.actor].decide(state.observation(state.actor)))
        for seat, player in enumerate(players):
            listen = getattr(player, "hand_over", None)
            if listen is not None:
                listen(state.observation(seat))
        ends.append(state)
    return ends
