"""Spots: a small river to the same exploitability, and Leduc against a solver of abstract Hold'em.

OpenSpiel's `universal_poker` has end games (a board, a pot, how likely each holding is), but deals the holdings in one
move of 1,624,350 outcomes, impossible ones included, which its CFR walks through one by one. So the same river is
given to it as an .efg file, with the deals that are possible alone, and its CFR+ in C++ solves that. donksolver solves
Hold'em from the deal on, in abstractions of its own: it takes neither a board nor ranges, so that it can't pose a spot
at all. It measures exploitability in its test games, and Leduc is one that both can do.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.peers import PeerMissingError
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.cards.cards import format_cards, parse_cards
from riverboat.cards.evaluator import evaluate
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranges import parse_range
from riverboat.games import make_game
from riverboat.games.efg.game import write_efg
from riverboat.games.protocol import CHANCE
from riverboat.solving.regret import regret_steps
from riverboat.solving.response import nash_conv
from riverboat.solving.spots import Spot, solve_spot
from riverboat.solving.spots.betting import BettingNode, NodeKind, betting_tree
from riverboat.solving.tree_form import tree_form

GROUP = "spots"
TARGET = 0.003  # of the pot
#: Iterations after which OpenSpiel's CFR+ is as near; checked after it has run.
OPENSPIEL_ITERATIONS = 200
LEDUC_NEAR = 0.025
LEDUC_ITERATIONS = 120
#: Samples after which donksolver is about as near; checked after it has run.
DONKSOLVER_SAMPLES = 4_000_000
OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
#: One in this many holdings of R1 is in the small river.
ONE_IN = 7


def thinned(text: str, board: str) -> str:
    """Every seventh holding of a range that the board leaves."""
    left = parse_range(text).without(parse_cards(board)).holdings[::ONE_IN]
    return ",".join(format_cards(HOLDING_CARDS[each].tolist()) for each in left)


#: The board, pot, stacks and sizes of R1 (docs/decisions/0008-spots.md), with a part of its holdings.
BOARD = "Td9d6hQc2s"
RIVER = Spot(
    board=BOARD,
    oop=thinned(OOP, BOARD),
    ip=thinned(IP, BOARD),
    pot=200,
    stack=900,
    bets="50%, 100%, a",
    raises="60%, a",
)


def rows(seed: int) -> Iterator[Row]:
    """A small river against OpenSpiel; Leduc against donksolver."""
    yield from contest(
        GROUP,
        f"a river of {len(RIVER.oop.holdings)} x {len(RIVER.ip.holdings)} holdings, to {100 * TARGET:g} % of the pot",
        "s",
        [
            Entry(who=US, build=_river),
            Entry(who="open_spiel", build=_openspiel_river, least_ratio=100),
            Entry(who="donksolver", build=_donksolver_river),
        ],
    )
    yield from contest(
        GROUP,
        f"Leduc, to a NashConv of {LEDUC_NEAR:g}",
        "s",
        [Entry(who=US, build=_leduc), Entry(who="donksolver", build=_donksolver_leduc, least_ratio=20)],
    )


def _river(_: Any) -> Contender:
    def run() -> None:
        found = solve_spot(RIVER, target=TARGET)
        if found.exploitability_share > TARGET:
            raise ValueError(f"exploitability is {found.exploitability_share} of the pot")

    return Contender(run=run, what="solve_spot from nothing, exact best responses included")


def _openspiel_river(pyspiel: Any) -> Contender:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "river.efg"
        path.write_text("".join(write_efg(RiverGame(RIVER))), "utf-8")
        game = pyspiel.load_game(f"efg_game(filename={path})")

    def run() -> None:
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(OPENSPIEL_ITERATIONS):
            solver.evaluate_and_update_policy()
        near = pyspiel.nash_conv(game, solver.average_policy()) / 2 / RIVER.pot
        if not 0.5 * TARGET < near < 1.2 * TARGET:
            raise ValueError(f"exploitability is {near} of the pot after {OPENSPIEL_ITERATIONS} iterations")

    what = f"the river as efg_game; CFRPlusSolver in C++, {OPENSPIEL_ITERATIONS} iterations, one NashConv, timed once"
    return Contender(run=run, what=what, warm_up=False)


def _donksolver_river(_: Any) -> Contender:
    raise PeerMissingError("can't pose it: it takes no board, pot or ranges, and plays from the deal on in buckets")


def _leduc(_: Any) -> Contender:
    def run() -> None:
        form = tree_form(make_game("leduc"))
        plans = next(islice(regret_steps(form, method="dcfr"), LEDUC_ITERATIONS - 1, None))
        if nash_conv(form, plans.x, plans.y) > LEDUC_NEAR:
            raise ValueError("not near")

    return Contender(run=run, what=f"regret_steps, DCFR, {LEDUC_ITERATIONS} iterations, walking the game included")


def _donksolver_leduc(donksolver: Any) -> Contender:
    def run() -> None:
        solver = donksolver.Solver(donksolver.toy("leduc", 2))
        solver.run(DONKSOLVER_SAMPLES, threads=1)
        near = solver.exploitability()["nashconv"]
        if near > 1.5 * LEDUC_NEAR:
            raise ValueError(f"NashConv is {near} after {DONKSOLVER_SAMPLES} samples")

    what = f"external sampling in C++, {DONKSOLVER_SAMPLES:,} samples, timed once"
    return Contender(run=run, what=what, warm_up=False)


@dataclass(frozen=True)
class RiverGame:
    """A river spot as a game of the protocol: one move of chance deals both holdings, then the betting."""

    spot: Spot
    name: str = "river"
    seats: int = 2

    def root(self) -> RiverState:
        """Before the deal."""
        return RiverState(self.spot, None, betting_tree(self.spot), "")

    def start(self, **_: Any) -> RiverState:
        """Nobody plays it at a table."""
        raise NotImplementedError


@cache
def _deals(spot: Spot) -> list[tuple[tuple[int, int], Fraction]]:
    """The pairs of holdings without a common card, all as likely."""
    pairs = [
        (a, b)
        for a in spot.oop.holdings.tolist()
        for b in spot.ip.holdings.tolist()
        if not set(HOLDING_CARDS[a].tolist()) & set(HOLDING_CARDS[b].tolist())
    ]
    return [(pair, Fraction(1, len(pairs))) for pair in pairs]


@cache
def _rank(spot: Spot, holding: int) -> int:
    return int(evaluate((*spot.board, *HOLDING_CARDS[holding].tolist())))


class RiverState:
    """One deal at one node of the betting."""

    def __init__(self, spot: Spot, held: tuple[int, int] | None, node: BettingNode, path: str) -> None:
        self.spot, self.held, self.node, self.path = spot, held, node, path

    @property
    def is_over(self) -> bool:
        """Whether the cards are shown, or somebody has folded."""
        return self.held is not None and self.node.kind >= NodeKind.SHOW

    @property
    def actor(self) -> int | None:
        """Who acts."""
        return CHANCE if self.held is None else None if self.is_over else int(self.node.kind)

    def legal_actions(self) -> Sequence[Any]:
        """Checks, bets and folds by name."""
        return self.node.actions

    def chance_outcomes(self) -> Sequence[tuple[Any, Fraction]]:
        """The deals."""
        return _deals(self.spot)

    def apply(self, action: Any) -> None:
        """Deal, or act."""
        if self.held is None:
            self.held = action
        else:
            self.node = self.node.children[self.node.actions.index(action)]
            self.path += f"/{action}"

    def observation(self, seat: int) -> Any:
        """Nobody looks."""
        raise NotImplementedError

    def infoset(self) -> str:
        """The own holding and what was done."""
        assert self.held is not None
        return f"{self.node.kind}:{self.held[self.node.kind]}{self.path}"

    def returns(self) -> tuple[Any, ...]:
        """Chips against an even split of the pot."""
        assert self.held is not None
        stake = Fraction(self.spot.pot) / 2 + Fraction(self.node.matched)
        mine, theirs = (_rank(self.spot, holding) for holding in self.held)
        if self.node.kind == NodeKind.SHOW:
            sign = (mine > theirs) - (mine < theirs)
        else:
            sign = 1 if self.node.kind == NodeKind.FOLD_IP else -1
        return sign * stake, -sign * stake

    def copy(self) -> RiverState:
        """An independent copy."""
        return RiverState(self.spot, self.held, self.node, self.path)
