"""Players with a short memory: states, the kernel against plain recursion, training that goes on, files."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from riverboat.arrays import Floats, Singles
from riverboat.errors import GameError, TableError
from riverboat.games.bluff.dice import Bid, Dice
from riverboat.solving.bluff.endgame import Endgame
from riverboat.solving.bluff.short.blueprint import (
    Blueprint,
    is_blueprint,
    load_blueprint,
    packed,
    row_starts,
    save_blueprint,
    whole_bounds,
    with_calls,
)
from riverboat.solving.bluff.short.memory import MemoryTables
from riverboat.solving.bluff.short.memory_kernel import lay_out
from riverboat.solving.bluff.short.memory_run import MemoryRun, drawn_deals, evaluate, new_room, whole_deals
from riverboat.solving.bluff.strategy import BluffStrategies
from riverboat.solving.bluff.tables import make_tables


def tables(dice: tuple[int, ...], faces: int, memory: int) -> MemoryTables:
    return MemoryTables(Dice(dice=dice, faces=faces), memory)


def random_numbers(of: MemoryTables, seed: int) -> Singles:
    """A strategy in which about half of the actions are never taken."""
    rng = np.random.default_rng(seed)
    numbers = rng.random(of.n_numbers) * (rng.random(of.n_numbers) < 0.5)
    return with_calls(of, numbers.astype(np.float32))


def chances(of: MemoryTables, numbers: Singles, roll: int, bids: list[Bid]) -> Floats:
    """What the player to act does, from the layout alone: the readable twin of what kernels do."""
    tree, state = of.tree, of.state_after(bids)
    at, actor = int(tree.last[state]), len(bids) % of.seats
    choices, known = int(tree.n_actions[at]), int(tree.classes[actor, at, roll])
    if known >= tree.n_open[actor, at] or at == tree.n_bids:
        return np.asarray(np.eye(choices)[-1])
    begin = int(tree.begin[state]) + known * choices
    row = numbers[begin : begin + choices].astype(np.float64)
    return np.asarray(row / row.sum()) if row.sum() else np.full(choices, 1 / choices)


def won(of: MemoryTables, numbers: Singles, rolls: tuple[int, ...], hero: int, bids: list[Bid]) -> float:
    """What the hero wins on average with given dice, by plain recursion over all bids."""
    actor, at = len(bids) % of.seats, of.heights[bids[-1]] + 1 if bids else 0
    row = chances(of, numbers, rolls[actor], bids)
    total = 0.0
    for bid, chance in zip(of.bids[at:], row, strict=False):
        if chance:
            total += chance * won(of, numbers, rolls, hero, [*bids, bid])
    if at and row[-1]:
        held = sum(of.counts[seat][roll, bids[-1].face - 1] for seat, roll in enumerate(rolls))
        winner, loser = (actor - 1) % of.seats, actor
        if held < bids[-1].quantity:
            winner, loser = loser, winner
        total += row[-1] * ((winner == hero) - (loser == hero))
    return total


@pytest.mark.parametrize(("dice", "memory"), [((1, 1), 2), ((2, 1), 2), ((1, 1, 1), 2)])
def test_the_kernel_finds_what_plain_recursion_finds(dice: tuple[int, ...], memory: int) -> None:
    of = tables(dice, 2 if len(dice) > 2 else 3, memory)
    numbers = random_numbers(of, 3)
    for hero in range(of.seats):
        deals = whole_deals(of, hero) if of.seats == 2 else drawn_deals(of, hero, np.random.default_rng(1))
        found = evaluate(of, deals, numbers, numbers, new_room(of, len(deals.rows), len(deals.lane_weights)))
        wanted = 0.0
        for (i, row), lane in product(enumerate(deals.rows), range(len(deals.lane_weights))):
            rolls = tuple(int(row) if seat == hero else int(deals.lanes[seat, lane]) for seat in range(of.seats))
            weight = float(deals.row_weights[i]) * float(deals.lane_weights[lane])
            wanted += weight * won(of, numbers, rolls, hero, []) if weight else 0.0
        assert found == pytest.approx(wanted, abs=1e-5)


def test_a_state_is_the_last_bids_and_whose_turn_it_is() -> None:
    of = tables((1, 2), 2, 2)
    seen: dict[int, tuple[object, ...]] = {}
    every: list[list[Bid]] = [[], *([bid] for bid in of.bids)]
    for _ in range(4):
        every += [[*bids, bid] for bids in every for bid in of.bids if bids and of.heights[bid] > of.heights[bids[-1]]]
    for bids in every:
        state = of.state_after(bids)
        known = (tuple(bids[-2:]), len(bids) % 2)
        assert seen.setdefault(state, known) == known
        assert of.tree.actor[state] == len(bids) % 2
        assert of.tree.last[state] == (of.heights[bids[-1]] + 1 if bids else 0)
        for at in range(int(of.tree.last[state]), len(of.bids)):
            child = of.tree.shift[state] + of.tree.stride[state] * of.tree.ways[of.tree.grade[state], at]
            assert child == of.state_after([*bids, of.bids[at]])
            assert child > state
    assert len(seen) <= of.n_states == len(of.tree.last)


def test_a_strategy_lies_in_the_whole_tree_as_it_is_played() -> None:
    of = tables((2, 1), 3, 2)
    numbers = random_numbers(of, 7)
    wide = make_tables(of.table, check=False)
    whole = np.zeros(wide.n_numbers, np.float32)
    lay_out(of.tree, numbers, wide.size, whole)
    strategies = BluffStrategies(wide, whole)
    for bids in ([], [Bid(1, 2)], [Bid(1, 1), Bid(1, 2), Bid(2, 1)], [Bid(1, 1), Bid(1, 2), Bid(1, 3), Bid(3, 2)]):
        actor = len(bids) % 2
        for at, roll in enumerate(of.rolls[actor]):
            wanted = chances(of, numbers, at, bids)
            assert list(strategies.probabilities(roll, bids).values()) == pytest.approx(wanted.tolist())


def test_who_remembers_all_comes_to_the_proved_value() -> None:
    """Lanctot & Long: one die each with three faces is worth 1/9; who has learned nothing is far from it."""
    of = tables((1, 1), 3, 6)
    run = MemoryRun(of, seed=1)
    for _ in run.steps(most_iterations=400):
        pass
    low, high = whole_bounds(of, run.average)
    assert low <= 1 / 9 + 1e-9 <= high + 2e-9
    assert high - low < 0.003
    even = whole_bounds(of, np.ones(of.n_numbers, np.float32))
    assert even[1] - even[0] > 0.5


def test_a_short_memory_costs_little_with_six_faces() -> None:
    of = tables((1, 1), 6, 3)
    run = MemoryRun(of, seed=1)
    for _ in run.steps(most_iterations=200):
        pass
    low, high = whole_bounds(of, packed(of, run.average))
    assert low <= -7 / 258 <= high
    assert (high - low) / 2 < 0.015


def test_training_goes_on_as_if_never_interrupted(tmp_path: Path) -> None:
    of = tables((3, 1), 3, 2)
    whole = MemoryRun(of, seed=5)
    for _ in whole.steps(most_iterations=6):
        pass
    first = MemoryRun(of, seed=5)
    for _ in first.steps(most_iterations=2):
        pass
    first.save(tmp_path / "kept.npz")
    later = MemoryRun(of, seed=5)
    later.load(tmp_path / "kept.npz")
    for _ in later.steps(most_iterations=6):
        pass
    assert np.array_equal(later.regrets, whole.regrets)
    assert np.array_equal(later.average, whole.average)
    with pytest.raises(GameError, match="another round, memory or seed"):
        MemoryRun(of, seed=6).load(tmp_path / "kept.npz")
    (tmp_path / "bad.npz").write_bytes(b"no")
    with pytest.raises(TableError):
        MemoryRun(of, seed=5).load(tmp_path / "bad.npz")


def test_more_than_two_learn_not_to_lose_to_random_play() -> None:
    """Nothing is guaranteed with three; but who has learned wins from two who have not."""
    of = tables((1, 1, 1), 3, 2)
    run = MemoryRun(of, seed=1)
    for _ in run.steps(most_iterations=150):
        pass
    even = np.ones(of.n_numbers, np.float32)
    for hero in range(3):
        deals = drawn_deals(of, hero, np.random.default_rng(9), rows=27, lanes=64)
        room = new_room(of, 27, 64)
        assert evaluate(of, deals, run.average, even, room) > evaluate(of, deals, even, even, room) + 0.1


def test_a_blueprint_is_kept_in_bytes(tmp_path: Path) -> None:
    of = tables((2, 1), 3, 2)
    numbers = random_numbers(of, 2)
    path = tmp_path / "blueprint.npz"
    save_blueprint(Blueprint(of, packed(of, numbers)), path, command="test")
    assert is_blueprint(path)
    rules, found = load_blueprint(path)
    assert (rules.dice, rules.faces) == ((2, 1), 3)
    bids = [Bid(1, 1), Bid(1, 2)]
    for at, roll in enumerate(of.rolls[0]):
        wanted = chances(of, numbers, at, bids)
        assert list(found.probabilities(roll, bids).values()) == pytest.approx(wanted.tolist(), abs=0.02)
    assert len(row_starts(of)) == int((np.diff(of.tree.begin) // np.maximum(of.tree.n_actions[of.tree.last], 1)).sum())
    with pytest.raises(GameError, match="cannot be the dice"):
        found.probabilities((9,), [])


def test_what_was_not_learned_is_called() -> None:
    of = tables((1, 1), 3, 2)
    nothing = Blueprint(of, np.zeros(of.n_numbers, np.uint8))
    assert nothing.matrix([Bid(1, 1)])[:, -1].tolist() == [1.0] * 3
    assert nothing.matrix([])[0].tolist() == pytest.approx([1 / 6] * 6)


def test_an_endgame_is_solved_as_the_round_is() -> None:
    """The bidder of 2-2 surely holds a 2: who holds a 1 calls, and the highest bid is no way out."""
    table = Dice(dice=(1, 1), faces=3)
    bids = table.bids()
    even = np.full(3, 1 / 3)
    end = Endgame(table=table, bids=bids[-2:], bidder=np.array([0.0, 1.0, 0.0]), actor=even)
    played = end.solve(work=10_000)
    assert bids[-2:] == (Bid(2, 2), Bid(2, 3))
    assert played[0, -1] == pytest.approx(1.0)
    assert played.sum(axis=1) == pytest.approx(np.ones(3))
