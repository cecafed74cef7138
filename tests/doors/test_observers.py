"""The leak observer at the doors for programs, OpenSpiel and learners: what a seat can't see does not come through."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyspiel
import pytest

import riverboat
import riverboat.openspiel
from riverboat.agents.bots.processes import BotProcess
from riverboat.arena import match_plan, play_match
from riverboat.cards.cards import format_card
from riverboat.doors.environments.batch import CardBatch
from riverboat.games import UNKNOWN
from tests.doors.environments.test_batch import chosen, state_of
from tests.doors.environments.test_encoders import encoder_of
from tests.doors.environments.twin import row_of
from tests.doors.test_http import watched

#: A program that checks or calls.
PROGRAM = """import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "decide":
        print("call" if "call" in asked["legal"] else "check", flush=True)
"""


def sent_to_a_program(folder: Path, hands: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let a program play and search every line on its way there; how many decisions there were."""
    program, sent, send = folder / "caller.py", [], BotProcess._send
    program.write_text(PROGRAM)

    def overheard(process: BotProcess, line: str, deadline: float) -> None:
        sent.append(json.loads(line))
        send(process, line, deadline)

    monkeypatch.setattr(BotProcess, "_send", overheard)
    result = play_match(match_plan([f"exec:{sys.executable} {program}", "maniac"], hands=hands, seed=6))
    assert not result.players[0].faults
    watched([line for line in sent if line["type"] == "begin"])
    return watched([line for line in sent if line["type"] == "decide"])


def told_to_openspiel(name: str, hands: int) -> int:
    """Play at random and search the strings of the seat that acts; how many decisions there were."""
    game, rng, decisions = pyspiel.load_game(name), np.random.default_rng(8), 0
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                actor, ours = state.current_player(), state.ours
                told = state.information_state_string() + state.observation_string(actor)
                hidden = [card for seat in range(game.num_players()) if seat != actor for card in ours.down_cards(seat)]
                assert not [card for card in hidden if format_card(card) in told]
                decisions += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.integers(len(legal)))])
    return decisions


def test_nothing_hidden_is_sent_to_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sent_to_a_program(tmp_path, 200, monkeypatch) > 400


@pytest.mark.prove
def test_nothing_hidden_is_sent_to_a_program_in_ten_thousand_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: Callable[[str, object], None]
) -> None:
    decisions = sent_to_a_program(tmp_path, 10_000, monkeypatch)
    note("decisions of a program in 10,000 hands, each searched for hidden cards", decisions)


@pytest.mark.parametrize("name", ["riverboat_holdem_limit", "riverboat_stud_limit"])
def test_nothing_hidden_is_told_to_openspiel(name: str) -> None:
    assert name in riverboat.openspiel.NAMES
    assert told_to_openspiel(name, 30) > 60


@pytest.mark.prove
def test_nothing_hidden_is_told_to_openspiel_in_ten_thousand_hands(note: Callable[[str, object], None]) -> None:
    for name in ("riverboat_holdem_limit", "riverboat_stud_limit"):
        note(f"decisions in 10,000 hands of {name}, each searched for hidden cards", told_to_openspiel(name, 10_000))


def told_to_learners(hands: int) -> int:
    """Play side by side; every row is made of what the seat sees, as the twin does it. The count of decisions."""
    batch, rng = riverboat.env.batch("holdem-limit", hands=100, seed=9), np.random.default_rng(9)
    assert isinstance(batch, CardBatch)
    encoder, over, decisions = encoder_of("holdem-limit", {}), 0, 0
    while over < hands:
        for at in range(batch.lanes):
            seen = state_of(batch, encoder.game, at).observation(int(batch.actors[at]))
            assert set(seen.cards[1 - seen.seat]) == {UNKNOWN}
            assert batch._shown.observations[at].tolist() == row_of(encoder, seen).tolist()
        over += int(batch.step(chosen(rng, batch._shown.masks)).done.sum())
        decisions += batch.lanes
    return decisions


def test_nothing_hidden_is_in_the_rows_of_learners() -> None:
    assert told_to_learners(100) > 300


@pytest.mark.prove
def test_nothing_hidden_is_in_the_rows_of_learners_in_ten_thousand_hands(note: Callable[[str, object], None]) -> None:
    note("rows of learners in 10,000 hands, each equal to what the seat sees", told_to_learners(10_000))
