"""Swapping what a seat can't see leaves its view unchanged, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.cards.random_kernel import below
from riverboat.cards.randomness import seed_words
from riverboat.games import GAMES, CardGame, make_game
from riverboat.games.engine.betting_kernel import apply_action, shuffle, start_hand
from riverboat.games.engine.layout_kernel import HAND, UNBOUNDED, VIEW
from riverboat.games.engine.seeing_kernel import see, sees_card
from riverboat.games.engine.simulation_kernel import random_action
from riverboat.kernel import kernel

Record = Any
Words = npt.NDArray[np.int64]  # the bytes of a record, eight at a time
TABLES = [
    (name, seats)
    for name, entry in GAMES.items()
    for seats in entry.seats
    if isinstance(make_game(name, seats=seats), CardGame)
]


@kernel
def swap_hidden(h: Record, r: Record, seat: int, words: npt.NDArray[np.uint64]) -> int:
    """Deal all cards that a seat can't see anew among the places where they lie. How many they are."""
    cards = np.empty(80, dtype=np.uint8)
    for laying in range(2):
        count = 0
        for other in range(r.seats):
            for at in range(h.n_cards[other]):
                if not sees_card(h, r, seat, other, at):
                    if laying:
                        h.cards[other, at] = cards[count]
                    else:
                        cards[count] = h.cards[other, at]
                    count += 1
        for at in range(h.dealt, r.deck_size):
            if laying:
                h.deck[at] = cards[count]
            else:
                cards[count] = h.deck[at]
            count += 1
        if not laying:
            for at in range(count):
                other_place = at + below(words, count - at)
                cards[at], cards[other_place] = cards[other_place], cards[at]
    return count


@kernel
def same(one: Words, two: Words) -> bool:
    for at in range(len(one)):  # noqa: SIM110 - all() of a generator does not compile
        if one[at] != two[at]:
            return False
    return True


@kernel
def swaps_unseen(
    hands: Record,
    hand_words: Words,
    twins: Record,
    twin_words: Words,
    views: Record,
    view_words: Words,
    other_views: Record,
    other_words: Words,
    rules: Record,
    words: npt.NDArray[np.uint64],
    n_hands: int,
    deepest: int,
) -> tuple[int, int, int]:
    """Play random hands; at every decision, for every seat, swap and compare. Compared, differing, really swapped."""
    h, r, twin = hands[0], rules[0], twins[0]
    compared, differing, swapped = 0, 0, 0
    for at in range(r.deck_size):
        h.deck[at] = r.deck[at]
    for _ in range(n_hands):
        shuffle(h, r, words, r.deck_size)
        h.button = below(words, r.seats)
        for seat in range(r.seats):
            h.stack[seat] = r.stack[seat] if deepest == 0 else 1 + below(words, deepest)
        start_hand(h, r)
        while True:
            for seat in range(r.seats):
                for at in range(len(hand_words)):
                    twin_words[at] = hand_words[at]
                swap_hidden(twin, r, seat, words)
                see(h, r, seat, views[0])
                see(twin, r, seat, other_views[0])
                compared += 1
                differing += not same(view_words, other_words)
                swapped += not same(hand_words, twin_words)
            if h.actor < 0:
                break
            kind, amount = random_action(h, words)
            apply_action(h, r, kind, amount)
    return compared, differing, swapped


def swap_everywhere(name: str, seats: int, hands: int) -> None:
    game = make_game(name, seats=seats)
    assert isinstance(game, CardGame)
    hand, twin = np.zeros(1, dtype=HAND), np.zeros(1, dtype=HAND)
    view, other = np.zeros(1, dtype=VIEW), np.zeros(1, dtype=VIEW)
    raw = [array.view(np.int64) for array in (hand, twin, view, other)]
    depths = (0, 200) if game.rules.start_stack < UNBOUNDED else (0,)
    hands //= len(depths)
    for deepest in depths:
        compared, differing, swapped = swaps_unseen(
            hand, raw[0], twin, raw[1], view, raw[2], other, raw[3], game.record, seed_words(11), hands, deepest
        )
        assert compared >= hands * seats
        assert differing == 0
        assert swapped > compared // 4  # with three cards in the game a swap often changes nothing


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_a_seat_cannot_see_is_not_in_its_view_100_hands(name: str, seats: int) -> None:
    swap_everywhere(name, seats, 100)


@pytest.mark.prove
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_a_seat_cannot_see_is_not_in_its_view_10_000_hands(
    name: str, seats: int, note: Callable[[str, object], None]
) -> None:
    swap_everywhere(name, seats, 10_000)
    note("hands a table", 10_000)
    note("tables", len(TABLES))
    note("views that differ", 0)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_a_seat_can_see_does_change_its_view(name: str, seats: int) -> None:
    """The same comparison notices a card that is seen: it could fail."""
    game = make_game(name, seats=seats)
    assert isinstance(game, CardGame)
    state = game.start(seed=1)
    changed = state.copy()
    own = int(changed._hand["cards"][0, 0, 0])
    changed._hand["cards"][0, 0, 0] = next(card for card in game.deck if card != own)
    assert state.observation(0) != changed.observation(0)
    assert state.observation(1) == changed.observation(1)


def test_a_view_record_that_held_another_view_is_wholly_overwritten() -> None:
    used, fresh = np.zeros(1, dtype=VIEW), np.zeros(1, dtype=VIEW)
    for name, seats in TABLES:
        game = make_game(name, seats=seats)
        assert isinstance(game, CardGame)
        state = game.start(seed=3)
        while not state.is_over:
            state.apply(state.legal_actions()[-1 if len(state.history) < 9 else 0])
        for seat in range(seats):
            fresh[:] = np.zeros(1, dtype=VIEW)
            see(state._hand[0], game.record[0], seat, used[0])
            see(state._hand[0], game.record[0], seat, fresh[0])
            assert used.tobytes() == fresh.tobytes()


def test_hands_at_the_showdown_are_seen_and_folded_ones_are_not() -> None:
    game = make_game("holdem-limit", seats=3)
    state = game.start(cards=["AsAd", "KsKd", "QsQd"], board="2c3c4d8h9h")
    for kind in ("fold", "call", "check", "check", "check", "check", "check", "check", "check"):
        state.apply(next(action for action in state.legal_actions() if action.kind == kind))
    assert state.is_showdown
    seen = state.observation(0)
    assert seen.cards == (state.cards(0), state.cards(1), (255, 255))
    assert state.observation(2).cards[0] == state.cards(0)
