"""Two papers' own figures for the calculator, and ours beside them.

Tables 2 to 6 of Vinther & Holst, "Adaptive poker computer" (ITU Copenhagen 2015), and the worked example of Billings,
Papp, Schaeffer & Szafron, "Poker as a testbed for machine intelligence research" (1999). The scans lost some suits:
with KQ, A8 and the first 72 of Table 4 suited, its true values are wins without ties, to a tenth of a per cent.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from riverboat.intervals import Estimate
from riverboat.odds.equity import equity
from riverboat.odds.strength import hand_potential, hand_strength

SIMULATIONS = 50_000
#: Table 2: simulations, range and largest error in per cent over 50 runs of JJ heads-up, and Table 3: seconds a run.
TABLES_2_3 = ((1_000, 5.2, 2.7, 0.01), (10_000, 2.2, 1.5, 0.04), (50_000, 0.9, 0.7, 0.15))
#: Table 4: hole cards, simulated and true win chance in per cent against one opponent.
TABLE_4 = (
    ("AcAd", 85.2, 84.9),
    ("8c8d", 67.9, 68.7),
    ("QcKc", 62.8, 62.4),
    ("Ah8h", 58.8, 60.5),
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
#: The same by 40 million simulations each: wins and equity, to 0.01.
TABLE_6_WINS = (84.92, 73.21, 63.61, 55.63, 48.98, 43.30, 38.52, 34.40, 30.86)
TABLE_6_EQUITY = (85.20, 73.43, 63.83, 55.86, 49.20, 43.53, 38.74, 34.62, 31.07)
STREETS = ("pre-flop", "flop", "turn", "river")


@dataclass(frozen=True)
class Line:
    """One figure: where it stands in a paper, what it is, theirs, ours exactly or best known, ours simulated."""

    table: str
    name: str
    theirs: float
    ours: float
    simulated: Estimate | None = None
    note: str = ""

    @property
    def deviation(self) -> float:
        """How many standard errors our simulation is off."""
        if self.simulated is None:
            return 0.0
        return (self.simulated.mean - self.ours) / max(self.simulated.error, 1e-9)


def compare(seed: int = 0, simulations: int = SIMULATIONS) -> Iterator[Line]:
    """Work out every figure, one after another."""
    rng = np.random.default_rng(seed)
    yield from _lokibot()
    yield from _tables_2_and_3(rng)
    for hole, simulated, theirs in TABLE_4:
        line = _win_line("4", hole, "", theirs, rng, simulations)
        yield replace(line, note=f"{line.note}; their simulation {simulated}")
    for hole, board, row in TABLE_5:
        for street, shown, theirs in zip(STREETS, (0, 6, 8, 10), row, strict=True):
            yield _win_line("5", f"{hole} {street}", board[:shown], theirs, rng, simulations)
    for opponents, theirs in enumerate(TABLE_6, start=1):
        found = equity("AsAc", opponents=opponents, method="simulate", simulations=simulations, seed=rng).players[0]
        name = f"AsAc against {opponents}"
        yield Line("6", f"{name}, wins", theirs, TABLE_6_WINS[opponents - 1], _percent(found.win))
        yield Line("6", f"{name}, equity", theirs, TABLE_6_EQUITY[opponents - 1], _percent(found.equity))


def _percent(chance: Estimate) -> Estimate:
    return Estimate(100 * chance.mean, 100 * chance.error, chance.n)


def _win_line(table: str, name: str, board: str, theirs: float, rng: np.random.Generator, simulations: int) -> Line:
    hole = name.split()[0]
    counted = equity(hole, board=board, opponents=1, method="exact").players[0]
    found = equity(hole, board=board, opponents=1, method="simulate", simulations=simulations, seed=rng).players[0]
    note = f"equity {100 * counted.equity.mean:.2f}"
    return Line(table, name, theirs, 100 * counted.win.mean, _percent(found.win), note)


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
