"""Sessions and duplicate play: by kernel, through Python, and by a readable twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from riverboat.agents.compiled import CompiledPlayer
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena import match_plan, play_match
from riverboat.arena.matches.desk_kernel import REBUYS
from riverboat.arena.matches.plan import Entrant, MatchPlan
from riverboat.arena.matches.table import CompiledTable, FinishedHand, UnitResult
from riverboat.errors import RiverboatError
from riverboat.games import Action, CardObservation, CardState
from tests.agents.played import PLAYED

TEN = ["loose-passive*2", "loose-aggressive*2", "tight-passive*2", "tight-aggressive*2", "maniac", "rock"]


class InPython:
    """A unit with every agent seated in Python, each with the generator that the kernel would give it."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.agents = [self._seated(player, agent) for player, agent in enumerate(plan.agents)]

    def _seated(self, player: int, agent: Any) -> PythonAgent:
        outside = self

        class Seated:
            def begin(self, seed: int) -> None:
                self.seated = CompiledPlayer(agent, np.zeros(4, dtype=np.uint64))

            def decide(self, observation: CardObservation) -> Action:
                self.seated.words = outside.table.words[player]
                return self.seated.decide(observation)

            def hand_over(self, observation: CardObservation) -> None:
                self.seated.words = outside.table.words[player]
                self.seated.hand_over(observation)

        return PythonAgent(Seated)

    def play(self, agents: Sequence[Any] | None = None) -> UnitResult:
        entrants = tuple(Entrant(name=str(at), agent=agent) for at, agent in enumerate(agents or self.agents))
        self.table = CompiledTable(replace(self.plan, entrants=entrants))
        return self.table.play_unit(0)


def _same(first: UnitResult, second: UnitResult) -> None:
    assert first.digest == second.digest
    assert np.array_equal(first.nets, second.nets)
    assert np.array_equal(first.counts, second.counts)


@pytest.mark.parametrize(("name", "game"), PLAYED)
def test_every_compiled_agent_plays_the_same_inside_the_kernel_and_through_python(name: str, game: str) -> None:
    plan = match_plan([name, "random"], game=game, hands=60, session_hands=30, seed=11)
    through_python = InPython(plan).play()
    assert through_python.faults == ((0, ()), (0, ()))
    _same(CompiledTable(plan).play_unit(0), through_python)


def test_a_ring_plays_the_same_inside_the_kernel_and_through_python() -> None:
    plan = match_plan(TEN, hands=200, session_hands=20, seed=3)
    _same(CompiledTable(plan).play_unit(0), InPython(plan).play())


def test_a_mixed_table_of_both_kinds_is_the_same_table() -> None:
    plan = match_plan(["maniac", "tight-passive", "random"], hands=90, session_hands=30, seed=5)
    python = InPython(plan)
    _same(CompiledTable(plan).play_unit(0), python.play([plan.agents[0], python.agents[1], plan.agents[2]]))


def test_chips_are_conserved_and_everyone_plays_every_hand() -> None:
    unit = CompiledTable(match_plan(TEN, hands=500, session_hands=50, seed=1)).play_unit(0)
    assert not unit.nets.sum(axis=1).any()
    assert (unit.counts[:, 0] == 500).all()


def test_every_player_plays_every_seats_cards_in_a_duplicate_session() -> None:
    """Billings et al. 1999: each deal is replayed so that every participant plays each set of hole cards once."""
    plan = match_plan(["random*2", "always-call", "rock"], hands=4 * 12, session_hands=12, seed=9)
    held: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    hands: list[tuple[int, int]] = []

    def look(hand: FinishedHand) -> None:
        state, players, deal = hand.state, hand.players, hand.deal
        assert deal == len(hands) % 12
        hands.append((deal, state.button))
        for seat, player in enumerate(players):
            held.setdefault((deal, player), set()).add(state.held[seat])

    CompiledTable(plan).play_unit(0, on_hand=look)
    assert len(hands) == 48
    for deal in range(12):
        assert {button for at, button in hands if at == deal} == {(deal + 3) % 4}  # it moves on by one a deal
        assert all(held[deal, player] == held[deal, 0] and len(held[deal, player]) == 4 for player in range(4))


def test_players_of_equal_play_win_exactly_nothing_in_duplicate() -> None:
    """Whoever sits in a chair has its cards and its luck: the hand goes the same way, though the style mixes."""
    result = play_match(match_plan(["loose-aggressive"] * 3, hands=300, seed=2))
    assert [player.income_sb.mean for player in result.players] == [0.0, 0.0, 0.0]
    plain = play_match(match_plan(["loose-aggressive"] * 3, hands=300, seed=2, duplicate=False))
    assert all(player.income_sb.mean for player in plain.players)


def test_stacks_are_carried_and_who_is_broke_buys_in_again() -> None:
    plan = match_plan(
        ["always-raise", "maniac"], hands=400, session_hands=200, seed=4, options={"stack": 100}, duplicate=False
    )
    stacks: list[tuple[int, ...]] = []
    totals: list[int] = []

    def look(hand: FinishedHand) -> None:
        state, players = hand.state, hand.players
        assert isinstance(state, CardState)
        by_player = {player: int(state.stacks[seat]) for seat, player in enumerate(players)}
        started = {p: by_player[p] - int(state.returns()[seat]) for seat, p in enumerate(players)}
        if stacks:
            assert tuple(started[p] for p in range(2)) == tuple(s or 100 for s in stacks[-1])
        stacks.append((by_player[0], by_player[1]))
        totals.append(sum(by_player.values()))

    unit = CompiledTable(plan).play_unit(0, on_hand=look)
    rebuys = int(unit.counts[:, REBUYS].sum())
    assert rebuys > 3
    # Chips on the table: what was bought in, and nothing else. The last hand may have broken one more.
    assert totals[-1] == 200 + 100 * rebuys


def test_who_is_broke_can_sit_out_instead() -> None:
    plan = match_plan(["random*3", "rock"], hands=800, session_hands=200, seed=8, options={"stack": 60}, sit_out=True)
    sizes: list[int] = []
    unit = CompiledTable(plan).play_unit(0, on_hand=lambda hand: sizes.append(len(hand.players)))
    assert set(sizes) == {2, 3, 4}
    assert unit.counts[:, REBUYS].sum() == 0
    assert unit.nets.min(axis=None) >= -60 * plan.rotations * plan.session_hands
    by_rotation = unit.nets.sum(axis=0)
    assert by_rotation.sum() == 0
    assert (by_rotation >= -60 * plan.rotations).all()


@pytest.mark.parametrize("sources", [("seed", 12), ("hands", 400)])
def test_the_same_seed_gives_the_same_hands_and_another_gives_others(sources: tuple[str, int]) -> None:
    def digest(seed: int) -> str:
        return play_match(match_plan(["random", "maniac"], hands=400, seed=seed)).digest

    assert digest(1) == digest(1)
    assert digest(1) != digest(2)


def test_sessions_do_not_depend_on_each_other() -> None:
    plan = match_plan(["loose-aggressive", "random"], hands=2000, session_hands=100, seed=6)
    table = CompiledTable(plan)
    alone = [CompiledTable(plan).play_unit(unit) for unit in (3, 1)]
    table.play_unit(0)
    _same(table.play_unit(3), alone[0])
    _same(table.play_unit(1), alone[1])


def test_more_players_than_seats_take_turns() -> None:
    plan = match_plan(TEN, seats=4, take_turns=True, hands=4 * 20 * 20, session_hands=20, seed=5)
    sat = np.array([np.isin(np.arange(10), plan.sitting(unit)) for unit in range(plan.units)])
    assert (sat.sum(axis=1) == 4).all()
    assert sat.sum(axis=0).tolist() == [8] * 10  # of twenty sessions, everyone in two of five
    assert len({tuple(row) for row in sat}) > 15
    result = play_match(plan)
    assert [player.hands for player in result.players] == [plan.hands // 10 * 4 * each.copies for each in plan.entrants]
    units = [CompiledTable(plan).play_unit(unit) for unit in range(plan.units)]
    assert all((unit.nets[:, ~row] == 0).all() for unit, row in zip(units, sat, strict=True))
    assert all((unit.nets.sum(axis=1) == 0).all() for unit in units)
    maniac = np.concatenate([unit.nets[:, 8] for unit, row in zip(units, sat, strict=True) if row[8]]) / (4 * 10)
    assert result.players[4].income_sb.mean == pytest.approx(maniac.mean())
    assert result.players[4].income_sb.n == len(maniac) == 8 * 20
    difference = result.difference(4, 5)
    assert 0 < difference.n < 8 * 20


@pytest.mark.parametrize(
    ("agents", "settings", "complaint"),
    [
        (["rock"], {}, "needs two players"),
        (["rock", "maniac"], {"seats": 6}, r"2 players for 6 seats: name 4 more"),
        (["rock*3"], {"seats": 2}, "3 players for 2 seats: name fewer"),
        (["rock", "maniac"], {"game": "kuhn"}, "rock does not play kuhn: it plays holdem-limit"),
        (["random*3"], {"game": "kuhn"}, "3 seats are not possible in kuhn"),
        (["rock", "maniac"], {"hands": 0}, "hands=0 is not possible"),
        (["rock", "maniac"], {"hands": "x"}, "hands=x is not possible: a whole number, 1 or more"),
        (["rock"], {"seats": 10}, "1 player for 10 seats: name 9 more"),
    ],
)
def test_matches_that_cannot_be(agents: list[str], settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RiverboatError, match=complaint):
        match_plan(agents, **settings)
