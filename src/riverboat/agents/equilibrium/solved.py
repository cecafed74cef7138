"""Games of cards that are solved whole, played as they were solved.

`equilibrium@FILE.json` plays what `riverboat solve GAME --save FILE.json` has solved; `equilibrium` itself solves small
games in a moment, by whatever rules they are played.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from riverboat.agents.drawing import Drawing
from riverboat.errors import AgentError, GameError
from riverboat.games import GAMES, Action, CardGame, CardState, make_game
from riverboat.games.engine.observation import CardObservation
from riverboat.games.engine.rules import PokerRules
from riverboat.solving.policy import Policy, TablePolicy
from riverboat.solving.solver import solve
from riverboat.solving.strategy_files import StrategyFile, read_strategies


@lru_cache(maxsize=4)
def _read(path: Path, changed: float) -> StrategyFile:
    return read_strategies(path)


def _strategies(path: Path) -> StrategyFile:
    """The strategies of a file, read once for as long as it stays as it is."""
    try:
        return _read(path, path.stat().st_mtime if path.is_file() else 0.0)
    except GameError as error:
        raise AgentError(str(error)) from None


class SolvedPlayer(Drawing):
    """Plays both sides of a solved game of cards, from whichever chair."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self._policy = policy

    def chances(self, observation: CardObservation) -> dict[Action, float]:
        """How often it takes each action."""
        try:
            shares = self._policy(_from_the_button(observation))
        except GameError as error:
            raise AgentError(str(error)) from None
        asked = ((action, shares.get(str(action), 0.0)) for action in observation.legal_actions)
        return {action: share for action, share in asked if share}

    def decide(self, observation: CardObservation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))


@lru_cache(maxsize=8)
def solved_policy(rules: PokerRules) -> TablePolicy:
    """The policy of a small game by these rules: Kuhn's and Leduc are solved in less than a second."""
    return solve(CardGame(rules)).policy


def _from_the_button(seen: CardObservation) -> CardState:
    """The hand as the solver has it: seats are counted from the left of the button."""
    assert seen.rules is not None
    game = CardGame(seen.rules)
    first = seen.button + 1
    cards = [seen.cards[(first + at) % seen.seats] for at in range(seen.seats)]
    state = game.start(cards=cards, board=seen.board)
    for event in seen.history:
        state.apply(event.action)
    return state


@dataclass(frozen=True)
class SolvedMaker:
    """Makes players of a file; can be sent to another process."""

    place: Path
    games: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        source = _strategies(self.place).source
        row = None if source is None else GAMES.get(source.name)
        if row is None or row.pieces != "cards" or row.game_of is None:
            named = "no game" if source is None else source.name
            raise AgentError(
                f"{self.place.name} is of {named}: equilibrium@FILE.json plays games of cards that are solved whole; "
                "Bluff is played by bluff-equilibrium@FILE"
            )
        object.__setattr__(self, "games", (row.name,))

    def check(self, rules: Any, _opener: int) -> None:
        """Refuse other rules than those that were solved."""
        source = _strategies(self.place).source
        assert source is not None
        solved: Any = make_game(source.name, **source.options)
        if rules != solved.rules:
            raise AgentError(f"{self.place.name} has solved {source.name} by its usual rules: these are others")

    @property
    def fingerprint(self) -> str:
        """Equal for files that play alike."""
        return hashlib.sha256(self.place.read_bytes()).hexdigest()[:16]

    def __call__(self) -> SolvedPlayer:
        """A fresh player."""
        return SolvedPlayer(_strategies(self.place))
