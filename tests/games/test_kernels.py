"""Kernels beside readable twins, and the compiled ring beside hands stepped from Python."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from riverboat.cards.randomness import seed_words
from riverboat.games import Action, CardGame, make_game
from riverboat.games.actions import KIND_NAMES
from riverboat.games.engine.dealing_kernel import high_seat, low_seat, open_score
from riverboat.games.engine.layout_kernel import HAND, MAX_SEATS, VIEW
from riverboat.games.engine.simulation_kernel import random_action, random_ring


def readable_open_hand(cards: list[int]) -> tuple[list[int], list[int]]:
    """Counts first (3 1 beats 2 2 beats 2 1 1 beats 1 1 1 1), then the ranks in that order."""
    groups = sorted(((n, rank) for rank, n in Counter(card // 4 for card in cards).items()), reverse=True)
    return [n for n, _ in groups], [rank for _, rank in groups]


def test_open_cards_rank_as_in_a_readable_twin() -> None:
    rng = np.random.default_rng(1)
    hand = np.zeros(1, dtype=HAND)
    pairs = 0
    for _ in range(4000):
        up = int(rng.integers(1, 5))
        # Three ranks alone, so that all kinds of hands come up.
        deck = rng.permutation(np.concatenate([np.arange(4) + 4 * rank for rank in rng.permutation(13)[:3]]))
        hands = [deck[:up].tolist(), deck[up : 2 * up].tolist()]
        for seat, cards in enumerate(hands):
            hand["cards"][0, seat, : up + 2] = [50, 51, *cards]
            hand["n_cards"][0, seat] = up + 2
            hand["up_bits"][0, seat] = ((1 << up) - 1) << 2
        scores = [open_score(hand[0], seat) for seat in (0, 1)]
        twins = [readable_open_hand(cards) for cards in hands]
        assert (scores[0] > scores[1]) == (twins[0] > twins[1])
        assert (scores[0] == scores[1]) == (twins[0] == twins[1])
        pairs += max(twins[0][0]) > 1
    assert pairs > 500


@pytest.mark.parametrize("seats", range(2, 9))
def test_first_speakers_of_stud_as_in_a_readable_twin(seats: int) -> None:
    game = make_game("stud-limit", seats=seats)
    for seed in range(60):
        state = game.start(seed=seed, button=seed % seats)
        left_of_button = [(state.button + 1 + at) % seats for at in range(seats)]
        lowest = min(left_of_button, key=lambda seat: state.up_cards(seat)[0])
        assert low_seat(state._hand[0], game.record[0]) == lowest == state.actor
        while state.street == 0:
            kinds = state.legal_actions().kinds
            state.apply(state.legal_actions()[kinds.index("bring-in" if "bring-in" in kinds else "call")])
        twins = {seat: readable_open_hand(list(state.up_cards(seat))) for seat in left_of_button}
        assert high_seat(state._hand[0], game.record[0]) == max(left_of_button, key=lambda s: twins[s]) == state.actor


def ring(game: CardGame, hands: int, seed: int, needed: int) -> tuple[int, int, list[int]]:
    totals = np.zeros(MAX_SEATS, dtype=np.int64)
    digest, actions = random_ring(np.zeros(1, dtype=HAND), game.record, seed_words(seed), hands, needed, totals)
    return int(digest), int(actions), totals.tolist()


def test_the_ring_repeats_from_its_seed_and_only_from_it() -> None:
    game = make_game("holdem-limit", seats=10)
    first = ring(game, 500, 1, 25)
    assert ring(game, 500, 1, 25) == first
    assert ring(game, 500, 2, 25)[0] != first[0]
    assert ring(make_game("holdem-limit", seats=10, odd_chips="split"), 500, 1, 25)[0] != first[0]
    assert sum(first[2]) == 0
    assert any(first[2])


def test_the_ring_plays_the_hands_that_python_steps_through() -> None:
    """One hand of the ring, its choices repeated on a state that was dealt the same deck."""
    game = make_game("holdem-nolimit", seats=6)
    for seed in range(40):
        hand, totals, words = np.zeros(1, dtype=HAND), np.zeros(MAX_SEATS, dtype=np.int64), seed_words(seed)
        random_ring(hand, game.record, words, 1, 17, totals)
        state = game.start(deck=hand["deck"][0, :17].tolist(), button=1)
        for packed in hand["history"][0, : hand["n_history"][0]].tolist():
            kind = KIND_NAMES[packed & 15]
            state.apply(Action(kind, packed >> 16 if kind in ("bet", "raise") else 0))
        assert state.is_over
        assert list(state.returns()) == totals[:6].tolist()


def test_random_players_choose_kinds_evenly() -> None:
    state = make_game("holdem-nolimit").start(seed=1)
    words = seed_words(5)
    kinds: Counter[int] = Counter()
    amounts = []
    for _ in range(9000):
        kind, amount = random_action(state._hand[0], words)
        kinds[kind] += 1
        if kind == 5:
            amounts.append(amount)
    assert set(kinds) == {1, 3, 5}
    assert all(abs(n - 3000) < 6 * (9000 * 2 / 9) ** 0.5 for n in kinds.values())
    legal = state.legal_actions()
    assert min(amounts) >= legal.min_to
    assert max(amounts) <= legal.max_to
    assert abs(np.mean(amounts) - (legal.min_to + legal.max_to) / 2) < 30


def test_the_view_record_says_what_the_observation_says() -> None:
    state = make_game("stud-limit", seats=5).start(seed=2)
    seen = state.observation(3)
    assert seen.record.dtype == VIEW
    record = seen.record[0]
    assert record["seat"] == seen.seat == 3
    assert record["position"] == seen.position == (3 - state.button - 1) % 5
    assert tuple(record["stack"][:5].tolist()) == seen.stacks == state.stacks
    assert record["pot"] == seen.pot == state.pot
    assert tuple(record["cards"][3, :3].tolist()) == seen.own_cards == state.cards(3)
