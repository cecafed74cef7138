from __future__ import annotations

import contextlib
import csv
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat import equity
from riverboat.cards.cards import format_cards, parse_cards
from riverboat.cards.holdings import CLASS_NAMES, HOLDING_CARDS
from riverboat.cards.ranges import Range, class_order, parse_range, single_holding
from riverboat.errors import CardError, OddsError, RiverboatError
from riverboat.odds import exact
from riverboat.odds.equity import answer_steps, equity_many
from riverboat.odds.question import ask, split_hands
from riverboat.odds.report import one_hand
from riverboat.odds.streets import equity_by_street
from tests.odds.twin import showdowns


def test_three_exact_match_ups_of_the_shared_vectors(data: Path) -> None:
    cases = json.loads((data / "vectors" / "exact_matchups.json").read_text())["cases"]
    assert len(cases) == 3
    for case in cases:
        found = equity(f"{case['p1']} vs {case['p2']}")
        assert found.method == "exact"
        assert found.players[0].counts == (case["win"], case["tie"], case["lose"])
        assert found.players[1].counts == (case["lose"], case["tie"], case["win"])


def _check_against_random(row: dict[str, str]) -> None:
    found = equity(row["hand"], opponents=1, method="exact").players[0]
    each = int(row["combos"])  # the class counts each of its holdings; the table one of them
    assert found.counts == (each * int(row["win"]), each * int(row["tie"]), each * int(row["lose"])), row["hand"]


def _vectors(data: Path) -> list[dict[str, str]]:
    with (data / "vectors" / "preflop_169_vs_random_exact.csv").open() as lines:
        return list(csv.DictReader(lines))


def test_ten_hands_against_a_random_one_to_the_last_showdown(data: Path) -> None:
    for row in _vectors(data)[::17]:
        _check_against_random(row)


@pytest.mark.prove
def test_169_hands_against_a_random_one_to_the_last_showdown(data: Path, note: Callable[[str, object], None]) -> None:
    rows = _vectors(data)
    assert len(rows) == 169
    for row in rows:
        _check_against_random(row)
    note("starting hands equal in every count", len(rows))


def test_class_order_is_that_of_the_exact_table(data: Path) -> None:
    equities = {row["hand"]: int(row["win"]) + int(row["tie"]) / 2 for row in _vectors(data)}
    order = [equities[name] for name in class_order()]
    assert sorted(equities) == sorted(CLASS_NAMES)
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        ("AdAc vs KdKc", "2h7hTc", ""),
        ("AhKh vs QsQc vs AdKd", "2h7hTc", ""),
        ("JhTh vs 9s9c", "8h7h2c", "9d9hJd"),
        ("5s5c vs AsAh vs KsKc", "AdKhQs", "2c"),
        ("AdAc vs AhAs vs KdKc", "2s3s4s5s", ""),
    ],
)
def test_known_hands_on_a_board_equal_the_slow_twin(hands: str, board: str, dead: str) -> None:
    found = equity(hands, board=board, dead=dead)
    assert found.method == "exact"
    cards = [parse_cards(hand) for hand in split_hands(hands)]
    slow = showdowns(cards, parse_cards(board), parse_cards(dead))
    for player, (win, tie, share) in zip(found.players, slow, strict=True):
        assert player.counts is not None
        assert player.counts[:2] == (win, tie)
        assert player.equity.mean == pytest.approx((win + share) / sum(player.counts))


def test_matchups_by_ranks_equal_every_board_counted_also_with_dead_cards() -> None:
    rng = np.random.default_rng(11)
    for _ in range(12):
        cards = [int(card) for card in rng.choice(52, 4 + int(rng.integers(0, 6)), replace=False)]
        hands = [format_cards(cards[:2]), format_cards(cards[2:4])]
        question = ask(hands, dead=cards[4:])
        by_ranks = exact.Preflop(question).run().players[0]
        by_boards = exact.KnownHands(question).run().players[0]
        assert by_ranks.counts == by_boards.counts


def test_range_against_range_equals_the_sum_over_hands() -> None:
    first, second = parse_range("TT+, AKs"), parse_range("99+, AhQh, JTs:0.5")
    found = equity([first, second], board="2h7hTc")
    win = tie = lose = 0.0
    for a in first.holdings:
        for b in second.holdings:
            if _compatible(a, b):
                question = ask([_cards(a), _cards(b)], board="2h7hTc")
                counts = exact.OneKnownHand(question, 0).run().players[0].counts
                assert counts is not None
                weight = first.weights[a] * second.weights[b]
                win, tie, lose = win + weight * counts[0], tie + weight * counts[1], lose + weight * counts[2]
    assert found.method == "exact"
    assert found.players[0].counts == pytest.approx((win, tie, lose))


def _cards(holding: int) -> tuple[int, int]:
    low, high = HOLDING_CARDS[holding]
    return int(low), int(high)


def _compatible(a: int, b: int) -> bool:
    board = set(parse_cards("2h7hTc"))
    first, second = set(_cards(a)), set(_cards(b))
    return not (first & second or first & board or second & board)


def test_aces_against_seven_deuce_offsuit_by_class() -> None:
    found = equity("AA vs 72o")
    assert found.method == "exact"
    assert found.players[0].counts is not None
    assert sum(found.players[0].counts) == 6 * 12 * 1_712_304
    each = [equity(["AcAd", hand]).players[0].equity.mean for hand in ("7c2d", "7d2c", "7c2h", "7h2c", "7h2s")]
    assert min(each) < found.players[0].equity.mean < max(each)


@pytest.mark.parametrize("opponents", [1, 2, 5, 9])
def test_simulation_agrees_with_the_known_values_of_aces(opponents: int) -> None:
    # READINGS part 4: 40 million simulations each.
    wins = (84.92, 73.21, 63.61, 55.63, 48.98, 43.30, 38.52, 34.40, 30.86)[opponents - 1]
    shares = (85.20, 73.43, 63.83, 55.86, 49.20, 43.53, 38.74, 34.62, 31.07)[opponents - 1]
    found = equity("AsAc", opponents=opponents, method="simulate", simulations=400_000, seed=6).players[0]
    assert abs(100 * found.win.mean - wins) < 3.5 * 100 * found.win.error + 0.01
    assert abs(100 * found.equity.mean - shares) < 3.5 * 100 * found.equity.error + 0.01


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        ("AhKh vs QQ", "", ""),
        ("QQ+, AKs vs 15%", "2h7hTc", ""),
        ("AhKh vs 20% vs 99-66", "2h7hTc9s", ""),
        ("AA vs KK vs QQ", "", ""),
        ("AhKh vs AA:0.2, 22", "", "As"),
    ],
)
def test_simulated_ranges_agree_with_counting_them(hands: str, board: str, dead: str) -> None:
    counted = equity(hands, board=board, dead=dead, method="exact")
    drawn = equity(hands, board=board, dead=dead, method="simulate", simulations=200_000, seed=8)
    for ours, theirs in zip(drawn.players, counted.players, strict=True):
        for name in ("win", "tie", "lose", "equity"):
            assert abs(getattr(ours, name).mean - getattr(theirs, name).mean) < 3.5 * getattr(ours, name).error


def test_a_simulation_that_draws_only_the_later_range_again_would_be_noticed() -> None:
    # AA and AKs collide often: drawing the second anew instead of both favours the pairs of aces less than it should.
    counted = equity("AA, 22 vs AKs, 33", method="exact").players[0].equity.mean
    drawn = equity("AA, 22 vs AKs, 33", method="simulate", simulations=400_000, seed=5).players[0].equity
    assert abs(drawn.mean - counted) < 3.5 * drawn.error
    biased = (
        6 * equity("AA vs AKs, 33").players[0].equity.mean + 6 * equity("22 vs AKs, 33").players[0].equity.mean
    ) / 12
    assert abs(biased - counted) > 10 * drawn.error


def test_a_seed_repeats_and_another_differs() -> None:
    first, again, other = (equity("AsAc", opponents=3, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_precision_runs_until_it_is_reached() -> None:
    question = ask("AsAc", opponents=3)
    steps = list(answer_steps(question, precision=0.0005, seed=1))
    assert steps[-1].error <= 0.0005 < steps[-2].error
    assert len(steps) > 2


def test_equities_of_all_players_add_up() -> None:
    for found in (equity("AhKh vs 20%", opponents=2, seed=1), equity("AA vs KK vs QQ")):
        assert sum(player.equity.mean for player in found.players) == pytest.approx(1)


def test_many_hands_at_once_equal_single_ones() -> None:
    holes = np.array([parse_cards("AsAc"), parse_cards("7h2d")])
    boards = np.array([parse_cards("2h7hTc"), parse_cards("3h4h5c")])
    rows = equity_many(holes, boards)
    for row, hole, board in zip(rows, holes, boards, strict=True):
        single = equity([(int(hole[0]), int(hole[1]))], board=board, opponents=1).players[0]
        assert row.tolist() == [single.win.mean, single.tie.mean, single.lose.mean, single.equity.mean]
    assert equity_many(holes).shape == (2, 4)


def test_exact_is_refused_where_it_would_take_too_long() -> None:
    with pytest.raises(OddsError, match="to simulate"):
        equity("AsAc", opponents=9, method="exact")


def test_hands_may_be_ranges_text_or_cards() -> None:
    forms: list[str | Range | tuple[int, int]] = ["AdAc", parse_range("AdAc"), (48, 49), single_holding((48, 49))]
    assert len({equity([form, "KdKc"]).players[0].counts for form in forms}) == 1


@pytest.mark.parametrize(
    ("hands", "more", "kind", "message"),
    [
        ("1h", {"opponents": 1}, CardError, '"1h" is not a card'),
        ("AhAh", {"opponents": 1}, CardError, "Ah comes twice"),
        ("AhKh vs AhQh", {}, CardError, "Ah comes twice, in AhKh and in AhQh"),
        ("AhKh", {"opponents": 1, "board": "Ah2c3c"}, CardError, "on the board and in AhKh"),
        ("AhKh", {"opponents": 1, "board": "2c"}, CardError, "a board of 1 card"),
        ("AhKh", {"opponents": 1, "board": "2c3c"}, CardError, "a board of 2 cards"),
        ("AhKh", {"opponents": 1, "board": "2c3c4c5c6c7c"}, CardError, "a board of 6 cards"),
        ("AhKh", {"opponents": 0}, OddsError, "0 opponents"),
        ("AhKh", {"opponents": 12}, OddsError, "13 players"),
        ("AhKh", {"opponents": -1}, OddsError, "-1 opponents"),
        ("AhKh vs AA", {"board": "AsAcAd"}, OddsError, '"AA" is impossible here'),
        ("AhKh vs ", {}, OddsError, "a hand is missing"),
        ("AhKh", {"opponents": 1, "precision": -1.0}, OddsError, "precision of -1"),
        ("AhKh", {"opponents": 1, "simulations": 0}, OddsError, "0 simulations"),
        ("AhKh", {"opponents": 1, "simulations": 10**20}, OddsError, "would take about 221,817 years: ask for at most"),
        ("AhKh", {"opponents": 9, "simulations": 2 * 10**10}, OddsError, "would take about 2 hours"),
        ("AhKh", {"opponents": 1, "simulations": 1e4}, OddsError, "10000.0 simulations cannot be: a whole number"),
        ("AhKh", {"opponents": 2.5}, OddsError, "2.5 opponents cannot be: a whole number, 1 to 9"),
        (5, {}, OddsError, "5 is not a hand: write one like AhKh"),
        ([5], {"opponents": 1}, OddsError, "5 is not a hand: write one like AhKh"),
        (
            "AhKh",
            {"opponents": 9, "dead": "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s"},
            OddsError,
            "too few",
        ),
        ("AsAh vs AA vs AA", {"seed": 1}, OddsError, "cannot all be dealt"),
    ],
)
def test_bad_questions_are_refused(hands: str, more: dict[str, object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        equity(hands, **more)  # type: ignore[arg-type]


@given(st.text(max_size=30), st.text(max_size=12))
@settings(max_examples=80, deadline=None)
def test_random_text_is_answered_or_refused_with_our_own_error(hands: str, board: str) -> None:
    with contextlib.suppress(RiverboatError):
        ask(hands, board=board, opponents=1)


def test_a_lone_hand_meets_one_opponent_and_cards_may_stand_apart() -> None:
    assert equity("AhKh") == equity("AhKh", opponents=1)
    assert equity("Ah Kh vs Qs,Qc").players[0].counts == equity("AhKh vs QsQc").players[0].counts


def test_one_game_claims_no_certainty() -> None:
    found = equity("AsAc", opponents=2, method="simulate", simulations=1, seed=1).players[0]
    assert found.win.error > 0.3


def test_cards_known_to_be_held_are_not_dealt_in_a_report() -> None:
    question = ask("AhKh vs QsQc vs 9h8h", board="Th6c2s")
    hand = one_hand(question)
    assert hand is not None
    assert [each.value for each in hand.strengths] == [0.0, 1.0]
    # Behind queens: of 43 cards left three aces and three kings help; the nines and eights of hearts are gone.
    gains, whole = hand.potentials[1].gains
    assert gains / whole == pytest.approx(6 / 43)


def test_the_picture_ends_with_the_answer_that_was_printed() -> None:
    question = ask("AhKh", board="2h7hTc", opponents=3)
    found = equity("AhKh", board="2h7hTc", opponents=3, simulations=1000, seed=5)
    streets = equity_by_street(question, last=found, simulations=1000, seed=5)
    assert streets.odds[-1] is found
    assert streets.streets == ("pre-flop", "flop")
    assert len(streets.next_cards) == 47
    assert len(equity_by_street(ask("AA vs 72o"), seed=1).next_cards) == 100
