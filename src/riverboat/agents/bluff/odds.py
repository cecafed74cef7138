"""Bluff by binomial odds: how likely bids are for somebody who sees their own dice alone, and a player that goes by it.

The player `bluff-odds` looks one step ahead: what a call wins on average; and for every bid, whether the next player
would call it if they went by the odds too, and whether it would then be true. A player who has bid a face is believed
a little to hold one. It plays any number of players with any dice, by every rule: it calls spot-on where that pays
more than to bid or to doubt, and takes bids that must follow a face for less of a sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from riverboat.agents.drawing import Drawing
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid, Dice
from riverboat.games.bluff.game import BLUFF, CHECK, PASS, SPOT_ON, BluffObservation, bid_of

#: How far somebody who bids a face is believed to hold at least one die of it.
TRUST = 0.35
#: How much the comfort of a bid that is not called counts, against a round won or lost.
COMFORT = 0.2
#: Actions whose values are so near are played about equally often.
NOISE = 0.04
#: Chances of 0, 1, 2 ... dice.
Chances = tuple[float, ...]


def die_chance(table: Dice, face: int) -> float:
    """How likely a die that nobody has seen counts as a face."""
    return (1 if table.wild in (0, face) else 2) / table.faces


@lru_cache(maxsize=4096)
def binomial(dice: int, chance: float) -> Chances:
    """How likely 0, 1, 2 ... of this many dice count."""
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


@lru_cache(maxsize=4096)
def believed(dice: int, chance: float, trust: float) -> Chances:
    """How likely they count for somebody who has bid the face: with this trust they are taken to hold one at least."""
    plain = binomial(dice, chance)
    some = 1 - plain[0]
    return ((1 - trust) * plain[0], *((1 - trust + trust / some) * p for p in plain[1:]))


@lru_cache(maxsize=65536)
def together(parts: tuple[Chances, ...]) -> Chances:
    """How likely 0, 1, 2 ... dice of several players count, who know nothing of each other."""
    total = np.ones(1)
    for part in parts:
        total = np.convolve(total, part)
    return tuple(total.tolist())


def at_least(chances: Chances, wanted: int) -> float:
    """How likely this many or more count."""
    return min(1.0, sum(chances[max(wanted, 0) :]))


def own_count(seen: BluffObservation, face: int) -> int:
    """How many of the player's own dice count."""
    return seen.rules.table.count(seen.roll or (), face)


def unseen_dice(seen: BluffObservation) -> int:
    """How many dice lie under the others' cups."""
    return sum(_dice(seen)) - len(seen.roll or ())


def chance_true(seen: BluffObservation, bid: Bid) -> float:
    """How likely a bid is true by the odds alone: each die that the others have counts or not, whatever was bid."""
    unseen = binomial(unseen_dice(seen), die_chance(seen.rules.table, bid.face))
    return at_least(unseen, bid.quantity - own_count(seen, bid.face))


def chance_exact(seen: BluffObservation, bid: Bid) -> float:
    """How likely a bid is exactly right by the odds alone."""
    unseen = binomial(unseen_dice(seen), die_chance(seen.rules.table, bid.face))
    wanted = bid.quantity - own_count(seen, bid.face)
    return unseen[wanted] if 0 <= wanted < len(unseen) else 0.0


def chance_believed(seen: BluffObservation, bid: Bid, *, trust: float = TRUST, exact: bool = False) -> float:
    """How likely a bid is true (or exactly right) where those who have bid its face are believed a little."""
    chances = _others(seen, bid.face, trust)
    wanted = bid.quantity - own_count(seen, bid.face)
    if exact:
        return chances[wanted] if 0 <= wanted < len(chances) else 0.0
    return at_least(chances, wanted)


def weigh(seen: BluffObservation, *, trust: float = TRUST) -> dict[Action, float]:
    """What each legal action is worth, from -1 (the round is lost) to 1 (it is won), one step ahead."""
    values = {}
    for action in seen.legal_actions:
        if action.kind == "bid":
            values[action] = worth_of_bid(seen, bid_of(action), trust)
            continue
        last = seen.last_bid
        assert last is not None
        if action == BLUFF:
            values[action] = 1 - 2 * chance_believed(seen, last, trust=trust)
        elif action == CHECK:
            values[action] = 2 * chance_believed(seen, last, trust=trust, exact=True) - 1
        elif action == SPOT_ON:
            right = chance_believed(seen, last, trust=trust, exact=True)
            values[action] = right * seen.rules.can_win_back(seen.seat) - (1 - right)
        elif action == PASS:
            values[action] = 0.0  # nothing changes
    return values


def _dice(seen: BluffObservation) -> tuple[int, ...]:
    return seen.rules.dice


def _bidders(seen: BluffObservation, face: int) -> set[int]:
    """The seats that bid this face by choice: in a palifico most have to stay with it."""
    if seen.rules.special:
        bids = [event for event in seen.history if event.action.kind == "bid"]
        before = (0, *(bid_of(event.action).face for event in bids))
        return {
            event.seat
            for event, last in zip(bids, before, strict=False)
            if bid_of(event.action).face == face and last != face
        }
    return {event.seat for event in seen.history if event.action.kind == "bid" and event.action.amount % 100 == face}


def _parts(seen: BluffObservation, face: int, trust: float, without: set[int]) -> tuple[Chances, ...]:
    chance, bidders = die_chance(seen.rules.table, face), _bidders(seen, face)
    return tuple(
        believed(dice, chance, trust) if seat in bidders else binomial(dice, chance)
        for seat, dice in enumerate(_dice(seen))
        if seat not in without
    )


def _others(seen: BluffObservation, face: int, trust: float) -> Chances:
    return together(_parts(seen, face, trust, {seen.seat}))


def worth_of_bid(seen: BluffObservation, bid: Bid, trust: float) -> float:
    """What a bid is worth: for everything that the next player may hold, would they call, and would the bid be true?"""
    bids, face = seen.rules.bids, bid.face
    height, dice, own = bids.index(bid), _dice(seen), own_count(seen, bid.face)
    chance = die_chance(seen.rules.table, face)
    following = (seen.seat + 1) % len(dice)
    rest = together(_parts(seen, face, trust, {seen.seat, following}))
    holds = _parts(seen, face, trust, set(range(len(dice))) - {following})[0]
    # They see their own dice, and believe me as I believe them.
    view = together((*_parts(seen, face, trust, {seen.seat, following}), believed(dice[seen.seat], chance, trust)))
    higher = next((each for each in bids[height + 1 :] if seen.rules.allows(each, bid, following)), None)
    comfort = 0.0
    if higher is not None:
        public = binomial(sum(dice), die_chance(seen.rules.table, higher.face))
        comfort = COMFORT * (chance_believed(seen, bid, trust=trust) - at_least(public, higher.quantity))
    worth = 0.0
    for count, p in enumerate(holds):
        calls = higher is None or at_least(view, bid.quantity - count) < 0.5
        worth += p * (2 * at_least(rest, bid.quantity - own - count) - 1 if calls else comfort)
    return worth


def quantal(values: Mapping[Action, float], noise: float) -> dict[Action, float]:
    """How often each action is played: the better the oftener, nearly equal ones about equally often."""
    best = max(values.values())
    weights = {action: float(np.exp((value - best) / noise)) for action, value in values.items()}
    total = sum(weights.values())
    return {action: weight / total for action, weight in weights.items()}


class BluffOddsPlayer(Drawing):
    """Plays by `weigh`, and among nearly equal actions by chance."""

    def __init__(self, *, trust: float = TRUST, noise: float = NOISE) -> None:
        super().__init__()
        self.trust, self.noise = trust, noise

    def chances(self, observation: BluffObservation) -> dict[Action, float]:
        """How often it takes each action here."""
        return quantal(weigh(observation, trust=self.trust), self.noise)

    def decide(self, observation: BluffObservation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))


@dataclass(frozen=True)
class BluffOddsMaker:
    """Makes players; can be sent to another process."""

    trust: float = TRUST
    noise: float = NOISE

    def __call__(self) -> BluffOddsPlayer:
        """A fresh player."""
        return BluffOddsPlayer(trust=self.trust, noise=self.noise)
