"""The networks that play: against readable twins, and how they are trained."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent, CompiledPlayer, read_model, write_model
from riverboat.agents.neural import neural_layout_kernel as places
from riverboat.agents.neural.ann import ann_agent
from riverboat.arena import match_plan, play_match
from riverboat.cards.random_kernel import uniform
from riverboat.errors import AgentError
from riverboat.games import Action, CardGame, CardObservation, make_game
from riverboat.modeling.attributes import PlayerModel
from riverboat.modeling.attributes_layout import LASTING
from riverboat.modeling.networks import new_network
from riverboat.modeling.strengths import strengths_of
from riverboat.odds.strength import hand_strength
from riverboat.steps import run_to_end
from riverboat.training.neural import (
    TrainedNet,
    TrainingPlan,
    adaptive_agent,
    net_agent,
    scales,
    spread_out,
    train_steps,
)
from riverboat.training.neural_training_kernel import SEEN, seen_while_training, two_layers
from riverboat.training.opponents import FOUR_STYLES
from tests.agents.neural_twin import all_inputs, chances, five_inputs, moves_of
from tests.agents.twin import win_probability


def _compiled(name: str) -> CompiledAgent:
    agent = make_agent(name)
    assert isinstance(agent, CompiledAgent)
    return agent


def _action(wish: str, seen: CardObservation) -> Action:
    legal = seen.legal_actions
    if wish == "raise" and legal.raise_kind:
        return Action(legal.raise_kind, legal.min_to)
    if Action("check") in legal:
        return Action("check")
    return Action("fold" if wish == "fold" else "call")


def _table(seats: int) -> CardGame:
    game = make_game("holdem-limit", seats=seats)
    assert isinstance(game, CardGame)
    return game


def _wish(x: np.ndarray, net: np.ndarray, seen: CardObservation, chance: float) -> str:
    legal = seen.legal_actions
    fold, call, _ = chances(net, x, may_fold=seen.to_call > 0, may_raise=legal.raise_kind is not None)
    return "fold" if chance < fold else "call" if chance < fold + call else "raise"


@pytest.mark.parametrize("seats", [2, 4])
def test_adaptive_68_decides_as_its_readable_twin(seats: int) -> None:
    agent = _compiled("adaptive-68")
    start = places.NETS_AT if seats == 2 else places.NETS_AT + places.NET
    net = agent.params[start : start + places.NET]
    player, game = agent.player(3), _table(seats)
    others = [make_agent(FOUR_STYLES[seat % 4]).player(seat) for seat in range(1, seats)]
    models = {seat: PlayerModel(LASTING) for seat in range(1, seats)}
    decided = 0
    for number in range(70):
        stacks = [3_000 if number % 3 else 500] * seats  # rich ones too: own chips are counted up to 2,000 only
        state = game.start(seed=number, button=number % seats, stacks=stacks)
        while not state.is_over:
            seat = state.actor
            assert seat is not None
            seen = state.observation(seat)
            if seat == 0:
                words = player.words.copy()
                action = player.decide(seen)
                assert action == _action(_wish(all_inputs(seen, models), net, seen, uniform(words)), seen)
                decided += 1
            else:
                action = others[seat - 1].decide(seen)
            state.apply(action)
        player.hand_over(state.observation(0))
        for seat, model in models.items():
            strengths = None
            if state.is_showdown and state.is_in[seat]:
                board = state.board
                strengths = np.array([_strength(state.cards(seat), board[:count]) for count in (0, 3, 4, 5)])
            model.take(moves_of(state.observation(0)), seat, strengths)
    assert decided > 100


def _strength(cards: tuple[int, ...], board: tuple[int, ...]) -> float:
    if board:
        return hand_strength(cards, board).value
    state = _table(2).start(cards=[cards, "????"], button=1)
    return win_probability(state.observation(0))


def test_the_twin_does_not_look_at_anybody() -> None:
    twin, adaptive = _compiled("adaptive-68-twin"), _compiled("adaptive-68")
    assert not twin.remembers
    assert adaptive.remembers
    start = places.GAME_INPUTS
    for agent, blind in ((twin, True), (adaptive, False)):
        first = agent.params[places.NETS_AT : places.NETS_AT + places.SECOND_LAYER]
        weights = first.reshape(places.HIDDEN, places.INPUTS + 1)[:, start:-1]
        assert (np.abs(weights).max() == 0) == blind


def test_the_network_of_68_inputs_is_the_one_that_was_trained() -> None:
    rng = np.random.default_rng(2)
    plan = TrainingPlan(heads_up=False, batches=1, seed=1, thesis=True)
    first, second = rng.normal(size=(places.HIDDEN, SEEN + 1)), rng.normal(size=(places.CHOICES, places.HIDDEN + 1))
    x = rng.random(places.INPUTS)
    shift, scale = scales(False)
    z, hidden, out = np.zeros(SEEN), np.zeros(places.HIDDEN), np.zeros(places.CHOICES)
    seen_while_training(x, scale, shift, True, z)
    two_layers(first, second, z, hidden, out)
    shares = chances(spread_out(first, second, plan), x, may_fold=True, may_raise=True)
    assert shares.tolist() == pytest.approx((np.exp(out - out.max()) / np.exp(out - out.max()).sum()).tolist())


def _finish(plan: TrainingPlan, checkpoint: Path | None = None, *, resume: bool = False) -> TrainedNet:
    return run_to_end(train_steps(plan, checkpoint=checkpoint, resume=resume))


def test_interrupted_training_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    plan = TrainingPlan(heads_up=True, batches=60, seed=4, thesis=True)
    whole = _finish(plan)
    part = tmp_path / "part.npz"
    steps = train_steps(plan, checkpoint=part)
    next(steps)
    steps.close()
    again = _finish(plan, part, resume=True)
    assert np.array_equal(again.net, whole.net)
    assert again.curve == whole.curve
    with pytest.raises(AgentError, match="left by other training"):
        next(train_steps(replace(plan, seed=5), checkpoint=part, resume=True))


def test_training_makes_it_win() -> None:
    """Three seconds against one style: from losing to winning, and the untrained network loses."""
    plan = TrainingPlan(heads_up=True, sees=False, batches=125, seed=2, style="tight-passive", thesis=True)
    trained = _finish(plan)
    first, last = (trained.curve[at].gains_sb["tight-passive"] for at in (0, -1))
    assert first < 0.15 < 0.25 < last
    agent = net_agent(trained.net, trained.net, sees=False, thesis=True)
    result = play_match(match_plan([agent, "tight-passive"], hands=4_000, seed=3))
    low = result.players[0].income_sb.low
    assert low is not None
    assert low > 0


@pytest.mark.parametrize("style", FOUR_STYLES)
def test_the_shipped_player_wins_from_every_style(style: str) -> None:
    for agents, hands in ((["adaptive-68", style], 8_000), (["adaptive-68", f"{style}*9"], 20_000)):
        income = play_match(match_plan(agents, hands=hands, seed=8)).players[0].income_sb
        assert income.mean is not None
        assert income.mean > 0


def test_networks_for_other_tables_or_of_other_kinds_are_not_mixed() -> None:
    net = np.zeros(places.NET)
    plan = TrainingPlan(heads_up=True, batches=1, seed=1, thesis=True)
    trained = TrainedNet(plan=plan, net=net, curve=())
    with pytest.raises(AgentError, match="two seats and one for more"):
        adaptive_agent(trained, trained)
    ring = replace(trained, plan=replace(plan, heads_up=False))
    assert adaptive_agent(trained, ring).params.size == places.ADAPTIVE_WEIGHTS
    with pytest.raises(AgentError, match='did you mean "tight-passive"'):
        TrainingPlan(heads_up=True, batches=1, seed=1, style="tight-passiv")


@pytest.mark.parametrize(("inputs", "hidden"), [(2, ()), (5, (2,)), (5, (5,))])
def test_ann_decides_as_the_network_says_and_folds_by_pot_odds(inputs: int, hidden: tuple[int, ...]) -> None:
    network = new_network(inputs, hidden, 7)
    agent = ann_agent(network)
    player, other = agent.player(1), make_agent("loose-aggressive").player(2)
    folds = bold = calm = 0
    for number in range(60):
        state = _table(2).start(seed=number, button=number % 2)
        while not state.is_over:
            seen = state.observation(state.actor or 0)
            if state.actor == 1:
                state.apply(other.decide(seen))
                continue
            strength = float(strengths_of([(seen.own_cards, seen.board)])[0][seen.street])
            x = np.array([five_inputs(seen, strength)])[:, :inputs]
            out = network.activations(x)[-1][0]
            wish = "raise" if out[1] > out[0] else "call"
            if seen.to_call and strength < seen.to_call / (seen.pot + seen.to_call):
                wish = "fold"
            folds, bold, calm = folds + (wish == "fold"), bold + (wish == "raise"), calm + (wish == "call")
            action = player.decide(seen)
            assert action == _action(wish, seen)
            state.apply(action)
    assert folds > 0
    assert bold + calm > 60


def test_ann_takes_the_thesis_networks_alone(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="only the thesis's networks play"):
        ann_agent(new_network(5, (4,), 1, modern=True))
    agent = ann_agent(new_network(5, (3,), 1), mixed=True)
    write_model(tmp_path / "net.npz", agent, made_by="here")
    params, _ = read_model(tmp_path / "net.npz", agent.entry)
    assert params == agent.params.tolist()
    assert agent.params[places.MIXED] == 1
    assert make_agent(f"ann@{tmp_path / 'net.npz'}").fingerprint == agent.fingerprint


def test_a_switcher_plays_one_style_and_then_the_other() -> None:
    switcher = make_agent("switcher:first=1;second=5;after=3").player(1)
    assert isinstance(switcher, CompiledPlayer)
    one, other = (make_agent(name).player(1) for name in ("loose-passive", "maniac"))
    assert isinstance(one, CompiledPlayer)
    assert isinstance(other, CompiledPlayer)
    game = _table(2)
    for number in range(8):
        state = game.start(seed=number, button=0)
        seen = state.observation(0)
        model = one if number < 3 else other
        model.words[:] = switcher.words
        assert switcher.decide(seen) == model.decide(seen)
        state.apply(Action("fold"))
        switcher.hand_over(state.observation(0))
