"""Actions as OpenSpiel has them: every action of a game has a number, and every outcome of chance."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from riverboat.doors.environments.encoder import width_of
from riverboat.doors.environments.episode import encoder_for
from riverboat.errors import GameError
from riverboat.games import Action, CardGame
from riverboat.games.bluff.game import BLUFF, CHECK, BluffGame
from riverboat.games.engine.layout_kernel import LIMIT, MAX_ACTIONS, UNBOUNDED

_PASSIVE = {"check": 1, "call": 1, "bring-in": 1}


class CardNumbers:
    """Fold is 0; check, call and bring-in are 1. Limit: the bet is 2, and where there are two sizes the larger is 3.

    Where bets are free a bet or raise to a total is 2 and the total. Outcomes of chance are cards.
    """

    def __init__(self, game: CardGame) -> None:
        self.game = game
        self._free = int(game.record["limits"][0]) != LIMIT

    @property
    def actions(self) -> int:
        """How many numbers there are."""
        return 3 + (self.game.rules.start_stack if self._free else int(self.game.record["big_bet"].any()))

    outcomes = 52

    @cached_property
    def length(self) -> int:
        """The most actions that a hand can have."""
        return MAX_ACTIONS

    @cached_property
    def most(self) -> float:
        """The most that a seat can win."""
        return self.lost * (self.game.seats - 1)

    @cached_property
    def lost(self) -> float:
        """The most that a seat can lose."""
        rules = self.game.record[0]
        if self.game.rules.start_stack != UNBOUNDED:
            return float(self.game.rules.start_stack)
        streets = int(rules["streets"])
        sizes = [max(int(rules["bet"][at]), int(rules["big_bet"][at])) for at in range(streets)]
        counts = [min(int(rules["max_bets"][at]), MAX_ACTIONS) for at in range(streets)]
        return float(rules["ante"].max() + sum(size * count for size, count in zip(sizes, counts, strict=True)))

    def legal(self, state: Any) -> list[int]:
        """The numbers of what the seat to act may do, rising."""
        actions = state.legal_actions()
        found = [0 if kind == "fold" else _PASSIVE[kind] for kind in actions.kinds if kind in ("fold", *_PASSIVE)]
        if actions.raise_kind and self._free:
            found += range(2 + actions.min_to, 3 + actions.max_to)
        elif actions.raise_kind:
            found += [2, 3] if actions.max_to > actions.min_to else [2]
        return found

    def action(self, state: Any, number: int) -> Action:
        """The action behind a number."""
        legal = state.legal_actions()
        if number < 2:
            kinds = ("fold",) if number == 0 else _PASSIVE
            return Action(next(kind for kind in legal.kinds if kind in kinds))
        total = number - 2 if self._free else legal.min_to if number == 2 else legal.max_to
        return Action(legal.raise_kind, total)

    def number(self, state: Any, action: Action) -> int:
        """The number of an action that is legal."""
        if action.kind in ("fold", *_PASSIVE):
            return 0 if action.kind == "fold" else 1
        if self._free:
            return 2 + action.amount
        return 2 if action.amount == state.legal_actions().min_to else 3

    def chances(self, state: Any) -> list[tuple[int, float]]:
        """Where chance moves: cards with their probabilities."""
        return sorted((action.amount, float(chance)) for action, chance in state.chance_outcomes())

    def outcome(self, state: Any, number: int) -> Action:
        """The card that chance deals."""
        return Action("deal", number)


class MenuNumbers(CardNumbers):
    """Free bets without stacks (the partner's stud): the menu of our environments, for totals have no bound.

    An action that is not in the menu has no number: -1.
    """

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self._encoder = encoder_for(game)
        self._row = np.zeros(width_of(self._encoder), np.float32)
        self._mask = np.zeros(len(self._encoder.actions), np.uint8)

    @property
    def actions(self) -> int:
        """How many numbers there are."""
        return len(self._encoder.actions)

    @cached_property
    def lost(self) -> float:
        """The most that a seat can lose: every bet and its call make the pot three times as large."""
        rules = self.game.record[0]
        bets = sum(min(int(rules["max_bets"][at]), 2) for at in range(int(rules["streets"])))
        return float(2 * int(rules["ante"].max()) * 3**bets)

    def legal(self, state: Any) -> list[int]:
        """The numbers of what the seat to act may do, rising."""
        self._encoder.look(state, state.actor, self._row, self._mask)
        return [int(number) for number in np.flatnonzero(self._mask)]

    def action(self, state: Any, number: int) -> Action:
        """The action behind a number."""
        found: Action = self._encoder.action(state, number)
        return found

    def number(self, state: Any, action: Action) -> int:
        """The number of an action, -1 where the menu has it not."""
        return next((number for number in self.legal(state) if self.action(state, number) == action), -1)


def card_numbers(game: CardGame) -> CardNumbers:
    """The numbers of a game of cards."""
    endless = int(game.record["limits"][0]) != LIMIT and game.rules.start_stack == UNBOUNDED
    return MenuNumbers(game) if endless else CardNumbers(game)


class BidNumbers:
    """Bids by their height, lowest first, then Bluff and Check. Outcomes of chance are a seat's rolls, in order."""

    def __init__(self, game: BluffGame) -> None:
        if game.rules.customs:
            raise GameError(
                f"OpenSpiel has {game.name} by the paper's rules: leave out {', '.join(game.rules.customs)}"
            )
        self.game = game
        self._menu = (*game.bid_actions, BLUFF, CHECK)
        self._numbers = {action: at for at, action in enumerate(self._menu)}
        self.actions = len(self._menu)
        self.outcomes = max(len(game.rules.table.rolls(seat)) for seat in range(game.seats))
        self.length = len(game.bid_actions) + 1
        self.most = self.lost = 1.0

    def legal(self, state: Any) -> list[int]:
        """The numbers of what the seat to act may do, rising."""
        return [self._numbers[action] for action in state.legal_actions()]

    def action(self, state: Any, number: int) -> Action:
        """The action behind a number."""
        found: Action = self._menu[number]
        return found

    def number(self, state: Any, action: Action) -> int:
        """The number of an action that is legal."""
        return self._numbers[action]

    def chances(self, state: Any) -> list[tuple[int, float]]:
        """Where chance moves: the next seat's rolls with their probabilities."""
        return [(at, float(chance)) for at, (_, chance) in enumerate(state.chance_outcomes())]

    def outcome(self, state: Any, number: int) -> Action:
        """The roll that chance brings."""
        found: Action = state.chance_outcomes()[number][0]
        return found


#: By what a game is played with.
NUMBERS: dict[str, Any] = {"cards": card_numbers, "dice": BidNumbers}
