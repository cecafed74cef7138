"""Certificates checked from the rules of the game alone, by somebody who trusts no solver.

Nothing here uses the sequence form, merged information sets or floating point: the tree is walked state by state, both
strategies are read from their file as fractions, and a best response to each is computed in fractions, information set
by information set.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from fractions import Fraction

from riverboat.errors import GameError
from riverboat.games.efg.game import exact_chances
from riverboat.games.protocol import CHANCE, Game, State
from riverboat.games.size import MOST_STATES, refuse_large_tree, too_large
from riverboat.solving.solution import Progress
from riverboat.solving.strategy_files import StrategyFile

_TELL_EVERY = 20_000


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What the strategies of a file secure and concede, and what the file claims."""

    low: Fraction
    high: Fraction
    states: int
    claimed_low: Fraction | None
    claimed_high: Fraction | None
    claimed_value: Fraction | None

    @property
    def value_exact(self) -> Fraction | None:
        """The value of the game, where these strategies prove it."""
        return self.low if self.low == self.high else None

    @property
    def problem(self) -> str:
        """What is claimed and not true; "" where everything holds."""
        if self.claimed_low is None or self.claimed_high is None:
            return "the file claims no bounds: low_exact and high_exact are missing"
        if self.low < self.claimed_low:
            return f"the first player's strategy secures {short(self.low)}, not {short(self.claimed_low)}"
        if self.high > self.claimed_high:
            return f"the second player's strategy concedes {short(self.high)}, not {short(self.claimed_high)}"
        if self.claimed_value is not None and self.claimed_value != self.value_exact:
            return f"the value is claimed to be {short(self.claimed_value)}, and that is not proved"
        return ""


def short(number: Fraction) -> str:
    """A fraction as people read it: in full where it is short, else as a decimal."""
    told = str(number) if number.denominator.bit_length() < 400 and number.numerator.bit_length() < 400 else ""
    return told if told and len(told) <= 100 else f"{float(number):+.12g}"


@dataclass
class _Tree:
    """Every state of a game, parents before children."""

    parent: list[int] = field(default_factory=list)
    share: list[Fraction] = field(default_factory=list)  # how often the parent's actor comes here
    actor: list[int | None] = field(default_factory=list)
    choice: list[int] = field(default_factory=list)  # which of the parent's actions leads here
    infoset: list[int] = field(default_factory=list)
    payoff: list[Fraction] = field(default_factory=list)
    depth: list[tuple[int, int]] = field(default_factory=list)  # how often each player has chosen before
    known: dict[tuple[int, str], int] = field(default_factory=dict)
    width: list[int] = field(default_factory=list)  # actions of an information set
    came: list[tuple[int, int]] = field(default_factory=list)  # the player's own last information set and choice


def verify_steps(game: Game, strategies: StrategyFile) -> Generator[Progress, None, Verification]:
    """Check a file of strategies against the game, telling how far it has come."""
    if game.seats != 2:
        raise GameError(f"{game.name} with {game.seats} players can't be verified: two-player games can")
    claims = [strategies.claimed(key) for key in ("low_exact", "high_exact", "value_exact")]
    refuse_large_tree(game)
    tree = yield from _walk(game, strategies)
    states = len(tree.parent)
    yield Progress(part=f"best responses in fractions, {states:,} states", done=0.5)
    high = _best_response(tree, 0)
    yield Progress(part=f"best responses in fractions, {states:,} states", done=0.75)
    low = -_best_response(tree, 1)
    return Verification(
        low=low, high=high, states=states, claimed_low=claims[0], claimed_high=claims[1], claimed_value=claims[2]
    )


def _walk(game: Game, strategies: StrategyFile) -> Generator[Progress, None, _Tree]:
    tree, total = _Tree(), None
    nowhere = (-1, -1)
    waiting: list[tuple[State, int, int, Fraction, tuple[tuple[int, int], tuple[int, int]]]]
    waiting = [(game.root(), -1, 0, Fraction(1), (nowhere, nowhere))]
    while waiting:
        state, parent, choice, share, last = waiting.pop()
        here = len(tree.parent)
        if here >= MOST_STATES:
            raise too_large(game.name, f"more than {MOST_STATES:,} states")
        if here % _TELL_EVERY == 0:
            yield Progress(part=f"walking through the game, {here:,} states")
        actor = None if state.is_over else state.actor
        _add(tree, parent, choice, share, actor)
        if actor is None:
            first, second = (Fraction(each) for each in state.returns())
            total = first + second if total is None else total
            if first + second != total:
                raise GameError(f"{game.name} is not zero-sum: payoffs add up to {total} and to {first + second}")
            tree.payoff[here] = first
            continue
        if actor == CHANCE:
            outcomes = state.chance_outcomes()
            moves = [move for move, _ in outcomes]
            shares = exact_chances([chance for _, chance in outcomes])
        else:
            moves = list(state.legal_actions())
            names = [str(move) for move in moves]
            key = state.infoset()
            at = _meet(tree, (actor, key), len(moves), last[actor])
            tree.infoset[here] = at
            shares = strategies.chances(actor, key, names)
        for number in range(len(moves) - 1, -1, -1):
            if actor != CHANCE:
                own = (at, number)
                after = (own, last[1]) if actor == 0 else (last[0], own)
            elif shares[number]:
                after = last
            else:
                continue
            following = state.copy()
            following.apply(moves[number])
            waiting.append((following, here, number, shares[number], after))
    return tree


def _add(tree: _Tree, parent: int, choice: int, share: Fraction, actor: int | None) -> None:
    depth = (0, 0)
    if parent >= 0:
        chose, depth = tree.actor[parent], tree.depth[parent]
        depth = (depth[0] + (chose == 0), depth[1] + (chose == 1))
    tree.parent.append(parent)
    tree.choice.append(choice)
    tree.share.append(share)
    tree.actor.append(actor)
    tree.infoset.append(-1)
    tree.payoff.append(Fraction(0))
    tree.depth.append(depth)


def _meet(tree: _Tree, key: tuple[int, str], width: int, came: tuple[int, int]) -> int:
    at = tree.known.setdefault(key, len(tree.width))
    if at == len(tree.width):
        tree.width.append(width)
        tree.came.append(came)
    elif tree.came[at] != came:
        raise GameError(f"information set {key[1]}: its player has forgotten what was done before; this is not solved")
    elif tree.width[at] != width:
        raise GameError(f"information set {key[1]} has not the same actions everywhere")
    return at


def _best_response(tree: _Tree, player: int) -> Fraction:
    """The most that a player can get against the other's strategy.

    States are taken by how often the player has chosen before, last ones first: when an information set is decided,
    everything that comes after it is known.
    """
    reach: list[Fraction] = []
    layers: list[list[int]] = []
    for here, parent in enumerate(tree.parent):
        share = Fraction(1) if parent < 0 or tree.actor[parent] == player else tree.share[here]
        reach.append(share if parent < 0 else reach[parent] * share)
        while len(layers) <= tree.depth[here][player]:
            layers.append([])
        layers[tree.depth[here][player]].append(here)
    sign = 1 if player == 0 else -1
    worth = [sign * reach[here] * tree.payoff[here] for here in range(len(reach))]
    choices: dict[int, list[Fraction]] = {}  # of a state in which the player chooses: what each action is worth
    totals: dict[int, list[Fraction]] = {}  # the same, added up over an information set
    for layer in reversed(layers):
        for here in reversed(layer):
            if tree.actor[here] == player:
                total = totals[tree.infoset[here]]
                worth[here] = choices[here][total.index(max(total))]
            parent = tree.parent[here]
            if parent < 0:
                continue
            if tree.actor[parent] == player:
                at = tree.infoset[parent]
                none = [Fraction(0)] * tree.width[at]
                choices.setdefault(parent, none.copy())[tree.choice[here]] = worth[here]
                totals.setdefault(at, none)[tree.choice[here]] += worth[here]
            else:
                worth[parent] += worth[here]
    return worth[0]
