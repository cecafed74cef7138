"""Several people at one table: who sits where, who is away, what each looks back at, and what is deleted of whom."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from riverboat.records.store.hand_store import Store
from tests.web.playing import Json, Line, Person, calling, serving
from tests.web.test_forgetting import left_in

TABLES: dict[str, Json] = {
    "cards": {"game": "holdem-limit", "opponents": ["always-call"], "friends": 1},
    "people alone": {"game": "holdem-nolimit", "opponents": [], "friends": 2},
    "stud with reveals": {"game": "stud", "opponents": [], "friends": 1},
    "a match of dice": {"game": "bluff", "opponents": ["bluff-odds"], "friends": 1, "dice": 2, "match": True},
}


@contextlib.contextmanager
def company(url: str, count: int) -> Iterator[list[Person]]:
    found = [Person(url) for _ in range(count)]
    yield found
    for each in found:
        each.close()


def sit_together(people: list[Person], **asked: Any) -> str:
    """The first opens a table, the others take seats by its link."""
    table = people[0].sit(name="Ann", **asked)
    for person, name in zip(people[1:], ("Bob", "Cid"), strict=False):
        person.ask(f"/tables/{table}/join", method="POST", body={"name": name}, status=201)
    return table


def play_together(lines: list[Line], hands: int = 1) -> None:
    """Everyone checks and calls until so many hands are over."""
    for _ in range(hands):
        number = lines[0].now.get("hand", 0)
        for line in lines:
            line.say(type="deal", turn=line.now["turn"])
        while any(line.now["hand"] == number or line.now["phase"] != "between" for line in lines):
            for line in lines:
                hear_all(line)
                if line.now["legal"]:
                    line.say(type="act", turn=line.now["turn"], action=calling(line.now))
                    line.now = {**line.now, "legal": None}


def hear_all(line: Line) -> None:
    """Whatever has come by now."""
    with contextlib.suppress(TimeoutError):
        while True:
            told = line.hear(0.01)
            assert told["type"] != "error", told


def until(line: Line, wanted: Any) -> Json:
    """Listen until something is told."""
    while True:
        told = line.hear()
        if wanted(told):
            return told


@contextlib.contextmanager
def at(people: list[Person], table: str) -> Iterator[list[Line]]:
    with contextlib.ExitStack() as opened:
        lines = [opened.enter_context(person.line(table)) for person in people]
        for line in lines:
            until(line, lambda told: told["type"] == "table")
        yield lines


@pytest.mark.parametrize("name", TABLES)
def test_each_sees_and_looks_back_at_their_own(tmp_path: Path, name: str) -> None:
    with serving(str(tmp_path / "hands.db")) as url, company(url, 2) as people:
        table = sit_together(people, **TABLES[name])
        with at(people, table) as lines:
            play_together(lines, 2)
        backs = [person.ask(f"/tables/{table}/hands/1") for person in people]
        assert backs[0]["you"] != backs[1]["you"]
        key = "roll" if "roll" in backs[0]["steps"][0]["seats"][0] else "cards"
        for mine, theirs in ((0, 1), (1, 0)):
            first = backs[mine]["steps"][0]["seats"]
            assert first[backs[mine]["you"]][key]
            hidden = first[backs[theirs]["you"]][key]
            assert hidden is None or "??" in hidden
        for person, back in zip(people, backs, strict=True):
            assert person.ask(f"/tables/{table}/session")["you"] == back["you"]
            listed = person.ask(f"/tables/{table}/hands")["hands"][-1]
            assert listed["net"] == back["end"]["returns"][back["you"]]
            assert person.ask(f"/tables/{table}/hands/1/export")
            person.ask(f"/tables/{table}/players/0")


def test_a_table_that_is_played_is_opened_and_who_has_no_link_finds_nothing(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db")) as url, company(url, 3) as (ann, bob, eve):
        table = ann.sit(opponents=["always-call"])
        with ann.line(table) as line:
            line.play_hand()
        for path in ("invitation", "hands", "session", "hands/1"):
            bob.ask(f"/tables/{table}/{path}", status=404)
        bob.ask(f"/tables/{table}/join", method="POST", body={"name": "Bob"}, status=404)
        bob.ask(f"/tables/{table}/open", method="POST", body={"name": "Bob"}, status=404)
        ann.ask(f"/tables/{table}/open", method="POST", body={"name": "You"}, status=409)
        told = ann.ask(f"/tables/{table}/open", method="POST", body={"name": "Ann", "seats": 1})
        assert told["names"] == ["Ann", "always-call", "Seat 3"]
        assert bob.ask(f"/tables/{table}/invitation")["free"] == 1
        bob.ask(f"/tables/{table}/join", method="POST", body={"name": "Ann"}, status=409)
        bob.ask(f"/tables/{table}/join", method="POST", body={"name": "Bob"}, status=201)
        eve.ask(f"/tables/{table}/join", method="POST", body={"name": "Eve"}, status=409)
        for path in ("hands", "session", "hands/1", "partner"):
            eve.ask(f"/tables/{table}/{path}", status=404)
        with at([ann, bob], table) as lines:
            play_together(lines)
        assert ann.ask(f"/tables/{table}/hands")["count"] == 2
        assert bob.ask(f"/tables/{table}/hands/1")["decisions"] == []  # before they came
        assert ann.ask(f"/tables/{table}/session")["statistics"]["Ann"]["vpip"]["n"] == 2
        ann.ask("/tables", method="POST", body={"name": "Ann", "friends": 1, "seed": 4}, status=409)


@pytest.mark.parametrize("name", ["cards", "a match of dice"])
def test_who_is_silent_is_stood_in_for_and_comes_back(tmp_path: Path, name: str) -> None:
    with serving(str(tmp_path / "hands.db"), silence_s=0.2) as url, company(url, 2) as people:
        table = sit_together(people, **TABLES[name])
        with at(people, table) as (ann, bob):
            seat = bob.person.ask(f"/tables/{table}/session")["you"]
            ann.say(type="deal", turn=ann.now["turn"])
            notes: list[str] = []
            for _ in range(6):  # hands, in which Bob says nothing
                while ann.now["phase"] != "between":
                    told = ann.hear()
                    notes += told.get("notes", [])
                    if told["type"] == "table" and told["legal"]:
                        ann.say(type="act", turn=told["turn"], action=calling(told))
                ann.say(type="deal", turn=ann.now["turn"])
                if any("Bob is away" in note for note in notes):
                    break
                ann.now = {**ann.now, "phase": "dealt"}
            assert any("Bob is away" in note for note in notes)
            hear_all(bob)
            bob.say(type="hello")
            back = until(ann, lambda told: told["type"] == "people" and state(told, seat) == "here")
            assert back["people"]


@pytest.mark.parametrize("asked", [{"opponents": ["always-call"]}, {"game": "bluff", "dice": 2}])
def test_a_table_is_opened_in_the_middle_of_a_hand(tmp_path: Path, asked: Json) -> None:
    with serving(str(tmp_path / "hands.db")) as url, company(url, 2) as (ann, bob):
        table = ann.sit(**{"opponents": ["bluff-odds"], **asked})
        with ann.line(table) as line:
            before = line.until_asked()
            ann.ask(f"/tables/{table}/open", method="POST", body={"name": "Ann"})
            until(line, lambda told: told["type"] == "hello")
            now = until(line, lambda told: told["type"] == "table")
            key = "roll" if "dice" in asked else "cards"
            assert [each[key] for each in now["seats"][:2]] == [each[key] for each in before["seats"]]
            assert (now["turn"], now["legal"]) == (before["turn"], before["legal"])
            assert not now["seats"][2]["in"]
            bob.ask(f"/tables/{table}/join", method="POST", body={"name": "Bob"}, status=201)
            with bob.line(table) as theirs:
                assert until(theirs, lambda told: told["type"] == "table")["legal"] is None
                while line.now["phase"] != "between":
                    hear_all(line)
                    if line.now["legal"]:
                        line.say(type="act", turn=line.now["turn"], action=calling(line.now))
                        line.now = {**line.now, "legal": None}
                until(theirs, lambda told: told.get("phase") == "between")
                play_together([line, theirs])
                assert theirs.now["seats"][2][key]


def state(told: Json, seat: int) -> str:
    return str(next(each["state"] for each in told["people"] if each["seat"] == seat))


def test_a_reload_and_a_restart_keep_the_table(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    tokens, before = [], []
    with serving(database) as url, company(url, 2) as people:
        table = sit_together(people, **TABLES["people alone"])
        with at(people, table) as lines:
            for line in lines:
                line.say(type="deal", turn=line.now["turn"])
            for line in lines:
                until(line, lambda told: told["type"] == "table" and told["phase"] == "playing")
                hear_all(line)
        with at(people, table) as lines:  # a reload
            before = [line.now["seats"] for line in lines]
        tokens = [person.token for person in people]
    with serving(database) as url:
        again = [Person(url, token=token) for token in tokens]
        with at(again, table) as lines:
            assert [line.now["seats"] for line in lines] == before
            while any(line.now["phase"] != "between" for line in lines):
                for line in lines:
                    hear_all(line)
                    if line.now["legal"]:
                        line.say(type="act", turn=line.now["turn"], action=calling(line.now))
                        line.now = {**line.now, "legal": None}
        for person in again:
            person.close()


def test_who_leaves_can_look_back_and_sit_down_again(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db")) as url, company(url, 2) as people:
        bob = people[1]
        table = sit_together(people, **TABLES["cards"])
        with at(people, table) as lines:
            play_together(lines)
            bob.ask(f"/tables/{table}", method="DELETE", status=204)
            with pytest.raises(ConnectionClosed):
                lines[1].drain()
            until(lines[0], lambda told: told["type"] == "people" and state(told, 2) == "left")
            hear_all(lines[0])
            lines[0].play_hand()  # with the agent alone
            assert lines[0].now["seats"][2]["absent"]
        assert bob.ask(f"/tables/{table}/hands/1")["you"] == 2
        assert [each["id"] for each in bob.ask("/lobby")["left"]] == [table]
        assert bob.ask(f"/tables/{table}/invitation")["yours_again"]
        bob.ask(f"/tables/{table}/join", method="POST", body={"name": "Bob"}, status=201)
        with at(people, table) as lines:
            play_together(lines)
        assert bob.ask(f"/tables/{table}/hands")["count"] == 3


def test_deleting_everything_works_for_each_and_harms_nobody_else(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url, company(url, 2) as people:
        ann, bob = people
        table = sit_together(people, **TABLES["cards"])
        with at(people, table) as lines:
            bob.ask(f"/tables/{table}/partner")
            play_together(lines, 3)
            assert bob.ask("/me", method="DELETE")["tables"] == 1
            with pytest.raises(ConnectionClosed):
                lines[1].drain()
        bob.ask(f"/tables/{table}/hands/1", status=404)
        with Store(database) as store:
            assert {name for name, _ in store.players()} == {"Ann", "always-call", "Player 3"}
            for hand in store.hands():
                shown = set(hand.record.shown)
                at_seat = hand.record.players.index("Player 3")
                assert at_seat in shown or all(card > 51 for card in hand.record.hole_cards[at_seat])
        back = ann.ask(f"/tables/{table}/hands/1")
        assert back["names"][2] == "Player 3"
        assert len(ann.ask(f"/tables/{table}/session")["statistics"]) == 3
        with ann.line(table) as line:
            line.play_hand()  # plays on with the agent
        assert ann.ask("/me", method="DELETE")["tables"] == 1
    assert left_in(database) == {}


def test_a_tournament_is_played_to_its_end_with_agents_and_a_friend(tmp_path: Path) -> None:
    asked = {"game": "holdem-nolimit", "opponents": ["always-call", "maniac"], "friends": 2, "stack": 60}
    with serving(str(tmp_path / "hands.db")) as url, company(url, 3) as people:
        table = sit_together(people[:2], **asked, level_hands=1)
        with at(people[:2], table) as lines:
            for _ in range(60):
                if all((line.now["standing"]["tournament"] or {})["over"] for line in lines):
                    break
                play_together(lines)
            ends = [line.now["standing"]["tournament"] for line in lines]
            assert people[2].ask(f"/tables/{table}/invitation")["free"] == 0  # nobody enters after the start
            people[2].ask(f"/tables/{table}/join", method="POST", body={"name": "Cid"}, status=409)
            lines[0].say(type="deal", turn=lines[0].now["turn"])
            assert "over" in until(lines[0], lambda told: told["type"] == "error")["text"]
        for end in ends:
            assert (end["entrants"], end["left"], sum(end["points"])) == (4, 1, 240)
            assert sorted(place for place in end["places"] if place)[0] == 1
            assert end["blinds"][1] > 10
        hands = people[0].ask(f"/tables/{table}/hands")["count"]
        assert people[1].ask(f"/tables/{table}/hands/{hands}")["end"]


def test_who_is_out_of_a_tournament_lets_the_agents_finish_it(tmp_path: Path) -> None:
    asked = {"game": "holdem-nolimit", "opponents": ["always-call", "random", "tight-aggressive"], "stack": 40}
    with serving(str(tmp_path / "hands.db")) as url, company(url, 1) as (ann,):
        for seed in range(20):
            table = ann.sit(**asked, level_hands=2, seed=seed)
            with ann.line(table) as line:
                now = line.play_hand(lambda now: all_in(now))
                if not now["standing"]["tournament"]["place"]:
                    continue
                line.say(type="finish", turn=now["turn"])
                until(line, lambda told: told["type"] == "table" and told["standing"]["tournament"]["over"])
                assert line.now["standing"]["tournament"]["place"] in (2, 3, 3.5, 4, 2.5)
                return
    raise AssertionError("never out")


def all_in(now: Json) -> str:
    raised = now["legal"].get("raise")
    return f"{raised['kind']} {raised['max']}" if raised else calling(now)
