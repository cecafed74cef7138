"""The evolving player's studies and breeding, small; full ones in `make prove`, which saves their results."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from riverboat.arena.breeding import Breeding, breed, turning_epoch
from riverboat.studies.evolve_2 import share_that_differs
from riverboat.studies.evolving_runs import bred_player


def test_the_epoch_at_which_a_run_turns() -> None:
    assert turning_epoch(np.array([-10] * 60 + [20] * 60)) == 77  # 33 of -10 and 17 of +20 are the first gain
    assert turning_epoch(np.array([-1] * 100)) is None


def test_an_interrupted_run_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    breeding = Breeding(epochs=4, seed=3, options={"uses": 5})
    whole = bred_player(breeding)
    path = tmp_path / "player.npz"
    steps = breed(breeding, path=path)
    next(steps)
    next(steps)
    steps.close()
    rest = breed(breeding, path=path, resume=True)
    numbers = []
    while True:
        try:
            numbers.append(next(rest).number)
        except StopIteration as end:
            resumed = end.value
            break
    assert numbers == [2, 3]
    assert np.array_equal(resumed.won, whole.won)
    assert np.array_equal(resumed.agent.memory, whole.agent.memory)


def test_equal_controllers_differ_nowhere_and_opposite_ones_everywhere() -> None:
    counts = np.ones((48, 16))
    fold, bold = np.zeros((48, 16, 3)), np.zeros((48, 16, 3))
    fold[..., 0], bold[..., 2] = 1, 1
    assert share_that_differs(fold, fold, counts) == 0
    assert share_that_differs(fold, bold, counts) == 1
