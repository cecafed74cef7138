"""Runs a bot's class in a process of its own, which `starter.py` has made for it.

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

from riverboat.agents.bots.bot_class import check_bot, does_remember, stack_of
from riverboat.agents.bots.messages import answer_text, error_text, read_seen
from riverboat.errors import AgentError


def main(file: str, class_name: str, options: str) -> None:
    """Load the class, say what it is, then answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    try:
        make = load_class(Path(file), class_name)
        check_bot(make, json.loads(options))
    except AgentError as error:
        answers.write(f"broken {Path(file).name}: {error}\n")
        return
    except Exception as error:  # whatever the file raises is shown with its line
        answers.write(f"broken {where(error, file)}\n")
        return
    answers.write(
        "ready " + json.dumps({"remembers": does_remember(make), "begins": hasattr(make, "hand_begins")}) + "\n"
    )
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
        self._session: dict[str, Any] = {}

    def run(self) -> None:
        """Answer until the input ends."""
        for line in filter(str.strip, sys.stdin):
            message = json.loads(line)
            try:
                answer = self._handle(message)
            except Exception as error:  # the arena counts it
                reason = where(error, self._file)
                told = f"could not be made: {reason}" if self._bot is None else reason
                answer = error_text(told, stack_of(error, own=__file__))
            self._answers.write(answer.replace("\n", " ") + "\n")

    def _handle(self, message: dict[str, Any]) -> str:
        if message["type"] == "session":
            self._session, self._bot = message, None
            made = self._make(**self._options)
            if hasattr(made, "begin"):
                made.begin(message["seed"])
            self._bot = made
            return "begun"
        seen = read_seen(message, self._session)
        if message["type"] == "decide":
            return answer_text(self._bot.decide(seen))
        if message["type"] == "begin" and hasattr(self._bot, "hand_begins"):
            self._bot.hand_begins(seen)
        if message["type"] == "end" and hasattr(self._bot, "hand_over"):
            self._bot.hand_over(seen)
        return "seen"
