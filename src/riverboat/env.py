"""Environments for learners: `make` (Gymnasium), `aec` (PettingZoo) and `batch` (thousands of hands at once).

>>> import riverboat
>>> batch = riverboat.env.batch("holdem-limit", hands=4, seed=1)
>>> batch.actions
('fold', 'check, call or bring-in', 'the smallest bet or raise')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from riverboat.doors.extras import need
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.doors.environments.batch import BatchedEnv
    from riverboat.doors.environments.encoder import DtypeName
    from riverboat.doors.environments.gymnasium_env import HandEnv
    from riverboat.doors.environments.pettingzoo_env import SeatsEnv

__all__ = ["aec", "batch", "make"]


def make(
    game: str,
    *,
    seats: int | None = None,
    opponents: Sequence[str] | None = None,
    sizes: Sequence[float] | None = None,
    dtype: DtypeName = "float32",
    **options: Any,
) -> HandEnv:
    """A Gymnasium environment: one learner against opponents by name, a hand an episode.

    `sizes` are the bets of no-limit games between the smallest and the largest, as shares of the pot; `options` are
    the game's rules. Seats that are not named are filled with the game's usual opponents.
    """
    need("gymnasium", "env")
    from riverboat.doors.environments.gymnasium_env import HandEnv

    encoder = _encoder(game, seats=seats, opponents=opponents, sizes=sizes, dtype=dtype, options=options)
    return HandEnv(encoder.game, encoder, _company(encoder.game) if opponents is None else list(opponents))


def aec(
    game: str,
    *,
    seats: int | None = None,
    sizes: Sequence[float] | None = None,
    dtype: DtypeName = "float32",
    **options: Any,
) -> SeatsEnv:
    """A PettingZoo environment (AEC) in which every seat is a learner."""
    need("pettingzoo", "env")
    from riverboat.doors.environments.pettingzoo_env import SeatsEnv

    encoder = _encoder(game, seats=seats, opponents=None, sizes=sizes, dtype=dtype, options=options)
    return SeatsEnv(encoder.game, encoder)


def batch(
    game: str,
    *,
    hands: int = 1024,
    seats: int | None = None,
    opponents: Sequence[str] = (),
    sizes: Sequence[float] | None = None,
    dtype: DtypeName = "float32",
    seed: int | Sequence[int] | None = None,
    **options: Any,
) -> BatchedEnv:
    """Many hands side by side, a compiled call a step; opponents, where named, are agents that are compiled."""
    from riverboat.doors.environments.batch import make_batch

    encoder = _encoder(game, seats=seats, opponents=opponents or None, sizes=sizes, dtype=dtype, options=options)
    made = make_batch(encoder, hands, opponents)
    made.reset(seed)
    return made


def _encoder(
    game: str,
    *,
    seats: int | None,
    opponents: Sequence[str] | None,
    sizes: Sequence[float] | None,
    dtype: DtypeName,
    options: dict[str, Any],
) -> Any:
    from riverboat.doors.environments.episode import make_encoder

    if isinstance(opponents, str):
        raise GameError(f'opponents="{opponents}" is one name: give a list, like ["{opponents}"]')
    if seats is None and opponents is not None:
        seats = len(opponents) + 1
    return make_encoder(game, seats=seats, sizes=sizes, dtype=dtype, options=options)


def _company(game: Any) -> list[str]:
    """The opponents of a learner where none are named."""
    from riverboat.games import find_game

    entry = find_game(game.name)
    usual = entry.opponents or (entry.fallback_opponent,)
    return [usual[at % len(usual)] for at in range(game.seats - 1)]
