"""The leak observer: whatever reaches a person, no card is in it that he may not see."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.arena.seating import Seating, event_of
from riverboat.arena.seating_plan import PERSON
from riverboat.cards.cards import format_card
from riverboat.games import CardState
from riverboat.records.places import hands_of_event
from riverboat.records.replay import replay
from riverboat.records.store import Store
from tests.web.playing import Json, Person, calling, serving

GAMES = {
    "holdem-limit": ["random", "always-call", "tight-aggressive", "maniac"],
    "holdem-nolimit": ["random", "loose-passive", "maniac"],
    "stud-limit": ["random", "always-call", "random"],
    "stud": ["always-call"],
}
#: A card by its name; "As" is a word too, where another one follows.
CARD = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][cdhs])(?![A-Za-z0-9])(?! [a-z])")
SMALL, FULL = 12, 2_500


def _choose(rng: random.Random) -> Callable[[Json], str]:
    def choose(now: Json) -> str:
        legal = now["legal"]
        if "fold" in legal["kinds"] and rng.random() < 0.08:
            return "fold"
        if "raise" in legal and rng.random() < 0.2:
            return f"{legal['raise']['kind']} {legal['raise']['min']}"
        return calling(now)

    return choose


def _visible(state: CardState) -> set[str]:
    """What the person may see, worked out from the state without the observation."""
    seen = {*state.cards(PERSON), *state.board}
    for seat in range(state.game.seats):
        seen |= set(state.up_cards(seat))
        if state.is_over and (state.game.name == "stud" or (state.is_showdown and state.is_in[seat])):
            seen |= set(state.cards(seat))
    return {format_card(card) for card in seen}


def observe(folder: Path, game: str, hands: int) -> tuple[int, int]:
    """Play and look at everything that came; how many hands and how many messages were looked at."""
    database = str(folder / "hands.db")
    looked = 0
    with serving(database) as url:
        person = Person(url)
        rng = random.Random(f"{game} leaks")
        table = person.sit(game=game, opponents=GAMES[game], seed=7)
        with person.line(table) as line:
            for _ in range(hands):
                line.play_hand(_choose(rng))
        snapshots = line.snapshots
        numbers = [1, hands // 2 + 1, hands]
        backward = {number: json.dumps(person.ask(f"/tables/{table}/hands/{number}")) for number in numbers}
        exported = {number: person.ask(f"/tables/{table}/hands/{number}/export") for number in numbers}
        listed = json.dumps(person.ask(f"/tables/{table}/hands?limit=200"))
        person.close()
    with Store(database) as store:
        records = {int(hand.record.number): hand.record for hand in hands_of_event(store, event_of(table))}
    states = {number: [state for _, state in replay(record)] for number, record in records.items()}
    for snapshot in snapshots:
        state = states[snapshot["hand"]][len(snapshot["log"])]
        shown = set(CARD.findall(json.dumps(snapshot)))
        assert shown <= _visible(state), f"{game}, hand {snapshot['hand']}: {shown - _visible(state)}"
        looked += 1
    for number in numbers:
        allowed = _visible(states[number][-1])
        for text in (backward[number], exported[number]):
            phh = set(re.findall(r"[2-9TJQKA][cdhs]", " ".join(re.findall(r"d[bh] (?:p\d )?([2-9TJQKAcdhs?]+)", text))))
            assert set(CARD.findall(text)) | phh <= allowed, f"{game}, looking back at hand {number}"
            looked += 1
    own = {format_card(card) for record in records.values() for card in (*record.hole_cards[PERSON], *record.board)}
    assert set(CARD.findall(listed)) <= own
    return len(records), looked


@pytest.mark.parametrize("game", GAMES)
def test_no_hidden_card_reaches_the_person(tmp_path: Path, game: str) -> None:
    played, looked = observe(tmp_path, game, SMALL)
    assert played == SMALL
    assert looked > 3 * SMALL


def twins(folder: Path, game: str, hands: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """The same hands twice, the second time with the hidden cards exchanged: equal bytes until they are revealed."""
    runs: list[list[list[str]]] = []
    start = Seating._start

    def swapped(self: Seating) -> CardState:
        state = start(self)
        _exchange(state)
        return state

    for run in range(2):
        if run:
            monkeypatch.setattr(Seating, "_start", swapped)
        with serving(str(folder / f"{run}.db")) as url:
            person = Person(url)
            runs.append([_frames(person, game, seed) for seed in range(hands)])
            person.close()
        monkeypatch.setattr(Seating, "_start", start)
    compared = 0
    for one, other in zip(*runs, strict=True):
        for left, right in zip(one, other, strict=True):
            now = json.loads(left)
            turned = any(each["seat"] != PERSON and each["text"].startswith("turns ") for each in now["log"])
            if now["phase"] == "between" or now["actor"] is None or turned:
                break  # what comes now has been revealed
            assert left == right
            compared += 1
    return compared


def _exchange(state: CardState) -> None:
    """Turn what the person can't see into other cards: hidden hands go round, of one opponent the deck is drawn on."""
    hand: Any = state._hand
    seats = range(1, state.game.seats)
    places = [(seat, at) for seat in seats for at in (0, 1)]
    known = [int(hand["cards"][0, seat, at]) for seat, at in places]
    out = {int(card) for seat in range(state.game.seats) for card in state.cards(seat)}
    deck = hand["deck"][0]
    used = int(np.max([np.flatnonzero(deck == card)[0] for card in known]))
    later = [int(card) for card in deck[used + 1 : 52] if int(card) not in out]
    fresh = known[1:] + known[:1] if len(seats) > 1 else later[-len(known) :]
    for (seat, at), card in zip(places, fresh, strict=True):
        hand["cards"][0, seat, at] = card


BLIND = {"holdem-limit": 4, "holdem-nolimit": 3, "stud-limit": 3, "stud": 1}


def _frames(person: Person, game: str, seed: int) -> list[str]:
    """One hand at a table of its own against opponents who do not look at their cards."""
    table = person.sit(game=game, opponents=["always-call"] * BLIND[game], seed=seed)
    first = len(person.heard)
    with person.line(table) as line:
        line.play_hand(_choose(random.Random(seed)))
    frames = [text for text in person.heard[first:] if text.startswith('{"type":"table"')]
    person.http.delete(f"/api/tables/{table}")
    return frames


@pytest.mark.parametrize("game", GAMES)
def test_exchanging_hidden_cards_changes_no_byte(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert twins(tmp_path, game, SMALL // 2, monkeypatch) > SMALL


@pytest.mark.prove
def test_leak_observer_over_10000_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: Callable[..., None]
) -> None:
    hands = messages = same = 0
    for game in GAMES:
        (tmp_path / game).mkdir()
        played, looked = observe(tmp_path / game, game, FULL)
        hands, messages = hands + played, messages + looked
        same += twins(tmp_path / game, game, FULL // 10, monkeypatch)
    assert hands == 10_000
    note("hands", hands)
    note("messages without a hidden card", messages)
    note("messages equal to the twin's byte for byte", same)
