"""Simulated novices at the partner paper's stud: people with stated weaknesses, to measure what a partner is worth.

Novices judge their winning chance with an error, and play by it as well as they know how; with the chance `weakness`
they do instead what their kind does wrong. With a partner they ask now and then (`asks`) and mostly follows
(`follows`); where they did not ask and are cautioned, they change their mind as often as `heeds` says. Who `learns`
loses some of their weakness with every piece of advice that they follow against their own mind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from riverboat.agents.stud.chances import win_rate
from riverboat.agents.stud.decision import bet_action, score
from riverboat.agents.stud.equations import bet_points
from riverboat.agents.stud.situation import situation_now
from riverboat.games import Action, CardObservation
from riverboat.partner.stud import StudPartner

#: From so little a chance on a novice gives up where calling does not pay, and from so much they bet big.
_BIG = 0.6


@dataclass(frozen=True, kw_only=True)
class Temper:
    """The numbers of one subject."""

    weakness: float = 0.6
    blur: float = 0.15  # standard deviation of their error about their winning chance
    asks: float = 0.8
    follows: float = 0.9
    heeds: float = 0.5
    learns: float = 0.0


Wrong = Callable[[CardObservation, float, np.random.Generator], Action]


def _sized(seen: CardObservation, share: float) -> Action:
    lower = seen.small_bet
    return bet_action(seen, bet_points(lower, seen.pot, min(max(share, 0.0), 1.0)), lower)


def _passive(seen: CardObservation) -> Action:
    return Action("call") if "call" in seen.legal_actions.kinds else _sized(seen, 0.0)


def _pays(seen: CardObservation, chance: float) -> bool:
    return chance >= seen.to_call / (seen.pot + seen.to_call)


def plain(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """What novices do who play as well as they know how: call where it seems to pay, bet big with what seems good."""
    if not _pays(seen, chance):
        return Action("fold")
    if "call" in seen.legal_actions.kinds and chance < _BIG:
        return Action("call")
    return _sized(seen, (chance - 0.4) / 0.6)


def calls_too_much(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Can't let go: calls everything, and bets the least themselves."""
    return _passive(seen)


def never_folds_late(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Has put in too much to give up: from turn 4 on stays whatever it costs, and bets as if they were ahead."""
    action = plain(seen, chance, rng)
    if action.kind == "fold" and seen.street >= 3:
        return _sized(seen, 0.6) if "bet" in seen.legal_actions.kinds else Action("call")
    return action


def bets_at_random(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Has no idea of sizes: any bet that is allowed; folds what looks hopeless."""
    if seen.to_call and chance < 0.2:
        return Action("fold")
    return _sized(seen, float(rng.random()))


def folds_too_much(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Is afraid: gives up whatever is not clearly good, and bets the least."""
    return Action("fold") if chance < 0.6 and seen.street > 0 else _passive(seen)


def bets_too_much(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Wants to win at once: bets and raises all that is allowed."""
    return _sized(seen, 1.0)


def sees_own_cards_only(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """Never looks at the opponent's open cards: a pair is good, two pairs are very good."""
    worth = score(situation_now(seen).mine)
    if worth == 0 and seen.to_call and seen.street >= 2:
        return Action("fold")
    return _sized(seen, (0.1, 0.6, 0.9)[min(worth, 2)])


#: Every kind with what it does wrong; its first line is what is said of it.
WEAKNESSES: Mapping[str, Wrong] = MappingProxyType(
    {
        "calls-too-much": calls_too_much,
        "never-folds-late": never_folds_late,
        "bets-at-random": bets_at_random,
        "folds-too-much": folds_too_much,
        "bets-too-much": bets_too_much,
        "sees-own-cards-only": sees_own_cards_only,
    }
)


class Novice:
    """One subject through a set of games, with a partner or without."""

    def __init__(self, kind: str, temper: Temper, *, seed: int | list[int], partner: StudPartner | None = None) -> None:
        self._wrong = WEAKNESSES[kind]
        self.temper = temper
        self.weakness = temper.weakness
        self.partner = partner
        self._rng = np.random.default_rng(seed)
        # Whether they ask and heed is drawn separately: with a partner or without, their own play is the same.
        self._ears = self._rng.spawn(1)[0]
        self.changed = 0  # how often the partner made them do otherwise
        self.decisions = 0

    def decide(self, seen: CardObservation) -> Action:
        """What they do in the end."""
        own = self.own(seen)
        self.decisions += 1
        if self.partner is None:
            return own
        temper, draw = self.temper, self._ears.random(3)
        advised = self.partner.decision(seen)
        if draw[0] < temper.asks:
            takes_it = draw[1] < temper.follows
        else:
            takes_it = draw[2] < temper.heeds and self.partner.warns(seen, advised, own)
        chosen = advised.action if takes_it else own
        if chosen != own:
            self.changed += 1
            self.weakness *= 1 - temper.learns
        return chosen

    def own(self, seen: CardObservation) -> Action:
        """What they would do by themselves."""
        if seen.legal_actions.cards:
            cards = seen.legal_actions.cards
            return Action("reveal", cards[int(self._rng.integers(len(cards)))])
        now = situation_now(seen)
        chance = win_rate(now.mine, now.their_up, times=1000).rate + self._rng.normal(0.0, self.temper.blur)
        play = self._wrong if self._rng.random() < self.weakness else plain
        return play(seen, float(chance), self._rng)

    def hand_over(self, seen: CardObservation) -> None:
        """The partner learns from a game that is over."""
        if self.partner is not None:
            self.partner.hand_over(seen)
