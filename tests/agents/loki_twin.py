"""Lokibot A to E once more, in words: from the observation and the slow functions of odds/ alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.agents import AGENTS
from riverboat.cards.holdings import CLASS_NAMES, HOLDING_CLASS, HOLDINGS, class_index
from riverboat.games import CardObservation
from riverboat.modeling.weights import default_weights
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
    if p["potential"] and p["call_odds"] and ehs >= p["call_odds"] * pot_odds:
        return "call"
    return "call" if ehs >= p["call_at"] else "fold"
