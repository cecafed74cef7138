"""Settings of the evolving player by name: the studies' feedback, which is the usual one, and the paper's plain one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from riverboat.errors import AgentError

#: Random candidates, player A, or the player A of the second set of opponents.
Start = Literal["random", "a", "paper-a"]
STARTS: tuple[Start, ...] = get_args(Start)
Options = Mapping[str, float | str]

#: What both kinds of start set beyond the paper; docs/agents/evolving.md says what each does.
_RECORD: dict[str, float | str] = {
    "recall": "chances",
    "blur": 0.1,
    "pool": 100,
    "credit": "decision",
    "ties": "alone",
    "survival": "half",
    "explore": 0.05,
    "freeze": "best",
    "average": 3,
}
#: From player A: each segment learns from hands that are about its own opponents, in small and cautious steps.
FROM_A: Options = MappingProxyType(
    {**_RECORD, "uses": 4, "step": 0.02, "caution": 1, "least": 0.75, "before": 60, "bettor": "yes"}
)
#: From random candidates there is further to go, and no segment can afford to learn from some of the hands only.
FROM_NOTHING: Options = MappingProxyType(
    {**_RECORD, "uses": 12, "step": 0.05, "caution": 0, "least": 0, "before": 0, "bettor": "no"}
)
#: The paper's feedback alone: only the hand itself, only what was suggested and done, pairs, populations frozen.
PAPER: Options = MappingProxyType(
    {
        "recall": "no",
        "blur": 0,
        "pool": 0,
        "credit": "hand",
        "ties": "all",
        "survival": "pair",
        "explore": 0,
        "freeze": "population",
        "average": 0,
        "uses": 25,
        "step": 0.1,
        "caution": 0,
        "least": 0,
        "before": 0,
        "bettor": "no",
        "weigh": "no",
    }
)
#: What `evolving` was in version 0.1.0: sessions that were begun with it go on with it.
FORMER: Options = MappingProxyType({**PAPER, "weigh": "yes", "freeze": "average"})
PRESETS = ("studies", "paper")


def preset_options(preset: str, start: Start) -> Options:
    """The parameters that a preset stands for, with a start."""
    if preset not in PRESETS:
        raise AgentError(f'preset "{preset}" is not known: {" and ".join(PRESETS)} are')
    if preset == "paper":
        return PAPER
    return FROM_NOTHING if start == "random" else FROM_A


def start_of(text: str) -> Start:
    """A start that somebody named."""
    for start in STARTS:
        if text == start:
            return start
    raise AgentError(f'start "{text}" is not possible: {", ".join(STARTS)} are')
