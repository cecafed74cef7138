"""The lean strength kernel against the full enumeration."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards.cards import parse_cards
from riverboat.odds.strength import hand_strength
from riverboat.odds.strength_now_kernel import strength_now


def _lean(hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    return float(strength_now(hole[0], hole[1], np.array(board, dtype=np.uint8), len(board)))


def test_the_papers_hand() -> None:
    """Billings et al. 1999: A♦Q♣ on 3♥4♣J♥ has a hand strength of 0.585."""
    assert _lean(parse_cards("AdQc"), parse_cards("3h4cJh")) == (628 + 4.5) / 1081


@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_equals_the_full_enumeration(n_board: int) -> None:
    rng = np.random.default_rng(n_board)
    suited = 0
    for _ in range(150):
        cards = tuple(int(card) for card in rng.permutation(52)[: 2 + n_board])
        suits = [card & 3 for card in cards[2:]]
        suited += max(suits.count(suit) for suit in range(4)) >= 3
        assert _lean(cards[:2], cards[2:]) == hand_strength(cards[:2], cards[2:]).value
    assert 0 < suited < 150  # both ways of counting were taken


@pytest.mark.parametrize("board", ["2h5h9h", "2h5h9hKh", "2h5h9hKhAh", "2s5h9hKd", "AsKsQsJsTs"])
def test_boards_of_one_suit(board: str) -> None:
    shown = parse_cards(board)
    for hole in ("3h4h", "3h4d", "3d4c", "AcAd"):
        held = parse_cards(hole)
        if not set(held) & set(shown):
            assert _lean(held, shown) == hand_strength(held, shown).value
