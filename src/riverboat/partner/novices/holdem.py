"""Simulated novices at limit Hold'em, and what each kind of them does wrong.

They judge their hand by how many hands of one opponent it beats as the cards lie, with an error, and think that
everyone who is in holds any hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

import numpy as np

from riverboat.cards.holdings import holding_index
from riverboat.games import Action, CardObservation
from riverboat.modeling.weights import INCOMES
from riverboat.odds.strength import hand_strength
from riverboat.partner.holdem import HoldemPartner
from riverboat.partner.novices.novice import Counsel, Novice, Play, Temper

#: Before the flop: the share against one hand from which a novice comes in, follows a raise, and raises.
_ENTER, _FOLLOW, _RAISE = 0.53, 0.6, 0.66
#: Later: the chance to be ahead of everyone from which they bet and raise.
_BET = 0.6
#: The last street on which a card is still to come.
_TURN = 2


def _passive(seen: CardObservation) -> Action:
    return Action("call") if seen.to_call else Action("check")


def _aggressive(seen: CardObservation) -> Action:
    legal = seen.legal_actions
    return Action(legal.raise_kind, legal.min_to) if legal.raise_kind else _passive(seen)


def _fold(seen: CardObservation) -> Action:
    return Action("fold") if seen.to_call else Action("check")


def _opponents(seen: CardObservation) -> int:
    return sum(seen.is_in) - 1


def plain(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """As well as they know how: better cards than most before the flop, later by the price and by what is ahead."""
    if not seen.board:
        if chance >= _RAISE and seen.raises <= 2:
            return _aggressive(seen)
        return _passive(seen) if chance >= (_ENTER if seen.raises <= 1 else _FOLLOW) else _fold(seen)
    ahead = max(chance, 0.0) ** _opponents(seen)
    if ahead >= _BET:
        return _aggressive(seen)
    return _passive(seen) if ahead * (seen.pot + seen.to_call) >= seen.to_call else _fold(seen)


def calls_too_much(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Can't let go: calls everything and never bets."""
    return _passive(seen)


def chases(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Wants to see every card: stays in up to the river whatever it costs."""
    action = plain(seen, chance, rng)
    return _passive(seen) if action.kind == "fold" and seen.board and seen.street <= _TURN else action


def never_raises(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Waits for the others to bet: checks and calls, however good the hand is."""
    action = plain(seen, chance, rng)
    return _passive(seen) if action.kind in ("bet", "raise") else action


def plays_any_hand(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Comes in with any two cards."""
    action = plain(seen, chance, rng)
    return _passive(seen) if action.kind == "fold" and not seen.board else action


def folds_too_much(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Is afraid: gives up whatever is not clearly good, and never raises."""
    sure = _RAISE if not seen.board else _BET
    return (
        _passive(seen) if (chance if not seen.board else max(chance, 0.0) ** _opponents(seen)) >= sure else _fold(seen)
    )


def raises_too_much(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Wants to win at once: bets and raises whatever they hold."""
    return _aggressive(seen)


#: Every kind with what it does wrong; its first line is what is said of it.
WEAKNESSES: Mapping[str, Play] = MappingProxyType(
    {
        "calls-too-much": calls_too_much,
        "chases": chases,
        "never-raises": never_raises,
        "plays-any-hand": plays_any_hand,
        "folds-too-much": folds_too_much,
        "raises-too-much": raises_too_much,
    }
)


class HoldemNovice(Novice[HoldemPartner]):
    """A novice at limit Hold'em."""

    def __init__(
        self, kind: str, temper: Temper, *, seed: int | list[int], partner: HoldemPartner | None = None
    ) -> None:
        super().__init__(WEAKNESSES[kind], temper, seed=seed, partner=partner)

    def counsel(self, partner: HoldemPartner, seen: CardObservation) -> Counsel:
        """What the partner advises."""
        return Counsel(partner.decision(seen), partial(partner.warns, seen))

    def own(self, seen: CardObservation) -> Action:
        """By how good the hand looks to them."""
        if seen.board:
            looks = hand_strength(seen.own_cards, seen.board).value
        else:
            first, second = sorted(seen.own_cards)
            looks = float(INCOMES[0, holding_index((first, second))] + 1) / 2
        chance = looks + self._rng.normal(0.0, self.temper.blur)
        play = self._wrong if self._rng.random() < self.weakness else plain
        return play(seen, float(chance), self._rng)
