"""Training equilibrium: it learns, repeats by its seed, goes on where it stopped; its files play and are checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.asked import RandomStrategy, bucket_strategy
from riverboat.agents.equilibrium import river
from riverboat.agents.equilibrium.model import BUCKET_NAMES, EquilibriumModel, load_model
from riverboat.agents.equilibrium.player import SHIPPED, EquilibriumPlayer, actions_of, model_at, place_of
from riverboat.agents.equilibrium.river import node_at, reach_along, river_shares
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.plan import match_plan
from riverboat.arrays import CardRow
from riverboat.cards.cards import parse_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import AgentError, ArenaError
from riverboat.files import read_arrays, write_arrays
from riverboat.games import CardGame, make_game
from riverboat.solving.limit import response
from riverboat.solving.limit.buckets import Buckets, make_buckets
from riverboat.solving.limit.cards import NextCard, open_holdings
from riverboat.solving.limit.preflop import FirstStreet, first_reach, flop_share
from riverboat.solving.limit.quick_meter import QuickMeter
from riverboat.solving.limit.response import FlopResponse
from riverboat.solving.limit.strategy import BucketStrategy, from_lanes, in_lanes, policy
from riverboat.solving.limit.tree import decisions_of, legal_rows
from riverboat.training.equilibrium import EquilibriumPlan, EquilibriumTraining
from riverboat.training.limit.sides import two_processes

BOARD = np.array(parse_cards("Ts9s4d3cAh"), np.uint8)
PLAN = EquilibriumPlan(buckets=12, seed=3)


@pytest.fixture(scope="module")
def cards() -> Buckets:
    return make_buckets((12, 12, 12), np.random.default_rng(1))


class OneBoard(EquilibriumTraining):
    """Training on one and the same board."""

    def draw_board(self, rng: np.random.Generator) -> CardRow:
        return BOARD


def _exploit_on_the_board(strategy: BucketStrategy, monkeypatch: pytest.MonkeyPatch) -> float:
    """What a best response wins where the board is known to be this one: in mbb a game, of the holdings it leaves."""
    identity, flop = np.arange(HOLDINGS)[None, :], tuple(BOARD[:3].tolist())
    monkeypatch.setattr(response, "NEXT_SHARES", (1.0, 1.0))
    monkeypatch.setattr(
        response, "next_cards", lambda board, _: [NextCard((*board, int(BOARD[len(board)])), identity, (0,))]
    )
    reach = first_reach(strategy)
    left = np.isin(np.arange(HOLDINGS), open_holdings(tuple(BOARD.tolist())))
    values = FlopResponse(strategy).values(flop, reach.by_holding * left) * left
    # As if every flop were this one: 17,296 boards for two holdings, of 22,100.
    part = flop_share(values) * (17_296 / 22_100) * (1326 * 1225) / (1081 * 990)
    first = FirstStreet(reach=reach)
    return first.worth_mbb(first.choices(part), part)


def test_it_learns(monkeypatch: pytest.MonkeyPatch, cards: Buckets) -> None:
    """On one board the best response wins less and less, and far less than from somebody who acts at random."""
    training = OneBoard(PLAN, cards)
    won = []
    for count in (20, 200):
        for _ in training.steps(most_iterations=count):
            pass
        won.append(_exploit_on_the_board(training.model("here"), monkeypatch))
    anything = _exploit_on_the_board(RandomStrategy(), monkeypatch)
    assert won[1] < 0.8 * won[0]
    assert won[1] < 0.25 * anything


def test_the_seed_decides_and_stopping_changes_nothing(tmp_path: Path, cards: Buckets) -> None:
    straight, broken = EquilibriumTraining(PLAN, cards), EquilibriumTraining(PLAN, cards)
    for _ in straight.steps(most_iterations=4):
        pass
    for _ in broken.steps(most_iterations=2):
        pass
    broken.save(tmp_path / "kept.npz")
    resumed = EquilibriumTraining.load(tmp_path / "kept.npz", PLAN)
    for _ in resumed.steps(most_iterations=4):
        pass
    assert resumed.model("x").fingerprint == straight.model("x").fingerprint
    with pytest.raises(AgentError, match="another training"):
        EquilibriumTraining.load(tmp_path / "kept.npz", EquilibriumPlan(buckets=12, seed=4))


def test_both_sides_in_two_processes_learn_what_they_learn_in_one(cards: Buckets) -> None:
    """To the bit, also where it began in one process and ends in one."""
    alone, together = (
        EquilibriumTraining(PLAN, Buckets(cards.flop, cards.turn, cards.river, cards.groups)) for _ in range(2)
    )
    for _ in alone.steps(most_iterations=7):
        pass
    for _ in together.steps(most_iterations=1):
        pass
    with two_processes(together):
        for _ in together.steps(most_iterations=6, every=2):
            pass
    for _ in together.steps(most_iterations=7):
        pass
    for name, array in alone.rows().items():
        np.testing.assert_array_equal(array, together.rows()[name], err_msg=name)
    assert together.iterations == 7
    for one, two in zip(alone.buckets.known_flops(), together.buckets.known_flops(), strict=True):
        np.testing.assert_array_equal(one, two)


def test_steps_end_where_it_is_measured(tmp_path: Path, cards: Buckets) -> None:
    """The quick meter looks at multiples; the best is found again after a pause."""
    training = EquilibriumTraining(PLAN, cards)
    meter = QuickMeter(flops=1, turns=1, rivers=1)
    for step in training.steps(most_iterations=5, every=2):
        if step.iterations % 2 == 0:
            training.measure(training.model("here"), meter)
    assert [each.iterations for each in training.measured] == [2, 4]
    training.save(tmp_path / "kept.npz")
    resumed = EquilibriumTraining.load(tmp_path / "kept.npz", PLAN)
    assert resumed.measured == training.measured
    assert resumed.best == min(training.measured, key=lambda each: each.mbb)


def test_buckets_of_one_holding_are_those_of_all(cards: Buckets) -> None:
    for count in (4, 5):
        board = BOARD[:count]
        every = cards.of_board(board)
        for holding in open_holdings(tuple(board.tolist()))[::97]:
            low, high = (int(card) for card in HOLDING_CARDS[holding])
            assert cards.of_holding(board, low, high) == every[holding]


def test_suits_mean_nothing_to_buckets(cards: Buckets) -> None:
    other = np.array(parse_cards("Th9h4c3d"), np.uint8)  # spades for hearts, diamonds for clubs and back
    mine, theirs = cards.of_board(BOARD[:4]), cards.of_board(other)
    for text, moved in (("As8s", "Ah8h"), ("KdQc", "KcQd"), ("2h2s", "2s2h")):
        one, two = (holding_index((found[0], found[1])) for found in map(parse_cards, (text, moved)))
        assert mine[one] == theirs[two]


def test_rows_go_into_lanes_and_back() -> None:
    rows = np.random.default_rng(1).random((decisions_of(2), 5, 3)).astype(np.float32)
    np.testing.assert_array_equal(from_lanes(in_lanes(rows), 63), rows)


# ------------------------------------------------------------------ the player


def _model(cards: Buckets) -> EquilibriumModel:
    rng = np.random.default_rng(2)
    mixes = []
    for street in range(4):
        rows = rng.random((decisions_of(street), cards.count(street), 3)) * legal_rows(street)[:, None, :]
        mixes.append((rows / rows.sum(axis=2, keepdims=True)).astype(np.float32))
    return EquilibriumModel.of(cards, mixes, iterations=1, made_by="a test")


def test_it_plays_from_its_file_what_it_says(tmp_path: Path, cards: Buckets) -> None:
    path = tmp_path / "mine.npz"
    _model(cards).save(path)
    agent = make_agent(f"equilibrium:river=blueprint@{path}")
    strategy, player = bucket_strategy(agent), agent.player(1)
    assert isinstance(player, EquilibriumPlayer)
    game = make_game("holdem-limit")
    assert isinstance(game, CardGame)
    rng = np.random.default_rng(1)
    for seed in range(12):
        state = game.start(seed=seed)
        while state.actor is not None:
            seen = state.observation(state.actor)
            chances = player.chances(seen)
            said = policy(strategy, place_of(seen), np.array(seen.board, np.uint8))
            mix = said[holding_index((seen.own_cards[0], seen.own_cards[1]))]
            assert sorted(chances.values()) == pytest.approx(sorted(share for share in mix.tolist() if share > 0))
            assert player.decide(seen) in seen.legal_actions
            state.apply([action for action in seen.legal_actions if action.kind != "fold"][int(rng.integers(1, 2)) - 1])
    result = play_match(match_plan([f"equilibrium@{path}", "always-call"], hands=40, seed=1))
    assert result.players[0].name.startswith("equilibrium")


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ({"agents": 3}, "heads-up alone"),
        ({"game": "holdem-nolimit"}, "does not play"),
        ({"options": {"raises_per_round": 4}}, "has not learned"),
        ({"options": {"stack": 100}}, "has not learned"),
    ],
)
def test_other_games_are_refused(plan: dict[str, Any], reason: str, tmp_path: Path, cards: Buckets) -> None:
    path = tmp_path / "mine.npz"
    _model(cards).save(path)
    agents = [f"equilibrium@{path}"] + ["rock"] * (plan.pop("agents", 2) - 1)
    with pytest.raises((AgentError, ArenaError), match=reason):
        match_plan(agents, hands=10, **plan)


def test_without_a_file_it_plays_what_is_shipped() -> None:
    agent = make_agent("equilibrium")
    assert bucket_strategy(agent) is model_at(SHIPPED)
    assert SHIPPED.stat().st_size < 13_000_000
    assert make_agent("equilibrium:river=blueprint").fingerprint != agent.fingerprint


# ------------------------------------------------------------------ rivers solved anew


def _to_the_river(seed: int) -> Any:
    """A state of heads-up limit on the river, by a line that is often played."""
    game = make_game("holdem-limit")
    assert isinstance(game, CardGame)
    state = game.start(seed=seed)
    for kinds in (("raise",), ("call",), ("check",), ("bet",), ("call",), ("check",), ("check",)):
        assert state.actor is not None
        seen = state.observation(state.actor)
        state.apply(next(action for action in seen.legal_actions if action.kind in kinds))
    return state


def test_a_river_is_solved_from_what_everybody_sees() -> None:
    """Both ranges are the model's along the line, the mix is that of the solution, and each action has its worth."""
    player = make_agent("equilibrium").player(1)
    assert isinstance(player, EquilibriumPlayer)
    state = _to_the_river(4)
    seen = state.observation(state.actor)
    assert len(seen.board) == 5
    found = player.advice(seen)
    assert found is not None
    assert found.mix.sum() == pytest.approx(1)
    assert sum(player.chances(seen).values()) == pytest.approx(1)
    board, actions = np.array(seen.board, np.uint8), actions_of(seen)
    solution = player.solution(actions, board)
    assert solution is not None
    assert solution.exploitability_share < 0.02
    reach = reach_along(player.model, actions, board)
    for side, given in enumerate(solution.spot.ranges):
        np.testing.assert_allclose(
            given.weights, np.where(reach[side] > 2e-6, reach[side], 0) / reach[side].max(), atol=1e-5
        )
    np.testing.assert_allclose(
        river_shares(player.model, actions, board)[holding_index(tuple(sorted(seen.own_cards)))], found.mix, atol=1e-6
    )
    node = node_at(solution, actions)
    mean = np.nansum(found.mix * np.nan_to_num(found.worth))
    at = np.flatnonzero(node.holdings() == holding_index(tuple(sorted(seen.own_cards))))[0]
    assert mean == pytest.approx(float(node.ev()[at]), abs=0.01)


def test_hidden_cards_change_nothing_on_the_river() -> None:
    """The opponent's cards are not in what it sees; its own choose a row of a solution that is made without them."""
    state = _to_the_river(4)
    seen = state.observation(state.actor)
    first, second = make_agent("equilibrium").player(1), make_agent("equilibrium").player(2)
    assert isinstance(first, EquilibriumPlayer)
    assert isinstance(second, EquilibriumPlayer)
    first.advice(seen)
    other = state.observation(1 - state.actor)
    board, actions = np.array(seen.board, np.uint8), actions_of(seen)
    mine = first.solution(actions, board)
    river._solved.cache_clear()
    theirs = second.solution(actions_of(other), board)
    assert mine is not theirs
    assert mine is not None
    assert theirs is not None
    np.testing.assert_array_equal(mine.root.strategy, theirs.root.strategy)


def test_the_blueprint_plays_where_nobody_would_have_come() -> None:
    """A line that the model never takes has no ranges: there is nothing to solve, and the model plays on."""
    player = make_agent("equilibrium").player(1)
    assert isinstance(player, EquilibriumPlayer)
    state = _to_the_river(4)
    seen = state.observation(state.actor)
    never = EquilibriumModel.of(
        player.model.cards,
        [
            np.broadcast_to(
                np.array([1, 0, 0], np.float32), (decisions_of(street), player.model.cards.count(street), 3)
            )
            for street in range(4)
        ],
        iterations=0,
        made_by="a test",
    )
    assert EquilibriumPlayer(never, solves=True).advice(seen) is None


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("river", lambda rows: rows[:, :, :1]),
        ("river", lambda rows: np.full_like(rows, 200)),  # a fold and a raise more than always
        ("flop", lambda rows: rows.astype(np.float32)),
        ("first", lambda rows: np.full_like(rows, 1)),  # a fold where checking is free
        ("flop_centres", lambda rows: rows * np.nan),
        ("turn_centres", lambda rows: rows[:, :5]),
        ("river_centres", lambda rows: rows + 2),
        ("groups", lambda rows: rows + 20),
        ("flops", lambda rows: np.full((1, 3), 52, np.uint8)),
        ("iterations", lambda rows: np.array(-1)),
    ],
)
def test_hostile_files_are_refused(name: str, change: Any, tmp_path: Path, cards: Buckets) -> None:
    path = tmp_path / "mine.npz"
    _model(cards).save(path)
    names = ["agent", "made_by", "first", "flop", "turn", "river", *BUCKET_NAMES, "iterations"]
    arrays: dict[str, Any] = dict(zip(names, read_arrays(path, names), strict=True))
    arrays[name] = change(arrays[name])
    write_arrays(path, **arrays)
    with pytest.raises(AgentError, match=r"mine\.npz"):
        load_model(path)
