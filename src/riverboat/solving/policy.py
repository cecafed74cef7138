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

#: How often each action is taken in a state, by the action or its text; those never taken may be left out.
Policy: TypeAlias = Callable[[State], Mapping[Any, float]]
#: How far from 1 the chances of a policy may add up: some are kept in single precision.
_ROUNDING = 1e-4


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


def _checked(chances: Mapping[Any, float], key: tuple[int, str], legal: list[str]) -> Mapping[str, float]:
    """What a policy answered, by the text of actions; refused if it is no distribution over what is possible."""
    where = f"the policy at information set {key[1]}"
    try:
        named = {str(action): float(chance) for action, chance in chances.items()}
    except (AttributeError, TypeError, ValueError):
        raise GameError(
            f"{where} is {chances!r}: give how often each action is taken, like {{{legal[0]!r}: 1.0}}"
        ) from None
    unknown = next((action for action in named if action not in legal), None)
    if unknown is not None:
        raise GameError(f'{where} names "{unknown}", which is not possible there: {", ".join(legal)}')
    total = sum(named.values())
    if not (min(named.values(), default=0.0) >= 0.0 and abs(total - 1) <= _ROUNDING):  # nor where one is no number
        raise GameError(f"the chances of {where} are not from 0 to 1, or add up to {total:g} and not to 1")
    return named


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
                asked[key] = _checked(policy(state), key, [str(action) for action in actions])
        for action in actions:
            after = state.copy()
            after.apply(action)
            waiting.append(after)
    return asked
