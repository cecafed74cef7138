"""Golden playthroughs, one a game: everything that can be read from a hand, as text, from start to end.

`python tests/games/test_playthroughs.py` writes them anew; look at the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.games import CHANCE, GAMES, Action, CardState, make_game
from riverboat.games.observation import format_known

FOLDER = Path(__file__).parent / "playthroughs"
# The options of each playthrough, and the seed that makes it an eventful one.
TABLES: dict[str, tuple[dict[str, Any], int]] = {
    "holdem-limit": ({"seats": 4}, 7),
    "holdem-nolimit": ({"seats": 5, "antes": 1, "stack": 300}, 5),
    "stud-limit": ({"seats": 3}, 3),
    "stud": ({}, 2),
    "kuhn": ({}, 1),
    "leduc": ({}, 4),
}


def cards_text(cards: Sequence[int]) -> str:
    return "".join(format_known(card) for card in cards) or "-"


def describe(state: CardState) -> list[str]:
    seats = range(state.game.seats)
    lines = [
        f"  street {state.street} ({state.street_name}), pot {state.pot}, board {cards_text(state.board)}",
        f"  in {[s for s in seats if state.is_in[s]]}, bets {list(state.bets)}, paid {list(state.paid)}",
        f"  pots {[(pot.amount, list(pot.seats)) for pot in state.pots]}",
    ]
    for seat in seats:
        seen = state.observation(seat)
        lines.append(f"  seat {seat} sees {' '.join(cards_text(cards) for cards in seen.cards)}; {seen.infoset}")
    return lines


def choose(state: CardState, draw: int) -> Action:
    """Mostly stay in, so that hands are long; every kind comes up."""
    legal = state.legal_actions()
    kinds = legal.kinds
    if draw % 10 == 0 and "fold" in kinds:
        return Action("fold")
    if draw % 10 < 6:
        for kind in ("bring-in", "check", "call"):
            if kind in kinds:
                return Action(kind)
    if legal.raise_kind and legal.max_to > legal.min_to:
        return Action(legal.raise_kind, legal.min_to + legal.step * ((draw // 10) % 20 * len(legal) // 200))
    return legal[len(legal) - 1]


def playthrough(name: str) -> str:
    options, seed = TABLES[name]
    game = make_game(name, **options)
    lines = [f"game: {game!r}", f"line: {GAMES[name].line}"]
    for hand in range(3):
        state = game.start(seed=seed + hand, button=hand % game.seats)
        assert isinstance(state, CardState)
        draws = iter(np.random.SeedSequence(seed + hand + 1000).generate_state(400).tolist())
        lines += ["", f"hand {hand}: seed {seed + hand}, button {state.button}", *describe(state)]
        while not state.is_over:
            assert state.actor != CHANCE
            action = choose(state, next(draws) >> 7)
            lines.append(f"seat {state.actor}: {state.legal_actions()} -> {action}")
            state.apply(action)
            lines += describe(state)
        lines.append(f"returns: {list(state.returns())}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_as_it_was(name: str) -> None:
    golden = FOLDER / f"{name}.txt"
    assert golden.exists(), f"{name} has no playthrough: add it to TABLES and run this file as a program"
    assert playthrough(name) == golden.read_text(encoding="utf-8")


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_name in TABLES:
        (FOLDER / f"{game_name}.txt").write_text(playthrough(game_name), encoding="utf-8")
