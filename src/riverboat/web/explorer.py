"""Solved games to walk through: what the solution does at a point, and what each action gives away there.

A point is what has happened so far. Small trees (Kuhn, Leduc) are solved whole and valued in one walk; a round of Bluff
is valued by matrices over both players' rolls.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from riverboat.agents.bluff.equilibrium import strategies_for
from riverboat.arrays import Floats
from riverboat.errors import GameError
from riverboat.games import Action, make_game
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BluffGame, BluffRules, bid_action, bid_of
from riverboat.games.catalog import GAMES, small_games
from riverboat.games.protocol import CHANCE, State
from riverboat.partner.bluff_worth import weigh_solved
from riverboat.solving.bluff.strategy import BluffStrategies
from riverboat.solving.solver import solve
from riverboat.web.texts import refusals

Json = dict[str, Any]
#: Games whose trees are walked whole: the small ones of cards.
TREES = small_games()
_DICE = next(entry.name for entry in GAMES.values() if entry.pieces == "dice")
#: Rounds of dice by name: the dice of who opens, and of the other.
ROUNDS = {_DICE: (1, 1), f"{_DICE}-2-1": (2, 1)}
#: Rounds of this many dice are valued whole; in larger ones the best reply to the solution is looked for.
_VALUED_DICE = 2
#: Where the solution's own inaccuracy comes to more than this, nobody who plays by it comes there often.
_RARE = 0.05
_LONGEST_PATH = 60
#: What is reached less often than this is not reached: a trace of the arithmetic.
_TRACE = 1e-9


@dataclass(frozen=True)
class SolvedTree:
    """A small game with its solution: mixes and costs by information set."""

    name: str
    value: float
    low: float
    high: float
    mixes: dict[str, dict[str, float]]
    costs: dict[str, dict[str, float]]
    never: frozenset[str]  # where nobody comes who plays by the solution: what it says there is one of many


@lru_cache(maxsize=4)
def solved_tree(name: str) -> SolvedTree:
    """Solve a small game, and value every action against the solution."""
    game = make_game(name)
    found = solve(game)
    mixes = {row.infoset: dict(zip(row.actions, row.probabilities, strict=True)) for row in found.rows()}
    weights: dict[str, float] = defaultdict(float)
    reached: dict[str, float] = defaultdict(float)
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    def walk(state: State, reach: tuple[float, float], chance: float) -> float:
        """What the first player wins on average from here, both playing by the solution."""
        if state.is_over:
            return float(state.returns()[0])
        if state.actor == CHANCE:
            return sum(
                float(share) * walk(_after(state, action), reach, chance * float(share))
                for action, share in state.chance_outcomes()
            )
        actor = state.actor or 0
        infoset, total = state.infoset(), 0.0
        others = chance * reach[1 - actor]
        weights[infoset] += others
        reached[infoset] = max(reached[infoset], others * reach[actor])
        for action in state.legal_actions():
            share = mixes[infoset][str(action)]
            there = (reach[0] * share, reach[1]) if actor == 0 else (reach[0], reach[1] * share)
            value = walk(_after(state, action), there, chance)
            total += share * value
            sums[infoset][str(action)] += others * (value if actor == 0 else -value)
        return total

    value = walk(game.root(), (1.0, 1.0), 1.0)
    costs = {}
    for infoset, by_action in sums.items():
        if weights[infoset] > _TRACE:
            best = max(by_action.values())
            costs[infoset] = {name: (best - each) / weights[infoset] for name, each in by_action.items()}
    never = frozenset(infoset for infoset in mixes if reached[infoset] <= _TRACE)
    return SolvedTree(name, value, found.low, found.high, mixes, costs, never)


def _after(state: State, action: Action) -> State:
    found: State = state.copy()
    found.apply(action)
    return found


def tree_point(name: str, path: list[str]) -> Json:
    """A point of a small game: who acts, what is mixed, what each action gives away."""
    solved, state = solved_tree(name), make_game(name).root()
    for step in path[:_LONGEST_PATH]:
        choices = [a for a, _ in state.chance_outcomes()] if state.actor == CHANCE else list(state.legal_actions())
        chosen = next((each for each in choices if str(each) == step), None)
        if state.is_over or chosen is None:
            raise GameError(refusals.step_not_possible(step, choices))
        state = _after(state, chosen)
    told: Json = {"game": name, "value": solved.value, "low": solved.low, "high": solved.high, "path": path}
    if state.is_over:
        return {**told, "kind": "over", "returns": [float(each) for each in state.returns()]}
    if state.actor == CHANCE:
        return {**told, "kind": "chance", "outcomes": [str(action) for action, _ in state.chance_outcomes()]}
    infoset = state.infoset()
    mix, costs = solved.mixes[infoset], solved.costs.get(infoset)
    rows = [{"action": each, "share": mix[each], "cost": costs[each] if costs else None} for each in mix]
    return {
        **told,
        "kind": "decision",
        "player": (state.actor or 0) + 1,
        "never": infoset in solved.never,
        "actions": rows,
    }


@lru_cache(maxsize=4)
def _round(name: str) -> tuple[BluffStrategies, BluffRules]:
    rules = BluffRules(dice=ROUNDS[name])
    found = strategies_for(rules)
    if found is None:
        raise GameError(refusals.no_solution(name))
    return found, rules


def bluff_point(name: str, roll: list[int], bids: list[tuple[int, int]]) -> Json:
    """A point of a round: the mix with these dice after these bids, and what each action gives away."""
    strategies, rules = _round(name)
    called = [Bid(*bid) for bid in bids]
    mix = strategies.probabilities(tuple(roll), called)
    player = len(called) % 2
    costs: dict[Action, float] = {}
    rare = False
    if sum(rules.dice) <= _VALUED_DICE:
        values = bluff_values(name, tuple(called))
        mine = strategies.tables.rolls[player].index(tuple(sorted(roll)))
        weight = _reach(strategies, called, 1 - player)
        if weight.sum() > 0:
            worth = {action: float(rows[mine] @ weight / weight.sum()) for action, rows in values.items()}
            costs = {action: max(worth.values()) - each for action, each in worth.items()}
    else:
        costs, error = _reply_costs(rules, strategies, roll, called)
        rare = error > _RARE
    rows = [{"action": str(action), "share": share, "cost": costs.get(action)} for action, share in mix.items()]
    told = {"game": name, "dice": list(rules.dice), "player": player + 1, "roll": sorted(roll), "actions": rows}
    return {**told, "never": rare}


def _reply_costs(
    rules: BluffRules, strategies: BluffStrategies, roll: list[int], bids: list[Bid]
) -> tuple[dict[Action, float], float]:
    """What each action gives away where many bids may follow: the other plays the solution, and we reply at our best.

    With it, how far the solution can be off here. Nothing where nobody who plays by the solution bids like this.
    """
    player = len(bids) % 2
    others = (1,) * rules.dice[1 - player]
    state = BluffGame(rules).start(rolls=[roll, others] if player == 0 else [others, roll])
    for bid in bids:
        state.apply(bid_action(bid))
    found = weigh_solved(strategies, state.observation(player))
    best = max((row.value for row in found), default=0.0) if found else 0.0
    return {row.action: best - row.value for row in found or ()}, max((row.error for row in found or ()), default=1.0)


def _chances(strategies: BluffStrategies, bids: list[Bid], player: int) -> Floats:
    """How often each roll of a player takes each action, shape (rolls, actions)."""
    rows = [list(strategies.probabilities(roll, bids).values()) for roll in strategies.tables.rolls[player]]
    return np.array(rows, np.float64)


def _reach(strategies: BluffStrategies, bids: list[Bid], player: int) -> Floats:
    """How likely each roll of a player is with all that they have bid, up to a factor."""
    found = np.array([_ways(roll) for roll in strategies.tables.rolls[player]], np.float64)
    for at in range(player, len(bids), 2):
        actions = strategies.actions(bids[:at])
        column = next(i for i, action in enumerate(actions) if action.kind == "bid" and bid_of(action) == bids[at])
        found *= _chances(strategies, bids[:at], player)[:, column]
    return found


def _ways(roll: tuple[int, ...]) -> int:
    """In how many orders dice can fall that show this roll."""
    return len(set(roll)) if len(roll) == 2 else 1


@lru_cache(maxsize=64)
def bluff_values(name: str, bids: tuple[Bid, ...]) -> dict[Action, Floats]:
    """What each action brings the player to act, by their roll (rows) and the other's (columns)."""
    strategies, rules = _round(name)
    player = len(bids) % 2
    mine, theirs = strategies.tables.rolls[player], strategies.tables.rolls[1 - player]
    found = {}
    for action in strategies.actions(bids):
        if action.kind == "bid":
            after = [*bids, bid_of(action)]
            values = np.array(list(bluff_values_of(name, tuple(after)).values()))  # (actions, theirs, mine)
            chances = _chances(strategies, after, 1 - player)  # (theirs, actions)
            found[action] = -np.einsum("atm,ta->mt", values, chances)
        else:
            face, quantity = bids[-1].face, bids[-1].quantity
            table = rules.table
            showing = np.array([[table.count(one, face) + table.count(two, face) for two in theirs] for one in mine])
            wins = showing == quantity if action.kind == "check" else showing < quantity
            found[action] = np.where(wins, 1.0, -1.0)
    return found


@lru_cache(maxsize=20_000)
def bluff_values_of(name: str, bids: tuple[Bid, ...]) -> dict[Action, Floats]:
    """The values below a point, each computed once."""
    return bluff_values(name, bids)
