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
import time
from fcntl import ioctl
from pathlib import Path
from types import TracebackType

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE_S = 90  # kernels may have to be compiled


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
        self._pressed = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._main)

    def _read_some(self, wait_s: float) -> bool:
        ready, _, _ = select.select([self._main], [], [], wait_s)
        if not ready:
            return False
        try:
            data = os.read(self._main, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += self._decoder.decode(data)
        return bool(data)

    @property
    def text(self) -> str:
        """All that was printed, without colours and movements."""
        return _CODES.sub("", self.raw).replace("\r", "")

    def until(self, pattern: str) -> str:
        """Read until the new output ends with this; what is new."""
        end = time.monotonic() + PATIENCE_S
        while True:
            new = self.text[self._seen :]
            if re.search(pattern + r"$", new):
                self._seen += len(new)
                return new
            if not self._read_some(0.2) and (time.monotonic() > end or self.process.poll() is not None):
                raise AssertionError(f"no {pattern!r} at the end of:\n{new[-3000:]}")

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
        """Press a key without Enter, like Ctrl-C (b"\\x03")."""
        os.write(self._main, key)
        self._pressed = key

    def ended(self) -> str:
        """Wait for the end; what was printed since the last prompt."""
        begun = time.monotonic()
        while time.monotonic() < begun + PATIENCE_S and (self._read_some(0.1) or self.process.poll() is None):
            if self._pressed and time.monotonic() > begun + 15:
                # Pressed in the instant in which the prompt took over the terminal, a key is lost: press it again.
                os.write(self._main, self._pressed)
                self._pressed = b""
        self.process.wait(timeout=60)
        return self.text[self._seen :]

    def kill(self) -> None:
        """End it without a warning (kill -9)."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
