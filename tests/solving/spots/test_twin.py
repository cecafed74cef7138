"""The kernels do what a readable twin does: boards, passes, and the first iterations."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.solving.spots import Spot, SpotRun
from riverboat.solving.spots.betting import NodeKind
from riverboat.solving.spots.paths import Place, cards_to_come, deal_card, first_place
from riverboat.solving.spots.vectors.deals import SpotDeal, holdem_deal
from riverboat.solving.spots.vectors.fields import (
    ALL,
    BELOW,
    BOARD,
    FOLLOW,
    HELD,
    HIGH,
    INDEX,
    LOW,
    MIX,
    MIXES,
    REGRETS,
    RESPOND,
    ROW,
    SAME,
    UP_TO,
    WIDTH,
)
from tests.solving.spots.twin import Twin

MODES = {"respond": RESPOND, "follow": FOLLOW}
SPOTS: dict[str, dict[str, Any]] = {
    "river": {"board": "Td9d6hQc2s", "oop": "QQ, T9s, KJo, AdKd, 76s:0.5", "ip": "AA, QTs, J8s, 55, Ad5d:0.25"},
    "turn": {"board": "Td9d6hQc", "oop": "QQ, T9s, AdKd", "ip": "AA, J8s:0.5, 55"},
    "raked turn": {"board": "Td9d6h6c", "oop": "QQ, T9s", "ip": "AA, 98s", "rake": 0.05, "rake_cap": 9},
    "flop": {"board": "Td9d6h", "oop": "QQ", "ip": "A9s:0.5, JdJs"},
}


def make(name: str) -> Spot:
    sizes: dict[str, Any] = (
        {"bets": "50%,a", "raises": "60%"} if name != "flop" else {"bets": "75%", "raises_per_street": 0}
    )
    return Spot(pot=100, stack=220, **sizes, **SPOTS[name])


def randomly(run: SpotRun, twin: Twin, seed: int) -> None:
    """Give both the same random regrets and averages. From nothing on they part: rounding decides between equals."""
    rng = np.random.default_rng(seed)
    for place in every_place(run):
        node, board = place.node, place.board
        shape = (len(twin.holdings[int(node.kind)]), len(node.actions))
        twin.regrets[id_of(twin, place), board] = rng.normal(size=shape)
        twin.average[id_of(twin, place), board] = rng.dirichlet(np.ones(shape[1]), shape[0])
        for rows, known in zip(rows_of(run, place), (twin.regrets, twin.average), strict=True):
            index = index_of(run, place)
            rows[:, : len(index)] = known[id_of(twin, place), board][index].T[: len(rows)]


def every_place(run: SpotRun) -> list[Place]:
    """All decisions on all boards."""
    found, waiting = [], [first_place(run.spot, run.game)]
    while waiting:
        place = waiting.pop()
        if place.node.kind <= NodeKind.IP:
            found.append(place)
            after = zip(place.node.actions, place.node.children, strict=True)
            waiting += [replace(place, node=child, words=(*place.words, word)) for word, child in after]
        elif place.node.kind == NodeKind.DEAL:
            waiting += [deal_card(run.game, place, card) for card in cards_to_come(run.game, place)]
    return found


def id_of(twin: Twin, place: Place) -> int:
    return id(twin.nodes[place.street][place.node.number])


def line_of(run: SpotRun, place: Place) -> int:
    return (place.last or 0) if place.street == len(run.game.parts) - 1 else 0


def index_of(run: SpotRun, place: Place) -> npt.NDArray[np.int64]:
    side, block = int(place.node.kind), run.game.block(place.street, place.branch)
    if place.street < len(run.game.parts) - 1:
        return np.arange(len(run.game.deal.weights[side]))
    line = block.table[line_of(run, place)]
    return run.game.deal.boards.tables[side][line[BOARD], INDEX, : line[HELD + side]].astype(np.int64)


def rows_of(run: SpotRun, place: Place) -> list[npt.NDArray[np.float32]]:
    """The regrets and the average of a decision, as they are kept: [action, place]."""
    side, block = int(place.node.kind), run.game.block(place.street, place.branch)
    line, node = block.table[line_of(run, place)], run.game.parts[place.street].nodes[place.node.number]
    width, count = int(line[WIDTH + side]), len(place.node.actions)
    regrets = block.rows[side].regrets[line[REGRETS + side] + node[ROW] * width :][: count * width]
    mixes = block.rows[side].mixes[line[MIXES + side] + node[MIX] * width :][: (count - 1) * width]
    return [regrets.reshape(count, width), mixes.reshape(count - 1, width)]


@pytest.mark.parametrize("iterations", [7, 600])
@pytest.mark.parametrize("precise", [False, True])
@pytest.mark.parametrize("name", [name for name in SPOTS if name != "flop"])
def test_an_iteration_is_that_of_the_twin(name: str, precise: bool, iterations: int) -> None:
    run, twin = SpotRun(make(name), alike=False, precise=precise), Twin(make(name))
    twin.number(run.game)
    randomly(run, twin, 5)
    run.game.iterations = twin.iterations = iterations
    run.game.average_weight = twin.weight = 3.0
    run.game.iterate()
    twin.iterate()
    for place in every_place(run):
        index = index_of(run, place)
        for rows, known in zip(rows_of(run, place), (twin.regrets, twin.average), strict=True):
            expected = known[id_of(twin, place), place.board][index].T[: len(rows)]
            near = 1e-9 if precise else 1e-5
            assert np.allclose(rows[:, : len(index)], expected, rtol=10 * near, atol=near), place.path


@pytest.mark.parametrize("name", [name for name in SPOTS if name != "flop"])
def test_best_responses_and_values_are_those_of_the_twin(name: str) -> None:
    run, twin = SpotRun(make(name), alike=False), Twin(make(name))
    twin.number(run.game)
    randomly(run, twin, 6)
    for side in range(2):
        for mode in ("respond", "follow"):
            expected = twin.values(side, mode)
            found = run.game.walk(side, MODES[mode])[: len(expected)]
            assert np.allclose(found, expected, rtol=1e-4, atol=1e-4), (side, mode)


def test_a_flop_of_few_hands_is_walked_through_as_the_twin_does() -> None:
    """The twin deals 2,352 boards; the vectors one for all that are alike."""
    spot = make("flop")
    run, twin = SpotRun(spot), Twin(spot)
    assert sum(len(branch.last) for branch in run.game.deal.branches) == 49 * 48  # JdJs has no symmetry
    for side in range(2):
        expected = twin.values(side, "follow")
        assert np.allclose(run.game.walk(side, FOLLOW)[: len(expected)], expected, rtol=1e-4, atol=1e-4)


def test_tables_of_boards_are_what_counting_gives() -> None:
    deal = holdem_deal(make("turn"))
    for board in range(len(deal.boards.held)):
        for side in range(2):
            _check_board(deal, board, side)


def _check_board(deal: SpotDeal, board: int, side: int) -> None:
    table, held = deal.boards.tables[side][board].astype(int), deal.boards.held[board]
    theirs = deal.boards.tables[1 - side][board].astype(int)
    order = theirs[INDEX, : held[1 - side]]
    cards, their_cards = deal.cards[side], deal.cards[1 - side][order]
    assert (np.diff(table[LOW, : held[side]]) >= 0).all()  # by strength
    for at in range(held[side]):
        mine = cards[table[INDEX, at]]
        low, high = table[LOW, at], table[HIGH, at]
        same = np.flatnonzero((their_cards == mine).all(axis=1))
        assert table[SAME, at] == (same[0] if len(same) else held[1 - side])
        for which in range(2):
            needs = (their_cards == mine[which]).any(axis=1)
            counts = [needs[:low].sum(), needs[:high].sum(), needs.sum()]
            base = table[BELOW + which, at] - counts[0]
            assert [table[field + which, at] - base for field in (BELOW, UP_TO, ALL)] == counts
            before = sum((their_cards == card).any(axis=1).sum() for card in range(mine[which]))
            assert base == before + mine[which]


@pytest.mark.parametrize(
    ("board", "boards"), [("Td9d6h2h", 35), ("8c8d2h7h", 36), ("Ah7h2h9h", 22), ("KsKhKd2c", 24), ("Td9d6h", 1429)]
)
def test_cards_that_are_alike_change_nothing(board: str, boards: int) -> None:
    """What was solved on one of the cards that are alike, laid out on all of them, is worth as much everywhere."""
    sizes = {"bets": "50%,a"} if len(board) == 8 else {"oop river bets": "a"}
    spot = Spot(board=board, oop="99+, AJs, KQs", ip="77, A5s, QTs", pot=60, stack=100, sizes=sizes)
    one, all_cards = SpotRun(spot), SpotRun(spot, alike=False)
    counts = [sum(len(branch.last) for branch in run.game.deal.branches) for run in (one, all_cards)]
    assert counts == [boards, 48 if len(board) == 8 else 49 * 48]
    for _ in range(10):
        one.game.iterate()
    solution = one.solution()
    for place in every_place(all_cards):
        index, side = index_of(all_cards, place), int(place.node.kind)
        node = solution.at(place.path)
        at = np.searchsorted(node.holdings(), spot.ranges[side].holdings[index])
        rows_of(all_cards, place)[1][:, : len(index)] = node.strategy[np.minimum(at, len(node.strategy) - 1)].T[:-1]
    for found in ("best_responses", "followed"):
        assert tuple(getattr(all_cards.game, found)()) == pytest.approx(tuple(getattr(one.game, found)()), abs=2e-6)
    for path in ("check, 3s", "check, 3c") if len(board) == 8 else ():
        nodes = [run.solution().at(f"{path[:5]}, {path}") for run in (one, all_cards)]
        assert np.allclose(nodes[0].ev("ip"), nodes[1].ev("ip"), equal_nan=True, atol=1e-3)
        assert np.allclose(nodes[0].equity("oop"), nodes[1].equity("oop"), equal_nan=True, atol=1e-4)


@pytest.mark.parametrize(("name", "iterations"), [("river", 20), ("turn", 20), ("flop", 2)])
def test_threads_change_nothing(name: str, iterations: int) -> None:
    runs = [SpotRun(make(name), workers=workers) for workers in (1, 2)]
    for run in runs:
        for _ in range(iterations):
            run.game.iterate()
        run.game.close()
    assert runs[0].measure() == runs[1].measure()


@pytest.mark.parametrize("name", ["river", "turn", "raked turn"])
def test_two_bytes_a_number_come_as_near(name: str) -> None:
    spot = make(name)
    found = [SpotRun(spot, packed=packed) for packed in (False, True)]
    for run in found:
        for _ in range(300):
            run.game.iterate()
    assert found[1].measure() < max(2 * found[0].measure(), 2e-3)
    assert found[1].solution().ev[0] == pytest.approx(found[0].solution().ev[0], abs=0.2)
    assert found[1].game.memory < 0.6 * found[0].game.memory
    assert found[0].game.parts[0].betting[0].kind == NodeKind.OOP


def test_an_interrupt_leaves_no_thread_behind_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    run, calls = SpotRun(make("turn"), workers=2), count()
    whole = run.game._rivers
    working: set[int] = set()

    def interrupted(*arguments: Any) -> None:
        number = next(calls)
        if number == 3:
            raise KeyboardInterrupt
        working.add(number)
        whole(*arguments)
        working.discard(number)

    monkeypatch.setattr(run.game, "_rivers", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.game.iterate()
    assert not working
    assert run.iterations == 0
    for _ in range(30):
        run.game.iterate()
    run.game.close()
    assert run.solution().exploitability_share < 0.2
