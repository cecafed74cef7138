"""A table for games without tables of their own: one person, and a policy in every other seat.

It knows a game only through its protocol, so that it deals any tree of an .efg file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from riverboat.agents.drawing import pick
from riverboat.cards.randomness import sequence_of
from riverboat.errors import GameError, IllegalAction
from riverboat.games.actions import Action, Chips
from riverboat.games.protocol import Game, Observation, State
from riverboat.games.size import refuse_long_solving
from riverboat.solving.policy import Policy, ask_everywhere
from riverboat.solving.strategy_files import StrategyFile, read_strategies

#: Who plays every legal action as often as any other, and who plays what was solved.
RANDOM, EQUILIBRIUM = "random", "equilibrium"
_DEALS, _CHOICES = 0, 1


def uniform(state: State) -> Mapping[str, float]:
    """Every legal action as often as any other."""
    legal = [str(action) for action in state.legal_actions()]
    return dict.fromkeys(legal, 1 / len(legal))


def file_policy(game: Game, path: Path) -> StrategyFile:
    """The policy of a file, which must say what is done at every information set of the game."""
    if game.seats != 2:
        raise GameError(f"{game.name} is for {game.seats} players: strategies are of two; play against {RANDOM}")
    policy = read_strategies(path)
    refuse_long_solving(game, "compared with a file")
    ask_everywhere(game, policy)
    return policy


@dataclass
class SmallHand:
    """One hand: `play_on` lets the others act until the person is to act, or it is over."""

    state: State
    person: int
    policy: Policy
    rng: np.random.Generator

    @property
    def seen(self) -> Observation:
        """What the person sees; nothing hidden is in it."""
        return self.state.observation(self.person)

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.state.is_over

    @property
    def net(self) -> Chips:
        """What the person has won."""
        return self.state.returns()[self.person]

    def play_on(self) -> None:
        """Let the others act until the person is to act, or the hand is over."""
        while self.state.actor not in (None, self.person):
            legal = {str(action): action for action in self.state.legal_actions()}
            chances = {legal[text]: share for text, share in self.policy(self.state).items() if share > 0}
            self.state.apply(pick(chances, self.rng))

    def act(self, action: Action) -> None:
        """Do something, and let the others answer."""
        if self.state.actor != self.person:
            raise IllegalAction(f"{action} is not allowed here: it is not your turn")
        self.state.apply(action)
        self.play_on()


@dataclass
class SmallTable:
    """A person at a small game, hand after hand; they change seats after each, so that nobody has the better one."""

    game: Game
    policy: Policy
    seed: int
    played: list[SmallHand] = field(default_factory=list)

    def deal(self) -> SmallHand:
        """A new hand, played on to the person's first decision. What is dealt does not hang on what was chosen."""
        number = len(self.played)
        hand = SmallHand(
            state=self.game.start(seed=sequence_of(self.seed, number, _DEALS)),
            person=number % self.game.seats,
            policy=self.policy,
            rng=np.random.default_rng(sequence_of(self.seed, number, _CHOICES)),
        )
        self.played.append(hand)
        hand.play_on()
        return hand

    @property
    def nets(self) -> list[Chips]:
        """What the person has won in each hand that was played to its end."""
        return [hand.net for hand in self.played if hand.is_over]
