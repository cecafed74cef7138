"""`adaptive`: what it sees and decides, against readable twins; its training; and the player that is shipped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.neural import TIMES, deciding, learning

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.neural import adaptive_layout_kernel as places
from riverboat.agents.neural.adaptive_kernel import see_once
from riverboat.arena import match_plan, play_match
from riverboat.cards.random_kernel import uniform
from riverboat.errors import AgentError
from riverboat.games import CardGame, make_game
from riverboat.modeling.attributes import PlayerModel
from riverboat.modeling.attributes_layout import LASTING
from riverboat.odds.strength import hand_strength
from riverboat.steps import run_to_end
from riverboat.training.neural import (
    PIECE,
    TrainedNet,
    TrainingPlan,
    _Learner,
    adaptive_agent,
    net_agent,
    train_steps,
)
from riverboat.training.neural_training_kernel import DECISIONS, GAINED, HANDS, LEARNS
from riverboat.training.opponents import FOUR_STYLES, Population, TrainingTable, any_style
from tests.agents.adaptive_twin import Known, all_inputs, chances
from tests.agents.neural_twin import moves_of
from tests.agents.test_neural import _action
from tests.agents.twin import win_probability


def _random_agent() -> CompiledAgent:
    """A network that does anything, so that every part of what it sees has a say."""
    rng = np.random.default_rng(6)
    nets = [rng.normal(0, 0.3, places.NET) for _ in range(2)]
    return net_agent(nets[0], nets[1], sees=True)


def _strengths(state_cards: tuple[int, ...], board: tuple[int, ...], game: CardGame) -> np.ndarray:
    seats = game.seats
    dealt: list[str | tuple[int, ...]] = [state_cards, *["????"] * (seats - 1)]
    before = win_probability(game.start(cards=dealt, button=seats - 1).observation(0))
    return np.array([before, *(hand_strength(state_cards, board[:count]).value for count in (3, 4, 5))])


@pytest.mark.parametrize("seats", [2, 5])
def test_adaptive_sees_and_decides_as_its_readable_twin(seats: int) -> None:
    agent = _random_agent()
    start = places.NETS_AT if seats == 2 else places.NETS_AT + places.NET
    net = agent.params[start : start + places.NET]
    player = agent.player(3)
    game = make_game("holdem-limit", seats=seats)
    assert isinstance(game, CardGame)
    others = [make_agent(FOUR_STYLES[seat % 4]).player(seat) for seat in range(1, seats)]
    known = {seat: Known(PlayerModel(LASTING)) for seat in range(1, seats)}
    seen_places = np.zeros(places.INPUTS, dtype=bool)
    for number in range(240 // seats):
        stacks = [2_000] * seats if number % 3 else [120] * seats  # some are soon all in
        state = game.start(seed=number, button=number % seats, stacks=stacks)
        while not state.is_over:
            seat = state.actor
            assert seat is not None
            seen = state.observation(seat)
            if seat != 0:
                state.apply(others[seat - 1].decide(seen))
                continue
            x, wanted = np.zeros(places.INPUTS), all_inputs(seen, known)
            see_once(seen.record, True, player.memory.copy(), x)
            assert x.tolist() == pytest.approx(wanted.tolist(), abs=1e-12)
            seen_places |= x != 0
            chance, may_raise = uniform(player.words.copy()), seen.legal_actions.raise_kind is not None
            fold, call, _ = chances(net, x, may_fold=seen.to_call > 0, may_raise=may_raise)
            wish = "fold" if chance < fold else "call" if chance < fold + call else "raise"
            action = player.decide(seen)
            assert action == _action(wish, seen)
            state.apply(action)
        player.hand_over(state.observation(0))
        for seat, one in known.items():
            shown = state.is_showdown and state.is_in[seat]
            one.model.take(
                moves_of(state.observation(0)),
                seat,
                _strengths(state.cards(seat), state.board, game) if shown else None,
            )
            one.take_habits(moves_of(state.observation(0)), seat)
    had = seen_places if seats > 2 else seen_places[: places.INPUTS_OF_TWO]
    assert had.all(), np.flatnonzero(~had)
    assert seats > 2 or not seen_places[places.INPUTS_OF_TWO :].any()


def test_it_tells_the_last_aggressor_from_the_others() -> None:
    """Two players with different habits in, the same betting: who bet changes what is seen."""
    game = make_game("holdem-limit", seats=3)
    assert isinstance(game, CardGame)
    player = _random_agent().player(1)
    for number in range(30):  # seat 1 always raises, seat 2 always calls
        state = game.start(seed=number, button=number % 3)
        while not state.is_over:
            seat = state.actor or 0
            name = ("rock", "always-raise", "always-call")[seat]
            state.apply(make_agent(name).player(1).decide(state.observation(seat)))
        player.hand_over(state.observation(0))
    groups = []
    for who in (1, 2):
        state = game.start(seed=99, button=(who - 1) % 3)
        while state.actor != 0 or not state.observation(0).to_call:
            seat = state.actor or 0
            name = "always-raise" if seat == who else "always-call"
            state.apply(make_agent(name).player(1).decide(state.observation(seat)))
        x = np.zeros(places.INPUTS)
        see_once(state.observation(0).record, True, player.memory.copy(), x)
        groups.append(x[places.LAST_AGGRESSOR : places.STILL_TO_ACT])
    assert np.abs(groups[0] - groups[1]).max() > 0.5


def _finish(plan: TrainingPlan, checkpoint: Path | None = None, *, resume: bool = False) -> TrainedNet:
    return run_to_end(train_steps(plan, checkpoint=checkpoint, resume=resume))


def test_interrupted_training_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    plan = TrainingPlan(heads_up=True, batches=27, seed=4)
    whole = _finish(plan)
    part = tmp_path / "part.npz"
    steps = train_steps(plan, checkpoint=part)
    next(steps)
    steps.close()
    again = _finish(plan, part, resume=True)
    assert np.array_equal(again.net, whole.net)
    assert again.curve == whole.curve
    with pytest.raises(AgentError, match="left by other training"):
        next(train_steps(replace(plan, sees=False), checkpoint=part, resume=True))


def test_training_makes_it_win() -> None:
    """A second against one style: from losing to winning."""
    trained = _finish(TrainingPlan(heads_up=True, sees=False, batches=75, seed=2, style="loose-passive"))
    first, last = (trained.curve[at].gains_sb["loose-passive"] for at in (0, -1))
    assert first < -0.05 < 0.05 < last


def test_it_meets_the_whole_space_of_styles_lokis_and_itself() -> None:
    rng = np.random.default_rng(1)
    itself = _random_agent()
    population = Population(itself=itself)
    met: dict[int, set[str]] = {}
    for count in (1, 9):
        seated = [population.opponents(number, count, rng)[1] for number in range(32) for _ in range(20)]
        assert {len(table) for table in seated} == {count}
        met[count] = {agent.name for table in seated for agent in table if agent is not None}
        assert (None in {agent for table in seated for agent in table}) == (count > 1)  # it learns in several seats
        lokis = {f"loki-{letter}" for letter in "abcdef"}
        assert met[count] >= {*FOUR_STYLES, *lokis, "evolved", "adaptive-68", itself.name}
    drawn = np.array([any_style(rng).params for _ in range(500)])
    assert (drawn.min(axis=0) == 0).all()
    assert (drawn.max(axis=0) == 1).all()


def test_who_sits_in_every_seat_learns_in_all_and_gains_nothing() -> None:
    """What one seat wins another loses, and every seat's decisions are learnt from."""
    learner = _Learner(TrainingPlan(heads_up=False, batches=1, seed=4))
    population = Population(itself=_random_agent())
    rng = np.random.default_rng(2)
    table = TrainingTable(0, rng, heads_up=False, population=population, memory=places.MEMORY)
    table.deciders[1:] = LEARNS
    table.memory[:] = 0.0
    tally = learner.play(table, 0.1)
    assert tally[HANDS] == table.seats * PIECE
    assert tally[GAINED] == pytest.approx(0.0, abs=1e-6)
    assert tally[DECISIONS] > 2 * PIECE
    assert all(np.abs(grad).max() > 0 for grad in learner.grads)


@pytest.mark.parametrize("style", FOUR_STYLES)
def test_the_shipped_player_wins_from_every_style(style: str) -> None:
    for agents, hands in ((["adaptive", style], 8_000), (["adaptive", f"{style}*9"], 20_000)):
        income = play_match(match_plan(agents, hands=hands, seed=8)).players[0].income_sb
        assert income.mean is not None
        assert income.mean > 0


def test_a_blind_network_does_not_look_at_anybody() -> None:
    x, memory = np.zeros(places.INPUTS), np.ones(places.MEMORY)
    game = make_game("holdem-limit", seats=3)
    assert isinstance(game, CardGame)
    see_once(game.start(seed=1, button=0).observation(0).record, False, memory, x)
    assert x[: places.EVERYONE].any()
    assert not x[places.EVERYONE :].any()
    blind = net_agent(np.zeros(places.NET), np.zeros(places.NET), sees=False)
    assert blind.entry.name == "adaptive-twin"
    assert not make_agent("adaptive-twin").remembers
    player = blind.player(1)
    state = game.start(seed=1, button=0)
    while not state.is_over:
        state.apply(player.decide(state.observation(state.actor or 0)))
    player.hand_over(state.observation(0))
    assert not player.memory[places.MODELS_AT :].any()


@pytest.mark.prove
def test_how_quickly_adaptive_decides(note: Callable[[str, object], None]) -> None:
    """Microseconds of one core, apart from hand strength; heads-up at least 200,000 decisions a second."""
    for opponents in (1, 9):
        for what, make in (("a decision", deciding), ("a hand taken in", learning)):
            run = make(opponents, 5, None).run
            run()  # compiled before the clock starts
            start = time.process_time()
            run()
            microseconds = 1e6 * (time.process_time() - start) / TIMES
            note(f"{what}, {opponents} opponent{'s' * (opponents > 1)}, µs", round(microseconds, 2))
            assert microseconds < 5 or what != "a decision" or opponents > 1


def test_networks_of_different_kinds_are_not_mixed() -> None:
    plan = TrainingPlan(heads_up=True, batches=1, seed=1)
    trained = TrainedNet(plan=plan, net=np.zeros(places.NET), curve=())
    ring = replace(trained, plan=replace(plan, heads_up=False))
    assert adaptive_agent(trained, ring).params.size == places.WEIGHTS
    with pytest.raises(AgentError, match="both of one kind"):
        adaptive_agent(trained, replace(ring, plan=replace(ring.plan, thesis=True)))
