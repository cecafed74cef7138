"""Keys of information sets: the fast ones against a slow readable twin, at every decision of random hands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from riverboat.cards.cards import RANKS, format_card
from riverboat.games import GAMES, UNKNOWN, Action, CardGame, CardObservation, CardState, make_game
from riverboat.games.engine import infoset
from riverboat.games.engine import state as state_module

LETTERS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r", "bring-in": "i", "reveal": "v"}
TABLES = [
    (name, seats)
    for name, entry in GAMES.items()
    for seats in entry.seats
    if isinstance(make_game(name, seats=seats), CardGame)
]


def slow_key(seen: CardObservation, *, suits_matter: bool) -> str:
    """What a key says, read from the observation field by field."""

    def names(cards: tuple[int, ...]) -> str:
        return "".join(
            "??" if card == UNKNOWN else format_card(card) if suits_matter else RANKS[card >> 2] for card in cards
        )

    parts = [names(tuple(sorted(seen.down_cards)))]
    if any(seen.up_cards):
        parts.append("/".join(map(names, seen.up_cards)))
    told, street = "", 0
    for event in seen.history:
        told += "/" * (event.street - street) + LETTERS[event.action.kind] + (str(event.action.amount or ""))
        street = event.street
    return f"{seen.seat}:" + "|".join([*parts, names(seen.board), told + "/" * (seen.street - street)])


def decisions(game: CardGame, hands: int) -> Iterator[CardState]:
    rng = np.random.default_rng(5)
    for hand in range(hands):
        state = game.start(seed=rng, button=hand % game.seats)
        while not state.is_over:
            yield state
            legal = state.legal_actions()
            state.apply(legal[int(rng.integers(len(legal)))])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_key_is_what_the_slow_twin_says(name: str, seats: int) -> None:
    game = make_game(name, seats=seats)
    assert isinstance(game, CardGame)
    kinds = set()
    for at, state in enumerate(decisions(game, 15)):
        seen = state.observation(state.actor or 0)
        expected = slow_key(seen, suits_matter=game.rules.suits_matter)
        assert seen.infoset == expected
        if at % 3:  # now and then nobody asks, so that several events are new at once
            assert state.infoset() == state.infoset() == expected
            assert state.copy().infoset() == expected
        for other in range(seats):
            view = state.observation(other)
            assert view.infoset == slow_key(view, suits_matter=game.rules.suits_matter)
        kinds |= {event.action.kind for event in seen.history}
    assert len(kinds) >= 2


def test_copies_go_their_own_ways() -> None:
    state = make_game("leduc").start(deck="JsQsKs")
    assert state.infoset() == "0:J||"
    state.apply(Action("check"))
    assert state.infoset() == "1:Q||x"
    other = state.copy()
    state.apply(Action("check"))
    other.apply(Action("bet", 2))
    assert (state.infoset(), other.infoset()) == ("0:J|K|xx/", "0:J||xb2")


def test_a_card_chosen_is_named_once_all_have_chosen() -> None:
    keys = []
    state = make_game("stud").start(seed=1)
    while not state.is_over:
        keys.append(state.infoset())
        assert ("v255" in keys[-1]) == any(e.action == Action("reveal", UNKNOWN) for e in state.history)
        legal = state.legal_actions()
        state.apply(next(action for action in legal if action.kind != "fold"))
    assert any("v255" in key for key in keys)
    assert any("v" in key and "v255" not in key for key in keys)


def test_no_observation_is_built_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    state = make_game("holdem-limit").start(seed=1)
    monkeypatch.setattr(state_module, "look", lambda *_: pytest.fail("a key is read from the record alone"))
    assert state.infoset().startswith("1:")


def test_only_what_is_new_is_put_in_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    tell = infoset.tell

    def counted(packed: list[int], street: int, text: str) -> tuple[int, str]:
        asked.append(len(packed))
        return tell(packed, street, text)

    monkeypatch.setattr(state_module, "tell", counted)
    for state in decisions(make_game("holdem-nolimit"), 3):
        state.infoset()
        state.copy().infoset()
    assert set(asked) == {1}
