"""Somebody at a pseudo-terminal who answers the prompts of `riverboat play`."""

from __future__ import annotations

import codecs
import contextlib
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path
from types import TracebackType

from tests.waiting import PATIENCE_S, until

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class EndedError(AssertionError):
    """The command has ended, and what was awaited has not come."""


class Terminal:
    """A command that runs in a terminal of 80 by 24."""

    def __init__(self, *words: str, database: Path, rows: int = 24, columns: int = 80, colour: bool = False) -> None:
        main, other = pty.openpty()
        ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "RIVERBOAT_DATABASE": str(database), "TERM": "xterm-256color"}
        if not colour:
            environment["NO_COLOR"] = "1"
        command = [sys.executable, "-m", "riverboat", *words]
        self.process = subprocess.Popen(
            command,
            stdin=other,
            stdout=other,
            stderr=other,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it
        )
        os.close(other)
        self._main = main
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = ""  # everything that was printed
        self._seen = 0
        self._closed = False  # nobody is left at the other end

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._main)

    def _read_some(self) -> None:
        """Read what there is, if anything comes soon."""
        if not select.select([self._main], [], [], 0.1)[0]:
            return
        try:
            data = os.read(self._main, 65536)
        except OSError:  # everything has been read, and the other end is closed
            self._closed = True
            return
        self.raw += self._decoder.decode(data)

    @property
    def text(self) -> str:
        """All that was printed, without colours and movements."""
        return _CODES.sub("", self.raw).replace("\r", "")

    def until(self, pattern: str) -> str:
        """Read until the new output ends with this; what is new."""

        def new() -> str:
            found = self.text[self._seen :]
            if re.search(pattern + r"$", found):
                return found
            if self._closed:
                raise EndedError(f"no {pattern!r} at the end of:\n{found[-3000:]}")
            self._read_some()
            return ""

        found = until(new, f"{pattern!r} in the terminal, after:\n{self.text[-3000:]}")
        self._seen += len(found)
        return found

    def prompt(self) -> str:
        """What is on the screen when the next key is awaited."""
        return self.until(r"(^|\n)> ")

    def send(self, line: str) -> None:
        """Type a line."""
        os.write(self._main, line.encode() + b"\n")

    def answer(self, line: str) -> str:
        """Type a line and read on to the next prompt."""
        self.send(line)
        return self.prompt()

    def press(self, key: bytes) -> None:
        """Press a key without Enter, like Ctrl-C (b"\\x03"), when the prompt listens to single keys.

        It does so an instant after it has been written, and a Ctrl-D before that would be lost.
        """
        until(lambda: not termios.tcgetattr(self._main)[3] & termios.ICANON, "the prompt listens to keys")
        os.write(self._main, key)

    def ended(self) -> str:
        """Wait for the end; what was printed since the last prompt."""

        def closed() -> bool:
            self._read_some()
            return self._closed

        until(closed, f"the command ends, after:\n{self.text[-3000:]}")
        self.process.wait(PATIENCE_S)
        return self.text[self._seen :]

    def kill(self) -> None:
        """End it without a warning (kill -9)."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
