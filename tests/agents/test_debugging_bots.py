"""Bots can be debugged: what they print is heard, errors come with their stack, what can't play is refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

from riverboat.agents import make_agent
from riverboat.agents.bots.bot_log import MOST_SHOWN, BotLog
from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.bots.programs import ProgramAgent
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena import MatchResult, match_plan, play_match
from riverboat.errors import AgentError, BotForfeit
from riverboat.games import HoldemRules, make_game

CALLS = '"check" if "check" in seen.legal_actions.kinds else "call"'


def written(folder: Path, text: str) -> str:
    (folder / "bot.py").write_text(text, "utf-8")
    return f"{folder / 'bot.py'}:Bot"


class Calls:
    """Answers in text, says that it does not remember, and keeps what it was told."""

    remembers: ClassVar[bool] = False

    def __init__(self, told: list[Any] | None = None) -> None:
        self.told = [] if told is None else told

    def decide(self, seen: Any) -> str:
        self.told.append((seen.hand, seen.names, seen.rules))
        return "check" if "check" in seen.legal_actions.kinds else "call"


class Inherits(Calls):
    pass


def play(bot: Any, *, hands: int = 8, **settings: Any) -> MatchResult:
    return play_match(match_plan([bot, "always-call"], hands=hands, session_hands=2, seed=1, **settings))


def test_what_a_bot_prints_reaches_standard_error_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""
import sys
class Bot:
    def decide(self, seen):
        print('hello')
        print('there', file=sys.stderr)
        return {CALLS}
"""
    bot = written(tmp_path, text)
    play(bot, hands=2)
    said = capsys.readouterr().err
    assert said.count(f"{bot}: hello\n") == said.count(f"{bot}: there\n") > 0


def test_what_a_program_prints_reaches_standard_error_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.sh").write_text(
        'while read -r line; do case "$line" in *\'"decide"\'*) echo "turn" >&2; printf \'\\033[31mred\' >&2;'
        ' case "$line" in *\'["check"\'*) echo check;; *) echo call;; esac;; esac; done\n'
    )
    bot = f"exec:sh {tmp_path / 'bot.sh'}"
    assert play(bot, hands=2).players[0].faults == 0
    said = capsys.readouterr().err
    assert f"{bot}: turn\n" in said
    assert "\033" not in said  # nothing that steers a terminal


def test_a_log_takes_what_bots_print_and_the_stacks_of_their_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""class Bot:
    def decide(self, seen):
        print('hello')
        if seen.street: return 1 / 0
        return {CALLS}
"""
    bot = written(tmp_path, text)
    log = tmp_path / "log"
    with pytest.warns(BotForfeit, match="forfeited after 5 faults"):
        result = play(bot, bot_limits=BotLimits(log=str(log)))
    lines = log.read_text().splitlines()
    assert f"{bot}: hello" in lines
    assert f"{bot}: ZeroDivisionError: division by zero" in lines
    assert capsys.readouterr().err == ""
    assert "line 4, in decide" in result.players[0].first_stack
    assert result.players[0].first_stack.endswith("ZeroDivisionError: division by zero")


def test_a_bot_that_never_stops_talking_is_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    log = BotLog("bot")
    for _ in range(1000):
        log.hear(b"x" * 999 + b"\n")
    log.close()
    said = capsys.readouterr().err
    assert len(said) < 2 * MOST_SHOWN
    assert said.endswith("it printed more than is passed on (--bot-log FILE takes more)\n")


def test_what_a_program_wrote_out_of_turn_is_shown(tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text("while read -r line; do echo hello there; done\n")
    with pytest.warns(BotForfeit):
        first = play(f"exec:sh {tmp_path / 'bot.sh'}").players[0]
    assert '"hello there"' in first.first_faults[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("class Bot:\n  pass\n", "Bot has no method decide: a bot has `def decide"),
        ("class Bot:\n  decide = 5\n", "Bot has no method decide"),
        ("class Bot:\n  def decide(self):\n    pass\n", "cannot be called with what it sees"),
        ("class Bot:\n  def decide(self, seen, more):\n    pass\n", "cannot be called with what it sees"),
        (
            "class Bot:\n  def __init__(self, depth):\n    pass\n  def decide(self, s):\n    pass\n",
            "cannot be made with",
        ),
        ("import nothing_of_the_kind\nclass Bot:\n  def decide(self, s):\n    pass\n", "line 1: ModuleNotFoundError"),
        ("raise SystemExit(5)\nclass Bot:\n  pass\n", "cannot be loaded: it ended with exit code 5"),
    ],
)
def test_a_class_that_cannot_play_is_refused_before_the_match(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=reason):
        make_agent(written(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    [
        "class Bot:\n  remembers = False\n",
        "class Bot:\n  remembers: bool = False\n",
        "class First:\n  remembers = False\nclass Bot(First):\n",
        "class Bot:\n  remembers = 1 > 2\n",
    ],
)
def test_a_class_that_says_that_it_remembers_nothing_is_believed(text: str, tmp_path: Path) -> None:
    agent = make_agent(written(tmp_path, text + "  def decide(self, seen):\n    return 'fold'\n"))
    assert isinstance(agent, ProgramAgent)
    assert not agent.remembers


def test_a_class_in_python_an_object_of_it_and_a_file_play_alike(tmp_path: Path) -> None:
    bot = written(tmp_path, f"class Bot:\n  remembers = False\n  def decide(self, seen):\n    return {CALLS}\n")
    results = [play(each) for each in (bot, Calls, Inherits, Calls(), "always-call")]
    assert len({result.digest for result in results}) == 1
    assert {result.plan.statistics_unit for result in results} == {"deal"}
    assert [result.players[0].faults for result in results] == [0] * 5


def test_an_object_is_copied_for_every_session_and_what_it_learnt_can_be_had_back() -> None:
    given = Calls(["knew this"])
    result = play(given)
    assert given.told == ["knew this"]
    learnt, caller = result.agents
    assert isinstance(learnt, Calls)
    assert learnt.told[0] == "knew this"
    assert [hand for hand, _, _ in learnt.told[1:]] == sorted([hand for hand, _, _ in learnt.told[1:]])
    assert caller.name == "always-call"


def test_bots_are_told_the_rules_the_number_of_the_hand_and_who_plays() -> None:
    learnt = play(Calls, options={"blinds": (1, 2), "bets": (2, 4)}).agents[0]
    hands, names, rules = zip(*learnt.told, strict=True)
    assert set(hands) == {1, 2}
    assert {tuple(sorted(each)) for each in names} == {("Calls", "always-call")}
    assert set(rules) == {HoldemRules(blinds=(1, 2), bets=(2, 4))}


@pytest.mark.parametrize("game", ["holdem-nolimit", "stud-limit", "stud", "kuhn", "leduc", "bluff"])
def test_a_bot_in_a_file_is_told_the_rules_of_every_game(game: str, tmp_path: Path) -> None:
    text = """
class Bot:
    def decide(self, seen):
        print('told', seen.rules, seen.hand, seen.names)
        return seen.legal_actions[0]
"""
    log = tmp_path / "log"
    bot = written(tmp_path, text)
    other = "bluff-odds" if game == "bluff" else "stud" if game == "stud" else "random"
    plan = match_plan([bot, other], game=game, hands=2, session_hands=1, seed=1, bot_limits=BotLimits(log=str(log)))
    assert play_match(plan).players[0].faults == 0
    made: Any = make_game(game)
    assert f"told {made.rules} 1 (" in log.read_text()


@pytest.mark.parametrize("thing", [42, None, lambda: Calls(), object(), Calls.decide])
def test_what_is_no_agent_is_refused(thing: Any) -> None:
    with pytest.raises(AgentError, match="is no agent: give a name, a class with"):
        match_plan([thing, "rock"])


def test_a_class_in_python_without_decide_is_refused() -> None:
    class Nothing:
        pass

    class NeedsMore:
        def __init__(self, depth: int) -> None:
            self.depth = depth

        def decide(self, seen: Any) -> str:
            return "fold"

    with pytest.raises(AgentError, match="Nothing has no method decide"):
        match_plan([Nothing, "rock"])  # type: ignore[list-item]
    with pytest.raises(AgentError, match=r"NeedsMore\(depth.* cannot be made with no options"):
        match_plan([NeedsMore, "rock"])
    assert isinstance(match_plan([NeedsMore(3), "rock"]).agents[0], PythonAgent)


def test_an_agent_in_python_that_fails_is_warned_of_with_its_stack() -> None:
    class Fails:
        def decide(self, seen: Any) -> str:
            raise KeyError("lost")

    with pytest.warns(BotForfeit, match=r"Fails forfeited after 5 faults(.|\n)*in decide(.|\n)*KeyError: 'lost'"):
        result = play(Fails)
    assert result.players[0].forfeited


def test_a_slow_import_and_a_slow_beginning_are_not_slow_decisions(tmp_path: Path) -> None:
    text = f"""
import time
time.sleep(0.6)
class Bot:
    def begin(self, seed):
        time.sleep(0.6)
    def decide(self, seen):
        return {CALLS}
"""
    result = play(written(tmp_path, text), hands=2, bot_limits=BotLimits(decision_s=0.5))
    assert result.players[0].faults == 0


def test_a_program_that_imports_the_library_has_time_to_do_so(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import json, sys\nimport riverboat.games\n"
        "for line in sys.stdin:\n  told = json.loads(line)\n  if told['type'] == 'decide':\n"
        "    print('check' if 'check' in told['legal'] else 'call', flush=True)\n"
    )
    bot = f"exec:{sys.executable} {tmp_path / 'bot.py'}"
    assert play(bot, hands=2, bot_limits=BotLimits(decision_s=1.0)).players[0].faults == 0
