"""Lokibot's thresholds: how the partner of version 0.1 decided at limit Hold'em.

Before the flop it plays Lokibot F's starting hands with the parameters of that version. Later it compares the effective
hand strength with fixed thresholds and the next card with the pot odds, and bluffs where the folds it expects pay for
it. What opponents may hold and how they answer is read as it is today, which 0.1 did less well.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.versions import Sight, read_sight
from riverboat.agents.registry import make_agent
from riverboat.arrays import Words
from riverboat.cards.randomness import Seed
from riverboat.games import Action, CardObservation
from riverboat.partner.holdem_worth import spot_of

#: Lokibot F as it was: how it follows raises, and how far it trusts what it has seen; nothing fades.
AGENT = "loki-f:mix=0;trap=0;follow=0.9;follow_raise=0.3;trust=12;width=0.9;doubt=0.1;fade=1000000;surprise=1000000"
#: The effective strength from which it bets, raises, raises again, and calls whatever the price.
BET, RAISE, RERAISE, CALL = 0.45, 0.55, 0.65, 0.5
#: It bluffs this often where the bluff gains at least this many bets over a check.
BLUFFS, BLUFF_GAIN = 0.9, -0.2


class Thresholds:
    """Decides by them; models the opponents of its table as long as it lasts."""

    def __init__(self, seed: Seed = 0) -> None:
        agent = make_agent(AGENT)
        assert isinstance(agent, CompiledAgent)
        self._player = agent.player(seed)

    def decide(self, seen: CardObservation, words: Words, luck: float) -> Action:
        """What to do; `luck`, from 0 to 1, decides whether a bluff is made."""
        self._player.words = words
        action = self._player.decide(seen)
        sight = read_sight(self._player.memory, seen.seats)
        if len(seen.board) >= 3:
            wish = self._wish(seen, sight, luck)
        elif sight.rule_number == places.RULE_RESTEAL:  # it did not raise a raiser in order to steal
            wish = "fold"
        else:
            return action
        legal = seen.legal_actions
        if wish == "raise" and legal.raise_kind:
            return Action(legal.raise_kind, legal.min_to)
        stays = Action("call") if seen.to_call else Action("check")
        return Action("fold") if wish == "fold" and seen.to_call else stays

    def _wish(self, seen: CardObservation, sight: Sight, luck: float) -> str:
        if not seen.to_call:
            strong = sight.ehs >= BET
            return "raise" if strong or (luck < BLUFFS and self._bluff_gain(seen, sight) > BLUFF_GAIN) else "call"
        if sight.ehs >= (RAISE if seen.raises <= 1 else RERAISE):
            return "raise"
        odds = seen.to_call / (seen.pot + seen.to_call)
        return "call" if sight.ppot > odds or sight.ehs >= min(odds, CALL) else "fold"

    def _bluff_gain(self, seen: CardObservation, sight: Sight) -> float:
        """By how many bets a bet that all may fold to is worth more than a check."""
        legal = seen.legal_actions
        if legal.raise_kind is None:
            return -np.inf
        player, bet, pot = self._player, float(legal.min_to - seen.bets[seen.seat]), float(seen.pot)
        folds = spot_of(seen, player.memory, player.agent.params).all_fold(Action(legal.raise_kind, legal.min_to))
        called = sight.ppot * (pot + 2 * bet) - bet
        return (folds * pot + (1 - folds) * called - sight.ehs * pot) / bet

    def hand_over(self, seen: CardObservation) -> None:
        """Learn how the opponents play."""
        self._player.hand_over(seen)
