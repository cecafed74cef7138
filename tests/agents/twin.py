"""Readable twins of the compiled agents, from the observation alone."""

from __future__ import annotations

from riverboat.agents import AGENTS
from riverboat.cards.holdings import CLASS_NAMES, class_index
from riverboat.games import CardObservation
from riverboat.odds.starting_hands import starting_hands
from riverboat.odds.strength import hand_strength


def win_probability(seen: CardObservation) -> float:
    """Equity of the starting hand, or strength now against one random hand."""
    first, second = seen.own_cards
    if len(seen.board) < 3:
        name = CLASS_NAMES[class_index((first, second))]
        return float(starting_hands().equity[0][CLASS_NAMES.index(name)])
    return hand_strength((first, second), seen.board).value


def bets_to_call(seen: CardObservation, *, limit: bool) -> int:
    """How many bets a call costs."""
    if seen.to_call == 0:
        return 0
    small, big = int(seen.record["small_bet"][0]), int(seen.record["street_bet"][0])
    if limit:
        return min(3, (seen.to_call + big - 1) // big)
    if seen.street == 0:
        by_size = 1 if seen.to_call <= small else 2 if seen.to_call <= 4 * small else 3
    else:
        share = seen.to_call / (seen.pot - seen.to_call)
        by_size = 1 if share <= 0.8 else 2 if share <= 1.6 else 3
    committed = seen.to_call / seen.stacks[seen.seat]
    by_stack = 3 if committed >= 0.5 else 2 if committed >= 0.25 else 1
    if by_stack == 3 and seen.to_call <= small:
        by_stack = 2
    return max(by_size, by_stack)


def style_wish(name: str, seen: CardObservation, chance: float, *, limit: bool = True) -> str:
    """What a style wants to do, given its one random number."""
    p = {parameter.name: parameter.default for parameter in AGENTS[name].parameters}
    opponents = sum(seen.is_in) - 1
    strength = win_probability(seen) ** (1 + p["crowd"] * (opponents - 1))
    bets = bets_to_call(seen, limit=limit)
    fear = p["respect"] * max(bets - 1, 0)
    before_flop = seen.street == 0
    if strength >= (p["open_at"] if before_flop else p["raise_at"]) + fear and chance < p["aggression"]:
        return "raise"
    if bets == 0:
        return "raise" if chance >= 1 - p["bluff"] else "call"
    return "call" if strength >= (p["enter"] if before_flop else p["stay"]) + fear else "fold"
