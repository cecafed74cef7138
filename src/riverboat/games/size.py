"""How large a game's tree is, before anything walks through it.

Knuth (1975), "Estimating the efficiency of backtrack programs": on a random way down, the product of the branches so
far counts, on the mean, the states of that depth. So the mean over some walks is the size of the tree without bias, and
by Markov's inequality it is k times too large in at most one of k cases. It may well be too small: then the walk
itself stops at the limit.
"""

from __future__ import annotations

import math
import random

from riverboat.errors import GameError
from riverboat.games.protocol import CHANCE, Game

#: Walking through states in Python takes some 20 microseconds each.
MOST_STATES = 3_000_000
# : A tree is refused unwalked where the estimate is this many times the limit: wrongly in at most one of this many
# cases.
SURE = 100
#: Trees of at most so many states are solved while somebody waits, in a few seconds.
SOLVED_AT_ONCE = 30_000
_WALKS = 250
_STEPS = 20_000


def estimated_states(game: Game, *, walks: int = _WALKS, steps: int = _STEPS, seed: int = 0) -> float:
    """About how many states a game has, by random walks from its root; infinite beyond what a float can hold.

    After `steps` steps the walk that is under way is cut short: what lies below is then not counted.
    """
    rng = random.Random(seed)
    total, done, walked = 0.0, 0, 0
    while walked < walks and done < steps:
        walked += 1
        state, width = game.root(), 1.0
        total += width
        while not state.is_over and done < steps:
            moves = [move for move, _ in state.chance_outcomes()] if state.actor == CHANCE else state.legal_actions()
            width *= len(moves)
            total += width
            state.apply(moves[rng.randrange(len(moves))])
            done += 1
    return total / walked


def refuse_large_tree(game: Game) -> None:
    """Refuse a game whose tree is far too large to be walked through, at once and with its size.

    A game that knows its size tells it as `tree_size`; any other is estimated.
    """
    known: int | None = getattr(game, "tree_size", None)
    if known is not None and known > MOST_STATES:
        raise too_large(game.name, f"about {_power(known)} states")
    if known is None and (size := estimated_states(game)) > SURE * MOST_STATES:
        raise too_large(game.name, f"about {_power(size)} states (estimated by random walks)")


def too_large(name: str, size: str) -> GameError:
    """The error that says how large a tree is, and what is still walked through."""
    return GameError(f"{name} has {size}: too many to be written out one by one (at most {MOST_STATES:,})")


def _power(size: float) -> str:
    """A number that people can read however large it is."""
    if size == math.inf:
        return "more than 10^308"
    if size < 10**12:
        return f"{size:,.0f}"
    power = math.floor(math.log10(size))
    return f"{math.floor(10 ** (math.log10(size) - power) * 10) / 10:g} x 10^{power}"


def refuse_long_solving(game: Game, done: str = "solved") -> None:
    """Refuse a game that nobody would wait for."""
    states = getattr(game, "tree_size", None) or estimated_states(game)
    if states > SOLVED_AT_ONCE:
        raise GameError(
            f"{game.name} has about {states:,.0f} states: at most {SOLVED_AT_ONCE:,} are {done} while you wait; "
            f"play against random"
        )
