"""`equilibrium@FILE.json`: a game that `riverboat solve GAME --save FILE.json` has solved, played as it was solved."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from riverboat.agents.drawing import Drawing
from riverboat.errors import AgentError, GameError
from riverboat.games import GAMES, Action, find_game, make_game
from riverboat.games.engine.observation import CardObservation
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

    def __init__(self, strategies: StrategyFile) -> None:
        super().__init__()
        self._strategies = strategies

    def chances(self, observation: CardObservation) -> Mapping[Action, float]:
        """How often it takes each action."""
        state = _from_the_button(observation)
        actor = state.actor
        assert actor is not None
        texts = [str(action) for action in observation.legal_actions]
        try:
            shares = self._strategies.chances(actor, state.infoset(), texts)
        except GameError as error:
            raise AgentError(str(error)) from None
        pairs = zip(observation.legal_actions, shares, strict=True)
        return {action: float(share) for action, share in pairs if share}

    def decide(self, observation: CardObservation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))


def _from_the_button(seen: CardObservation) -> Any:
    """The hand as the solver has it: seats are counted from the left of the button."""
    rules: Any = seen.rules
    game: Any = find_game(rules.name).game_of(rules)  # type: ignore[misc]
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
        """Equal for files that play the same."""
        return hashlib.sha256(self.place.read_bytes()).hexdigest()[:16]

    def __call__(self) -> SolvedPlayer:
        """A fresh player."""
        return SolvedPlayer(_strategies(self.place))
