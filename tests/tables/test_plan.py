"""Who sits at a table, and which tables cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.errors import AgentError, ArenaError, GameError
from riverboat.games.catalog import GAMES, table_games
from riverboat.tables import table_plan

#: Plans with the key and the title that they had when cards and dice had plans of their own: by the key kept sessions
#: are found.
KEYS: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"seed": 3, "table": "t1"}, "3f1174fb8a0a9cae", "Limit Hold'em 10/20, blinds 5/10"),
    (
        {"game": "holdem-nolimit", "against": ["maniac", "rock"], "options": {"stack": 60}, "person": "Ann", "seed": 4},
        "a63ccdf7ad19bb0e",
        "No-limit Hold'em, blinds 5/10",
    ),
    ({"game": "stud-limit", "seed": 5}, "e43f6495e50ecc55", "Seven-card stud 10/20, ante 1, bring-in 3"),
    (
        {"game": "stud", "options": {"raises": "each"}, "seed": 6},
        "1f4065e87a5213d8",
        "Stud with reveals, ante 5, each may raise",
    ),
    ({"against": ["random*8"], "seats": 9, "seed": 1}, "f7219ebea2385320", "Limit Hold'em 10/20, blinds 5/10"),
    ({"game": "bluff", "seed": 1, "table": "x"}, "b784594363004cab", "Bluff, one die each"),
    (
        {"game": "bluff", "against": ["bluff-odds*2"], "options": {"dice": 2}, "match": True, "seed": 3},
        "d01219f69d7da0f5",
        "Bluff, 2 dice each, a match",
    ),
    (
        {
            "game": "bluff",
            "options": {"dice": (2, 2), "faces": 2},
            "match": True,
            "stake": "give",
            "starts": "winner",
            "seed": 4,
        },
        "22f450f27c93ba06",
        "Bluff, 2 dice each of 2 faces, a match, dice are given",
    ),
    (
        {"game": "bluff", "seats": 4, "options": {"dice": 3, "wild": 0, "order": "plain", "check": True}, "seed": 5},
        "f53028f94db83874",
        "Bluff, 3 dice each",
    ),
    ({"game": "bluff", "seats": 3, "options": {"dice": (3,)}, "seed": 2}, "fff90ff8f303207e", "Bluff, 3 dice each"),
    (
        {"game": "bluff", "options": {"dice": (2, 1, 1)}, "match": True, "stake": "difference", "seed": 2},
        "3ceb9b6163ea9889",
        "Bluff, dice 2 against 1 against 1, a match by the difference",
    ),
)


@pytest.mark.parametrize(("arguments", "key", "title"), KEYS)
def test_a_plan_has_the_key_and_the_title_that_it_always_had(arguments: dict[str, Any], key: str, title: str) -> None:
    plan = table_plan(**arguments)
    assert plan.key[:16] == key
    assert plan.title == title


@pytest.mark.parametrize("game", table_games())
def test_the_usual_opponents_sit_there_where_nobody_is_named(game: str) -> None:
    plan = table_plan(game)
    assert plan.opponents == GAMES[game].opponents
    assert plan.seats == 1 + len(GAMES[game].opponents)
    assert (plan.bank.start_stack is not None) == GAMES[game].stacks
    assert plan.unit == plan.bank.rules.income_unit


def test_seats_are_filled_by_names_in_turn() -> None:
    plan = table_plan("holdem-limit", ["rock", "maniac*2"], seats=6)
    assert plan.names == ("You", "rock 1", "maniac 1", "maniac 2", "rock 2", "maniac 3")
    assert table_plan("holdem-limit").seats == 6
    assert table_plan("holdem-limit", seats=3).names == ("You", "tight-aggressive", "loose-passive")


def _at_dice(seats: int | None = None, *, match: bool = False, **options: Any) -> tuple[str, ...]:
    return table_plan("bluff", seats=seats, match=match, options=options).opponents


def test_at_dice_the_usual_opponent_is_the_solution_where_there_is_one() -> None:
    assert _at_dice(faces=3) == ("bluff-equilibrium",)
    assert _at_dice(dice=(3, 3)) == ("bluff-equilibrium",)
    assert _at_dice(dice=(3, 3), match=True) == ("bluff-equilibrium",)
    assert _at_dice(dice=(6, 6)) == ("bluff-odds",)
    assert _at_dice(4) == ("bluff-odds",) * 3
    assert _at_dice(dice=(2, 2), faces=2, match=True) == ("bluff-equilibrium",)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"game": "holdem-limt"}, ArenaError, 'did you mean "holdem-limit"'),
        ({"game": "rps"}, ArenaError, "rps is not played at the table: holdem-limit"),
        ({"game": "holdem-limit", "against": ["tight-agressive"]}, AgentError, 'did you mean "tight-aggressive"'),
        ({"game": "stud-limit", "against": ["maniac"]}, ArenaError, "maniac does not play stud-limit"),
        ({"game": "stud", "against": ["random*2"]}, ArenaError, "3 seats are not possible in stud"),
        ({"game": "holdem-limit", "against": ["random*3"], "seats": 3}, ArenaError, "do not fit at 3 seats"),
        ({"game": "holdem-limit", "seats": 1}, ArenaError, "too few"),
        ({"game": "holdem-limit", "seats": 13}, ArenaError, "played with 2 to 12"),
        ({"game": "holdem-limit", "person": "maniac"}, ArenaError, "sits at the table already"),
        ({"game": "holdem-limit", "person": "a\nb"}, ArenaError, "no name"),
        ({"game": "holdem-limit", "person": ""}, ArenaError, "no name"),
        ({"game": "holdem-limit", "match": True}, ArenaError, "holdem-limit has no matches of dice"),
        ({"game": "bluff", "against": ["rock"]}, ArenaError, "rock does not play bluff: bluff-odds and bluff-equilib"),
        ({"game": "bluff", "against": ["always-call"]}, ArenaError, "always-call does not play bluff: bluff-odds and"),
        ({"game": "bluff", "against": ["bluff-equilibrium*2"]}, AgentError, "no blueprint of 3 players"),
        (
            {"game": "bluff", "against": ["bluff-equilibrium"], "options": {"dice": 2, "faces": 5}},
            AgentError,
            "riverboat solve bluff --dice 2,2",
        ),
        (
            {"game": "bluff", "against": ["bluff-odds*3"], "options": {"dice": (1, 2, 3)}},
            ArenaError,
            "3 opponents and you do not fit at 3 seats",
        ),
        (
            {"game": "bluff", "against": ["bluff-odds"], "options": {"dice": (1, 2)}, "seats": 3},
            ArenaError,
            "dice for 2 players, and 3 at the table",
        ),
        ({"game": "bluff", "against": ["bluff-odds"], "options": {"faces": 1}}, GameError, "1 face is not possible"),
        ({"game": "bluff", "against": ["bluff-odds"], "options": {"dice": (0, 1)}}, GameError, "0 dice are not"),
        ({"game": "bluff", "seats": 11}, ArenaError, "11 seats are not possible"),
        ({"game": "bluff", "stake": "all"}, GameError, '"all" is not a stake'),
    ],
)
def test_tables_that_cannot_be(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        table_plan(**arguments)
