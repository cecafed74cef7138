"""Lokibot (Billings, Papp, Schaeffer & Szafron 1999), compiled: one player whose parameters make versions A to F.

Before the flop it plays the starting hands that earn most, more of them the fewer players are in, the later it
speaks and the cheaper it is. Later it works out the chance that it is ahead of everyone (HSn) and the chance to get
ahead with the next card (Ppot), both over all holdings of each opponent, weighted, and compares
EHS = HSn + (1 - HSn) * Ppot with thresholds. `agents/loki/versions.py` says what each parameter means.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE
from riverboat.agents.loki.loki_layout_kernel import (
    BET_AT,
    BLUFF,
    BLUFF_GAIN,
    CALL_AT,
    CALL_ODDS,
    ENTER,
    ENTER_TWO,
    FOLLOW,
    FOLLOW_RAISE,
    HOLDINGS,
    LATE,
    LOST,
    MIX,
    MODELS,
    OPEN,
    OUR_VALUE,
    PER_BET,
    POTENTIAL,
    RAISE_AT,
    RERAISE_AT,
    RULE_BET,
    RULE_BLUFF,
    RULE_CHECK,
    RULE_ENTER,
    RULE_FOLD,
    RULE_FOLLOW,
    RULE_FREE,
    RULE_OPEN,
    RULE_POT_ODDS,
    RULE_RAISE,
    RULE_SEMI_BLUFF,
    RULE_STEAL,
    RULE_STRONG,
    RULE_TOO_WEAK,
    RULE_TRAP,
    SAW_BLUFF,
    SAW_EACH,
    SAW_EHS,
    SAW_FOLDS,
    SAW_LIMIT,
    SAW_NPOT,
    SAW_ODDS,
    SAW_PPOT,
    SAW_RULE,
    SAW_SHARE,
    SAW_STRENGTH,
    SAW_STRENGTH_N,
    SELECTION,
    SIMPLE_ENTER,
    SIMPLE_RAISE,
    STEAL_AT,
    VALUE,
    WEIGHTING,
    WON,
)
from riverboat.agents.loki.models_kernel import (
    all_fold,
    begin_hand,
    follow_events,
    frequency_of,
    learn_hand,
    part,
    seat_weights,
    stand_on,
    table_row,
)
from riverboat.agents.loki.standing_kernel import sums_against
from riverboat.arrays import Floats, Words
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.layout_kernel import FOLDED, Flag, Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.weights import DEFAULT_WEIGHTS, INCOMES, SHARES
from riverboat.modeling.weights_kernel import RAISES

_UNIFORM = np.ones(HOLDINGS)
_FULL_TABLE = 8
#: Against wide raisers we follow with more hands, but not in proportion.
FOLLOW_POWER = 0.6
#: A bluff with so much potential is called a semi-bluff.
SEMI = 0.1


@kernel
def own_holding(v: Record) -> Int:
    """The number of the two cards that this seat holds."""
    first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
    low, high = min(first, second), max(first, second)
    return high * (high - 1) // 2 + low


@kernel
def decided(memory: Floats, rule: Int, wish: Int) -> Int:
    """Write down which rule decided."""
    memory[SAW_RULE] = np.float64(rule)
    return np.int64(wish)


@kernel
def entering_share(v: Record, params: Floats) -> Scalar:
    """The share of starting hands that is good enough to pay what a call costs here."""
    full = table_row(v.n_in) / _FULL_TABLE
    share = params[ENTER] * (params[ENTER_TWO] / params[ENTER]) ** ((1.0 - full) ** 2)
    late = np.float64(v.position) / (np.float64(v.seats) - 1.0)
    share *= 1.0 + params[LATE] * (late - 0.5)
    price = v.to_call / v.street_bet
    raised = np.float64(max(np.int64(v.raises), np.int64(1)) - 1)
    return share * params[PER_BET] ** (0.5 * raised + 0.5 * (price - 1.0))


@kernel
def last_raiser(v: Record) -> Int:
    """Who bet or raised last on this street; -1 where nobody has."""
    for back in range(np.int64(v.n_history)):
        event = v.history[np.int64(v.n_history) - 1 - back]
        if (event >> 8) & 15 != v.street:
            break
        if event & 15 == 4 or event & 15 == 5:
            return np.int64((event >> 4) & 15)
    return np.int64(-1)


@kernel
def before_flop(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise a starting hand."""
    holding = own_holding(v)
    if params[SELECTION] == 0.0:
        income = INCOMES[_FULL_TABLE, holding]
        memory[SAW_SHARE], memory[SAW_LIMIT] = SHARES[_FULL_TABLE, holding], params[SIMPLE_ENTER]
        if income >= params[SIMPLE_RAISE]:
            return decided(memory, RULE_OPEN, WISH_RAISE)
        if income >= params[SIMPLE_ENTER]:
            return decided(memory, RULE_ENTER, WISH_CALL)
        return decided(memory, RULE_FREE if v.to_call <= 0 else RULE_TOO_WEAK, WISH_FOLD)
    row = table_row(v.n_in)
    share = SHARES[row, holding]
    limit = entering_share(v, params)
    memory[SAW_SHARE], memory[SAW_LIMIT] = share, limit
    if params[MODELS] == 0.0:
        if share <= limit * params[OPEN]:
            return decided(memory, RULE_OPEN, WISH_RAISE)
        if share <= limit:
            return decided(memory, RULE_ENTER, WISH_CALL)
        return decided(memory, RULE_FREE if v.to_call <= 0 else RULE_TOO_WEAK, WISH_FOLD)
    return before_flop_modelled(v, params, memory, words, share, limit)


@kernel
def before_flop_modelled(v: Record, params: Floats, memory: Floats, words: Words, share: Scalar, limit: Scalar) -> Int:
    """The same with models: raises count by who raises, and blinds that fold are stolen."""
    share *= 1.0 + 2.0 * params[MIX] * (2.0 * uniform(words) - 1.0)
    raiser = last_raiser(v)
    if raiser >= 0 and raiser != v.seat:
        bets = min(np.int64(v.raises) - 2, 2)
        range_of_his = frequency_of(v, params, memory, raiser, max(bets, 0), RAISES)
        cheap = 1.0 + 0.5 * max(0.0, 2.0 - v.to_call / v.street_bet)
        memory[SAW_LIMIT] = params[FOLLOW] * range_of_his**FOLLOW_POWER * cheap
        if share <= params[FOLLOW_RAISE] * range_of_his:
            return decided(memory, RULE_RAISE, WISH_RAISE)
        if share <= memory[SAW_LIMIT]:
            return decided(memory, RULE_FOLLOW, WISH_CALL)
        return decided(memory, RULE_TOO_WEAK, WISH_FOLD)
    if share <= limit * params[OPEN]:
        return decided(memory, RULE_OPEN, WISH_RAISE)
    memory[SAW_FOLDS] = all_fold(v, params, memory, np.int64(v.raises) + 1)
    if memory[SAW_FOLDS] >= params[STEAL_AT]:
        return decided(memory, RULE_STEAL, WISH_RAISE)
    if share <= limit:
        return decided(memory, RULE_ENTER, WISH_CALL)
    return decided(memory, RULE_FREE if v.to_call <= 0 else RULE_TOO_WEAK, WISH_FOLD)


@kernel
def see_opponents(v: Record, params: Floats, memory: Floats) -> None:
    """HS against each opponent, HSn, Ppot and Npot against the mean of their tables, EHS."""
    values, won, lost = part(memory, VALUE, HOLDINGS), part(memory, WON, HOLDINGS), part(memory, LOST, HOLDINGS)
    ours = memory[OUR_VALUE]
    cards = 48 - np.int64(v.n_shared) if v.n_shared < 5 else 0
    row = table_row(v.seats)
    modelled = params[MODELS] != 0.0
    ahead, tied, behind, up, down, strength, strength_n = 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0
    counted = 0
    s_ahead, s_tied, s_behind, s_up, s_down = 0.0, 0.0, 0.0, 0.0, 0.0
    for seat in range(v.seats):
        memory[SAW_EACH + seat] = 0.0
        if seat == v.seat or v.status[seat] == FOLDED:
            continue
        if modelled or counted == 0:  # without models all opponents are alike
            if modelled:
                weights = seat_weights(memory, seat)
            else:
                weights = DEFAULT_WEIGHTS[row] if params[WEIGHTING] != 0.0 else _UNIFORM
            s_ahead, s_tied, s_behind, s_up, s_down = sums_against(weights, values, won, lost, ours, cards)
            total = s_ahead + s_tied + s_behind
            if total <= 0.0:
                s_ahead, s_behind, total = 0.5, 0.5, 1.0
            strength = (s_ahead + s_tied / 2) / total
            s_ahead, s_tied, s_behind, s_up, s_down = (
                s_ahead / total,
                s_tied / total,
                s_behind / total,
                s_up / total,
                s_down / total,
            )
        counted += 1
        memory[SAW_EACH + seat] = strength
        strength_n *= strength
        ahead, tied, behind = ahead + s_ahead, tied + s_tied, behind + s_behind
        up, down = up + s_up, down + s_down
    memory[SAW_STRENGTH] = (ahead + tied / 2) / max(counted, 1)
    memory[SAW_STRENGTH_N] = strength_n
    lower, upper = behind + tied / 2, ahead + tied / 2
    memory[SAW_PPOT] = up / (cards * lower) if cards > 0 and lower > 0.0 else 0.0
    memory[SAW_NPOT] = down / (cards * upper) if cards > 0 and upper > 0.0 else 0.0
    ppot = memory[SAW_PPOT] if params[POTENTIAL] != 0.0 else 0.0
    memory[SAW_EHS] = strength_n + (1.0 - strength_n) * ppot


@kernel
def after_flop(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Compare EHS with the thresholds, and Ppot with the pot odds."""
    stand_on(v, memory, np.int64(v.n_shared), 1)
    see_opponents(v, params, memory)
    modelled = params[MODELS] != 0.0
    ehs = memory[SAW_EHS]
    shift = params[MIX] * (2.0 * uniform(words) - 1.0) if modelled else 0.0
    if v.to_call <= 0:
        if ehs >= params[BET_AT] + shift:
            if modelled and ehs > 0.9 and v.street < 3 and uniform(words) < params[MIX]:
                return decided(memory, RULE_TRAP, WISH_CALL)
            return decided(memory, RULE_BET, WISH_RAISE)
        if modelled and may_bluff(v, params, memory, words):
            semi = memory[SAW_PPOT] >= SEMI
            return decided(memory, RULE_SEMI_BLUFF if semi else RULE_BLUFF, WISH_RAISE)
        return decided(memory, RULE_CHECK, WISH_CALL)
    odds = v.to_call / (v.pot + v.to_call)
    memory[SAW_ODDS] = odds
    if ehs >= (params[RAISE_AT] if v.raises <= 1 else params[RERAISE_AT]) + shift:
        return decided(memory, RULE_RAISE, WISH_RAISE)
    if params[POTENTIAL] != 0.0:
        if memory[SAW_PPOT] > odds:
            return decided(memory, RULE_POT_ODDS, WISH_CALL)
        if params[CALL_ODDS] > 0.0 and ehs >= params[CALL_ODDS] * odds:
            return decided(memory, RULE_STRONG, WISH_CALL)
    if ehs >= params[CALL_AT]:
        return decided(memory, RULE_STRONG, WISH_CALL)
    return decided(memory, RULE_FOLD, WISH_FOLD)


@kernel
def may_bluff(v: Record, params: Floats, memory: Floats, words: Words) -> Flag:
    """Whether a bet that everyone may fold to is worth more than a check."""
    folds = all_fold(v, params, memory, 1)
    bet, pot = np.float64(v.street_bet), np.float64(v.pot)
    called = memory[SAW_PPOT] * (pot + 2.0 * bet) - bet
    gain = (folds * pot + (1.0 - folds) * called - memory[SAW_EHS] * pot) / bet
    memory[SAW_FOLDS], memory[SAW_BLUFF] = folds, gain
    return gain > params[BLUFF_GAIN] and uniform(words) < params[BLUFF]


@kernel
def loki_wish(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise."""
    memory[SAW_STRENGTH : SAW_BLUFF + 1] = 0.0
    if params[MODELS] != 0.0:
        begin_hand(v, memory)
    if v.n_shared < 3:
        return before_flop(v, params, memory, words)
    if params[MODELS] != 0.0:
        follow_events(v, params, memory, 0)
    return after_flop(v, params, memory, words)


@kernel
def loki_learn(v: Record, params: Floats, memory: Floats) -> None:
    """See how a hand ended."""
    if params[MODELS] != 0.0:
        learn_hand(v, params, memory)


@kernel
def believe(views: Record, params: Floats, memory: Floats) -> None:
    """What Python calls: bring the weight tables up to what a view shows, whoever is to act."""
    v = views[0]
    begin_hand(v, memory)
    follow_events(v, params, memory, 0)
