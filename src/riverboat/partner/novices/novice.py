"""Simulated novices: people with stated weaknesses, to measure what a partner is worth.

Novices judge their winning chance with an error, and play by it as well as they know how; with the chance `weakness`
they do instead what their kind does wrong. With a partner they ask now and then (`asks`) and mostly follow
(`follows`); where they did not ask and are cautioned, they change their mind as often as `heeds` says. Novices who
learn (`learns`) lose some of their weakness with every piece of advice that they follow against their own mind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from riverboat.games import Action, CardObservation
from riverboat.partner.protocol import Partner

Beside = TypeVar("Beside", bound=Partner)


@dataclass(frozen=True, kw_only=True)
class Temper:
    """The numbers of one subject."""

    weakness: float = 0.6
    blur: float = 0.15  # standard deviation of their error about their winning chance
    asks: float = 0.8
    follows: float = 0.9
    heeds: float = 0.5
    learns: float = 0.0


class Counsel(NamedTuple):
    """What a partner would do, and whether it speaks before an action of the player's own."""

    action: Action
    warns: Callable[[Action], bool]


#: What a novice does at a decision, given how they judge their winning chance.
Play = Callable[[CardObservation, float, np.random.Generator], Action]


class Novice(ABC, Generic[Beside]):
    """One subject through a set of games, with a partner or without."""

    def __init__(self, wrong: Play, temper: Temper, *, seed: int | list[int], partner: Beside | None = None) -> None:
        """`wrong` is what their kind does wrong."""
        self._wrong = wrong
        self.temper = temper
        self.weakness = temper.weakness
        self.partner = partner
        self._seed = [seed] if isinstance(seed, int) else seed
        self._rng = np.random.default_rng(seed)
        # Whether they ask and heed is drawn separately: with a partner or without, their own play is the same.
        self._ears = self._rng.spawn(1)[0]
        self.changed = 0  # how often the partner made them do otherwise
        self.decisions = 0

    @abstractmethod
    def own(self, seen: CardObservation) -> Action:
        """What they would do by themselves."""

    @abstractmethod
    def counsel(self, partner: Beside, seen: CardObservation) -> Counsel:
        """What the partner beside them says."""

    def draw_for(self, number: int) -> None:
        """Draw from the number of a hand: so far as it goes alike, it is played alike whatever was played before."""
        self._rng = np.random.default_rng([*self._seed, number])
        self._ears = self._rng.spawn(1)[0]

    def decide(self, seen: CardObservation) -> Action:
        """What they do in the end."""
        own = self.own(seen)
        self.decisions += 1
        if self.partner is None:
            return own
        temper, draw = self.temper, self._ears.random(3)
        advised = self.counsel(self.partner, seen)
        if draw[0] < temper.asks:
            takes_it = draw[1] < temper.follows
        else:
            takes_it = draw[2] < temper.heeds and advised.warns(own)
        chosen = advised.action if takes_it else own
        if chosen != own:
            self.changed += 1
            self.weakness *= 1 - temper.learns
        return chosen

    def hand_over(self, seen: CardObservation) -> None:
        """The partner learns from a game that is over."""
        if self.partner is not None:
            self.partner.hand_over(seen)
