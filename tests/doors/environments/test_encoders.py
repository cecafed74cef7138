"""What learners see is what a seat sees, and nothing else; every number of the menu means what the rules allow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from riverboat.doors.environments.encoder import width_of
from riverboat.doors.environments.episode import make_encoder
from riverboat.errors import GameError
from riverboat.games import GAMES
from tests.doors.environments.twin import menu_of, row_of

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("holdem-limit", {}),
    ("holdem-limit", {"seats": 10}),
    ("holdem-nolimit", {"seats": 3, "stack": 300}),
    ("omaha-limit", {"seats": 4}),
    ("omaha-potlimit", {"seats": 3, "stack": 200}),
    ("stud-limit", {"seats": 8}),
    ("stud", {}),
    ("kuhn", {}),
    ("leduc", {}),
    ("bluff", {"dice": (2, 1, 3), "check": True}),
    ("bluff", {"dice": 2, "wild": 0, "order": "plain"}),
]


def encoder_of(name: str, options: dict[str, Any], dtype: str = "float32") -> Any:
    return make_encoder(name, seats=None, sizes=None, dtype=dtype, options=options)  # type: ignore[arg-type]


def test_every_game_with_cards_or_dice_is_there() -> None:
    assert {name for name, _ in TABLES} == {name for name, entry in GAMES.items() if entry.pieces != "moves"}


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_observations_and_masks_are_those_of_the_plain_twin(name: str, options: dict[str, Any], dtype: str) -> None:
    encoder = encoder_of(name, options, dtype)
    game, rng = encoder.game, np.random.default_rng(7)
    row, mask = np.zeros(width_of(encoder), encoder.dtype), np.zeros(len(encoder.actions), np.uint8)
    for number in range(40):
        state = game.start(seed=number, button=number % game.seats)
        while state.actor is not None:
            for seat in range(game.seats):
                encoder.look(state, seat, row, mask)
                seen = state.observation(seat)
                assert row.tolist() == row_of(encoder, seen).tolist()
                menu = menu_of(encoder, seen) if seat == state.actor else {}
                assert np.flatnonzero(mask).tolist() == sorted(menu)
                for chosen, action in menu.items():
                    assert encoder.action(state, chosen) == action
            encoder.look(state, state.actor, row, mask)
            state.apply(encoder.action(state, int(rng.choice(np.flatnonzero(mask)))))
        assert row.max() <= encoder.most


@pytest.mark.parametrize(("name", "options"), [table for table in TABLES if table[0] != "bluff"])
def test_swapping_what_a_seat_cannot_see_leaves_its_numbers_unchanged(name: str, options: dict[str, Any]) -> None:
    encoder = encoder_of(name, options)
    game, rng = encoder.game, np.random.default_rng(3)
    row, other, mask = (np.zeros(width_of(encoder), encoder.dtype) for _ in range(3))
    mask = np.zeros(len(encoder.actions), np.uint8)
    for number in range(20):
        state = game.start(seed=number)
        while (actor := state.actor) is not None:
            encoder.look(state, actor, row, mask)
            twin = state.copy()
            used = {card for held in state.held for card in held} | set(state.board)
            fresh = [card for card in game.deck if card not in used]
            for seat in range(game.seats):  # cards of others that lie face down become other ones
                hidden = [
                    at for at in range(len(state.cards(seat))) if state.cards(seat)[at] not in state.up_cards(seat)
                ]
                if seat != actor:
                    for at in hidden[: len(fresh)]:
                        twin.record["cards"][0, seat, at] = fresh.pop()
            encoder.look(twin, actor, other, mask)
            assert row.tolist() == other.tolist()
            state.apply(encoder.action(state, int(rng.choice(np.flatnonzero(mask)))))


def test_sizes_are_shares_of_the_pot_and_only_where_bets_are_free() -> None:
    encoder = make_encoder("holdem-nolimit", seats=2, sizes=[0.75], dtype="float32", options={})
    assert encoder.actions[3:] == ("bet 0.75 of the pot", "the largest bet or raise")
    for name, sizes in (("holdem-limit", [1.0]), ("holdem-nolimit", [1.0, 0.5]), ("bluff", [1.0])):
        with pytest.raises(GameError, match="sizes"):
            make_encoder(name, seats=2, sizes=sizes, dtype="float32", options={})
    with pytest.raises(GameError, match="tree without cards"):
        make_encoder("rps", seats=None, sizes=None, dtype="float32", options={})
    with pytest.raises(GameError, match="float32"):
        make_encoder("leduc", seats=None, sizes=None, dtype="int8", options={})  # type: ignore[arg-type]
