"""Matches: the same result wherever and however they are played, interrupted or not; what the results mean."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest

from riverboat.arena import MatchPlan, MatchResult, StoppingRule, match_plan, match_steps, play_match
from riverboat.arena.matches.match import describe_match
from riverboat.arena.matches.recording import Recorder
from riverboat.arena.work.executors import in_order, local_processes
from riverboat.errors import ArenaError
from riverboat.modeling.statistics import player_statistics
from riverboat.records.store.hand_store import Store
from riverboat.steps import Checkpoint

FOUR = ["loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive"]


def _plan(seed: int = 1, hands: int = 1600) -> MatchPlan:
    return match_plan(FOUR, hands=hands, session_hands=20, seed=seed)


def _same(first: MatchResult, second: MatchResult) -> None:
    assert first.digest == second.digest
    assert np.array_equal(first.values_sb, second.values_sb)
    assert first.players == second.players


def _interrupted(plan: MatchPlan, path: Path, after: int, workers: int = 1) -> MatchResult:
    """Played in two goes: stopped after some units, then resumed."""
    steps = match_steps(plan, workers=workers, checkpoint=Checkpoint(path, describe_match(plan)))
    for _ in range(after):
        next(steps)
    steps.close()
    assert path.exists()
    again = Checkpoint(path, describe_match(plan))
    result = play_match(plan, workers=workers, checkpoint=again, resume=True)
    assert not path.exists()  # what is finished needs none
    return result


def test_one_process_two_processes_and_an_interrupted_run_give_the_same_hands(tmp_path: Path) -> None:
    plan = _plan()
    alone = play_match(plan)
    assert alone.units == 20
    _same(alone, play_match(plan, workers=2))
    _same(alone, _interrupted(plan, tmp_path / "kept.jsonl", 7))


def _killer(units: list[int]) -> list[int]:
    """Does its work, but the first time it comes to a certain item it kills its own process."""
    mark = Path(os.environ["RIVERBOAT_KILLED"])
    for unit in units:
        if unit == 13 and not mark.exists():
            mark.write_text("killed")
            os.kill(os.getpid(), signal.SIGKILL)
    return [unit * unit for unit in units]


def test_work_goes_on_when_a_worker_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_KILLED", str(tmp_path / "mark"))
    done = list(in_order(_killer, range(30), make_executor=local_processes(2)))  # type: ignore[arg-type]
    assert done == [n * n for n in range(30)]
    assert (tmp_path / "mark").exists()


def _hopeless(units: list[int]) -> list[int]:
    os._exit(1)


def test_workers_that_always_die_are_given_up() -> None:
    with pytest.raises(ArenaError, match="died 3 times without finishing anything"):
        list(in_order(_hopeless, range(3), make_executor=local_processes(1)))  # type: ignore[arg-type]


def test_a_half_written_line_is_done_again(tmp_path: Path) -> None:
    plan, path = _plan(), tmp_path / "kept.jsonl"
    steps = match_steps(plan, checkpoint=Checkpoint(path, describe_match(plan)))
    for _ in range(5):
        next(steps)
    steps.close()
    text = path.read_text()
    path.write_text(text[:-100])
    kept = Checkpoint(path, describe_match(plan)).load()
    assert len(kept) == 4
    _same(play_match(plan), play_match(plan, checkpoint=Checkpoint(path, describe_match(plan)), resume=True))


def test_the_checkpoint_of_another_command_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    steps = match_steps(_plan(), checkpoint=Checkpoint(path, describe_match(_plan())))
    next(steps)
    steps.close()
    other = match_plan(["rock", "maniac"], hands=1600, session_hands=20, seed=1)
    with pytest.raises(ArenaError, match=r"kept.jsonl is the checkpoint of another run: its agents is .*loose-passive"):
        play_match(other, checkpoint=Checkpoint(path, describe_match(other)), resume=True)
    assert path.exists()
    path.write_text("something else\n")
    with pytest.raises(ArenaError, match="is not a checkpoint"):
        Checkpoint(path, describe_match(_plan())).load()


def test_an_edited_bot_is_another_one(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def decide(self, seen):\n        return 'fold'\n")
    first = describe_match(match_plan([f"{bot}:Bot", "rock"]))
    assert first == describe_match(match_plan([f"{bot}:Bot", "rock"]))
    bot.write_text("class Bot:\n    remembers = False\n    def decide(self, seen):\n        return 'fold'\n")
    assert first != describe_match(match_plan([f"{bot}:Bot", "rock"]))
    assert describe_match(match_plan(["rock", "rock"])) != describe_match(match_plan(["rock", "rock:bluff=0.1"]))


def test_a_longer_match_begins_with_the_shorter_one() -> None:
    short, long = play_match(_plan(hands=800)), play_match(_plan(hands=1600))
    assert np.array_equal(short.values_sb, long.values_sb[: len(short.values_sb)])


def test_results_are_small_bets_a_hand_of_each_copy() -> None:
    result = play_match(match_plan(["always-raise*2", "rock"], hands=600, session_hands=50, seed=3))
    raisers, rock = result.players
    assert (raisers.copies, raisers.hands, rock.hands, result.hands) == (2, 1200, 600, 600)
    assert 2 * (raisers.income_sb.mean or 0) + (rock.income_sb.mean or 0) == pytest.approx(0)
    assert result.curves_sb[-1] == pytest.approx([600 * (p.income_sb.mean or 0) for p in result.players])
    assert result.difference(0, 1).mean == pytest.approx((raisers.income_sb.mean or 0) - (rock.income_sb.mean or 0))


def test_hands_are_rounded_up_to_whole_deals_or_sessions() -> None:
    assert match_plan(["rock", "maniac", "random"], hands=100).deals == 34
    no_limit = match_plan(["rock", "maniac"], hands=500, game="holdem-nolimit", session_hands=100)
    assert (no_limit.statistics_unit, no_limit.deals, no_limit.units) == ("session", 300, 3)
    assert match_plan(["rock", "maniac"], hands=500, session_hands=100).statistics_unit == "deal"
    fresh = match_plan(["rock", "maniac"], hands=500, game="holdem-nolimit", carry=False)
    assert fresh.statistics_unit == "deal"


def test_what_is_counted_equals_the_statistics_of_the_recorded_hands(tmp_path: Path) -> None:
    plan = match_plan([*FOUR, "maniac"], hands=500, session_hands=50, seed=7)
    with Store(str(tmp_path / "hands.db")) as store:
        recorder = Recorder(store, plan)
        result = play_match(plan, on_hand=recorder)
        recorder.flush()
        assert recorder.stored == result.hands == store.count()
        for player in result.players:
            slow = player_statistics(player.name, store.hands(player=player.name))
            assert slow.hands == player.hands
            assert (slow.vpip, slow.pfr) == (player.vpip, player.pfr)
            assert slow.aggression_factor == player.aggression_factor
            assert slow.went_to_showdown == player.went_to_showdown
            assert slow.won_at_showdown == player.won_at_showdown
            assert slow.income_sb.mean == pytest.approx(player.income_sb.mean)


def test_a_match_stops_early_only_at_its_looks() -> None:
    plan = match_plan(["rock", "always-raise"], hands=8000, session_hands=100, seed=1)
    rule = StoppingRule(looks=4)
    result = play_match(plan, stopping=rule)
    assert result.stopped_early
    assert result.units in rule.moments(plan.units)[:-1]
    assert result.confidence == rule.confidence
    even = play_match(match_plan(["always-call", "always-call"], hands=800, seed=1), stopping=rule)
    assert not even.stopped_early
    assert even.hands == 800
