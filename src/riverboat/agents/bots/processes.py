"""A bot's process: asked line by line, never waited for longer than its time, and never left behind."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from riverboat.agents.bots.bot_log import BotLog, plain
from riverboat.agents.bots.confinement import NAMESPACES
from riverboat.agents.bots.starter_client import bot_ended, start_bot
from riverboat.errors import BotError

LONGEST_LINE = 4096
_CHUNK = 65536
_END_S = 1.0  # so long may a process that has closed its output take to end, on a busy machine
_MARK = "RIVERBOAT_BOT"


@dataclass(frozen=True, kw_only=True)
class BotLimits:
    """What a bot may use and do."""

    decision_s: float = 2.0
    start_s: float = 60.0  # on top, until a process has first answered and for each session to begin
    memory_mb: int = 2048
    confine: bool = True  # shut in as far as the system offers it; else it may write files and use the network
    log: str = field(default="", repr=False)  # a file for what it prints; else that goes to standard error
    hidden: tuple[str, ...] = field(default=(), repr=False)  # files that it may not read, where that can be had


class BotProcess:
    """A running program. Any failure is a BotError; after one that broke it, the process is dead."""

    def __init__(self, name: str, command: Sequence[str], limits: BotLimits, *, host: bool = False) -> None:
        self._limits = limits
        self._mark = f"{_MARK}={secrets.token_hex(16)}"
        self._log = BotLog(name, limits.log)
        self._heard = b""
        self._told = b""  # the end of what it wrote to standard error
        self._status = b""
        self._answered = False
        self.alive = False
        (its_in, self._in), (self._out, its_out), (self._err, its_err), (self._end_pipe, its_end) = (
            os.pipe() for _ in range(4)
        )
        its = (its_in, its_out, its_err, its_end)
        mark_name, mark_value = self._mark.split("=")
        try:
            self._pid, self.mode = start_bot(
                command,
                its,
                host=host,
                memory_mb=limits.memory_mb,
                environment={mark_name: mark_value},
                confine=limits.confine,
                hidden=limits.hidden,
            )
        except BotError:
            self._close_pipes()
            raise
        finally:
            for pipe in its:
                os.close(pipe)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self.alive = True

    @property
    def printed(self) -> str:
        """The end of what it wrote to standard error."""
        return self._told.decode("utf-8", "replace")

    def ask(self, line: str, *, starting: bool = False) -> str:
        """Send a line and wait for the answer, one line; `starting`: with the time that a beginning may take."""
        slow = starting or not self._answered
        seconds = self._limits.decision_s + (self._limits.start_s if slow else 0)
        deadline = time.monotonic() + seconds
        try:
            self._drain()
            if self._heard:
                raise BotError(f"wrote {_quoted(self._heard)} without being asked: one line for each question, no more")
            self._send(line, deadline)
            answer = self._receive(deadline, seconds)
        except BotError:
            self.kill()
            raise
        self._answered = True
        return answer

    def first_line(self) -> str:
        """What it says by itself when it has started."""
        seconds = self._limits.decision_s + self._limits.start_s
        try:
            return self._receive(time.monotonic() + seconds, seconds)
        except BotError:
            self.kill()
            raise

    def tell(self, line: str) -> None:
        """Send a line that has no answer."""
        try:
            self._send(line, time.monotonic() + self._limits.decision_s + self._limits.start_s)
        except BotError:
            self.kill()
            raise

    def note(self, text: str) -> None:
        """Put something of our own into the bot's log, where that is a file."""
        if self._limits.log:
            self._log.tell(text)

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
        listening = [self._out, self._err]
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise BotError(f"wrote more than {LONGEST_LINE} bytes without ending a line")
            ready = select.select(listening, [], [], max(deadline - time.monotonic(), 0))[0]
            if not ready:
                raise BotError(f"gave no answer within {seconds:g} s")
            if self._err in ready and not self._read_errors():
                listening.remove(self._err)
            if self._out in ready and not self._read_answer():
                raise BotError(self._end())
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise BotError(f"wrote a line of more than {LONGEST_LINE} bytes")
        if self._heard:
            raise BotError(
                f"wrote more than one line in answer to one question: after the first {_quoted(self._heard)}"
            )
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
        self._told = (self._told + chunk)[-4096:]
        self._log.hear(chunk)
        return bool(chunk)

    def _drain(self) -> None:
        """Read what was written in the meantime, so that a bot that talks to standard error is not held up."""
        for _ in range(64):
            if self._err not in select.select([self._err], [], [], 0)[0] or not self._read_errors():
                break
        if self._out in select.select([self._out], [], [], 0)[0]:
            self._read_answer()

    def _end(self) -> str:
        """In words, how a process that stopped answering came to its end."""
        if not self._is_over(_END_S):
            return "closed its standard output"
        self._drain()
        last = plain(self.printed.strip().split("\n")[-1])[:200]
        code = int(self._status or b"1")
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"{how}: {last}" if last else how

    def _is_over(self, seconds: float) -> bool:
        """Whether the process and all it started have ended, after waiting for that a moment."""
        deadline = time.monotonic() + seconds
        while select.select([self._end_pipe], [], [], max(0, deadline - time.monotonic()))[0]:
            chunk = os.read(self._end_pipe, 100)
            if not chunk:
                return True
            self._status += chunk
        return False

    def close(self) -> None:
        """End it: a program that ends with its input is given a moment, then it and all it started are killed."""
        if self.alive:
            os.close(self._in)
            self._in = -1
            self._is_over(0.2)
        self.kill()

    def kill(self) -> None:
        """Kill the process and whatever it started."""
        if not self.alive:
            return
        self.alive = False
        for _ in range(200):
            if self._is_over(0):
                break
            for pid in descendants(self._pid):
                _kill(pid)
            if sys.platform != "linux":
                _kill(self._pid, signal.SIGTERM)  # whose children are not known here: it ends them itself
            if self._is_over(0.02):
                break
        else:
            _kill(self._pid)
        if self.mode != NAMESPACES:
            kill_marked(self._mark)
        self._drain()
        self._log.close()
        self._close_pipes()
        bot_ended()

    def _close_pipes(self) -> None:
        for pipe in (self._in, self._out, self._err, self._end_pipe):
            if pipe >= 0:
                os.close(pipe)


def _quoted(heard: bytes) -> str:
    text = plain(heard.split(b"\n")[0].decode("utf-8", "replace"))
    return f'"{text[:60]}"' if len(text) <= 60 else f'"{text[:60]} ..."'


def _kill(pid: int, how: signal.Signals = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, how)


def descendants(pid: int) -> list[int]:
    """The processes that a process started, and those that these started (Linux)."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if sys.platform == "linux" else ():
        if name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(name))
    found, waiting = [], [pid]
    while waiting:
        waiting += (new := children.get(waiting.pop(), []))
        found += new
    return found


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
            _kill(pid)
        time.sleep(0.005)
