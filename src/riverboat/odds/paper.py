"""Two papers' own figures for the calculator, and ours next to them.

Tables 2 to 6 of Vinther & Holst, "Adaptive poker computer" (ITU Copenhagen 2015), and the worked example of Billings,
Papp, Schaeffer & Szafron, "Poker as a testbed for machine intelligence research" (1999). The scans lost some suits:
with KQ and the first 72 of Table 4 suited, its true values are wins without ties, to a tenth of a per cent. Its A8 is
offsuit, and the true value beside it is that of the suited hand. Table 6 is what the thesis's Algorithm 1 gives, which
stops at the first equal opponent.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import parse_cards
from riverboat.cards.evaluator import evaluate_many
from riverboat.intervals import Estimate, from_sums
from riverboat.odds.equity import equity
from riverboat.odds.strength import hand_potential, hand_strength

Cards = npt.NDArray[np.uint8]
SIMULATIONS = 50_000
#: Table 2: simulations, range and largest error in per cent over 50 runs of JJ heads-up, and Table 3: seconds a run.
TABLES_2_3 = ((1_000, 5.2, 2.7, 0.01), (10_000, 2.2, 1.5, 0.04), (50_000, 0.9, 0.7, 0.15))
#: Table 4: hole cards, simulated and true win chance in per cent against one opponent.
TABLE_4 = (
    ("AcAd", 85.2, 84.9),
    ("8c8d", 67.9, 68.7),
    ("QcKc", 62.8, 62.4),
    ("Ah8s", 58.8, 60.5),
    ("JsQd", 57.2, 56.9),
    ("ThJh", 56.7, 56.2),
    ("3d3s", 53.0, 52.8),
    ("2d2h", 49.5, 49.4),
    ("9d3s", 37.8, 37.4),
    ("2s7s", 35.5, 35.4),
    ("2d7h", 31.9, 31.7),
)
#: Table 5: hole cards, board, win chance in per cent before the flop, on flop, turn and river.
TABLE_5 = (
    ("AcKd", "3s7cTc8d2s", (64.5, 54.4, 41.7, 35.6)),
    ("2d5s", "3s6dKd4h7s", (29.7, 28.2, 92.8, 94.2)),
    ("8s9s", "2dKs3sAcTs", (49.1, 53.5, 38.5, 99.7)),
    ("5s5c", "AdKhQsJdTh", (58.5, 48.0, 34.4, 0.0)),
)
#: Table 6: win chance in per cent of a pair of aces against 1 to 9 opponents.
TABLE_6 = (85.2, 73.4, 64.0, 56.1, 49.5, 43.9, 39.1, 35.0, 31.6)
TABLE_6_HAND = "AsAc"
#: Table 6 is simulated this many times as often as the others: it is too large to count, and its readings are close.
OFTENER = 20
_BATCH = 20_000
STREETS = ("pre-flop", "flop", "turn", "river")


@dataclass(frozen=True)
class Line:
    """One figure: where it stands in a paper, what it is, theirs, ours counted or else simulated, ours simulated."""

    table: str
    name: str
    theirs: float
    ours: float
    simulated: Estimate | None = None
    note: str = ""
    counted: bool = True  # whether `ours` is exact; else it is the mean of what was simulated
    equity: float | None = None  # where `ours` are wins against one opponent, wins and half of the ties

    @property
    def deviation(self) -> float:
        """How many standard errors our simulation is off."""
        if self.simulated is None or not self.counted:
            return 0.0
        return (self.simulated.mean - self.ours) / max(self.simulated.error, 1e-9)


def compare(seed: int = 0, simulations: int = SIMULATIONS, *, oftener: int = OFTENER) -> Iterator[Line]:
    """Work out every figure, one after another."""
    rng = np.random.default_rng(seed)
    yield from _lokibot()
    yield from _tables_2_and_3(rng)
    for hole, simulated, true in TABLE_4:
        line = _win_line("4", hole, "", true, rng, simulations)
        yield replace(line, name=f"{hole}, true")
        yield replace(line, name=f"{hole}, simulated", theirs=simulated)
    for hole, board, row in TABLE_5:
        for street, shown, theirs in zip(STREETS, (0, 6, 8, 10), row, strict=True):
            yield _win_line("5", f"{hole} {street}", board[:shown], theirs, rng, simulations)
    yield from _table_6(rng, oftener * simulations)


def _table_6(rng: np.random.Generator, games: int) -> Iterator[Line]:
    """Wins, equity and what Algorithm 1 makes of them, for the pair of aces against 1 to 9 opponents."""
    hole = TABLE_6_HAND
    for opponents, theirs in enumerate(TABLE_6, start=1):
        right = equity(hole, opponents=opponents, method="simulate", simulations=games, seed=rng).players[0]
        readings = {
            "wins": right.win,
            "equity": right.equity,
            "Algorithm 1": algorithm_1(hole, opponents, games, rng),
        }
        for reading, found in readings.items():
            percent = _percent(found)
            yield Line("6", f"{hole} against {opponents}, {reading}", theirs, percent.mean, percent, counted=False)


def algorithm_1(hole: str, opponents: int, games: int, rng: np.random.Generator) -> Estimate:
    """The thesis's calculator as it stands: wins plus half of what it calls draws.

    It goes through the opponents one by one and returns at the first who is not weaker: a loss if that one is stronger,
    a draw if they are equal, whoever comes after. A hand that ties with one and loses to another may so count as a
    draw.
    """
    own = np.array(parse_cards(hole), dtype=np.uint8)
    deck = np.setdiff1d(np.arange(52, dtype=np.uint8), own)
    total = squares = 0.0
    for start in range(0, games, _BATCH):
        count = min(_BATCH, games - start)
        dealt = _dealt(deck, count, 5 + 2 * opponents, rng)
        board = dealt[:, :5]
        mine = evaluate_many(np.hstack([np.broadcast_to(own, (count, 2)), board]))
        scores = np.ones(count)
        running = np.ones(count, dtype=bool)
        for opponent in range(opponents):
            his = evaluate_many(np.hstack([dealt[:, 5 + 2 * opponent : 7 + 2 * opponent], board]))
            scores[running & (his > mine)] = 0.0
            scores[running & (his == mine)] = 0.5
            running &= his < mine
        total += scores.sum()
        squares += (scores**2).sum()
    return from_sums(total, squares, games)


def _dealt(deck: Cards, count: int, cards: int, rng: np.random.Generator) -> Cards:
    """The first cards of this many shuffled decks, a row each: a Fisher-Yates shuffle of all of them at once."""
    decks = np.tile(deck, (count, 1))
    rows = np.arange(count)
    for place in range(cards):
        other = rng.integers(place, len(deck), count)
        decks[rows, other], decks[:, place] = decks[:, place], decks[rows, other]
    return decks[:, :cards]


def _percent(chance: Estimate) -> Estimate:
    return Estimate(100 * chance.mean, 100 * chance.error, chance.n)


def _win_line(table: str, name: str, board: str, theirs: float, rng: np.random.Generator, simulations: int) -> Line:
    hole = name.split()[0]
    counted = equity(hole, board=board, opponents=1, method="exact").players[0]
    found = equity(hole, board=board, opponents=1, method="simulate", simulations=simulations, seed=rng).players[0]
    share = 100 * counted.equity.mean
    wins = 100 * counted.win.mean
    return Line(table, name, theirs, wins, _percent(found.win), f"equity {share:.2f}", equity=share)


def _lokibot() -> Iterator[Line]:
    hole, board = "AdQc", "3h4cJh"
    strength = hand_strength(hole, board)
    both = hand_potential(hole, board, cards=2)
    one = hand_potential(hole, board, cards=1)
    theirs = (("ahead", 628), ("tied", 9), ("behind", 444))
    for name, count in theirs:
        yield Line("Lokibot", f"{hole} on {board}, {name}", count, getattr(strength, name))
    yield Line("Lokibot", "hand strength", 0.585, strength.value)
    yield Line("Lokibot", "against five", 0.069, strength.against(5))
    cells = ((449_005, 3_211, 169_504), (0, 8_370, 540), (91_981, 1_036, 346_543))
    names = ("ahead", "tied", "behind")
    for now, counts, ours in zip(names, cells, both.table, strict=True):
        for then, count, mine in zip(names, counts, ours, strict=True):
            yield Line("Lokibot", f"{now}, then {then}", count, mine)
    for name, figure, mine in (
        ("Ppot, two cards", 0.208, both.ppot),
        ("Npot, two cards", 0.274, both.npot),
        ("Ppot, one card", 0.108, one.ppot),
        ("Npot, one card", 0.145, one.npot),
    ):
        yield Line("Lokibot", name, figure, mine)


def _tables_2_and_3(rng: np.random.Generator) -> Iterator[Line]:
    true = 100 * equity("JcJd", opponents=1, method="exact").players[0].win.mean
    equity("JcJd", opponents=1, method="simulate", simulations=10, seed=rng)  # whatever must be compiled is, now
    for simulations, spread, largest, seconds in TABLES_2_3:
        start = time.perf_counter()
        wins = []
        for _ in range(50):
            found = equity("JcJd", opponents=1, method="simulate", simulations=simulations, seed=rng)
            wins.append(100 * found.players[0].win.mean)
        elapsed_s = (time.perf_counter() - start) / 50
        yield Line("2", f"JcJd, {simulations:,} simulations, range", spread, max(wins) - min(wins))
        yield Line("2", f"JcJd, {simulations:,} simulations, largest error", largest, max(abs(w - true) for w in wins))
        yield Line("3", f"JcJd, {simulations:,} simulations, seconds", seconds, elapsed_s)
