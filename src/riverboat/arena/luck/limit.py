"""Luck in matches of heads-up limit Hold'em: hand by hand, for anyone who sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from riverboat.agents.asked import bucket_strategy
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.protocol import Agent
from riverboat.arena.luck.imaginary import PlayedSide, luck_of_holding, whole_strategy
from riverboat.arena.luck.luck_kernel import (
    MOST_STEPS,
    STEP_COLUMNS,
    HandCards,
    luck_of_hand,
    read_steps,
    set_chances,
)
from riverboat.arena.luck.values import LimitValues, usual_values
from riverboat.arrays import Floats, Words
from riverboat.errors import AgentError
from riverboat.games import Action
from riverboat.games.engine.state import CardState
from riverboat.games.holdem import HoldemRules
from riverboat.games.protocol import GameRules
from riverboat.solving.limit.tree import CALL, FIRST, FOLD, LATER, OOP, RAISE, STREETS

#: What each may put in at most, in big blinds: a player with less may be all-in, which the tree does not know.
DEEPEST = 24
#: Flops that are drawn to know what a flop gives in the mean.
FLOPS = 24
#: How much of the luck of each one's holding is taken out where both are known: what comes from who met whom is in
#: both. Found on a development seed; any number leaves the mean as it is.
BOTH = 0.8
_ACTIONS = {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}


def is_usual_limit(rules: GameRules) -> bool:
    """Whether rules are those of heads-up limit Hold'em with the usual blinds, bets and raises."""
    if not isinstance(rules, HoldemRules) or rules.seats != 2:
        return False
    big = rules.bets[0]
    usual = HoldemRules(blinds=(big // 2, big), bets=(big, 2 * big), stack=rules.stack, odd_chips=rules.odd_chips)
    return rules == usual and big % 2 == 0 and rules.start_stack >= DEEPEST * big


@dataclass(frozen=True, eq=False)
class StaticMixes:
    """What a static player does: two thresholds of strength a street, and a mix for each side of them."""

    thresholds: Floats  # [street, 2]
    mixes: Floats  # [street, decision, bucket, action]


def static_mixes(agent: Agent | None) -> StaticMixes | None:
    """What a compiled agent does where it can be asked; None where it can't, or is not known."""
    if not isinstance(agent, CompiledAgent):
        return None
    try:
        strategy = bucket_strategy(agent)
    except AgentError:
        return None
    thresholds = np.full((STREETS, 2), 2.0)  # which no strength reaches
    mixes = np.zeros((STREETS, LATER.decisions, 4, 3))
    for street in range(STREETS):
        count = (FIRST if street == 0 else LATER).decisions
        rows = strategy.mixes(street)[:count]
        mixes[street, :count, : rows.shape[1]] = rows
        thresholds[street] = getattr(strategy, "thresholds", lambda street: (2.0, 2.0))(street)
    return StaticMixes(thresholds, mixes)


class LimitLuck:
    """Measures the luck in hands, one after another, of players by their number."""

    def __init__(
        self,
        agents: Sequence[Agent | None],
        *,
        values: LimitValues | None = None,
        flops: int = FLOPS,
        imagines: bool = True,
    ) -> None:
        self._known = [static_mixes(agent) for agent in agents]
        self._whole = [whole_strategy(agent) if imagines else None for agent in agents]
        self._worth = (values or usual_values()).worth
        self._flops = flops
        self._steps = np.zeros((MOST_STEPS, STEP_COLUMNS), np.int64)
        self._noted = np.full((MOST_STEPS, 3), -1.0)

    def note(self, state: CardState, chances: Mapping[Action, float] | None) -> None:
        """Remember how often a player who was asked takes each action in a state of the hand that is played."""
        step = int(state.hand["n_history"][0])
        if chances is not None and step < MOST_STEPS:
            self._noted[step] = 0.0
            for action, chance in chances.items():
                self._noted[step, _ACTIONS[action.kind]] += chance

    def of_hand(self, state: CardState, players: Sequence[int], words: Words) -> tuple[float, float]:
        """What luck gave to each seat, in big blinds, in a hand that is over; what was noted of it is forgotten.

        `words` are random and tell nothing of the cards.
        """
        chances, self._noted = self._noted, np.full((MOST_STEPS, 3), -1.0)
        if state.start_stacks is None or min(state.start_stacks) < DEEPEST * state.game.rules.income_unit.chips:
            return 0.0, 0.0
        count = read_steps(state.hand, self._steps)
        if count < 0:
            return 0.0, 0.0
        steps = self._steps[:count]
        blind = 1 - state.button
        held = np.array([*state.cards(blind), *state.cards(1 - blind)], np.uint8)
        board = np.zeros(5, np.uint8)
        board[: len(state.board)] = state.board
        cards = HandCards(held, board, len(state.board))
        for side in range(2):
            known = self._known[players[blind if side == OOP else 1 - blind]]
            if known is not None:
                set_chances(steps, cards, side, known.thresholds, known.mixes, chances)
        luck = luck_of_hand(steps, chances[:count], cards, self._flops, words, self._worth)
        sides = [players[blind], players[1 - blind]]
        whole = [(side, found) for side, player in enumerate(sides) if (found := self._whole[player]) is not None]
        for side, strategy in whole:
            played = PlayedSide(side=side, steps=steps, chances=chances[:count], cards=cards)
            luck += luck_of_holding(strategy, played, self._worth) * (1.0 if len(whole) == 1 else BOTH)
        return (luck, -luck) if blind == 0 else (-luck, luck)
