"""Responders with some memory: below best responses on the whole tree, and equal to them where they remember all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from riverboat.agents.bluff.equilibrium import blueprint_for
from riverboat.errors import GameError
from riverboat.games.bluff.dice import Dice
from riverboat.games.bluff.game import BluffRules
from riverboat.solving.bluff.short.blueprint import packed, whole_bounds
from riverboat.solving.bluff.short.memory import MemoryTables
from riverboat.solving.bluff.short.memory_run import MemoryRun
from riverboat.solving.bluff.short.responder import Response, remembered, respond

Note = Callable[[str, object], None]


def trained(dice: tuple[int, ...], faces: int, iterations: int) -> tuple[MemoryTables, Any]:
    tables = MemoryTables(Dice(dice=dice, faces=faces), 2)
    run = MemoryRun(tables, seed=3)
    list(run.steps(most_iterations=iterations))
    return tables, packed(tables, run.average)


def won_by(tables: MemoryTables, numbers: Any, memory: int, seat: int, iterations: int, checks: int = 2) -> Response:
    longer = MemoryTables(tables.table, memory)
    others = remembered(tables, numbers, longer)
    *_, found = respond(longer, others, seat, iterations=iterations, checks=checks, seed=7)
    assert isinstance(found, Response)
    return found


def test_who_remembers_more_wins_more_up_to_the_best_response() -> None:
    tables, numbers = trained((2, 1), 3, 40)
    low, high = whole_bounds(tables, numbers)
    for seat, best in enumerate((high, -low)):
        found = [won_by(tables, numbers, memory, seat, 150).won for memory in (2, 3, 9)]
        assert found[0] <= best + 1e-5
        assert found[1] <= best + 1e-5
        assert found[2] == pytest.approx(best, abs=1e-4)
        assert found[2] >= found[0] - 1e-6


def test_a_shorter_memory_holds_no_longer_one() -> None:
    tables, numbers = trained((1, 1), 2, 2)
    with pytest.raises(GameError, match="a memory of 1 bids cannot hold what one of 2 does"):
        remembered(tables, numbers, MemoryTables(tables.table, 1))


def test_with_three_players_a_responder_wins_from_two_who_stay_as_they_are() -> None:
    tables, numbers = trained((1, 1, 1), 3, 5)
    found = won_by(tables, numbers, 2, 0, 60, checks=30)
    still = won_by(tables, numbers, 2, 0, 0, checks=30)  # who has learned nothing makes the lowest bid
    assert 0 < found.error < 0.2
    assert found.won - found.error > still.won + still.error


@pytest.mark.prove
def test_responders_against_the_shipped_blueprint_of_five_dice_each(note: Note) -> None:
    plan = blueprint_for(BluffRules(dice=(5, 5)))
    assert plan is not None
    found = [won_by(plan.tables, plan.shares, 2, seat, 1800, checks=100) for seat in range(2)]
    total, error = sum(each.won for each in found) / 2, float(np.hypot(found[0].error, found[1].error)) / 2
    note("memory 2, 1,800 iterations: wins at least", f"{total:+.3f} ± {error:.3f}")
    assert total + error > 0
