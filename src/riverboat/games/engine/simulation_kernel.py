"""Random players at a ring, with no Python between: for benchmarks, and to shake the rules."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.random_kernel import below, next_word
from riverboat.games.engine.betting_kernel import apply_action, shuffle, start_hand
from riverboat.games.engine.layout_kernel import BET, DONE, FROM_DECK, RAISE, REVEAL, Int, Record
from riverboat.kernel import kernel

# The kinds behind every combination of legal bits, and how many they are.
CHOICES = np.zeros((1 << (REVEAL + 1), REVEAL), dtype=np.int64)
CHOICE_COUNT = np.zeros(1 << (REVEAL + 1), dtype=np.int64)
for _legal in range(len(CHOICES)):
    _kinds = [kind for kind in range(1, REVEAL + 1) if (_legal >> kind) & 1]
    CHOICES[_legal, : len(_kinds)] = _kinds
    CHOICE_COUNT[_legal] = len(_kinds)

_PRIME = np.uint64(0x100000001B3)
_U29 = np.uint64(29)


@kernel
def random_action(h: Record, words: npt.NDArray[np.uint64]) -> tuple[Int, Int]:
    """A legal kind, each as likely as any other, and for a bet an amount between the smallest and the largest."""
    legal = h.legal
    kind = np.int64(CHOICES[legal, below(words, CHOICE_COUNT[legal])])
    amount = np.int64(0)
    if kind == BET or kind == RAISE:
        amount = h.min_to
        if h.max_to > h.min_to:
            choices = (h.max_to - h.min_to) // h.step + 1
            amount += h.step * np.int64(next_word(words) % np.uint64(choices))
    elif kind == REVEAL:
        amount = random_reveal(h, words)
    return kind, amount


@kernel
def random_reveal(h: Record, words: npt.NDArray[np.uint64]) -> Int:
    """One of the actor's cards that lie face down."""
    while True:
        at = below(words, np.int64(h.n_cards[h.actor]))
        if not (h.up_bits[h.actor] >> at) & 1:
            return np.int64(h.cards[h.actor, at])


@kernel
def mix(digest: np.uint64, number: Int) -> np.uint64:
    """Stir a number into a running hash."""
    stirred = (digest ^ np.uint64(number)) * _PRIME
    return stirred ^ (stirred >> _U29)


@kernel
def random_ring(
    hands: Record,
    rules: Record,
    words: npt.NDArray[np.uint64],
    n_hands: Int,
    needed: Int,
    totals: npt.NDArray[np.int64],
) -> tuple[np.uint64, Int]:
    """Play hands between random players, the button moving on, every stack made whole before each hand.

    `needed` is how many cards a hand can use. `totals` takes each seat's winnings, in the rules' unit.
    Answers with a hash over every action, card and result, and the number of actions.
    """
    h, r = hands[0], rules[0]
    n = np.int64(r.seats)
    digest = np.uint64(0xCBF29CE484222325)
    actions = 0
    for at in range(r.deck_size):
        h.deck[at] = r.deck[at]
    h.source = FROM_DECK
    for number in range(n_hands):
        shuffle(h, r, words, needed)
        h.button = h.button + 1 if h.button + 1 < n else 0
        for seat in range(n):
            h.stack[seat] = r.stack[seat]
        start_hand(h, r)
        while h.actor >= 0:
            kind, amount = random_action(h, words)
            if apply_action(h, r, kind, amount) != DONE:
                return np.uint64(0), -1
            actions += 1
        digest = mix(digest, h.deck[number % 7])
        for at in range(h.n_history):
            digest = mix(digest, h.history[at])
        for seat in range(n):
            digest = mix(digest, h.won[seat])
            totals[seat] += h.won[seat] - (h.paid[seat] + h.dead[seat]) * r.unit
    return digest, actions
