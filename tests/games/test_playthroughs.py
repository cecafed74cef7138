"""Golden playthroughs, one a game: everything that can be read from a hand, as text, from start to end.

`python tests/games/test_playthroughs.py` writes them anew; look at the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.games import CHANCE, GAMES, Action, BluffObservation, CardGame, CardState, State, make_game
from riverboat.games.engine.observation import format_known

FOLDER = Path(__file__).parent / "playthroughs"
# The options of each playthrough, and the seed that makes it an eventful one.
TABLES: dict[str, tuple[dict[str, Any], int]] = {
    "holdem-limit": ({"seats": 4}, 7),
    "holdem-nolimit": ({"seats": 5, "antes": 1, "stack": 300}, 5),
    "omaha-limit": ({"seats": 3}, 9),
    "omaha-potlimit": ({"seats": 4, "stack": 400}, 6),
    "stud-limit": ({"seats": 3}, 3),
    "stud": ({}, 2),
    "kuhn": ({}, 1),
    "leduc": ({}, 4),
    "bluff": ({"dice": (2, 1, 2), "check": True}, 3),
    "bluff-perudo": ({"rules": "perudo", "dice": (2, 1, 2), "spot_on": "anybody"}, 3),
    "rps": ({}, 1),
    "koller": ({}, 1),
}


def cards_text(cards: Sequence[int]) -> str:
    return "".join(format_known(card) for card in cards) or "-"


def describe(state: State, seats: range) -> list[str]:
    if not isinstance(state, CardState):
        views = [state.observation(seat) for seat in seats]
        rolls = [f" {seen.rolls}" if isinstance(seen, BluffObservation) else "" for seen in views]
        return [f"  seat {seat} sees {views[seat].infoset}{rolls[seat]}" for seat in seats]
    lines = [
        f"  street {state.street} ({state.street_name}), pot {state.pot}, board {cards_text(state.board)}",
        f"  in {[s for s in seats if state.is_in[s]]}, bets {list(state.bets)}, paid {list(state.paid)}",
        f"  pots {[(pot.amount, list(pot.seats)) for pot in state.pots]}",
    ]
    for seat in seats:
        seen = state.observation(seat)
        lines.append(f"  seat {seat} sees {' '.join(cards_text(cards) for cards in seen.cards)}; {seen.infoset}")
    return lines


def choose(state: State, draw: int) -> Action:
    """Mostly stay in, so that hands are long; every kind comes up."""
    if not isinstance(state, CardState):
        # Low bids, so that rounds are long, and now and then one of the last actions, which are the calls.
        options = state.legal_actions()
        return options[draw // 10 % min(3, len(options))] if draw % 10 < 7 else options[-1 - draw % 2]
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
    name = name.removesuffix(f"-{options.get('rules', '')}")
    game = make_game(name, **options)
    shown = f"{game!r}" if isinstance(game, CardGame) else f"{name} {options}"
    lines = [f"game: {shown}", f"line: {GAMES[name].line}"]
    for hand in range(3):
        state = game.start(seed=seed + hand, button=hand % game.seats)
        draws = iter(np.random.SeedSequence(seed + hand + 1000).generate_state(400).tolist())
        lines += [
            "",
            f"hand {hand}: seed {seed + hand}, button {hand % game.seats}",
            *describe(state, range(game.seats)),
        ]
        while not state.is_over:
            assert state.actor != CHANCE
            action = choose(state, next(draws) >> 7)
            legal = state.legal_actions()
            listed = ", ".join(map(str, legal)) if isinstance(legal, tuple) else legal
            lines.append(f"seat {state.actor}: {listed} -> {action}")
            state.apply(action)
            lines += describe(state, range(game.seats))
        lines.append(f"returns: {list(state.returns())}")
    return "\n".join(lines) + "\n"


#: Every game, and every set of rules that has a name.
NAMES = [name for row, entry in GAMES.items() for name in (row, *(f"{row}-{each.name}" for each in entry.rule_sets))]


@pytest.mark.parametrize("name", NAMES)
def test_playthrough_is_as_it_was(name: str) -> None:
    golden = FOLDER / f"{name}.txt"
    assert golden.exists(), f"{name} has no playthrough: add it to TABLES and run this file as a program"
    assert playthrough(name) == golden.read_text(encoding="utf-8")


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(NAMES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_name in TABLES:
        (FOLDER / f"{game_name}.txt").write_text(playthrough(game_name), encoding="utf-8")
