"""How large a tree is: estimated without walking through it, and refused where no walk would end."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.errors import GameError
from riverboat.games import Action, load_efg, make_game, write_efg
from riverboat.games.actions import MoveName
from riverboat.games.size import MOST_STATES, estimated_states
from riverboat.solving.solver import solve


class Guessing:
    """A game somebody wrote in Python: two players say left or right in turn, so many times."""

    name, seats = "guessing", 2

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def root(self) -> _Said:
        return _Said(self.turns, "")

    def start(self, *, seed: object = None, button: int | None = None) -> _Said:
        return self.root()


class _Said:
    def __init__(self, turns: int, said: str) -> None:
        self.turns, self.said = turns, said

    @property
    def is_over(self) -> bool:
        return len(self.said) == self.turns

    @property
    def actor(self) -> int | None:
        return None if self.is_over else len(self.said) % 2

    def legal_actions(self) -> tuple[Action, ...]:
        return (Action(MoveName("left")), Action(MoveName("right")))

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        return ()

    def apply(self, action: Action) -> None:
        self.said += str(action)[0]

    def infoset(self) -> str:
        return f"{self.actor}:{self.said}"

    def observation(self, seat: int) -> object:
        raise NotImplementedError

    def returns(self) -> tuple[int, int]:
        won = 1 if self.said.count("l") % 2 else -1
        return won, -won

    def copy(self) -> _Said:
        return _Said(self.turns, self.said)


def test_a_tree_that_branches_evenly_is_estimated_exactly() -> None:
    assert estimated_states(Guessing(10)) == 2**11 - 1  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "states"), [("rps", 13), ("koller", 17), ("kuhn", 58), ("bluff", 147_420 + 43)])
def test_small_games_are_estimated_within_a_quarter(name: str, states: int) -> None:
    assert estimated_states(make_game(name)) == pytest.approx(states, rel=0.25)


def test_a_walk_without_end_is_cut_short() -> None:
    assert estimated_states(Guessing(10**9), steps=5_000) == float("inf")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit", "stud-limit", "stud"])
def test_what_cannot_end_is_refused_with_its_size(name: str) -> None:
    said = rf"{name} has about \d.* x 10\^\d+ states \(estimated by random walks\): too many .*at most 3,000,000"
    with pytest.raises(GameError, match=said):
        solve(make_game(name))
    with pytest.raises(GameError, match=said):
        write_efg(make_game(name))


def test_games_written_in_python_are_refused_too() -> None:
    assert 2**61 > MOST_STATES
    with pytest.raises(GameError, match=r"guessing has about 2.3 x 10\^18 states"):
        solve(Guessing(60))  # type: ignore[arg-type]
    assert solve(Guessing(4)).value_exact is not None  # type: ignore[arg-type]


def test_bluff_counts_its_own_states() -> None:
    assert make_game("bluff").tree_size == 36 << 12  # type: ignore[attr-defined]
    with pytest.raises(GameError, match=r"bluff has about 3.4 x 10\^57 states: too many"):
        write_efg(make_game("bluff", dice=(9, 9), faces=9))


def test_a_file_is_loaded_by_its_name_as_text_or_path(tmp_path: Path) -> None:
    path = tmp_path / "game.efg"
    path.write_text("".join(write_efg(make_game("rps"))), "utf-8")
    assert load_efg(str(path)).nodes == load_efg(path).nodes
