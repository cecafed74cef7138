"""The agents at Bluff: odds against full enumeration, the solved strategy from files and on the fly, hidden dice."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.bluff import odds
from riverboat.agents.bluff.equilibrium import (
    SHIPPED,
    belief,
    chance_in_equilibrium,
    from_opener,
    mix,
    needed,
    nodes_for,
    plan_for,
    solution_name,
    strategies_for,
    what_is_played,
)
from riverboat.agents.bluff.opponents import OddsKind
from riverboat.agents.drawing import Drawing
from riverboat.agents.python_agent import PythonAgent
from riverboat.errors import AgentError
from riverboat.games import Action, Bid, BluffGame, BluffObservation, BluffRules
from riverboat.games.bluff.game import bid_action, bid_of
from riverboat.solving.bluff.files import save_solution
from riverboat.solving.bluff.round import solve_bluff
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.short.blueprint import read_head
from riverboat.solving.bluff.strategy import BluffStrategies
from riverboat.solving.linear_program import clean_plan
from riverboat.solving.response import bounds
from riverboat.solving.tree_form import tree_form

AGENTS = ("bluff-odds", "bluff-equilibrium", "bluff-best")


def player(name: str, seed: int = 1) -> Drawing:
    agent = make_agent(name)
    assert isinstance(agent, PythonAgent)
    made = agent.player(seed)
    assert isinstance(made, Drawing)
    return made


def decide(agent: Drawing, seen: BluffObservation) -> Action:
    return agent.decide(seen)  # type: ignore[attr-defined, no-any-return]


def test_the_odds_are_those_of_counting_all_rolls() -> None:
    game = BluffGame(BluffRules(dice=(2, 1, 2), faces=4, wild=2))
    seen = game.start(rolls=[(1, 2), (3,), (4, 4)]).observation(0)
    rolls = list(product(range(1, 5), repeat=3))
    for bid in game.rules.bids:
        counts = [game.rules.table.count((1, 2, *roll), bid.face) for roll in rolls]
        assert odds.chance_true(seen, bid) == pytest.approx(np.mean([c >= bid.quantity for c in counts]))
        assert odds.chance_exact(seen, bid) == pytest.approx(np.mean([c == bid.quantity for c in counts]))
        assert odds.chance_believed(seen, bid) == pytest.approx(odds.chance_true(seen, bid))


def test_who_has_bid_a_face_is_believed_a_little() -> None:
    state = BluffGame(BluffRules(dice=(1, 1))).start(rolls=[(5,), (1,)]).apply("bid 1-5")
    seen = state.observation(1)
    assert odds.chance_true(seen, Bid(1, 5)) == pytest.approx(1 / 3)
    assert odds.chance_believed(seen, Bid(1, 5), trust=1) == pytest.approx(1)
    assert odds.chance_believed(seen, Bid(1, 5), trust=0.3) == pytest.approx(0.3 + 0.7 / 3)
    assert sum(odds.believed(3, 1 / 3, 0.4)) == pytest.approx(1)


def test_sure_things_are_worth_one() -> None:
    game = BluffGame(BluffRules(dice=(1, 1), check=True))
    seen = game.start(rolls=[(1,), (1,)]).apply("bid 2-2").observation(1)
    values = odds.weigh(seen)
    assert values[Action("bluff")] == pytest.approx(1)  # he holds no two
    assert values[Action("check")] == pytest.approx(-1)
    assert max(values, key=lambda action: values[action]) == Action("bluff")


@pytest.mark.parametrize(("name", "check"), [(name, check) for name in AGENTS for check in (False, True)][:-1])
def test_an_agent_decides_the_same_whatever_lies_under_the_other_cup(name: str, check: bool) -> None:
    game = BluffGame(BluffRules(dice=(2, 1), faces=3, check=check))
    for seed in range(3):
        state = game.start(seed=seed, button=seed % 2)
        while not state.is_over:
            actor = state.actor
            assert actor is not None
            first = decide(player(name, seed), state.observation(actor))
            for other in game.rules.table.rolls(1 - actor):
                rolls = [other, other]
                rolls[actor] = state.rolls[actor]
                twin = game.start(rolls=rolls, button=seed % 2)
                for event in state.history:
                    twin.apply(event.action)
                assert decide(player(name, seed), twin.observation(actor)) == first
            state.apply(first)


@pytest.mark.parametrize(("seats", "dice"), [(2, 5), (3, 1), (6, 5), (10, 4)])
def test_bluff_odds_plays_with_any_number(seats: int, dice: int) -> None:
    game = BluffGame(BluffRules(seats=seats, dice=dice))
    agent = player("bluff-odds")
    for seed in range(3):
        state = game.start(seed=seed)
        while not state.is_over:
            assert state.actor is not None
            state.apply(decide(agent, state.observation(state.actor)))
        assert sorted(state.returns())[0] == -1


def _careless(seen: BluffObservation, rng: np.random.Generator) -> Action:
    """A baseline: any of the next three bids, or a call, with no look at the dice."""
    legal = seen.legal_actions
    bids = [action for action in legal if action.kind == "bid"][:3]
    return [*bids, *[action for action in legal if action.kind == "bluff"]][
        rng.integers(len(bids) + (legal[-1].kind != "bid"))
    ]


def duplicate(ours: Drawing, theirs: Callable[[BluffObservation], Action], rules: BluffRules, deals: int) -> float:
    """What ours wins a round, every roll played from both sides by both openers."""
    game, total = BluffGame(rules), 0
    for deal in range(deals):
        for seat in range(2):
            for button in range(2):
                state = game.start(seed=deal, button=button)
                while not state.is_over:
                    assert state.actor is not None
                    seen = state.observation(state.actor)
                    state.apply(decide(ours, seen) if state.actor == seat else theirs(seen))
                total += state.returns()[seat]
    return total / (4 * deals)


@pytest.mark.parametrize("name", AGENTS)
def test_both_beat_a_careless_player(name: str) -> None:
    rng = np.random.default_rng(5)
    won = duplicate(player(name), lambda seen: _careless(seen, rng), BluffRules(dice=(2, 1), faces=3), 40)
    assert won > 0.15


def test_the_solved_strategy_does_not_lose_to_the_odds() -> None:
    other = player("bluff-odds", 2)
    assert (
        duplicate(player("bluff-equilibrium"), lambda seen: decide(other, seen), BluffRules(dice=(2, 1), faces=3), 60)
        > -0.15
    )


def bounds_of(found: BluffStrategies) -> tuple[float, float]:
    """What best responses prove of strategies, wherever they come from."""
    run = BluffRun(found.tables, "dcfr")
    run.average = np.asarray(found.numbers, np.float32)
    return run.bounds()


@pytest.mark.parametrize("dice", [(2, 1), (1, 2)])
def test_shipped_solutions_are_as_good_as_they_say(dice: tuple[int, int]) -> None:
    rules = BluffRules(dice=dice)
    head = json.loads(str(np.load(SHIPPED / f"{solution_name(rules)}.npz")["head"]))
    found = strategies_for(rules)
    assert found is not None
    low, high = bounds_of(found)
    assert (low, high) == pytest.approx((head["low"], head["high"]), abs=1e-9)
    assert 0 <= high - low <= 1e-6


def test_what_is_played_can_be_exploited_exactly_as_much_as_what_was_solved() -> None:
    """Every decision of the player, asked for in the game and laid into the whole tree, against the solution's own."""
    rules = BluffRules(dice=(1, 1), faces=4)
    found = needed(rules, 0)
    form = tree_form(BluffGame(rules))
    plans = []
    for seat, side in enumerate(form.sides):
        raw = np.zeros(side.n_sequences)
        for at in range(side.n_infosets):
            roll, _, bids = form.name(seat, at)[0].partition(":")[2].partition("|")
            own = (int(roll),)
            state = BluffGame(rules).start(rolls=[own, (1,)] if seat == 0 else [(1,), own])
            for bid in bids.split():
                state.apply(f"bid {bid}")
            chances = mix(found, state.observation(seat))
            raw[side.first[at] : side.first[at] + side.count[at]] = [chances[each] for each in state.legal_actions()]
        plans.append(clean_plan(side, raw))
    assert bounds(form, *plans) == pytest.approx(bounds_of(found), abs=1e-9)


@pytest.mark.parametrize("dice", [(2, 1), (1, 2)])
def test_shipped_solutions_are_played_without_a_cut(dice: tuple[int, int]) -> None:
    rules, rng = BluffRules(dice=dice), np.random.default_rng(5)
    found, small = needed(rules, 0), 0
    for seed in range(150):
        state = BluffGame(rules).start(seed=seed)
        while state.actor is not None:
            seen = state.observation(state.actor)
            bids = [bid_of(event.action) for event in seen.history]
            solved = found.probabilities(seen.roll or (), bids)
            assert mix(found, seen) == solved
            small += sum(0 < p < 0.001 for p in solved.values())
            state.apply(list(solved)[int(rng.integers(len(solved)))])
    assert small > 0  # rare bids are there, and are made


def test_what_is_solved_on_the_fly_is_near_the_exact_solution() -> None:
    rules = BluffRules(dice=(2, 1), faces=3)
    found = strategies_for(rules)
    assert found is not None
    assert found is strategies_for(BluffRules(dice=(2, 1), faces=3))  # solved once
    low, high = bounds_of(found)
    assert low <= 4 / 27 + 1e-9
    assert high >= 4 / 27 - 1e-9
    assert high - low < 2e-3


def test_the_opener_comes_first_wherever_he_sits() -> None:
    rules = BluffRules(dice=(2, 1), faces=3)
    assert from_opener(rules, 1).dice == (1, 2)
    state = BluffGame(rules).start(rolls=[(1, 3), (2,)], button=0)  # seat 1 opens
    seen = state.observation(1)
    strategies = needed(rules, 1)
    assert mix(strategies, seen) == strategies.probabilities((2,), ())
    assert sum(mix(strategies, seen).values()) == pytest.approx(1)


def test_a_saved_solution_is_played_from(tmp_path: Path) -> None:
    rules = BluffRules(dice=(1, 1), faces=3)
    path = tmp_path / "three.npz"
    save_solution(solve_bluff(rules), path, command="test", rules=rules)
    for place in (path, tmp_path):
        agent = player(f"bluff-equilibrium@{place}")
        state = BluffGame(rules).start(seed=1)
        assert decide(agent, state.observation(0)) in state.legal_actions()
    assert strategies_for(rules, path) is not strategies_for(rules)


def test_files_that_are_no_solutions_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"no")
    with pytest.raises(ValueError, match=r"bad.npz cannot be read"):
        make_agent(f"bluff-equilibrium@{tmp_path / 'bad.npz'}")
    with pytest.raises(AgentError, match="does not exist"):
        make_agent("bluff-equilibrium@nowhere.npz")
    (tmp_path / "empty").mkdir()
    with pytest.raises(AgentError, match="holds no solution"):
        make_agent(f"bluff-equilibrium@{tmp_path / 'empty'}")


def test_a_round_without_a_solution_is_refused_with_the_command_that_solves_it() -> None:
    state = BluffGame(BluffRules(dice=(2, 2), faces=5)).start(seed=1)
    with pytest.raises(AgentError, match=r"solve bluff --dice 2,2 --faces 5 --save"):
        decide(player("bluff-equilibrium"), state.observation(0))
    huge = BluffGame(BluffRules(dice=(5, 5), faces=7)).start(seed=1)
    with pytest.raises(AgentError, match="too large to be solved: riverboat train bluff --dice 5,5 --faces 7"):
        decide(player("bluff-equilibrium"), huge.observation(0))
    checked = BluffGame(BluffRules(dice=(5, 5), check=True)).start(seed=1)
    with pytest.raises(AgentError, match="too large to be solved: play against bluff-odds"):
        decide(player("bluff-equilibrium"), checked.observation(0))
    three = BluffGame(BluffRules(seats=3)).start(seed=1)
    with pytest.raises(AgentError, match="no blueprint of 3 players with 1,1,1 dice: riverboat train bluff"):
        decide(player("bluff-equilibrium"), three.observation(0))


PAIRS = [(own, other) for own in range(1, 6) for other in range(1, 6)]


@pytest.mark.parametrize("dice", PAIRS)
def test_every_pair_of_one_to_five_dice_is_played(dice: tuple[int, int]) -> None:
    agent = player("bluff-equilibrium:endgame=blueprint")
    game = BluffGame(BluffRules(dice=dice))
    for button in range(2):
        state = game.start(seed=3, button=button)
        while state.actor is not None:
            chances = agent.chances(state.observation(state.actor))  # type: ignore[attr-defined]
            assert sum(chances.values()) == pytest.approx(1)
            assert set(chances) == set(state.legal_actions())
            state.apply(decide(agent, state.observation(state.actor)))
    told = agent.played  # type: ignore[attr-defined]
    assert ("solved round" in told) == (sum(dice) <= 3 or dice == (2, 2))


def test_two_against_two_is_played_from_the_solution_that_is_shipped() -> None:
    rules = BluffRules(dice=(2, 2))
    found = nodes_for(rules)
    assert found is not None
    head = read_head(SHIPPED / f"nodes-{solution_name(rules)}.npz")
    assert 0 < (head["high"] - head["low"]) / 2 < 0.02
    assert head["low"] < 0.0086 < head["high"]
    seen = BluffGame(rules).start(rolls=[(2, 5), (1, 1)]).observation(0)
    assert mix(found, seen) == player("bluff-equilibrium").chances(seen)  # type: ignore[attr-defined]


def test_the_end_of_a_round_is_solved_anew_and_said_so() -> None:
    state = BluffGame(BluffRules(dice=(5, 5))).start(rolls=[(1, 2, 3, 3, 6), (2, 2, 4, 5, 5)])
    for text in ("bid 3-3", "bid 5-3"):
        state.apply(text)
    anew, plain = player("bluff-equilibrium"), player("bluff-equilibrium:endgame=blueprint")
    chances = anew.chances(state.observation(0))  # type: ignore[attr-defined]
    assert "solved at the table" in anew.played  # type: ignore[attr-defined]
    assert sum(chances.values()) == pytest.approx(1)
    plain.chances(state.observation(0))  # type: ignore[attr-defined]
    assert "blueprint that remembers 2 bids" in plain.played  # type: ignore[attr-defined]


def test_it_says_where_it_is_not_optimal_for_the_match() -> None:
    plan = plan_for(BluffRules(dice=(1, 1)), 0)
    assert "not optimal" in what_is_played(plan, stake="difference")
    assert what_is_played(plan, stake="give") == "the solved round"


def test_the_exploiter_wins_far_more_from_the_odds_than_the_solution_does() -> None:
    """The solved player wins 0.017 a round at one die each (20,000 rounds); a twin that believes nothing wins less."""
    rules, rounds, results = BluffRules(dice=(1, 1), faces=4), 60, []
    for learns in (True, False):
        best, other, total = player("bluff-best:safety=0", 4), player("bluff-odds", 2), 0
        if not learns:
            best.shown = np.where(np.arange(len(best.shown)) == 5, 0.0, -30.0)  # type: ignore[attr-defined]
        for deal in range(rounds):
            for seat in range(2):
                state = BluffGame(rules).start(seed=deal, button=1)
                while state.actor is not None:
                    agent = best if state.actor == seat else other
                    state.apply(decide(agent, state.observation(state.actor)))
                if learns:
                    best.hand_over(state.observation(seat))  # type: ignore[attr-defined]
                total += state.returns()[seat]
        results.append(total / (2 * rounds))
        if learns:
            assert best.believed()[:5].sum() > 0.9  # type: ignore[attr-defined]
    assert results[0] > 0.25
    assert results[0] > results[1]


def _rounds(agent: Drawing, held: tuple[int, ...], count: int) -> list[float]:
    """The opener bids three fives with two of them, and is called, again and again; how safe it plays after each."""
    shares = []
    for _ in range(count):
        state = BluffGame(BluffRules(dice=(2, 1))).start(rolls=[(5, 5), held])
        state.apply("bid 3-5").apply("bluff")
        agent.hand_over(state.observation(0))  # type: ignore[attr-defined]
        shares.append(agent.safe_share())  # type: ignore[attr-defined]
    return shares


def test_the_exploiter_plays_less_of_the_equilibrium_once_it_wins() -> None:
    agent = player("bluff-best", 4)
    assert agent.safe_share() == pytest.approx(0.1)  # type: ignore[attr-defined]
    shares = _rounds(agent, (6,), 60)
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == pytest.approx(0.01)
    # The opener is expected to win 0.217 a round, so 20 rounds ahead take 26.
    assert next(at for at, share in enumerate(shares, 1) if share == pytest.approx(0.01)) == 26
    assert _rounds(agent, (1,), 34)[-1] == 1.0  # no more than 20 is remembered: a change is noticed in time


def test_the_exploiter_plays_the_equilibrium_once_it_loses() -> None:
    seen = BluffGame(BluffRules(dice=(2, 1))).start(rolls=[(2, 5), (1,)]).observation(0)
    solved = player("bluff-equilibrium").chances(seen)  # type: ignore[attr-defined]
    agent = player("bluff-best", 4)
    assert agent.chances(seen) != pytest.approx(solved)  # type: ignore[attr-defined]
    shares = _rounds(agent, (1,), 20)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert agent.chances(seen) == pytest.approx(solved)  # type: ignore[attr-defined]
    again, greedy = player("bluff-best", 1), player("bluff-best:safety=0", 4)
    for other in (again, greedy):
        other.load_state(agent.save_state())
    assert again.safe_share() == 1.0  # type: ignore[attr-defined]
    assert max(greedy.chances(seen).values()) == 1.0  # type: ignore[attr-defined]


def test_the_exploiter_takes_a_dice_roll_for_what_it_is() -> None:
    """Its tables of what bids are worth to bluff-odds, against bluff-odds asked directly."""
    rules = BluffRules(dice=(2, 1), faces=4)
    kind = OddsKind()
    state = BluffGame(rules).start(rolls=[(1, 4), (2,)])
    for text in ("bid 1-1", "bid 1-2"):
        row = kind.matrix(rules, len(state.history) % 2, tuple(bid_of(event.action) for event in state.history))
        seat = state.actor or 0
        asked = player("bluff-odds").chances(state.observation(seat))  # type: ignore[attr-defined]
        at = rules.table.rolls(seat).index(state.rolls[seat])
        assert row[at].tolist() == pytest.approx(list(asked.values()))
        state.apply(text)


@pytest.mark.parametrize("typed", ["bluff-odds:trust=2", "bluff-odds:x=1", "bluff-odds@file.npz", "stud@file.npz"])
def test_what_an_agent_does_not_have_is_refused(typed: str) -> None:
    with pytest.raises(AgentError):
        make_agent(typed)


@pytest.mark.parametrize("name", ["bluff-odds", "bluff-equilibrium", "bluff-best:safety=1"])
def test_a_player_goes_on_where_its_chance_stood(name: str) -> None:
    seen = BluffGame(BluffRules(dice=(2, 2), faces=3)).start(rolls=[(1, 2), (2, 2)]).observation(0)
    whole = player(name, 9)
    first = [decide(whole, seen) for _ in range(12)]
    assert len(set(first)) > 1  # it mixes
    again = player(name, 9)
    for _ in range(5):
        decide(again, seen)
    later = player(name, 1)
    later.load_state(again.save_state())
    assert [decide(later, seen) for _ in range(7)] == first[5:]


def test_belief_is_bayes_rule_over_all_deals() -> None:
    """The same by brute force: every roll of the other that leads to these bids, weighted by its chance."""
    rules = BluffRules(dice=(1, 2), faces=3)
    strategies = needed(rules, 0)
    state = BluffGame(rules).start(rolls=[(2,), (1, 3)])
    for text in ("bid 1-2", "bid 2-2"):
        state.apply(text)
    seen = state.observation(0)
    weights = {}
    for roll in rules.table.rolls(1):
        done = strategies.probabilities(roll, [Bid(1, 2)])
        weights[roll] = float(rules.table.chance(roll)) * done[bid_action(Bid(2, 2))]
    total = sum(weights.values())
    assert total > 0
    found = belief(strategies, seen)
    assert found.expected
    assert found.chances == pytest.approx({roll: weight / total for roll, weight in weights.items()})
    true = sum(w for roll, w in weights.items() if rules.table.count((2, *roll), 2) >= 2) / total
    assert chance_in_equilibrium(strategies, seen, Bid(2, 2)) == pytest.approx(true)


def test_bids_that_the_solution_never_makes_say_nothing() -> None:
    rules = BluffRules()
    state = BluffGame(rules).start(rolls=[(1,), (1,)]).apply("bid 2-6")
    found = belief(needed(rules, 0), state.observation(1))
    assert not found.expected
    assert found.chances == pytest.approx({(face,): 1 / 6 for face in range(1, 7)})
