"""T. Ahle's published tables of liar's dice (github.com/thomasahle/snyd, README), proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

import pytest

from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.tables import make_tables
from riverboat.solving.bluff.used import used_round
from riverboat.solving.bluff.variants import SnydDice, SnydKind
from riverboat.solving.settings import Wish
from riverboat.solving.solver import solve_form
from riverboat.steps import run_to_end

Note = Callable[[str, object], None]
F = Fraction
#: By dice and kind, for 2, 3, ... faces; 2 v 1 with six normal faces is printed as "0.275..", and kept in its outputs.
PUBLISHED: dict[tuple[tuple[int, int], SnydKind], tuple[Fraction, ...]] = {
    ((1, 1), "normal"): (F(0), F(-1, 9), F(-1, 8), F(-3, 25), F(-1, 9)),
    ((1, 1), "joker"): (F(1), F(1, 3), F(0), F(0), F(-7, 327)),
    ((1, 1), "stairs"): (F(0), F(1, 9), F(0), F(1, 25), F(0)),
    ((2, 1), "normal"): (F(1, 4), F(1, 9), F(345, 1696), F(2128, 8375), F(212027, 771552)),
    ((2, 1), "joker"): (F(1), F(1, 3), F(1, 4), F(34, 125), F(7, 27)),
    ((2, 1), "stairs"): (F(3, 8), F(1, 27), F(1, 16)),
    ((1, 2), "normal"): (F(0), F(-1, 27), F(-1, 8), F(-27, 125), F(-22, 81)),
    ((1, 2), "joker"): (F(1), F(-1, 27), F(-1, 32), F(-3, 125), F(-5, 54)),
    ((1, 2), "stairs"): (F(-1, 4), F(-1, 27), F(1, 16)),
}
QUICK, EXACT = 4_000, 60_000
#: What the tables leave open.
HOLES: tuple[tuple[tuple[int, int], int], ...] = (((2, 1), 5), ((1, 2), 5))


def known(most: int, least: int = 0) -> list[tuple[tuple[int, int], SnydKind, int, Fraction]]:
    """The rounds of at most so many numbers, and more than the least."""
    rows = [(dice, kind, faces, v) for (dice, kind), row in PUBLISHED.items() for faces, v in enumerate(row, 2)]
    sizes = [
        make_tables(SnydDice(dice=dice, faces=faces, kind=kind), check=False).n_numbers for dice, kind, faces, _ in rows
    ]
    return [row for row, size in zip(rows, sizes, strict=True) if least < size <= most]


@pytest.mark.parametrize(("dice", "kind", "faces", "value"), known(QUICK))
def test_published_values_are_proved(dice: tuple[int, int], kind: SnydKind, faces: int, value: Fraction) -> None:
    form, _ = bluff_form(make_tables(SnydDice(dice=dice, faces=faces, kind=kind), check=False))
    solution, _ = run_to_end(solve_form(form, kind, Wish(method="lp"), time.perf_counter()))
    assert solution.value_exact == value


def test_a_stair_counts_one_more_than_it_has_dice() -> None:
    dice = SnydDice(dice=(2, 1), faces=4, kind="stairs")
    assert dice.count((1, 2), 4) == 3
    assert dice.count((2, 1), 4) == 0  # as it lies
    assert dice.count((1,), 3) == 2
    assert sum(dice.chance(roll) for roll in dice.rolls(0)) == 1
    both = SnydDice(dice=(2, 1), faces=4, kind="stairs", any_order=True)
    assert (2, 1) not in both.rolls(0)
    assert sum(both.chance(roll) for roll in both.rolls(0)) == 1


@pytest.mark.prove
def test_published_tables_in_full(note: Note) -> None:
    for dice, kind, faces, value in known(1 << 40, QUICK):
        tables = make_tables(SnydDice(dice=dice, faces=faces, kind=kind), check=False)
        if tables.n_numbers <= EXACT:
            found = run_to_end(used_round(tables, gap=1e-7))
            low, high = found.low, found.high
        else:
            low, high = run_to_end(BluffRun(tables, "dcfr").minimise(Wish(method="dcfr", gap=9e-7)))
        note(f"{dice[0]} v {dice[1]}, {kind}, {faces} faces", f"{value} in {low:.9f} to {high:.9f}")
        assert low - 1e-9 <= value <= high + 1e-9
        assert high - low < 1e-6


@pytest.mark.prove
def test_holes_of_the_published_tables(note: Note) -> None:
    for dice, faces in HOLES:
        tables = make_tables(SnydDice(dice=dice, faces=faces, kind="stairs"), check=False)
        low, high = run_to_end(BluffRun(tables, "dcfr").minimise(Wish(method="dcfr", gap=9e-5)))
        note(f"{dice[0]} v {dice[1]}, stairs, {faces} faces", f"{low:.9f} to {high:.9f}")
        assert high - low < 1e-4
