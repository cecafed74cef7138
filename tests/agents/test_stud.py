"""The stud agent at the arena's tables, and its memory across an interrupted session."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.agents import make_agent
from riverboat.agents.python_agent import PythonAgent
from riverboat.agents.stud.agent import StudPlayer
from riverboat.agents.stud.decision import MindSettings
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


def test_its_noise_and_its_cases_can_be_set() -> None:
    agent = make_agent("stud")
    assert isinstance(agent, PythonAgent)
    assert agent.name == "stud"
    assert agent.games == ("stud",)
    with pytest.raises(AgentError, match='"x" is not a parameter of stud: its parameters are noise, cases'):
        make_agent("stud:x=1")
    with pytest.raises(AgentError, match="cases=all is not possible for stud: it is nearest or good or none"):
        make_agent("stud:cases=all")
    for name, settings in (
        ("stud", MindSettings()),
        ("stud:noise=0.316", MindSettings(noise=0.316)),
        ("stud:cases=none", MindSettings(cases="none")),
        ("stud:noise=0;cases=good", MindSettings(noise=0.0, cases="good")),
    ):
        made = make_agent(name)
        assert isinstance(made, PythonAgent)
        player = made.player(5)
        assert isinstance(player, StudPlayer)
        assert (player.mind.settings, player.mind.seed) == (settings, 5)


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
