"""`adaptive`: a network that sees the betting, its place at the table and three groups of opponents.

The network of 68 inputs that Vinther & Holst (2015) plan sees nobody's place, no raises, and not who bet. This one sees
the cards (strength now against any hand and against hands that are worth playing, draws), the price, the betting street
by street, and of its opponents the thesis's seven attributes and their habits: the mean of all who are in, the last
aggressor, and the mean of those still to act.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.agents.bet_mapping_kernel import act, allowed, bets_to_call
from riverboat.agents.neural import adaptive_layout_kernel as at
from riverboat.agents.neural.neural_kernel import TYPICAL, chances, draw
from riverboat.agents.styles.style_kernel import win_probability
from riverboat.arrays import Floats, Words
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, rank_value, value
from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.holdings_kernel import holding_number
from riverboat.games.engine.history_kernel import is_bet, kind_of, seat_of, street_of
from riverboat.games.engine.layout_kernel import BET, CALL, CHECK, FOLDED, IN, RAISE, Flag, Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.attributes_kernel import attributes, player_at, take_view
from riverboat.modeling.attributes_layout import ATTRIBUTES, COUNT, RECENT
from riverboat.modeling.habits_kernel import habits_at, rates, take_habits
from riverboat.modeling.weights import DEFAULT_WEIGHTS, SHARES
from riverboat.odds.strength_now_kernel import RANK_KEY, seen_cards

_FULL_TABLE = 8
_SHARES_FULL = np.ascontiguousarray(SHARES[_FULL_TABLE])
#: How readily two ranks are played at a full table: the mean weight of the holdings that have them.
PLAYED = np.zeros((13, 13))
_COUNTED = np.zeros((13, 13))
for _high in range(52):
    for _low in range(_high):
        _weight = DEFAULT_WEIGHTS[_FULL_TABLE][_high * (_high - 1) // 2 + _low]
        PLAYED[_high >> 2, _low >> 2] += _weight
        _COUNTED[_high >> 2, _low >> 2] += 1
PLAYED /= np.maximum(_COUNTED, 1)
assert _COUNTED.sum() == HOLDINGS
_TEN_RANKS = 10
_FIVE_IN_A_ROW = 31


@kernel
def tight_strength(first: Int, second: Int, board: npt.NDArray[np.uint8], n_board: Int) -> Scalar:
    """The chance to be ahead of a hand that is worth playing, ties half; flushes of others are not counted."""
    key, bits, used = seen_cards(first, second, board, n_board)
    ours = value(key + CARD_KEY[first] + CARD_KEY[second], bits | CARD_BITS[first] | CARD_BITS[second])
    left = np.zeros(13, np.int64)
    for card in range(52):
        left[card >> 2] += np.int64(((used >> np.uint64(card)) & np.uint64(1)) == 0)
    won, total = 0.0, 0.0
    for high in range(13):
        for low in range(high + 1):
            ways = left[high] * (left[high] - 1) // 2 if low == high else left[high] * left[low]
            if ways > 0:
                weight = ways * PLAYED[high, low]
                theirs = rank_value(key + RANK_KEY[high] + RANK_KEY[low])
                total += weight
                if ours > theirs:
                    won += weight
                elif ours == theirs:
                    won += weight / 2
    return won / total


@kernel
def straight_ranks(ranks: Int) -> Int:
    """Of a set of ranks, a bit each, with the ace below the deuce too, how many more ranks would make a straight."""
    found = 0
    for rank in range(13):
        more = ranks | (2 << rank) | np.int64(rank == 12)
        if more == ranks:
            continue
        for low in range(_TEN_RANKS):
            if (more >> low) & _FIVE_IN_A_ROW == _FIVE_IN_A_ROW:
                found += 1
                break
    return found


@kernel
def with_rank(ranks: Int, card: Int) -> Int:
    """A set of ranks with that of one more card."""
    rank = np.int64(card) >> 2
    return ranks | (np.int64(2) << rank) | np.int64(rank == 12)


@kernel
def see_draws(first: Int, second: Int, board: npt.NDArray[np.uint8], n_board: Int, found: Floats) -> None:
    """Cards to a flush, ranks to a straight, cards above the board; whether the board has a pair, and a suit thrice."""
    suits, counts = np.zeros(4, np.int64), np.zeros(13, np.int64)
    ranks: Int = np.int64(0)
    highest: Int = np.int64(-1)
    for index in range(n_board):
        card = np.int64(board[index])
        suits[card & 3] += 1
        counts[card >> 2] += 1
        ranks = with_rank(ranks, card)
        highest = max(highest, card >> 2)
    found[3], found[4] = 0.0, suits.max() - 2.0
    for rank in range(13):
        if counts[rank] > 1:
            found[3] = 1.0
    found[2] = np.float64(first >> 2 > highest) + np.float64(second >> 2 > highest)
    found[0], found[1] = 0.0, 0.0
    if n_board < 5:
        own = suits.copy()
        own[first & 3] += 1
        own[second & 3] += 1
        for suit in range(4):
            if own[suit] == 4 and own[suit] > suits[suit]:
                found[0] = 1.0
        both = with_rank(with_rank(ranks, first), second)
        found[1] = np.float64(max(straight_ranks(both) - straight_ranks(ranks), 0))


@kernel
def know_cards(v: Record, memory: Floats) -> None:
    """Work out what the own cards are worth on this board beside their strength, unless that is known."""
    first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
    asked = (np.int64(v.n_shared) * 52 + first) * 52 + second
    for index in range(v.n_shared):
        asked = asked * 52 + np.int64(v.shared[index])
    cards = memory[at.CARDS_AT : at.CARDS_AT + at.CARDS]
    if cards[at.ASKED] != np.float64(asked):
        cards[at.ASKED] = np.float64(asked)
        cards[at.TIGHT] = tight_strength(first, second, v.shared, np.int64(v.n_shared))
        see_draws(first, second, v.shared, np.int64(v.n_shared), cards[at.DRAWS :])


@kernel
def see_cards(v: Record, memory: Floats, x: Floats) -> None:
    """The own cards: before the flop by equity and by how many hands earn more, later by strength and draws."""
    strength = win_probability(v, memory)
    x[at.STREET + v.street] = 1.0
    if v.n_shared < 3:
        first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
        holding = holding_number(min(first, second), max(first, second))
        row = np.int64(v.n_in) - 2 if v.n_in <= 10 else np.int64(_FULL_TABLE)
        x[at.PREFLOP_EQUITY] = 4.0 * strength - 2.0
        x[at.PREFLOP_SHARE] = 1.0 - 2.0 * _SHARES_FULL[holding]
        x[at.PREFLOP_SHARE_HERE] = 1.0 - 2.0 * SHARES[row, holding]
        return
    know_cards(v, memory)
    cards = memory[at.CARDS_AT : at.CARDS_AT + at.CARDS]
    x[at.STRENGTH + np.int64(v.n_shared) - 3] = 2.0 * strength - 1.0
    x[at.STRENGTH_HIGH] = strength**6
    x[at.STRENGTH_OF_ALL] = 2.0 * strength ** (np.float64(v.n_in) - 1.0) - 1.0
    x[at.STRENGTH_TIGHT] = 2.0 * cards[at.TIGHT] - 1.0
    x[at.FLUSH_DRAW], x[at.STRAIGHT_DRAW] = cards[at.DRAWS], 0.5 * cards[at.DRAWS + 1]
    x[at.OVERCARDS], x[at.BOARD_PAIRED] = 0.5 * cards[at.DRAWS + 2], cards[at.DRAWS + 3]
    x[at.BOARD_SUITED] = 0.5 * cards[at.DRAWS + 4]


@kernel
def is_to_act(v: Record, seat: Int) -> Flag:
    """Whether another seat will speak on this street before it ends, whatever the viewer does but raise."""
    return seat != v.seat and v.status[seat] == IN and (v.acted[seat] == 0 or v.bet[seat] < v.current)


@kernel
def see_place(v: Record, x: Floats) -> None:
    """How many are in, who speaks after, the price."""
    others = np.float64(v.n_in) - 1.0
    behind, before = 0.0, 0.0
    n = np.int64(v.seats)
    for seat in range(n):
        if seat != v.seat and v.status[seat] != FOLDED:
            behind += is_to_act(v, seat)
            before += (seat - np.int64(v.button) - 1 + n) % n < v.position
    x[at.OPPONENTS] = others / 4.5 - 1.0
    x[at.ONE_OVER_OPPONENTS] = 1.0 / others
    x[at.BETS] = 0.5 * bets_to_call(v)
    x[at.ODDS] = 3.0 * v.to_call / (v.pot + v.to_call) if v.to_call > 0 else 0.0
    x[at.POT] = 0.5 * np.log(max(v.pot / v.street_bet, 0.5)) - 0.5
    x[at.RAISES] = 0.5 * min(np.float64(v.raises), 5.0)
    x[at.MAY_RAISE] = 1.0 if allowed(v, RAISE) or allowed(v, BET) else 0.0
    x[at.TO_ACT], x[at.BEFORE_ME] = behind / others, before / others
    x[at.POSITION] = 2.0 * v.position / (v.seats - 1.0) - 1.0


@kernel
def see_betting(v: Record, x: Floats) -> Int:
    """The raises of earlier streets, who led the last, what we did on this; answers with this street's last aggressor.

    That is -1 where nobody else has bet.
    """
    leader, aggressor = np.int64(-1), np.int64(-1)
    led_on = np.int64(-1)
    for index in range(np.int64(v.n_history)):
        event = v.history[index]
        street, seat = np.int64(street_of(event)), np.int64(seat_of(event))
        if street == v.street:
            if is_bet(event):
                aggressor = seat
                x[at.OWN_BETS] += 0.5 * np.float64(seat == v.seat)
            elif seat == v.seat:
                x[at.OWN_CHECK] += np.float64(kind_of(event) == CHECK)
                x[at.OWN_CALL] += np.float64(kind_of(event) == CALL)
        elif is_bet(event):
            x[at.EARLIER_RAISES + street] += 0.5
            leader, led_on = seat, street
    if led_on == np.int64(v.street) - 1 and leader >= 0:
        x[at.LED if leader == v.seat else at.WAS_LED] = 1.0
    return aggressor if aggressor != v.seat else np.int64(-1)


@kernel
def know_player(v: Record, memory: Floats, seat: Int, found: Floats) -> None:
    """What is known of a player: attributes, habits, and how well they are known."""
    models = memory[at.MODELS_AT : at.HABITS_AT]
    attributes(v, models, seat, TYPICAL, found)
    rates(habits_at(v, memory[at.HABITS_AT :], seat), found[ATTRIBUTES:])
    for index in range(at.PLAYER - 1):
        found[index] = 2.0 * found[index] - 1.0
    found[at.PLAYER - 1] = min(player_at(v, models, np.int64(seat))[COUNT] / (2.0 * RECENT), 1.0)


@kernel
def add_player(found: Floats, weight: Scalar, group: Floats) -> None:
    """Add a player to a group."""
    for index in range(at.PLAYER):
        group[index] += weight * found[index]


@kernel
def see_players(v: Record, memory: Floats, aggressor: Int, x: Floats) -> None:
    """The three groups of opponents; with two at the table the first alone."""
    found = np.empty(at.PLAYER)
    behind = 0
    for seat in range(v.seats):
        behind += is_to_act(v, seat)
    for seat in range(v.seats):
        if seat == v.seat or v.status[seat] == FOLDED:
            continue
        know_player(v, memory, seat, found)
        add_player(found, 1.0 / (v.n_in - 1.0), x[at.EVERYONE : at.LAST_AGGRESSOR])
        if v.seats > 2 and seat == aggressor:
            add_player(found, 1.0, x[at.LAST_AGGRESSOR : at.STILL_TO_ACT])
        if v.seats > 2 and is_to_act(v, seat):
            add_player(found, 1.0 / behind, x[at.STILL_TO_ACT : at.INPUTS])


@kernel
def see_all(v: Record, sees: Flag, memory: Floats, x: Floats) -> None:
    """All that the network sees; what is not there is zero."""
    x[:] = 0.0
    see_cards(v, memory, x)
    see_place(v, x)
    aggressor = see_betting(v, x)
    x[at.AGGRESSOR] = 1.0 if aggressor >= 0 else 0.0
    if sees:
        see_players(v, memory, aggressor, x)


@kernel
def see_once(views: Record, sees: Flag, memory: Floats, x: Floats) -> None:
    """What Python calls: all that the network sees in the view of a one-element array."""
    see_all(views[0], sees, memory, x)


@kernel
def sum_inputs(weights: Floats, width: Int, x: Floats, sums: Floats) -> None:
    """The sums of one layer from a row of weights for each input; the last row is the bias. Zeros are passed over."""
    n = x.size
    for unit in range(width):
        sums[unit] = weights[n * width + unit]
    for place in range(n):
        each = x[place]
        if each != 0.0:
            row = weights[place * width : (place + 1) * width]
            for unit in range(width):
                sums[unit] += each * row[unit]


@kernel
def adaptive_wish(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise as the network says."""
    x, hidden, out = np.empty(at.INPUTS), np.empty(at.HIDDEN), np.empty(at.CHOICES)
    see_all(v, params[at.SEES] != 0, memory, x)
    start = at.NETS_AT if v.seats == 2 else at.NETS_AT + at.NET
    sum_inputs(params[start : start + at.SECOND_LAYER], at.HIDDEN, x, hidden)
    for unit in range(at.HIDDEN):
        hidden[unit] = np.tanh(hidden[unit])
    sum_inputs(params[start + at.SECOND_LAYER : start + at.NET], at.CHOICES, hidden, out)
    chances(v, out)
    return draw(out, words)


@kernel
def adaptive_learn(v: Record, memory: Floats) -> None:
    """A hand is over: keep what the others did."""
    take_view(v, memory[at.MODELS_AT : at.HABITS_AT])
    take_habits(v, memory[at.HABITS_AT :])


@kernel
def adaptive_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The adaptive network, as an action."""
    return act(v, adaptive_wish(v, params, memory, words), words)


@kernel
def adaptive_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """The adaptive network, after a hand."""
    if params[at.SEES] != 0:
        adaptive_learn(v, memory)
