"""Lokibot (Billings, Papp, Schaeffer & Szafron 1999), compiled: one player whose parameters make versions A to F.

Before the flop it plays the starting hands that earn most, more of them the fewer players are in, the later it
speaks and the cheaper it is. Later it works out the chance that it is ahead of everyone (HSn) and the chance to get
ahead with the next card (Ppot), both over all holdings of each opponent, weighted, and compares
EHS = HSn + (1 - HSn) * Ppot with thresholds. F predicts the opponents' answers and compares what its actions are worth.
`agents/loki/versions.py` says what each parameter means.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE, act, allowed
from riverboat.agents.loki import loki_layout_kernel as at
from riverboat.agents.loki.models_kernel import (
    all_fold,
    begin_hand,
    follow_events,
    frequency_of,
    learn_hand,
    part,
    stand_on,
    table_row,
)
from riverboat.agents.loki.responses_kernel import predict_all, raise_size, weigh_actions
from riverboat.agents.loki.standing_kernel import sums_against
from riverboat.arrays import Floats, Words
from riverboat.cards.holdings_kernel import holding_number
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.history_kernel import is_bet, seat_of, street_of
from riverboat.games.engine.layout_kernel import BET, FOLDED, RAISE, Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.weights import DEFAULT_WEIGHTS, INCOMES, SHARES
from riverboat.modeling.weights_kernel import RAISES

_UNIFORM = np.ones(at.HOLDINGS)
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
    return holding_number(low, high)


@kernel
def decided(memory: Floats, rule: Int, wish: Int) -> Int:
    """Write down which rule decided."""
    memory[at.SAW_RULE] = np.float64(rule)
    return np.int64(wish)


@kernel
def entering_share(v: Record, params: Floats) -> Scalar:
    """The share of starting hands that is good enough to pay what a call costs here."""
    full = table_row(v.n_in) / _FULL_TABLE
    share = params[at.ENTER] * (params[at.ENTER_TWO] / params[at.ENTER]) ** ((1.0 - full) ** 2)
    late = np.float64(v.position) / (np.float64(v.seats) - 1.0)
    share *= 1.0 + params[at.LATE] * (late - 0.5)
    price = v.to_call / v.street_bet
    raised = np.float64(max(np.int64(v.raises), np.int64(1)) - 1)
    return share * params[at.PER_BET] ** (0.5 * raised + 0.5 * (price - 1.0))


@kernel
def last_raiser(v: Record) -> Int:
    """The seat that bet or raised last on this street; -1 where none has."""
    for back in range(np.int64(v.n_history)):
        event = v.history[np.int64(v.n_history) - 1 - back]
        if street_of(event) != v.street:
            break
        if is_bet(event):
            return np.int64(seat_of(event))
    return np.int64(-1)


@kernel
def before_flop(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise a starting hand."""
    holding = own_holding(v)
    if params[at.SELECTION] == 0.0:
        memory[at.SAW_INCOME] = INCOMES[_FULL_TABLE, holding]
        memory[at.SAW_SHARE] = SHARES[_FULL_TABLE, holding]
        memory[at.SAW_LIMIT], memory[at.SAW_NEEDED] = params[at.SIMPLE_ENTER], params[at.SIMPLE_RAISE]
        if memory[at.SAW_INCOME] >= params[at.SIMPLE_RAISE]:
            return decided(memory, at.RULE_OPEN, WISH_RAISE)
        if memory[at.SAW_INCOME] >= params[at.SIMPLE_ENTER]:
            return decided(memory, at.RULE_ENTER, WISH_CALL)
        return decided(memory, at.RULE_FREE if v.to_call <= 0 else at.RULE_TOO_WEAK, WISH_FOLD)
    share = SHARES[table_row(v.n_in), holding]
    limit = entering_share(v, params)
    memory[at.SAW_SHARE], memory[at.SAW_LIMIT], memory[at.SAW_NEEDED] = share, limit, limit * params[at.OPEN]
    if params[at.MODELS] != 0.0:
        memory[at.SAW_SHIFT] = 2.0 * params[at.MIX] * (2.0 * uniform(words) - 1.0)
        share *= 1.0 + memory[at.SAW_SHIFT]
        raiser = last_raiser(v)
        if raiser >= 0 and raiser != v.seat:
            return after_raise(v, params, memory, raiser, share)
    if share <= memory[at.SAW_NEEDED]:
        return decided(memory, at.RULE_OPEN, WISH_RAISE)
    if params[at.MODELS] != 0.0:
        memory[at.SAW_FOLDS] = all_fold(v, params, memory, np.int64(v.raises) + 1)
        if memory[at.SAW_FOLDS] >= params[at.STEAL_AT]:
            return decided(memory, at.RULE_STEAL, WISH_RAISE)
    if share <= limit:
        return decided(memory, at.RULE_ENTER, WISH_CALL)
    return decided(memory, at.RULE_FREE if v.to_call <= 0 else at.RULE_TOO_WEAK, WISH_FOLD)


@kernel
def after_raise(v: Record, params: Floats, memory: Floats, raiser: Int, share: Scalar) -> Int:
    """Before the flop, after somebody's raise, with models: the raiser's habits count, and folders are raised again."""
    bets = min(np.int64(v.raises) - 2, 2)
    range_of_theirs = frequency_of(v, params, memory, raiser, max(bets, 0), RAISES)
    cheap = 1.0 + 0.5 * max(0.0, 2.0 - v.to_call / v.street_bet)
    memory[at.SAW_LIMIT] = params[at.FOLLOW] * range_of_theirs**FOLLOW_POWER * cheap
    memory[at.SAW_NEEDED] = params[at.FOLLOW_RAISE] * range_of_theirs
    if share <= memory[at.SAW_NEEDED]:
        return decided(memory, at.RULE_FOLLOW_RAISE, WISH_RAISE)
    if share <= memory[at.SAW_LIMIT]:
        return decided(memory, at.RULE_FOLLOW, WISH_CALL)
    memory[at.SAW_FOLDS] = all_fold(v, params, memory, np.int64(v.raises) + 1)
    if memory[at.SAW_FOLDS] >= params[at.STEAL_AT]:
        return decided(memory, at.RULE_RESTEAL, WISH_RAISE)
    return decided(memory, at.RULE_TOO_WEAK, WISH_FOLD)


@kernel
def see_opponents(v: Record, params: Floats, memory: Floats) -> None:
    """HS against each opponent, HSn, Ppot and Npot against the mean of their tables, EHS."""
    values, won, lost = (
        part(memory, at.VALUE, at.HOLDINGS),
        part(memory, at.WON, at.HOLDINGS),
        part(memory, at.LOST, at.HOLDINGS),
    )
    ours = memory[at.OUR_VALUE]
    cards = 48 - np.int64(v.n_shared) if v.n_shared < 5 else 0
    row = table_row(v.seats)
    modelled = params[at.MODELS] != 0.0
    ahead, tied, behind, up, down, strength, strength_n = 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0
    counted = 0
    s_ahead, s_tied, s_behind, s_up, s_down = 0.0, 0.0, 0.0, 0.0, 0.0
    for seat in range(v.seats):
        memory[at.SAW_EACH + seat] = 0.0
        if seat == v.seat or v.status[seat] == FOLDED:
            continue
        if modelled:
            found = part(memory, at.PREDICTED + seat * at.PREDICTIONS, at.PREDICTIONS)
            s_ahead, s_tied, s_behind = found[at.AHEAD], found[at.TIED], found[at.BEHIND]
            s_up, s_down = found[at.UP], found[at.DOWN]
        elif counted == 0:  # without models all opponents are alike
            weights = DEFAULT_WEIGHTS[row] if params[at.WEIGHTING] != 0.0 else _UNIFORM
            s_ahead, s_tied, s_behind, s_up, s_down = sums_against(weights, values, won, lost, ours, cards)
            total = s_ahead + s_tied + s_behind
            if total <= 0.0:
                s_ahead, s_behind, total = 0.5, 0.5, 1.0
            s_ahead, s_tied, s_behind, s_up, s_down = (
                s_ahead / total,
                s_tied / total,
                s_behind / total,
                s_up / total,
                s_down / total,
            )
        strength = s_ahead + s_tied / 2
        counted += 1
        memory[at.SAW_EACH + seat] = strength
        strength_n *= strength
        ahead, tied, behind = ahead + s_ahead, tied + s_tied, behind + s_behind
        up, down = up + s_up, down + s_down
    memory[at.SAW_STRENGTH] = (ahead + tied / 2) / max(counted, 1)
    memory[at.SAW_STRENGTH_N] = strength_n
    lower, upper = behind + tied / 2, ahead + tied / 2
    memory[at.SAW_PPOT] = up / (cards * lower) if cards > 0 and lower > 0.0 else 0.0
    memory[at.SAW_NPOT] = down / (cards * upper) if cards > 0 and upper > 0.0 else 0.0
    ppot = memory[at.SAW_PPOT] if params[at.POTENTIAL] != 0.0 else 0.0
    memory[at.SAW_EHS] = strength_n + (1.0 - strength_n) * ppot


@kernel
def after_flop(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Compare EHS with the thresholds, and Ppot with the pot odds."""
    ehs = memory[at.SAW_EHS]
    if v.to_call <= 0:
        memory[at.SAW_NEEDED] = params[at.BET_AT]
        if ehs >= params[at.BET_AT]:
            return decided(memory, at.RULE_BET, WISH_RAISE)
        return decided(memory, at.RULE_CHECK, WISH_CALL)
    odds = v.to_call / (v.pot + v.to_call)
    memory[at.SAW_ODDS] = odds
    memory[at.SAW_NEEDED] = params[at.RAISE_AT] if v.raises <= 1 else params[at.RERAISE_AT]
    if ehs >= memory[at.SAW_NEEDED]:
        return decided(memory, at.RULE_RAISE, WISH_RAISE)
    if params[at.POTENTIAL] != 0.0 and memory[at.SAW_PPOT] > odds:
        return decided(memory, at.RULE_POT_ODDS, WISH_CALL)
    if v.n_shared == 5 and params[at.CALL_ODDS] > 0.0 and ehs >= params[at.CALL_ODDS] * odds:
        return decided(memory, at.RULE_MADE, WISH_CALL)
    if ehs >= params[at.CALL_AT]:
        return decided(memory, at.RULE_STRONG, WISH_CALL)
    return decided(memory, at.RULE_FOLD, WISH_FOLD)


@kernel
def after_flop_modelled(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Do what is worth most by the predicted answers of the opponents, with a little chance in it.

    A bluff is a bet or raise with EHS below `bet_at`: what is bet on later streets, which it does not foresee, speaks
    against it, so it must gain something for each of them.
    """
    weigh_actions(v, memory)
    bet, facing = raise_size(v), v.to_call > 0
    if facing:
        memory[at.SAW_ODDS] = v.to_call / (v.pot + v.to_call)
    shift = bet * params[at.MIX] * (2.0 * uniform(words) - 1.0)
    strong = memory[at.SAW_EHS] >= params[at.BET_AT]
    memory[at.SAW_SHIFT], memory[at.SAW_NEEDED] = shift, shift
    if not strong:
        memory[at.SAW_NEEDED] = bet * params[at.BLUFF_GAIN] * (3 - np.int64(v.street)) + max(shift, 0.0)
    stay = memory[at.SAW_STAY]
    pays = memory[at.SAW_RAISE] - max(stay, 0.0) > memory[at.SAW_NEEDED] and (allowed(v, RAISE) or allowed(v, BET))
    if pays and strong:
        if stay > 0.0 and uniform(words) < params[at.TRAP]:
            return decided(memory, at.RULE_TRAP, WISH_CALL)
        return decided(memory, at.RULE_WORTH_RAISE if facing else at.RULE_WORTH_BET, WISH_RAISE)
    if pays and uniform(words) < params[at.BLUFF]:
        if memory[at.SAW_PPOT] >= SEMI:
            return decided(memory, at.RULE_SEMI_RAISE if facing else at.RULE_SEMI_BLUFF, WISH_RAISE)
        return decided(memory, at.RULE_BLUFF_RAISE if facing else at.RULE_BLUFF, WISH_RAISE)
    wish = WISH_CALL if not facing or stay > shift else WISH_FOLD
    if pays:
        return decided(memory, at.RULE_NO_BLUFF, wish)
    if not facing:
        return decided(memory, at.RULE_WORTH_CHECK, wish)
    return decided(memory, at.RULE_WORTH_CALL if wish == WISH_CALL else at.RULE_WORTH_FOLD, wish)


@kernel
def loki_wish(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise."""
    memory[: at.SAW] = 0.0
    if params[at.MODELS] != 0.0:
        begin_hand(v, memory)
    if v.n_shared < 3:
        return before_flop(v, params, memory, words)
    if params[at.MODELS] != 0.0:
        follow_events(v, params, memory, 0)
    stand_on(v, memory, np.int64(v.n_shared), 1)
    if params[at.MODELS] != 0.0:
        predict_all(v, params, memory)
    see_opponents(v, params, memory)
    if params[at.MODELS] != 0.0:
        return after_flop_modelled(v, params, memory, words)
    return after_flop(v, params, memory, words)


@kernel
def loki_learn(v: Record, params: Floats, memory: Floats) -> None:
    """See how a hand ended."""
    if params[at.MODELS] != 0.0:
        learn_hand(v, params, memory)


@kernel
def believe(views: Record, params: Floats, memory: Floats) -> None:
    """What Python calls: bring the weight tables up to what a view shows, whoever is to act."""
    v = views[0]
    begin_hand(v, memory)
    follow_events(v, params, memory, 0)


@kernel
def loki_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Lokibot, as an action."""
    return act(v, loki_wish(v, params, memory, words), words)


@kernel
def loki_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """Lokibot, after a hand."""
    loki_learn(v, params, memory)
