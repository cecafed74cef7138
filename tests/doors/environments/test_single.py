"""The environments pass the checks of the libraries that they are made for."""

from __future__ import annotations

import builtins
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import riverboat
from riverboat.errors import RiverboatError
from tests.doors.environments.test_encoders import TABLES

OPPONENTS = {"stud": ["stud"], "bluff": ["bluff-odds"]}


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_gymnasium_check_env_passes(name: str, options: dict[str, Any], dtype: str) -> None:
    seats = options.get("seats") or (len(options["dice"]) if isinstance(options.get("dice"), tuple) else 2)
    opponents = (OPPONENTS.get(name, ["loose-passive" if name.startswith("holdem") else "always-call"]) * seats)[
        : seats - 1
    ]
    env = riverboat.env.make(name, opponents=opponents, dtype=dtype, **options)  # type: ignore[arg-type]
    check_env(env, skip_render_check=True)
    env.close()


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_pettingzoo_api_test_and_seed_test_pass(
    name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        for usual in ("Observation is not a NumPy array", "Observation space for each agent"):  # dicts with masks
            warnings.filterwarnings("ignore", message=usual)
        api_test(riverboat.env.aec(name, **options), num_cycles=100)
        seed_test(lambda: riverboat.env.aec(name, **options), num_cycles=50)


def test_rewards_are_what_the_hand_gave_and_sum_to_zero() -> None:
    env = riverboat.env.aec("holdem-nolimit", seats=3, stack=200)
    rng = np.random.default_rng(1)
    for seed in range(20):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            assert seen is not None
            total[agent] += reward
            env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert sum(total.values()) == pytest.approx(0)
        assert list(total.values()) == pytest.approx([float(net) / 10 for net in env._episode.state.returns()])


def test_an_action_that_is_not_allowed_is_played_by_rule() -> None:
    env = riverboat.env.make("leduc", opponents=["always-call"])
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    while not over:
        _, reward, over, _, info = env.step(0)
    assert info["illegal"] or reward < 0
    with pytest.raises(RiverboatError, match="call reset"):
        env.step(1)


def test_a_seed_repeats_a_session_of_hands() -> None:
    env = riverboat.env.make("bluff", dice=2, opponents=["bluff-odds"])

    def session() -> list[float]:
        rewards, seed = [], 7
        for hand in range(10):
            seen, _ = env.reset(seed=seed if hand == 0 else None)
            over = False
            while not over:
                seen, reward, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
            rewards.append(reward)
        return rewards

    assert session() == session()


def test_without_the_package_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def no_gymnasium(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] in ("gymnasium", "pettingzoo"):
            raise ImportError(f"No module named {name!r}")
        return real(name, *rest, **named)

    for module in [each for each in sys.modules if each.partition(".")[0] in ("gymnasium", "pettingzoo")]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(builtins, "__import__", no_gymnasium)
    with pytest.raises(RiverboatError, match=r'gymnasium is not installed.*pip install "riverboat\[env\]"'):
        riverboat.env.make("leduc")
    with pytest.raises(RiverboatError, match=r'pettingzoo is not installed.*pip install "riverboat\[env\]"'):
        riverboat.env.aec("leduc")
