"""Runs a bot's class in a process of its own: `python -m riverboat.agents.host FILE.py Class OPTIONS`.

It speaks with the arena over its standard input and output; what the bot prints goes to standard error. So a bot may
do whatever it likes to its own process.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any


def main(file: str, class_name: str, options: str) -> None:
    """Load the class, then answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    try:
        make = load_class(Path(file), class_name)
    except Exception as error:  # whatever the file raises is shown with its line
        answers.write(f"broken {where(error, file)}\n")
        return
    answers.write("ready\n")
    Host(file, make, json.loads(options), answers).run()


def load_class(path: Path, name: str) -> Callable[..., Any]:
    """Import a file and take a class out of it."""
    sys.path.insert(0, str(path.resolve().parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    found: Callable[..., Any] = getattr(module, name)
    return found


def where(error: BaseException, file: str) -> str:
    """An error in one line, with the last line of the bot's own file that it came from."""
    name = Path(file).name
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == name]
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return f"{name}, line {lines[-1]}: {text}" if lines else f"{name}: {text}"


class Host:
    """The loop between the arena's messages and the bot's methods."""

    def __init__(self, file: str, make: Callable[..., Any], options: dict[str, Any], answers: Any) -> None:
        self._file = file
        self._make = make
        self._options = options
        self._answers = answers
        self._bot: Any = None
        self._trouble = ""
        self._suits_matter = True

    def run(self) -> None:
        """Answer until the input ends."""
        for line in filter(str.strip, sys.stdin):
            message = json.loads(line)
            try:
                self._handle(message)
            except Exception as error:  # the arena counts it
                self._trouble = where(error, self._file)
                if message["type"] == "decide":
                    self._answer("error " + self._trouble)

    def _answer(self, text: str) -> None:
        self._answers.write(text.replace("\n", " ") + "\n")

    def _handle(self, message: dict[str, Any]) -> None:
        from riverboat.agents.messages import read_round, read_view

        if message["type"] == "session":
            self._bot = None
            self._suits_matter = message["suits_matter"]
            self._bot = self._make(**self._options)
            if hasattr(self._bot, "begin"):
                self._bot.begin(message["seed"])
            return
        seen: Any
        if "round" in message:
            seen = read_round(message["round"])
        else:
            seen = read_view(message["view"], suits_matter=self._suits_matter)
        if message["type"] == "decide":
            if self._bot is None:
                self._answer(f"error could not be made: {self._trouble}")
            else:
                self._answer(_text(self._bot.decide(seen)))
        elif self._bot is not None and hasattr(self._bot, "hand_over"):
            self._bot.hand_over(seen)


def _text(action: object) -> str:
    from riverboat.games import Action

    if isinstance(action, Action):
        try:
            return str(action)
        except Exception:
            return f"error {action!r} is not an action"
    if isinstance(action, str):
        return action or "error an empty text is not an action"
    return f"error {repr(action)[:100]} is not an action: return Action(kind, amount), or its text"


if __name__ == "__main__":
    main(*sys.argv[1:4])
