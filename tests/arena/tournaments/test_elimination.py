"""Elimination tournaments: kernel and readable twin, what must hold after every round, and what comes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.agents.compiled import CompiledAgent, CompiledPlayer
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena.matches.desk_kernel import DESK
from riverboat.arena.tournaments.elimination import (
    EliminationPlan,
    elimination_plan,
    elimination_steps,
    in_proportion,
    play_elimination,
)
from riverboat.arena.tournaments.elimination_kernel import HALL, MARK, give_places, rearrange, take_seats
from riverboat.arena.tournaments.tournament import Tournament, TournamentResult, tournament_words
from riverboat.cards.random_kernel import below
from riverboat.cards.randomness import seed_words
from riverboat.cards.seeds import bot_seed
from riverboat.errors import RiverboatError
from riverboat.games import Action, CardObservation
from tests.arena.tournaments.elimination_twin import TwinTable, twin_places, twin_rearrange

FIELD = ["tight-aggressive*3", "loose-passive", "random*2"]


@st.composite
def halls(draw: st.DrawFn) -> list[TwinTable]:
    """Tables with anybody in any chair, at least two players in all."""
    seats = draw(st.integers(2, 7))
    tables = draw(st.integers(1, 6))
    taken = draw(st.lists(st.booleans(), min_size=seats * tables, max_size=seats * tables).filter(lambda x: sum(x) > 1))
    found = []
    for table in range(tables):
        chairs: list[tuple[int, int] | None] = [
            (table * seats + chair, 100 + chair) if taken[table * seats + chair] else None for chair in range(seats)
        ]
        last = draw(st.integers(0, seats - 1))
        gone = draw(st.booleans())
        sitting = chairs[last]
        found.append(TwinTable(chairs, last, 999 if gone or sitting is None else sitting[0]))
    return found


def _arrays(tables: list[TwinTable]) -> tuple[Any, Any, Any]:
    """The same tables as the kernel keeps them."""
    hall, desks, marks = np.zeros(1, dtype=HALL), np.zeros(len(tables), dtype=DESK), np.zeros(len(tables), dtype=MARK)
    hall["tables"], hall["seats"] = len(tables), len(tables[0].chairs)
    hall["left"] = sum(len(table.taken) for table in tables)
    for at, table in enumerate(tables):
        desks["chairs"][at] = len(table.chairs)
        marks["chair"][at], marks["player"][at] = table.last_chair, table.last_player
        for chair in table.taken:
            who = table.chairs[chair]
            assert who is not None
            desks["player"][at, chair], desks["stack"][at, chair] = who
    return hall, desks, marks


def _seated(desks: Any) -> list[list[tuple[int, int] | None]]:
    return [
        [(int(desk["player"][c]), int(desk["stack"][c])) if desk["stack"][c] > 0 else None for c in range(chairs)]
        for desk, chairs in zip(desks, desks["chairs"], strict=True)
    ]


@given(tables=halls(), seed=st.integers(0, 99))
@settings(max_examples=150, deadline=None)
def test_tables_are_broken_and_balanced_as_the_twin_does_it(tables: list[TwinTable], seed: int) -> None:
    hall, desks, marks = _arrays(tables)
    before = sorted(who for table in tables for who in table.chairs if who is not None)
    rearrange(hall[0], desks, marks, seed_words(seed))
    words = seed_words(seed)
    twin_rearrange(tables, lambda n: int(below(words, n)))
    seated = _seated(desks)
    assert seated == [table.chairs for table in tables]
    assert sorted(who for chairs in seated for who in chairs if who is not None) == before
    sizes = [sum(who is not None for who in chairs) for chairs in seated]
    used = [size for size in sizes if size]
    assert len(used) == -(-len(before) // len(seated[0]))
    assert max(used) - min(used) <= 1


@given(tables=halls())
@settings(max_examples=150, deadline=None)
def test_blinds_and_button_are_where_the_twin_puts_them(tables: list[TwinTable]) -> None:
    _, desks, marks = _arrays(tables)
    for at, table in enumerate(tables):
        if len(table.taken) < 2:
            continue
        big, small, button = table.blinds()
        seat = take_seats(desks[at], marks[at])
        assert desks["seats"][at] == len(table.taken)
        assert desks["chair"][at, : len(table.taken)].tolist() == table.taken
        assert table.taken[seat] == button == desks["button"][at]
        assert marks["chair"][at] == big
        assert bool(marks["dead"][at]) == (small is None)
        if small is not None and len(table.taken) > 2:  # the order round the table: button, small blind, big blind
            order = [table.taken[(seat + step) % len(table.taken)] for step in (1, 2)]
            assert order == [small, big]


@given(
    chips=st.lists(st.integers(1, 5), min_size=0, max_size=8),
    survivors=st.integers(1, 5),
)
@settings(max_examples=100, deadline=None)
def test_places_are_as_the_twin_gives_them(chips: list[int], survivors: int) -> None:
    hall = np.zeros(1, dtype=HALL)
    hall["left"], hall["out"] = survivors + len(chips), len(chips)
    at_start = np.array([*chips, *[9] * survivors], dtype=np.int64)
    places = np.zeros(len(at_start), dtype=np.int64)
    give_places(hall[0], at_start, np.arange(len(at_start)), places)
    expected = twin_places(dict(enumerate(chips)), survivors + len(chips))
    assert {player: places[player] / 2 for player in expected} == expected
    assert not places[len(chips) :].any()
    assert (hall["left"][0], hall["out"][0]) == (survivors, 0)


def test_places_when_several_go_broke_in_one_hand() -> None:
    """Robert's Rules of Poker, tournaments: who started the hand with more finishes higher; equal chips share."""
    assert twin_places({7: 300, 8: 100, 9: 300}, 10) == {7: 8.5, 9: 8.5, 8: 10.0}


@pytest.mark.parametrize(("entrants", "seats", "game"), [(57, 6, "holdem-nolimit"), (30, 10, "holdem-limit")])
def test_what_holds_after_every_round(entrants: int, seats: int, game: str) -> None:
    plan = elimination_plan(FIELD, entrants=entrants, seats=seats, game=game, seed=5, level_hands=5)
    hall = Tournament(plan)
    steps = hall.play(0, rounds=1)
    left = entrants
    while True:
        try:
            standing = next(steps)
        except StopIteration as end:
            result: TournamentResult = end.value
            break
        seated = hall.desks["stack"] > 0
        players = hall.desks["player"][seated]
        sizes = seated.sum(axis=1)
        used = sizes[sizes > 0]
        assert hall.desks["stack"].sum() == entrants * plan.stack == sum(standing.chips_by_entrant)
        assert len(set(players.tolist())) == len(players) == standing.left == sum(standing.left_by_entrant)
        assert set(players.tolist()) == set(np.flatnonzero(hall.places == 0).tolist())
        assert len(used) == standing.tables == -(-standing.left // seats)
        assert used.max() - used.min() <= 1
        assert standing.left <= left
        assert standing.blinds == plan.levels[min(standing.round // 5, len(plan.levels) - 1)]
        left = standing.left
    assert sorted(result.places)[0] == 1
    assert result.places.sum() == entrants * (entrants + 1) / 2
    assert (hall.desks["stack"] == entrants * plan.stack).sum() == 1
    assert result.tables_broken == -(-entrants // seats) - 1


def test_the_order_of_places_is_the_order_of_going_broke() -> None:
    hall = Tournament(elimination_plan(FIELD, entrants=40, seats=5, seed=2))
    steps = hall.play(0, rounds=1)
    worst = 41.0
    for _ in steps:
        new = hall.places[(hall.places > 0) & (hall.places / 2 < worst)] / 2
        alive = int((hall.places == 0).sum())
        assert all(alive < place <= 40 for place in new)
        worst = min([worst, *new])


def _in_python(plan: EliminationPlan, number: int, players: set[int]) -> EliminationPlan:
    """The same tournament with some players seated in Python, each with the generator that the kernel gives it."""
    rows = tournament_words(plan, number)[-4 * len(plan.agents) :].reshape(-1, 4)
    by_seed = {bot_seed(plan.seed, number, player): row for player, row in enumerate(rows)}

    def seated(agent: CompiledAgent) -> PythonAgent:
        class Seated:
            def begin(self, seed: int) -> None:
                self.player = CompiledPlayer(agent, by_seed[seed].copy())

            def decide(self, observation: CardObservation) -> Action:
                return self.player.decide(observation)

        return PythonAgent(Seated)

    agents = [agent if at not in players else seated(agent) for at, agent in enumerate(plan.agents)]  # type: ignore[arg-type]
    entrants = tuple(type(plan.entrants[0])(name=f"{at}", agent=agent, copies=1) for at, agent in enumerate(agents))
    return EliminationPlan(entrants=entrants, seats=plan.seats, stack=plan.stack, seed=plan.seed)


@pytest.mark.parametrize("players", [{0, 5, 7}, set(range(12))])
def test_bots_in_python_play_the_same_tournament_as_compiled_ones(players: set[int]) -> None:
    plan = elimination_plan(FIELD, entrants=12, seats=5, stack=2000, seed=4)
    compiled, through_python = Tournament(plan).play_out(0), Tournament(_in_python(plan, 0, players)).play_out(0)
    assert compiled.digest == through_python.digest
    assert np.array_equal(compiled.places, through_python.places)
    assert not through_python.faults.any()


@pytest.mark.filterwarnings("ignore::riverboat.errors.BotForfeit")
def test_a_bot_that_always_fails_folds_until_it_is_out() -> None:
    class Broken:
        def decide(self, observation: CardObservation) -> Action:
            raise RuntimeError("no idea")

    result = play_elimination(elimination_plan([Broken, "maniac*7"], seats=4, stack=2000, seed=1))
    assert result.players[0].faults == 5
    assert result.places.sum() == 36


def test_the_same_seed_gives_the_same_tournaments_and_another_gives_others() -> None:
    def digest(seed: int, count: int = 2) -> str:
        return play_elimination(elimination_plan(FIELD, entrants=30, count=count, seed=seed)).digest

    assert digest(1) == digest(1)
    assert digest(1) != digest(2)
    hall = Tournament(elimination_plan(FIELD, entrants=30, seed=1))
    assert hall.play_out(1).digest == hall.play_out(1).digest != hall.play_out(0).digest


def test_who_plays_better_comes_further() -> None:
    result = play_elimination(elimination_plan(["tight-aggressive", "random"], entrants=60, count=20, seed=3))
    tight, random = result.players
    assert tight.place.high is not None
    assert random.place.low is not None
    assert tight.place.high < 30.5 < random.place.low
    assert (tight.beaten.mean or 0) > 0.6
    assert tight.wins + random.wins == 20
    assert result.places_of(0).shape == (20, 30)


def test_equal_players_come_equally_far() -> None:
    """A broken twin: were anybody favoured by his number or his first chair, this would show it."""
    result = play_elimination(elimination_plan(["loose-aggressive"], entrants=20, count=200, seats=6, seed=8))
    half = result.places[:, :10].mean()
    error = result.places[:, :10].mean(axis=1).std() / 200**0.5
    assert abs(half - 10.5) < 3.5 * error


def test_places_of_players_survive_a_checkpoint() -> None:
    result = Tournament(elimination_plan(FIELD, entrants=25, seed=1)).play_out(0)
    again = TournamentResult.from_json(result.to_json())
    assert np.array_equal(result.places, again.places)
    assert again.to_json() == result.to_json()


def test_blinds_rise_by_the_stated_schedule() -> None:
    levels = elimination_plan(FIELD, entrants=987).levels
    big = [100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 10_000]
    assert [level[1] for level in levels[: len(big)]] == big
    assert all(2 * small == large for small, large in levels)
    assert levels[-2][1] < 987 * 10_000 <= levels[-1][1]


def test_the_field_is_filled_in_proportion() -> None:
    assert in_proportion([3, 1, 2], 987) == [494, 164, 329]
    assert in_proportion([1, 1], 3) == [2, 1]
    plan = elimination_plan(FIELD, entrants=987)
    assert [each.copies for each in plan.entrants] == [494, 164, 329]
    assert len(elimination_plan(FIELD).agents) == 6
    assert (plan.name(0), plan.name(493), plan.name(494)) == (
        "tight-aggressive 1",
        "tight-aggressive 494",
        "loose-passive 1",
    )


def test_progress_tells_how_it_stands() -> None:
    plan = elimination_plan(FIELD, entrants=60, count=2, seed=1)
    steps = list(elimination_steps(plan))
    assert [step.tournaments_done for step in steps] == sorted(step.tournaments_done for step in steps)
    assert sum(step.standing is None for step in steps) == 2
    assert steps[-1].tournaments_done == 2
    standing = steps[0].standing
    assert standing is not None
    assert standing.leader_chips >= plan.stack
    assert steps[-1].mean_places[0] < steps[-1].mean_places[2]


@pytest.mark.parametrize(
    ("field", "options", "complaint"),
    [
        ([], {}, "the field is empty"),
        (["rock"], {}, "1 entrant is not possible: 2 to"),
        (["rock", "rock"], {}, r'rock is in the field twice: write "rock\*2"'),
        (["rock*5", "maniac"], {"entrants": 2}, "2 entrants are too few for this field: none would be maniac"),
        (["rock*5"], {"game": "kuhn"}, "kuhn is not played as an elimination tournament"),
        (["rock*5"], {"seats": 13}, "tables of 13 are not possible"),
        (["rock*5"], {"blinds": (10, 5)}, "blinds of 10 and 5 are not possible"),
        (["rock*5"], {"stack": 0}, "stack=0 is not possible"),
        (["rokc*5"], {}, r'"rokc" is not an agent \(did you mean "rock"\?\)'),
    ],
)
def test_tournaments_that_cannot_be(field: list[str], options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RiverboatError, match=complaint):
        elimination_plan(field, **options)


@pytest.mark.prove
def test_a_tournament_of_987_styles_takes_less_than_ten_seconds(note: Any) -> None:
    import time

    plan = elimination_plan(FIELD, entrants=987, seed=1)
    Tournament(plan).play_out(0)  # compiling is not what is measured
    taken = []
    for number in range(1, 6):
        start = time.perf_counter()
        assert sorted(Tournament(plan).play_out(number).places)[0] == 1
        taken.append(time.perf_counter() - start)
    note("seconds for a tournament of 987 (median of 5)", round(sorted(taken)[2], 3))
    assert max(taken) < 10
