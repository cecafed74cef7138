"""What a league shows next to an agent's results: how exploitable it is, how fast it decides, and its training."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents import AGENTS, make_agent
from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.exploitability import SavedFigure, saved_figures
from riverboat.agents.names import parse_agent_name
from riverboat.agents.saved import text_in
from riverboat.errors import AgentError
from riverboat.games.catalog import make_game
from riverboat.games.protocol import PlayedGame
from riverboat.tables.umpire import Umpire

#: Hands that are played to time decisions.
_TIMED_HANDS = 20
_TRAINED = Path(__file__).parents[2] / "agents" / "trained"


@dataclass(frozen=True, kw_only=True)
class AgentCard:
    """What is known about an agent apart from its matches."""

    exploitability: SavedFigure | None
    decision_ms: float | None  # the mean time of a decision asked from Python, on the machine that played the league
    training: str  # the command that made its model; empty where it has none

    def to_json(self) -> dict[str, Any]:
        """The agent card as the command line prints it."""
        figure = None if self.exploitability is None else self.exploitability.to_json()
        return {"exploitability": figure, "decision_ms": self.decision_ms, "training": self.training}


def card_of(name: str, game: str, limits: BotLimits | None = None) -> AgentCard:
    """What is known of an agent at a game."""
    figures = [figure for figure in saved_figures(name) if figure.game == game]
    return AgentCard(
        exploitability=figures[0] if figures else None,
        decision_ms=decision_ms(name, game, limits),
        training=training_of(name),
    )


def training_of(name: str) -> str:
    """The command that made an agent's model, as its file says; empty where it has none."""
    parsed = parse_agent_name(name)
    entry = AGENTS.get(parsed.agent) if not (parsed.command or parsed.python_file) else None
    if entry is None or not (parsed.model_file or entry.model):
        return ""
    try:
        return text_in(Path(parsed.model_file) if parsed.model_file else _TRAINED / entry.model, "made_by")
    except AgentError:
        return ""


def decision_ms(name: str, game: str, limits: BotLimits | None = None) -> float | None:
    """The mean time that an agent takes to decide, over some hands against itself; None where it decides nothing."""
    made = make_game(game, seats=2)
    assert isinstance(made, PlayedGame)
    umpire = Umpire(make_agent(name, limits), limit=5)
    umpire.begin(1, made)
    times: list[float] = []
    try:
        for hand in range(_TIMED_HANDS):
            state = made.start(seed=np.random.SeedSequence([1, hand]))
            while (actor := state.actor) is not None:
                seen = state.observation(actor).told(hand + 1, (name, name))
                start = time.perf_counter()
                action = umpire.decide(seen, hand)
                times.append(time.perf_counter() - start)
                state.apply(action)
    finally:
        umpire.close()
    # The first decisions compile, or warm up.
    settled = times[len(times) // 4 :]
    return round(1000 * float(np.mean(settled)), 4) if settled else None
