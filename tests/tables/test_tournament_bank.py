"""A tournament at one table: its blinds and places are those of the arena's tournaments, and chips are never lost."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from riverboat.arena.tournaments.elimination import EliminationPlan, elimination_plan
from riverboat.errors import ArenaError
from riverboat.records.store.hand_store import Store
from riverboat.tables import Session, table_plan
from riverboat.tables.tournament_bank import TournamentBank, points, prizes
from tests.tables.playing import chooser


def _bank(players: int = 6, **settings: Any) -> TournamentBank:
    options = {"stack": 100, "blinds": (5, 10)}
    plan = table_plan("holdem-nolimit", ["random"] * (players - 1), options=options, level_hands=3, **settings)
    assert isinstance(plan.bank, TournamentBank)
    return plan.bank


def test_blinds_rise_as_in_the_arena() -> None:
    plan: EliminationPlan = elimination_plan(["random*6"], stack=100, blinds=(5, 10))
    assert _bank().levels == plan.levels


@pytest.mark.parametrize("seed", range(4))
def test_a_tournament_ends_with_one_who_has_all_chips(seed: int) -> None:
    bank = _bank(seed=seed, others=("Bob", "Cid"), kept_as="x")
    choose, out = chooser(seed), (7,)  # nobody has taken the last seat
    with Store(":memory:") as store:
        session, bigs = Session(bank.plan, store), list[int]()
        while not (session.standing.hands and bank.state(session.standing).is_over):
            session.deal(out)
            now = session.standing
            assert now.big in session.playing
            assert session.state is not None
            assert session.state.game.rules.blinds[-1] == bank.levels[bank.level(now)][1]  # type: ignore[attr-defined]
            bigs.append(now.big)
            while not session.is_over:
                for _ in session.play_on():
                    pass
                if not session.is_over:
                    assert session.asked is not None
                    session.act(choose(session.view_of(session.asked)))
                    session = session if session.is_over else Session(bank.plan, store)
            session.end_hand()
            assert sum(session.standing.stacks or ()) == 700
        end = bank.state(session.standing)
        assert (end.entrants, end.left, end.places[7]) == (7, 1, 0)
        assert sum(end.places) == pytest.approx(28)  # all places from 1 to 7, shared ones as their mean
        assert abs(sum(end.points) - 700) <= 3
        assert all(one != other for one, other in itertools.pairwise(bigs))  # it moves on every hand
        with pytest.raises(ArenaError, match="is over"):
            session.deal(out)


def test_the_small_blind_of_who_is_out_is_dead() -> None:
    bank = _bank(4)
    now = bank.first("x", 0)
    ready, _ = bank.ready(now)
    assert (ready.big, ready.dead, ready.button) == (1, False, 3)
    gone = replace(ready, hands=1, stacks=(100, 0, 200, 100))  # the last big blind is out
    after, _ = bank.ready(gone)
    assert (after.big, after.dead, after.button) == (2, True, 0)
    assert bank.game_of(after).rules.blinds == (10,)  # type: ignore[attr-defined]
    between_two, _ = bank.ready(replace(after, hands=2, stacks=(300, 0, 0, 100)))
    assert (between_two.big, between_two.dead, between_two.button) == (3, False, 0)


def test_who_shares_places_shares_their_prizes() -> None:
    assert prizes(6, 100) == (390, 210)
    assert points((1, 2.5, 2.5, 0), prizes(4, 100)) == (260, 70, 70, 0)
    assert prizes(3, 100) == (300,)


def test_a_game_without_blinds_is_no_tournament() -> None:
    with pytest.raises(ArenaError, match="no blinds that could rise"):
        table_plan("stud-limit", ["random"], level_hands=5)
