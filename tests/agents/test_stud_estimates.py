"""What a bet is taken to say brings the estimate nearer to the truth than the cards alone: by squared error."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from riverboat.agents.stud.agent import StudPlayer
from riverboat.agents.stud.chances import win_rate
from riverboat.agents.stud.decision import Assessment
from riverboat.agents.stud.situation import cards_at
from riverboat.games import CardGame, make_game
from riverboat.intervals import Statistic, mean_interval
from tests.agents.stud_characters import Bluffer, Character, NoisyStraightforward, SlowPlayer

#: Games of a session, after which both forget; drawn after the settings were frozen: the seed that confirms them.
SESSION = 200
CONFIRMING_SEED = 582421
Make = Callable[[], Character | StudPlayer]


def _stud() -> StudPlayer:
    return StudPlayer(seed=77)


def differences(make: Make, decisions: int, seed: int, *, broken: bool = False) -> Statistic:
    """The squared error of the adjusted estimate less that of the cards alone, over decisions after a bet of his.

    The truth is the chance against his real cards. Decisions of one game go together: the game is the unit. A broken
    twin moves the estimate the wrong way.
    """
    game = make_game("stud")
    by_game: list[float] = []
    weights: list[int] = []
    number = 0
    while sum(weights) < decisions:
        if number % SESSION == 0:
            watcher, other = StudPlayer(seed=seed + number // SESSION), make()
        found = _play_one(game, watcher, other, 1_000_003 * seed + number, number)
        errors = [_error(each, truth, broken=broken) for each, truth in found]
        if errors:
            by_game.append(sum(errors))
            weights.append(len(errors))
        number += 1
    # A ratio of sums: the mean over decisions, with games as the unit.
    mean = sum(by_game) / sum(weights)
    residuals = np.array([total - mean * count for total, count in zip(by_game, weights, strict=True)])
    spread = mean_interval(residuals / np.mean(weights))
    assert spread.low is not None
    assert spread.high is not None
    return Statistic(mean=mean, low=mean + spread.low, high=mean + spread.high, n=sum(weights))


def _play_one(
    game: CardGame, watcher: StudPlayer, other: Character | StudPlayer, seed: int, number: int
) -> list[tuple[Assessment, float]]:
    """The watcher's assessments after a bet in one game, each with the true chance."""
    state = game.start(seed=seed, button=number % 2)
    found = []
    while state.actor is not None:
        seen = state.observation(state.actor)
        if state.actor == 1:
            state.apply(other.decide(seen))
            continue
        decision = watcher.decision(seen)
        if decision.assessment.bet is not None and decision.action.kind != "reveal":
            found.append(decision.assessment)
        state.apply(decision.action)
    over = state.observation(0)
    watcher.hand_over(over)
    if isinstance(other, StudPlayer):
        other.hand_over(state.observation(1))
    return [(each, win_rate(each.situation.mine, cards_at(over, 1, each.situation.turn)).rate) for each in found]


def _error(found: Assessment, truth: float, *, broken: bool) -> float:
    by_cards, counted = found.win.rate, (found.result + 1) / 2
    if broken:
        counted = min(max(2 * by_cards - counted, 0.0), 1.0)
    return (counted - truth) ** 2 - (by_cards - truth) ** 2


@pytest.mark.parametrize("make", [NoisyStraightforward, _stud])
def test_what_bets_say_comes_nearer_to_the_truth_than_the_cards_alone(make: Make) -> None:
    found = differences(make, 500, seed=3)
    assert found.high is not None
    assert found.high < 0
    wrong = differences(make, 500, seed=3, broken=True)
    assert wrong.low is not None
    assert wrong.low > 0


@pytest.mark.parametrize("make", [Bluffer, SlowPlayer])
def test_who_plays_against_his_cards_does_not_mislead(make: Make) -> None:
    found = differences(make, 500, seed=3)
    assert found.mean is not None
    assert found.mean < 0.002


@pytest.mark.prove
@pytest.mark.parametrize("make", [Bluffer, SlowPlayer, NoisyStraightforward, _stud])
def test_stud_estimates_over_5000_decisions(make: Make, note: Callable[[str, object], None]) -> None:
    """READINGS part 3, 2026-11-16: a smaller squared error than by the cards alone, the whole interval below 0."""
    found = differences(make, 5_000, seed=CONFIRMING_SEED)
    name = "the stud agent" if make is _stud else make.__name__
    note(
        f"squared error against {name}, adjusted less by cards alone",
        f"{found.mean:+.5f} ({found.low:+.5f} to {found.high:+.5f}), {found.n:,} decisions",
    )
    assert found.high is not None
    assert found.high < 0
