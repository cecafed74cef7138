"""Bots of OpenSpiel at our tables: `openspiel:uniform_random`.

A bot is shown a state of our game as OpenSpiel has it, built from what the seat sees; what it can't see is filled
with cards or dice drawn at random, so that a bot that looks finds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.python_agent import PythonAgent
from riverboat.doors.extras import need
from riverboat.errors import AgentError, did_you_mean
from riverboat.games import Action, find_game
from riverboat.games.actions import amount_of
from riverboat.games.engine.layout_kernel import UNBOUNDED, UNKNOWN
from riverboat.games.protocol import CHANCE

#: Bots that are made for one game of OpenSpiel, by its actions.
_OF_ITS_POKER = frozenset({"uniform_restricted_actions"})


def spiel_agent(name: str, _limits: BotLimits | None = None) -> PythonAgent:
    """The agent behind `openspiel:NAME`."""
    spiel = need("pyspiel", "openspiel")
    known = [each for each in spiel.registered_bots() if each not in _OF_ITS_POKER]
    if name in _OF_ITS_POKER:
        raise AgentError(f"{name} plays OpenSpiel's own universal_poker alone: at our tables sit {', '.join(known)}")
    if name not in known:
        raise AgentError(f'"{name}" is not a bot of OpenSpiel{did_you_mean(name, known)}: it has {", ".join(known)}')
    return PythonAgent(partial(SpielPlayer, name), games=_games(), named=f"openspiel:{name}", house=True)


def _games() -> tuple[str, ...]:
    from riverboat.doors.openspiel.numbers import NUMBERS
    from riverboat.games import GAMES

    return tuple(name for name, entry in GAMES.items() if entry.pieces in NUMBERS)


class SpielPlayer:
    """One bot in one session."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rng = np.random.default_rng(0)
        self._bots: dict[Any, Any] = {}

    def begin(self, seed: int) -> None:
        """Take a seed for the bot, and for what it can't see."""
        self._rng = np.random.default_rng(seed)

    def decide(self, seen: Any) -> Action:
        """What the bot does in a state that agrees with what is seen."""
        entry = find_game(seen.rules.name)
        assert entry.game_of is not None
        table = entry.game_of(seen.rules)
        state = spiel_state(table, seen, self._rng)
        chosen: Action = state.numbers.action(state.ours, self._bot(table, seen.seat).step(state))
        return chosen

    def _bot(self, table: Any, seat: int) -> Any:
        import pyspiel

        from riverboat.doors.openspiel.registered import table_game

        key = table.rules, seat
        if key not in self._bots:
            game = table_game(table)
            if self._name == "uniform_random":  # the one that takes a seed
                bot = pyspiel.make_uniform_random_bot(seat, int(self._rng.integers(1 << 31)))
            else:
                bot = pyspiel.load_bot(self._name, game, seat)
            self._bots[key] = bot
        return self._bots[key]


def spiel_state(table: Any, seen: Any, rng: np.random.Generator) -> Any:
    """A state of OpenSpiel that agrees with what a seat sees; the rest is drawn at random."""
    from riverboat.doors.openspiel.registered import table_game

    filled = _filled_dice(table, seen, rng) if hasattr(seen, "rolls") else _filled_cards(table, seen, rng)
    state = table_game(table, **filled.begun).new_initial_state()
    events = list(seen.history)
    while events or state.ours.actor == CHANCE:
        ours = state.ours
        if ours.actor == CHANCE:
            state.apply_action(filled.outcome(ours))
            continue
        action = events.pop(0).action
        if action.kind == "reveal" and action.amount == UNKNOWN:
            action = ours.legal_actions()[0]  # chosen, but not yet turned: nobody can know which
        number = state.numbers.number(ours, action)
        if number < 0:
            ours.apply(action)  # a bet that OpenSpiel's menu has not
        else:
            state.apply_action(number)
    return state


class _Filled(NamedTuple):
    """How the hand began, and what chance brings next in a state."""

    begun: dict[str, Any]
    outcome: Callable[[Any], int]


def _filled_cards(table: Any, seen: Any, rng: np.random.Generator) -> _Filled:
    known = {card for row in (*seen.cards, seen.board) for card in row}
    unseen = rng.permutation([card for card in table.deck if card not in known]).tolist()
    held = [[unseen.pop() if card == UNKNOWN else card for card in row] for row in seen.cards]
    begun: dict[str, Any] = {"button": seen.button}
    if table.rules.start_stack != UNBOUNDED:
        begun["stacks"] = [stack + paid for stack, paid in zip(seen.stacks, seen.paid, strict=True)]

    def outcome(ours: Any) -> int:
        hand = ours.record[0]
        if hand["due"] == 0:
            return int(seen.board[int(hand["n_shared"])])
        seat = int(hand["next_seat"])
        place = int(hand["n_cards"][seat])
        return int(held[seat][place] if place < len(held[seat]) else unseen.pop())

    return _Filled(begun, outcome)


def _filled_dice(table: Any, seen: Any, rng: np.random.Generator) -> _Filled:
    def outcome(ours: Any) -> int:
        seat = len(ours.rolls)
        rolls = [action.amount for action, _ in ours.chance_outcomes()]
        own = seen.rolls[seat]
        return rolls.index(amount_of(own)) if own is not None else int(rng.integers(len(rolls)))

    return _Filled({"button": (seen.starter - 1) % table.seats}, outcome)
