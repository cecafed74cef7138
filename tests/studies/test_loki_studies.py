"""The Lokibot studies: small runs in the tests, full ones in `make prove`, which saves their results."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.standing_kernel import stand_once
from riverboat.cards.holdings import CLASSES, HOLDINGS
from riverboat.errors import StudyError
from riverboat.games import Action, CardGame, make_game
from riverboat.intervals import Statistic
from riverboat.odds.strength_kernel import transitions
from riverboat.studies import STUDIES, Settings, StudyReport, load_study, loki_hands, loki_opponent_models, study_entry
from riverboat.studies import loki_figure_1 as figure_1
from riverboat.studies.playing import play_one
from riverboat.studies.registry import run_study, save_study
from riverboat.studies.report import Figure
from tests.studies.proving import Note, prove_study


def _quick(hands: int, folder: Path | None = None, *, resume: bool = False) -> Settings:
    return Settings(hands=hands, seed=5, folder=folder, resume=resume)


def _by_name(report: StudyReport) -> dict[str, Figure]:
    return {figure.name: figure for figure in report.figures}


def test_every_study_is_a_module_with_steps_and_a_plot() -> None:
    for name, entry in STUDIES.items():
        study = load_study(name)
        assert callable(study.steps)
        assert callable(study.plot)
        assert entry.quick_hands < entry.full_hands


def test_an_unknown_study_is_refused_with_a_hint() -> None:
    with pytest.raises(StudyError, match='did you mean "loki-hands"'):
        study_entry("loki-hand")


def test_figure_1_reports_all_versions_and_draws_them(tmp_path: Path) -> None:
    report = run_study("loki-figure-1", _quick(2_000))
    figures = _by_name(report)
    assert figures["loki-a at one table, small bets a hand"].paper == 0.08
    assert figures["A minus E, small bets a hand"].required
    order = figures["order at one table"].ours
    assert isinstance(order, str)
    assert sorted(order) == list("ABCDE")
    incomes = [figures[f"loki-{v} at one table, small bets a hand"].ours for v in "abcde"]
    assert sum(each.mean for each in incomes if isinstance(each, Statistic) and each.mean) == pytest.approx(0, abs=1e-9)
    data, picture = save_study(report, tmp_path, command="here")
    assert data.read_text("utf-8").startswith("{")
    assert "<svg" in picture.read_text("utf-8")


def test_an_interrupted_study_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    settings = _quick(4_000, tmp_path, resume=True)
    whole = run_study("loki-figure-1", replace(settings, folder=None))
    steps = load_study("loki-figure-1").steps(settings)
    next(steps)
    steps.close()
    assert len(list(tmp_path.iterdir())) == 1
    assert run_study("loki-figure-1", settings).to_json() == whole.to_json()
    assert not list(tmp_path.iterdir())


def test_starting_hands_by_simulation_agree_with_the_shipped_table() -> None:
    report = run_study("loki-hands", _quick(10_000))
    figures = _by_name(report)
    assert figures["AA earns most: AA minus the next, small bets"].verdict == "confirmed"
    off = figures["largest distance from the shipped table, standard errors"].ours
    assert isinstance(off, float)
    assert off < 4.5  # one in 300,000
    correlation = figures["rank correlation with the groups of Sklansky & Malmuth"].ours
    assert isinstance(correlation, Statistic)
    assert correlation.mean is not None
    assert correlation.mean > 0.8
    assert len(report.details["income"]) == CLASSES


def test_the_groups_hold_every_hand_once() -> None:
    names = [name for group in loki_hands.GROUPS for name in group.split()]
    assert len(names) == len(set(names))
    assert np.bincount(loki_hands.groups(), minlength=10).sum() == CLASSES


def test_first_and_later_hands_of_a_session_are_told_apart() -> None:
    plan = loki_opponent_models.plans(_quick(700))["F against rock, long"]
    units = tuple(play_one(replace(plan, hands=1_400), _quick(700)))
    assert units[0].nets.shape == (loki_opponent_models.SESSION, 2)


@pytest.mark.prove
def test_loki_figure_1(note: Note) -> None:
    """READINGS part 1: A first, E last, A - E significant, also five of each; at least 100,000 hands."""
    report = prove_study("loki-figure-1", note)
    assert report.hands >= 100_000
    assert report.holds


@pytest.mark.prove
def test_loki_hands(note: Note) -> None:
    """The paper's section 4.1: a million games of each of the 169 starting hands."""
    assert prove_study("loki-hands", note).holds


@pytest.mark.prove
def test_loki_opponent_models(note: Note) -> None:
    """READINGS part 1: F beats A; A and F beat the styles; F adapts."""
    assert prove_study("loki-opponent-models", note).holds


def test_the_three_tournaments_have_ten_seats() -> None:
    from riverboat.arena import match_plan

    for agents in (figure_1.TABLE, figure_1.COMPANY, figure_1.DUEL):
        assert match_plan(agents, hands=10, seed=1).seats == 10


@pytest.mark.prove
def test_loki_speed(note: Note) -> None:
    """Issue 5: 100,000 hands of ten Lokis in under five minutes on two cores; a flop decision far under 1 ms."""
    from riverboat.arena import match_plan, play_match

    play_match(match_plan(figure_1.TABLE, hands=100, seed=1))  # compiled before the clock starts
    start = time.perf_counter()
    result = play_match(match_plan(figure_1.TABLE, hands=100_000, seed=1), workers=2)
    elapsed_s = time.perf_counter() - start
    note("100,000 hands of ten Lokis, seconds", round(elapsed_s, 1))
    note("hands a second", round(result.hands / elapsed_s))
    assert elapsed_s < 300
    costs = {opponents: _flop_decision_us(opponents) for opponents in (1, 5, 9)}
    for opponents, cost_us in costs.items():
        note(f"flop decision of loki-f against {opponents}, microseconds", round(cost_us, 1))
    note("one more opponent, microseconds", round((costs[9] - costs[1]) / 8, 1))
    assert costs[9] < 500
    for cards, cost_us in _look_ahead_us().items():
        note(f"flop potential, {cards} to come, microseconds", round(cost_us, 1))


def _flop_decision_us(opponents: int) -> float:
    """The median time of a decision on the flop, nothing of it known before, from Python."""
    game = make_game("holdem-limit", seats=opponents + 1)
    assert isinstance(game, CardGame)
    agent = make_agent("loki-f")
    assert isinstance(agent, CompiledAgent)
    state = game.start(seed=3)
    while state.street == 0:
        state.apply(Action("call") if Action("call") in state.legal_actions() else Action("check"))
    assert state.actor is not None
    seen, player = state.observation(state.actor), agent.player(1)

    def decide() -> None:
        player.memory[places.STANDING_FOR] = player.memory[places.HAND_FOR] = 0
        player.decide(seen)

    return _median_us(decide, 400)


def _look_ahead_us() -> dict[str, float]:
    hole, board = np.array([51, 46], dtype=np.uint8), np.array([1, 6, 11], dtype=np.uint8)
    tables = np.zeros((3, HOLDINGS))
    nobody = np.zeros(0, dtype=np.uint8)
    return {
        "one card, by rank classes": _median_us(lambda: stand_once(hole, board, 1, *tables), 400),
        "one card, holding by holding": _median_us(lambda: transitions(hole, board, nobody, np.ones(HOLDINGS), 1), 50),
        "two cards, holding by holding": _median_us(lambda: transitions(hole, board, nobody, np.ones(HOLDINGS), 2), 9),
    }


def _median_us(work: Callable[[], object], times: int) -> float:
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return 1e6 * sorted(taken)[times // 2]
