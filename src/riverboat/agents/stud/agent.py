"""The opponent at the partner paper's stud: the same decision module, playing for itself with a memory of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from riverboat.agents.stud.decision import Decision, Mind, MindSettings
from riverboat.agents.stud.equations import NOISE
from riverboat.agents.stud.reasons import CASE_USES
from riverboat.games import Action, CardObservation
from riverboat.modeling.cases import CaseBase
from riverboat.modeling.tendencies import Tendencies


class StudPlayer:
    """A player that decides by the module, learns from every game, and can be kept."""

    def __init__(self, *, seed: int = 0, settings: MindSettings | None = None) -> None:
        self.mind = Mind(seed=seed, settings=settings)

    def begin(self, seed: int) -> None:
        """A fresh start, with randomness of its own."""
        self.mind = Mind(seed=seed, settings=self.mind.settings)

    def decide(self, observation: CardObservation) -> Action:
        """The action it chooses."""
        return self.decision(observation).action

    def decision(self, observation: CardObservation) -> Decision:
        """The action it chooses, with its grounds."""
        return self.mind.decide(observation)

    def hand_over(self, observation: CardObservation) -> None:
        """Learn from a game that is over."""
        self.mind.learn(observation)

    def save_state(self) -> dict[str, Any]:
        """What it has learnt, as JSON."""
        return mind_to_json(self.mind)

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Begin with what was learnt before."""
        mind_from_json(self.mind, state)


@dataclass(frozen=True)
class StudMaker:
    """Makes players; can be sent to another process. `cases` is a place in CASE_USES."""

    noise: float = NOISE
    cases: float = 0.0

    def __call__(self) -> StudPlayer:
        """A fresh player."""
        return StudPlayer(settings=MindSettings(noise=self.noise, cases=CASE_USES[int(self.cases)]))


def mind_to_json(mind: Mind) -> dict[str, Any]:
    """What a mind has learnt; its cases are rows that are only ever added."""
    return {"opponent": mind.tendencies.to_json(), "cases": mind.cases.rows.tolist()}


def mind_from_json(mind: Mind, state: Mapping[str, Any]) -> None:
    """Give a mind what was learnt before."""
    mind.tendencies = Tendencies.from_json(state["opponent"])
    mind.cases = CaseBase(state["cases"])
