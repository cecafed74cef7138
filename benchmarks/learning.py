"""Environments for learners: steps with observations and masks, in a batch or singly, compared with other libraries."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.games import _universal_poker
from benchmarks.peers import PeerMissingError
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat import env

GROUP = "learning"
LANES = 1024


def rows(seed: int) -> Iterator[Row]:
    """Heads-up limit Hold'em and ten seats: every step gives an observation and what may be done."""
    entries = [
        Entry(who=US, build=lambda _: _batch(2, 400, seed)),
        Entry(who="rlcard", build=lambda rlcard: _rlcard(rlcard, 2, 200, seed), least_ratio=10),
        Entry(who="pettingzoo", build=lambda _: _pettingzoo(100, seed), least_ratio=10),
        Entry(who="open_spiel", build=lambda spiel: _open_spiel(spiel, 400, seed), least_ratio=10),
    ]
    yield from contest(GROUP, "limit Hold'em heads-up, observation and mask", "steps/s", entries)
    entries = [
        Entry(who=US, build=lambda _: _batch(10, 400, seed)),
        Entry(who="rlcard", build=lambda rlcard: _rlcard(rlcard, 10, 60, seed), least_ratio=10),
    ]
    yield from contest(GROUP, "limit Hold'em, ten seats, observation and mask", "steps/s", entries)
    entries = [
        Entry(who=US, build=lambda _: _single(300, seed)),
        Entry(who="pettingzoo", build=lambda _: _pettingzoo(100, seed)),
    ]
    yield from contest(GROUP, "limit Hold'em heads-up by PettingZoo's interface", "steps/s", entries)


def _batch(seats: int, steps: int, seed: int) -> Contender:
    batch = env.batch("holdem-limit", hands=LANES, seats=seats)
    rng = np.random.default_rng(seed)
    luck = rng.random((16, LANES, 3), dtype=np.float32)

    def run() -> None:
        masks = batch.reset(seed=seed)[1]
        for number in range(steps):
            masks = batch.step((luck[number % 16] * masks).argmax(axis=1))[3]

    return Contender(run=run, what=f"batch of {LANES} lanes, random legal actions drawn in numpy", work=steps * LANES)


def _single(hands: int, seed: int) -> Contender:
    table, rng = env.aec("holdem-limit"), np.random.default_rng(seed)

    def once() -> int:
        steps = 0
        for number in range(hands):
            table.reset(seed=seed + number)
            while table.agents:
                seen = table.observe(table.agent_selection)
                over = table.terminations[table.agent_selection]
                legal = np.flatnonzero(seen["action_mask"])
                table.step(None if over else int(legal[int(rng.random() * len(legal))]))
                steps += not over
        return steps

    return Contender(run=lambda: _none(once()), what="aec, one hand after another", work=once())


def _none(_: int) -> None:
    """What is measured gives nothing back."""


def _rlcard(rlcard: Any, seats: int, hands: int, seed: int) -> Contender:
    table = rlcard.make("limit-holdem", config={"game_num_players": seats, "seed": seed})
    rng = np.random.default_rng(seed)

    def once() -> int:
        steps = 0
        for _ in range(hands):
            state, _player = table.reset()
            while not table.is_over():
                legal = list(state["legal_actions"])
                state, _player = table.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return Contender(run=lambda: _none(once()), what="limit-holdem, its environment", work=once())


def _pettingzoo(hands: int, seed: int) -> Contender:
    try:
        table = importlib.import_module("pettingzoo.classic").texas_holdem_v4.env()
    except Exception as error:  # it needs packages of its own
        raise PeerMissingError(f"pettingzoo won't open its game: {type(error).__name__}") from error
    rng = np.random.default_rng(seed)

    def once() -> int:
        steps = 0
        for number in range(hands):
            table.reset(seed=seed + number)
            for _ in table.agent_iter():
                seen, _reward, over, truncated, _info = table.last()
                legal = np.flatnonzero(seen["action_mask"])
                table.step(None if over or truncated else int(legal[int(rng.random() * len(legal))]))
                steps += not over
        return steps

    return Contender(run=lambda: _none(once()), what="PettingZoo's texas_holdem_v4, which plays by RLCard", work=once())


def _open_spiel(spiel: Any, hands: int, seed: int) -> Contender:
    game, rng = _universal_poker(spiel), np.random.default_rng(seed)

    def once() -> int:
        steps = 0
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                if not state.is_chance_node():
                    state.observation_tensor()
                    state.legal_actions_mask()
                    steps += 1
                state.apply_action(legal[int(rng.random() * len(legal))])
        return steps

    what = "universal_poker stepped from Python, observation_tensor and legal_actions_mask"
    return Contender(run=lambda: _none(once()), what=what, work=once())
