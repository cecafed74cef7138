"""Matches of Bluff: every roll from every seat, the same rounds wherever they are played, faults, stored rounds."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents.bots.messages import decide_message, end_message, read_round, view_message
from riverboat.arena import match_plan, match_steps, play_match
from riverboat.arena.matches.match import describe_match, play_units
from riverboat.arena.matches.plan import AgentLike
from riverboat.arena.matches.recording import Recorder
from riverboat.arena.matches.table import FinishedHand
from riverboat.errors import AgentError, ArenaError
from riverboat.games import Action, BluffGame, BluffObservation, BluffRules
from riverboat.records import Store, format_round
from riverboat.records.formats.rounds import scan_bluff
from riverboat.steps import Checkpoint

EXAMPLES = Path(__file__).parents[3] / "examples"
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
        assert len({hand.state.held for hand in played}) == 1
        assert {(hand.state.button + 1) % 3 for hand in played} == {0}
        for seat in range(3):
            assert {hand.players[seat] for hand in played} == {0, 1, 2}
    assert len({hand.state.held for played in seen.values() for hand in played}) > 20
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


@pytest.mark.filterwarnings("ignore::riverboat.errors.BotForfeit")
def test_who_answers_nonsense_calls_or_bids_lowest_and_forfeits() -> None:
    result = play_match(
        match_plan([Broken, "bluff-odds"], game="bluff", hands=40, session_hands=20, seed=2, fault_limit=3)
    )
    broken = result.players[0]
    assert broken.forfeited
    assert broken.faults == 3
    assert "fold is not allowed here" in broken.first_faults[0]
    assert result.hands == 40


def test_bots_of_ones_own_play_as_files_and_as_programs(tmp_path: Path) -> None:
    files = match_plan([f"{EXAMPLES / 'bluffbot.py'}:BluffBot", "bluff-odds"], game="bluff", hands=60, seed=2)
    result = play_match(files)
    assert (result.hands, result.players[0].faults) == (60, 0)
    program = tmp_path / "low.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'decide':\n"
        "        assert message['shown'][1 - message['seat']] is None\n"
        "        print(message['legal'][0], flush=True)\n"
    )
    command = f"exec:{sys.executable} {program}"
    settings = {"game": "bluff", "options": {"dice": (2, 1)}, "hands": 40, "session_hands": 10, "seed": 2}
    by_program = play_match(match_plan([command, "bluff-odds"], **settings))  # type: ignore[arg-type]
    by_class = play_match(match_plan([Lowest, "bluff-odds"], **settings))  # type: ignore[arg-type]
    assert by_program.players[0].faults == 0
    assert by_program.digest == by_class.digest  # told the same, they play the same


def test_what_a_bot_in_a_file_is_told_is_what_its_seat_sees() -> None:
    state = BluffGame(BluffRules(dice=(2, 1), check=True)).start(rolls=[(3, 6), (5,)]).apply("bid 1-3")
    for text in ("bid 2-5", "bluff"):
        for seat in range(2):
            seen = state.observation(seat)
            message = json.loads(view_message("decide", seen))
            assert read_round(message["round"]) == seen
            assert ("[5]" in json.dumps(message).replace(" ", "")) == (seat == 1)
        state.apply(text)
    over = state.observation(0)
    assert read_round(json.loads(view_message("end", over))["round"]) == over
    assert json.loads(end_message(over))["returns"] == [-1, 1]


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
    with pytest.raises(AgentError, match="solve bluff --dice 2,2 --faces 5"):
        match_plan(PAIR, game="bluff", options={"dice": (2, 2), "faces": 5})
    with pytest.raises(ArenaError, match="card games and of bluff"):
        match_plan(["rock", "maniac"], game="rps")


def test_whole_matches_of_perudo_are_played_to_the_end_and_repeat() -> None:
    settings = {"game": "bluff", "options": {"rules": "perudo", "dice": 2}, "hands": 9, "session_hands": 2, "seed": 5}
    plan = match_plan(["bluff-odds", "random*2"], **settings)  # type: ignore[arg-type]
    assert plan.whole
    result = play_match(plan)
    assert result.hands == 9
    assert result.to_json()["unit"].startswith("points a match")
    # Everybody stakes a point and the winner has all: nobody wins more, and the sum is nothing.
    assert set(np.unique(np.concatenate([play_units(plan, [0])[0].nets]))) <= {-3, 0, 3, 6}
    weighted = sum((each.income_sb.mean or 0) * each.copies for each in result.players)
    assert weighted == pytest.approx(0)
    assert play_match(plan).digest == result.digest
    rounds = play_match(replace(plan, whole=False))
    assert rounds.digest != result.digest
    assert rounds.to_json()["unit"].startswith("rounds won")


def test_the_rounds_of_whole_matches_are_stored_and_follow_each_other(tmp_path: Path) -> None:
    options = {"rules": "perudo", "dice": 2, "spot_on": "anybody", "palifico_from": 2}
    plan = match_plan(["bluff-odds", "random*2"], game="bluff", options=options, hands=6, session_hands=2, seed=8)
    with Store(":memory:") as store:
        recorder = Recorder(store, plan)
        play_match(plan, on_hand=recorder)
        recorder.flush()
        records = [hand.record for hand in store.hands()]
    assert len(records) == recorder.stored > 6
    assert any(record.dice_rules.special for record in records)
    text = "\n".join(format_round(record) for record in records)
    assert not [each for each in scan_bluff(text, "whole.jsonl") if isinstance(each, Exception)]


def test_only_games_with_matches_are_played_to_the_end() -> None:
    with pytest.raises(ArenaError, match="holdem-limit has no matches to the end"):
        match_plan(["rock", "maniac"], whole=True)


def test_random_plays_dice() -> None:
    result = play_match(match_plan(["random", "bluff-odds"], game="bluff", options={"dice": 2}, hands=200, seed=1))
    assert result.players[0].faults == 0
    assert result.players[0].income_sb.high is not None
    assert result.players[0].income_sb.high < 0


def test_what_a_bot_is_told_of_perudo_is_what_its_seat_sees() -> None:
    rules = BluffRules(dice=(2, 1, 2), wild=1, order="aces", spot_on="anybody", palifico="fixed", full=(5, 5, 5))
    state = BluffGame(rules).start(seed=4).apply("bid 1-3")
    for text in ("pass", "bid 2-3", "spot-on"):
        for seat in range(3):
            seen = state.observation(seat)
            assert read_round(json.loads(view_message("decide", seen))["round"]) == seen
        told = json.loads(decide_message(state.observation(state.actor or 0)))
        assert (told["spot_on"], told["full"]) == ("anybody", [5, 5, 5])
        state.apply(text)


def test_odds_win_most_matches_of_perudo_from_random() -> None:
    settings = {"game": "bluff", "options": {"rules": "perudo", "dice": 3}, "hands": 40, "session_hands": 10, "seed": 1}
    result = play_match(match_plan(["bluff-odds", "random"], **settings))  # type: ignore[arg-type]
    assert result.players[0].income_sb.mean is not None
    assert result.players[0].income_sb.mean > 0.6
    # Two who play alike win nothing from each other: the comparison could fail.
    same = play_match(match_plan(["bluff-odds", "bluff-odds"], **settings))  # type: ignore[arg-type]
    assert same.players[0].income_sb.low is not None
    assert same.players[0].income_sb.low < 0
