"""Values of luck are fitted to hands of self-play: kept session by session, the same after a pause."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest

from riverboat.arena.luck.values import load_values
from riverboat.arrays import Floats
from riverboat.training import luck_values
from riverboat.training.luck_values import PlayedSession, main, played_session

TYPED = ("tight-aggressive", "--hands", "600", "--seed", "3", "--out")


@pytest.fixture(autouse=True)
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparing all classes of starting hands takes 20 s: here they are all alike."""

    def alike() -> Generator[int, None, Floats]:
        yield 0
        return np.full((169, 169), 0.5)

    monkeypatch.setattr(luck_values, "class_steps", alike)


def test_stopped_and_resumed_the_values_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, broken = tmp_path / "whole.npz", tmp_path / "broken.npz"
    main([*TYPED, str(whole)])
    assert "2 of 3 sessions played" in capsys.readouterr().err

    def stops(plan: object, number: int) -> PlayedSession:
        if number == 2:
            raise KeyboardInterrupt
        return played_session(plan, number)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(luck_values, "played_session", stops)
        with pytest.raises(SystemExit):
            main([*TYPED, str(broken)])
    told = capsys.readouterr().err
    assert "--resume goes on" in told
    assert not broken.exists()
    main([*TYPED, str(broken), "--resume"])
    assert capsys.readouterr().err.startswith("2 of 3 sessions played")
    one, other = load_values(whole), load_values(broken)
    assert one.made_by == other.made_by
    assert one.made_by.endswith("luck_values tight-aggressive --hands 600 --seed 3")
    np.testing.assert_array_equal(one.weights, other.weights)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (["rokc", "--out", "x.npz"], "is not an agent"),
        (["rock", "--hands", "0", "--out", "x.npz"], "hands=0 is not possible"),
    ],
)
def test_mistakes_are_told(
    typed: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as over:
        main(typed)
    assert over.value.code == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
