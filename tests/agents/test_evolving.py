"""The evolving player: candidates, hypercube, feedback and evolution against readable twins; files; names."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledPlayer
from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.evolving.evolving_kernel import element_of, evolve, evolving_learn, responses, segment_of
from riverboat.agents.evolving.freezing import best_candidates, frozen
from riverboat.agents.evolving.models import (
    EVOLVING_ENTRY,
    EvolvingAgent,
    candidate_view,
    chances,
    element_view,
    evolving_agent,
    read_player,
    static_agent,
    tally_view,
    write_player,
)
from riverboat.agents.evolving.player_a import always_folding, player_a, player_a_in_crowds
from riverboat.agents.evolving.presets import FORMER, FROM_A, PAPER
from riverboat.agents.kinds_kernel import EVOLVING
from riverboat.arena import match_plan, play_match
from riverboat.cards.random_kernel import uniform
from riverboat.cards.randomness import seed_words
from riverboat.errors import AgentError
from riverboat.games import CardGame, make_game
from tests.agents import evolving_twin as twin

UNIT = st.floats(0, 1)


def _agent(name: str) -> EvolvingAgent:
    agent = make_agent(name)
    assert isinstance(agent, EvolvingAgent)
    return agent


def _game(name: str, **options: int) -> CardGame:
    game = make_game(name, **options)
    assert isinstance(game, CardGame)
    return game


@settings(deadline=None)
@given(st.lists(st.floats(0, 0.99), min_size=7, max_size=7), UNIT)
def test_responses_are_the_papers_functions(genes: list[float], x: float) -> None:
    """Barone & While 1999, section 3.2: where the formulas as printed stay finite, ours give the same."""
    if max(genes[1], genes[3], genes[6]) < 0.95:
        assert responses(np.array(genes), x) == pytest.approx(twin.chances(genes, x), abs=1e-9)


@settings(deadline=None)
@given(st.lists(UNIT, min_size=7, max_size=7), UNIT)
def test_responses_never_overflow(genes: list[float], x: float) -> None:
    """READINGS part 2: guard against overflow where a, b, c are near 1."""
    found = responses(np.array(genes), x)
    assert sum(found) == pytest.approx(1)
    assert min(found) >= 0


@pytest.mark.parametrize("game_name", ["holdem-limit", "holdem-nolimit"])
@pytest.mark.parametrize("segments", [("all",), ("seat 0", "seat 1", "seat 2")])
def test_it_decides_as_its_readable_twin(game_name: str, segments: tuple[str, ...]) -> None:
    limit = game_name == "holdem-limit"
    rng = np.random.default_rng(3)
    candidates = rng.random((len(segments), 3, 4, 4, 7))
    agent = static_agent(candidates, segments=segments)
    agent.params[places.OPPONENTS] = places.BY_SEAT
    player, others = agent.player(5), make_agent("random").player(6)
    decisions = 0
    for number in range(60):
        seats = 2 + number % 6
        state = _game(game_name, seats=seats, stack=600).start(seed=number, button=number % seats)
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor % 2:
                state.apply(others.decide(seen))
                continue
            assert isinstance(player, CompiledPlayer)
            draw = uniform(player.words.copy())
            belongs = [seat % len(segments) for seat in range(seats)]
            expected = twin.wish(seen, lambda segment, cell: candidates[(segment, *cell)], belongs, draw, limit=limit)
            action = player.decide(seen)
            kinds = {"fold": twin.FOLD, "check": twin.CALL, "call": twin.CALL, "bet": twin.RAISE, "raise": twin.RAISE}
            assert kinds[action.kind] == expected, seen
            decisions += 1
            state.apply(action)
    assert decisions > 100


def _play(agent: EvolvingAgent, hands: int, others: str = "loose-passive") -> CompiledPlayer:
    """Some hands heads-up, with learning."""
    player, other = agent.player(1), make_agent(others).player(2)
    game = _game("holdem-limit", seats=2)
    for number in range(hands):
        state = game.start(seed=number, button=number % 2)
        while state.actor is not None:
            seen = state.observation(state.actor)
            state.apply((player, other)[state.actor].decide(seen))
        player.hand_over(state.observation(0))
    return player


def test_candidates_take_turns_from_hand_to_hand_and_share_feedback() -> None:
    options: dict[str, float | str] = {**PAPER, "uses": 1e6}
    agent = evolving_agent(segments=("all",), seed=1, options=options)
    player = _play(agent, 400)
    tallies = tally_view(agent.params, player.memory)
    turns = tallies[..., places.TALLY_TURNS]
    assert turns.sum() > 400
    used = turns.sum(axis=1) > 100
    # Members take turns by hand; a hand may ask the same element twice, so that counts differ a little.
    assert (np.ptp(turns[used], axis=1) <= 0.6 * turns[used].mean(axis=1) + 4).all()
    # Feedback goes to all that suggest the same: far more often than it is a member's turn.
    assert tallies[..., places.TALLY_COUNT].sum() > 4 * turns.sum()
    assert (tallies[..., places.TALLY_COUNT] >= turns).all()


def test_feedback_is_what_the_hand_gave() -> None:
    agent = evolving_agent(segments=("all",), seed=1, options={**PAPER, "uses": 1e6, "population": 2})
    candidate_view(agent.params, agent.memory)[:] = [1, 0.97, 0.5, 0.5, 0, 0, 0.97]  # folds whenever it costs
    player = _play(agent, 50, "always-raise")
    tallies = tally_view(agent.params, player.memory)
    sums, counts = tallies[..., places.TALLY_SUM].sum(), tallies[..., places.TALLY_COUNT].sum()
    assert counts == 100  # one decision a hand, both members agree
    assert sums == 2 * (25 * -5 + 25 * -10)  # it loses its blinds, and nothing else


def test_the_fitter_of_each_pair_survives_and_is_mutated() -> None:
    agent = evolving_agent(segments=("all",), seed=4, options={**PAPER, "step": 0.05})
    params, memory = agent.params, agent.memory.copy()
    before = candidate_view(params, memory).reshape(-1, 20, 7)[5].copy()
    tally = tally_view(params, memory)[5]
    rng = np.random.default_rng(0)
    tally[:, places.TALLY_SUM], tally[:, places.TALLY_WEIGHT] = rng.normal(size=20), 1
    better = tally[1::2, places.TALLY_SUM] > tally[0::2, places.TALLY_SUM]
    evolve(params, memory, 5, seed_words(1))
    after = candidate_view(params, memory).reshape(-1, 20, 7)[5]
    expected = np.where(better[:, None], before[1::2], before[0::2])
    assert np.array_equal(after[0::2], expected)
    moved = after[1::2] - after[0::2]
    assert 0.02 < moved.std() < 0.08
    assert (after >= 0).all()
    assert (after <= 1).all()
    assert not tally_view(params, memory)[5].any()
    assert element_view(params, memory)[5, places.GENERATION] == 1


def test_the_fitter_half_survives_where_asked() -> None:
    agent = evolving_agent(segments=("all",), seed=4, options={"survival": "half"})
    params, memory = agent.params, agent.memory.copy()
    before = candidate_view(params, memory).reshape(-1, 20, 7)[5].copy()
    tally = tally_view(params, memory)[5]
    tally[:, places.TALLY_SUM], tally[:, places.TALLY_WEIGHT] = np.arange(20), 1
    evolve(params, memory, 5, seed_words(1))
    after = candidate_view(params, memory).reshape(-1, 20, 7)[5]
    assert {tuple(row) for row in after[0::2]} == {tuple(row) for row in before[10:]}


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        (4, 1.0, ""),
        (4, 1.5, "(grow) is 1.5, and it must be 1"),
        (12, 2.0, "ties can't be 2 any more"),
        (10, 1.0, "recall can't be 1 any more"),
    ],
)
def test_players_of_version_0_1_0_fit_where_they_use_nothing_that_is_gone(
    tmp_path: Path, place: int, value: float, told: str
) -> None:
    """The places of the switches that are gone are still in the file: their usual values are accepted, no others."""
    agent = evolving_agent(seed=4)
    agent.params[place] = value
    write_player(tmp_path / "old.npz", agent, made_by="version 0.1.0")
    if not told:
        assert read_player(tmp_path / "old.npz").fingerprint == agent.fingerprint
        return
    with pytest.raises(AgentError, match=re.escape(told)):
        read_player(tmp_path / "old.npz")


def test_opponents_are_told_apart_by_how_they_play() -> None:
    """Unknown players fall into the segment of the style that plays most like them."""
    agent = evolving_agent(options={"opponents": "style"})
    for style in agent.segments:
        player = _play(agent, 150, style)
        # Heads-up everybody is looser than at a table of ten: at least passive and aggressive are told apart.
        found = agent.segments[segment_of(agent.params, player.memory, 1)]
        assert found.split("-")[1] == style.split("-")[1]


def test_by_name_everybody_has_his_segment() -> None:
    agent = evolving_agent(segments=("rock", "maniac"), options={"opponents": "name"})
    memory = agent.met(["evolving", "maniac", "rock 2", "maniac:bluff=0.2"])
    assert [int(segment_of(agent.params, memory, who)) for who in (1, 2, 3)] == [1, 0, 1]


def test_memory_knows_nothing_of_others_cards() -> None:
    """Swapping what it can't see leaves what it does and learns unchanged."""
    agent = evolving_agent(segments=("all",), start="a", seed=1, options={"uses": 1})
    memories = []
    for cards in (("AsKd", "2c2d"), ("AsKd", "QhJh")):
        player = agent.player(3)
        state = _game("holdem-limit", seats=2).start(cards=cards, board="3s4s9c", button=0)
        player.decide(state.observation(0))
        memories.append(player.memory.copy())
    assert np.array_equal(memories[0], memories[1])


def test_a_saved_player_comes_back(tmp_path: Path) -> None:
    agent = evolving_agent(segments=("rock", "maniac"), seed=2, options={"opponents": "name"})
    path = tmp_path / "player.npz"
    write_player(path, agent, made_by="a test")
    again = read_player(path)
    assert again.fingerprint == agent.fingerprint
    learning = _agent(f"evolved@{path}:learn=true")
    assert learning.params[places.LEARN] == 1
    assert learning.population == 20
    still = _agent(f"evolved@{path}")
    assert still.population == 1
    assert np.array_equal(still.candidates()[..., 0, :], best_candidates(agent))
    mean = _agent(f"evolved@{path}:freeze=average")
    assert np.allclose(mean.candidates()[..., 0, :], agent.candidates().mean(axis=-2))
    one = _agent(f"evolved@{path}:against=maniac")
    assert one.segments == ("maniac",)
    assert not one.remembers


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("evolved@nowhere.npz", "is not a file"),
        ("evolving:step=2", "a number from 0 to 1"),
        ("evolving:learn=maybe", "it is false or true"),
        ("evolving:stop=1", 'did you mean "step"'),
        ("evolving:population=7", "even"),
        ("evolving:start=b", 'start "b" is not possible'),
        ("evolving:preset=papers", 'preset "papers" is not known: studies and paper are'),
        ("evolved-tight:step=0.1", "evolved-tight plays as it is"),
        ("evolved:learn=true", "evolved@FILE"),
    ],
)
def test_what_cannot_be_is_refused(name: str, says: str) -> None:
    with pytest.raises(AgentError, match=says):
        make_agent(name)


def test_a_file_that_is_no_player_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    np.savez(path, a=np.zeros(3))
    with pytest.raises(AgentError, match="no evolved player"):
        make_agent(f"evolved@{path}")
    agent = evolving_agent(segments=("rock",))
    write_player(path, frozen(agent), made_by="a test")
    with pytest.raises(AgentError, match="a frozen player, who can't learn"):
        make_agent(f"evolved@{path}:learn=true")
    with pytest.raises(AgentError, match="its segments are rock"):
        make_agent(f"evolved@{path}:against=maniac")


def test_player_a_is_a_sensible_player() -> None:
    a = static_agent(player_a()[None], name="A")
    result = play_match(match_plan([a, "loose-passive*3"], hands=4_000, seed=1))
    income = result.players[0].income_sb
    assert income.low is not None
    assert income.low > 0


def test_it_plays_in_matches_and_is_one_kind() -> None:
    for name in ("evolving", "evolved", "evolved-tight", "evolving:start=random", "evolving:crowd=yes"):
        assert _agent(name).entry.kind == EVOLVING
    result = play_match(match_plan(["evolving", "evolved", "rock"], hands=600, seed=3))
    assert sum(player.income_sb.mean or 0 for player in result.players) == pytest.approx(0, abs=1e-9)


def test_a_hand_without_a_decision_teaches_nothing() -> None:
    agent = evolving_agent(segments=("all",), seed=1)
    state = _game("holdem-limit", seats=2).start(seed=1)
    memory = agent.memory.copy()
    evolving_learn(state.observation(0).record[0], agent.params, memory, seed_words(1))
    assert memory[places.HANDS] == 1
    assert not tally_view(agent.params, memory).any()


def test_the_usual_settings_are_the_studies_and_the_papers_have_a_name() -> None:
    """What `riverboat agents evolving` shows as usual is what a player from A is set to."""
    usual = dict(zip((each.name for each in EVOLVING_ENTRY.vector), EVOLVING_ENTRY.defaults, strict=True))
    for key, value in FROM_A.items():
        assert EVOLVING_ENTRY.value_of(key, value) == usual[key], key
    assert np.array_equal(_agent("evolving").params, EVOLVING_ENTRY.defaults)
    plain = _agent("evolving:preset=paper")
    assert plain.params[places.RECALL] == places.NO_RECALL
    assert plain.params[places.EXPLORE] == 0


def test_a_name_knows_what_it_stood_for_before() -> None:
    """The default of version 0.1.0, number by number: its sessions and its saved players go on as they were."""
    (former,) = _agent("evolving:step=0.05").as_before()
    assert former.name == "evolving:step=0.05"
    old = [0.0 if each.low == each.high == 0 else each.default for each in EVOLVING_ENTRY.vector]
    for key, value in {**FORMER, "step": 0.05}.items():
        EVOLVING_ENTRY.set_in(old, key, value)
    assert former.params.tolist() == old
    assert _agent("evolved").as_before() == ()


def test_the_number_of_opponents_chooses_other_candidates_where_asked() -> None:
    """One opponent, two or three, and more: a third of the hypercube each, player A looser against fewer."""
    agent = evolving_agent(segments=("a", "b"), start="a", options={"crowd": "yes"})
    assert agent.crowds == 3
    assert agent.candidates().shape[0] == 6
    assert np.array_equal(agent.candidates()[3:, ..., 0, :], player_a_in_crowds())
    elements = []
    for seats in (2, 3, 4, 5, 9):
        state = _game("holdem-limit", seats=seats).start(seed=1)
        assert state.actor is not None
        elements.append(int(element_of(state.observation(state.actor).record[0], agent.params, 1)) // 48)
    assert elements == [3, 4, 4, 5, 5]
    one = frozen(agent, against="b")
    assert one.candidates().shape[0] == 3
    assert one.crowds == 3


def test_a_player_of_many_opponents_comes_back(tmp_path: Path) -> None:
    agent = evolving_agent(segments=("a", "b"), start="a", seed=3, options={"crowd": "yes", "population": 4})
    write_player(tmp_path / "p.npz", agent, made_by="a test")
    assert read_player(tmp_path / "p.npz").fingerprint == agent.fingerprint
    assert _agent(f"evolved@{tmp_path / 'p.npz'}").crowds == 3
    with pytest.raises(AgentError, match="crowd can't be changed"):
        make_agent(f"evolved@{tmp_path / 'p.npz'}:crowd=no")


@pytest.mark.parametrize("name", ["evolved-tight", "evolved-loose", "evolved-heads-up"])
def test_shipped_players_are_frozen_and_have_no_holes(name: str) -> None:
    """With one bet to call on the river, who calls or raises with a hand does not fold a better one."""
    agent = _agent(name)
    assert agent.population == 1
    assert not agent.learns
    assert not agent.remembers
    x = np.linspace(0.5, 0.95, 19)
    for position in range(3):
        folds = chances(agent.candidates()[0, position, 1, 3, 0], x)[:, 0]
        assert (np.diff(folds) < 0.25).all(), (name, position)


def test_always_folding_loses_its_blinds_alone() -> None:
    player = static_agent(always_folding()[None])
    result = play_match(match_plan([player, "always-raise"], hands=200, seed=1))
    assert result.players[0].income_sb.mean == pytest.approx(-0.75)
