"""Simulated novices at the partner paper's stud, and what each kind of them does wrong."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

import numpy as np

from riverboat.agents.stud.chances import win_rate
from riverboat.agents.stud.decision import bet_action, score
from riverboat.agents.stud.equations import bet_points
from riverboat.agents.stud.situation import situation_now
from riverboat.games import Action, CardObservation
from riverboat.partner.novices.novice import Counsel, Novice, Play, Temper
from riverboat.partner.stud import StudPartner

#: From so little a chance on a novice gives up where calling does not pay, and from so much they bet big.
_BIG = 0.6


def _sized(seen: CardObservation, share: float) -> Action:
    lower = seen.small_bet
    return bet_action(seen, bet_points(lower, seen.pot, min(max(share, 0.0), 1.0)), lower)


def _passive(seen: CardObservation) -> Action:
    return Action("call") if "call" in seen.legal_actions.kinds else _sized(seen, 0.0)


def _pays(seen: CardObservation, chance: float) -> bool:
    return chance >= seen.to_call / (seen.pot + seen.to_call)


def plain(seen: CardObservation, chance: float, rng: np.random.Generator) -> Action:
    """As well as they know how: calls where it seems to pay, bets big with what seems good."""
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
WEAKNESSES: Mapping[str, Play] = MappingProxyType(
    {
        "calls-too-much": calls_too_much,
        "never-folds-late": never_folds_late,
        "bets-at-random": bets_at_random,
        "folds-too-much": folds_too_much,
        "bets-too-much": bets_too_much,
        "sees-own-cards-only": sees_own_cards_only,
    }
)


class StudNovice(Novice[StudPartner]):
    """A novice at stud."""

    def __init__(self, kind: str, temper: Temper, *, seed: int | list[int], partner: StudPartner | None = None) -> None:
        super().__init__(WEAKNESSES[kind], temper, seed=seed, partner=partner)

    def counsel(self, partner: StudPartner, seen: CardObservation) -> Counsel:
        """What the partner's module decides."""
        decision = partner.decision(seen)
        return Counsel(decision.action, partial(partner.warns, seen, decision))

    def own(self, seen: CardObservation) -> Action:
        """By their winning chance, as they judge it; a card to show is any."""
        if seen.legal_actions.cards:
            cards = seen.legal_actions.cards
            return Action("reveal", cards[int(self._rng.integers(len(cards)))])
        now = situation_now(seen)
        chance = win_rate(now.mine, now.their_up, times=1000).rate + self._rng.normal(0.0, self.temper.blur)
        play = self._wrong if self._rng.random() < self.weakness else plain
        return play(seen, float(chance), self._rng)
