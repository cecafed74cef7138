"""Where one learns, without a browser: odds, starting hands, solved games, costly decisions, figures of a seat."""

from __future__ import annotations

import random

import numpy as np
import pytest

from riverboat.games import make_game
from riverboat.games.actions import Action
from riverboat.games.engine.game import CardGame
from riverboat.web.explorer import bluff_point, solved_tree, tree_point
from riverboat.web.messages.run_of_play import run_of_play
from tests.web.playing import Person


def test_odds_are_those_of_the_terminal(person: Person) -> None:
    found = person.ask("/odds", method="POST", body={"hands": "AhKh vs QsQc", "board": "2h7hTc"})
    assert found["method"] == "exact"
    assert sum(each["equity"] for each in found["players"]) == pytest.approx(1)
    refused = person.http.post("/api/odds", json={"hands": "AhAh"})
    assert refused.status_code == 409
    assert "Ah" in refused.json()["detail"]


def test_starting_hands_are_ranked(person: Person) -> None:
    found = person.ask("/starting-hands")
    assert found["sizes"] == list(range(2, 11))
    assert all(len(hands) == 169 for hands in found["hands"].values())
    assert found["hands"]["6"]["AA"]["rank"] == 1


def test_kuhn_is_worth_minus_one_eighteenth_and_its_support_costs_nothing() -> None:
    """Kuhn 1950: the first player loses a eighteenth of a chip a hand."""
    solved = solved_tree("kuhn")
    assert solved.value == pytest.approx(-1 / 18)
    for infoset, mix in solved.mixes.items():
        if infoset in solved.never or infoset not in solved.costs:
            continue
        assert all(solved.costs[infoset][action] < 1e-6 for action, share in mix.items() if share > 1e-6)


def test_a_point_that_is_not_there_is_refused_in_words(person: Person) -> None:
    assert tree_point("kuhn", [])["kind"] == "chance"
    answer = person.http.post("/api/explorer/tree/kuhn", json={"path": ["jump"]})
    assert answer.status_code == 409
    assert "not possible here" in answer.json()["detail"]


def test_a_solved_round_of_bluff_gives_nothing_away_in_its_support() -> None:
    found = bluff_point("bluff", [3], [(1, 5)])
    assert sum(each["share"] for each in found["actions"]) == pytest.approx(1)
    assert all(each["cost"] < 0.01 for each in found["actions"] if each["share"] > 0.02)
    assert max(each["cost"] for each in found["actions"]) > 0.1


def test_two_dice_against_one_have_their_costs() -> None:
    """What the solution does costs nothing, also where eighteen bids may follow; the worst bid costs a lot."""
    for roll, bids in (([3, 6], []), ([4], [(1, 3)])):
        found = bluff_point("bluff-2-1", roll, bids)
        assert not found["never"]
        assert all(each["cost"] < 0.005 for each in found["actions"] if each["share"] > 0.02)
        assert max(each["cost"] for each in found["actions"]) > 0.3


def test_costly_decisions_and_figures_of_a_seat(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["always-call", "always-raise"], seed=3)
    with person.line(table) as line:
        for _ in range(2):
            line.play_hand()
    found = person.ask(f"/tables/{table}/mistakes")
    costs = [each["cost"] for each in found["decisions"]]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) <= 5
    seat = person.ask(f"/tables/{table}/players/1")
    assert seat["name"] == "always-call"
    assert seat["statistics"]["vpip"]["n"] == 2
    assert len(seat["shown"]) >= 1


@pytest.mark.parametrize("game", ["holdem-limit", "holdem-nolimit", "stud-limit", "stud", "omaha-potlimit"])
def test_the_run_of_play_adds_up_to_what_was_paid(game: str) -> None:
    rng, seats = random.Random(game), 2 if game == "stud" else 4
    made = make_game(game, seats=seats)
    assert isinstance(made, CardGame)
    for number in range(25):
        stacks = None if game == "stud" else tuple(rng.randrange(20, 300) for _ in range(seats))
        state = made.start(seed=np.random.SeedSequence(number), stacks=stacks)
        while not state.is_over:
            legal = state.legal_actions()
            kind = rng.choice(list(legal.kinds))
            amount = legal.cards[0] if kind == "reveal" else rng.choice([legal.min_to, legal.max_to])
            state.apply(Action(kind, amount if kind in ("bet", "raise", "reveal") else 0))
        view = state.observation(0)
        run = run_of_play(view)
        antes = view.pot - sum(run.paid) - sum(post.amount for post in run.posts)
        assert 0 <= antes <= run.ante * seats
        assert list(run.pots) == sorted(run.pots)
        assert len(run.pots) == view.street + 1
