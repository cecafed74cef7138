"""Matches of Bluff: every roll from every seat, the same rounds wherever they are played, faults, stored rounds."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from riverboat.arena import match_plan, match_steps, play_match
from riverboat.arena.checkpoint import Checkpoint
from riverboat.arena.match import describe_match
from riverboat.arena.plan import AgentLike
from riverboat.arena.recording import Recorder
from riverboat.arena.table import FinishedHand
from riverboat.errors import AgentError, ArenaError
from riverboat.games import Action, BluffObservation
from riverboat.records import Store

PAIR: tuple[AgentLike, ...] = ("bluff-equilibrium", "bluff-odds")


class Lowest:
    """Bids the lowest that it may, and calls when it must."""

    def decide(self, seen: BluffObservation) -> Action:
        return seen.legal_actions[0]


class Broken:
    """Answers nonsense."""

    def decide(self, seen: BluffObservation) -> Action:
        return Action("fold")


def test_every_roll_is_played_from_every_seat() -> None:
    seen: dict[tuple[int, int], list[FinishedHand]] = defaultdict(list)
    three: list[AgentLike] = ["bluff-odds", "bluff-odds:trust=0", Lowest]
    plan = match_plan(three, game="bluff", options={"dice": 2}, hands=90, session_hands=10, seed=4)
    result = play_match(plan, on_hand=lambda hand: seen[hand.unit, hand.deal].append(hand))
    assert len(seen) == 30
    for played in seen.values():
        assert len({hand.state.rolls for hand in played}) == 1
        assert {hand.state.starter for hand in played} == {0}
        for seat in range(3):
            assert {hand.players[seat] for hand in played} == {0, 1, 2}
    assert len({hand.state.rolls for played in seen.values() for hand in played}) > 20
    assert np.allclose(result.values_sb.sum(axis=1), 0)


def test_the_solved_strategy_wins_from_who_bids_lowest() -> None:
    result = play_match(match_plan(["bluff-equilibrium", Lowest], game="bluff", hands=400, session_hands=20, seed=1))
    first = result.players[0].income_sb
    assert first.low is not None
    assert first.low > 0.2
    assert result.to_json()["unit"] == "rounds won less lost, a round"


def test_the_same_rounds_on_two_processes_and_when_resumed(tmp_path: Path) -> None:
    plan = match_plan(PAIR, game="bluff", options={"faces": 3}, hands=160, session_hands=20, seed=9)
    whole = play_match(plan)
    assert plan.statistics_unit == "deal"
    assert play_match(plan, workers=2).digest == whole.digest
    kept = Checkpoint(tmp_path / "match.jsonl", describe_match(plan))
    steps = match_steps(plan, checkpoint=kept)
    next(steps)
    next(steps)
    steps.close()
    again = play_match(plan, checkpoint=Checkpoint(tmp_path / "match.jsonl", describe_match(plan)), resume=True)
    assert again.digest == whole.digest


def test_who_answers_nonsense_calls_or_bids_lowest_and_forfeits() -> None:
    result = play_match(
        match_plan([Broken, "bluff-odds"], game="bluff", hands=40, session_hands=20, seed=2, fault_limit=3)
    )
    broken = result.players[0]
    assert broken.forfeited
    assert broken.faults == 3
    assert "fold is not allowed here" in broken.first_faults[0]
    assert result.hands == 40


def test_rounds_are_stored() -> None:
    plan = match_plan(PAIR, game="bluff", hands=20, seed=3)
    with Store(":memory:") as store:
        recorder = Recorder(store, plan)
        play_match(plan, on_hand=recorder)
        recorder.flush()
        assert store.count(game="bluff") == recorder.stored == 20


def test_who_cannot_play_is_refused_before_the_first_round() -> None:
    with pytest.raises(ArenaError, match="rock does not play bluff"):
        match_plan(["rock", "bluff-odds"], game="bluff")
    with pytest.raises(AgentError, match="solve bluff --dice 3,2"):
        match_plan(PAIR, game="bluff", options={"dice": (3, 2)})
    with pytest.raises(ArenaError, match="card games and of bluff"):
        match_plan(["rock", "maniac"], game="rps")
