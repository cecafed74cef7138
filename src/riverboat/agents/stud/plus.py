"""The partner beyond the paper (`partner=plus`): what the opponent's bets say, and what the pot pays.

The faithful module judges its hand against any cards of the opponent, whatever he bets, sizes its bets with much noise,
and folds weak hands at the end whatever it costs to see. This one
- reads his bets: once all cards are dealt, each hand that he may hold counts as much as his bets fit it (equation 10
  forwards, its noise included); before that the chance is moved by what his last bet says;
- calls where the chance beats the pot odds;
- bets big only with a clear edge, and the least otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.agents.stud.chances import hand_values
from riverboat.agents.stud.situation import Situation, StudMove, read_moves
from riverboat.arrays import Floats
from riverboat.cards.evaluator import evaluate
from riverboat.games import Action, CardObservation
from riverboat.modeling.tendencies import adjust

#: Equation 10's noise.
_NOISE = 0.1**0.5
#: However little a bet fits a hand, it counts so much: not everybody plays by the book.
DOUBT = 0.1
#: Before all cards are dealt: how far a bet moves the chance, by turn.
READS = (0.0, 0.15, 0.2, 0.25, 0.3)
#: A call needs so much more than the pot odds before all cards are dealt: staying in will cost more.
MARGIN = (0.0, 0.08, 0.08, 0.06, 0.04, 0.02, 0.0, 0.0)
#: From this chance on a bet is more than the least, and from that on it is all that is allowed; early and late.
BETS_FROM = (0.75, 0.65)
BETS_ALL = (1.0, 0.9)
_DEALT = 5


@dataclass(frozen=True, kw_only=True)
class StudReading:
    """The chance to win after reading his bets, what a call needs, and how much to bet (0 to 1) if at all."""

    chance: float
    needs: float
    size: float


def read(seen: CardObservation, now: Situation, rate: float, infer: float) -> StudReading:
    """What his bets and the pot say; `rate` is P_win by the cards, `infer` what his tendencies add."""
    chance = _late(seen, now, infer) if now.turn >= _DEALT else _early(seen, now, rate, infer)
    odds = seen.to_call / (seen.pot + seen.to_call) if seen.to_call else 0.0
    low, high = BETS_FROM[now.turn >= _DEALT], BETS_ALL[now.turn >= _DEALT]
    size = min(max((chance - low) / (high - low), 0.0), 1.0)
    return StudReading(chance=chance, needs=odds + MARGIN[now.turn] if odds else 0.0, size=size)


def _early(seen: CardObservation, now: Situation, rate: float, infer: float) -> float:
    """P_win moved by what his last bet on this turn says, less so if he is aggressive."""
    mine = [move for move in read_moves(seen) if move.seat != seen.seat and move.turn == now.turn]
    bets = [move for move in mine if move.kind in ("bet", "raise")]
    if not bets:
        return rate
    implied = adjust(2 * _size(bets[-1], seen) - 1, -infer)
    return (adjust(2 * rate - 1, -READS[now.turn] * implied) + 1) / 2


def _late(seen: CardObservation, now: Situation, infer: float) -> float:
    """All cards are dealt: every hand that he may hold, weighted by how well his bets since then fit it."""
    theirs = hand_values(tuple(sorted(now.their_up)), tuple(sorted(now.mine)))
    ours = np.sort(hand_values(tuple(sorted(now.my_up)), tuple(sorted(now.their_up))))
    # How he sees himself: the share of our possible hands that he beats, ties half.
    below, upto = np.searchsorted(ours, theirs, side="left"), np.searchsorted(ours, theirs, side="right")
    his = (below + upto) / len(ours) - 1.0
    # An aggressive player bets as if his hands were better than they are.
    told = (np.where(infer >= 0, his + (1 - his) * infer, his + (his + 1) * infer) + 1) / 2
    weights = np.ones(len(theirs))
    for move in read_moves(seen):
        if move.seat != seen.seat and move.turn >= _DEALT:
            weights *= DOUBT + (1 - DOUBT) * _fits(move, told, seen)
            if move.turn > _DEALT and move.kind in ("bet", "raise", "call"):
                weights *= np.where(his < 0, DOUBT + max(infer, 0.0), 1.0)
    mine = evaluate(now.mine)
    won = (theirs < mine) + 0.5 * (theirs == mine)
    return float((weights * won).sum() / weights.sum())


def _size(move: StudMove, seen: CardObservation) -> float:
    lower = seen.small_bet
    return min(max((move.call + move.size - lower) / max(move.pot - lower, 1), 0.0), 1.0)


def _fits(move: StudMove, told: Floats, seen: CardObservation) -> Floats:
    """How likely somebody whose hands tell this (0 to 1) makes such a bet, up to a factor; a call is a small bet."""
    from scipy.special import ndtr

    size = _size(move, seen)
    if move.kind == "call":
        return np.asarray(ndtr((size + 0.05 - told) / _NOISE))
    if size >= 0.99:
        return np.asarray(ndtr((told - 0.99) / _NOISE) * 2)
    if size <= 0.01:
        return np.asarray(ndtr((0.01 - told) / _NOISE) * 2)
    return np.exp(-0.5 * ((size - told) / _NOISE) ** 2)


def chosen(seen: CardObservation, found: StudReading) -> tuple[Action, str]:
    """The action and the rule that gives it."""
    legal = seen.legal_actions
    if seen.to_call and found.chance < found.needs:
        return Action("fold"), "too dear"
    if found.size <= 0 or legal.raise_kind is None:
        if "call" in legal.kinds:
            return Action("call"), "pays"
        return Action("bet", legal.min_to), "least"
    room = legal.max_to - legal.min_to
    return Action(legal.raise_kind, legal.min_to + round(found.size * room)), "edge"
