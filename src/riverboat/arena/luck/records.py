"""Luck in recorded hands: what a player won, and what is left of it when the cards' luck is taken out.

Cards of all seats must be known for that, as they are in hands played here. Where somebody's cards were never seen, a
player's own first cards are corrected alone, in every hand alike: to correct more only where cards were shown would
lean towards hands that went to showdown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from riverboat.arena.luck.limit import LimitLuck, is_usual_limit
from riverboat.arena.luck.pots import PotLuck, is_holdem
from riverboat.arena.luck.values import class_pairs, class_values, usual_values
from riverboat.arrays import Floats, Words
from riverboat.cards.holdings import class_index
from riverboat.errors import RiverboatError
from riverboat.games import UNKNOWN, CardState
from riverboat.intervals import Statistic, mean_interval
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import play_out, verify

#: How far luck could be taken out: of all cards, of the player's own first cards, or not at all.
Reach = Literal["all cards", "own cards", "nothing"]


@dataclass(frozen=True, kw_only=True)
class AdjustedHands:
    """What a player won in some hands of one game, in the unit of its incomes, plain and luck-adjusted."""

    player: str
    unit: str
    hands: int
    won: float
    adjusted: float
    mean: Statistic  # a hand
    adjusted_mean: Statistic
    reach: Reach

    @property
    def words(self) -> str:
        """In a sentence: "you won 12, on luck-adjusted count 3 ± 4"."""
        start = f"{self.player} won {self.won:+.4g} {self.unit} in {self.hands} hand{'s' * (self.hands != 1)}"
        if self.reach == "nothing":
            return f"{start}; the cards of others are not known, so that luck can't be taken out"
        low, high = self.adjusted_mean.low, self.adjusted_mean.high
        around = "" if low is None or high is None else f" ± {self.hands * (high - low) / 2:.4g}"
        note = "" if self.reach == "all cards" else " (their own first cards alone: the cards of others are not known)"
        return f"{start}; luck-adjusted {self.adjusted:+.4g}{around}{note}"

    def to_json(self) -> dict[str, Any]:
        """The adjusted hands as the command line prints them."""
        return {
            "player": self.player,
            "unit": self.unit,
            "hands": self.hands,
            "won": self.won,
            **self.mean.to_json(),
            "adjusted": {**self.adjusted_mean.to_json(), "won": self.adjusted},
            "reach": self.reach,
            "words": self.words,
        }


def adjusted_hands(records: Iterable[HandRecord], player: str) -> tuple[AdjustedHands, ...]:
    """What a player won in recorded hands, one row a game; hands whose result is not known are left out."""
    games: dict[str, list[tuple[HandRecord, int, float]]] = {}
    for record in records:
        seat = record.seat_of(player)
        if seat is None:
            continue
        returns = verify(record)
        if returns is not None:
            chips = record.rules.income_unit.chips
            games.setdefault(record.game, []).append((record, seat, float(returns[seat]) / chips))
    return tuple(_adjusted(player, hands) for hands in games.values())


def _adjusted(player: str, hands: Sequence[tuple[HandRecord, int, float]]) -> AdjustedHands:
    reach = _reach([record for record, _, _ in hands], [seat for _, seat, _ in hands])
    won = np.array([income for _, _, income in hands])
    luck = np.array([_luck(record, seat, reach) for record, seat, _ in hands])
    return AdjustedHands(
        player=player,
        unit=hands[0][0].rules.income_unit.name,
        hands=len(hands),
        won=float(won.sum()),
        adjusted=float((won - luck).sum()),
        mean=mean_interval(won),
        adjusted_mean=mean_interval(won - luck),
        reach=reach,
    )


def _reach(records: Sequence[HandRecord], seats: Sequence[int]) -> Reach:
    """How far luck can be taken out of all of some hands."""
    states = [_state(record) for record in records]
    if any(state is None or not is_holdem(state.game) for state in states):
        return "nothing"
    if not any(UNKNOWN in cards for record in records for cards in record.hole_cards):
        return "all cards"
    own = all(UNKNOWN not in record.hole_cards[seat] for record, seat in zip(records, seats, strict=True))
    return "own cards" if own and all(is_usual_limit(record.rules) for record in records) else "nothing"


def _state(record: HandRecord) -> CardState | None:
    """The hand at its end, with the cards that were mucked as well where they are known; None where it has no cards."""
    try:
        return play_out(replace(record, mucked=()))
    except RiverboatError:
        return None


def _luck(record: HandRecord, seat: int, reach: Reach) -> float:
    state = _state(record)
    if reach == "nothing" or state is None:
        return 0.0
    if reach == "own cards":
        one, two = record.hole_cards[seat]
        return float(_own_luck()[int(seat == state.button), class_index((one, two))])
    measure = LimitLuck((None, None)) if is_usual_limit(record.rules) else PotLuck()
    return measure.of_hand(state, range(record.seats), _words(record))[seat]


def _words(record: HandRecord) -> Words:
    """Randomness that follows from the players and the time, and not from the cards."""
    named = f"{record.event}\n{record.number}\n{record.time}\n{record.players}"
    return np.frombuffer(hashlib.sha256(named.encode("utf-8", "surrogatepass")).digest(), np.uint64).copy()


@lru_cache(maxsize=1)
def _own_luck() -> Floats:
    """[big blind or button, class] what first cards alone give, over the mean of all, in big blinds."""
    values = usual_values()
    pairs = class_pairs()
    worth = class_values(values.weights, values.first)
    mean = (worth * pairs).sum() / pairs.sum()
    blind = (worth * pairs).sum(axis=1) / pairs.sum(axis=1) - mean
    button = mean - (worth * pairs).sum(axis=0) / pairs.sum(axis=0)
    return np.stack([blind, button])
