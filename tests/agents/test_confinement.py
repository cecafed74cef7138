"""What a bot's process can't do: each attack by an evil bot, for every way in which the system can shut it in."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from riverboat.agents.bots.confinement import LANDLOCK, NAMESPACES, PLAIN, landlock_version
from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.bots.starter_client import small_environment
from riverboat.arena import match_plan, play_match
from tests.agents.confined import shut_in

EVIL = Path(__file__).with_name("evil.py")
ROOT = Path(__file__).parents[2]
MODES = (NAMESPACES, LANDLOCK, PLAIN)


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with shut_in(str(request.param), monkeypatch):
        yield str(request.param)


def attacked(folder: Path, bot: str, *, confine: bool = True) -> str:
    """What an evil bot had to say of its attack; the match is not harmed."""
    log = folder / "said"
    plan = match_plan(
        [f"{EVIL}:{bot}", "always-call"],
        hands=2,
        session_hands=1,
        seed=1,
        bot_limits=BotLimits(decision_s=20.0, log=str(log), confine=confine),
    )
    result = play_match(plan)
    assert (result.hands, [player.faults for player in result.players]) == (2, [0, 0])
    return log.read_text()


def test_no_signals_to_the_arena_or_to_others(mode: str, tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "1000"]) as other:
        try:
            said = attacked(tmp_path, f"Signals:arena={os.getpid()};other={other.pid}")
        finally:
            other.kill()
    if mode == NAMESPACES:
        assert "sees 0" in said
    if mode == NAMESPACES or (mode == LANDLOCK and landlock_version() >= 6):
        assert "arena refused" in said
        assert "other refused" in said
        assert "DONE" not in said


def test_the_arenas_memory_is_not_read(mode: str, tmp_path: Path) -> None:
    if mode == PLAIN and os.getuid() == 0:
        pytest.skip("nothing is kept from root where there is neither")
    said = attacked(tmp_path, f"Memory:arena={os.getpid()}")
    assert "DONE" not in said
    assert "memory refused" in said
    assert "trace refused" in said


def test_whatever_it_started_ends_with_it(mode: str, tmp_path: Path, left_behind: Callable[[], list[int]]) -> None:
    assert "started" in attacked(tmp_path, "Children")
    assert left_behind() == []


def test_secrets_of_the_environment_are_not_handed_on(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hunter2")
    monkeypatch.setenv("RIVERBOAT_DATABASE", "postgresql://me:hunter2@localhost/hands")
    said = attacked(tmp_path, "Environment")
    assert "SECRET" not in said
    assert "DATABASE" not in said
    assert "'PATH'" in said


def test_no_network_where_it_can_be_forbidden_and_where_bots_are_trusted(mode: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        said = attacked(tmp_path, f"Network:port={port}")
        if mode == NAMESPACES or (mode == LANDLOCK and landlock_version() >= 4):
            assert "network refused" in said
        assert "network DONE" in attacked(tmp_path, f"Network:port={port}", confine=False)


def test_it_cannot_undo_its_walls(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if mode == PLAIN:
        pytest.skip("there are none")
    evil = tmp_path / "evil.py"
    shutil.copy(EVIL, evil)
    monkeypatch.setattr(sys.modules[__name__], "EVIL", evil)
    said = attacked(tmp_path, "Rights")
    assert "DONE" not in said.replace("remount DONE", "").replace("unmount DONE", "") if mode == LANDLOCK else True
    if mode == NAMESPACES:
        assert "DONE" not in said
    assert "write refused" in said
    assert not (tmp_path / "written").exists()


@pytest.mark.filterwarnings("ignore::riverboat.errors.BotForfeit")
def test_a_bot_that_stops_itself_is_given_up(mode: str, left_behind: Callable[[], list[int]]) -> None:
    limits = BotLimits(decision_s=0.3, start_s=60.0)
    plan = match_plan(
        [f"{EVIL}:StopsItself", "rock"], hands=8, session_hands=4, seed=1, fault_limit=2, bot_limits=limits
    )
    first = play_match(plan).players[0]
    assert first.forfeited
    assert "gave no answer within" in first.first_faults[0]
    assert left_behind() == []


def test_bots_end_with_an_arena_that_is_killed(mode: str, tmp_path: Path, left_behind: Callable[[], list[int]]) -> None:
    """Also those that have left their session, and with nobody left to end them but themselves."""
    bot = tmp_path / "long.py"
    bot.write_text(
        "import subprocess, sys, time\n"
        "class Long:\n"
        "    def decide(self, seen):\n"
        "        subprocess.Popen(['env', '-i', 'setsid', 'sleep', '1000'])\n"
        "        print('begun', flush=True)\n"
        "        time.sleep(1000)\n"
    )
    command = [sys.executable, "-m", "riverboat", "match", f"{bot}:Long", "rock", "--bot-seconds", "900", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as arena:
        assert arena.stderr is not None
        for line in arena.stderr:
            if "begun" in line:
                break
        arena.send_signal(signal.SIGKILL)
        arena.wait()
    assert left_behind() == []


def test_the_small_environment() -> None:
    given = small_environment({"PATH": "/bin", "LC_ALL": "C", "TOKEN": "x", "DATABASE_URL": "y", "SSH_AUTH_SOCK": "z"})
    assert (given["PATH"], given["LC_ALL"]) == ("/bin", "C")
    assert not {"TOKEN", "DATABASE_URL", "SSH_AUTH_SOCK"} & set(given)
