"""Agents that can be asked: what they would do with every holding, as probabilities, without a hand being played.

Static agents act on what they see now and draw a random number; the draw is taken apart into probabilities here. Tests
compare them with what the agents really do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.kinds_kernel import ALWAYS_CALL, ALWAYS_FOLD, ALWAYS_RAISE, RANDOM, STYLE
from riverboat.arrays import CardRow, Floats, Ints, Singles
from riverboat.cards.holdings import HOLDINGS, holding_index
from riverboat.errors import AgentError
from riverboat.games.holdem import HoldemRules
from riverboat.solving.limit.tree import CALL, FOLD, RAISE, legal_rows

if TYPE_CHECKING:
    from riverboat.agents.compiled import CompiledPlayer
    from riverboat.agents.protocol import Agent
    from riverboat.games import Action, CardObservation
    from riverboat.solving.limit.strategy import BucketStrategy

_SAME = {ALWAYS_FOLD: FOLD, ALWAYS_CALL: CALL, ALWAYS_RAISE: RAISE}


class AskedPlayer(Protocol):
    """A player that can say how often it takes each action."""

    def chances(self, observation: Any, /) -> Mapping[Action, float]:
        """How often it takes each action; those that it never takes may be left out."""
        ...


def bucket_strategy(agent: Agent) -> BucketStrategy:
    """What an agent does at heads-up limit Hold'em with every holding; refuses one that can't say."""
    maker = getattr(agent, "make", None)
    if maker is not None and hasattr(maker, "bucket_strategy"):
        found: BucketStrategy = maker.bucket_strategy()
        return found
    if isinstance(agent, CompiledAgent):
        if agent.entry.kind in _SAME:
            return SameStrategy(_SAME[agent.entry.kind])
        if agent.entry.kind == RANDOM:
            return RandomStrategy()
        if agent.entry.kind == STYLE:
            return StyleStrategy(agent.params)
    raise AgentError(
        f"{agent.name} cannot be asked for all holdings: it learns, or only plays; "
        "random, always-fold, always-call, always-raise, the styles and equilibrium can"
    )


def can_be_asked(agent: Agent) -> bool:
    """Whether an agent can say what it does at heads-up limit Hold'em with every holding."""
    if isinstance(agent, CompiledAgent):
        return agent.entry.kind in (*_SAME, RANDOM, STYLE)
    return hasattr(getattr(agent, "make", None), "bucket_strategy")


class _OneBucket:
    """All holdings are alike to it."""

    def buckets(self, board: CardRow) -> Ints:
        """[1326] all of them are in one bucket."""
        return np.zeros(HOLDINGS, np.int64)


class SameStrategy(_OneBucket):
    """Always the same wish: the nearest action that is allowed, and nobody folds where checking is free."""

    def __init__(self, wish: int) -> None:
        self.wish = wish

    def mixes(self, street: int) -> Singles:
        """[decision, bucket, action] how often each is done."""
        return _granted(legal_rows(street), np.eye(3, dtype=np.float32)[self.wish])[:, None, :]


class RandomStrategy(_OneBucket):
    """Any legal action, each as often as any other."""

    def mixes(self, street: int) -> Singles:
        """[decision, bucket, action] how often each is done."""
        legal = legal_rows(street)
        return np.asarray(legal / legal.sum(axis=1, keepdims=True))[:, None, :]


def _granted(legal: Singles, wishes: Singles) -> Singles:
    """[decision, action] what becomes of wishes where not all is allowed: a raise becomes a call, a fold a check."""
    granted = legal * wishes
    granted[:, CALL] += ((1 - legal) * wishes).sum(axis=1)
    return granted


class StyleStrategy:
    """A static style, heads-up: one strength and two thresholds a street, so four buckets.

    Heads-up at limit a call never costs more than one bet, so `respect` and `crowd` play no part.
    """

    def __init__(self, params: Floats) -> None:
        from riverboat.agents.styles import style_kernel as at

        self._thresholds = (
            (float(params[at.ENTER]), float(params[at.OPEN_AT])),
            (float(params[at.STAY]), float(params[at.RAISE_AT])),
        )
        self._aggression, self._bluff = float(params[at.AGGRESSION]), float(params[at.BLUFF])

    def thresholds(self, street: int) -> tuple[float, float]:
        """The strength that is enough to call, and to raise."""
        return self._thresholds[street > 0]

    def mixes(self, street: int) -> Singles:
        """[decision, bucket, action] how often each is done; a bucket is one for a call and two for a raise."""
        legal = legal_rows(street)
        found = np.zeros((len(legal), 4, 3), np.float32)
        free = legal[:, FOLD] == 0
        for bucket in range(4):
            calls, raises = bool(bucket & 1), bool(bucket & 2)
            pays = np.zeros(3)
            pays[RAISE] = self._aggression if raises else 0.0
            pays[CALL if calls else FOLD] = 1.0 - pays[RAISE]
            opens = np.zeros(3)
            opens[RAISE] = min(1.0, self._bluff + (self._aggression if raises else 0.0))
            opens[CALL] = 1.0 - opens[RAISE]
            found[free, bucket] = _granted(legal[free], opens.astype(np.float32))
            found[~free, bucket] = _granted(legal[~free], pays.astype(np.float32))
        return found

    def buckets(self, board: CardRow) -> Ints:
        """[1326] whether each holding is strong enough to call (1) and to raise (2)."""
        call, raised = self._thresholds[board.size > 0]
        strengths = strengths_on(board)
        return np.asarray((strengths >= call) + 2 * (strengths >= raised), np.int64)


def strengths_on(board: CardRow) -> Floats:
    """[1326] the strength now of each holding: before the flop its exact equity, later the share that it beats."""
    if not board.size:
        return _starting_strengths()
    from riverboat.solving.limit.boards_kernel import board_strengths

    found = np.zeros(HOLDINGS)
    board_strengths(board, found)
    return found


@lru_cache(maxsize=1)
def _starting_strengths() -> Floats:
    from riverboat.odds.strength_now_kernel import PREFLOP

    return np.asarray(PREFLOP)


def chances_of(player: Any, observation: Any) -> Mapping[Action, float]:
    """How often a seated player takes each action; refuses one that can't say."""
    if not hasattr(player, "chances"):
        raise AgentError(
            "this agent can't say how often it would take each action: it can be measured at limit Hold'em only, "
            "by a local best response"
        )
    asked: AskedPlayer = player
    return asked.chances(observation)


def compiled_chances(player: CompiledPlayer, observation: CardObservation) -> dict[Action, float]:
    """How often a compiled player takes each action; of the styles this is known at heads-up limit Hold'em."""
    kind, legal = player.agent.entry.kind, list(observation.legal_actions)
    if kind == RANDOM:
        return dict.fromkeys(legal, 1 / len(legal))
    if kind in _SAME:
        return {player.decide(observation): 1.0}
    rules = observation.rules
    if kind == STYLE and isinstance(rules, HoldemRules) and rules.seats == 2 and rules.betting == "limit":
        from riverboat.agents.equilibrium.player import place_of
        from riverboat.agents.equilibrium.river import KINDS

        low, high = observation.own_cards
        strategy, place = StyleStrategy(player.agent.params), place_of(observation)
        bucket = strategy.buckets(np.array(observation.board, np.uint8))[holding_index((low, high))]
        shares = strategy.mixes(place.street)[place.row, bucket]
        return {action: float(shares[KINDS[action.kind]]) for action in legal if shares[KINDS[action.kind]] > 0}
    where = " but at limit Hold'em for two" if kind == STYLE else ": it learns, or only plays"
    raise AgentError(f"{player.agent.name} cannot be asked for what it would do{where}")
