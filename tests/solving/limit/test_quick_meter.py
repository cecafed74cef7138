"""The quick meter: it knows what is known, tells better from worse, and with all cards is the exact response."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.agents.asked import RandomStrategy, SameStrategy
from riverboat.cards.cards import parse_cards
from riverboat.solving.limit.preflop import first_reach
from riverboat.solving.limit.quick_meter import QuickMeter
from riverboat.solving.limit.response import FlopResponse
from riverboat.solving.limit.tree import CALL, FOLD

SMALL = QuickMeter(flops=2, turns=2, rivers=3, seed=1)
FLOP = tuple(sorted(parse_cards("AsKsQs")))


def test_always_fold_is_750_on_any_boards() -> None:
    assert SMALL.mbb(SameStrategy(FOLD)) == pytest.approx(750, abs=0.01)


def test_it_is_always_the_same_and_tells_who_is_worse() -> None:
    calls, anything = SameStrategy(CALL), RandomStrategy()
    assert SMALL.mbb(calls) == SMALL.mbb(calls)
    assert SMALL.mbb(anything) > SMALL.mbb(calls) > 0
    assert SMALL.boards == 12


def test_all_turns_are_worth_what_the_exact_response_says() -> None:
    """In the game that ends on the turn; cards that are alike count once there, and each by itself here."""
    strategy = SameStrategy(CALL)
    reach = first_reach(strategy).by_holding
    exact = FlopResponse(strategy, streets=3).values(FLOP, reach)
    every = FlopResponse(strategy, streets=3, runouts=QuickMeter(turns=49, rivers=48)).values(FLOP, reach)
    np.testing.assert_allclose(every, exact, rtol=1e-4, atol=1e-3)


def test_drawn_cards_stand_for_all() -> None:
    """The chance of each, times how many can come for two holdings, is 1 in the mean over draws."""
    board = FLOP
    meter = QuickMeter(turns=7, rivers=5)
    cards = meter.after(board, (0,))
    assert len(cards) == len({card.board for card in cards}) == 7
    assert all(card.board[:3] == board and card.board[3] not in board for card in cards)
    assert meter.share(0) * 7 * 45 / 49 == pytest.approx(1)
    assert meter.share(1) * 5 * 44 / 48 == pytest.approx(1)
