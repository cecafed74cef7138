"""Extensive games in Gambit's .efg format, read, played and written.

A file is a title and the players, then the tree in prefix order: `c` a move of chance, `p` of a player, `t` an end.
Payoffs may stand at any node and add up on the way. Numbers may be fractions or decimals; they are kept exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import TypeAlias

import numpy as np

from riverboat.cards.randomness import Seed
from riverboat.errors import GameError, IllegalAction
from riverboat.files import read_regular
from riverboat.games.actions import Action, Chips, MoveName
from riverboat.games.efg.text import EfgLine, Reader
from riverboat.games.protocol import CHANCE, Game, State
from riverboat.games.size import MOST_STATES, refuse_large_tree, too_large

#: A file of more bytes is not read; nor a tree of more moves one after the other, which nothing here solves in time.
LARGEST_FILE = 1 << 28
MOST_LEVELS = 1_000
#: The finest fraction that a chance in floating point is taken for.
_FINEST = 10**7
#: The last move and what came before it, so that states share what they have in common.
_Path: TypeAlias = "tuple[tuple[int, str, Action], _Path | None]"


@dataclass(frozen=True)
class Node:
    """A place in the tree. `player` is a seat, CHANCE, or None at an end."""

    player: int | None
    infoset: str
    actions: tuple[Action, ...]
    chances: tuple[Fraction, ...]
    payoffs: tuple[Fraction, ...]  # added up from the root
    children: tuple[int, ...]

    @cached_property
    def after(self) -> dict[Action, int]:
        """The node that each action leads to."""
        return dict(zip(reversed(self.actions), reversed(self.children), strict=True))


@dataclass(frozen=True, kw_only=True)
class TreeObservation:
    """What one seat sees: its own moves so far, and the information set it is in, if it is to move."""

    seat: int
    legal_actions: tuple[Action, ...]
    infoset: str
    own_moves: tuple[tuple[str, Action], ...]
    payoffs: tuple[Chips, ...] | None = None

    def to_bytes(self) -> bytes:
        """All that is seen, as bytes: equal views are equal bytes."""
        return repr((self.seat, self.legal_actions, self.infoset, self.own_moves, self.payoffs)).encode()


class TreeGame:
    """A game written out as a tree."""

    def __init__(self, name: str, title: str, players: tuple[str, ...], nodes: tuple[Node, ...]) -> None:
        self.name, self.title, self.players, self.nodes = name, title, players, nodes

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def tree_size(self) -> int:
        """How many states there are."""
        return len(self.nodes)

    def start(self, *, seed: Seed = None, button: int | None = None) -> TreeState:
        """Begin; chance is decided by the seed. A tree has no button: seats are the players in the file's order."""
        return TreeState(self, 0, rng=np.random.default_rng(seed)).settle()

    def root(self) -> TreeState:
        """Begin with chance left open."""
        return TreeState(self, 0, rng=None)


class TreeState:
    """A place in the tree, and how each seat came there."""

    __slots__ = ("_path", "game", "node", "rng")

    def __init__(
        self, game: TreeGame, node: int, *, rng: np.random.Generator | None, path: _Path | None = None
    ) -> None:
        self.game, self.node, self.rng, self._path = game, node, rng, path

    @property
    def moves(self) -> tuple[tuple[int, str, Action], ...]:
        """The moves so far: by which player, where and how."""
        found = []
        path = self._path
        while path is not None:
            move, path = path
            found.append(move)
        return tuple(reversed(found))

    @property
    def _here(self) -> Node:
        return self.game.nodes[self.node]

    @property
    def actor(self) -> int | None:
        """The seat to act, CHANCE, or None at an end."""
        return self._here.player

    @property
    def is_over(self) -> bool:
        """Whether this is an end."""
        return self._here.player is None

    def legal_actions(self) -> tuple[Action, ...]:
        """The moves of the seat to act."""
        return self._here.actions if self.actor not in (None, CHANCE) else ()

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """Where chance moves: what can happen, with its probability as the file has it."""
        if self.actor != CHANCE:
            raise GameError("chance does not move here: only where the actor is CHANCE")
        return tuple(zip(self._here.actions, self._here.chances, strict=True))

    def apply(self, action: Action | str) -> TreeState:
        """Follow a branch, named by its action or its text, and return this same state."""
        here = self._here
        chosen = Action(MoveName(action)) if isinstance(action, str) else action
        if here.player is None:
            raise IllegalAction(f"{chosen} is not allowed here: the game is over")
        node = here.after.get(chosen)
        if node is None:
            raise IllegalAction(f"{chosen} is not allowed here: {' or '.join(str(each) for each in here.actions)}")
        if here.player != CHANCE:
            self._path = ((here.player, here.infoset, chosen), self._path)
        self.node = node
        return self.settle()

    def settle(self) -> TreeState:
        """Let chance move, where a seed decides it."""
        while self.rng is not None and self.actor == CHANCE:
            at = int(self.rng.choice(len(self._here.children), p=[float(p) for p in self._here.chances]))
            self.node = self._here.children[at]
        return self

    def observation(self, seat: int) -> TreeObservation:
        """What a seat sees now."""
        mine = self.actor == seat
        own = tuple((infoset, action) for player, infoset, action in self.moves if player == seat)
        return TreeObservation(
            seat=seat,
            legal_actions=self.legal_actions() if mine else (),
            infoset=self._here.infoset if mine else f"{seat}:waits after {len(own)}",
            own_moves=own,
            payoffs=self.returns() if self.is_over else None,
        )

    def infoset(self) -> str:
        """The key of the actor's information set."""
        if self.actor in (None, CHANCE):
            raise GameError("no seat acts here: information sets belong to the seat to act")
        return self._here.infoset

    def returns(self) -> tuple[Chips, ...]:
        """What each seat gets."""
        if not self.is_over:
            raise GameError("the game is not over: returns come at its end")
        return tuple(_chips(payoff) for payoff in self._here.payoffs)

    def copy(self) -> TreeState:
        """An independent copy, chance included: it will not decide alike in both."""
        return TreeState(self.game, self.node, rng=self.rng, path=self._path)


def read_efg(text: str, name: str = "game.efg") -> TreeGame:
    """A game from the text of an .efg file; an error names the line and what was expected."""
    reader = Reader(text, name)
    title, players = reader.header()
    lines: list[EfgLine] = []
    payoffs: list[tuple[Fraction, ...]] = []
    children: list[list[int]] = []
    # Children are read right after their parent, depth first: nodes with branches left wait on a stack.
    waiting: list[int] = []
    while not lines or waiting:
        here, at = len(lines), reader.line
        line = reader.node(len(players))
        so_far = payoffs[waiting[-1]] if waiting else (Fraction(0),) * len(players)
        if line.payoffs:
            so_far = tuple(reader.short(a + b) for a, b in zip(so_far, line.payoffs, strict=True))
        lines.append(line)
        payoffs.append(so_far)
        children.append([])
        if waiting:
            children[waiting[-1]].append(here)
        if line.actions:
            waiting.append(here)
            if len(waiting) > MOST_LEVELS:
                raise GameError(f"{name}:{at}: too deep: at most {MOST_LEVELS:,} moves one after the other are read")
        while waiting and len(children[waiting[-1]]) == len(lines[waiting[-1]].actions):
            waiting.pop()
    reader.end()
    nodes = (
        Node(line.player, line.infoset, line.actions, line.chances, each, tuple(below))
        for line, each, below in zip(lines, payoffs, children, strict=True)
    )
    return TreeGame(name, title, players, tuple(nodes))


def load_efg(path: str | Path) -> TreeGame:
    """Read an .efg file."""
    path = Path(path)
    try:
        text = read_regular(path, LARGEST_FILE).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise GameError(f'"{path}" is not an .efg file: it is not text') from None
    except OSError as error:
        raise GameError(f'"{path}" cannot be read: {error.strerror}') from None
    return read_efg(text, path.name)


@cache
def shipped(name: str) -> TreeGame:
    """A game that comes with the package as a file."""
    game = load_efg(Path(__file__).with_name(f"{name}.efg"))
    game.name = name
    return game


def write_efg(game: Game, *, title: str = "") -> Iterator[str]:
    """The lines of a game as an .efg file, every state written out; a game too large for that is refused."""
    refuse_large_tree(game)
    return _tree_lines(game, title)


def _tree_lines(game: Game, title: str) -> Iterator[str]:
    players = getattr(game, "players", None) or tuple(f"Player {seat + 1}" for seat in range(game.seats))
    yield f"EFG 2 R {_quoted(title or game.name)} {{ {' '.join(_quoted(each) for each in players)} }}\n"
    numbers: dict[tuple[int, str], int] = {}
    counts = [0] * (game.seats + 1)  # of each seat's information sets; the last counts chance's
    ends, states = 0, 0
    waiting: list[State] = [game.root()]
    while waiting:
        state = waiting.pop()
        states += 1
        if states > MOST_STATES:
            raise too_large(game.name, f"more than {MOST_STATES:,} states")
        if state.is_over:
            ends += 1
            payoffs = ", ".join(str(payoff) for payoff in state.returns())
            yield f't "" {ends} "" {{ {payoffs} }}\n'
            continue
        actor = state.actor
        assert actor is not None
        if actor == CHANCE:
            counts[-1] += 1
            outcomes = state.chance_outcomes()
            actions = [action for action, _ in outcomes]
            exact = exact_chances([chance for _, chance in outcomes])
            listed = " ".join(f"{_quoted(str(action))} {p}" for action, p in zip(actions, exact, strict=True))
            yield f'c "" {counts[-1]} "" {{ {listed} }} 0\n'
        else:
            actions = list(state.legal_actions())
            key = (actor, state.infoset())
            if key not in numbers:
                counts[actor] += 1
                numbers[key] = counts[actor]
            listed = " ".join(_quoted(str(action)) for action in actions)
            yield f'p "" {actor + 1} {numbers[key]} {_quoted(key[1])} {{ {listed} }} 0\n'
        for action in reversed(actions):
            after = state.copy()
            after.apply(action)
            waiting.append(after)


def exact_chances(chances: Sequence[Fraction | float]) -> list[Fraction]:
    """Chances as fractions that add up to one exactly; a float must be the one nearest to a fraction.

    Two fractions with denominators up to ten million are at least 10^-14 apart, and floats below 1 at most 10^-16: no
    float is the nearest to both.
    """
    exact = []
    for chance in chances:
        known = isinstance(chance, Fraction | int) or math.isfinite(chance)
        near = Fraction(chance) if known else Fraction(-1)
        if not isinstance(chance, Fraction):
            near = near.limit_denominator(_FINEST)
        if float(near) != float(chance):
            raise GameError(
                f"a chance of {chance!r} is no fraction with a denominator of at most {_FINEST:,}: "
                "give chances as fractions (fractions.Fraction), which may be as fine as you like"
            )
        exact.append(near)
    if sum(exact) != 1 or min(exact) < 0:
        raise GameError(f"the chances of a move add up to {sum(exact)}: they must add up to 1, and none be below 0")
    return exact


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _chips(payoff: Fraction) -> Chips:
    return int(payoff) if payoff.denominator == 1 else payoff
