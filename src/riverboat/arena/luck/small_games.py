"""Luck in games small enough to be walked through: the value of a state is what its players, as known, make of it.

Where both can be asked, the value is exact, and nothing of a result is luck any more: every hand gives the same. A
player who can't be asked is taken to play as the other does; that makes the value worse, and the result no less
unbiased. In the larger ones of these games, as rounds of Bluff, actions that are hardly ever taken are left out of
values, and where chance may deal in many ways it is not corrected: deals that are played from both seats see to that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from riverboat.agents.asked import chances_of
from riverboat.agents.protocol import Agent
from riverboat.arrays import Words
from riverboat.errors import AgentError
from riverboat.games import Action
from riverboat.games.protocol import CHANCE, PlayedGame, PlayedState

#: Games that know their size, and are larger, are not walked through; nor where chance begins in more ways.
_MOST_STATES, _MOST_DEALS = 10**10, 500
#: Where chance begins in more ways, each hand is walked through for its own.
_MOST_AT_ONCE = 36
#: Games that know their size, and are larger, are walked through without actions that are taken less often.
_LARGE, _RARE = 10_000, 0.02


def is_small(game: PlayedGame[Any]) -> bool:
    """Whether a game is walked through: two seats, and few cards or dice."""
    return game.seats == 2 and _states(game) <= _MOST_STATES and _deals(game) <= _MOST_DEALS


def _states(game: PlayedGame[Any]) -> int:
    """How many states a game says that it has."""
    return int(getattr(game, "tree_size", 0))


def _deals(game: PlayedGame[Any]) -> int:
    """In how many ways chance may deal before somebody acts; counted no further than is wanted."""
    state, ways = game.root(), 1
    while state.actor == CHANCE and ways <= _MOST_DEALS:
        outcomes = state.chance_outcomes()
        ways *= len(outcomes)
        state.apply(outcomes[0][0])
    return ways


@dataclass(eq=False, slots=True)
class _Node:
    """A state: who acts, what usually follows and how often; and what it is worth to the first seat."""

    state: PlayedState
    actor: int | None
    after: dict[str, _Node] = field(default_factory=dict)
    chances: dict[str, float] = field(default_factory=dict)  # of what usually follows; they add up to 1
    known: bool = True
    value: float = 0.0


class SmallGameLuck:
    """Measures luck in the hands of a small game."""

    def __init__(self, game: PlayedGame[Any], agents: Sequence[Agent]) -> None:
        self._game: Any = game
        self._asked = [_Asked(agent, game) for agent in agents]
        self._at_once = _deals(game) <= _MOST_AT_ONCE
        self._trees: dict[tuple[int, int], _Node] = {}
        self._noted: list[Mapping[Action, float] | None] = []
        self._chips = game.rules.income_unit.chips
        self._rare = _RARE if _states(game) > _LARGE else 0.0

    def note(self, state: PlayedState, chances: Mapping[Action, float] | None) -> None:
        """Remember how often a player takes each action in a state of the hand that is played."""
        self._noted += [None] * (len(state.history) - len(self._noted)) + [chances]

    def of_hand(self, state: PlayedState, players: Sequence[int], words: Words) -> tuple[float, float]:
        """What luck gave to each seat in a hand that is over, in the unit of its incomes."""
        noted, self._noted = self._noted, []
        # The tree's hand has its own button: seats are counted from there.
        shift = (state.button - self._game.root().button) % 2
        order = (players[shift], players[1 - shift])
        if self._rare and not any(self._asked[player].is_known for player in order):
            return 0.0, 0.0  # nobody says how to go on, and anything would be too much
        node = self._first(state, order, shift)
        total, step = 0.0, 0
        while node.actor is not None:
            chances = None
            if node.actor == CHANCE:
                move = _dealt(node.state, state, shift)
            else:
                move = state.history[step].action
                chances = noted[step] if step < len(noted) else None
                step += 1
            if chances is not None:
                node = self._told(node, chances, order)
            taken = str(move)
            if taken not in node.after:  # nobody would have thought of it, so nothing is corrected
                node = self._walk(_after(node.state, move), order)
                continue
            if node.known or chances is not None:
                total += node.after[taken].value - node.value
            node = node.after[taken]
        luck = total / self._chips
        return (luck, -luck) if shift == 0 else (-luck, luck)

    def tree(self, players: tuple[int, int]) -> _Node:
        """The game with two players in its seats, with the value of every state."""
        if players not in self._trees:
            self._trees[players] = self._walk(self._game.root(), players)
        return self._trees[players]

    def _first(self, played: PlayedState, players: tuple[int, int], shift: int) -> _Node:
        """Where a hand begins: before chance has dealt, or after it where it may deal in too many ways."""
        if self._at_once:
            return self.tree(players)
        state = self._game.root()
        while state.actor == CHANCE:
            state.apply(_dealt(state, played, shift))
        return self._walk(state, players)

    def _walk(self, state: PlayedState, players: tuple[int, int]) -> _Node:
        node = _Node(state.copy(), state.actor)
        if state.is_over or state.actor is None:
            node.value = float(state.returns()[0])
            return node
        if state.actor == CHANCE:
            outcomes = {action: float(chance) for action, chance in state.chance_outcomes()}
            return self._filled(node, outcomes, players, 0.0)
        asked, other = self._asked[players[state.actor]], self._asked[players[1 - state.actor]]
        chances = asked.chances(state)
        node.known = asked.is_known  # once it was asked
        if not node.known and other.is_known:
            chances = other.chances(state)
        return self._filled(node, chances, players, self._rare)

    def _told(self, node: _Node, chances: Mapping[Action, float], players: tuple[int, int]) -> _Node:
        """A state whose actor has said how often they take each action; states that follow are walked through once."""
        told = _Node(node.state, node.actor, after=dict(node.after))
        return self._filled(told, chances, players, self._rare)

    def _filled(self, node: _Node, chances: Mapping[Action, float], players: tuple[int, int], rare: float) -> _Node:
        """A state with what usually follows, and its value: the mean over that."""
        usual = {action: chance for action, chance in chances.items() if chance > rare}
        for action in usual:
            if str(action) not in node.after:
                node.after[str(action)] = self._walk(_after(node.state, action), players)
        whole = sum(usual.values())
        node.chances = {str(action): chance / whole for action, chance in usual.items()}
        node.after = {name: node.after[name] for name in node.chances}
        node.value = sum(chance * node.after[name].value for name, chance in node.chances.items())
        return node


class _Asked:
    """An agent, asked state by state; nobody knows what somebody does who can't be asked: anything."""

    def __init__(self, agent: Agent, game: PlayedGame[Any]) -> None:
        # A bot of somebody's own may say what it likes of itself: only agents of the house are asked.
        trusted = bool(getattr(agent, "house", True)) and not agent.remembers
        self._player = agent.player(0, game=game) if trusted else None
        self._told: dict[str, Mapping[Action, float]] = {}
        self.is_known = self._player is not None

    def chances(self, state: PlayedState) -> Mapping[Action, float]:
        """How often each action is taken."""
        assert state.actor is not None
        seen = state.observation(state.actor)
        if seen.infoset not in self._told:
            self._told[seen.infoset] = self._ask(seen)
        return self._told[seen.infoset]

    def _ask(self, seen: Any) -> Mapping[Action, float]:
        if self.is_known:
            try:
                return {
                    action: float(chance) for action, chance in chances_of(self._player, seen).items() if chance > 0
                }
            except AgentError:
                self.is_known = False
        return {action: 1 / len(seen.legal_actions) for action in seen.legal_actions}


def _after(state: PlayedState, action: Action) -> PlayedState:
    after = state.copy()
    after.apply(action)
    return after


def _dealt(before: PlayedState, played: PlayedState, shift: int) -> Action:
    """Which of the moves that chance may make here was made in the hand that was played."""
    suited = getattr(before.game.rules, "suits_matter", True)
    for action, _ in before.chance_outcomes():
        after = _after(before, action)
        held = [played.held[(seat + shift) % 2][: len(dealt)] for seat, dealt in enumerate(after.held)]
        pairs = [*zip(after.held, held, strict=True), (after.board, played.board[: len(after.board)])]
        if all(one == other or (not suited and _ranks(one) == _ranks(other)) for one, other in pairs):
            return action
    raise AssertionError


def _ranks(cards: Sequence[int]) -> list[int]:
    return [card >> 2 for card in cards]
