"""`riverboat play spot`: one side against the solution, each decision graded."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.arena.spots.practice import Practice
from riverboat.cli import app
from riverboat.cli.terminal.loop_spot import read_choice
from riverboat.errors import IllegalAction, RiverboatError
from riverboat.solving.spots import Spot, SpotSolution, solve_spot
from tests.cli.spots import RANGES

Capture = pytest.CaptureFixture[str]


def _spot(**changed: Any) -> Spot:
    told: dict[str, Any] = {"board": "Td9d6hQc2s", "oop": RANGES[1], "ip": RANGES[3], "pot": 20, "stack": 60}
    return Spot(**{**told, "bets": "50%, a", "raises": "60%, a", **changed})


@pytest.fixture(scope="module")
def solution() -> SpotSolution:
    return solve_spot(_spot(), target=0.0005)


@pytest.fixture(scope="module")
def saved(solution: SpotSolution, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("play") / "spot.npz"
    solution.save(path)
    return path


def _play(practice: Practice, hands: int, choose: Any) -> None:
    for _ in range(hands):
        hand = practice.deal()
        while True:
            list(hand.play_on())
            if hand.is_over:
                break
            hand.act(choose(hand))


def _as_the_solution(hand: Any) -> str:
    at = int(np.flatnonzero(hand.node.holdings() == _holding(hand.hand))[0])
    return str(hand.rng.choice(hand.node.actions, p=hand.node.strategy[at] / hand.node.strategy[at].sum()))


def _holding(cards: tuple[int, int]) -> int:
    low, high = sorted(cards)
    return high * (high - 1) // 2 + low


@pytest.mark.parametrize(("side", "rake"), [("oop", 0.0), ("ip", 0.05)])
def test_who_plays_as_the_solution_wins_its_ev_and_loses_nothing(side: str, rake: float) -> None:
    solution = solve_spot(_spot(rake=rake, rake_cap=2), target=0.0005)
    practice = Practice(solution, np.random.default_rng(7), side=side)
    _play(practice, 1500, _as_the_solution)
    nets = np.array([hand.net for hand in practice.finished])
    error = nets.std() / len(nets) ** 0.5
    expected = solution.ev[("oop", "ip").index(side)]
    assert abs(nets.mean() - expected) < 4 * error
    told = practice.to_json()
    assert told["ev_lost"] / told["decisions"] < 0.01 * solution.spot.pot
    assert told["expected"] / told["hands"] == pytest.approx(expected, abs=4 * error)


def test_who_folds_everything_loses_what_was_to_be_won(solution: SpotSolution) -> None:
    practice = Practice(solution, np.random.default_rng(1), side="ip")
    _play(practice, 300, lambda hand: "fold" if "fold" in hand.node.actions else "check")
    told = practice.to_json()
    assert told["ev_lost"] > 0
    assert told["verdicts"]["blunder"] + told["verdicts"]["mistake"] > 0
    for hand in practice.finished:
        for each in hand.graded:
            values = {action: ev for action, _, ev in each.choices}
            assert each.ev_lost == pytest.approx(max(values.values()) - values[each.action], abs=1e-9)
            assert each.frequency == next(share for action, share, _ in each.choices if action == each.action)
            if each.action == "fold":
                assert values["fold"] == pytest.approx(0, abs=1e-3)


def test_cards_are_dealt_as_often_as_the_ranges_have_them() -> None:
    solution = solve_spot(_spot(oop="AA, KQs:0.25", ip="AhKh, JJ"), target=0.05)
    practice = Practice(solution, np.random.default_rng(3))
    seen = [practice.deal().hands for _ in range(4000)]
    for oop, ip in seen:
        assert len({*oop, *ip, *solution.spot.board}) == 9
    aces = np.mean([oop[0] // 4 == oop[1] // 4 for oop, _ in seen])
    # AA meets AhKh with 3 of 6 and JJ with all: 6 * 6 + 3; KQs (three suits are free) meets it with two suits and JJ.
    weight_aces, weight_kings = 6 * 6 + 3, 0.25 * (3 * 6 + 2)
    assert aces == pytest.approx(weight_aces / (weight_aces + weight_kings), abs=0.03)


def test_a_turn_spot_deals_the_river() -> None:
    solution = solve_spot(_spot(board="Td9d6hQc"), target=0.02)
    practice = Practice(solution, np.random.default_rng(5))
    _play(practice, 30, lambda hand: hand.node.actions[-1 if "fold" in hand.node.actions else 0])
    boards = {len(hand.node.board) for hand in practice.finished}
    assert 5 in boards
    assert {hand.side for hand in practice.played} == {"oop", "ip"}


def _at_the_table(saved: Path, typed: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    app(["play", "spot", str(saved), *words], standalone_mode=False)


def test_at_the_terminal_each_decision_is_graded(saved: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "?\ns\nnonsense\n\n" + "1\n\n" * 20
    _at_the_table(saved, typed, monkeypatch, "--hands", "3", "--seed", "4", "--side", "oop")
    text = capsys.readouterr().out
    for word in ("practice", "you, oop", "pot 20", "the solution does this", "held", "3 hands", "--seed 4"):
        assert word in text
    assert '"nonsense" is no action here: 1 check, 2 bet 10, 3 bet 60; ? explains' in text.replace("\n", " ")


def test_the_same_seed_deals_the_same_hands(saved: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = []
    for seed in ("4", "4", "5"):
        _at_the_table(saved, "1\n\n" * 40, monkeypatch, "--hands", "4", "--seed", seed, "--json")
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert answers[0]["graded"] != answers[2]["graded"]
    assert answers[0]["hands"] == 4
    assert answers[0]["decisions"] == len(answers[0]["graded"]) > 0
    assert set(answers[0]["graded"][0]) >= {
        "action",
        "frequency",
        "ev_lost",
        "ev_lost_pot",
        "verdict",
        "choices",
        "hand",
    }


def test_leaving_in_the_middle_tells_how_it_went(saved: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    _at_the_table(saved, "q\n", monkeypatch, "--seed", "4")
    assert "0 hands, 0 decisions." in capsys.readouterr().out
    _at_the_table(saved, "", monkeypatch, "--seed", "4")  # the end of input
    assert "0 hands, 0 decisions." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(
            ("1", "fold"),
            ("f", "fold"),
            ("c", "call"),
            ("call", "call"),
            ("r 30", "raise to 30"),
            ("r30", "raise to 30"),
        ),
        *(("raise to 60", "raise to 60"), ("a", "raise to 60"), ("all-in", "raise to 60"), ("4", "raise to 60")),
    ],
)
def test_what_can_be_typed(typed: str, meant: str) -> None:
    assert read_choice(typed, ("fold", "call", "raise to 30", "raise to 60")) == meant


@pytest.mark.parametrize("typed", ["r", "5", "0", "check", "raise 40", "bet 30", "c 30 30"])
def test_what_can_not(typed: str) -> None:
    with pytest.raises(IllegalAction, match="1 fold, 2 call, 3 raise to 30"):
        read_choice(typed, ("fold", "call", "raise to 30", "raise to 60"))


def test_what_is_refused(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match='"button" is not a side: oop or ip'):
        app(["play", "spot", str(saved), "--side", "button"], standalone_mode=False)
    with pytest.raises(RiverboatError, match=r"none\.npz"):
        app(["play", "spot", str(tmp_path / "none.npz")], standalone_mode=False)
    nothing = solve_spot(_spot(stack=0, bets="", raises=""), target=0.5)
    with pytest.raises(RiverboatError, match="nobody can act in this spot"):
        Practice(nothing, np.random.default_rng(1))
