"""Hands for tests, played at random by the engine under random rules."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from riverboat.games import Action, CardGame, CardState, HoldemRules, PartnerStudRules, StudRules
from riverboat.games.engine.rules import OddChips
from riverboat.records.hand_record import HandRecord, Rules
from riverboat.records.recording import record_of

HANDS = Path(__file__).parent / "hands"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "O'Neil", 'The "Kid"', "Zoë", "Ivy", "Jo", "Kim", "Lou")


def random_action(state: CardState, rng: np.random.Generator) -> Action:
    """A kind at random, folds rarer; amounts near the smallest more often."""
    legal = state.legal_actions()
    kinds = [kind for kind in legal.kinds if kind != "fold" or rng.random() < 0.3] or list(legal.kinds)
    kind = kinds[rng.integers(len(kinds))]
    if kind in ("bet", "raise"):
        steps = (legal.max_to - legal.min_to) // legal.step
        return Action(kind, legal.min_to + legal.step * int(steps * rng.random() ** 6))
    if kind == "reveal":
        return Action(kind, legal.cards[rng.integers(len(legal.cards))])
    return next(action for action in legal if action.kind == kind)


def played(rules: Rules, *, seed: int, stacks: tuple[int, ...] | None = None, button: int | None = None) -> HandRecord:
    """A hand played to its end."""
    rng = np.random.default_rng(seed)
    state = CardGame(rules).start(stacks=stacks, button=button, seed=seed)
    while not state.is_over:
        state.apply(random_action(state, rng))
    return record_of(state, NAMES[: rules.seats], number=str(seed), event="Random table", time="2024-02-29T20:15:00Z")


def random_rules(rng: np.random.Generator) -> Rules:
    """Rules of any game that records know."""
    kind = rng.integers(4)
    if kind == 0:
        return PartnerStudRules(ante=int(rng.integers(1, 20)))
    odd_chips: OddChips = "split" if rng.integers(2) else "first"
    if kind == 1:
        small = int(rng.integers(2, 30))
        return StudRules(
            seats=int(rng.integers(2, 9)),
            ante=int(rng.integers(0, 5)),
            bring_in=int(rng.integers(1, small + 1)),
            bets=(small, 2 * small),
            odd_chips=odd_chips,
        )
    seats = int(rng.integers(2, 13))
    small = int(rng.integers(1, 30))
    straddle = (4 * small,) if seats > 3 and rng.random() < 0.2 else ()
    antes: int | tuple[int, ...] = int(rng.integers(0, 4))
    if rng.random() < 0.3:
        antes = tuple(rng.permutation([small, *[0] * (seats - 1)]).tolist())
    return HoldemRules(
        seats=seats,
        betting=("limit", "no-limit")[kind - 2],
        blinds=(small, 2 * small, *straddle),
        antes=antes,
        bets=(2 * small, 4 * small),
        min_bet=2 * small if kind == 3 and rng.random() < 0.5 else None,
        raises_per_round=(3, None)[rng.integers(2)],
        odd_chips=odd_chips,
        heads_up=("modern", "irc")[rng.integers(2)],
        lone_blind=2 * small if rng.random() < 0.1 else None,
        free_fold=bool(rng.integers(2)),
    )


def random_record(seed: int) -> HandRecord:
    """A hand under random rules with random stacks and button."""
    rng = np.random.default_rng(seed)
    rules = random_rules(rng)
    stacks = None
    if not isinstance(rules, PartnerStudRules):
        stacks = tuple(int(stack) for stack in rng.integers(1, 3000, rules.seats))
    button = int(rng.integers(rules.seats)) if rng.random() < 0.2 else None
    return played(rules, seed=seed, stacks=stacks, button=button)
