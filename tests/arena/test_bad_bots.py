"""Fault rules: bots that raise, answer nonsense, hang, flood, eat memory, die, close their output or fork."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.bots.programs import ProgramAgent
from riverboat.arena import MatchResult, match_plan, play_match
from riverboat.arena.matches.plan import AgentLike
from riverboat.games import Action, CardObservation
from tests.agents import bad_bots
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.filterwarnings("ignore::riverboat.errors.BotForfeit")
HERE = Path(__file__).parents[1] / "agents"
KINDS = {
    "raises": "ended with exit code 1: RuntimeError: I raise what I like",
    "nonsense": '"banana" is not an action',
    "sleeps": "gave no answer within",
    "floods": "wrote more than one line",
    "eats memory": "ended with exit code 1: MemoryError",
    "dies": "was killed by signal 9",
    "closes stdout": "closed its standard output",
    "forks": "ended with exit code 0",
}
#: Whose time must run out has little of it, but enough to answer on a busy machine where it does answer.
HASTY, PATIENT = (2.5, 3.0), (PATIENCE_S, PATIENCE_S)  # for a decision, and for the start
FAULT_LIMIT = 2


def program(kind: str) -> ProgramAgent:
    command = (sys.executable, "-S", str(HERE / "bad_bot.py"), kind)
    decision_s, start_s = HASTY if KINDS[kind].startswith("gave no answer") else PATIENT
    return ProgramAgent(
        name=kind, command=command, limits=BotLimits(decision_s=decision_s, start_s=start_s, memory_mb=256)
    )


class RaisesHere:
    """What all of them come to, in this process: calls before the flop, a fault at every later decision."""

    def decide(self, seen: CardObservation) -> Action:
        if seen.street > 0:
            raise RuntimeError("after the flop")
        return next(action for action in seen.legal_actions if action.kind in ("check", "call"))


def played(bot: AgentLike, seed: int) -> tuple[MatchResult, list[int]]:
    """A match with two others, and what each player won by the hands themselves."""
    plan = match_plan(
        [bot, "tight-aggressive", "loose-passive"],
        hands=24,
        session_hands=4,
        seed=seed,
        fault_limit=FAULT_LIMIT,
    )
    sums = [0, 0, 0]

    def look(hand: object) -> None:
        for seat, player in enumerate(hand.players):  # type: ignore[attr-defined]
            sums[player] += hand.state.returns()[seat]  # type: ignore[attr-defined]

    return play_match(plan, on_hand=look), sums


def check(kind: str, seed: int) -> None:
    """The match ends, says what happened, and is hand for hand the one in which the bot's place is taken by a twin."""
    result, sums = played(program(kind), seed)
    expected, expected_sums = played(RaisesHere, seed)
    bad, *others = result.players
    assert result.hands == 24
    assert bad.forfeited
    assert bad.faults == FAULT_LIMIT
    assert KINDS[kind] in bad.first_faults[0]
    assert [player.faults for player in others] == [0, 0]
    assert result.digest == expected.digest
    assert sums == expected_sums
    assert sum(sums) == 0
    assert [round(10 * 24 * (player.income_sb.mean or 0)) for player in result.players] == sums


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_bot_harms_nobody_else(kind: str, left_behind: Callable[[], list[int]]) -> None:
    for seed in range(3 if kind not in ("sleeps", "forks") else 1):
        check(kind, seed)
    assert left_behind() == []


@pytest.mark.prove
def test_a_hundred_matches_with_each_kind_of_bad_bot(
    left_behind: Callable[[], list[int]], note: Callable[[str, object], None]
) -> None:
    for kind in KINDS:
        with ThreadPoolExecutor(4) as pool:
            done = list(pool.map(partial(check, kind), range(100)))
        note(f"{kind}: matches that ended, others' results right", len(done))
        left = left_behind()
        note(f"{kind}: processes left behind", len(left))
        assert left == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("PlaysBeforeTheFlop", "bad_bots.py, line 19: RuntimeError: I raise what I like"),
        ("Nonsense", "42 is not an action: return Action(kind, amount)"),
        ("Illegal", "raise 7 is not allowed here: "),
        ("Sleeps", "gave no answer within"),
        ("Floods", "wrote a line of more than 4096 bytes"),
        ("EatsMemory", "MemoryError"),
        ("Dies", "ended with exit code 3"),
        ("ClosesEverything", "closed its standard output"),
        ("Forks", "RuntimeError: forked"),
        ("CannotBeMade", "could not be made: bad_bots.py, line 69: RuntimeError: not today"),
    ],
)
def test_bad_classes_in_a_file(name: str, reason: str, left_behind: Callable[[], list[int]]) -> None:
    bot = f"{HERE / 'bad_bots.py'}:{name}"
    plan = match_plan(
        [bot, "tight-aggressive", "loose-passive"],
        hands=24,
        session_hands=8,
        seed=1,
        fault_limit=1,
        bot_limits=BotLimits(
            decision_s=HASTY[0] if name == "Sleeps" else PATIENCE_S, start_s=PATIENCE_S, memory_mb=2048
        ),
    )
    result = play_match(plan)
    bad = result.players[0]
    assert (bad.faults, bad.forfeited) == (1, True)
    assert reason in bad.first_faults[0]
    assert left_behind() == []


def test_a_fault_means_check_or_fold_and_a_few_are_forgiven() -> None:
    class Sometimes:
        def __init__(self) -> None:
            self.asked = 0

        def decide(self, seen: CardObservation) -> Action:
            self.asked += 1
            if self.asked == 3:
                raise ValueError
            return next(action for action in seen.legal_actions if action.kind in ("check", "call"))

    result = play_match(match_plan([Sometimes, "always-raise"], hands=40, session_hands=10, seed=1))
    first = result.players[0]
    assert (first.faults, first.forfeited) == (4, False)  # one in each rotation of each session
    assert first.first_faults[0].endswith("ValueError")
    assert first.hands == 40


def test_who_forfeits_in_one_session_plays_in_no_later_one() -> None:
    asked: list[int] = []

    class Fails(bad_bots.PlaysBeforeTheFlop):
        def decide(self, seen: CardObservation) -> Action:
            asked.append(seen.street)
            raise RuntimeError

    result = play_match(match_plan([Fails, "random"], hands=400, session_hands=10, seed=1))
    assert len(asked) == 5
    assert result.players[0].forfeited
    assert result.hands == 400


def test_a_slow_start_is_not_a_slow_decision(tmp_path: Path) -> None:
    script = tmp_path / "slow.sh"
    script.write_text("sleep 3\n" + (HERE.parents[1] / "examples" / "linebot.sh").read_text())
    agent = ProgramAgent(name="slow", command=("sh", str(script)), limits=BotLimits(decision_s=2.5, start_s=PATIENCE_S))
    result = play_match(match_plan([agent, "always-raise"], hands=8, session_hands=4, seed=1))
    assert result.players[0].faults == 0
