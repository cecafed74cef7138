"""Two known hands before the flop, exactly, in a tenth of a millisecond instead of 1.7 million boards.

Without flushes a showdown depends on ranks alone, and the 1,712,304 boards fall into 6,175 multisets of ranks. So all
boards are counted by ranks first, as if suits did not matter, and then those on which somebody has a flush are moved
from the result that ranks gave them to the one that they have.

A board with n cards of a suit is a set of n ranks and a multiset of 5 - n ranks of the other suits. `INDEX` says
which of the 6,175 multisets both make together.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Ints
from riverboat.cards.evaluator_kernel import FLUSH_VALUES, rank_value
from riverboat.kernel import Scalar, kernel

_RANK_KEY = np.array([5**r for r in range(13)], dtype=np.uint64)
#: All multisets of five ranks, at most four alike, in the order of nested loops.
_BOARDS = np.array([b for b in itertools.combinations_with_replacement(range(13), 5) if b[0] != b[4]])
BOARD_KEYS = _RANK_KEY[_BOARDS].sum(axis=1)
#: What can stand beside the cards of one suit: two ranks (91), one (13) or nothing, one after the other.
_REST_2 = np.array(list(itertools.combinations_with_replacement(range(13), 2)))
REST_FIRST, REST_SECOND = _REST_2.T.copy()
_REST_KEYS = {3: _RANK_KEY[_REST_2].sum(axis=1), 4: _RANK_KEY, 5: np.zeros(1, np.uint64)}
REST_START = np.array([0, 0, 0, 0, 91, 104, 105])  # by the number of cards of the suit
#: The sets of three, four and five ranks of one suit, one after the other, as bits.
_SETS = {n: np.array(list(itertools.combinations(range(13), n))) for n in (3, 4, 5)}
SET_MASKS = np.concatenate([(1 << _SETS[n]).sum(axis=1) for n in (3, 4, 5)])
SET_START = np.array([0, 0, 0, 0, 286, 1001, 2288])


def _index() -> Iterator[Ints]:
    """Which multiset each set makes with each rest that goes with it."""
    order = np.argsort(BOARD_KEYS)
    for n in (3, 4, 5):
        keys = _RANK_KEY[_SETS[n]].sum(axis=1)[:, None] + _REST_KEYS[n][None, :]
        yield order[np.searchsorted(BOARD_KEYS[order], keys)].ravel()


INDEX = np.concatenate(list(_index())).astype(np.uint16)
INDEX_START = np.array([0, 0, 0, 0, 286 * 91, 286 * 91 + 715 * 13])


@kernel
def board_values(key: np.uint64, out: npt.NDArray[np.int16]) -> None:
    """The value of two hole cards with every multiset of ranks, flushes left aside."""
    for at in range(len(BOARD_KEYS)):
        out[at] = rank_value(key + BOARD_KEYS[at])


@kernel
def count_by_ranks(values0: npt.NDArray[np.int16], values1: npt.NDArray[np.int16], left: Ints) -> tuple[int, int, int]:
    """Wins, losses and the number of all boards by ranks: `left` is how many cards of each rank there are."""
    won = 0
    lost = 0
    total = 0
    at = 0
    # w is the number of ways to suit the ranks so far; n counts how often the newest rank has been taken.
    for a in range(13):
        wa = left[a]
        for b in range(a, 13):
            nb = 1 if b == a else 0
            wb = wa * (left[b] - nb) // (nb + 1)
            for c in range(b, 13):
                nc = nb + 1 if c == b else 0
                wc = wb * (left[c] - nc) // (nc + 1)
                for d in range(c, 13):
                    nd = nc + 1 if d == c else 0
                    wd = wc * (left[d] - nd) // (nd + 1)
                    for e in range(d + 1 if a == d else d, 13):
                        ne = nd + 1 if e == d else 0
                        we = max(0, wd * (left[e] - ne) // (ne + 1))
                        # Products, not branches: who wins cannot be predicted.
                        won += we * (values0[at] > values1[at])
                        lost += we * (values0[at] < values1[at])
                        total += we
                        at += 1
    return won, lost, total


@kernel
def move_flushes(
    values0: npt.NDArray[np.int16],
    values1: npt.NDArray[np.int16],
    bits: Ints,
    held: Ints,
    gone: int,
    other: Ints,
) -> tuple[int, int]:
    """How many more wins and losses there are by the flushes in one suit than ranks alone gave.

    `bits` are the two players' ranks in the suit and `held` their numbers, `gone` the ranks that are not in the deck,
    `other` how many cards of each rank are left in the other suits.
    """
    won = 0
    lost = 0
    ways = np.ones(105, np.int64)
    for at in range(91):
        a, b = REST_FIRST[at], REST_SECOND[at]
        ways[at] = other[a] * (other[a] - 1) // 2 if a == b else other[a] * other[b]
    for at in range(13):  # a slice assignment would take two seconds to compile
        ways[91 + at] = other[at]
    for size in range(5 - max(held[0], held[1]), 6):
        rests = REST_START[size + 1] - REST_START[size]
        at = INDEX_START[size]
        for chosen in range(SET_START[size], SET_START[size + 1]):
            mask = SET_MASKS[chosen]
            if mask & gone:
                at += rests
                continue
            flush0 = np.int64(FLUSH_VALUES[mask | bits[0]]) if size + held[0] >= 5 else 0
            flush1 = np.int64(FLUSH_VALUES[mask | bits[1]]) if size + held[1] >= 5 else 0
            for rest in range(REST_START[size], REST_START[size + 1]):
                value0 = np.int64(values0[INDEX[at]])
                value1 = np.int64(values1[INDEX[at]])
                # Whoever has a flush has nothing better by ranks: seven cards hold no full house beside one.
                real0 = max(flush0, value0)
                real1 = max(flush1, value1)
                won += ways[rest] * ((real0 > real1) - np.int64(value0 > value1))
                lost += ways[rest] * ((real0 < real1) - np.int64(value0 < value1))
                at += 1
    return won, lost


@kernel
def matchup(
    cards: Ints,
    used: npt.NDArray[np.uint8],
    values0: npt.NDArray[np.int16],
    values1: npt.NDArray[np.int16],
    counts: Ints,
) -> None:
    """Wins, ties and losses of cards[0:2] against cards[2:4] over all boards without the used cards."""
    left = np.zeros(13, np.int64)
    for card in range(52):
        if not used[card]:
            left[card >> 2] += 1
    won, lost, total = count_by_ranks(values0, values1, left)
    other = np.empty(13, np.int64)
    bits = np.empty(2, np.int64)
    held = np.empty(2, np.int64)
    for suit in range(4):
        gone: Scalar = 0
        for rank in range(13):
            in_deck = 1 - np.int64(used[4 * rank + suit])
            other[rank] = left[rank] - in_deck
            gone |= (1 - in_deck) << rank
        for player in range(2):
            bits[player] = 0
            held[player] = 0
            for card in cards[2 * player : 2 * player + 2]:
                if card & 3 == suit:
                    bits[player] |= 1 << (card >> 2)
                    held[player] += 1
        more, less = move_flushes(values0, values1, bits, held, gone, other)
        won += more
        lost += less
    counts[0] = won
    counts[1] = total - won - lost
    counts[2] = lost


@kernel
def matchups(hands: Ints, dead: npt.NDArray[np.uint8], out: Ints) -> None:
    """Wins, ties and losses of each row of four cards, two a player, over all boards without the dead cards.

    Rows with the same ranks should follow one another: what depends on ranks alone is kept from row to row.
    """
    values0 = np.empty(len(BOARD_KEYS), np.int16)
    values1 = np.empty(len(BOARD_KEYS), np.int16)
    key0, key1 = np.uint64(0), np.uint64(0)
    for row in range(len(hands)):
        a, b, c, d = hands[row]
        new0 = _RANK_KEY[a >> 2] + _RANK_KEY[b >> 2]
        new1 = _RANK_KEY[c >> 2] + _RANK_KEY[d >> 2]
        if new0 != key0:
            key0 = new0
            board_values(key0, values0)
        if new1 != key1:
            key1 = new1
            board_values(key1, values1)
        used = dead.copy()
        for card in hands[row]:
            used[card] = 1
        matchup(hands[row], used, values0, values1, out[row])


@kernel
def canonical_codes(
    pairs: Ints,
    cards: npt.NDArray[np.uint8],
    relabellings: Ints,
    out: Ints,
) -> None:
    """For each pair of holdings the smallest number that a relabelling of the suits gives it; -1 if they share a card.

    Equal numbers mean equal chances. The number is the four cards in base 52.
    """
    moved = np.empty(4, np.int64)
    for row in range(len(pairs)):
        a, b = cards[pairs[row, 0], 0], cards[pairs[row, 0], 1]
        c, d = cards[pairs[row, 1], 0], cards[pairs[row, 1], 1]
        if a == c or a == d or b == c or b == d:
            out[row] = -1
            continue
        best = np.int64(52**4)
        for relabelling in relabellings:
            moved[0] = (np.int64(a) & ~3) | relabelling[a & 3]
            moved[1] = (np.int64(b) & ~3) | relabelling[b & 3]
            moved[2] = (np.int64(c) & ~3) | relabelling[c & 3]
            moved[3] = (np.int64(d) & ~3) | relabelling[d & 3]
            high = max(moved[0], moved[1]) * 52 + min(moved[0], moved[1])
            low = max(moved[2], moved[3]) * 52 + min(moved[2], moved[3])
            best = min(best, high * 2704 + low)
        out[row] = best
