"""Known figures of three spots, from an independent solver; what they cost here, in units that travel."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from riverboat.cards.evaluator import evaluate_many
from riverboat.solving.spots import Spot, SpotRun, SpotSolution, estimate, solve_spot
from tests.solving.spots.figures import f1, r1, t1

Note = Callable[[str, object], None]
#: An iteration of T1 costs the fastest open solver as much as valuing so many hands on the same core.
HANDS_OF_AN_ITERATION = 8_500_000
#: Its iterations to the same exploitability, and CPU seconds where an iteration of T1 takes it 16 / 370 s.
RUST_ITERATIONS = {"T1": 370, "F1": 170}
RUST_SECONDS = {"T1": 16.0, "F1": 307.0}


def hands_s() -> float:
    """The CPU seconds that valuing the hands of one iteration takes now, on this core."""
    rng = np.random.default_rng(7)
    hands = np.argsort(rng.random((250_000, 52)), axis=1)[:, :7].astype(np.uint8)
    evaluate_many(hands)
    start = time.process_time()
    for _ in range(4):
        evaluate_many(hands)
    return (time.process_time() - start) * HANDS_OF_AN_ITERATION / 1_000_000


def check_values(found: SpotSolution, equity: float, ev: float, first: dict[int, float]) -> None:
    """Values to 0.1 % of the pot; how often the first side does what, to a per cent and a half."""
    assert found.equity[0] == pytest.approx(equity, abs=1e-4)
    assert found.ev[0] == pytest.approx(ev, abs=0.001 * found.spot.pot)
    assert sum(found.ev) == pytest.approx(found.spot.pot, abs=1e-3)
    for action, often in first.items():
        assert found.root.frequencies[action] == pytest.approx(often, abs=0.015)


def test_r1_has_the_known_value_and_takes_a_moment() -> None:
    spot = r1()
    assert [len(each.holdings) for each in spot.ranges] == [167, 246]
    found = solve_spot(spot, target=0.001)
    assert found.exploitability_share <= 0.001
    check_values(found, 0.5162, 91.11, {0: 0.73, 1: 0.27})


def solved(name: str, make: Callable[[], Spot], target: float, note: Note, **options: object) -> SpotSolution:
    """Solve a spot and note what it cost, beside what it costs the fastest open solver on this core."""
    SpotRun(make(), **options).game.iterate()  # type: ignore[arg-type]  # kernels are compiled
    before, start, wall = hands_s(), time.process_time(), time.perf_counter()
    run = SpotRun(make(), **options)  # type: ignore[arg-type]
    for _ in run.steps(target=target):
        pass
    spent, waited = time.process_time() - start, time.perf_counter() - wall
    rust = RUST_SECONDS[name] / RUST_SECONDS["T1"] * RUST_ITERATIONS["T1"] * (before + hands_s()) / 2
    found = run.solution()
    words = ", ".join(f"{key} {value}" for key, value in options.items())
    label = f"{name} {words}".strip()
    note(f"{label}: iterations", found.iterations)
    note(f"{label}: CPU seconds, seconds", f"{spent:.1f}, {waited:.1f}")
    note(f"{label}: MB", round(found.memory / 1e6, 1))
    note(f"{label}: EV", f"{found.ev[0]:.2f} / {found.ev[1]:.2f}")
    note(f"{label}: exploitability, of the pot", f"{found.exploitability_share:.3%}")
    note(f"{label}: times faster than the Rust solver", f"{rust / spent:.1f}")
    run.game.close()
    assert spent < rust / 2
    return found


@pytest.mark.prove
def test_t1_to_a_thousandth_of_the_pot_on_one_thread_and_on_two(note: Note) -> None:
    for workers in (1, 2):
        found = solved("T1", t1, 0.001, note, workers=workers)
        check_values(found, 0.5306, 92.03, {0: 0.925})
    packed = solved("T1", t1, 0.001, note, packed=True)
    check_values(packed, 0.5306, 92.03, {0: 0.925})


@pytest.mark.prove
def test_f1_to_three_thousandths_of_the_pot_on_one_thread_and_on_two(note: Note, tmp_path: Path) -> None:
    for options in ({"packed": True}, {"packed": True, "workers": 2}, {"workers": 1}):
        found = solved("F1", f1, 0.003, note, **options)
        check_values(found, 0.5365, 31.49, {1: 0.56})
        if options.get("packed"):
            assert found.memory <= 0.4e9
    _check_file(found, tmp_path / "f1.npz", note)


def _check_file(found: SpotSolution, path: Path, note: Note) -> None:
    """A file of at most a third of the memory, opened in under a second, any node at once."""
    found.save(path)
    start = time.process_time()
    again = SpotSolution.load(path)
    opened = time.process_time() - start
    start = time.process_time()
    river = again.at("check, check, 2c, check, check, Kh, check")
    assert river.strategy.shape == (len(river.holdings()), len(river.actions))
    assert np.isfinite(river.mean_ev())
    note("F1: file, MB", round(path.stat().st_size / 1e6, 1))
    note("F1: opened, a node shown, CPU seconds", f"{opened:.2f}, {time.process_time() - start:.2f}")
    assert path.stat().st_size <= estimate(found.spot).packed_memory / 3
    assert opened < 1.0


@pytest.mark.prove
def test_r1_takes_less_than_60_ms_with_everything_from_python(note: Note) -> None:
    took = []
    for _ in range(5):
        start = time.process_time()
        found = solve_spot(r1(), target=0.0005)
        took.append(time.process_time() - start)
    note("R1: ms of CPU to 0.05 % of the pot", round(1000 * min(took[1:]), 1))
    note("R1: iterations", found.iterations)
    note("R1: MB", round(found.memory / 1e6, 2))
    note("R1: EV", f"{found.ev[0]:.2f} / {found.ev[1]:.2f}")
    assert min(took[1:]) < 0.06


_COMPILE = """
import resource
from riverboat.solving.spots import Spot, SpotRun
before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
for options in ({}, {"packed": True}, {"precise": True}):
    run = SpotRun(Spot(board="Td9d6hQc", oop="AA", ip="KK", pot=10, stack=10, bets="a"), **options)
    run.game.iterate()
    run.measure()
print(resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
"""


@pytest.mark.prove
def test_all_kernels_of_spots_are_compiled_in_under_20_s_of_cpu(note: Note, tmp_path: Path) -> None:
    environment = {**os.environ, "RIVERBOAT_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", _COMPILE], env=environment, capture_output=True, text=True, check=True)
    note("compiling, CPU seconds, for all three ways to keep rows", round(float(done.stdout), 1))
    assert float(done.stdout) < 20


@pytest.mark.prove
def test_time_and_memory_grow_with_sizes_and_ranges(note: Note) -> None:
    """Seconds an iteration and MB on the turn of T1, for narrower and wider ranges, and for fewer and more sizes."""
    ranges = {"20 %": "20%", "50 %": "50%", "all hands": "random"}
    menus = {"one size": ("50%", "60%"), "two sizes": ("50%,a", "60%,a"), "four sizes": ("33%,66%,100%,a", "60%,a")}
    for width, hands in ranges.items():
        for words, (bets, raises) in menus.items():
            spot = Spot(board="Td9d6hQc", oop=hands, ip=hands, pot=200, stack=900, bets=bets, raises=raises)
            run = SpotRun(spot)
            run.game.iterate()
            start = time.process_time()
            for _ in range(3):
                run.game.iterate()
            each = (time.process_time() - start) / 3
            note(f"{width}, {words}: ms, MB", f"{1000 * each:.1f}, {run.game.memory / 1e6:.0f}")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4_000_000
