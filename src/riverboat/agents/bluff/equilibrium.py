"""Bluff by the solved game: a player who can't lose more than the game's value on average, whatever the other does.

The strategies come from a file (`riverboat solve bluff --save FILE.npz`) or a folder of such files, from those that are
shipped, or are solved here where that takes about a second: a fixed number of iterations of discounted CFR, so that the
same game is always played the same way. Rounds that are too large for that are played by a blueprint, which remembers
the last few bids (`riverboat train bluff`), and between two players their end is solved again at the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from riverboat.agents.bluff.blueprint import choice, shipped
from riverboat.agents.drawing import Drawing
from riverboat.errors import AgentError
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid, Roll
from riverboat.games.bluff.game import BluffObservation, BluffRules, bid_action, bid_of
from riverboat.games.bluff.match import Stake
from riverboat.solving.bluff.files import load_strategies
from riverboat.solving.bluff.short.blueprint import Blueprint, is_blueprint, load_blueprint
from riverboat.solving.bluff.sparse import SparseStrategies, is_sparse, load_sparse
from riverboat.solving.bluff.strategy import BluffStrategies

#: What a round may be played by: its solution, the solution cut down to what is come to, or a blueprint.
Plan = BluffStrategies | SparseStrategies | Blueprint

SHIPPED = Path(__file__).parent / "solutions"
#: Rounds of this many numbers (sequences of bids x classes of rolls x actions) are solved within a second or so.
QUICK = 25_000
#: Numbers times iterations: what a second does.
WORK = 10_000_000
MOST_ITERATIONS = 2_000
#: A bid that is made less often than this says nothing of the dice: it is a trace of early iterations.
TRACE = 0.001
#: Where bounds would never be near enough: the iterations decide alone, not the clock.
_NEVER = 1e-12


def from_opener(rules: BluffRules, starter: int) -> BluffRules:
    """The rules of a two-player round as solutions have them: the opener's dice come first."""
    dice = rules.dice
    _refuse_customs(rules)
    if len(dice) != 2:
        raise AgentError(f"bluff-equilibrium plays with two players, not {len(dice)}: with more, there is bluff-odds")
    return replace(rules, dice=(dice[starter], dice[1 - starter]))


def _refuse_customs(rules: BluffRules) -> None:
    """Refuse rules that no solution knows."""
    if rules.customs:
        raise AgentError(
            f"bluff-equilibrium plays the rules of Lanctot & Long's paper, without {', '.join(rules.customs)}: "
            "with these there is bluff-odds"
        )


@lru_cache(maxsize=64)
def strategies_for(rules: BluffRules, place: Path | None = None) -> BluffStrategies | None:
    """Solved strategies of a round that its first player opens, or None where there are none and it would take long.

    `place` is a file of a solution, or a folder of them.
    """
    if place is not None:
        for path in _files(place):
            if is_blueprint(path) or is_sparse(path):
                continue
            solved, strategies = _load(path)
            if solved == rules:
                return strategies
    shipped = SHIPPED / f"{solution_name(rules)}.npz"
    if shipped.exists():
        return load_strategies(shipped)[1]
    return _solved(rules)


@lru_cache(maxsize=64)
def blueprint_for(rules: BluffRules, place: Path | None = None) -> Blueprint | None:
    """The blueprint of a round that its first player opens: from a file or folder, else a shipped one; or None."""
    for path in _files(place) if place is not None else ():
        if is_blueprint(path):
            of, found = load_blueprint(path)
            if of == rules:
                return found
    found_here = shipped(rules, SHIPPED)
    return load_blueprint(found_here)[1] if found_here is not None else None


@lru_cache(maxsize=16)
def nodes_for(rules: BluffRules, place: Path | None = None) -> SparseStrategies | None:
    """A solution of a round that was cut down: from a file or folder, else a shipped one; or None."""
    for path in _files(place) if place is not None else ():
        if is_sparse(path):
            of, found = load_sparse(path)
            if of == rules:
                return found
    path = SHIPPED / f"nodes-{solution_name(rules)}.npz"
    return load_sparse(path)[1] if path.exists() else None


def solution_name(rules: BluffRules) -> str:
    """How a solution's file is called."""
    more = (f"wild {rules.wild}" if rules.wild != rules.faces else "", rules.order if rules.order != "paper" else "")
    words = [*map(str, rules.dice), f"faces {rules.faces}", *more, "check" if rules.check else ""]
    return "-".join(word.replace(" ", "-") for word in words if word)


def _solved(rules: BluffRules) -> BluffStrategies | None:
    from riverboat.solving.bluff.round import BluffSize, solve_bluff
    from riverboat.solving.settings import Wish

    size = BluffSize(rules=rules)
    if size.tables is None or size.tables.n_numbers > QUICK:
        return None
    iterations = min(MOST_ITERATIONS, WORK // size.tables.n_numbers)
    return solve_bluff(rules, Wish(method="dcfr", gap=_NEVER, most_iterations=iterations)).strategies


def _files(place: Path) -> list[Path]:
    if place.is_dir():
        found = sorted(place.glob("*.npz"))
        if not found:
            raise AgentError(f'the folder "{place}" holds no solution: riverboat solve bluff --save FILE.npz makes one')
        return found
    if not place.exists():
        raise AgentError(f'"{place}" does not exist: riverboat solve bluff --save FILE.npz makes such a file')
    return [place]


@lru_cache(maxsize=16)
def _load(path: Path) -> tuple[BluffRules, BluffStrategies]:
    return load_strategies(path)


def needed(rules: BluffRules, starter: int, place: Path | None = None) -> BluffStrategies:
    """The strategies for a round, or an error that says how to get them."""
    opener = from_opener(rules, starter)
    strategies = strategies_for(opener, place)
    if strategies is None:
        raise AgentError(_how_to_get(opener))
    return strategies


def _how_to_get(opener: BluffRules) -> str:
    """What to do about a round without a solution."""
    from riverboat.solving.bluff.round import BluffSize, free_memory

    none = (
        f"bluff-equilibrium has no solution of {' against '.join(map(str, opener.dice))} dice of {opener.faces} faces"
    )
    if BluffSize(rules=opener).bytes_needed > free_memory():
        if not opener.check:
            trained = f"--dice {','.join(map(str, opener.dice))} --faces {opener.faces} --minutes 10 --out FILE.npz"
            return f"{none}, and it is too large to be solved: riverboat train bluff {trained}, or bluff-odds"
        return f"{none}, and it would be too large to be solved: play against bluff-odds"
    told = f"--dice {','.join(map(str, opener.dice))} --faces {opener.faces}" + " --check" * opener.check
    return (
        f"{none}: riverboat solve bluff {told} --save FILE.npz, then bluff-equilibrium@FILE.npz "
        "(or a folder of such files); or play against bluff-odds"
    )


def plan_for(rules: BluffRules, starter: int, place: Path | None = None) -> Plan:
    """What a round is played by: its solution, else a blueprint; or an error that says how to get either."""
    _refuse_customs(rules)
    turned = rules.dice[starter:] + rules.dice[:starter]
    opener = replace(rules, dice=turned)
    found: Plan | None = None
    if len(turned) == 2:
        found = strategies_for(opener, place)
        found = found if found is not None else nodes_for(opener, place)
    found = found if found is not None else blueprint_for(opener, place)
    if found is None and len(turned) > 2:
        dice = ",".join(map(str, turned))
        raise AgentError(
            f"bluff-equilibrium has no blueprint of {len(turned)} players with {dice} dice: riverboat train bluff "
            f"--dice {dice} --minutes 10 --out FILE.npz, then bluff-equilibrium@FILE.npz; or play against bluff-odds"
        )
    if found is None:
        raise AgentError(_how_to_get(opener))
    return found


def what_is_played(plan: Plan, *, stake: Stake = "forfeit", anew: bool = False) -> str:
    """What the player goes by, in words; and whether that is optimal for the match at hand."""
    if not isinstance(plan, Blueprint):
        told = "the solved round"
    elif plan.tables.seats > 2:
        told = f"a blueprint that remembers {plan.tables.memory} bids; with more than two players nothing is guaranteed"
    else:
        told = (
            "the end of the round, solved at the table"
            if anew
            else f"a blueprint that remembers {plan.tables.memory} bids"
        )
    if stake == "difference":
        told += "; not optimal where as many dice go over as the bid was off: it counts a round as won or lost"
    return told


def bids_of(seen: BluffObservation) -> tuple[Bid, ...]:
    """The bids of a round so far."""
    return tuple(bid_of(event.action) for event in seen.history if event.action.kind == "bid")


def mix(strategies: BluffStrategies | SparseStrategies, seen: BluffObservation) -> dict[Action, float]:
    """How often the solved strategy takes each action here, with these dice."""
    assert seen.roll is not None
    return strategies.probabilities(seen.roll, bids_of(seen))


@dataclass(frozen=True)
class Belief:
    """What the other holds, judged by their bids: chances of their rolls.

    `expected` is False where the solved strategy hardly ever bids like that, so that it says nothing of their dice.
    """

    chances: dict[Roll, float]
    expected: bool = True


def belief(strategies: BluffStrategies, seen: BluffObservation) -> Belief:
    """Bayes' rule: every roll's own chance, times how often the solved strategy bids so with it."""
    table, bids = strategies.tables.table, bids_of(seen)
    other = 1 if seen.seat == seen.starter else 0  # the place of the other in the solution: 0 opens
    rolls = strategies.tables.rolls[other]
    prior = {roll: float(table.chance(roll)) for roll in rolls}
    weights = dict(prior)
    for at in range(other, len(bids), 2):
        for roll in rolls:
            if weights[roll]:
                weights[roll] *= strategies.probabilities(roll, bids[:at])[bid_action(bids[at])]
        often = sum(weights.values())  # how often this bid is made here
        if often < TRACE:
            return Belief(prior, expected=False)
        weights = {roll: weight / often for roll, weight in weights.items()}
    return Belief(weights)


def chance_in_equilibrium(
    strategies: BluffStrategies, seen: BluffObservation, bid: Bid, *, exact: bool = False
) -> float:
    """How likely a bid is true (or exactly right) against somebody who bids by the solved strategy."""
    table = strategies.tables.table
    wanted = bid.quantity - table.count(seen.roll or (), bid.face)
    found = ((table.count(roll, bid.face), p) for roll, p in belief(strategies, seen).chances.items())
    return min(1.0, sum(p for count, p in found if (count == wanted if exact else count >= wanted)))


class BluffEquilibriumPlayer(Drawing):
    """Plays the solved strategy, or a blueprint where a round is too large."""

    def __init__(self, place: Path | None = None, *, endgames: bool = True) -> None:
        super().__init__()
        self._place, self._endgames = place, endgames
        #: What the last decision went by, in words.
        self.played = ""

    def chances(self, observation: BluffObservation) -> dict[Action, float]:
        """How often it takes each action here."""
        plan = plan_for(observation.rules, observation.starter, self._place)
        if not isinstance(plan, Blueprint):
            self.played = what_is_played(plan)
            return mix(plan, observation)
        found = choice(plan, observation.roll or (), bids_of(observation), endgames=self._endgames)
        self.played = what_is_played(plan, anew=found.solved_anew)
        return found.chances

    def decide(self, observation: BluffObservation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))


@dataclass(frozen=True)
class BluffEquilibriumMaker:
    """Makes players; can be sent to another process."""

    place: Path | None = None
    endgame: float = 1.0  # 1: the end of a round that is not solved is solved again; 0: it is played by the blueprint

    def __post_init__(self) -> None:
        for path in _files(self.place) if self.place is not None else ():
            read = load_blueprint if is_blueprint(path) else load_sparse if is_sparse(path) else _load
            read(path)  # what can't be read is said before anybody plays

    def check(self, rules: BluffRules, starter: int) -> None:
        """Refuse a round that it cannot play."""
        plan_for(rules, starter, self.place)

    def __call__(self) -> BluffEquilibriumPlayer:
        """A fresh player."""
        return BluffEquilibriumPlayer(self.place, endgames=bool(self.endgame))
