"""Readable twins of the networks that play, from the observation alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.agents.neural import neural_layout_kernel as places
from riverboat.agents.neural.neural_kernel import TYPICAL
from riverboat.games import CardObservation
from riverboat.modeling.attributes import PlayerModel, current_aggressiveness
from riverboat.records.hand_record import Move
from tests.agents.twin import win_probability

Floats = npt.NDArray[np.float64]


def moves_of(seen: CardObservation) -> list[Move]:
    return [Move(event.street, event.seat, event.action.kind, event.action.amount) for event in seen.history]


def five_inputs(seen: CardObservation, strength: float, all_chips: float | None = None) -> list[float]:
    """Strength, opponents, and chips, cost and pot over all chips: those in the game, unless told otherwise."""
    total = all_chips or sum(seen.stacks) + seen.pot
    opponents = sum(seen.is_in) - 1
    return [strength, opponents / 9, seen.stacks[seen.seat] / total, seen.to_call / total, seen.pot / total]


def table_inputs(seen: CardObservation, strength: float) -> list[float]:
    """The same over what ten players begin with at bets of 10 and 20; own chips count for no more than one of them."""
    five = five_inputs(seen, strength, 20_000)
    return [*five[:2], min(five[2], 0.1), *five[3:]]


def filled(model: PlayerModel, trait: int) -> tuple[float, float]:
    """Overall and recent; the hands missing to ten count as a typical player's."""
    whole, last = model.overall(trait), model.recent(trait)
    missing = max(0, 10 - whole.n)
    overall = ((whole.value or 0.0) * whole.n + missing * TYPICAL[trait]) / (whole.n + missing)
    return float(overall), float(((last.value or 0.0) * last.n + (10 - last.n) * TYPICAL[trait]) / 10)


def all_inputs(seen: CardObservation, models: dict[int, PlayerModel]) -> Floats:
    """The 68 numbers."""
    x = np.zeros(places.INPUTS)
    x[:5] = table_inputs(seen, win_probability(seen))
    seats = len(seen.stacks)
    moves = moves_of(seen)
    for slot in range(seats - 1):
        seat = (seen.seat + 1 + slot) % seats
        if seen.is_in[seat]:
            aggressive, tight, risky = (filled(models[seat], trait) for trait in range(3))
            now = current_aggressiveness(moves, seat, seen.street).value or 0.0
            seven = np.array([*aggressive, now, *tight, *risky])
            x[5 + 7 * slot : 12 + 7 * slot] = seven / (sum(seen.is_in) - 1)
    return x


def chances(net: Floats, x: Floats, *, may_fold: bool, may_raise: bool) -> Floats:
    """Fold, call, raise."""
    first = net[: places.SECOND_LAYER].reshape(places.HIDDEN, places.INPUTS + 1)
    second = net[places.SECOND_LAYER :].reshape(places.CHOICES, places.HIDDEN + 1)
    sums = second[:, :-1] @ np.tanh(first[:, :-1] @ x + first[:, -1]) + second[:, -1]
    sums = np.where([may_fold, True, may_raise], sums, -np.inf)
    powers = np.exp(sums - sums.max())
    shares: Floats = powers / powers.sum()
    return shares
