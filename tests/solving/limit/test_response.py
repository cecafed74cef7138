"""The best response of heads-up limit: against a readable twin, the engine's rules, and figures known otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.agents.asked import SameStrategy, strengths_on
from riverboat.arrays import Floats
from riverboat.cards.cards import parse_cards
from riverboat.cards.holdings import HOLDINGS
from riverboat.games import CardGame, make_game
from riverboat.solving.limit import response
from riverboat.solving.limit.cards import NextCard, canonical, flop_classes, open_holdings
from riverboat.solving.limit.preflop import FirstStreet, first_reach, flop_share
from riverboat.solving.limit.response import FlopResponse
from riverboat.solving.limit.tree import (
    CALL,
    FIRST,
    FOLD,
    IP,
    LATER,
    NONE,
    OOP,
    RAISE,
    ROOT,
    LimitPlace,
    after,
    decisions_of,
    later_streets,
)
from tests.solving.limit.twin import RandomBuckets, Twin

KINDS = {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}


def test_the_tree_has_as_many_decisions_as_the_game() -> None:
    assert [decisions_of(street) for street in range(4)] == [8, 70, 630, 5670]
    assert [street.lines for street in later_streets()] == [7, 63, 567]


def test_random_hands_of_the_engine_walk_through_the_tree() -> None:
    game = make_game("holdem-limit", seats=2)
    assert isinstance(game, CardGame)
    rng = np.random.default_rng(1)
    shown = 0
    for hand in range(300):
        state = game.start(seed=hand)
        place: LimitPlace | None = ROOT
        side_of = {state.actor: IP}
        while not state.is_over:
            assert place is not None
            assert state.actor is not None
            side_of.setdefault(state.actor, OOP)
            assert side_of[state.actor] == place.actor
            legal = {KINDS[action.kind]: action for action in state.legal_actions()}
            follows = place.small.follows[place.decision]
            assert sorted(legal) == [action for action in range(3) if follows[action] != NONE]
            chosen = int(rng.choice(list(legal), p=_often(list(legal))))
            last, place = place, after(place, chosen)
            state.apply(legal[chosen])
        assert place is None
        paid = _paid(last, chosen)
        won = max(state.returns())
        assert won == 10 * paid or (won == 0 and chosen != FOLD)
        shown += chosen != FOLD
    assert shown > 30


def _often(legal: list[int]) -> Floats:
    weights = np.array([0.08 if action == FOLD else 1.0 for action in legal])
    return np.asarray(weights / weights.sum())


def _paid(place: LimitPlace, action: int) -> float:
    if place.street == 0:
        return float(FIRST.paid[place.decision])
    street = later_streets()[place.street - 1]
    bets = LATER.paid[place.decision] if action == FOLD else LATER.closes[LATER.follows[place.decision, action] - 10]
    return float(street.base[place.line] + street.bet * bets)


def test_flops_that_are_alike() -> None:
    assert len(flop_classes()) == 1755
    assert sum(each.size for each in flop_classes()) == 22100
    assert canonical(parse_cards("AsKs2s")) == canonical(parse_cards("AdKd2d"))


@pytest.mark.parametrize("hero", [OOP, IP])
def test_one_flop_with_three_buckets_equals_the_twin(hero: int) -> None:
    strategy = RandomBuckets(5)
    flop = parse_cards("Ts9s4d")
    reach = np.random.default_rng(2).random((2, FIRST.ways, HOLDINGS))
    found = FlopResponse(strategy, streets=2).values(flop, reach)[hero]
    twin = Twin(strategy, {}, {})
    for line in range(FIRST.ways):
        expected = twin.line(hero, LimitPlace(1, line, 0), flop, reach[1 - hero, line])
        np.testing.assert_allclose(found[line], expected, rtol=1e-4, atol=1e-3)


def test_a_turn_and_a_river_equal_the_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """All four streets, but with one turn and one river: the whole subtree would take the twin days."""
    strategy, flop = RandomBuckets(6), parse_cards("Ts9s4d")
    turn, river = parse_cards("4c"), parse_cards("8s")
    follows = {flop: turn[0], (*flop, *turn): river[0]}
    identity = np.arange(HOLDINGS)[None, :]
    monkeypatch.setattr(
        response, "next_cards", lambda board, orders: [NextCard((*board, follows[board]), identity, (0,))]
    )
    reach = np.random.default_rng(2).random((2, FIRST.ways, HOLDINGS))
    found = FlopResponse(strategy).values(flop, reach)[OOP]
    twin = Twin(strategy, {board: [card] for board, card in follows.items()}, {3: 1 / 45, 4: 1 / 44})
    expected = twin.line(OOP, LimitPlace(1, 3, 0), flop, reach[IP, 3])
    np.testing.assert_allclose(found[3], expected, rtol=2e-4, atol=1e-4)


@pytest.mark.parametrize("text", ["AsKs2s", "AsKs2d", "7s7d2c"])
def test_cards_that_are_alike_change_nothing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strategy, flop = RandomBuckets(7), parse_cards(text)
    reach = first_reach(strategy).by_holding
    once = FlopResponse(strategy, streets=3).values(flop, reach)
    monkeypatch.setattr(response, "kept_orders", lambda board: (0,))
    np.testing.assert_allclose(FlopResponse(strategy, streets=3).values(flop, reach), once, rtol=1e-4, atol=1e-3)


# ------------------------------------------------------------------ figures known otherwise


def test_always_fold_loses_750_on_every_flop() -> None:
    """The small blind is worth 500, the big blind 1,000: 750 on average, before any flop is seen."""
    strategy = SameStrategy(FOLD)
    first = FirstStreet(reach=first_reach(strategy))
    solved = FlopResponse(strategy, streets=2)
    parts = [flop_share(solved.values(each.cards, first.reach.by_holding)) * each.size for each in flop_classes()]
    lines = np.sum(parts, axis=0) / 22100
    assert first.worth_mbb(first.choices(lines), lines) == pytest.approx(750, abs=1e-6)


def _edges(board: tuple[int, ...]) -> Floats:
    """What each holding wins less what it loses against one random holding."""
    return 2 * strengths_on(np.array(board, np.uint8)) - 1


def worth_by_equity(flop: tuple[int, ...], last: int, base: float, bets: tuple[int, ...], folds: bool) -> Floats:
    """The best response to somebody whose cards never matter: how many bets to put in on each street, or to fold.

    `bets` are the numbers of bets that can be had on a street; `last` cards lie at the end.
    """
    sizes = (1.0, 2.0, 2.0)
    if last == 3:
        edge = _edges(flop)
        return _best([(base + k) * edge for k in bets], base, folds)
    turns = [card for card in range(52) if card not in flop]
    firsts = np.zeros((len(bets), HOLDINGS))
    for turn in turns:
        board = (*flop, turn)
        left = np.isin(np.arange(HOLDINGS), open_holdings(board))
        for at, k in enumerate(bets):
            paid = base + sizes[0] * k
            if last == 4:
                ends = [(paid + sizes[1] * more) * _edges(board) for more in bets]
            else:
                ends = [_rivers(board, paid + sizes[1] * more, bets, folds) for more in bets]
            firsts[at, left] += _best(ends, paid, folds)[left] / 47
    return _best(list(firsts), base, folds)


def _rivers(board: tuple[int, ...], paid: float, bets: tuple[int, ...], folds: bool) -> Floats:
    found = np.zeros(HOLDINGS)
    for river in range(52):
        if river not in board:
            whole = (*board, river)
            left = np.isin(np.arange(HOLDINGS), open_holdings(whole))
            edge = _edges(whole)
            found[left] += _best([(paid + 2 * more) * edge for more in bets], paid, folds)[left] / 46
    return found


def _best(ends: list[Floats], paid: float, folds: bool) -> Floats:
    return np.asarray(np.max([*ends, np.full(HOLDINGS, -paid)] if folds else ends, axis=0))


@pytest.mark.parametrize(
    ("wish", "hero", "bets"),
    [(CALL, OOP, (0, 1)), (CALL, IP, (0, 1)), (RAISE, OOP, (1, 2, 3, 4)), (RAISE, IP, (1, 3, 4))],
)
@pytest.mark.parametrize("last", [3, 4])
def test_always_call_and_always_raise_by_equity_alone(wish: int, hero: int, bets: tuple[int, ...], last: int) -> None:
    flop = parse_cards("Jh8h3c")
    reach = np.ones((2, FIRST.ways, HOLDINGS))
    found = FlopResponse(SameStrategy(wish), streets=last - 1).values(flop, reach)[hero]
    left = open_holdings(flop)
    for line in (0, 3):
        expected = worth_by_equity(flop, last, float(FIRST.closes[line]), bets, folds=wish == RAISE)
        np.testing.assert_allclose(found[line][left] / 1081, expected[left], rtol=1e-4, atol=1e-4)


def test_strengths_of_a_board_are_those_of_single_holdings() -> None:
    from riverboat.cards.holdings import HOLDING_CARDS
    from riverboat.odds.strength_now_kernel import strength_now

    for text in ("Jh8h3c", "Jh8h3h2h", "AsKsQsJsTs", "2c2d2h3s3c"):
        board = np.array(parse_cards(text), np.uint8)
        strengths = strengths_on(board)
        for holding in open_holdings(tuple(board.tolist()))[::17]:
            low, high = (int(card) for card in HOLDING_CARDS[holding])
            assert strengths[holding] == strength_now(low, high, board, len(board))
