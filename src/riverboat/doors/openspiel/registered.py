"""Our games as Python games of OpenSpiel: `riverboat_holdem_limit`, `riverboat_leduc`, `riverboat_bluff` and so on."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import pyspiel

from riverboat.doors.environments.encoder import Encoder, Numbers, width_of
from riverboat.doors.environments.episode import encoder_for
from riverboat.doors.openspiel.numbers import NUMBERS
from riverboat.games import GAMES, make_game
from riverboat.games.catalog import GameEntry
from riverboat.games.protocol import CHANCE

#: What OpenSpiel finds among its own games.
PREFIX = "riverboat_"
#: Options of rules that are whole numbers can be set, as `riverboat_leduc(ante=2)`.
_OPTIONS = ("ante", "bet", "stack", "dice", "faces", "wild")


def spiel_name(game: str) -> str:
    """What a game of ours is called in OpenSpiel."""
    return PREFIX + game.replace("-", "_")


class _Kept:
    """Our state inside one of OpenSpiel's, which copies what it holds deeply: this copies as our states do."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, memo: Any) -> Self:
        return type(self)(self.state.copy())


class _Shared:
    """What all states of a game share: it is not copied."""

    def __init__(self, game: Any, numbers: Any, begun: dict[str, Any]) -> None:
        self.game, self.numbers, self.begun = game, numbers, begun

    def __deepcopy__(self, memo: Any) -> Self:
        return self


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours by its parameters."""

    entry: GameEntry
    kind: Any

    def __init__(self, params: Any = None, *, table: Any = None, begun: dict[str, Any] | None = None) -> None:
        """By parameters, as OpenSpiel makes it; or the very game of a table of ours, and how its hand began."""
        given = {name: value for name, value in (params or {}).items() if value != -1}
        game = table or make_game(self.entry.name, **{"seats": given.pop("players", 2), **given})
        self.shared = _Shared(game, NUMBERS[self.entry.pieces](game), begun or {})
        numbers = self.shared.numbers
        info = pyspiel.GameInfo(
            num_distinct_actions=numbers.actions,
            max_chance_outcomes=numbers.outcomes,
            num_players=game.seats,
            min_utility=-numbers.lost,
            max_utility=numbers.most,
            utility_sum=0.0,
            max_game_length=numbers.length,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> SpielState:
        """A hand with all chance still open."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes observations."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(encoder_for(self.shared.game), recall=bool(wanted.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A hand of ours, stepped by numbers."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._shared = game.shared
        self._kept = _Kept(game.shared.game.root(**game.shared.begun))

    @property
    def ours(self) -> Any:
        """The state of our game."""
        return self._kept.state

    @property
    def numbers(self) -> Any:
        """What numbers mean in it."""
        return self._shared.numbers

    def current_player(self) -> int:
        """The seat to act, chance, or nobody at the end."""
        actor = self.ours.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else int(actor)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.numbers.legal(self.ours)
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Where chance moves: what can come, with its probability."""
        found: list[tuple[int, float]] = self.numbers.chances(self.ours)
        return found

    def _apply_action(self, action: int) -> None:
        reading = self.numbers.outcome if self.ours.actor == CHANCE else self.numbers.action
        self.ours.apply(reading(self.ours, int(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        reading = self.numbers.outcome if player == pyspiel.PlayerId.CHANCE else self.numbers.action
        return str(reading(self.ours, int(action)))

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return bool(self.ours.is_over)

    def returns(self) -> list[float]:
        """What each seat has won or lost; nothing before the end."""
        if not self.ours.is_over:
            return [0.0] * int(self._shared.game.seats)
        return [float(net) for net in self.ours.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """The key of a seat's information set."""
        ours, seat = self.ours, self.current_player() if player is None else player
        return str(ours.infoset() if seat == ours.actor else ours.observation(seat).infoset)

    def __str__(self) -> str:
        return f"{self._shared.game.name}: {[str(event.action) for event in self.ours.history]}"


class SpielObserver:
    """What a seat sees: numbers as our environments have them, or the key of its information set as text."""

    def __init__(self, encoder: Encoder, *, recall: bool) -> None:
        self._encoder = encoder
        size = 0 if recall else width_of(self._encoder)  # a whole history is told as text alone
        self.tensor: Numbers = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor} if size else {}
        self._mask: Numbers = np.zeros(len(self._encoder.actions), np.uint8)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees."""
        if self.tensor.size:
            self._encoder.look(state.ours, player, self.tensor, self._mask)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees, as text."""
        return state.information_state_string(player)


#: Our games in OpenSpiel, by their own names.
_CLASSES: dict[str, type[SpielGame]] = {}


def register() -> tuple[str, ...]:
    """Make our games known to OpenSpiel, once; what they are called there."""
    for entry in GAMES.values():  # trees are left out: `riverboat export` writes them as .efg files, which it reads
        if entry.pieces in NUMBERS and entry.name not in _CLASSES:
            _CLASSES[entry.name] = _register(entry)
    return tuple(spiel_name(name) for name in _CLASSES)


def table_game(table: Any, **begun: Any) -> SpielGame:
    """The game of a table of ours, whatever its rules; `begun` says how its hand began: button, stacks."""
    register()
    return _CLASSES[table.name](table=table, begun=begun)


def _register(entry: GameEntry) -> type[SpielGame]:
    kind = pyspiel.GameType(
        short_name=spiel_name(entry.name),
        long_name=f"Riverboat: {entry.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=entry.seats[-1],
        min_num_players=entry.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, **{name: -1 for name in _OPTIONS if name in entry.options}},
        default_loadable=True,
    )
    made = type(spiel_name(entry.name), (SpielGame,), {"entry": entry, "kind": kind})
    pyspiel.register_game(kind, made)
    return made
