"""The responder who looks one action ahead: worths against the kernel, its estimate against counting every round."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.arrays import Floats
from riverboat.games.bluff.dice import Bid, Dice
from riverboat.solving.bluff.short.blueprint import Blueprint, packed, whole_bounds, with_calls
from riverboat.solving.bluff.short.looking import Answers, LookingResponder
from riverboat.solving.bluff.short.memory import MemoryTables
from riverboat.solving.bluff.short.memory_run import MemoryRun, evaluate, new_room, whole_deals


def trained(dice: tuple[int, ...], faces: int, iterations: int, seed: int = 3) -> Blueprint:
    tables = MemoryTables(Dice(dice=dice, faces=faces), 2)
    run = MemoryRun(tables, seed=seed)
    list(run.steps(most_iterations=iterations))
    return Blueprint(tables, packed(tables, run.average))


@pytest.mark.parametrize("seat", [0, 1])
def test_what_states_are_worth_is_what_the_kernel_finds(seat: int) -> None:
    plan = trained((2, 1), 3, 5)
    tables, responder = plan.tables, LookingResponder(plan, seat)
    numbers, deals = with_calls(tables, plan.shares), whole_deals(plan.tables, seat)
    wanted = evaluate(tables, deals, numbers, numbers, new_room(tables, len(deals.rows), len(deals.lane_weights)))
    found = sum(
        chance * float(responder.worths(roll)[0] @ tables.chances[1 - seat])
        for roll, chance in enumerate(tables.chances[seat])
    )
    assert found == pytest.approx(wanted, abs=1e-5)


def counted(responder: LookingResponder, answers: Answers) -> float:
    """What the responder wins a round, by plain recursion over all bids and every roll."""
    tables, seat = responder.plan.tables, responder.seat

    def won(roll: int, worths: Floats, held: Floats, bids: tuple[Bid, ...]) -> float:
        """Times how likely the other's rolls are."""
        at = tables.heights[bids[-1]] + 1 if bids else 0
        higher = [(*bids, bid) for bid in tables.bids[at:]]
        true = np.zeros(len(held))
        if bids:
            mine, theirs = tables.counts[seat][roll], tables.counts[1 - seat]
            true = np.where(mine[bids[-1].face - 1] + theirs[:, bids[-1].face - 1] >= bids[-1].quantity, 1.0, -1.0)
        if len(bids) % 2 == seat:
            options = [float(worths[tables.state_after(each)] @ held) for each in higher]
            if bids and -float(true @ held) >= max(options, default=-9.0):
                return -float(true @ held)
            return won(roll, worths, held, higher[int(np.argmax(options))])
        made = held[:, None] * answers(bids)
        total = float(made[:, -1] @ true) if bids else 0.0
        return total + sum(won(roll, worths, made[:, a], each) for a, each in enumerate(higher) if made[:, a].any())

    chances = tables.chances
    return sum(
        float(chance) * won(roll, responder.worths(roll), chances[1 - seat], ())
        for roll, chance in enumerate(chances[seat])
    )


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("another", [False, True])
def test_the_estimate_is_what_counting_every_round_finds(seat: int, another: bool) -> None:
    """Also where the other plays something else than the blueprint by which the responder goes."""
    plan = trained((1, 1), 3, 4)
    other = trained((1, 1), 3, 30, seed=8) if another else plan
    responder = LookingResponder(plan, seat)
    found = responder.gain(rolls=250, rounds=4, seed=1, answers=other.matrix)
    own = sum(
        chance * float(responder.worths(roll)[0] @ plan.tables.chances[1 - seat])
        for roll, chance in enumerate(plan.tables.chances[seat])
    )
    gained = counted(responder, other.matrix) - own
    assert abs(found.mean - gained) < 1.5 * found.error
    assert another or gained > 0


def test_the_responder_wins_no_more_than_a_best_response_and_more_than_nothing() -> None:
    plan = trained((2, 1), 3, 10)
    low, high = whole_bounds(plan.tables, plan.shares)
    gains = [LookingResponder(plan, seat).gain(rolls=60, rounds=10, seed=2) for seat in range(2)]
    total, error = sum(each.mean for each in gains) / 2, sum(each.error for each in gains) / 2
    assert error < total < (high - low) / 2 + error
    better = trained((2, 1), 3, 200)
    less = [LookingResponder(better, seat).gain(rolls=60, rounds=10, seed=2) for seat in range(2)]
    assert sum(each.mean for each in less) / 2 < total - error


def test_a_seed_repeats_the_estimate() -> None:
    responder = LookingResponder(trained((1, 1), 3, 4), 0)
    assert responder.gain(rolls=5, rounds=2, seed=6) == responder.gain(rolls=5, rounds=2, seed=6)
    assert responder.gain(rolls=5, rounds=2, seed=6) != responder.gain(rolls=5, rounds=2, seed=7)
