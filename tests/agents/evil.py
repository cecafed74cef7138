"""Bots that reach out of their process. Each says what it could do; then it calls."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from riverboat.games import Action, CardObservation


class Calls:
    def decide(self, seen: CardObservation) -> Action:
        if not getattr(self, "tried", False):
            self.tried = True
            self.attack()
        return next(action for action in seen.legal_actions if action.kind in ("check", "call"))

    def attack(self) -> None:
        pass

    def attempt(self, what: str, *pids: int, how: int = signal.SIGSTOP) -> None:
        """Send a signal to processes, and say whether it could be."""
        for pid in pids:
            try:
                os.kill(pid, how)
            except OSError as error:
                print(what, "refused", type(error).__name__)
            else:
                print(what, "DONE")


def others() -> list[int]:
    """Every process that can be seen, without this one, its parent and the first."""
    names = os.listdir("/proc") if os.path.isdir("/proc") else []
    return [int(name) for name in names if name.isdecimal() and int(name) not in (1, os.getpid(), os.getppid())]


class Signals(Calls):
    """`arena` and `other` are numbers of processes as the arena sees them; the other is not of our match."""

    def __init__(self, arena: int = 0, other: int = 0) -> None:
        self.arena, self.other = arena, other

    def attack(self) -> None:
        self.attempt("arena", self.arena, how=0)
        self.attempt("other", self.other)
        print("sees", len(others()))


class Memory(Calls):
    def __init__(self, arena: int = 0) -> None:
        self.arena = arena

    def attack(self) -> None:
        try:
            with open(f"/proc/{self.arena}/mem", "rb") as memory, open(f"/proc/{self.arena}/maps") as maps:
                start = int(maps.readline().split("-")[0], 16)
                memory.seek(start)
                print("memory DONE", len(memory.read(16)))
        except OSError as error:
            print("memory refused", type(error).__name__)
        attach = 16
        done = ctypes.CDLL(None, use_errno=True).ptrace(attach, self.arena, 0, 0)
        print("trace", "DONE" if done == 0 else "refused")


class Children(Calls):
    """Starts processes that leave its session and its environment."""

    def attack(self) -> None:
        for _ in range(2):
            subprocess.Popen(
                ["env", "-i", "setsid", "sleep", "1000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execv("/bin/sleep", ["sleep", "1000"])
            os._exit(0)
        print("started")


class Environment(Calls):
    def attack(self) -> None:
        print("environment", sorted(os.environ))
        first = Path("/proc/1/environ")
        try:
            print("SECRET" if b"hunter2" in first.read_bytes() else "no secret there")
        except OSError:
            print("no secret there")


class Network(Calls):
    def __init__(self, port: int = 0) -> None:
        self.port = port

    def attack(self) -> None:
        try:
            socket.create_connection(("127.0.0.1", self.port), 5).close()
        except OSError as error:
            print("network refused", type(error).__name__)
        else:
            print("network DONE")


class Rights(Calls):
    """Tries to undo its own walls."""

    def attack(self) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        print("remount", "DONE" if libc.mount(None, b"/", None, 32 | 4096, None) == 0 else "refused")
        print("unmount", "DONE" if libc.umount2(b"/proc", 2) == 0 else "refused")
        new_user_and_mount = 0x10020000
        if libc.unshare(new_user_and_mount) == 0:
            print("remount inside", "DONE" if libc.mount(None, b"/", None, 32 | 4096, None) == 0 else "refused")
        try:
            Path(__file__).with_name("written").write_text("x")
        except OSError as error:
            print("write refused", type(error).__name__, file=sys.stderr)
        else:
            print("write DONE")


class StopsItself(Calls):
    def attack(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)
