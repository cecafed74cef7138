"""Lokibot once more, in words: A to E from the observation and the slow functions of odds/ alone; what F's actions are
worth from what it believes of each opponent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.agents import AGENTS
from riverboat.agents.loki import loki_layout_kernel as layout
from riverboat.cards.holdings import CLASS_NAMES, HOLDING_CLASS, HOLDINGS, class_index
from riverboat.games import CardObservation
from riverboat.modeling.weights import default_weights
from riverboat.modeling.weights_kernel import Assumptions, responses
from riverboat.modeling.weights_layout import SEAT_TALLIES
from riverboat.odds.starting_hands import starting_hands
from riverboat.odds.strength import hand_potential, hand_strength


@dataclass(frozen=True)
class Thought:
    wish: str
    strength_n: float = 0.0
    ppot: float = 0.0
    ehs: float = 0.0


def parameters(name: str) -> dict[str, float]:
    return {parameter.name: parameter.default for parameter in AGENTS[name].parameters}


def think(name: str, seen: CardObservation) -> Thought:
    p = parameters(name)
    return _before_flop(p, seen) if len(seen.board) < 3 else _after_flop(p, seen)


def share_of_better(cards: tuple[int, int], players: int) -> float:
    """The share of all holdings that earn more at a table of so many, those that earn the same half."""
    by_class = starting_hands().income[players - 2]
    own = float(by_class[class_index(cards)])
    incomes = [float(by_class[index]) for index in HOLDING_CLASS]
    return (sum(income > own for income in incomes) + sum(income == own for income in incomes) / 2) / HOLDINGS


def _before_flop(p: dict[str, float], seen: CardObservation) -> Thought:
    first, second = seen.own_cards
    if not p["selection"]:
        income = starting_hands().income_of(CLASS_NAMES[class_index((first, second))], 10)
        if income >= p["simple_raise"]:
            return Thought("raise")
        return Thought("call" if income >= p["simple_enter"] else "fold")
    players = min(sum(seen.is_in), 10)
    limit = p["enter"] * (p["enter_two"] / p["enter"]) ** ((1 - (players - 2) / 8) ** 2)
    limit *= 1 + p["late"] * (seen.position / (seen.seats - 1) - 0.5)
    bet = int(seen.record["street_bet"][0])
    limit *= p["per_bet"] ** ((seen.raises - 1) / 2 + (seen.to_call / bet - 1) / 2)
    share = share_of_better((first, second), players)
    if share <= limit * p["open"]:
        return Thought("raise")
    return Thought("call" if share <= limit else "fold")


def _after_flop(p: dict[str, float], seen: CardObservation) -> Thought:
    cards = seen.own_cards
    weights = default_weights(seen.seats) if p["weighting"] else np.ones(HOLDINGS)
    opponents = sum(seen.is_in) - 1
    strength_n = hand_strength(cards, seen.board, weights=weights).against(opponents)
    ppot = 0.0
    if len(seen.board) < 5:
        ppot = hand_potential(cards, seen.board, cards=1, weights=weights).ppot
    ehs = strength_n + (1 - strength_n) * (ppot if p["potential"] else 0.0)
    return Thought(_wish(p, seen, ehs, ppot), strength_n, ppot, ehs)


def _wish(p: dict[str, float], seen: CardObservation, ehs: float, ppot: float) -> str:
    if seen.to_call == 0:
        return "raise" if ehs >= p["bet_at"] else "call"
    if ehs >= (p["raise_at"] if seen.raises == 1 else p["reraise_at"]):
        return "raise"
    pot_odds = seen.to_call / (seen.pot + seen.to_call)
    if p["potential"] and ppot > pot_odds:
        return "call"
    if len(seen.board) == 5 and p["call_odds"] and ehs >= p["call_odds"] * pot_odds:
        return "call"
    return "call" if ehs >= p["call_at"] else "fold"


@dataclass(frozen=True)
class Worth:
    stay: float
    more: float
    equity: float
    all_fold: float


@dataclass(frozen=True)
class Answer:
    """What one opponent does with each holding they may have, by its weight, and our equity there."""

    weights: np.ndarray
    equity: np.ndarray
    folds: np.ndarray
    raises: np.ndarray
    bets: np.ndarray

    def part(self, of: np.ndarray) -> tuple[float, float]:
        """How often, and our equity times that."""
        return float((self.weights * of).sum()), float((self.weights * of * self.equity).sum())


def weigh(seen: CardObservation, memory: np.ndarray, params: np.ndarray) -> Worth:
    """What a check or call and what a bet or raise are worth at limit, one opponent after the other."""
    pot, to_call, bet = float(seen.pot), float(seen.to_call), float(seen.record["street_bet"][0])
    cost = to_call + bet
    answers = [
        _answer(seen, memory, params, seat) for seat, is_in in enumerate(seen.is_in) if is_in and seat != seen.seat
    ]
    everyone = np.ones(HOLDINGS)
    equities = [answer.part(everyone)[1] for answer in answers]
    folds = [answer.part(answer.folds) for answer in answers]
    takes = [folded + equity - lost for (folded, lost), equity in zip(folds, equities, strict=True)]
    stay = float(np.prod(equities)) * (pot + to_call) - to_call
    more = float(np.prod(takes)) * (pot + cost) - cost
    for at, answer in enumerate(answers):
        others = float(np.prod(np.delete(takes, at)))
        more += others * bet * (equities[at] - folds[at][1])
        often, ours = answer.part(answer.raises)
        more += others * max(-ours * (pot + cost + bet), bet * (2 * ours - often))
        often, ours = answer.part(answer.bets)
        called = bet * (2 * ours - often)
        stay += float(np.prod(np.delete(equities, at))) * max(-ours * pot, called, 2 * called)
    return Worth(stay, more, float(np.prod(equities)), float(np.prod([folded for folded, _ in folds])))


def _answer(seen: CardObservation, memory: np.ndarray, params: np.ndarray, seat: int) -> Answer:
    def block(start: int, size: int = HOLDINGS) -> np.ndarray:
        return memory[start : start + size]

    values, ours = block(layout.VALUE), memory[layout.OUR_VALUE]
    weights = np.where(values > 0, block(layout.WEIGHTS + seat * HOLDINGS), 0)
    equity = np.where(values < ours, 1.0, np.where(values == ours, 0.5, 0.0))
    if len(seen.board) < 5:
        to_come = 48 - len(seen.board)
        equity = 0.5 + (block(layout.WON) - block(layout.LOST)) / (2 * to_come)
    owners = block(layout.OWNERS, layout.TALLIES - layout.OWNERS)
    shelves = np.flatnonzero(owners == seen.record["who"][0, seat] + 1)
    tally = np.zeros(SEAT_TALLIES)
    if len(shelves):
        tally = block(layout.TALLIES + int(shelves[0]) * SEAT_TALLIES, SEAT_TALLIES).copy()
    belief = Assumptions(*params[[layout.TRUST, layout.WIDTH, layout.DOUBT, layout.SHOWN_TRUST]])
    where = block(layout.PLACE).astype(int)
    facing = 3 * seen.street + min(2, seen.raises + 1)
    folds, raises = (chances[where] for chances in responses(facing, seen.seats, tally, belief))
    bets = responses(3 * seen.street, seen.seats, tally, belief)[1][where]
    if seen.to_call or seen.record["acted"][0, seat]:
        bets = np.zeros(HOLDINGS)
    return Answer(weights / weights.sum(), equity, folds, raises, bets)
