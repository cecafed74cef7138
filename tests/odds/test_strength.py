from __future__ import annotations

import numpy as np
import pytest

from riverboat import equity, hand_odds, hand_potential, hand_strength
from riverboat.cards.cards import parse_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranges import parse_range
from riverboat.errors import CardError, OddsError
from riverboat.odds import exact
from riverboat.odds.question import ask
from riverboat.odds.strength import hand_potential_many, hand_strength_many, strength_against
from tests.odds.twin import transitions


def test_lokibot_worked_example_strength() -> None:
    # Billings et al. 1999, section 4.2: 628 ahead, 9 tied, 444 behind, HS 0.585, against five 0.069.
    found = hand_strength("AdQc", "3h4cJh")
    assert (found.ahead, found.tied, found.behind) == (628, 9, 444)
    assert round(found.value, 3) == 0.585
    assert round(found.against(5), 3) == 0.069


def test_lokibot_table_2_potential() -> None:
    found = hand_potential("AdQc", "3h4cJh", cards=2)
    assert found.table == ((449_005, 3_211, 169_504), (0, 8_370, 540), (91_981, 1_036, 346_543))
    assert (round(found.ppot, 3), round(found.npot, 3)) == (0.208, 0.274)


def test_lokibot_one_card_potential() -> None:
    found = hand_potential("AdQc", "3h4cJh", cards=1)
    assert (round(found.ppot, 3), round(found.npot, 3)) == (0.108, 0.145)


@pytest.mark.parametrize(("board", "come"), [("3h4cJh9s", 0), ("3h4cJh9s", 1), ("8s9sTs", 1), ("2c2d2hKsKd", 0)])
def test_transitions_equal_the_slow_twin_with_weights(board: str, come: int) -> None:
    rng = np.random.default_rng(4)
    weights = np.where(rng.random(HOLDINGS) < 0.03, rng.random(HOLDINGS), 0.0)
    by_cards = {(int(a), int(b)): float(w) for (a, b), w in zip(HOLDING_CARDS, weights, strict=True)}
    slow = transitions(parse_cards("AdQc"), parse_cards(board), come, by_cards)
    if come == 0:
        found = hand_strength("AdQc", board, weights=weights)
        assert [found.ahead, found.tied, found.behind] == pytest.approx([slow[k][k] for k in range(3)])
    else:
        found_table = hand_potential("AdQc", board, cards=come, weights=weights).table
        assert np.array(found_table) == pytest.approx(np.array(slow))


def test_strength_against_several_is_the_product_of_each() -> None:
    tight, loose = parse_range("QQ+"), parse_range("50%")
    each = [hand_strength("AdQc", "3h4cJh", weights=range_).value for range_ in (tight, loose, None)]
    assert strength_against("AdQc", "3h4cJh", opponents=[tight, loose, None]) == pytest.approx(np.prod(each))


def test_dead_cards_are_neither_held_nor_dealt() -> None:
    found = hand_potential("AdQc", "3h4cJh", cards=1, dead="AhAsAc")
    assert sum(sum(row) for row in found.table) == 44 * 43 / 2 * 42


def test_the_nuts_have_no_positive_potential_to_gain() -> None:
    found = hand_potential("AsKs", "QsJsTs", cards=2)
    assert found.ppot == 0
    assert found.npot == 0


def test_batch_forms_equal_single_ones() -> None:
    holes = np.array([parse_cards("AdQc"), parse_cards("7h7d")])
    boards = np.array([parse_cards("3h4cJh"), parse_cards("7s2c2d")])
    single = [hand_strength(hole, board).value for hole, board in zip(holes, boards, strict=True)]
    assert hand_strength_many(holes, boards).tolist() == single
    potential = [hand_potential(hole, board) for hole, board in zip(holes, boards, strict=True)]
    assert hand_potential_many(holes, boards).tolist() == [[each.ppot, each.npot] for each in potential]


def test_bad_questions_are_refused() -> None:
    with pytest.raises(CardError, match="needs a flop"):
        hand_strength("AdQc", "")
    with pytest.raises(CardError, match="hold two cards"):
        hand_strength("AdQcKc", "3h4cJh")
    with pytest.raises(CardError, match="Jh comes twice"):
        hand_strength("AdJh", "3h4cJh")
    with pytest.raises(OddsError, match="ends with five"):
        hand_potential("AdQc", "3h4cJh9s2d", cards=1)
    with pytest.raises(OddsError, match="no holding is left"):
        hand_strength("AdAc", "AhAs2c", weights=parse_range("AA"))
    with pytest.raises(OddsError, match="1326 numbers"):
        hand_strength("AdQc", "3h4cJh", weights=np.ones(10))
    with pytest.raises(CardError, match=r"\(n, 2\)"):
        hand_strength_many(np.zeros((2, 3), dtype=int), np.zeros((2, 3), dtype=int))


@pytest.mark.parametrize("board", ["3h4cJh", "3h4cJh9s", "3h4cJh9s2d"])
def test_all_odds_at_once_are_those_asked_for_one_by_one(board: str) -> None:
    weights = parse_range("40%")
    found = hand_odds("AdQc", board, weights=weights)
    assert found.strength == hand_strength("AdQc", board, weights=weights)
    assert set(found.potentials) == set(range(1, 6 - len(board) // 2))
    for cards, potential in found.potentials.items():
        assert potential == hand_potential("AdQc", board, cards=cards, weights=weights)
    assert found.equity == pytest.approx(equity(["AdQc", weights], board=board).players[0].equity.mean)
    # An independent way to the same number: the sweep over two ranges.
    swept = exact.TwoRanges(ask(["AdQc", weights], board=board)).run().players[0]
    assert found.equity == pytest.approx(swept.equity.mean)
