"""Bluff solved: the paper's values as proved fractions, the walk over bids against the whole tree, runs that go on."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.arrays import Floats
from riverboat.errors import FileError, GameError, TableError
from riverboat.games import Bid, BluffRules, make_game
from riverboat.games.bluff.dice import Dice
from riverboat.solving.bluff.files import check_save, load_strategies, save_solution
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.round import BluffSize, bluff_steps, solve_bluff
from riverboat.solving.bluff.run import BluffRun, certified_slack
from riverboat.solving.bluff.strategy import BluffStrategies, paper_lines
from riverboat.solving.bluff.tables import make_tables
from riverboat.solving.form import SequenceForm
from riverboat.solving.linear_program import clean_plan
from riverboat.solving.response import bounds
from riverboat.solving.settings import Wish
from riverboat.solving.solver import solve
from riverboat.solving.tree_form import tree_form
from riverboat.steps import run_to_end
from tests.solving.bluff.four_dice import four_dice_round

Note = Callable[[str, object], None]


def rules(dice: tuple[int, ...] = (1, 1), faces: int = 6, **options: Any) -> BluffRules:
    return BluffRules(dice=dice, faces=faces, **options)


TABLE_3 = {2: Fraction(1, 2), 3: Fraction(1, 9), 4: Fraction(1, 16), 5: Fraction(1, 125), 6: Fraction(-7, 258)}


@pytest.mark.parametrize("faces", TABLE_3)
@pytest.mark.parametrize("check", [False, True])
def test_table_3_of_the_paper_is_proved(faces: int, check: bool) -> None:
    found = solve_bluff(rules(faces=faces, check=check))
    assert found.value_exact == (0 if check else TABLE_3[faces])
    assert found.exploitability < 1e-12


@pytest.mark.parametrize(
    ("dice", "faces", "options", "value"),
    [
        ((2, 1), 2, {}, Fraction(1, 4)),
        ((2, 1), 3, {}, Fraction(4, 27)),
        ((1, 2), 3, {}, Fraction(1, 27)),
        ((2, 2), 2, {}, Fraction(1, 2)),
        ((2, 1), 2, {"check": True}, Fraction(1, 4)),
        ((2, 1), 3, {"order": "plain"}, Fraction(7, 27)),
        ((2, 2), 2, {"order": "plain"}, Fraction(7, 8)),
    ],
)
def test_other_known_values_are_proved(dice: tuple[int, ...], faces: int, options: Any, value: Fraction) -> None:
    assert solve_bluff(rules(dice, faces, **options)).value_exact == value


SMALL = [
    ((1, 1), 3, {}),
    ((1, 1), 3, {"check": True}),
    ((2, 1), 2, {}),
    ((1, 2), 2, {"check": True}),
    ((2, 1), 2, {"order": "plain"}),
    ((1, 1), 3, {"wild": 0}),
    ((1, 1), 3, {"wild": 1, "check": True}),
]


@pytest.mark.parametrize(("dice", "faces", "options"), SMALL)
def test_the_merged_game_is_worth_what_the_whole_tree_is(dice: tuple[int, ...], faces: int, options: Any) -> None:
    game = make_game("bluff", dice=dice, faces=faces, **options)
    whole = tree_form(game)
    merged = solve_bluff(rules(dice, faces, **options))
    assert merged.size.infosets < whole.n_infosets
    assert merged.value_exact == solve(game).value_exact


def _plan(form: SequenceForm, player: int, strategies: BluffStrategies) -> Floats:
    """A strategy of the merged game as a plan of the whole tree."""
    side = form.sides[player]
    raw = np.zeros(side.n_sequences)
    for at in range(side.n_infosets):
        own, _, bids = form.name(player, at)[0].partition(":")[2].partition("|")
        roll = tuple(int(die) for die in own.split(","))
        made = [Bid(*map(int, bid.split("-"))) for bid in bids.split()]
        chances = strategies.probabilities(roll, made)
        raw[side.first[at] : side.first[at] + side.count[at]] = list(chances.values())
    return clean_plan(side, raw)


@pytest.mark.parametrize(("dice", "faces", "options"), SMALL)
@pytest.mark.parametrize("method", ["dcfr", "cfr+"])
def test_bounds_of_the_walk_are_those_of_the_whole_tree(
    dice: tuple[int, ...], faces: int, options: Any, method: str
) -> None:
    form = tree_form(make_game("bluff", dice=dice, faces=faces, **options))
    tables = make_tables(rules(dice, faces, **options).table, check=options.get("check", False))
    run = BluffRun(tables, method)
    for iterations in (1, 5, 200):
        while run.iterations < iterations:
            run.half()
        strategies = BluffStrategies(tables, run.average)
        expected = bounds(form, _plan(form, 0, strategies), _plan(form, 1, strategies))
        assert run.bounds() == pytest.approx(expected, abs=1e-9)
    assert run.bounds()[1] - run.bounds()[0] < 0.05


def test_the_paper_counts_leaves_wrongly_there_are_147_420() -> None:
    table = Dice(dice=(1, 1), faces=6)
    size = BluffSize(rules=rules())
    assert len(table.rolls(0)) * len(table.rolls(1)) * size.sequences_of_bids == 147_420
    small = tree_form(make_game("bluff", faces=3))
    assert len(small.rows) == 9 * (2**6 - 1)


def test_one_and_one_with_six_faces_as_the_paper_plays_it() -> None:
    found = solve_bluff(rules())
    opening = found.strategies.opening()
    assert {str(action) for row in opening.values() for action, p in row.items() if p > 1e-9} == {
        "bid 1-3",
        "bid 1-4",
        "bid 1-5",
    }
    # With a 4, the second player raises 1-5 to 1-6 with probability 39/43 in every optimum.
    reply = found.strategies.probabilities((4,), [Bid(1, 5)])
    assert {str(action): p for action, p in reply.items()}["bid 1-6"] == pytest.approx(39 / 43, abs=1e-9)


def test_the_papers_strategies_for_two_faces_are_printed_in_its_notation() -> None:
    lines = list(paper_lines(solve_bluff(rules(faces=2)).strategies))
    assert lines[:5] == ["x is", "Xemptymove=1.000000", "X1c=1.000000", "X1cde=1.000000", "X2d=1.000000"]
    assert {"y is", "Yemptymove=1.000000", "Y1cd=1.000000", "Y1de=1.000000", "Y2cd=1.000000"} <= set(lines)
    checked = list(paper_lines(solve_bluff(rules(faces=2, check=True)).strategies))
    assert "Y1bf=1.000000" in checked  # Check is the letter after Bluff
    tables = make_tables(Dice(dice=(2, 2), faces=7), check=False)  # 28 bids: there are not so many letters
    everything = BluffStrategies(tables, np.broadcast_to(np.float32(1), tables.n_numbers))
    many = paper_lines(everything, most_bids=1)
    assert any(line.startswith("X11 1-1=") for line in many)


def test_a_player_who_cannot_lose_by_calling_calls() -> None:
    found = solve_bluff(rules())
    chances = found.strategies.probabilities((1,), [Bid(2, 5)])
    assert {str(action): p for action, p in chances.items()}["bluff"] == 1.0
    with pytest.raises(GameError, match=r"\[7\] cannot be the dice of player 1"):
        found.strategies.probabilities((7,), [])
    with pytest.raises(GameError, match="1-2 cannot be bid here"):
        found.strategies.probabilities((1,), [Bid(1, 3), Bid(1, 2)])


def test_regret_minimisation_brackets_the_proved_value() -> None:
    found = solve_bluff(rules(), Wish(method="dcfr", gap=1e-3))
    assert found.low <= -7 / 258 <= found.high
    assert found.gap <= 1e-3
    assert 0 < certified_slack(found.strategies.tables) < 1e-11
    rows = list(found.rows())
    assert len(rows) == found.size.infosets
    assert all(sum(row.probabilities) == pytest.approx(1) for row in rows)


@pytest.mark.parametrize("dice", [(2, 1), (1, 2)])
@pytest.mark.parametrize("check", [False, True])
def test_two_dice_against_one_a_few_iterations(dice: tuple[int, ...], check: bool) -> None:
    found = solve_bluff(rules(dice, 6, check=check), Wish(gap=0.02))
    assert found.method == "dcfr"
    assert found.gap <= 0.02
    expected: dict[tuple[tuple[int, ...], bool], float] = {}
    expected |= {((2, 1), False): 0.2168, ((1, 2), False): -0.1576}
    expected |= {((2, 1), True): 0.2117, ((1, 2), True): -0.1862}
    assert found.low < expected[dice, check] < found.high


def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    wish = Wish(method="dcfr", gap=1e-9, most_iterations=30)
    straight = solve_bluff(rules((2, 1), 3), wish)
    kept = tmp_path / "run"
    steps = bluff_steps(rules((2, 1), 3), wish, kept=kept)
    for _ in range(24):
        next(steps)
    steps.close()
    assert kept.exists()
    again = bluff_steps(rules((2, 1), 3), wish, kept=kept, resume=True)
    assert next(again).iterations in (11, 12)
    found = run_to_end(again)
    assert (found.low, found.high, found.iterations) == (straight.low, straight.high, 30)
    with pytest.raises(GameError, match="is not a run of this game"):
        list(bluff_steps(rules((2, 1), 4), wish, kept=kept, resume=True))
    kept.write_bytes(kept.read_bytes()[:-9])
    with pytest.raises(GameError, match="ends too early"):
        list(bluff_steps(rules((2, 1), 3), wish, kept=kept, resume=True))


def test_strategies_are_saved_and_read_back(tmp_path: Path) -> None:
    made = rules((2, 1), 3, check=True)
    found = solve_bluff(made)
    save_solution(found, tmp_path / "a.npz", command="x", rules=made)
    read, strategies = load_strategies(tmp_path / "a.npz")
    assert read == made
    for roll, row in found.strategies.opening().items():
        assert strategies.opening()[roll] == pytest.approx(row, abs=1e-6)
    save_solution(found, tmp_path / "a.json", command="x")
    assert '"strategies"' in (tmp_path / "a.json").read_text("utf-8")
    (tmp_path / "b.npz").write_bytes(b"nothing")
    with pytest.raises(TableError, match=r"b\.npz cannot be read"):
        load_strategies(tmp_path / "b.npz")
    with pytest.raises(FileError, match=r"use \.json, or \.npz for bluff"):
        check_save(tmp_path / "a.txt", True)


def test_a_game_too_large_says_how_large_and_what_would_fit() -> None:
    with pytest.raises(GameError, match=r"36 bids make 68,719,476,735 sequences of bids, about [\d,.]+ GB") as refused:
        solve_bluff(rules((3, 3)))
    assert "--dice 3,3 --faces" in str(refused.value)
    with pytest.raises(GameError, match="would fit"):
        solve_bluff(rules((20, 20)))


def test_the_sequence_form_is_small_and_exact() -> None:
    form, flat = bluff_form(make_tables(Dice(dice=(1, 1), faces=6), check=False))
    assert form.n_infosets == 4352
    taken = sorted([*flat[0][1:].tolist(), *flat[1][1:].tolist()])
    assert taken == list(range(form.n_sequences - 2))  # every number of the tree is one sequence, and none is left
    assert set(np.unique(np.abs(form.payoffs))) <= set(range(form.payoff_scale + 1))


# Full-size proofs --------------------------------------------------------------------------------


def _reach(made: BluffRules, gap: float, note: Note, name: str) -> None:
    start = time.perf_counter()
    found = solve_bluff(made, Wish(method="dcfr", gap=gap))
    note(f"{name}: bounds", f"{found.low:+.6f} to {found.high:+.6f}")
    note(f"{name}: seconds", round(time.perf_counter() - start, 1))
    assert found.gap <= gap
    assert time.perf_counter() - start < 600


@pytest.mark.prove
def test_two_dice_against_one_and_one_against_two_six_faces_to_1e_4_in_ten_minutes(note: Note) -> None:
    for dice in ((2, 1), (1, 2)):
        for check in (False, True):
            name = f"{dice[0]} v {dice[1]}{', check' * check}"
            _reach(rules(dice, 6, check=check), 1e-4, note, name)


@pytest.mark.prove
def test_one_die_each_with_seven_faces_and_four_dice_with_three_and_four_faces(note: Note) -> None:
    for dice, faces in (((1, 1), 7), ((3, 1), 3), ((1, 3), 3), ((2, 2), 3)):
        found = solve_bluff(rules(dice, faces))
        note(
            f"{dice[0]} v {dice[1]}, {faces} faces", str(found.value_exact or f"{found.low:+.9f} to {found.high:+.9f}")
        )
        assert found.value_exact is not None
    for dice in ((3, 1), (1, 3), (2, 2)):
        _reach(rules(dice, 4), 1e-4, note, f"{dice[0]} v {dice[1]}, 4 faces")


@pytest.mark.prove
def test_two_against_two_six_faces_bounds_0_002_apart_within_an_hour_and_6_gb(note: Note) -> None:
    found = four_dice_round((2, 2))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    note("bounds", f"{found.low:+.6f} to {found.high:+.6f}")
    note("iterations", found.iterations)
    note("minutes", round(found.elapsed_s / 60, 1))
    note("memory, GB", round(memory / 1e9, 2))
    assert found.gap <= 0.002
    assert memory < 6e9
    assert found.elapsed_s < 3600


@pytest.mark.prove
def test_four_dice_six_faces_two_each_to_1e_4(note: Note) -> None:
    """It goes on with the run of the proof above, or of an earlier one of its own."""
    found = four_dice_round((2, 2), gap=1e-4)
    note("bounds", f"{found.low:+.7f} to {found.high:+.7f}")
    note("iterations", found.iterations)
    note("minutes", round(found.elapsed_s / 60, 1))
    assert found.gap <= 1e-4


#: By growing size: bids 24, 25, 26 and 27; numbers 76, 159, 203 and 483 million.
LARGE = (((2, 2), 6), ((3, 2), 5), ((1, 1), 13), ((2, 1), 9))
MINUTES = 10


@pytest.mark.prove
def test_the_largest_games_in_ten_minutes_and_20_gb(note: Note) -> None:
    """A game counts as solved when its proved bounds are 0.002 apart; each gets ten minutes, and no game before it."""
    apart = []
    for dice, faces in LARGE:
        found = solve_bluff(rules(dice, faces), Wish(method="dcfr", gap=0.002, most_s=60 * MINUTES))
        name = f"{dice[0]} v {dice[1]}, {faces} faces, {found.strategies.tables.n_bids} bids"
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # the largest so far, which is this one
        note(f"{name}: bounds", f"{found.low:+.6f} to {found.high:+.6f}, {found.gap:.4f} apart")
        note(f"{name}: iterations, minutes, GB", f"{found.iterations}, {found.elapsed_s / 60:.1f}, {memory / 1e9:.1f}")
        assert memory < 20e9
        apart.append(found.gap)
    assert min(apart) <= 0.002
    start = time.perf_counter()
    program = solve_bluff(rules((1, 1), 8), Wish(method="lp"))
    note("linear program, 1 v 1, 8 faces, 16 bids: value", f"{program.value:+.9f}")
    note("linear program, 1 v 1, 8 faces, 16 bids: seconds", round(time.perf_counter() - start, 1))
    assert program.gap <= 1e-9


def test_rules_can_be_replaced_for_a_match() -> None:
    assert replace(rules(), seats=2, dice=(2, 1)) == rules((2, 1))
