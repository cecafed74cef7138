"""One hand after the other for environments that step a single hand: the game, what a seat sees, what actions mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from riverboat.doors.environments.card_encoder import CardEncoder
from riverboat.doors.environments.encoder import DtypeName, Encoder, Numbers, width_of
from riverboat.doors.environments.round_encoder import RoundEncoder
from riverboat.errors import GameError
from riverboat.games import find_game, make_game
from riverboat.games.actions import default_action
from riverboat.games.protocol import PlayedGame, PlayedState

#: By what a game is played with: how it looks to a learner.
_ENCODERS: dict[str, Any] = {"cards": CardEncoder, "dice": RoundEncoder}


def make_encoder(
    name: str, *, seats: int | None, sizes: Sequence[float] | None, dtype: DtypeName, options: dict[str, Any]
) -> Any:
    """How a game by name looks to a learner; a tree of moves has no cards or dice to look at."""
    entry = find_game(name)
    if entry.pieces not in _ENCODERS:
        known = ", ".join(each for each in _playable())
        raise GameError(f"{name} is a tree without cards or dice, and has no environment: {known} have one")
    chosen = {**options, **({} if seats is None else {"seats": seats})}
    return encoder_for(make_game(name, **chosen), sizes=sizes, dtype=dtype)


def encoder_for(game: Any, *, sizes: Sequence[float] | None = None, dtype: DtypeName = "float32") -> Any:
    """How a game looks to a learner."""
    return _ENCODERS[find_game(game.name).pieces](game, sizes=sizes, dtype=dtype)


def _playable() -> list[str]:
    from riverboat.games import GAMES

    return [name for name, entry in GAMES.items() if entry.pieces in _ENCODERS]


class Episode:
    """A hand that is being played, and the one after it."""

    def __init__(self, game: PlayedGame[PlayedState], encoder: Encoder) -> None:
        self.game, self.encoder = game, encoder
        self._width, self._actions = width_of(encoder), len(encoder.actions)
        self.state: PlayedState = game.start(seed=0)

    def deal(self, rng: np.random.Generator) -> None:
        """The next hand; every seat is as likely as any other to have the button."""
        button, seed = int(rng.integers(self.game.seats)), int(rng.integers(1 << 62))
        self.state = self.game.start(seed=seed, button=button)

    def look(self, seat: int) -> dict[str, Numbers]:
        """What a seat sees, and which actions it may choose: none where it is not its turn."""
        observation = np.zeros(self._width, self.encoder.dtype)
        mask = np.zeros(self._actions, np.int8)
        self.encoder.look(self.state, seat, observation, mask)
        return {"observation": observation, "action_mask": mask}

    def act(self, number: int, mask: Numbers) -> bool:
        """Apply an action of the seat to act; False where it is not allowed, and the rules act: check, else fold."""
        allowed = 0 <= number < self._actions and bool(mask[number])
        if allowed:
            self.state.apply(self.encoder.action(self.state, number))
        else:
            self.state.apply(default_action(self.state.legal_actions()))
        return allowed

    def rewards(self) -> list[float]:
        """What each seat has won or lost, in the unit of results."""
        return [float(net) * self.encoder.reward for net in self.state.returns()]


def spaces_of(encoder: Encoder) -> tuple[Any, Any]:
    """The spaces of observations, with their masks, and of actions."""
    from gymnasium import spaces

    width, actions = width_of(encoder), len(encoder.actions)
    low, high = np.zeros(width, encoder.dtype), np.full(width, encoder.most, encoder.dtype)
    seen = spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=encoder.dtype.type),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
    return seen, spaces.Discrete(actions)
