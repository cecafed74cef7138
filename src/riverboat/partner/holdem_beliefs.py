"""What Lokibot's memory says of the opponents at Hold'em, in plain arrays: what each may hold, and how each answers.

Every array has a number for each of the 1,326 holdings. The chances to fold, raise or bet are those of
`modeling.weights_kernel`, written out for whole arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.arrays import Floats, Ints
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.games import CardObservation
from riverboat.games.engine.layout_kernel import ALL_IN, FOLDED
from riverboat.modeling.weights import SHARES
from riverboat.modeling.weights_kernel import TYPICAL, TYPICAL_TWO
from riverboat.modeling.weights_layout import FIFTHS, PLACES, SEAT_TALLIES, TALLY

#: Half a pot is what a bet is thought to be where sizes vary: so much of what is called goes on against it.
_USUAL_DEFENCE = 2 / 3


@dataclass(frozen=True)
class Habits:
    """How Lokibot reads and foresees actions: the parameters of its version that matter for it."""

    trust: float
    width: float
    doubt: float
    shown_trust: float


@dataclass(frozen=True, eq=False)
class Opponent:
    """One opponent who is in: what they may hold, how we stand against each holding, and what they have done before."""

    seat: int
    weights: Floats  # adds up to 1
    equity: Floats  # our chance against each holding, after the next card; before the flop at the end
    now: Floats  # as the cards lie: 1 ahead, 0.5 tied, 0 behind; before the flop the equity
    places: Ints  # how good each holding is among the usual ones, in hundredths
    tally: Floats
    has_acted: bool
    is_all_in: bool
    owes: int  # chips that a call of what stands costs them
    behind: int  # chips that they have left


@dataclass(frozen=True)
class OpponentAnswer:
    """What an opponent does, over all that they may hold: each chance, and our equity with it."""

    equity: float
    folds: float
    folds_equity: float
    raises: float
    raises_equity: float


def opponents(seen: CardObservation, memory: Floats) -> tuple[Opponent, ...]:
    """Everyone else who is in, as the memory of a Lokibot that has just decided has them."""
    view = seen.record[0]
    equity, now, standing = _standing(seen, memory)
    known = np.isin(HOLDING_CARDS, np.array((*seen.own_cards, *seen.board))).any(axis=1)
    owners = memory[places.OWNERS : places.TALLIES].astype(np.int64) - 1
    found = []
    for seat in range(seen.seats):
        if seat == seen.seat or view["status"][seat] == FOLDED:
            continue
        begin = places.WEIGHTS + seat * places.HOLDINGS
        weights = np.where(known, 0.0, memory[begin : begin + places.HOLDINGS])
        if weights.sum() <= 0:
            weights = np.where(known, 0.0, 1.0)
        shelf = np.flatnonzero(owners == int(view["who"][seat]))
        tally = np.zeros(SEAT_TALLIES)
        if len(shelf):
            tally_at = places.TALLIES + int(shelf[0]) * SEAT_TALLIES
            tally = memory[tally_at : tally_at + SEAT_TALLIES].copy()
        found.append(
            Opponent(
                seat=seat,
                weights=weights / weights.sum(),
                equity=equity,
                now=now,
                places=standing,
                tally=tally,
                has_acted=bool(view["acted"][seat]),
                is_all_in=bool(view["status"][seat] == ALL_IN),
                owes=max(max(seen.bets) - seen.bets[seat], 0),
                behind=seen.stacks[seat],
            )
        )
    return tuple(found)


def _standing(seen: CardObservation, memory: Floats) -> tuple[Floats, Floats, Ints]:
    """Our equity against each holding, whether we beat it as the cards lie, and its place among the usual ones."""
    if len(seen.board) < 3:
        first, second = seen.own_cards
        shares = SHARES[min(max(seen.seats, 2), 10) - 2]
        equity = preflop_equities(min(first, second), max(first, second))
        return equity, equity, np.minimum(PLACES - 1, np.floor(PLACES * (1 - shares))).astype(np.int64)
    values = memory[places.VALUE : places.VALUE + places.HOLDINGS]
    ours = memory[places.OUR_VALUE]
    now = np.where(values < ours, 1.0, np.where(values > ours, 0.0, 0.5))
    standing = memory[places.PLACE : places.PLACE + places.HOLDINGS].astype(np.int64)
    if len(seen.board) == 5:
        return now, now, standing
    won = memory[places.WON : places.WON + places.HOLDINGS]
    lost = memory[places.LOST : places.LOST + places.HOLDINGS]
    return 0.5 + (won - lost) / (2 * (48 - len(seen.board))), now, standing


#: [card, card] the number of the holding of two cards, in either order.
_HOLDING_OF = np.zeros((52, 52), np.int64)
_HOLDING_OF[HOLDING_CARDS[:, 0], HOLDING_CARDS[:, 1]] = np.arange(len(HOLDING_CARDS))
_HOLDING_OF[HOLDING_CARDS[:, 1], HOLDING_CARDS[:, 0]] = np.arange(len(HOLDING_CARDS))


@lru_cache(maxsize=1326)
def preflop_equities(first: int, second: int) -> Floats:
    """Our chance with two cards against each holding over all boards, ties half; half against what can't be.

    Hands that differ only by what suits are called are worked out once: suits are renamed so that ours come first.
    """
    own = list(dict.fromkeys((first & 3, second & 3)))
    order = [*own, *(suit for suit in range(4) if suit not in own)]
    renamed = np.argsort(order)  # the new name of each suit
    cards = (HOLDING_CARDS.astype(np.int64) & ~3) | renamed[HOLDING_CARDS & 3]
    new = ((first & ~3) | int(renamed[first & 3]), (second & ~3) | int(renamed[second & 3]))
    found: Floats = _equities(min(new), max(new))[_HOLDING_OF[cards[:, 0], cards[:, 1]]]
    return found


@lru_cache(maxsize=338)
def _equities(first: int, second: int) -> Floats:
    from riverboat.odds import matchup_kernel

    possible = np.flatnonzero(~np.isin(HOLDING_CARDS, np.array((first, second))).any(axis=1))
    by_rank = possible[np.lexsort((HOLDING_CARDS[possible] >> 2).T[::-1])]
    hands = np.empty((len(by_rank), 4), np.int64)
    hands[:, 0], hands[:, 1], hands[:, 2:] = first, second, HOLDING_CARDS[by_rank]
    counts = np.zeros((len(hands), 3), np.int64)
    matchup_kernel.matchups(hands, np.zeros(52, np.uint8), counts)
    found = np.full(len(HOLDING_CARDS), 0.5)
    found[by_rank] = (counts[:, 0] + counts[:, 1] / 2) / counts.sum(axis=1)
    return found


def situation(street: int, bets: int) -> int:
    """Before the flop facing one, two, three bets; on each later street facing none, one, two or more."""
    return min(2, max(0, bets - 1)) if street == 0 else 3 * street + min(2, bets)


def chances(tally: Floats, where: int, seats: int, habits: Habits) -> tuple[Floats, Floats]:
    """By the place of their hand: how likely an opponent folds and raises in a situation."""
    typical = (TYPICAL_TWO if seats == 2 else TYPICAL)[where]
    counted = tally[where * TALLY : (where + 1) * TALLY]
    often = (counted[:3] + habits.trust * typical) / (counted[:3].sum() + habits.trust)
    folds, raises, width = float(often[0]), float(often[2]), habits.width
    better_than = (np.arange(PLACES) + 0.5) / PLACES
    fold = np.clip(0.5 + (_edge(folds, width) - better_than) / width, 0, 1)
    raised = 1 - np.clip(0.5 + (_edge(1 - raises, width) - better_than) / width, 0, 1)
    fold = habits.doubt * folds + (1 - habits.doubt) * fold
    raised = habits.doubt * raises + (1 - habits.doubt) * raised
    fifth = np.minimum(FIFTHS - 1, (better_than * FIFTHS).astype(np.int64))
    called, risen = counted[3 + fifth], counted[3 + FIFTHS + fifth]
    shown = called + risen
    corrected = (habits.shown_trust * raised + (1 - fold) * risen) / (habits.shown_trust + shown)
    return fold, np.where(shown > 0, corrected, raised)


def _edge(share: float, width: float) -> float:
    if share < width / 2:
        return float(np.sqrt(2 * width * share) - width / 2)
    if share > 1 - width / 2:
        return float(1 + width / 2 - np.sqrt(2 * width * (1 - share)))
    return share


def answer(who: Opponent, where: int, seats: int, habits: Habits, defence: float = _USUAL_DEFENCE) -> OpponentAnswer:
    """What an opponent does in a situation; `defence` is pot / (pot + bet), where bets have many sizes.

    Of the hands that go on against half a pot, the best part goes on against a larger bet, in proportion to it.
    """
    equity = float(who.weights @ who.equity)
    if who.is_all_in:
        return OpponentAnswer(equity, 0.0, 0.0, 0.0, 0.0)
    fold, raised = (chances_by_place[who.places] for chances_by_place in chances(who.tally, where, seats, habits))
    part = min(max(defence / _USUAL_DEFENCE, 0.0), 1.0)
    if part < 1:
        stays = _best_part(1 - fold, who, part)
        fold, raised = 1 - stays, np.minimum(raised, stays)
    weighed = who.weights * who.equity
    return OpponentAnswer(
        equity,
        float(who.weights @ fold),
        float(weighed @ fold),
        float(who.weights @ raised),
        float(weighed @ raised),
    )


def _best_part(stays: Floats, who: Opponent, part: float) -> Floats:
    """Of what goes on, the best hands that come to this part of it."""
    order = np.argsort(-who.places, kind="stable")
    mass = (who.weights * stays)[order]
    left = np.clip(part * mass.sum() - (np.cumsum(mass) - mass), 0, mass)
    kept = np.zeros_like(stays)
    kept[order] = np.divide(left, mass, out=np.zeros_like(mass), where=mass > 0) * stays[order]
    return kept
