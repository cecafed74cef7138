"""Who listens is told when a hand is dealt, before anybody acts: classes, programs, tournaments, tables, Bluff."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from riverboat.arena import match_plan, play_match
from riverboat.arena.tournaments.elimination import elimination_plan, play_elimination

HEARD: list[tuple[str, int, int, tuple[Any, ...]]] = []


class Listener:
    def decide(self, seen: Any) -> Any:
        HEARD.append(("decide", seen.hand, seen.seat, tuple(seen.history)))
        legal = seen.legal_actions
        return next((each for each in legal if each.kind in ("check", "call")), legal[0])

    def hand_begins(self, seen: Any) -> None:
        HEARD.append(("begin", seen.hand, seen.seat, tuple(seen.history)))

    def hand_over(self, seen: Any) -> None:
        HEARD.append(("end", seen.hand, seen.seat, tuple(seen.history)))


def check_order(heard: list[tuple[str, int, int, tuple[Any, ...]]]) -> int:
    """Every hand is a beginning, decisions and an end, and nobody had acted at its beginning."""
    hands, within = 0, None
    for kind, hand, seat, history in heard:
        if kind == "begin":
            assert within is None
            assert history == ()
            within = hand, seat
        else:
            assert within == (hand, seat)
        if kind == "end":
            hands, within = hands + 1, None
    assert within is None
    return hands


@pytest.mark.parametrize(
    ("game", "other"),
    [("holdem-limit", "maniac"), ("stud-limit", "always-call"), ("bluff", "bluff-odds"), ("kuhn", "random")],
)
def test_a_class_is_told(game: str, other: str) -> None:
    HEARD.clear()
    result = play_match(match_plan([Listener, other], game=game, hands=40, session_hands=10, seed=2))
    assert not result.players[0].faults
    assert check_order(HEARD) == result.hands


def test_listening_changes_nothing() -> None:
    class Deaf:
        decide, hand_over = Listener.decide, Listener.hand_over

    assert not hasattr(Deaf, "hand_begins")
    plans = [match_plan([bot, "loki-a"], hands=60, seed=2) for bot in (Listener, Deaf)]
    heard, deaf = map(play_match, plans)
    assert heard.digest == deaf.digest


def test_who_plays_a_tournament_is_told() -> None:
    HEARD.clear()
    play_elimination(elimination_plan([Listener, "maniac*5"], seats=3, seed=1, stack=1000))
    assert check_order(HEARD) > 3


def test_a_fault_in_it_is_counted() -> None:
    class Breaks(Listener):
        def hand_begins(self, seen: Any) -> None:
            if seen.hand == 3:
                raise ValueError("no")

    result = play_match(match_plan([Breaks, "rock"], hands=20, session_hands=10, seed=2))
    assert result.players[0].faults == 2
    assert "ValueError: no" in result.players[0].first_faults[0]


PROGRAM = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    print(told["type"], told.get("hand"), len(told.get("history", [])), file=sys.stderr, flush=True)
    if told["type"] == "decide":
        print("check" if "check" in told["legal"] else "call", flush=True)
"""


def test_programs_are_told(tmp_path: Path) -> None:
    from riverboat.agents.bots.processes import BotLimits

    place, log = tmp_path / "bot.py", tmp_path / "log"
    place.write_text(PROGRAM)
    limits = BotLimits(decision_s=60, log=str(log))
    result = play_match(
        match_plan([f"exec:{sys.executable} {place}", "rock"], hands=6, session_hands=3, seed=2, bot_limits=limits)
    )
    assert not result.players[0].faults
    said = [line.rpartition(": ")[2].split() for line in log.read_text().splitlines()]
    kinds = [word[0] for word in said]
    assert kinds.count("begin") == kinds.count("end") == result.hands
    assert all(word[2] == "0" for word in said if word[0] == "begin")
    assert kinds.index("session") < kinds.index("begin") < kinds.index("decide")


CLASS = """
class Told:
    def __init__(self):
        self.begun = 0
    def hand_begins(self, seen):
        assert not seen.history
        self.begun = seen.hand
    def decide(self, seen):
        assert self.begun == seen.hand
        return "check" if "check" in seen.legal_actions.kinds else "call"
"""


def test_a_class_in_a_process_of_its_own_is_told(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text(CLASS)
    result = play_match(match_plan([f"{tmp_path}/told.py:Told", "rock"], hands=8, session_hands=4, seed=2))
    assert not result.players[0].faults, result.players[0].first_stack
