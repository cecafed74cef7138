"""Programs of the competition's protocol in our matches, and the commands."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.agents.bots.processes import BotLimits
from riverboat.arena import match_plan, play_match
from riverboat.arena.league.league import league_steps
from riverboat.arena.league.plan import LeaguePlan
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.work.executors import local_processes
from riverboat.cli import app
from riverboat.doors.acpc import bot as bot_door
from riverboat.doors.acpc.lines import LineSocket, connect, listen_on, port_of
from riverboat.errors import BotForfeit, RiverboatError
from riverboat.records.formats.acpc import read_acpc
from riverboat.steps import run_to_end
from tests.doors.acpc.clients import Client, Raw, caller, first_state
from tests.waiting import until

LIMITS = BotLimits(decision_s=30, start_s=30)
QUICK = BotLimits(decision_s=0.3, start_s=5)


class Caller:
    remembers = True

    def decide(self, seen: Any) -> str:
        return "call" if "call" in seen.legal_actions.kinds else "check"


@pytest.fixture
def port() -> Iterator[int]:
    free = listen_on("127.0.0.1", 0)
    number = port_of(free)
    free.close()
    yield number
    if number in bot_door._LISTENERS:
        bot_door._LISTENERS.pop(number).close()
    if number in bot_door._KEPT:
        bot_door._KEPT.pop(number).close()


def waits(port: int) -> None:
    while port not in bot_door._LISTENERS:
        time.sleep(0.01)


class Comes(threading.Thread):
    """A program that comes back whenever the dealer has closed the match, as a loop of the shell would."""

    def __init__(self, port: int, answers: Any = caller, *, limit: bool = True, times: int = 99) -> None:
        super().__init__(daemon=True)
        self._port, self._answers, self._limit, self._times = port, answers, limit, times
        self.matches: list[Client] = []
        self.start()

    def run(self) -> None:
        waits(self._port)
        for _ in range(self._times):
            if self._port not in bot_door._LISTENERS:
                return
            self.matches.append(client := Client(self._port, self._answers, limit=self._limit))
            client.join()


def plan_with(port: int, *others: str, **more: Any) -> MatchPlan:
    hands = more.pop("hands", 24)
    keep = ":keep=1" if more.pop("keep", False) else ""
    return match_plan(
        [f"acpc:{port}{keep}", *others],
        hands=hands,
        session_hands=6,
        seed=3,
        bot_limits=more.pop("limits", LIMITS),
        **more,
    )


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize(
    ("game", "others"), [("holdem-limit", ["rock"]), ("holdem-limit", ["rock", "maniac"]), ("holdem-nolimit", ["rock"])]
)
def test_a_program_plays_as_the_same_bot_here_duplicate_deals_and_all(
    port: int, game: str, others: list[str], keep: bool
) -> None:
    client = Comes(port, limit=game == "holdem-limit")
    stack: dict[str, Any] = {"options": {"stack": 20_000, "blinds": (50, 100)}} if game != "holdem-limit" else {}
    there = play_match(plan_with(port, *others, game=game, keep=keep, **stack))
    here = play_match(match_plan([Caller, *others], game=game, hands=24, session_hands=6, seed=3, carry=False, **stack))
    assert not there.players[0].faults
    assert there.players[0].income_sb == here.players[0].income_sb
    assert there.digest == here.digest
    matches = 1 if keep else there.units * (1 + len(others))  # it may have come once more

    def heard() -> int:
        return sum(len({line.split(":")[2] for line in list(match.heard)}) for match in client.matches[:matches])

    until(lambda: heard() >= there.hands, "the last line of the last hand")
    assert heard() == there.hands
    for match in client.matches[:matches]:
        numbers = [int(line.split(":")[2]) for line in match.heard]
        assert sorted(set(numbers)) == list(range(there.hands if keep else 6))  # every hand is told, from 0 on
        assert numbers == sorted(numbers)


def test_a_league_with_a_program_stays_in_this_process(port: int) -> None:
    client = Comes(port)
    plan = LeaguePlan(agents=(f"acpc:{port}", "rock", "maniac"), hands=24, session_hands=6, seed=3, bot_limits=LIMITS)
    result = run_to_end(league_steps(plan, make_executor=local_processes(2)))
    assert [row["hands"] for row in result.pairs] == [24] * 3
    assert not any(row["faults"] for row in result.pairs)
    assert len(client.matches) >= 8  # four sessions of six hands against each of two


def test_nothing_hidden_goes_to_a_program(port: int) -> None:
    client = Comes(port)
    play_match(plan_with(port, "rock", "maniac"))
    for match in client.matches:
        last = {line.split(":")[2]: line for line in match.heard}
        for line in match.heard:
            _, position, hand, _, cards = line.split(":")
            if line != last[hand]:
                hole = cards.split("/")[0].split("|")
                assert [bool(each) for each in hole] == [at == int(position) for at in range(3)]


def closes(line: socket.socket) -> None:
    first_state(line)


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (lambda line: line.sendall(b"HELLO\r\n"), "VERSION:2.0.0 is right"),
        (closes, "gave no answer within 0.3 s"),
        (lambda line: (first_state(line), line.sendall(b"x\r\n" * 1500)), "lines that answer nothing"),
        (lambda line: (first_state(line), line.shutdown(socket.SHUT_RDWR)), "closed its connection"),
        (lambda line: (first_state(line), line.sendall(b"x" * 20_000)), "without ending a line"),
    ],
)
def test_bad_programs_are_faults_and_the_match_ends(port: int, does: Any, said: str) -> None:
    def come() -> None:
        waits(port)
        while port in bot_door._LISTENERS:
            Raw(port, does).join()

    threading.Thread(target=come, daemon=True).start()
    with pytest.warns(BotForfeit):
        result = play_match(plan_with(port, "always-raise", hands=12, limits=QUICK))
    assert result.players[0].forfeited
    assert said in result.players[0].first_faults[0]
    bot_door._LISTENERS.pop(port).close()


def test_a_program_that_never_comes_forfeits(port: int) -> None:
    with pytest.warns(BotForfeit):
        result = play_match(plan_with(port, "rock", hands=12, limits=BotLimits(decision_s=0.05, start_s=0.05)))
    assert "did not connect within" in result.players[0].first_faults[0]


def test_what_a_program_cannot_be_told_is_refused(port: int) -> None:
    for wrong in ("acpc:", "acpc:x", "acpc:70000", "acpc:0", "acpc:9000:keep=7"):
        with pytest.raises(RiverboatError):
            make_agent(wrong)
    for game, more in (
        ("stud-limit", {}), ("bluff", {}), ("holdem-limit", {"options": {"antes": 1}}),
        ("holdem-limit", {"carry": True}),
    ):  # fmt: skip
        with pytest.raises(RiverboatError):
            plan_with(port, "bluff-odds" if game == "bluff" else "always-call", game=game, **more)
    assert plan_with(port, "rock").stays_here
    assert plan_with(port, "rock").carry is False


def test_the_commands_meet(tmp_path: Path) -> None:
    """Our dealer and two of our players, through the command line."""
    free = [listen_on("127.0.0.1", 0) for _ in range(2)]
    ports = [port_of(each) for each in free]
    for each in free:
        each.close()
    done: dict[str, Any] = {}

    def run(name: str, *words: str) -> None:
        done[name] = CliRunner().invoke(app, list(words))

    log, told = tmp_path / "m.log", tmp_path / "m.game"
    dealer = threading.Thread(
        target=run,
        args=(
            "dealer",
            "dealer",
            "rock",
            "maniac",
            "--hands",
            "8",
            "--seed",
            "4",
            "--ports",
            ",".join(map(str, ports)),
            "--log",
            str(log),
            "--start-timeout",
            "30",
            "--write-definition",
            str(told),
            "--json",
        ),
    )
    dealer.start()
    while not log.exists() or log.stat().st_size == 0:
        time.sleep(0.01)
    from riverboat.doors.acpc.definition import read_definition
    from riverboat.doors.acpc.player import play_there
    from riverboat.steps import run_to_end

    game = read_definition(told)

    def plays(name: str, line: LineSocket) -> None:
        run_to_end(play_there(make_agent(name), line, lambda _: game))
        line.close()

    lines = []
    for name, port in zip(("rock", "maniac"), ports, strict=True):
        while True:
            try:
                line = connect("127.0.0.1", port, 10)
                break
            except RiverboatError:
                time.sleep(0.01)
        lines.append(threading.Thread(target=plays, args=(name, line)))
        lines[-1].start()
    dealer.join(60)
    for thread in lines:
        thread.join(60)
    assert done["dealer"].exit_code == 0, done["dealer"].output
    said = json.loads(done["dealer"].stdout)
    assert [player["name"] for player in said["players"]] == ["rock", "maniac"]
    assert said["hands"] == 8
    assert len(list(read_acpc(log))) == 8


@pytest.mark.parametrize(
    "words",
    [
        ["dealer", "a"], ["dealer", "a", "a"], ["dealer", "a", "b", "--game", "bluff"],
        ["dealer", "a", "b", "--ports", "1"], ["dealer", "a", "b", "--dealing", "mine"],
        ["dealer", "a", "b", "--rule", "antes=5"], ["dealer", "a", "b", "--rule", "x=5"],
        ["dealer", "a", "b", "--definition", "/nowhere"], ["dealer", "a", "b", "--resume"],
        ["acpc-player", "rock", "--connect", "nowhere"], ["acpc-player", "rock", "--connect", "127.0.0.1:1"],
        ["acpc-player", "nobody", "--connect", "127.0.0.1:1"],
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence(words: list[str]) -> None:
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, RiverboatError), done.output
