"""The adaptive player: what a decision costs apart from hand strength, what a hand costs to take in, and training."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.loki import flop_seen
from benchmarks.neural_kernel import decide_often, learn_often
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent, CompiledPlayer
from riverboat.games import CardGame, CardObservation, make_game
from riverboat.training.neural import CHUNK, PIECE, TrainingPlan, train_steps
from riverboat.training.opponents import TABLES

GROUP = "neural"
TIMES = 20_000
#: 200,000 decisions a second, in microseconds.
MOST_US = 5.0


def rows(seed: int) -> Iterator[Row]:
    """Decisions and hands taken in, at two seats and at ten; then training."""
    for opponents in (1, 9):
        who = f"{opponents} opponent{'s' * (opponents > 1)}"
        task = f"a decision of adaptive on the flop, strength known, {who}"
        entry = Entry(who=US, build=partial(deciding, opponents, seed), most=MOST_US)
        yield from contest(GROUP, task, "µs", [entry], scale=1e6)
        entry = Entry(who=US, build=partial(learning, opponents, seed))
        yield from contest(GROUP, f"a hand taken in by adaptive, {who}", "µs", [entry], scale=1e6)
    for heads_up in (True, False):
        task = f"training adaptive, {'two seats' if heads_up else 'three to ten seats'}"
        entry = Entry(who=US, build=partial(_training, seed, heads_up))
        yield from contest(GROUP, task, "hands/s", [entry], rounds=3)


def _experienced(opponents: int, seed: int) -> tuple[CompiledAgent, CompiledPlayer, CardObservation]:
    """The player after twenty hands with these opponents, and how the last of them ended for it."""
    agent = make_agent("adaptive")
    assert isinstance(agent, CompiledAgent)
    player = agent.player(seed)
    others = [make_agent("loose-passive").player(seed + seat) for seat in range(opponents)]
    game = make_game("holdem-limit", seats=opponents + 1)
    assert isinstance(game, CardGame)
    for number in range(20):
        state = game.start(seed=seed + number)
        while state.actor is not None:
            state.apply(
                (player if state.actor == 0 else others[state.actor - 1]).decide(state.observation(state.actor))
            )
        player.hand_over(state.observation(0))
    return agent, player, state.observation(0)


def deciding(opponents: int, seed: int, _: object) -> Contender:
    """Decisions on a flop, the strength known."""
    agent, player, _ended = _experienced(opponents, seed)
    view = flop_seen(opponents, seed).record
    return Contender(
        run=lambda: decide_often(view, agent.params, player.memory, player.words, TIMES),
        what=f"adaptive_wish, {TIMES:,} times, everybody in; at most {MOST_US:g} µs is 200,000 a second",
        work=1 / TIMES,
    )


def learning(opponents: int, seed: int, _: object) -> Contender:
    """A hand taken in."""
    _, player, ended = _experienced(opponents, seed)
    return Contender(
        run=lambda: learn_often(ended.record, player.memory, TIMES),
        what=f"adaptive_learn, {TIMES:,} times, strengths of shown hands included",
        work=1 / TIMES,
    )


def _training(seed: int, heads_up: bool, _: object) -> Contender:
    plan = TrainingPlan(heads_up=heads_up, batches=1_000, seed=seed)
    return Contender(
        run=lambda: next(train_steps(plan)),
        what=f"train_steps, {CHUNK} batches, playing and learning",
        work=CHUNK * TABLES * PIECE,
    )
