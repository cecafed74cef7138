"""Random players at a ring, with no Python between: for benchmarks, and to shake the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.random_kernel import below, next_word
from riverboat.games.betting_kernel import apply_action, shuffle, start_hand
from riverboat.games.layout_kernel import BET, BRING_IN, DONE, RAISE, REVEAL
from riverboat.kernel import kernel

_PRIME = np.uint64(0x100000001B3)
_U29 = np.uint64(29)
_U32 = np.uint64(32)


@kernel
def random_action(h: Any, words: npt.NDArray[np.uint64]) -> tuple[int, int]:
    """A legal kind, each as likely as any other, and for a bet an amount between the smallest and the largest."""
    legal = h.legal
    count = 0
    for kind in range(1, REVEAL + 1):
        count += (legal >> kind) & 1
    skip = np.int64(0) if count == 1 else below(words, count)
    kind = 1
    while True:
        if (legal >> kind) & 1:
            if skip == 0:
                break
            skip -= 1
        kind += 1
    amount = np.int64(0)
    if kind == BET or kind == RAISE:
        amount = h.min_to
        choices = (h.max_to - h.min_to) // h.step + 1
        if choices > 1:
            amount += h.step * np.int64(next_word(words) % np.uint64(choices))
    elif kind == REVEAL:
        amount = random_reveal(h, words)
    return kind, amount


@kernel
def random_reveal(h: Any, words: npt.NDArray[np.uint64]) -> int:
    """One of the actor's cards that lie face down."""
    while True:
        at = below(words, np.int64(h.n_cards[h.actor]))
        if not (h.up_bits[h.actor] >> at) & 1:
            return np.int64(h.cards[h.actor, at])


@kernel
def mix(digest: np.uint64, number: int) -> np.uint64:
    """Stir a number into a running hash."""
    stirred = (digest ^ np.uint64(number)) * _PRIME
    return stirred ^ (stirred >> _U29)


@kernel
def random_ring(
    hands: Any,
    rules: Any,
    words: npt.NDArray[np.uint64],
    n_hands: int,
    needed: int,
    totals: npt.NDArray[np.int64],
) -> tuple[np.uint64, int]:
    """Play hands between random players, the button moving on, every stack made whole before each hand.

    `needed` is how many cards a hand can use. `totals` takes each seat's winnings, in the rules' unit.
    Answers with a hash over every action, card and result, and the number of actions.
    """
    h, r = hands[0], rules[0]
    n = np.int64(r.seats)
    digest = np.uint64(0xCBF29CE484222325)
    actions = 0
    h.deck[:] = r.deck[:]
    h.source = 0
    for number in range(n_hands):
        shuffle(h, r, words, needed)
        h.button = number % n
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
