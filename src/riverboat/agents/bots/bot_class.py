"""What a bot's class must be, wherever it runs: in a process of its own, or in the arena's."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riverboat.errors import AgentError

_LONGEST_STACK = 3000


def check_bot(bot: Any, options: Mapping[str, Any] | None = None) -> None:
    """Refuse a class (or an object) that could not play: without `decide`, or with other arguments than it is given.

    `options` are those that the class will be made with; None for an object that is made already.
    """
    name = getattr(bot, "__name__", None) or f"an object of {type(bot).__name__}"
    decide = getattr(bot, "decide", None)
    if not callable(decide):
        raise AgentError(f"{name} has no method decide: a bot has `def decide(self, seen)`, which returns an action")
    bound = not isinstance(bot, type) or isinstance(
        inspect.getattr_static(bot, "decide", None), staticmethod | classmethod
    )
    if not _takes(decide, *(() if bound else (None,)), None):
        raise AgentError(
            f"{name}.decide{_signature(decide)} cannot be called with what it sees: `def decide(self, seen)`"
        )
    if options is not None and not _takes(bot, **options):
        given = ", ".join(f"{key}={value}" for key, value in options.items()) or "no options"
        advice = f"write FILE.py:{name}:key=value;key=value, or give an object of it in Python"
        raise AgentError(f"{name}{_signature(bot)} cannot be made with {given}: {advice}")


def does_remember(bot: Any) -> bool:
    """Whether one hand may change how it plays the next: so it is unless the class says `remembers = False`."""
    return bool(getattr(bot, "remembers", True))


def stack_of(error: BaseException, *, own: str) -> str:
    """The stack of an error from the bot's own code on; the frames of the file `own` before it are left out."""
    frames = traceback.TracebackException.from_exception(error)
    while len(frames.stack) > 1 and Path(frames.stack[0].filename) == Path(own):
        del frames.stack[0]
    text = "".join(frames.format()).rstrip()
    return text if len(text) <= _LONGEST_STACK else f"{text[:300]}\n...\n{text[300 - _LONGEST_STACK :]}"


def _takes(function: Any, *arguments: Any, **named: Any) -> bool:
    try:
        inspect.signature(function).bind(*arguments, **named)
    except TypeError:
        return False
    except ValueError:  # something compiled, which does not say what it takes
        return True
    return True


def _signature(function: Any) -> str:
    try:
        return str(inspect.signature(function))
    except (TypeError, ValueError):
        return "(...)"
