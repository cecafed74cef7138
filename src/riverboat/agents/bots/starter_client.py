"""The arena's side of `starter.py`: one starter for this process, run when the first bot is started."""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from riverboat.agents.bots.confinement import PLAIN
from riverboat.errors import BotError

_PROGRAM = Path(__file__).with_name("starter.py")
#: What bots are given of our environment: how to find programs, how to write dates and letters. No more.
_KEPT = frozenset(
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM VIRTUAL_ENV PYTHONPATH PYTHONHOME LD_LIBRARY_PATH "
    "XDG_CACHE_HOME RIVERBOAT_CACHE RIVERBOAT_CONFINEMENT".split()
)
_GIVEN = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1", "PYTHONHASHSEED": "0"}


class Started(NamedTuple):
    """A bot's watcher by its number, and what the bot is shut into."""

    pid: int
    mode: str


class StarterClient:
    """A running starter."""

    def __init__(self) -> None:
        ours, its = socket.socketpair()
        with its:
            self._process = subprocess.Popen(
                [sys.executable, str(_PROGRAM), str(its.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=small_environment(os.environ),
                pass_fds=(its.fileno(),),
                start_new_session=True,
            )
        self._control = ours

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def start(
        self,
        command: Sequence[str],
        pipes: Sequence[int],
        *,
        host: bool,
        memory_mb: int,
        environment: Mapping[str, str],
        confine: bool,
        hidden: Sequence[str],
    ) -> Started:
        """Start a process with these pipes: its input, output, errors, and where its end is reported."""
        request = {
            "command": list(command),
            "host": host,
            "memory_mb": memory_mb,
            "environment": dict(environment),
            "confine": confine,
            "needed": _needed(command),
            "hidden": [os.path.realpath(path) for path in hidden],
        }
        try:
            socket.send_fds(self._control, [json.dumps(request).encode() + b"\n"], pipes)
            answer = b""
            while not answer.endswith(b"\n"):
                chunk = self._control.recv(4096)
                if not chunk:
                    raise BotError("could not be started: the process that starts bots has ended")
                answer += chunk
        except OSError as error:
            raise BotError(f"could not be started: {error}") from None
        pid, mode = answer.decode().split()
        return Started(int(pid), mode)

    def close(self) -> None:
        """End it; every bot that it started ends with it."""
        self._control.close()
        self._process.wait()


def small_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What a bot may know of an environment: nothing that may be a secret."""
    kept = {name: value for name, value in environment.items() if name in _KEPT or name.startswith("LC_")}
    return {**kept, **_GIVEN}


def _needed(command: Sequence[str]) -> list[str]:
    """The paths that a program must find where they are, also in folders for temporary files."""
    words = [word for word in command if "/" in word or os.path.exists(word)]
    folders = [os.path.dirname(os.path.abspath(word)) for word in words if os.path.isfile(word)]
    return [path for path in (*sys.path, sys.prefix, sys.base_prefix, *folders, *words) if os.path.isabs(path)]


_lock = threading.Lock()
_starter: StarterClient | None = None
_running = 0
_closed_to_others = False


def start_bot(
    command: Sequence[str],
    pipes: Sequence[int],
    *,
    host: bool,
    memory_mb: int,
    environment: Mapping[str, str],
    confine: bool = True,
    hidden: Sequence[str] = (),
) -> Started:
    """Start a bot, through the starter of this process; `bot_ended` must be called when it is over."""
    global _starter, _running, _closed_to_others
    with _lock:
        if _starter is None or not _starter.alive:
            _starter = StarterClient()
        started = _starter.start(
            command,
            pipes,
            host=host,
            memory_mb=memory_mb,
            environment=environment,
            confine=confine,
            hidden=hidden,
        )
        _running += 1
        if started.mode == PLAIN and not _closed_to_others:
            _closed_to_others = _set_readable(0)
        return started


def bot_ended() -> None:
    """One bot fewer."""
    global _running, _closed_to_others
    with _lock:
        _running -= 1
        if _running == 0 and _closed_to_others:
            _set_readable(1)
            _closed_to_others = False


def stop_idle_starter() -> None:
    """End the starter where no bot runs; the next bot starts another."""
    global _starter
    with _lock:
        if _starter is not None and _running == 0:
            _starter.close()
            _starter = None


def _set_readable(value: int) -> bool:
    """Linux: whether others of this user may read this process's memory (root always may); True where it changed."""
    if sys.platform != "linux":
        return False
    import ctypes

    get_dumpable, set_dumpable = 3, 4
    libc = ctypes.CDLL(None)
    was, done = libc.prctl(get_dumpable, 0, 0, 0, 0), libc.prctl(set_dumpable, value, 0, 0, 0)
    return bool(was != value and done == 0)


atexit.register(stop_idle_starter)
