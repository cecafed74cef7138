"""The leak observer: whatever reaches a person, no card is in it that he may not see."""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.agents.bluff.odds import BluffOddsPlayer
from riverboat.cards.cards import format_card
from riverboat.games import Action, CardState
from riverboat.games.bluff.game import BluffObservation, BluffState
from riverboat.games.bluff.match import MatchState
from riverboat.partner.protocol import PARTNERS
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import replay, replay_round
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import hands_of_event
from riverboat.tables.bank import PERSON, Standing
from riverboat.tables.cards import PointBank
from riverboat.tables.dice import DiceBank
from riverboat.tables.session import event_of
from tests.web.playing import Json, Line, Person, calling, serving

GAMES = {
    "holdem-limit": ["random", "always-call", "tight-aggressive", "maniac"],
    "holdem-nolimit": ["random", "loose-passive", "maniac"],
    "stud-limit": ["random", "always-call", "random"],
    "stud": ["always-call"],
    "kuhn": ["equilibrium"],
    "leduc": ["equilibrium"],
}
#: A card by its name; "As" is a word too, where another one follows.
CARD = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][cdhs])(?![A-Za-z0-9])(?! [a-z])")
RANKS = dict(zip(("two", "three", "four", "five", "six", "seven", "eight", "nine"), "23456789", strict=True))
RANKS |= dict(zip(("ten", "jack", "queen", "king", "ace"), "TJQKA", strict=True))
SAID = re.compile(rf"\b({'|'.join(RANKS)}) of (clubs|diamonds|hearts|spades)\b")
SMALL, FULL = 12, 2_500
#: So many hands of a long session are looked back at.
LOOKED_BACK = 50
#: All that a step of a round says.
KNOWN_KEYS = {
    *("type", "turn", "hand", "standing", "notes", "end", "phase", "street", "street_name", "actor", "seats", "board"),
    *("pot", "last_bid", "palifico", "wild", "faces", "total", "log", "legal", "holding"),
}


def _choose(rng: random.Random) -> Callable[[Json], str]:
    def choose(now: Json) -> str:
        legal = now["legal"]
        if "fold" in legal["kinds"] and rng.random() < 0.08:
            return "fold"
        if "raise" in legal and rng.random() < 0.2:
            return f"{legal['raise']['kind']} {legal['raise']['min']}"
        return calling(now)

    return choose


def _visible(state: CardState, at: int | None = PERSON) -> set[str]:
    """What may be seen from a seat of the hand, or from none, worked out from the state without the observation."""
    seen = {*(() if at is None else state.cards(at)), *state.board}
    for seat in range(state.game.seats):
        seen |= set(state.up_cards(seat))
        if state.is_over and (state.game.name == "stud" or (state.is_showdown and state.is_in[seat])):
            seen |= set(state.cards(seat))
    return {format_card(card) for card in seen}


def observe(folder: Path, game: str, hands: int) -> tuple[int, int]:
    """Play and look at everything that came; how many hands and how many messages were looked at."""
    database = str(folder / "hands.db")
    with serving(database) as url:
        person = Person(url)
        rng = random.Random(f"{game} leaks")
        table = person.sit(game=game, opponents=GAMES[game], seed=7)
        whispers = Whispers(person, table, rng)
        with person.line(table) as line:
            for _ in range(hands):
                line.play_hand(whispers.asking(_choose(rng)) if game in PARTNERS else _choose(rng))
        numbers = sorted({1, hands, *range(1, hands + 1, max(4, hands // LOOKED_BACK))})
        backward = {number: json.dumps(person.ask(f"/tables/{table}/hands/{number}")) for number in numbers}
        exported = {number: person.ask(f"/tables/{table}/hands/{number}/export") for number in numbers}
        listed = [json.dumps(person.ask(f"/tables/{table}/{path}")) for path in ("hands?limit=200", "session")]
        listed.append(json.dumps(person.ask(f"/tables/{table}/attributes")))
        person.close()
    with Store(database) as store:
        records = {int(hand.record.number): hand.record for hand in hands_of_event(store, event_of(table))}
    states = {number: [state for _, state in replay(record)] for number, record in records.items()}
    frames = [(told["hand"], len(told["log"]), json.dumps(told)) for told in line.snapshots]
    for number, moves, text in (*frames, *whispers.heard):
        shown, allowed = _cards_in(text), _visible(states[number][moves])
        assert shown <= allowed, f"{game}, hand {number}: {shown - allowed}"
    for number in numbers:
        allowed = _visible(states[number][-1])
        for text in (backward[number], exported[number]):
            phh = set(re.findall(r"[2-9TJQKA][cdhs]", " ".join(re.findall(r"d[bh] (?:p\d )?([2-9TJQKAcdhs?]+)", text))))
            assert _cards_in(text) | phh <= allowed, f"{game}, looking back at hand {number}"
    own = {format_card(card) for record in records.values() for card in (*record.hole_cards[PERSON], *record.board)}
    for text in listed:
        assert _cards_in(text) <= own
    return len(records), len(frames) + len(whispers.heard) + 2 * len(numbers) + len(listed)


def _cards_in(text: str) -> set[str]:
    """Cards by their names, and by the words for them."""
    said = {RANKS[rank] + suit[0] for rank, suit in SAID.findall(text)}
    return set(CARD.findall(text)) | said


class Whispers:
    """Asks the partner everything now and then, and keeps what it said in which moment of which hand."""

    def __init__(self, person: Person, table: str, rng: random.Random) -> None:
        self.person, self.path, self.rng = person, f"/tables/{table}/partner", rng
        self.heard: list[tuple[int, int, str]] = []

    def asking(self, choose: Callable[[Json], str]) -> Callable[[Json], str]:
        def ask_first(now: Json) -> str:
            action = choose(now)
            if self.rng.random() < 0.05:
                self._hear(now, self.person.ask(f"{self.path}/advice", method="POST"))
                body = {"turn": now["turn"], "action": action}
                self._hear(now, self.person.ask(f"{self.path}/caution", method="POST", body=body))
                for question in self.person.ask(self.path)["questions"]:
                    body = {"question": question["key"]}
                    self._hear(now, self.person.ask(f"{self.path}/answer", method="POST", body=body))
            return action

        return ask_first

    def _hear(self, now: Json, told: Json) -> None:
        self.heard.append((now["hand"], len(now["log"]), json.dumps(told)))


#: Tables of dice that are observed: the paper's rules, and Perudo, where others may call out of turn.
DICE: dict[str, Json] = {
    "paper": {"dice": 2, "match": True},
    "perudo": {"rules": "perudo", "dice": 2, "choices": {"spot_on": "anybody", "palifico_from": "two"}},
}


def observe_bluff(folder: Path, rounds: int, rules: str = "paper") -> tuple[int, int]:
    """The same at Bluff: the dice of others are in nothing that comes before the cups are lifted."""
    database = str(folder / f"{rules}.db")
    with serving(database) as url:
        person = Person(url)
        rng = random.Random("bluff leaks")
        table = person.sit(game="bluff", opponents=["bluff-odds", "bluff-odds"], seed=7, **DICE[rules])
        with person.line(table) as line:
            for _ in range(rounds):
                line.play_hand(_bid(rng))
        numbers = sorted({1, rounds, *range(1, rounds + 1, max(4, rounds // LOOKED_BACK))})
        backward = {number: person.ask(f"/tables/{table}/hands/{number}") for number in numbers}
        listed = person.ask(f"/tables/{table}/hands?limit=200")["hands"]
        person.close()
    with Store(database) as store:
        records = {int(hand.record.number): hand.record for hand in hands_of_event(store, event_of(table))}
    steps = [(told["hand"], told) for told in line.snapshots]
    steps += [(number, step) for number, told in backward.items() for step in told["steps"]]
    names = line.snapshots[0]["seats"]
    for number, step in steps:
        record = records[number]
        rolls = dict(zip(record.players, record.hole_cards, strict=True))
        over = len(step["log"]) == sum(move.kind != "pass" for move in record.moves)
        assert [seat["roll"] for seat in step["seats"]] == [
            list(rolls[seat["name"]]) if seat["name"] in rolls and (over or at == PERSON) else None
            for at, seat in enumerate(names)
        ]
        assert set(step) <= KNOWN_KEYS  # dice stand nowhere else
    assert all(each["roll"] == list(records[each["number"]].hole_cards[PERSON]) for each in listed if each["roll"])
    return len(records), len(steps) + len(listed)


#: Tables that several people play at: how many of them, and what they ask for.
SHARED: dict[str, tuple[int, Json]] = {
    "holdem-limit": (2, {"opponents": ["random", "loose-passive"], "friends": 1}),
    "holdem-nolimit": (3, {"opponents": ["random"], "friends": 3}),
    "stud-limit": (3, {"opponents": ["random"], "friends": 2}),
    "stud": (2, {"opponents": [], "friends": 1}),
    "leduc": (2, {"opponents": [], "friends": 1}),
    "bluff": (3, {"opponents": ["bluff-odds"], "friends": 2, "dice": 2, "match": True}),
}


def observe_shared(folder: Path, game: str, hands: int) -> tuple[int, int]:
    """Several people play at one table; whatever reaches one of them is looked at from their seat.

    How many hands and how many messages were looked at.
    """
    database, (count, asked) = str(folder / "hands.db"), SHARED[game]
    rng = random.Random(f"{game} shared")
    choose = _bid(rng) if "dice" in asked else _choose(rng)
    with serving(database) as url, contextlib.ExitStack() as opened:
        people = [Person(url) for _ in range(count)]
        table = people[0].sit(game=game, name="Ann", **asked)
        for person, name in zip(people[1:], ("Bob", "Cid"), strict=False):
            person.ask(f"/tables/{table}/join", method="POST", body={"name": name}, status=201)
        lines = [opened.enter_context(person.line(table)) for person in people]
        whispers = [Whispers(person, table, random.Random(at)) for at, person in enumerate(people)]
        for line in lines:
            while not line.now:
                line.hear()
        for _ in range(hands):
            _deal_together(lines)
            while asking := [at for at, line in enumerate(lines) if line.now["legal"]]:
                [at] = asking  # one at a time
                chosen = whispers[at].asking(choose) if game in PARTNERS else choose
                _act_together(lines, at, chosen(lines[at].now))
        numbers = sorted({1, hands, *range(1, hands + 1, max(4, hands // LOOKED_BACK))})
        paths = ("hands/{}", "hands/{}/export", "mistakes?newest=2", "session")
        back = [
            (at, number, json.dumps(person.ask(f"/tables/{table}/{path.format(number)}")))
            for at, person in enumerate(people)
            for number in numbers
            for path in paths[: 2 if number > 1 else 4]
        ]
        for person in people:
            person.close()
    with Store(database) as store:
        records = {int(hand.record.number): hand.record for hand in hands_of_event(store, event_of(table))}
    assert len(records) == hands
    heard = [
        (at, told["hand"], len(told["log"]), told)
        for at, line in enumerate(lines)
        for told in line.snapshots
        if told["phase"] != "empty"
    ]
    heard += [
        (at, hand, moves, json.loads(text)) for at, each in enumerate(whispers) for hand, moves, text in each.heard
    ]
    look = _look_at_dice if "dice" in asked else _look_at_cards
    seats = [line.told["you"] for line in lines]
    states = {number: _states(record) for number, record in records.items()}
    for at, number, moves, told in heard:
        look(records[number], states[number][moves], seats[at], told)
    if "dice" not in asked:
        for at, number, text in back:
            shown = set().union(*(_visible(states[each][-1], _at(records[each], seats[at])) for each in records))
            allowed = _visible(states[number][-1], _at(records[number], seats[at])) if "steps" in text[:99] else shown
            assert _cards_in(text) <= allowed, f"{game}, looking back at hand {number} from seat {seats[at]}"
    return len(records), len(heard) + len(back)


def _states(record: HandRecord) -> list[Any]:
    return list(replay_round(record)) if record.game == "bluff" else [state for _, state in replay(record)]


def _at(record: HandRecord, seat: int) -> int | None:
    playing = record.extra["table_seats"]
    return playing.index(seat) if seat in playing else None


def _look_at_cards(record: HandRecord, state: CardState, seat: int, told: Json) -> None:
    shown, allowed = _cards_in(json.dumps(told)), _visible(state, _at(record, seat))
    assert shown <= allowed, f"{record.game}, hand {record.number}, seat {seat}: {shown - allowed}"


def _look_at_dice(record: HandRecord, state: BluffState, seat: int, told: Json) -> None:
    """Dice of others stand in nothing that comes before the cups are lifted."""
    if "seats" not in told:
        return  # the partner's words: they have no others' dice to tell of, for it never saw them
    assert set(told) <= KNOWN_KEYS
    playing = record.extra["table_seats"]
    for each, held in enumerate(told["seats"]):
        mine = each in playing and (state.is_over or each == seat)
        assert held["roll"] == (list(state.rolls[playing.index(each)]) if mine else None)


def _deal_together(lines: list[Line]) -> None:
    before = lines[0].now["hand"]
    for line in lines:
        line.say(type="deal", turn=line.now["turn"])
    for line in lines:
        _settle(line, lambda now: now["hand"] != before)


def _act_together(lines: list[Line], at: int, action: str) -> None:
    turn = lines[at].now["turn"]
    lines[at].say(type="act", turn=turn, action=action)
    for line in lines:
        _settle(line, lambda now: now["turn"] != turn)


def _settle(line: Line, has_changed: Callable[[Json], bool]) -> None:
    """Listen until something has happened, and a person is asked or the hand is over."""
    people = line.told["people"]
    while not has_changed(line.now) or not (line.now["phase"] == "between" or line.now["actor"] in people):
        told = line.hear()
        assert told["type"] != "error", told


@pytest.mark.parametrize("game", SHARED)
def test_no_hidden_card_or_die_reaches_anybody_at_a_shared_table(tmp_path: Path, game: str) -> None:
    played, looked = observe_shared(tmp_path, game, SMALL // 3)
    assert played == SMALL // 3
    assert looked > 3 * played


def _bid(rng: random.Random) -> Callable[[Json], str]:
    def choose(now: Json) -> str:
        bids, kinds = now["legal"]["bids"], now["legal"]["kinds"]
        if "pass" in kinds:
            return "spot-on" if rng.random() < 0.1 else "pass"
        if "bluff" in now["legal"]["kinds"] and (not bids or rng.random() < 0.3):
            return "bluff"
        return "bid {}-{}".format(*bids[rng.randrange(min(4, len(bids)))])

    return choose


@pytest.mark.parametrize("game", GAMES)
def test_no_hidden_card_reaches_the_person(tmp_path: Path, game: str) -> None:
    played, looked = observe(tmp_path, game, SMALL)
    assert played == SMALL
    assert looked > 3 * SMALL


def twins(folder: Path, game: str, hands: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """The same hands twice, the second time with the hidden cards exchanged: equal bytes until they are revealed."""
    runs: list[list[list[str]]] = []
    start = PointBank.start

    def swapped(self: PointBank, now: Standing, seed: np.random.SeedSequence) -> CardState:
        state = start(self, now, seed)
        _exchange(state)
        return state

    for run in range(2):
        if run:
            monkeypatch.setattr(PointBank, "start", swapped)
        with serving(str(folder / f"{run}.db")) as url:
            person = Person(url)
            runs.append([_frames(person, game, seed) for seed in range(hands)])
            person.close()
        monkeypatch.setattr(PointBank, "start", start)
    compared = 0
    for one, other in zip(*runs, strict=True):
        for left, right in zip(one, other, strict=True):
            now = json.loads(left)
            turned = any(each["seat"] != PERSON and each["text"].startswith("shows ") for each in now["log"])
            if now["phase"] == "between" or now["actor"] is None or turned:
                break  # what comes now has been revealed
            assert left == right
            compared += 1
    return compared


def _exchange(state: CardState) -> None:
    """Turn what the person can't see into other cards: hidden hands go round, of one opponent the deck is drawn on."""
    hand: Any = state._hand
    seats = range(1, state.game.seats)
    places = [(seat, at) for seat in seats for at in range(min(2, state.game.rules.deal.first))]
    known = [int(hand["cards"][0, seat, at]) for seat, at in places]
    out = {int(card) for seat in range(state.game.seats) for card in state.cards(seat)}
    deck = hand["deck"][0, : state.game.record["deck_size"][0]]
    used = int(np.max([np.flatnonzero(deck == card)[0] for card in known]))
    later = [int(card) for card in deck[used + 1 :] if int(card) not in out]
    fresh = known[1:] + known[:1] if len(seats) > 1 else later[-len(known) :]
    for (seat, at), card in zip(places, fresh, strict=True):
        hand["cards"][0, seat, at] = card


BLIND = {"holdem-limit": 4, "holdem-nolimit": 3, "stud-limit": 3, "stud": 1, "kuhn": 1, "leduc": 1}


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
    assert twins(tmp_path, game, SMALL // 2, monkeypatch) >= SMALL


@pytest.mark.parametrize("rules", DICE)
def test_no_hidden_die_reaches_the_person(tmp_path: Path, rules: str) -> None:
    played, looked = observe_bluff(tmp_path, SMALL, rules)
    assert played == SMALL
    assert looked > 3 * SMALL


def blind(self: BluffOddsPlayer, seen: BluffObservation) -> Action:
    """What a player of Bluff does who does not look at his dice."""
    legal = seen.legal_actions
    return legal[0] if len(seen.history) < 3 or legal[-1].kind != "bluff" else legal[-1]


def twin_rounds(folder: Path, rounds: int, monkeypatch: pytest.MonkeyPatch, rules: str = "paper") -> int:
    """The same rounds of Bluff twice, the second time with other dice under the others' cups."""
    runs: list[list[str]] = []
    start = DiceBank.start

    def swapped(self: DiceBank, before: MatchState, seed: np.random.SeedSequence) -> BluffState:
        state = start(self, before, seed)
        others = (tuple(sorted(die % 6 + 1 for die in roll)) for roll in state.rolls[1:])
        state.rolls = (state.rolls[0], *others)
        return state

    monkeypatch.setattr(BluffOddsPlayer, "decide", blind)
    for run in range(2):
        monkeypatch.setattr(DiceBank, "start", swapped if run else start)
        with serving(str(folder / f"bluff-{rules}-{run}.db")) as url:
            person = Person(url)
            asked = {**DICE[rules], "match": False}
            table = person.sit(game="bluff", opponents=["bluff-odds", "bluff-odds"], seed=3, **asked)
            with person.line(table) as line:
                for number in range(rounds):
                    line.play_hand(_bid(random.Random(number)))
            told = [json.loads(text) for text in person.heard if text.startswith('{"type":"table"')]
            runs.append(
                [_till_lifted(each) for each in told if each["phase"] != "between" and each["actor"] is not None]
            )
            person.close()
    monkeypatch.undo()
    assert runs[0] == runs[1]
    return len(runs[0])


def _till_lifted(told: Json) -> str:
    """A frame of a round that goes on, without the score of earlier ones: their dice were revealed."""
    return json.dumps({**told, "standing": None})


@pytest.mark.parametrize("rules", DICE)
def test_exchanging_hidden_dice_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str) -> None:
    assert twin_rounds(tmp_path, SMALL, monkeypatch, rules) > SMALL


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
    note("hands of card games", hands)
    assert hands == len(GAMES) * FULL >= 10_000
    for rules in DICE:
        played, looked = observe_bluff(tmp_path, FULL, rules)
        hands, messages = hands + played, messages + looked
        same += twin_rounds(tmp_path, FULL // 10, monkeypatch, rules)
    note("hands and rounds of Bluff", hands)
    shared = 0
    for game in SHARED:
        (tmp_path / f"shared {game}").mkdir()
        played, looked = observe_shared(tmp_path / f"shared {game}", game, FULL // 5)
        shared, messages = shared + played, messages + looked
    note("hands and rounds at shared tables", shared)
    note("messages without a hidden card or die", messages)
    note("messages equal to the twin's byte for byte", same)
