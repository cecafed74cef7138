"""Many hands in one compiled call: equal to slow twins, to hands asked one by one, and to what is known."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest

from riverboat import equity, equity_many, hand_potential, hand_potential_many, hand_strength, hand_strength_many
from riverboat.cards.cards import parse_cards
from riverboat.cards.ranges import parse_range
from riverboat.errors import CardError, OddsError
from tests.odds import twin

Rows = npt.NDArray[np.uint8]


def drawn(cards: int, hands: int, seed: int) -> tuple[Rows, Rows]:
    """Random hands on random boards of a given number of cards."""
    rng = np.random.default_rng(seed)
    rows = np.array([rng.choice(52, 2 + cards, replace=False) for _ in range(hands)], dtype=np.uint8)
    return rows[:, :2].copy(), rows[:, 2:].copy()


def of_one_suit(board: str) -> tuple[Rows, Rows]:
    """A hand with and one without the suit of a board."""
    holes = np.array([parse_cards("AhKd"), parse_cards("7s6s")], dtype=np.uint8)
    return holes, np.array([parse_cards(board)] * 2, dtype=np.uint8)


def everyone(hole: Rows, board: Rows) -> dict[tuple[int, int], float]:
    left = [card for card in range(52) if card not in {*hole.tolist(), *board.tolist()}]
    return dict.fromkeys(itertools.combinations(left, 2), 1.0)


@pytest.mark.parametrize(
    "hands", [drawn(5, 6, 1), drawn(4, 4, 2), drawn(3, 4, 3), of_one_suit("2h5h9h"), of_one_suit("2h5h9hJh3c")]
)
def test_strengths_are_those_of_the_slow_twin(hands: tuple[Rows, Rows]) -> None:
    for hole, board, found in zip(*hands, hand_strength_many(*hands), strict=True):
        table = twin.transitions(hole.tolist(), board.tolist(), 0, everyone(hole, board))
        ahead, tied, behind = (table[k][k] for k in range(3))
        assert found == (ahead + tied / 2) / (ahead + tied + behind)


@pytest.mark.parametrize(
    "hands", [drawn(5, 4, 4), drawn(4, 1, 5), of_one_suit("2h5h9hJh3c"), of_one_suit("2h5h9hJh3h")]
)
def test_equities_are_those_of_the_slow_twin(hands: tuple[Rows, Rows]) -> None:
    for hole, board, found in zip(*hands, equity_many(*hands), strict=True):
        table = twin.transitions(hole.tolist(), board.tolist(), 5 - len(board), everyone(hole, board))
        won, tied, lost = (sum(column) for column in zip(*table, strict=True))
        total = won + tied + lost
        assert found.tolist() == [won / total, tied / total, lost / total, (won + tied / 2) / total]


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_equities_are_those_of_single_questions(cards: int) -> None:
    """On the flop every one of 1,070,190 showdowns is counted another way there."""
    holes, boards = drawn(cards, 12, 10 + cards)
    for hole, board, found in zip(holes.tolist(), boards.tolist(), equity_many(holes, boards), strict=True):
        single = equity([tuple(hole)], board=board, opponents=1).players[0]
        assert found.tolist() == [each.mean for each in (single.win, single.tie, single.lose, single.equity)]


def test_before_the_flop_the_shipped_figures_are_looked_up() -> None:
    holes = np.array([parse_cards(hand) for hand in ("AsAh", "2c7d", "7d2c", "KhQh")])
    for hole, found in zip(holes.tolist(), equity_many(holes), strict=True):
        single = equity([tuple(hole)]).players[0]
        assert found.tolist() == [each.mean for each in (single.win, single.tie, single.lose, single.equity)]


def test_simulated_equities_repeat_by_seed_and_agree_with_single_ones() -> None:
    holes, boards = drawn(3, 3, 20)
    found = equity_many(holes, boards, opponents=3, simulations=2000, seed=7)
    assert np.array_equal(found, equity_many(holes, boards, opponents=3, simulations=2000, seed=7))
    assert not np.array_equal(found, equity_many(holes, boards, opponents=3, simulations=2000, seed=8))
    assert np.allclose(found[:, :3].sum(axis=1), 1)
    rng = np.random.default_rng(7)
    for hole, board, row in zip(holes.tolist(), boards.tolist(), found, strict=True):
        single = equity([tuple(hole)], board=board, opponents=3, simulations=2000, seed=rng).players[0]
        assert row.tolist() == pytest.approx([single.win.mean, single.tie.mean, single.lose.mean, single.equity.mean])


@pytest.mark.parametrize(("board", "cards"), [(3, 1), (3, 2), (4, 1)])
def test_weighted_strengths_and_potentials_are_those_of_single_questions(board: int, cards: int) -> None:
    holes, boards = drawn(board, 3, 30 + board)
    weights = parse_range("30%, 72o:0.5")
    strengths = hand_strength_many(holes, boards, weights=weights)
    potentials = hand_potential_many(holes, boards, cards=cards, weights=weights)
    for at, (hole, shown) in enumerate(zip(holes, boards, strict=True)):
        assert strengths[at] == pytest.approx(hand_strength(hole, shown, weights=weights).value, abs=1e-15)
        single = hand_potential(hole, shown, cards=cards, weights=weights)
        assert potentials[at].tolist() == pytest.approx([single.ppot, single.npot], abs=1e-15)


@pytest.mark.parametrize("board", ["2h5h9h", "2h5h9c", "2h5d9c", "9h9d2h", "9h9d9c", "AhKhQh"])
def test_two_cards_to_come_are_counted_as_card_by_card(board: str) -> None:
    """Flops of one to three suits, pairs and trips: `hand_potential` values every holding with every two cards."""
    flop = parse_cards(board)
    left = [card for card in range(52) if card not in flop]
    rng = np.random.default_rng(50)
    holes = np.array([rng.choice(left, 2, replace=False) for _ in range(6)])
    boards = np.array([flop] * len(holes))
    weights = rng.random(1326)
    found = hand_potential_many(holes, boards, cards=2)
    weighted = hand_potential_many(holes, boards, cards=2, weights=weights)
    for hole, plain, by_weight in zip(holes.tolist(), found, weighted, strict=True):
        single = hand_potential(hole, flop, cards=2)
        assert plain.tolist() == [single.ppot, single.npot]
        single = hand_potential(hole, flop, cards=2, weights=weights)
        assert by_weight.tolist() == pytest.approx([single.ppot, single.npot], abs=1e-15)


def test_the_nuts_have_no_potential_to_gain() -> None:
    holes, boards = np.array([parse_cards("AsKs")]), np.array([parse_cards("QsJsTs")])
    assert hand_potential_many(holes, boards, cards=2).tolist() == [[0, 0]]
    assert hand_strength_many(holes, boards).tolist() == [1]


def test_no_hands_have_no_answers() -> None:
    none, boards = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 3), dtype=np.int64)
    assert equity_many(none, boards).shape == (0, 4)
    assert hand_strength_many(none, boards).shape == (0,)
    assert hand_potential_many(none, boards).shape == (0, 2)


def test_bad_rows_are_told_with_their_number() -> None:
    holes, boards = drawn(3, 3, 40)
    with pytest.raises(CardError, match="3 hands and 2 boards do not match"):
        equity_many(holes, boards[:2])
    boards[1, 0] = holes[1, 1]
    with pytest.raises(CardError, match=r"row 1: .. comes twice in .*: a deck holds each card once"):
        hand_strength_many(holes, boards)
    with pytest.raises(CardError, match="0 to 51"):
        equity_many(np.array([[0, 52]]))
    with pytest.raises(CardError, match="whole numbers"):
        equity_many(np.array([[0.0, 1.0]]))
    with pytest.raises(CardError, match=r"\(n, 0\) or \(n, 3\)"):
        equity_many(holes, holes)
    with pytest.raises(OddsError, match="1 to 9"):
        equity_many(holes, opponents=0)
    with pytest.raises(OddsError, match="tell nothing"):
        equity_many(holes, opponents=2, simulations=0)
    with pytest.raises(OddsError, match="ends with five"):
        hand_potential_many(*drawn(4, 1, 41), cards=2)
    with pytest.raises(OddsError, match="no holding is left"):
        hand_strength_many(*of_one_suit("AsAcAd"), weights=parse_range("AA"))
