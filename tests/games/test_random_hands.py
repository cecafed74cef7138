"""Random hands of every game at every table, with every rule of bookkeeping checked at every step, compiled.

The pots are paid once more by `pay_chip_by_chip`, which knows nothing of levels: it looks at every single chip.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.cards.random_kernel import below
from riverboat.cards.randomness import seed_words
from riverboat.games import GAMES, CardGame, make_game
from riverboat.games.engine.betting_kernel import apply_action, shuffle, start_hand
from riverboat.games.engine.layout_kernel import (
    BY_FOLD,
    FOLDED,
    HAND,
    RANK_AND_PAIR,
    TWO_OF_HAND,
    UNBOUNDED,
    UNKNOWN,
    Int,
    Record,
)
from riverboat.games.engine.simulation_kernel import random_action
from riverboat.kernel import kernel

FAILURES = (
    "",
    "no legal action",
    "chips not conserved",
    "a negative stack",
    "the pot is not what was paid",
    "bet limits that cannot be",
    "a legal action was refused",
    "a card twice",
    "winnings are not the pot",
    "the pots are not paid as chip by chip",
    "a bet above the stack",
    "too many actions",
)


@kernel
def pay_chip_by_chip(
    paid: npt.NDArray[np.int64],
    dead: npt.NDArray[np.int64],
    folded: npt.NDArray[np.int64],
    values: npt.NDArray[np.int64],
    button: int,
    unit: int,
) -> npt.NDArray[np.int64]:
    """The slow twin: the n-th chips of all seats go to whoever is in and paid an n-th chip; equal sets make one pot."""
    n = len(paid)
    won = np.zeros(n, dtype=np.int64)
    pot, pot_members = np.int64(dead.sum()), np.int64(0)
    most = paid.max()
    for chip in range(1, most + 2):
        members = np.int64(0)
        for seat in range(n):
            if not folded[seat] and paid[seat] >= chip:
                members |= 1 << seat
        if pot_members == 0:
            pot_members = members
        closing = chip == most + 1
        if (members != pot_members and members != 0) or closing:
            best = np.int64(-1)
            for seat in range(n):
                if (pot_members >> seat) & 1:
                    best = max(best, values[seat])
            count = 0
            for seat in range(n):
                if (pot_members >> seat) & 1 and values[seat] == best:
                    count += 1
            odd: Int = pot * unit - (pot * unit // count) * count
            for turn in range(1, n + 1):
                seat = (button + turn) % n
                if (pot_members >> seat) & 1 and values[seat] == best:
                    won[seat] += pot * unit // count + odd
                    odd = 0
            pot, pot_members = np.int64(0), members
        for seat in range(n):
            if paid[seat] >= chip:
                pot += 1
    return won


@kernel
def five_cards(h: Record, seat: Int, own: Int, shared: Int) -> Int:
    """The value of the cards of a seat and of the board whose bits are set."""
    key, bits = EMPTY_KEY, EMPTY_BITS
    for at in range(5):
        if (own >> at) & 1:
            key += CARD_KEY[h.cards[seat, at]]
            bits |= CARD_BITS[h.cards[seat, at]]
        if (shared >> at) & 1:
            key += CARD_KEY[h.shared[at]]
            bits |= CARD_BITS[h.shared[at]]
    return value(key, bits)


@kernel
def ones(bits: Int) -> Int:
    return (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + ((bits >> 3) & 1) + ((bits >> 4) & 1)


@kernel
def two_and_three(h: Record, seat: Int) -> Int:
    """Omaha's slow twin: every choice of two cards of four and three of five."""
    best = np.int64(0)
    for own in range(16):
        for shared in range(32):
            if ones(own) == 2 and ones(shared) == 3:
                best = max(best, np.int64(five_cards(h, seat, own, shared)))
    return best


@kernel
def twin_value(h: Record, seat: Int, compare: Int) -> Int:
    if compare == TWO_OF_HAND:
        return two_and_three(h, seat)
    if compare == RANK_AND_PAIR:
        own = np.int64(h.cards[seat, 0]) // 4
        return own + 50 if h.n_shared > 0 and np.int64(h.shared[0]) // 4 == own else own
    key, bits = EMPTY_KEY, EMPTY_BITS
    for at in range(h.n_cards[seat]):
        key += CARD_KEY[h.cards[seat, at]]
        bits |= CARD_BITS[h.cards[seat, at]]
    for at in range(h.n_shared):
        key += CARD_KEY[h.shared[at]]
        bits |= CARD_BITS[h.shared[at]]
    return value(key, bits)


@kernel
def check_step(h: Record, r: Record, chips: Int) -> Int:
    total, paid = np.int64(0), np.int64(0)
    for seat in range(r.seats):
        total += h.stack[seat]
        paid += h.paid[seat] + h.dead[seat]
        if h.stack[seat] < 0:
            return 3
    if total + h.pot != chips:
        return 2
    if paid != h.pot:
        return 4
    if h.actor >= 0:
        if h.legal == 0:
            return 1
        if h.max_to > 0:
            if h.min_to > h.max_to or h.min_to <= h.bet[h.actor] or h.step < 1:
                return 5
            if h.max_to > h.bet[h.actor] + h.stack[h.actor]:
                return 10
    return 0


@kernel
def check_cards(h: Record, r: Record) -> int:
    seen = np.zeros(52, dtype=np.uint8)
    for seat in range(r.seats):
        for at in range(h.n_cards[seat]):
            if h.cards[seat, at] > 51 or seen[h.cards[seat, at]]:
                return 7
            seen[h.cards[seat, at]] = 1
    for at in range(h.n_shared):
        if h.shared[at] > 51 or seen[h.shared[at]]:
            return 7
        seen[h.shared[at]] = 1
    return 0


@kernel
def check_end(h: Record, r: Record) -> int:
    n = np.int64(r.seats)
    won = np.int64(0)
    for seat in range(n):
        won += h.won[seat]
    if won != h.pot * r.unit:
        return 8
    if h.ended == BY_FOLD:
        for seat in range(n):
            if h.status[seat] != FOLDED and h.won[seat] != h.pot * r.unit:
                return 9
        return check_cards(h, r)
    paid, dead = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    folded, values = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for seat in range(n):
        paid[seat], dead[seat] = h.paid[seat], h.dead[seat]
        folded[seat] = h.status[seat] == FOLDED
        values[seat] = -1 if folded[seat] else twin_value(h, seat, r.compare)
    if paid.max() < 20_000:  # the twin looks at every chip
        expected = pay_chip_by_chip(paid, dead, folded, values, h.button, r.unit)
        for seat in range(n):
            if expected[seat] != h.won[seat]:
                return 9
    return check_cards(h, r)


@kernel
def play_checked(hands: Record, rules: Record, words: npt.NDArray[np.uint64], n_hands: int, deepest: int) -> Int:
    """Play and check; 0, or the number of the failure. Stacks are random up to `deepest`, or the rules' own for 0."""
    h, r = hands[0], rules[0]
    for at in range(r.deck_size):
        h.deck[at] = r.deck[at]
    for _ in range(n_hands):
        shuffle(h, r, words, r.deck_size)
        h.button = below(words, r.seats)
        chips = np.int64(0)
        for seat in range(r.seats):
            h.stack[seat] = r.stack[seat] if deepest == 0 else 1 + below(words, deepest)
            chips += h.stack[seat]
        start_hand(h, r)
        failure = check_step(h, r, chips)
        while h.actor >= 0 and failure == 0:
            kind, amount = random_action(h, words)
            if apply_action(h, r, kind, amount) != 0:
                return 6
            failure = check_step(h, r, chips)
            if h.n_history > 310:
                failure = 11
        if failure == 0:
            failure = check_end(h, r)
        if failure:
            return failure
    return 0


CARD_GAMES = [name for name in GAMES if isinstance(make_game(name), CardGame)]
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {"seats": seats}) for name in CARD_GAMES for seats in GAMES[name].seats),
    ("holdem-limit", {"seats": 5, "antes": 2, "short_all_in": "full", "odd_chips": "split"}),
    ("holdem-limit", {"seats": 3, "uncapped_heads_up": True, "free_fold": True, "raises_per_round": (1, 2, 3, None)}),
    ("holdem-limit", {"seats": 2, "heads_up": "irc", "raises_per_round": None}),
    ("holdem-limit", {"seats": 6, "lone_blind": 10, "bets": (10, 20, 30, 40)}),
    ("holdem-nolimit", {"seats": 6, "antes": (0, 10, 0, 0, 0, 0), "odd_chips": "split"}),
    ("holdem-nolimit", {"seats": 9, "antes": 3, "blinds": (1, 2, 4, 8), "min_bet": 2}),
    ("holdem-nolimit", {"seats": 4, "blinds": (), "antes": 1, "free_fold": True}),
    ("holdem-nolimit", {"seats": 12, "blinds": (1, 2), "stack": 100_000}),
    ("omaha-limit", {"seats": 5, "antes": 2, "short_all_in": "full", "odd_chips": "split"}),
    ("omaha-potlimit", {"seats": 6, "blinds": (1, 2), "antes": (0, 2, 0, 0, 0, 0), "stack": 100_000}),
    ("stud-limit", {"seats": 8, "open_pair": True, "odd_chips": "split", "short_all_in": "full"}),
    ("stud-limit", {"seats": 4, "open_pair": True, "raises_per_round": None, "ante": 0, "bring_in": 7}),
    ("leduc", {"raises_per_round": 3}),
)


def play_variant(name: str, options: dict[str, Any], hands: int, seed: int) -> None:
    game = make_game(name, **options)
    assert isinstance(game, CardGame)
    hand, words = np.zeros(1, dtype=HAND), seed_words(seed)
    bounded = game.rules.start_stack < UNBOUNDED
    for deepest, share in ((0, 2), (400, 4), (60, 4)) if bounded else ((0, 10),):
        failure = play_checked(hand, game.record, words, hands * share // 10, deepest)
        cards = hand["cards"][0].tolist()
        assert failure == 0, f"{name} {options}: {FAILURES[failure]}\n{cards}\n{hand}"


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=[f"{n}-{i}" for i, (n, _) in enumerate(VARIANTS)])
def test_100_000_random_hands_keep_every_rule(name: str, options: dict[str, Any]) -> None:
    play_variant(name, options, 100_000 // len(VARIANTS) + 1, seed=1)


@pytest.mark.prove
@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=[f"{n}-{i}" for i, (n, _) in enumerate(VARIANTS)])
def test_10_million_random_hands_keep_every_rule(
    name: str, options: dict[str, Any], note: Callable[[str, object], None]
) -> None:
    hands = 10_000_000 // len(VARIANTS) + 1
    play_variant(name, options, hands, seed=2)
    note("hands", hands * len(VARIANTS))
    note("tables", len(VARIANTS))
    note("failures", 0)


def readable_returns(
    paid: list[int], folded: list[bool], values: list[int], button: int, *, exact: bool
) -> list[int | Fraction]:
    """The pots in plain Python, the way a dealer builds them: all-in by all-in, from the smallest."""
    n = len(paid)
    won: list[int | Fraction] = [0] * n
    left = list(paid)
    while any(left[s] and not folded[s] for s in range(n)):
        smallest = min(left[s] for s in range(n) if left[s] and not folded[s])
        contenders = [s for s in range(n) if left[s] and not folded[s]]
        pot = sum(min(smallest, left[s]) for s in range(n))
        left = [max(0, chips - smallest) for chips in left]
        if not any(left[s] and not folded[s] for s in range(n)):
            pot += sum(left)
        best = max(values[s] for s in contenders)
        winners = sorted((s for s in contenders if values[s] == best), key=lambda s: (s - button - 1) % n)
        for place, seat in enumerate(winners):
            share = Fraction(pot, len(winners))
            won[seat] += share if exact else pot // len(winners) + (pot % len(winners) if place == 0 else 0)
    return [w - p for w, p in zip(won, paid, strict=True)]


@pytest.mark.parametrize("exact", [False, True])
def test_side_pots_equal_a_readable_twin(exact: bool) -> None:
    rng = np.random.default_rng(7)
    game = make_game("holdem-nolimit", seats=6, blinds=(1, 2), odd_chips="split" if exact else "first")
    several, split = 0, 0
    for _ in range(1500):
        # Few ranks on the board and among the hands, so that ties are common.
        state = game.start(stacks=[int(s) for s in rng.integers(1, 40, 6)], button=int(rng.integers(6)), seed=rng)
        while not state.is_over:
            legal = state.legal_actions()
            state.apply(legal[int(rng.integers(len(legal)))])
        if not state.is_showdown:
            continue
        values = [_value(state.cards(s) + state.board) if state.is_in[s] else -1 for s in range(6)]
        folded = [not there for there in state.is_in]
        expected = readable_returns(list(state.paid), folded, values, state.button, exact=exact)
        assert list(state.returns()) == expected
        assert sum(state.returns()) == 0
        several += len(state.pots) > 2
        split += any(isinstance(r, Fraction) for r in state.returns())
    assert several > 200
    assert (split > 0) == exact


def _value(cards: tuple[int, ...]) -> int:
    key = EMPTY_KEY + sum((CARD_KEY[card] for card in cards), np.uint64(0))
    bits = EMPTY_BITS
    for card in cards:
        bits |= CARD_BITS[card]
    return int(value(key, bits))


def test_the_checks_notice_a_hand_gone_wrong() -> None:
    game = make_game("holdem-limit", seats=3)
    state = game.start(seed=3)
    hand = state._hand
    chips = 3 * game.rules.start_stack
    assert check_step(hand[0], game.record[0], chips) == 0
    hand["stack"][0, 0] += 1
    assert FAILURES[check_step(hand[0], game.record[0], chips)] == "chips not conserved"
    hand["stack"][0, 0] -= 1
    hand["cards"][0, 0, 0] = hand["cards"][0, 1, 0]
    assert FAILURES[check_cards(hand[0], game.record[0])] == "a card twice"
    hand["cards"][0, 0, 0] = UNKNOWN
    assert FAILURES[check_cards(hand[0], game.record[0])] == "a card twice"
    while not state.is_over:
        state.apply(state.legal_actions()[-1])
    hand["won"][0] = 0
    assert FAILURES[check_end(hand[0], game.record[0])] == "winnings are not the pot"
