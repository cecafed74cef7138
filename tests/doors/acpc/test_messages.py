"""The competition's protocol as text, beside a second reading of it and real logs of its dealer."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.doors.acpc.dealing import competition_hands, house_hands
from riverboat.doors.acpc.definition import AcpcGame, check_rules, definition_of, read_definition, usual_game
from riverboat.doors.acpc.messages import action_text, answers, meant_by, read_state, speaks_ours, state_text
from riverboat.errors import GameError, RiverboatError
from riverboat.games import UNKNOWN, CardGame, HoldemRules
from riverboat.records.formats.acpc import read_acpc
from tests.doors.acpc.clients import turn

DATA = Path(os.environ.get("RIVERBOAT_DATA", "../shared/data")) / "acpc"
GAMES = [(seats, limit) for seats in (2, 3, 6) for limit in (True, False)]


def random_hands(game: AcpcGame, count: int, seed: int = 1) -> Any:
    rng = np.random.default_rng(seed)
    for number, state in enumerate(islice(house_hands(CardGame(game.rules), game.stack, seed), count)):
        while state.actor is not None:
            yield number, state
            legal = state.legal_actions()
            state.apply(legal[int(rng.integers(len(legal)))])
        yield number, state


@pytest.mark.parametrize(("seats", "limit"), GAMES)
def test_states_read_back_and_tell_whose_turn_it_is(seats: int, limit: bool) -> None:
    game = usual_game(seats, limit=limit)
    for number, state in random_hands(game, 60 // seats):
        for seat in range(seats):
            seen = state.observation(seat)
            text = state_text(seen, number)
            told = read_state(text)
            again = told.state(game.rules, game.stack)
            view = again.observation(0)
            assert (told.position, told.hand, told.seats) == (seen.position, number, seats)
            assert (view.pot, view.board, view.own_cards) == (seen.pot, seen.board, seen.own_cards)
            assert str(view.legal_actions) == str(seen.legal_actions)
            acting = None if state.actor is None else (state.actor - state.button - 1) % seats
            assert turn(told.betting, seats, limit=limit, stack=game.stack) == acting
            if state.actor is not None:
                others = [cards for at, cards in enumerate(told.hole) if at != told.position]
                assert others == [(UNKNOWN, UNKNOWN)] * (seats - 1)


@pytest.mark.parametrize(("seats", "limit"), GAMES)
def test_earlier_states_are_those_that_were(seats: int, limit: bool) -> None:
    """So that a program may be told of them when it must act, and can't tell the difference."""
    told: dict[int, list[str]] = {}
    for number, state in random_hands(usual_game(seats, limit=limit), 30, seed=2):
        told.setdefault(number, []).append(state_text(state.observation(0), number))
        seen = state.observation(0)
        assert [state_text(seen, number, at) for at in range(len(told[number]))] == told[number]


@pytest.mark.parametrize("limit", [True, False])
def test_every_action_is_said_and_meant(limit: bool) -> None:
    for _, state in random_hands(usual_game(3, limit=limit), 40):
        if state.actor is not None:
            seen = state.observation(state.actor)
            legal = seen.legal_actions
            for action in {legal[at] for at in (0, 1, 2, -1) if at < len(legal)}:
                assert meant_by(action_text(action, seen), seen) == (action, True)


def test_what_cannot_be_done_is_put_right_by_the_protocol() -> None:
    game = usual_game(2, limit=False)
    seen = next(house_hands(CardGame(game.rules), game.stack, 1)).observation(1)
    assert seen.legal_actions.kinds == ("fold", "call", "raise")
    for said, meant in {
        "r5": "raise 200", "r99999": "raise 20000", "r-7": "raise 200", "r250": "raise 250", "r": "call", "x": "call",
        "": "call", "R300": "call", "fold": "fold", "c5": "call", "r 300": "raise 300", "r300junk": "raise 300",
    }.items():  # fmt: skip
        assert str(meant_by(said, seen).action) == meant, said
    limit = usual_game(2, limit=True)
    state = next(house_hands(CardGame(limit.rules), limit.stack, 1))
    for _ in range(3):
        state.apply(state.legal_actions()[-1])
    assert str(meant_by("r", state.observation(state.actor or 0)).action) == "call"  # the cap is reached
    state.apply("call")
    assert str(meant_by("f", state.observation(state.actor or 0)).action) == "check"  # nobody bet


def test_an_answer_belongs_to_its_state() -> None:
    state = "MATCHSTATE:0:7:cr/:AsKd|/2c3d4h"
    assert answers(f"{state}:r", state) == "r"
    assert answers("MATCHSTATE:0:7:cr/:KdAs|/4h3d2c:c", state) == "c"
    for other in (
        state, f"{state}c", "MATCHSTATE:1:7:cr/:AsKd|/2c3d4h:c", "MATCHSTATE:0:6:cr/:AsKd|/2c3d4h:c", "",
        "MATCHSTATE:0:7:cc/:AsKd|/2c3d4h:c", "MATCHSTATE:0:7:cr/:AsKd|/2c3d4s:c", "MATCHSTATE:x:7::AsKd|:c", "\0" * 90,
    ):  # fmt: skip
        assert answers(other, state) is None, other
    assert speaks_ours("VERSION:2.0.0")
    assert speaks_ours("VERSION:2.0.7 of mine")
    for wrong in ("VERSION:1.0.0", "VERSION:2.1.0", "VERSION:2", "version:2.0.0", ""):
        assert not speaks_ours(wrong)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "MATCHSTATE:0:0::|",
        "MATCHSTATE:5:0::AsKd|",
        "MATCHSTATE:0:0::As|",
        "MATCHSTATE:0:0::AsXx|",
        "STATE:0:f:AsKd|:1|2:a|b",
    ],
)
def test_states_that_are_none_are_refused(line: str) -> None:
    with pytest.raises(GameError):
        read_state(line)


@pytest.mark.parametrize("name", ["2p.limit.h1000.r0.log", "2p.nolimit.h1000.r0.log"])
def test_the_competitions_dealer_deals_these_cards_from_the_same_seed(name: str) -> None:
    """1,000 hands of logs that project_acpc_server wrote from seed 0."""
    if not (DATA / name).exists():
        pytest.skip("no real data here")
    game = usual_game(2, limit="nolimit" not in name)
    hands = competition_hands(CardGame(game.rules), game.stack, 0)
    for record, state in zip(read_acpc(DATA / name), hands, strict=False):
        held = tuple(state.held[(state.button + 1 + at) % 2] for at in range(2))
        assert held == record.hole_cards
        whole = state.hand["shared"][0, :5].tolist()
        assert tuple(whole[: len(record.board)]) == record.board


@pytest.mark.parametrize(("seats", "limit"), GAMES)
def test_game_files_round_trip(seats: int, limit: bool, tmp_path: Path) -> None:
    game = usual_game(seats, limit=limit)
    place = tmp_path / "a.game"
    place.write_text("# a comment\n" + definition_of(game))
    assert read_definition(place) == game
    odd = HoldemRules(
        seats=seats, betting="limit" if limit else "no-limit", blinds=(1, 3), bets=(3, 6), odd_chips="split",
        raises_per_round=2, min_bet=None if limit else 3, stack=None if limit else 900,
    )  # fmt: skip
    if limit:
        place.write_text(definition_of(AcpcGame(odd, odd.start_stack)))
        assert read_definition(place).rules == odd
    else:
        place.write_text(definition_of(AcpcGame(odd, 900)))
        assert read_definition(place).stack == 900
        assert read_definition(place).rules.posted_blinds == odd.posted_blinds


@pytest.mark.parametrize(
    "change",
    [
        ("GAMEDEF\n", ""), ("numHoleCards = 2", "numHoleCards = 4"), ("blind = 10 5", "blind = 5 10"),
        ("3 4 4 4", "4 4 4 4"), ("blind = 10 5", "blind = 10"), ("firstPlayer = 2", "firstPlayer = 1"),
        ("10 10 20 20", "10"), ("numPlayers = 2", ""),
    ],
)  # fmt: skip
def test_game_files_of_other_games_are_refused(change: tuple[str, str], tmp_path: Path) -> None:
    place = tmp_path / "a.game"
    text = definition_of(usual_game(2, limit=True))
    assert change[0] in text
    place.write_text(text.replace(*change, 1))
    with pytest.raises(RiverboatError, match=r"a\.game"):
        read_definition(place)
    with pytest.raises(RiverboatError, match="cannot be read"):
        read_definition(tmp_path / "none")


def test_rules_that_cannot_be_said_are_refused() -> None:
    check_rules(HoldemRules(seats=4))
    check_rules(HoldemRules(betting="no-limit", blinds=(1, 2), stack=50))
    for wrong in (
        HoldemRules(antes=1),
        HoldemRules(blinds=(5,)),
        HoldemRules(heads_up="irc"),
        HoldemRules(raises_per_round=None),
    ):
        with pytest.raises(GameError):
            check_rules(wrong)
