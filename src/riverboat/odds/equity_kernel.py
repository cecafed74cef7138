"""Equity over boards: every board for known hands, range against range on a given board, and simulation.

Results are counted in one table for all players: wins, ties, and the shares of the pot won by ties, also squared.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Ints, Words
from riverboat.cards.evaluator_kernel import (
    CARD_BITS,
    CARD_KEY,
    EMPTY_BITS,
    EMPTY_KEY,
    FLUSH,
    flush_value,
    rank_value,
    value,
)
from riverboat.cards.random_kernel import LOW32, U32, next_word, step, take, uniform
from riverboat.kernel import Scalar, kernel

WIN, TIE, TIE_SHARE, TIE_SQUARE = 0, 1, 2, 3


@kernel
def lead(best: Scalar, second: Scalar, this: Scalar) -> tuple[Scalar, Scalar]:
    """The best and second best of three, without a branch, as no processor can predict which player is ahead."""
    return max(best, this), max(second, min(best, this))


@kernel
def settle(best: Scalar, second: Scalar, values: Ints, tally: Floats) -> None:
    """Count one showdown from its two best hands, each written as value * 16 + player: who wins, or who shares."""
    if best >> 4 != second >> 4:
        tally[best & 15, WIN] += 1
        return
    number = 0
    for player in range(len(values)):
        number += values[player] == best >> 4
    share = 1.0 / number
    for player in range(len(values)):
        if values[player] == best >> 4:
            tally[player, TIE] += 1
            tally[player, TIE_SHARE] += share
            tally[player, TIE_SQUARE] += share * share


@kernel
def left_in_deck(used: npt.NDArray[np.uint8]) -> Ints:
    """The cards that are not used."""
    cards = np.empty(len(used), np.int64)
    size = 0
    for card in range(len(used)):
        if not used[card]:
            cards[size] = card
            size += 1
    return cards[:size]


@kernel
def all_boards(holes: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], used: npt.NDArray[np.uint8]) -> Floats:
    """Every completion of the board for known hands; `used` marks the cards that are not in the deck."""
    players = len(holes)
    tally = np.zeros((players, 4))
    deck = left_in_deck(used)
    n = len(deck)
    need = 5 - len(board)
    keys = np.empty(players, np.uint64)
    bits = np.empty(players, np.uint64)
    for player in range(players):
        keys[player] = EMPTY_KEY + CARD_KEY[holes[player, 0]] + CARD_KEY[holes[player, 1]]
        bits[player] = CARD_BITS[holes[player, 0]] | CARD_BITS[holes[player, 1]]
        for card in board:
            keys[player] += CARD_KEY[card]
            bits[player] |= CARD_BITS[card]
    values = np.empty(players, np.int64)
    # An odometer over the combinations, with running sums for the cards above each wheel.
    chosen = np.empty(need, np.int64)
    for at in range(need):
        chosen[at] = at
    sum_key = np.zeros(need + 1, np.uint64)
    sum_bits = np.zeros(need + 1, np.uint64)
    first = 0
    while True:
        for at in range(first, need):
            sum_key[at + 1] = sum_key[at] + CARD_KEY[deck[chosen[at]]]
            sum_bits[at + 1] = sum_bits[at] | CARD_BITS[deck[chosen[at]]]
        best = np.int64(0)
        second = np.int64(0)
        for player in range(players):
            worth = value(keys[player] + sum_key[need], bits[player] | sum_bits[need])
            values[player] = worth
            best, second = lead(best, second, worth * 16 + player)
        settle(best, second, values, tally)
        at = need - 1
        while at >= 0 and chosen[at] == n - need + at:
            at -= 1
        if at < 0:
            return tally
        chosen[at] += 1
        for after in range(at + 1, need):
            chosen[after] = chosen[after - 1] + 1
        first = at


@kernel
def duel_values(
    key: np.uint64,
    bits: np.uint64,
    used: npt.NDArray[np.uint8],
    holdings: Ints,
    cards: npt.NDArray[np.uint8],
    heads: Ints,
    chain: Ints,
) -> None:
    """Chain the holdings that are possible on a full board by their value."""
    heads[:] = -1
    for holding in holdings:
        a, b = cards[holding, 0], cards[holding, 1]
        if not (used[a] or used[b]):
            worth = value(key + CARD_KEY[a] + CARD_KEY[b], bits | CARD_BITS[a] | CARD_BITS[b])
            chain[holding] = heads[worth]
            heads[worth] = holding


@kernel
def duel_on_board(
    heads: Ints,
    chain: Ints,
    cards: npt.NDArray[np.uint8],
    ours: Floats,
    theirs: Floats,
    result: Floats,
) -> None:
    """Win, tie and lose weight of one range against another on a full board, from the weakest hand upwards.

    Whoever holds cards a and b cannot meet a holding with either: the weight below us, less that of the holdings
    with a and with b. No weaker holding has both; an equal one does, our own, which is taken off twice.
    """
    total = np.zeros(53)
    under = np.zeros(53)  # weight of their weaker holdings by card, and in all at 52
    level = np.zeros(53)
    for worth in range(len(heads)):
        holding = heads[worth]
        while holding >= 0:
            total[cards[holding, 0]] += theirs[holding]
            total[cards[holding, 1]] += theirs[holding]
            total[52] += theirs[holding]
            holding = chain[holding]
    for worth in range(len(heads)):
        if heads[worth] < 0:
            continue
        level[:] = 0
        holding = heads[worth]
        while holding >= 0:
            level[cards[holding, 0]] += theirs[holding]
            level[cards[holding, 1]] += theirs[holding]
            level[52] += theirs[holding]
            holding = chain[holding]
        holding = heads[worth]
        while holding >= 0:
            if ours[holding] > 0:
                a, b = cards[holding, 0], cards[holding, 1]
                won = under[52] - under[a] - under[b]
                tied = level[52] - level[a] - level[b] + theirs[holding]
                met = total[52] - total[a] - total[b] + theirs[holding]
                result[WIN] += ours[holding] * won
                result[TIE] += ours[holding] * tied
                result[2] += ours[holding] * (met - won - tied)
            holding = chain[holding]
        under += level


@kernel
def duel(
    board: npt.NDArray[np.uint8],
    dead: npt.NDArray[np.uint8],
    cards: npt.NDArray[np.uint8],
    ours: Floats,
    theirs: Floats,
) -> Floats:
    """Win, tie and lose weight of one range against another over all completions of a flop, turn or river."""
    result = np.zeros(3)
    used = dead.copy()
    key, bits = EMPTY_KEY, EMPTY_BITS
    for card in board:
        used[card] = 1
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    holdings = np.empty(len(cards), np.int64)
    held = 0
    for holding in range(len(cards)):
        if ours[holding] > 0 or theirs[holding] > 0:
            holdings[held] = holding
            held += 1
    holdings = holdings[:held]
    heads = np.empty(7463, np.int64)
    chain = np.empty(1326, np.int64)
    need = 5 - len(board)
    deck = left_in_deck(used)
    n = len(deck)
    if need == 0:
        duel_values(key, bits, used, holdings, cards, heads, chain)
        duel_on_board(heads, chain, cards, ours, theirs, result)
        return result
    for i in range(n):
        used[deck[i]] = 1
        key_i, bits_i = key + CARD_KEY[deck[i]], bits | CARD_BITS[deck[i]]
        if need == 1:
            duel_values(key_i, bits_i, used, holdings, cards, heads, chain)
            duel_on_board(heads, chain, cards, ours, theirs, result)
        else:
            for j in range(i):
                used[deck[j]] = 1
                key_j, bits_j = key_i + CARD_KEY[deck[j]], bits_i | CARD_BITS[deck[j]]
                duel_values(key_j, bits_j, used, holdings, cards, heads, chain)
                duel_on_board(heads, chain, cards, ours, theirs, result)
                used[deck[j]] = 0
        used[deck[i]] = 0
    return result


@kernel
def first_above(cumulated: Floats, draw: Scalar) -> int:
    """The first place whose cumulated weight is above a draw."""
    low, high = 0, len(cumulated)
    while low < high:
        middle = (low + high) // 2
        if cumulated[middle] > draw:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def pick_holdings(
    state: Words,
    cumulated: Floats,
    cards: npt.NDArray[np.uint8],
    blocked: np.uint64,
    hands: npt.NDArray[np.uint8],
    tries: int,
) -> np.uint64:
    """Draw a holding from each range until all fit together; the cards drawn as bits, or 0 after too many tries.

    All are drawn again when two collide: to draw again only the later one would favour what seldom collides.
    """
    for _ in range(tries):
        taken = blocked
        for player in range(len(cumulated)):
            holding = first_above(cumulated[player], uniform(state) * cumulated[player, -1])
            a, b = cards[holding, 0], cards[holding, 1]
            pair = (np.uint64(1) << np.uint64(a)) | (np.uint64(1) << np.uint64(b))
            if taken & pair:
                taken = np.uint64(0)
                break
            taken |= pair
            hands[player, 0] = a
            hands[player, 1] = b
        if taken:
            return taken
    return np.uint64(0)


@kernel
def set_aside(deck: npt.NDArray[np.uint8], size: int, card: Scalar) -> int:
    """Move a card from the first `size` cards of the deck behind them; the new size."""
    for at in range(size):
        if deck[at] == card:
            deck[at] = deck[size - 1]
            deck[size - 1] = card
            return size - 1
    return size


@kernel
def late_flush(key: np.uint64, bits: np.uint64, deck: npt.NDArray[np.uint8], need: int) -> Scalar:
    """The value of a flush whose board stands in front of the deck; bits are summed only for these few hands."""
    for at in range(need):
        bits |= CARD_BITS[deck[at]]
    return flush_value(key, bits)


@kernel
def simulate(
    state: Words,
    deck: npt.NDArray[np.uint8],
    known: npt.NDArray[np.uint8],
    cumulated: Floats,
    cards: npt.NDArray[np.uint8],
    opponents: int,
    board: npt.NDArray[np.uint8],
    games: int,
    tally: Floats,
) -> bool:
    """Deal this many games and count them; False if the ranges never fit together.

    Players come in this order: hands that are known, hands from ranges, random opponents. `deck` is what is left
    for the latter two and the board; it is reordered. Cards are used as they are drawn, and by a
    generator of its own in four plain variables: read back from memory, both take twice as long.
    """
    n_known = len(known)
    n_hands = n_known + len(cumulated)
    need = 5 - len(board)
    keys = np.empty(n_hands, np.uint64)
    bits = np.empty(n_hands, np.uint64)
    values = np.empty(n_hands + opponents, np.int64)
    hands = np.empty((len(cumulated), 2), np.uint8)
    board_key, board_bits = EMPTY_KEY, EMPTY_BITS
    for card in board:
        board_key += CARD_KEY[card]
        board_bits |= CARD_BITS[card]
    for player in range(n_known):
        keys[player] = CARD_KEY[known[player, 0]] + CARD_KEY[known[player, 1]]
        bits[player] = board_bits | CARD_BITS[known[player, 0]] | CARD_BITS[known[player, 1]]
    blocked = ~np.uint64(0)
    for card in deck:
        blocked &= ~(np.uint64(1) << np.uint64(card))
    size = len(deck)
    s0, s1, s2, s3 = next_word(state), next_word(state), next_word(state), next_word(state)
    for _ in range(games):
        if n_hands > n_known:
            if not pick_holdings(state, cumulated, cards, blocked, hands, 1_000_000):
                return False
            size = len(deck)
            for at in range(n_hands - n_known):
                a, b = hands[at, 0], hands[at, 1]
                keys[n_known + at] = CARD_KEY[a] + CARD_KEY[b]
                bits[n_known + at] = board_bits | CARD_BITS[a] | CARD_BITS[b]
                size = set_aside(deck, set_aside(deck, size, a), b)
        full_key: Scalar = board_key
        for at in range(0, need, 2):
            word, s0, s1, s2, s3 = step(s0, s1, s2, s3)
            full_key += CARD_KEY[take(deck, at, size, word >> U32)]
            if at + 1 < need:
                full_key += CARD_KEY[take(deck, at + 1, size, word & LOW32)]
        best = np.int64(0)
        second = np.int64(0)
        for player in range(n_hands):
            key = full_key + keys[player]
            worth = late_flush(key, bits[player], deck, need) if key & FLUSH else rank_value(key)
            values[player] = worth
            best, second = lead(best, second, worth * 16 + player)
        for player in range(n_hands, n_hands + opponents):
            at = need + 2 * (player - n_hands)
            word, s0, s1, s2, s3 = step(s0, s1, s2, s3)
            a = take(deck, at, size, word >> U32)
            b = take(deck, at + 1, size, word & LOW32)
            key = full_key + CARD_KEY[a] + CARD_KEY[b]
            if key & FLUSH:
                worth = late_flush(key, board_bits | CARD_BITS[a] | CARD_BITS[b], deck, need)
            else:
                worth = rank_value(key)
            values[player] = worth
            best, second = lead(best, second, worth * 16 + player)
        settle(best, second, values, tally)
    return True
