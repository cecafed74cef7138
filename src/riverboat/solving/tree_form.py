"""The sequence form of any two-player zero-sum game of the protocol, by walking through all its states."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

import numpy as np

from riverboat.arrays import BigInts, Ints
from riverboat.errors import GameError
from riverboat.games.efg.game import exact_chances
from riverboat.games.protocol import CHANCE, Game, State
from riverboat.games.size import MOST_STATES, refuse_large_tree, too_large
from riverboat.solving.form import SequenceForm, Side

#: Common denominators of more bits are not taken, nor payoffs above the largest that floating point is sure to hold.
_MOST_BITS = 100_000
_LARGEST = 10**300


@dataclass
class _Collected:
    """One player's information sets, in the order in which they are met."""

    known: dict[str, int] = field(default_factory=dict)
    names: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    n_sequences: int = 1

    def meet(self, state: State, sequence: int) -> int:
        """The first sequence of the information set in which the player is."""
        key = state.infoset()
        at = self.known.get(key)
        if at is None:
            actions = tuple(str(action) for action in state.legal_actions())
            self.known[key] = at = len(self.names)
            self.names.append((key, actions))
            self.first.append(self.n_sequences)
            self.parent.append(sequence)
            self.n_sequences += len(actions)
        elif self.parent[at] != sequence:
            raise GameError(f"information set {key}: its player has forgotten what was done before; this is not solved")
        elif len(self.names[at][1]) != len(state.legal_actions()):
            raise GameError(f"information set {key} has not the same actions everywhere")
        return self.first[at]

    def side(self) -> Side:
        return Side(
            n_sequences=self.n_sequences,
            first=np.array(self.first, np.int64),
            count=np.array([len(actions) for _, actions in self.names], np.int64),
            parent_start=np.arange(len(self.first) + 1),
            parents=np.array(self.parent, np.int64),
            shares=np.ones(len(self.first), np.int64),
        )


def tree_form(game: Game) -> SequenceForm:
    """Walk through a game and collect its sequences; payoffs are exact fractions."""
    if game.seats != 2:
        raise GameError(f"{game.name} with {game.seats} players is not solved: two-player games are")
    refuse_large_tree(game)
    players = (_Collected(), _Collected())
    payoffs: dict[tuple[int, int], Fraction] = {}
    total: Fraction | None = None
    waiting: list[tuple[State, tuple[int, int], Fraction]] = [(game.root(), (0, 0), Fraction(1))]
    states = 0
    while waiting:
        state, sequences, chance = waiting.pop()
        states += 1
        if states > MOST_STATES:
            raise too_large(game.name, f"more than {MOST_STATES:,} states")
        if state.is_over:
            returns = state.returns()
            both = Fraction(returns[0]) + Fraction(returns[1])
            if total is None:
                total = both
            if both != total:
                raise GameError(f"{game.name} is not zero-sum: payoffs add up to {total} here and to {both} there")
            # Of a constant sum the first player's payoff is what is solved.
            payoffs[sequences] = payoffs.get(sequences, Fraction(0)) + chance * Fraction(returns[0])
        elif state.actor == CHANCE:
            outcomes = state.chance_outcomes()
            exact = exact_chances([chance for _, chance in outcomes])
            for (action, _), share in reversed(list(zip(outcomes, exact, strict=True))):
                if share:
                    waiting.append((_after(state, action), sequences, chance * share))
        else:
            actor = state.actor
            assert actor is not None
            first = players[actor].meet(state, sequences[actor])
            for at, action in reversed(list(enumerate(state.legal_actions()))):
                moved = (first + at, sequences[1]) if actor == 0 else (sequences[0], first + at)
                waiting.append((_after(state, action), moved, chance))
    scale = _common_scale(game.name, list(payoffs.values()))
    return SequenceForm(
        sides=(players[0].side(), players[1].side()),
        rows=np.array([row for row, _ in payoffs], np.int64),
        columns=np.array([column for _, column in payoffs], np.int64),
        payoffs=_whole_numbers([int(payoff * scale) for payoff in payoffs.values()]),
        payoff_scale=scale,
        name=lambda player, infoset: players[player].names[infoset],
    )


def _common_scale(name: str, payoffs: list[Fraction]) -> int:
    """A common denominator, and a refusal of payoffs that no floating-point number comes near."""
    scale = 1
    for payoff in payoffs:
        scale = lcm(scale, payoff.denominator)
        if scale.bit_length() > _MOST_BITS:
            raise GameError(
                f"the chances and payoffs of {name} have no common denominator of fewer than "
                f"{_MOST_BITS * 3 // 10:,} digits: they are too fine to be solved exactly"
            )
    largest = max(abs(payoff) for payoff in payoffs)
    if largest > _LARGEST:
        raise GameError(f"{name} has payoffs above 10^300: too large to be solved")
    return scale


def _whole_numbers(numbers: list[int]) -> Ints | BigInts:
    """An array of whole numbers, in 64 bits where they all fit."""
    small = max(abs(number) for number in numbers) < 2**62
    return np.array(numbers, np.int64) if small else np.array(numbers, object)


def _after(state: State, action: object) -> State:
    following = state.copy()
    following.apply(action)  # type: ignore[arg-type]
    return following
