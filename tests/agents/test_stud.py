"""The stud agent at the arena's tables, and its memory across an interrupted session."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.agents import make_agent
from riverboat.agents.python_agent import PythonAgent
from riverboat.agents.stud.agent import StudPlayer
from riverboat.arena import match_plan, play_match
from riverboat.errors import AgentError
from riverboat.games import make_game
from riverboat.records.store.hand_store import Store
from riverboat.tables import Session, table_plan
from tests.tables.playing import chooser, play_hand


def test_it_plays_matches_by_name_and_repeats() -> None:
    results = [
        play_match(match_plan(["stud", "random"], game="stud", hands=8, session_hands=4, seed=3)) for _ in range(2)
    ]
    assert results[0].players == results[1].players
    assert results[0].hands == 8


def test_it_takes_no_parameters() -> None:
    agent = make_agent("stud")
    assert isinstance(agent, PythonAgent)
    assert agent.name == "stud"
    assert agent.games == ("stud",)
    with pytest.raises(AgentError, match='"x" is not a parameter of stud: it has no parameters'):
        make_agent("stud:x=1")


def test_its_memory_is_kept_with_the_session(tmp_path: Path) -> None:
    plan = table_plan("stud", seed=7, person="Ann")
    with Store(str(tmp_path / "whole.db")) as whole, Store(str(tmp_path / "cut.db")) as cut:
        choose, again = chooser(1), chooser(1)
        session = Session(plan, whole)
        expected = [play_hand(session, choose).returns for _ in range(6)]
        first = Session(plan, cut)
        found = [play_hand(first, again).returns for _ in range(3)]
        first.close()
        second = Session(plan, cut)
        found += [play_hand(second, again).returns for _ in range(3)]
    assert found == expected


def test_what_it_has_learnt_is_read_back() -> None:
    player, again = StudPlayer(seed=1), StudPlayer(seed=1)
    state = make_game("stud").start(seed=1, button=1)
    while state.actor is not None:
        state.apply(player.decide(state.observation(state.actor)))
    player.hand_over(state.observation(0))
    again.load_state(player.save_state())
    assert again.save_state() == player.save_state()
    assert len(again.mind.cases) == len(player.mind.cases) > 0
