"""Positions: text that reads back, nothing hidden in it, and one sentence for what can't be."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from riverboat.errors import GameError
from riverboat.games import GAMES, Action
from riverboat.games.protocol import PlayedState
from riverboat.records.position_text import (
    YOU,
    dealt,
    format_position,
    new_position,
    parse_position,
    placed,
    seen_position,
    staked,
    walk,
)

PLAYED = [entry for entry in GAMES.values() if entry.has_tables]


def _some_action(state: PlayedState, rng: random.Random) -> Action:
    legal: Any = state.legal_actions()
    if hasattr(legal, "kinds"):
        kind = rng.choice(list(legal.kinds))
        amount = rng.choice([legal.min_to, legal.max_to]) if kind in ("bet", "raise") else 0
        return Action(kind, rng.choice(legal.cards) if kind == "reveal" else amount)
    bids: list[Action] = list(legal)
    return rng.choice(bids[:4])


@pytest.mark.parametrize("entry", PLAYED, ids=lambda entry: entry.name)
def test_every_moment_of_a_hand_reads_back_and_shows_the_same_view(entry: Any) -> None:
    rng = random.Random(entry.name)
    seats = min(entry.table_seats[-1], 4)
    for number in range(4):
        rules = entry.make_rules(seats=seats, **({"dice": (2,) * seats} if entry.pieces == "dice" else {}))
        state = entry.game_of(rules).start(seed=number, button=rng.randrange(seats))
        stacks = [400] * seats if entry.stacks else None
        if entry.stacks:
            state = entry.game_of(rules).start(seed=number, button=rng.randrange(seats), stacks=stacks)
        while not state.is_over:
            seat = rng.randrange(seats)
            position = seen_position(entry.name, rules, state, stacks, seat)
            assert parse_position(format_position(position)) == position
            again = walk(position)
            assert not again.missing
            mine, theirs = again.last.observation(YOU), state.observation(seat)
            if seat == YOU:
                assert mine.infoset == theirs.infoset
            assert [each.action for each in mine.history] == [each.action for each in theirs.history]  # type: ignore[attr-defined]
            assert list(map(str, mine.legal_actions)) == list(map(str, theirs.legal_actions))
            state.apply(_some_action(state, rng))


def test_what_others_hold_is_not_in_a_position() -> None:
    """Two deals that differ only in what the player can't see give the same text."""
    entry = GAMES["holdem-limit"]
    rules = entry.make_rules(seats=3)
    texts = set()
    for others in (["QsQd", "7h2c"], ["8c8d", "KhKc"]):
        state = entry.game_of(rules).start(cards=["AsKd", *others], board="2h7dTc4s9s", button=0)  # type: ignore[misc, call-arg]
        for action in ("call", "call", "check", "check", "check", "bet 10"):
            state.apply(action)  # type: ignore[arg-type]
        texts.add(str(seen_position(entry.name, rules, state, [200] * 3)))
    assert len(texts) == 1
    assert "Qs" not in texts.pop()


def test_what_is_missing_is_asked_for_and_dealt() -> None:
    empty = new_position("holdem-nolimit", seats=3)
    assert [tuple(slot) for slot in walk(empty).missing] == [(0, 0), (0, 1)]
    found = dealt(empty, np.random.default_rng(1))
    assert not walk(found).missing
    flop = parse_position(f"{found};play=call,call,check")
    assert [slot.seat for slot in walk(flop).missing] == [None] * 3
    assert not walk(dealt(flop, np.random.default_rng(2))).missing
    changed = placed(found, walk(empty).missing, [51, 50])
    assert str(changed) != str(found)


def test_other_stakes_keep_the_seats() -> None:
    found = staked(parse_position("holdem-limit;seats=4;held=AsKd"), (20, 40))
    assert found.rules.seats == 4
    assert parse_position(str(found)) == found
    assert walk(found).last.observation(YOU).pot == 30  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rps",
        "<script>alert(1)</script>",
        "holdem-limit;held=AsAs",
        "holdem-limit;held=AsKdQh",
        "holdem-limit;held=As.Kd.Qh",
        "holdem-limit;button=99999999999999999999",
        "holdem-limit;seats=99",
        "holdem-limit;seats=-1",
        "holdem-limit;stacks=0,0",
        "holdem-limit;stacks=5",
        "holdem-limit;seed=1",
        "holdem-limit;button=0;button=1",
        "holdem-limit;play=bet-1e9",
        "holdem-limit;held=AsKd;play=raise-13",
        "holdem-limit;board=" + "As" * 6,
        "holdem-limit;held=AsKd;play=fold,fold",
        "bluff;held=9.9;dice=1,1;play=bid-9-9",
        "bluff;dice=0,0",
        "stud;seats=3",
        "holdem-limit;" + "x" * 3000,
        "holdem-limit;play=" + "call," * 500,
        "holdem-limit\x00",
        "holdem-limit;held=٣٣",
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(GameError) as told:
        walk(parse_position(text))
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 250
