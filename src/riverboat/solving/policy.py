"""Policies: what somebody does at every information set of a game, and the plans that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from riverboat.errors import GameError
from riverboat.games.protocol import CHANCE, Game, State

if TYPE_CHECKING:
    from riverboat.arrays import Floats
    from riverboat.solving.form import SequenceForm
    from riverboat.solving.solution import StrategyRow

#: How far from 1 chances may add up, by rounding.
_SLACK = 1e-6
#: How often each action is taken in a state, by its text; those that are never taken may be left out.
Policy: TypeAlias = Callable[[State], Mapping[str, float]]


@dataclass(frozen=True, eq=False)
class TablePolicy:
    """A policy that stands in rows, one an information set of either player."""

    rows: Mapping[tuple[int, str], Mapping[str, float]]
    otherwise: str | None = None  # what is done where there is no row; else every action as often as any other

    @classmethod
    def of(cls, rows: Iterable[StrategyRow], otherwise: str | None = None) -> TablePolicy:
        """The policy of a solution's rows."""
        from riverboat.solving.strategy_files import infosets_of

        found: dict[tuple[int, str], Mapping[str, float]] = {}
        for row in rows:
            chances = dict(zip(row.actions, row.probabilities, strict=True))
            found |= {(row.player, infoset): chances for infoset in infosets_of(row.infoset)}
        return cls(found, otherwise)

    def __call__(self, state: State) -> Mapping[str, float]:
        """How often each action is taken in a state."""
        assert state.actor is not None
        row = self.rows.get((state.actor, state.infoset()))
        if row is not None:
            return row
        legal = [str(action) for action in state.legal_actions()]
        if self.otherwise in legal:
            return {str(self.otherwise): 1.0}
        return dict.fromkeys(legal, 1 / len(legal))


def policy_plans(form: SequenceForm, game: Game, policy: Policy) -> tuple[Floats, Floats]:
    """The plans of a player who is asked at every information set, in the first seat and in the second."""
    asked = ask_everywhere(game, policy)
    plans = []
    for player, side in enumerate(form.sides):
        plan = np.zeros(side.n_sequences)
        plan[0] = 1.0
        for infoset in range(side.n_infosets):
            key, actions = form.name(player, infoset)
            chances = asked[player, key]
            first = side.first[infoset]
            come = sum(plan[side.parents[way]] for way in range(*side.parent_start[infoset : infoset + 2]))
            plan[first : first + len(actions)] = [come * chances.get(action, 0.0) for action in actions]
        plans.append(plan)
    return plans[0], plans[1]


def ask_everywhere(game: Game, policy: Policy) -> dict[tuple[int, str], Mapping[str, float]]:
    """What is done at every information set, each asked once."""
    asked: dict[tuple[int, str], Mapping[str, float]] = {}
    waiting: list[State] = [game.root()]
    while waiting:
        state = waiting.pop()
        if state.is_over:
            continue
        actions: list[Any] = list(state.legal_actions())
        if state.actor == CHANCE:
            actions = [action for action, chance in state.chance_outcomes() if chance]
        elif state.actor is not None:
            key = (state.actor, state.infoset())
            if key not in asked:
                asked[key] = _whole(policy(state), state, [str(action) for action in actions])
        for action in actions:
            after = state.copy()
            after.apply(action)
            waiting.append(after)
    return asked


def _whole(told: Mapping[Any, float], state: State, legal: list[str]) -> dict[str, float]:
    """What a policy said, by the text of each action: of legal ones alone, and adding up to 1."""
    chances = {str(action): float(chance) for action, chance in told.items()}
    never = [action for action, chance in chances.items() if chance and action not in legal]
    total = sum(chances.values())
    if never or min(chances.values(), default=0.0) < 0 or not abs(total - 1) <= _SLACK:
        wrong = f'it takes "{never[0]}"' if never else f"they are {chances}, which add up to {total:.6g}"
        raise GameError(
            f"a policy gives the chances of {', '.join(legal)} at {state.infoset()}, none negative and together 1: "
            f"{wrong}"
        )
    return chances
