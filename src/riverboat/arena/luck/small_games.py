"""Luck in games small enough to be walked through: the value of a state is what its players, as known, make of it.

Where both can be asked, the value is exact, and nothing of a result is luck any more: every hand gives the same.
Who can't be asked is taken for one who does anything; that makes the value worse, and the result no less unbiased.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from riverboat.agents.asked import chances_of
from riverboat.agents.protocol import Agent
from riverboat.arrays import Words
from riverboat.errors import AgentError
from riverboat.games import Action, CardGame, CardState
from riverboat.games.protocol import CHANCE

#: Games with more cards are not walked through.
_MOST_CARDS = 8


def is_small(game: CardGame) -> bool:
    """Whether a game is walked through: two seats and few cards."""
    return game.seats == 2 and int(game.record["deck_size"][0]) <= _MOST_CARDS


@dataclass(eq=False)
class _Node:
    """A state: who acts, what may follow, and how often each of these does, as far as that is known."""

    state: CardState
    actor: int | None
    after: dict[str, _Node] = field(default_factory=dict)
    chances: dict[str, float] = field(default_factory=dict)
    known: bool = True
    value: float = 0.0  # of the first seat


class SmallGameLuck:
    """Measures luck in the hands of a small game."""

    def __init__(self, game: CardGame, agents: Sequence[Agent]) -> None:
        self._game, self._agents = game, agents
        self._trees: dict[tuple[int, int], _Node] = {}
        self._chips = game.rules.income_unit.chips

    def note(self, state: CardState, chances: Mapping[Action, float] | None) -> None:
        """Nothing to remember: players were asked before."""

    def of_hand(self, state: CardState, players: Sequence[int], words: Words) -> tuple[float, float]:
        """What luck gave to each seat in a hand that is over, in the unit of its incomes."""
        # The tree's hand has its own button: seats are counted from there.
        shift = (state.button - self._game.root().button) % 2
        order = (players[shift], players[1 - shift])
        node = self.tree(order)
        total = 0.0
        moves = iter(state.history)
        while node.actor is not None:
            if node.actor == CHANCE:
                taken = _card_dealt(node.state, state, shift)
            else:
                taken = str(next(moves).action)
            if node.known:
                mean = sum(chance * node.after[name].value for name, chance in node.chances.items())
                total += node.after[taken].value - mean
            node = node.after[taken]
        luck = total / self._chips
        return (luck, -luck) if shift == 0 else (-luck, luck)

    def tree(self, players: tuple[int, int]) -> _Node:
        """The game with two players in its seats, with the value of every state."""
        if players not in self._trees:
            seated = [_Asked(self._agents[player], self._game) for player in players]
            self._trees[players] = self._walk(self._game.root(), seated)
        return self._trees[players]

    def _walk(self, state: CardState, seated: Sequence[_Asked]) -> _Node:
        node = _Node(state.copy(), state.actor)
        if state.is_over or state.actor is None:
            node.value = float(state.returns()[0])
            return node
        if state.actor == CHANCE:
            actions = [(action, float(chance)) for action, chance in state.chance_outcomes()]
            node.chances = {str(action): chance for action, chance in actions}
        else:
            actions = [(action, 0.0) for action in state.legal_actions()]
            node.chances, node.known = seated[state.actor].chances(state, [action for action, _ in actions])
        for action, _ in actions:
            after = state.copy()
            after.apply(action)
            node.after[str(action)] = self._walk(after, seated)
        node.value = sum(chance * node.after[name].value for name, chance in node.chances.items())
        return node


class _Asked:
    """An agent in a seat, asked state by state; of who can't be asked it is said that they do anything."""

    def __init__(self, agent: Agent, game: CardGame) -> None:
        # A bot of somebody's own may say what it likes of itself: only agents of the house are asked.
        trusted = bool(getattr(agent, "house", True)) and not agent.remembers
        self._player = agent.player(0, game=game) if trusted else None

    def chances(self, state: CardState, legal: Sequence[Action]) -> tuple[dict[str, float], bool]:
        """How often each legal action is taken, and whether that is known."""
        try:
            if self._player is None or state.actor is None:
                raise AgentError("not asked")
            found = chances_of(self._player, state.observation(state.actor))
        except AgentError:
            return {str(action): 1 / len(legal) for action in legal}, False
        told = {str(action): float(found.get(action, 0.0)) for action in legal}
        return {action: chance / sum(told.values()) for action, chance in told.items()}, True


def _card_dealt(before: CardState, played: CardState, shift: int) -> str:
    """Which of the cards that chance may deal here was dealt in the hand that was played."""
    outcomes = [action for action, _ in before.chance_outcomes()]
    tried = before.copy()
    tried.apply(outcomes[0])
    if len(tried.board) > len(before.board):
        card = played.board[len(before.board)]
    else:
        seat = next(seat for seat in range(2) if len(tried.cards(seat)) > len(before.cards(seat)))
        card = played.cards((seat + shift) % 2)[len(before.cards(seat))]
    suited = before.game.rules.suits_matter
    return str(next(each for each in outcomes if each.amount == card or (not suited and each.amount >> 2 == card >> 2)))
