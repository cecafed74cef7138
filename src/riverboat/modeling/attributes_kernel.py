"""The seven attributes of a player (Vinther & Holst 2015, section 3.1.2), hand by hand in constant time.

Three traits are kept as the mean of a ratio of every hand, over all hands and over the last ten; hands where the ratio
has an empty denominator are passed over. Aggressiveness is also asked for over the earlier streets of this hand.

The thesis's overall mean weighs all hands alike. A player must notice that an opponent has changed: after `lasting`
hands the mean forgets, each hand weighing a little less than the one after it.

aggressiveness  bets and raises over all actions
tightness       1 - (bluffs + slow plays) over all actions, of hands that were shown
riskiness       calls and raises over calls, raises and folds
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats
from riverboat.games.engine.history_kernel import is_bet, kind_of, seat_of, street_of
from riverboat.games.engine.layout_kernel import CALL, FOLD, MAX_SEATS, RAISE, UNKNOWN, Flag, Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.attributes_layout import (
    AGGRESSIVENESS,
    BLUFF_BELOW,
    COUNT,
    LASTING,
    MEAN,
    MODELS,
    OWNERS,
    PLAYER,
    RECENT,
    RING,
    RISKINESS,
    SLOW_ABOVE,
    TIGHTNESS,
    TRAIT,
)
from riverboat.modeling.shelves_kernel import find_shelf
from riverboat.odds.strength_now_kernel import preflop_strength, strength_now

#: Cards on the board by street.
ON_BOARD = np.array([0, 3, 4, 5], dtype=np.int64)


@kernel
def player_at(v: Record, table: Floats, seat: Int) -> Floats:
    """The part of a table's memory that is about the player in a seat, wherever they sat before."""
    shelf, fresh = find_shelf(v, table[OWNERS : OWNERS + MAX_SEATS], seat)
    player = table[MODELS + shelf * PLAYER : MODELS + (shelf + 1) * PLAYER]
    if fresh:
        player[:] = 0.0
    return player


@kernel
def add_ratio(player: Floats, trait: Int, ratio: Scalar, lasting: Scalar) -> None:
    """Take in the ratio of one more hand; the mean goes back `lasting` hands."""
    at = trait * TRAIT
    count = np.int64(player[at + COUNT])
    player[at + RING + count % RECENT] = ratio
    player[at + MEAN] += (ratio - player[at + MEAN]) / min(count + 1.0, lasting)
    player[at + COUNT] = count + 1


@kernel
def overall(player: Floats, trait: Int, typical: Scalar) -> Scalar:
    """The mean over all hands; until there are ten, the missing ones count as a typical player's."""
    at = trait * TRAIT
    share = min(player[at + COUNT] / RECENT, 1.0)
    return share * player[at + MEAN] + (1.0 - share) * typical


@kernel
def recent(player: Floats, trait: Int, typical: Scalar) -> Scalar:
    """The mean over the last ten hands, filled up in the same way."""
    at = trait * TRAIT
    seen: Int = min(np.int64(player[at + COUNT]), RECENT)
    total = (RECENT - seen) * typical
    for place in range(seen):
        total += player[at + RING + place]
    return total / RECENT


@kernel
def current_aggressiveness(v: Record, seat: Int) -> Scalar:
    """Bets and raises over actions on the earlier streets of this hand; 0 where there are none."""
    bold, actions = 0, 0
    for at in range(v.n_history):
        event = v.history[at]
        if street_of(event) >= v.street:
            break
        if seat_of(event) == seat:
            actions += 1
            bold += is_bet(event)
    return bold / actions if actions > 0 else 0.0


@kernel
def strength_on(first: Int, second: Int, board: npt.NDArray[np.uint8], street: Int) -> Scalar:
    """Hand strength now on a street: before the flop the exact equity against one random hand."""
    if street == 0:
        return preflop_strength(first, second)
    return strength_now(first, second, board, ON_BOARD[street])


@kernel
def take_shown(v: Record, seat: Int, strengths: Floats) -> Flag:
    """Fill in the strengths, street by street, of a hand that was shown; false where it was not."""
    first, second = np.int64(v.cards[seat, 0]), np.int64(v.cards[seat, 1])
    if first == UNKNOWN or second == UNKNOWN:
        return False
    last = 0
    for at in range(v.n_history):
        if seat_of(v.history[at]) == seat:
            last = street_of(v.history[at])
    for street in range(last + 1):
        strengths[street] = strength_on(first, second, v.shared, np.int64(street))
    return True


@kernel
def take_hand(
    player: Floats,
    history: npt.NDArray[np.int64],
    n: Int,
    seat: Int,
    shown: Flag,
    strengths: Floats,
    lasting: Scalar,
) -> None:
    """Take in a hand that is over: what a seat did, and with what strength on each street if that was shown."""
    actions, bold, calls, raises, folds = 0, 0, 0, 0, 0
    odd: Int = 0
    for at in range(n):
        event = history[at]
        if seat_of(event) != seat:
            continue
        kind = kind_of(event)
        actions += 1
        calls += kind == CALL
        raises += kind == RAISE
        folds += kind == FOLD
        if is_bet(event):
            bold += 1
            odd += shown and strengths[street_of(event)] < BLUFF_BELOW
        elif kind != FOLD:
            odd += shown and strengths[street_of(event)] > SLOW_ABOVE
    if actions > 0:
        add_ratio(player, AGGRESSIVENESS, bold / actions, lasting)
        if shown:
            add_ratio(player, TIGHTNESS, 1.0 - odd / actions, lasting)
    if calls + raises + folds > 0:
        add_ratio(player, RISKINESS, (calls + raises) / (calls + raises + folds), lasting)


@kernel
def take_view(v: Record, table: Floats) -> None:
    """What an agent at the table learns of everybody else when a hand is over."""
    strengths = np.zeros(4)
    for seat in range(v.seats):
        if seat != v.seat:
            shown = take_shown(v, np.int64(seat), strengths)
            player = player_at(v, table, np.int64(seat))
            take_hand(player, v.history, v.n_history, seat, shown, strengths, LASTING)


@kernel
def standing_attributes(player: Floats, typical: Floats, found: Floats) -> None:
    """The six attributes that do not depend on the hand being played, at their places among the seven."""
    found[0] = overall(player, AGGRESSIVENESS, typical[AGGRESSIVENESS])
    found[1] = recent(player, AGGRESSIVENESS, typical[AGGRESSIVENESS])
    found[3] = overall(player, TIGHTNESS, typical[TIGHTNESS])
    found[4] = recent(player, TIGHTNESS, typical[TIGHTNESS])
    found[5] = overall(player, RISKINESS, typical[RISKINESS])
    found[6] = recent(player, RISKINESS, typical[RISKINESS])


@kernel
def attributes(v: Record, table: Floats, seat: Int, typical: Floats, found: Floats) -> None:
    """The seven attributes of the player in a seat, in the thesis's order."""
    standing_attributes(player_at(v, table, np.int64(seat)), typical, found)
    found[2] = current_aggressiveness(v, seat)
