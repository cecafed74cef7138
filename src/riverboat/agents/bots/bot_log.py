"""What bots print, passed on line by line with the bot's name in front: to standard error, or into a file."""

from __future__ import annotations

import sys

#: So much of one process reaches standard error, and so much a file.
MOST_SHOWN, MOST_KEPT = 64 * 1024, 64 * 1024 * 1024
_LONGEST = 4096


class BotLog:
    """The voice of one process. `path` is a file that lines are added to; without one they go to standard error."""

    def __init__(self, name: str, path: str = "") -> None:
        self._name, self._path = name, path
        self._left = MOST_KEPT if path else MOST_SHOWN
        self._begun = b""  # of a line that has not ended

    def hear(self, chunk: bytes) -> None:
        """Pass on the lines that are whole."""
        if self._left <= 0:
            return
        *lines, self._begun = (self._begun + chunk).split(b"\n")
        if len(self._begun) > _LONGEST:
            lines, self._begun = [*lines, self._begun], b""
        for line in lines:
            self._say(line)

    def tell(self, text: str) -> None:
        """Pass on what we have to say of the bot ourselves."""
        self.hear(text.encode() + b"\n")

    def close(self) -> None:
        """Pass on a last line that was not ended."""
        if self._begun:
            self._say(self._begun)
            self._begun = b""

    def _say(self, line: bytes) -> None:
        if self._left <= 0:
            return
        self._left -= len(line) + 1
        self._write(plain(line.decode("utf-8", "replace")))
        if self._left <= 0:
            self._write(
                "... it printed more than is passed on" + ("" if self._path else " (--bot-log FILE takes more)")
            )

    def _write(self, text: str) -> None:
        line = f"{plain(self._name)}: {text}\n"
        if not self._path:
            sys.stderr.write(line)
            sys.stderr.flush()
            return
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(line)


def plain(text: str) -> str:
    """A text without what would steer a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\t" else "\ufffd" for letter in text.rstrip("\r"))
