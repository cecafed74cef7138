"""Bots as programs: the file, the messages, and the examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from riverboat.agents import make_agent
from riverboat.agents.bots.messages import decide_message, end_message, read_answer, session_message
from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.bots.programs import ProgramAgent
from riverboat.arena import match_plan, play_match
from riverboat.errors import AgentError, BotError
from riverboat.games import Action, CardGame, CardObservation, make_game

EXAMPLES = Path(__file__).parents[2] / "examples"


def _file(folder: Path, text: str) -> Path:
    path = folder / "bot.py"
    path.write_text(text, "utf-8")
    return path


def test_a_bot_file_with_a_syntax_error_shows_its_own_line(tmp_path: Path) -> None:
    path = _file(tmp_path, "class Bot:\n    def decide(self, seen)\n        pass\n")
    with pytest.raises(AgentError, match=r"bot.py, line 2: .*: def decide\(self, seen\)"):
        make_agent(f"{path}:Bot")


def test_a_bot_file_that_fails_when_loaded_shows_its_own_line(tmp_path: Path) -> None:
    path = _file(tmp_path, "class Bot:\n    pass\n\nnumber = 1 / 0\n")
    with pytest.raises(AgentError, match=r"bot.py, line 4: ZeroDivisionError: division by zero"):
        play_match(match_plan([f"{path}:Bot", "rock"], hands=2))


def test_a_class_that_is_not_there(tmp_path: Path) -> None:
    path = _file(tmp_path, "class MyBot:\n    pass\n")
    with pytest.raises(
        AgentError, match=r'"MyBott" is not in bot.py \(did you mean "MyBot"\?\): its classes are MyBot'
    ):
        make_agent(f"{path}:MyBott")


def test_a_file_that_is_not_there_and_a_program_that_is_not() -> None:
    with pytest.raises(AgentError, match=r'the bot file "nowhere.py" cannot be read: No such file'):
        make_agent("nowhere.py:Bot")
    with pytest.raises(AgentError, match='there is no program "no-such-program" to be run'):
        make_agent("exec:no-such-program --fast")
    with pytest.raises(AgentError, match="cannot be read: No closing quotation"):
        make_agent('exec:sh "half')


def test_options_reach_the_class(tmp_path: Path) -> None:
    text = """
class Bot:
    def __init__(self, kind="fold", number=0):
        self.kind = kind
        assert isinstance(number, int)
    def decide(self, seen):
        return "check" if "check" in seen.legal_actions.kinds else self.kind
"""
    path = _file(tmp_path, text)
    folds = play_match(match_plan([f"{path}:Bot", "always-raise"], hands=8, session_hands=4, seed=1)).players[0]
    calls = play_match(match_plan([f"{path}:Bot:kind=call;number=3", "always-raise"], hands=8, session_hands=4, seed=1))
    assert (folds.vpip.mean, calls.players[0].vpip.mean) == (0.0, 1.0)
    assert folds.faults == calls.players[0].faults == 0


def test_the_ten_line_example_plays(tmp_path: Path) -> None:
    bot = EXAMPLES / "mybot.py"
    assert isinstance(make_agent(f"{bot}:MyBot"), ProgramAgent)
    plan = match_plan([f"{bot}:MyBot", "tight-aggressive"], hands=40, session_hands=20, seed=1)
    assert plan.statistics_unit == "deal"  # it says that it does not remember
    result = play_match(plan)
    assert result.players[0].faults == 0
    assert 0.1 < (result.players[0].vpip.mean or 0) < 0.4


def test_the_example_in_another_language_plays_as_always_call() -> None:
    other = play_match(match_plan([f"exec:sh {EXAMPLES / 'linebot.sh'}", "maniac"], hands=80, session_hands=20, seed=4))
    ours = play_match(match_plan(["always-call", "maniac"], hands=80, session_hands=20, seed=4))
    assert other.players[0].faults == 0
    assert other.digest == ours.digest


def test_what_a_program_is_told() -> None:
    state = make_game("holdem-limit", seats=3).start(deck="AsKd2c3c4c5c", seed=1)
    state.apply(Action("raise", 20))
    seen = state.observation(0)
    told = json.loads(decide_message(seen))
    assert told["type"] == "decide"
    assert told["legal"] == ["fold", "call", "raise"]
    assert (told["to_call"], told["min_to"], told["max_to"], told["pot"]) == (15, 30, 30, 35)
    assert told["cards"] == "As3c"
    assert told["shown"] == ["As3c", "????", "????"]  # others' cards are not in it
    assert told["history"] == [[2, 0, "raise 20"]]
    state.apply(Action("fold"))
    state.apply(Action("fold"))
    assert json.loads(end_message(state.observation(0)))["returns"] == [-5, -10, 15]


def test_the_lines_in_the_docs_are_what_a_program_is_told() -> None:
    game = make_game("holdem-limit", seats=3)
    assert isinstance(game, CardGame)
    state = game.start(deck="AsKd2c3c4c5c", seed=1)
    state.apply(Action("raise", 20))

    def seen() -> CardObservation:
        found = state.observation(0)
        found.hand, found.names = 1, ("exec:mybot", "rock", "maniac")
        return found

    told = [json.loads(session_message(4012288, game, 3)), json.loads(decide_message(seen()))]
    state.apply(Action("fold"))
    state.apply(Action("fold"))
    told.append(json.loads(end_message(seen())))
    page = (EXAMPLES.parent / "docs" / "agents" / "bots.md").read_text("utf-8")
    shown = [json.loads(line) for line in page.splitlines() if line.startswith('{"type"')]
    assert len(shown) == len(told)
    for ours, line in zip(shown, told, strict=True):
        ours_rules, rules = ours.pop("rules"), line.pop("rules")
        assert ours == line
        assert {**rules, **ours_rules} == rules  # some of them


def test_what_a_program_may_answer() -> None:
    legal = make_game("holdem-limit").start(seed=1).legal_actions()
    assert read_answer("call", legal) == Action("call")
    assert read_answer("RAISE", legal) == Action("raise", 20)  # alone: the smallest
    assert read_answer("raise to 40", legal) == Action("raise", 40)
    with pytest.raises(BotError, match='"perhaps" is not an action'):
        read_answer("perhaps", legal)


def test_a_bot_is_told_of_sessions_and_ends_and_gets_a_seed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = """
class Bot:
    def begin(self, seed):
        print("begin", seed)
        self.hands = 0
    def hand_over(self, seen):
        assert seen.is_over
        self.hands += 1
        print("hand", self.hands, sum(seen.returns()))
    def decide(self, seen):
        return seen.legal_actions[0]
"""
    bot = f"{_file(tmp_path, text)}:Bot"
    play_match(match_plan([bot, "rock"], hands=6, session_hands=3, seed=1, bot_limits=BotLimits(log=str(log))))
    lines = [line.removeprefix(f"{bot}: ") for line in log.read_text().split("\n")]
    begins = [line for line in lines if line.startswith("begin")]
    assert len(begins) == len(set(begins)) == 2  # a fresh player for each rotation
    assert [line for line in lines if line.startswith("hand")] == ["hand 1 0", "hand 2 0", "hand 3 0"] * 2
