"""Games of OpenSpiel in our solver: `openspiel:leduc_poker`, `openspiel:liars_dice(numdice=1)`."""

from __future__ import annotations

from typing import Any

from riverboat.doors.extras import need
from riverboat.errors import GameError, did_you_mean
from riverboat.games.actions import Action, MoveName
from riverboat.games.protocol import CHANCE

SCHEME = "openspiel:"


class ForeignGame:
    """A game of OpenSpiel for two, zero-sum, whose chance is told: what our solvers can solve."""

    def __init__(self, text: str) -> None:
        spiel = need("pyspiel", "openspiel")
        short = text.partition("(")[0]
        names = spiel.registered_names()
        if short not in names:
            raise GameError(f'"{short}" is not a game of OpenSpiel{did_you_mean(short, names)}')
        try:
            self._game = spiel.load_game(text)
        except spiel.SpielError as error:
            raise GameError(f"OpenSpiel does not load {text}: {error}") from None
        kind = self._game.get_type()
        if kind.dynamics == spiel.GameType.Dynamics.SIMULTANEOUS:
            self._game = spiel.convert_to_turn_based(self._game)
            kind = self._game.get_type()
        refusals = (
            (self._game.num_players() != 2, f"is for {self._game.num_players()} players"),
            (kind.utility != spiel.GameType.Utility.ZERO_SUM, "is not zero-sum"),
            (kind.chance_mode == spiel.GameType.ChanceMode.SAMPLED_STOCHASTIC, "does not tell its chances"),
            (not kind.provides_information_state_string, "does not tell its information sets"),
        )
        for wrong, why in refusals:
            if wrong:
                raise GameError(f"{text} {why}: two-player zero-sum games with told chances are solved")
        self.name = f"{SCHEME}{text}"
        self.seats = 2

    def root(self) -> ForeignState:
        """A hand with chance left open."""
        return ForeignState(self._game.new_initial_state())

    def start(self, *, seed: Any = None, button: int | None = None) -> ForeignState:
        """Not played at tables."""
        raise GameError(f"{self.name} can be solved, not played")


class ForeignState:
    """A state of OpenSpiel, as our solvers walk it."""

    def __init__(self, state: Any) -> None:
        self._state = state

    @property
    def actor(self) -> int | None:
        """The player to act, CHANCE, or None at the end."""
        if self._state.is_terminal():
            return None
        return CHANCE if self._state.is_chance_node() else int(self._state.current_player())

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return bool(self._state.is_terminal())

    def _named(self, number: int) -> Action:
        player = self._state.current_player()
        return Action(MoveName(self._state.action_to_string(player, number).replace("\n", " ")), number)

    def legal_actions(self) -> tuple[Action, ...]:
        """What the player to act may do."""
        return () if self._state.is_chance_node() else tuple(map(self._named, self._state.legal_actions()))

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        """What chance can do, with its probability."""
        return tuple((Action(MoveName("outcome"), number), chance) for number, chance in self._state.chance_outcomes())

    def apply(self, action: Action) -> None:
        """Go on by an action."""
        self._state.apply_action(action.amount)

    def infoset(self) -> str:
        """The key of the player's information set."""
        player = self._state.current_player()
        return f"{player}:{self._state.information_state_string(player)}"

    def observation(self, seat: int) -> Any:
        """Nobody sits at such a game."""
        raise GameError("a game of OpenSpiel can be solved, not played")

    def returns(self) -> tuple[Any, ...]:
        """What each player has won, whole where it is."""
        return tuple(int(net) if float(net).is_integer() else net for net in self._state.returns())

    def copy(self) -> ForeignState:
        """An independent copy."""
        return ForeignState(self._state.clone())
