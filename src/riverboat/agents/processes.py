"""A bot's process: asked line by line, never waited for longer than its time, and never left behind."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from riverboat.errors import BotError

LAUNCHER = Path(__file__).with_name("launcher.py")
LONGEST_LINE = 4096
_CHUNK = 65536
_END_S = 1.0  # so long may a process that has closed its output take to end, on a busy machine
_MARK = "RIVERBOAT_BOT"


@dataclass(frozen=True, kw_only=True)
class BotLimits:
    """What a bot may use."""

    decision_s: float = 2.0
    start_s: float = 10.0  # on top, for the first answer of a process
    memory_mb: int = 2048


class BotProcess:
    """A running program. Any failure is a BotError; after one that broke it, the process is dead."""

    def __init__(self, command: Sequence[str], limits: BotLimits) -> None:
        self._limits = limits
        self._mark = f"{_MARK}={secrets.token_hex(16)}"
        name, value = self._mark.split("=")
        quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-E", str(LAUNCHER), str(limits.memory_mb), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **quiet, name: value},
            start_new_session=True,
            bufsize=0,
        )
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in, self._out, self._err = (
            pipe.fileno() for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._heard = b""
        self._told = b""  # the end of what it wrote to standard error
        self._answered = False
        self.alive = True

    def ask(self, line: str) -> str:
        """Send a line and wait for the answer, one line."""
        seconds = self._limits.decision_s + (0 if self._answered else self._limits.start_s)
        deadline = time.monotonic() + seconds
        try:
            self._drain()
            if self._heard:
                raise BotError("wrote without being asked: one line for each question, nothing else")
            self._send(line, deadline)
            answer = self._receive(deadline, seconds)
        except BotError:
            self.kill()
            raise
        self._answered = True
        return answer

    def tell(self, line: str) -> None:
        """Send a line that has no answer."""
        try:
            self._send(line, time.monotonic() + self._limits.decision_s + self._limits.start_s)
        except BotError:
            self.kill()
            raise

    def _send(self, line: str, deadline: float) -> None:
        data = line.encode() + b"\n"
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([], [self._in], [], left)[1]:
                    raise BotError("does not read its standard input") from None
                self._drain()
            except (BrokenPipeError, OSError):
                raise BotError(self._end()) from None

    def _receive(self, deadline: float, seconds: float) -> str:
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise BotError(f"wrote more than {LONGEST_LINE} bytes without ending a line")
            left = deadline - time.monotonic()
            ready = select.select([self._out, self._err], [], [], max(left, 0))[0]
            if not ready:
                raise BotError(f"gave no answer within {seconds:g} s")
            if self._err in ready and not self._read_errors():
                ready = select.select([self._out], [], [], min(max(left, 0), 0.05))[0]
            if self._out in ready and not self._read_answer():
                raise BotError(self._end())
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise BotError(f"wrote a line of more than {LONGEST_LINE} bytes")
        if self._heard:
            raise BotError("wrote more than one line in answer to one question")
        return line.decode("utf-8", "replace").strip()

    def _read_answer(self) -> bool:
        """Read what there is; False at the end of the stream."""
        try:
            chunk = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return True
        self._heard += chunk
        return bool(chunk)

    def _read_errors(self) -> bool:
        try:
            chunk = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return True
        self._told = (self._told + chunk)[-2048:]
        return bool(chunk)

    def _drain(self) -> None:
        """Read what was written in the meantime, so that a bot that talks to standard error is not held up."""
        for _ in range(16):
            if self._err not in select.select([self._err], [], [], 0)[0] or not self._read_errors():
                break
        if self._out in select.select([self._out], [], [], 0)[0]:
            self._read_answer()

    def _end(self) -> str:
        """In words, how a process that stopped answering came to its end."""
        try:
            code = self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        self._drain()
        last = self._told.decode("utf-8", "replace").strip().split("\n")[-1][:200]
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"{how}: {last}" if last else how

    def close(self) -> None:
        """End it: a program that ends with its input is given a moment, then it and all it started are killed."""
        if self.alive and self._process.stdin is not None:
            self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.2)
        self.kill()

    def kill(self) -> None:
        """Kill the process, its group, and whatever it started that carries its mark."""
        if not self.alive:
            return
        self.alive = False
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        kill_marked(self._mark)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()


def marked(mark: str) -> list[int]:
    """The processes whose environment carries a mark (Linux); children inherit it wherever they go."""
    found = []
    wanted = mark.encode()
    for name in os.listdir("/proc") if sys.platform == "linux" else ():
        if name.isdecimal() and int(name) != os.getpid():
            try:
                with open(f"/proc/{name}/environ", "rb") as environment:
                    if wanted in environment.read().split(b"\0"):
                        found.append(int(name))
            except OSError:
                continue
    return found


def kill_marked(mark: str) -> None:
    """Kill until nothing carries the mark: what forks while it is being killed is caught in the next round."""
    for _ in range(100):
        left = marked(mark)
        if not left:
            return
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.005)
