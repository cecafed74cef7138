"""The decision module: equations 8 to 11 by number, who folds when, which card is turned, and what is learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from riverboat.agents.stud.agent import StudPlayer
from riverboat.agents.stud.bets import bets_of, last_bet
from riverboat.agents.stud.chances import potential
from riverboat.agents.stud.decision import FOLDING, Mind, MindSettings, bet_action, shown
from riverboat.agents.stud.equations import bet_points, bet_size, bluff_size, bluffs, implied_strength
from riverboat.agents.stud.reasons import CaseUse
from riverboat.agents.stud.situation import cards_at, read_moves, situation_at, situation_now, up_at
from riverboat.cards.cards import parse_cards
from riverboat.games import Action, CardObservation, CardState, make_game, parse_action
from riverboat.modeling.cases import FEATURES
from tests.agents.stud_characters import (
    Bluffer,
    Caller,
    Character,
    NoisyStraightforward,
    SlowPlayer,
    Straightforward,
    play,
)

STRONG, WEAK = "AsAdAcKd9h2c7s", "JsTd4c8d3h6c5s"


def test_equation_8_by_number() -> None:
    assert bluffs(2.8, 1.5)
    assert not bluffs(2.79, 1.5)


def test_equations_9_10_and_11_by_number() -> None:
    assert bet_points(5, 105, 0.25) == 30
    assert bet_size(0.2, 0.1) == pytest.approx(0.7)
    assert bet_size(0.9, 0.4) == 1
    assert bet_size(-0.9, -0.4) == 0
    assert bluff_size(4.5) == 0.75
    assert bluff_size(0) == 0.5


def test_a_bet_read_backwards_is_the_strength_it_was_made_from() -> None:
    for result in (-1.0, -0.4, 0.0, 0.6, 1.0):
        points = bet_points(5, 105, bet_size(result, 0))
        assert implied_strength(round(points), 5, 105) == pytest.approx(result)
    assert implied_strength(300, 5, 105) == 1
    assert implied_strength(5, 5, 5) == 0


def _at(cards: tuple[str, str], told: str) -> CardState:
    """A game after some actions: first seat 0, who is left of the button."""
    state = make_game("stud", raises="each").start(cards=cards, button=1)
    for word in filter(None, told.split(",")):
        state.apply(parse_action(word.strip()))
    return state


FIVE = ",".join(["bet 5,call"] * 5)


def test_points_become_a_bet_a_call_or_a_raise() -> None:
    first = _at((STRONG, WEAK), "").observation(0)
    assert bet_action(first, 7.4, 5) == Action("bet", 7)
    assert bet_action(first, 99, 5) == Action("bet", 10)
    second = _at((STRONG, WEAK), "bet 10").observation(1)
    assert bet_action(second, 14, 5) == Action("call")
    assert bet_action(second, 15, 5) == Action("raise", 15)
    assert bet_action(second, 99, 5) == Action("raise", 30)


def test_moves_are_read_with_the_pot_as_it_grew() -> None:
    seen = _at((STRONG, WEAK), "bet 10, raise 25, raise 60, call, bet 5").observation(1)
    told = [(move.turn, move.seat, move.kind, move.call, move.size, move.pot) for move in read_moves(seen)]
    assert told == [
        (1, 0, "bet", 0, 10, 10),
        (1, 1, "raise", 10, 15, 20),
        (1, 0, "raise", 15, 35, 45),
        (1, 1, "call", 35, 0, 95),
        (2, 0, "bet", 0, 5, 130),
    ]
    assert situation_now(seen).bet == 5 / 130
    assert situation_at(seen, 1, 1, 2).bet == 1.0


def test_moments_that_are_past_are_read_as_they_were() -> None:
    state = _at((STRONG, WEAK), f"{FIVE}, reveal 7s, reveal 5s, bet 5, call, reveal As, reveal Td")
    later = state.observation(0)
    for turn, mine, up, theirs in (
        (1, "AsAdAc", "Ac", "4c"),
        (4, "AsAdAcKd9h2c", "AcKd9h2c", "4c8d3h6c"),
        (5, STRONG, "AcKd9h2c", "4c8d3h6c"),
        (6, STRONG, "AcKd9h2c7s", "4c8d3h6c5s"),
        (7, STRONG, "AcKd9h2c7sAs", "4c8d3h6c5sTd"),
    ):
        assert cards_at(later, 0, turn) == parse_cards(mine)
        assert up_at(later, 0, turn) == parse_cards(up)
        assert up_at(later, 1, turn) == parse_cards(theirs)


def _decide(state: CardState, seed: int = 0) -> str:
    assert state.actor is not None
    return Mind(seed=seed).decide(state.observation(state.actor)).why


def test_a_superior_hand_goes_on_and_an_inferior_one_folds_by_the_possibility() -> None:
    strong = _at((STRONG, WEAK), "")
    assert {_decide(strong, seed) for seed in range(8)} == {"superior"}
    facing = _at((STRONG, WEAK), "bet 5, call, bet 20, call, bet 60, call, bet 180")
    outcomes = Counter(_decide(facing, seed) for seed in range(60))
    seen = facing.observation(1)
    found = Mind().assess(seen)
    possibility = FOLDING.infer(found.result, found.situation.bet, 4 / 7).value
    assert set(outcomes) <= {"inferior", "stays"}
    assert outcomes["inferior"] / 60 == pytest.approx(possibility, abs=0.2)
    assert 0.5 < possibility < 0.95


def test_the_paper_s_example_much_and_late_folds_more_than_little_and_early() -> None:
    assert FOLDING.infer(-0.6, 1.0, 5 / 7).value > 0.75
    assert FOLDING.infer(-0.6, 0.05, 1 / 7).value < 0.25


def _with_case(
    seen: CardObservation, *, folded: bool, good: bool, off: float = 0.0, cases: CaseUse = "nearest"
) -> Mind:
    mind = Mind(settings=MindSettings(cases=cases))
    features = mind.assess(seen).features
    mind.cases.add(tuple(min(value + off, 1.0) for value in features), folded=folded, good=good)
    return mind


def test_a_very_similar_case_overrules_both_ways_if_it_went_well() -> None:
    ahead = _at((STRONG, WEAK), "").observation(0)
    assert _with_case(ahead, folded=True, good=True).decide(ahead).why == "case folds"
    assert _with_case(ahead, folded=True, good=False).decide(ahead).why == "superior"
    assert _with_case(ahead, folded=True, good=True, off=0.07).decide(ahead).why == "superior"
    assert _with_case(ahead, folded=True, good=True, cases="none").decide(ahead).why == "superior"
    behind = _at((STRONG, WEAK), "bet 5, call, bet 20, call, bet 60, call, bet 180").observation(1)
    assert _with_case(behind, folded=False, good=True).decide(behind).why == "case stays"
    assert _with_case(behind, folded=False, good=False).decide(behind).why in ("inferior", "stays")


def test_the_most_similar_case_counts_or_by_the_option_the_most_similar_that_went_well() -> None:
    ahead = _at((STRONG, WEAK), "").observation(0)
    for cases, why in (("nearest", "superior"), ("good", "case folds")):
        mind = _with_case(ahead, folded=False, good=False, cases=cases)  # type: ignore[arg-type]
        near = tuple(min(value + 0.01, 1.0) for value in mind.assess(ahead).features)
        mind.cases.add(near, folded=True, good=True)
        assert mind.decide(ahead).why == why


def test_at_the_end_a_weak_hand_bluffs_only_if_it_looks_strong() -> None:
    plain = _at((STRONG, WEAK), f"{FIVE}, reveal 7s, reveal 5s, bet 5")
    assert _decide(plain) == "no bluff"
    # Four diamonds to look at and a pair of fives behind them, against five cards that go with nothing.
    frightening = ("5d5s8h2d4d9d6h", "JdAc5cThJh6dAd")
    bluff = _at(frightening, f"{FIVE}, reveal 5d, reveal Ac")
    mind = Mind()
    decision = mind.decide(bluff.observation(0))
    assert decision.why == "bluff"
    assert decision.their_potential is not None
    assert decision.assessment.potential >= decision.their_potential + 1.3
    assert decision.size == pytest.approx((decision.assessment.potential / 9 + 1) / 2)
    # Equation 7: one hole card is thought to be turned, the one that looks best.
    now = decision.assessment.situation
    worths = [potential((*now.my_up, card), now.their_up) for card in now.my_down]
    assert decision.assessment.potential == max(worths)
    assert len(worths) == 2
    folding = _with_case(bluff.observation(0), folded=True, good=True)
    assert folding.decide(bluff.observation(0)).why == "case folds"


def _turned(cards: tuple[str, str], seeds: int = 40) -> Counter[str]:
    state = _at(cards, FIVE)
    seen = state.observation(0)
    return Counter(Mind(seed=seed).decide(seen).why for seed in range(seeds))


def test_which_card_is_turned_by_the_paper_s_rules() -> None:
    hidden = _turned(("AsAdKc9h4s2cAh", "JsTd4c8d3h6c5s"), 300)  # three aces, all hidden
    assert set(hidden) == {"turn the worst looking", "turn the second worst looking"}
    assert hidden["turn the worst looking"] / 300 == pytest.approx(0.8, abs=0.07)
    open_pair = ("4d5dAcAh9s2c7h", "JsTd4c8d3h6cQs")
    assert set(_turned(open_pair)) == {"turn any"}
    assert set(_turned(("4d5dQcJh9s2c7h", "AsAd4cAh3h6cQs"))) == {"turn the best looking"}
    seen = _at(("AsAdKc9h4s2cAh", "JsTd4c8d3h6c5s"), FIVE).observation(0)
    decision = Mind().decide(seen)
    worths = [worth for _, worth in decision.potentials]
    assert worths == sorted(worths)
    assert len(worths) == 3
    assert not shown(decision.assessment.situation)


def test_features_are_scaled_as_agreed() -> None:
    state = _at((STRONG, WEAK), "bet 5, call, bet 20")
    found = Mind().assess(state.observation(1))
    assert len(found.features) == len(FEATURES) == 7
    assert found.features[0] == pytest.approx((found.result + 1) / 2)
    assert found.features[1] == found.situation.bet == 1.0
    assert found.features[3] == pytest.approx((1.0 - 0.5 + 1) / 2)
    assert found.features[4] == pytest.approx(found.potential / 9)
    assert found.features[6] == pytest.approx(2 / 7)


def test_both_kinds_decide_legally_and_the_same_way_twice() -> None:
    for kind in ("paper", "plus"):
        minds = [Mind(seed=1, kind=kind), Mind(seed=2, kind=kind)]
        for number in range(12):
            state = make_game("stud").start(seed=number, button=number % 2)
            while state.actor is not None:
                seen = state.observation(state.actor)
                decision = minds[state.actor].decide(seen)
                assert decision.action in seen.legal_actions
                assert minds[state.actor].decide(seen).action == decision.action
                state.apply(decision.action)
            for seat, mind in enumerate(minds):
                mind.learn(state.observation(seat))


def test_cases_say_what_was_done_and_how_it_ended() -> None:
    state = _at((STRONG, WEAK), "bet 5, call, bet 20, fold")
    winner, loser = Mind(), Mind()
    winner.learn(state.observation(0))
    loser.learn(state.observation(1))
    assert winner.cases.rows[:, 7:].tolist() == [[0, 1], [0, 1]]
    assert loser.cases.rows[:, 7:].tolist() == [[0, 0], [1, 1]]
    wrongly = _at((STRONG, WEAK), "bet 5, call, fold")
    sorry = Mind()
    sorry.learn(wrongly.observation(0))
    assert sorry.cases.rows[:, 7:].tolist() == [[0, 0], [1, 0]]


def test_bets_are_compared_with_what_was_behind_them() -> None:
    state = _at((STRONG, WEAK), "bet 5, raise 20, call, fold")
    (raised,) = bets_of(state.observation(0), 1)
    assert raised.bet.size == 1.0
    assert raised.bet.implied == 1.0
    assert raised.actual < -0.1
    assert raised.bet.strength > 0.3
    (small,) = bets_of(state.observation(1), 0)
    assert small.bet.implied == -1.0
    assert small.actual > 0.3


def test_only_a_bet_that_stands_is_read() -> None:
    seen = _at((STRONG, WEAK), "bet 5, raise 20, call, bet 10").observation(1)
    bet = last_bet(seen, 0, len(seen.history))
    assert bet is not None
    assert (bet.turn, bet.size) == (2, 10 / 50)
    assert last_bet(seen, 0, 3) is None  # a call is none
    assert last_bet(seen, 0, 0) is None
    raised = last_bet(seen, 1, 3)
    assert raised is not None
    assert (raised.turn, raised.size) == (1, 1.0)


Make = Callable[[], Character | StudPlayer]


def _mean(make: Make, games: int, seed: int) -> float:
    watcher = StudPlayer(seed=seed)
    play([watcher, make()], games, seed=seed)
    return watcher.mind.tendencies.mean


@pytest.mark.parametrize(
    ("make", "low", "high"),
    [(Bluffer, 55, 100), (SlowPlayer, 0, 45), (Straightforward, 40, 60), (NoisyStraightforward, 40, 60)],
)
def test_tendencies_find_out_how_a_player_plays(make: Make, low: float, high: float) -> None:
    assert low < _mean(make, 40, 3) < high


@pytest.mark.prove
@pytest.mark.parametrize(
    ("make", "low", "high"),
    [(Bluffer, 60, 100), (SlowPlayer, 0, 40), (Straightforward, 40, 60), (NoisyStraightforward, 40, 60)],
)
def test_stud_tendencies_over_200_games(
    make: Make, low: float, high: float, note: Callable[[str, object], None]
) -> None:
    """READINGS part 3: a habitual bluffer above 60, a slow-player below 40, a straightforward one within 40 to 60."""
    means = [_mean(make, 200, seed) for seed in (1, 2)]
    note(f"mean t of a {make.__name__}, 200 games, two seeds", ", ".join(f"{mean:.1f}" for mean in means))
    assert all(low < mean < high for mean in means)


def test_a_caller_shows_nothing() -> None:
    watcher = StudPlayer(seed=1)
    play([Caller(), watcher], 2)
    assert len(watcher.mind.cases)
