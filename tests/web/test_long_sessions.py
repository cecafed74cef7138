"""Sessions of many thousand hands: the newest first, whole exports, actions that cost no more than the first ones."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from riverboat.games import UNKNOWN
from riverboat.partner.holdem import HoldemPartner
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import import_hands, scan
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import hands_of_event
from riverboat.web.routes import hands as hands_routes
from tests.web.playing import Person, calling, serving

PLAYED, HANDS = 12, 10_050


def lengthen(database: str, hands: int) -> None:
    """Make a session longer: the hands that were played come again and again, with numbers of their own."""
    connection = sqlite3.connect(database)
    rows = connection.execute("SELECT id, number, record FROM hands ORDER BY id").fetchall()
    copied = "INSERT INTO hands (id, digest, game, seats, number, event, time, net, record) "
    copied += "SELECT ?, ?, game, seats, ?, event, time, net, ? FROM hands WHERE id = ?"
    sat = "INSERT INTO hand_players SELECT ?, seat, player_id FROM hand_players WHERE hand_id = ?"
    for number in range(len(rows) + 1, hands + 1):
        like, was, record = rows[(number - 1) % len(rows)]
        text = record.replace(f'"number":"{was}"', f'"number":"{number}"')
        connection.execute(copied, (number, f"{number:032x}", str(number), text, like))
        connection.execute(sat, (number, like))
    [(key, state)] = connection.execute("SELECT key, state FROM sessions").fetchall()
    kept = json.loads(state) | {"hands": hands, "results": [10] * hands}  # as version 0.1.0 kept them
    kept.pop("squares", None)
    connection.execute("UPDATE sessions SET state = ? WHERE key = ?", (json.dumps(kept), key))
    connection.commit()
    connection.close()


def session_of(hands: int, folder: Path) -> tuple[str, str, str]:
    """A database, the person's token and the table."""
    database = str(folder / "hands.db")
    with serving(database) as url:
        person = Person(url)
        table = person.sit(opponents=["always-call"], seed=5)
        with person.line(table) as line:
            for _ in range(PLAYED):
                line.play_hand()
        person.close()
    lengthen(database, hands)
    return database, person.token, table


@pytest.fixture(scope="module")
def long_session(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    return session_of(HANDS, tmp_path_factory.mktemp("long"))


@pytest.fixture
def person(long_session: tuple[str, str, str]) -> Iterator[tuple[Person, str]]:
    database, token, table = long_session
    with serving(database) as url:
        somebody = Person(url, token=token)
        yield somebody, f"/tables/{table}"
        somebody.close()


def test_the_newest_hands_come_first_a_page_at_a_time(person: tuple[Person, str]) -> None:
    somebody, table = person
    found = somebody.ask(f"{table}/hands?limit=100")
    assert found["count"] == HANDS
    assert [each["number"] for each in found["hands"]] == list(range(HANDS, HANDS - 100, -1))
    older = somebody.ask(f"{table}/hands?limit=100&before={HANDS - 99}")
    assert [each["number"] for each in older["hands"]] == list(range(HANDS - 100, HANDS - 200, -1))
    assert [each["number"] for each in somebody.ask(f"{table}/hands?before=4")["hands"]] == [3, 2, 1]
    assert somebody.ask(f"{table}/hands/{HANDS}")["number"] == HANDS


def test_the_graph_is_of_all_hands_and_statistics_say_what_they_count(
    person: tuple[Person, str], long_session: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands_routes, "_MOST_COUNTED", 300)
    monkeypatch.setattr(hands_routes, "_MOST_ATTRIBUTED", 100)
    somebody, table = person
    told = somebody.ask(f"{table}/session")
    assert told["hands"] == HANDS
    assert told["counted"] == 300
    assert told["statistics"]["You"]["income_sb"]["n"] == told["counted"]
    assert len(told["bankroll_hands"]) < 1100
    assert told["bankroll_hands"][-1] == HANDS
    with Store(long_session[0]) as store:
        hands = hands_of_event(store, f"play {long_session[2]}")
    unit = hands[0].record.card_rules.income_unit.chips
    whole = list(itertools.accumulate(int((hand.net or ())[0]) for hand in hands))
    for hand, won in zip(told["bankroll_hands"], told["bankrolls"]["You"], strict=True):
        assert won == pytest.approx(whole[hand - 1] / unit)
    assert somebody.ask(f"{table}/attributes")["hands"] == 100


def test_the_partner_is_told_the_newest_hands(
    person: tuple[Person, str], long_session: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from riverboat.web.room import RoomPartner

    heard: list[int] = []

    def hear(self: RoomPartner, view: Any, event: str, number: int) -> None:
        heard.append(number)

    monkeypatch.setattr(RoomPartner, "hear", hear)
    over = 0

    def hand_over(self: HoldemPartner, view: Any) -> None:
        nonlocal over
        over += 1

    monkeypatch.setattr(HoldemPartner, "hand_over", hand_over)
    somebody, table = person
    somebody.ask(f"{table}/hands/5000")
    assert over == 200
    with somebody.line(long_session[2]) as line:
        line.until_asked()
        if line.now["phase"] == "between":
            line.deal()
        newest = line.now["hand"] - 1
        assert newest >= HANDS
        assert somebody.ask(f"{table}/partner")["questions"]
    assert heard == list(range(newest - 199, newest + 1))


def test_an_action_does_not_keep_the_results_of_all_hands(
    person: tuple[Person, str], long_session: tuple[str, str, str]
) -> None:
    somebody, _ = person
    with somebody.line(long_session[2]) as line:
        line.until_asked()
        if line.now["phase"] == "between":
            line.deal()
        line.act(calling(line.now))
    connection = sqlite3.connect(long_session[0])
    [(state, length)] = connection.execute("SELECT state, length(state) FROM sessions").fetchall()
    connection.close()
    assert length < 20_000
    squares = json.loads(state)["squares"]
    assert squares >= 100 * HANDS  # which were ten chips each


def test_an_export_is_whole_and_comes_back_as_hands_that_are_known(tmp_path: Path) -> None:
    database, token, table = session_of(2_100, tmp_path)
    with serving(database) as url:
        somebody = Person(url, token=token)
        exported = somebody.ask(f"/tables/{table}/export")
        somebody.close()
    assert exported.count("\nvariant = ") == 2_100
    file = tmp_path / "session.phhs"
    file.write_text("[2001]" + exported.partition("\n[2001]")[2], "utf-8")
    with Store(database) as store:
        *_, last = import_hands(store, file)
        assert (last.hands_read, last.hands_stored, last.hands_known) == (100, 0, 100)
        assert store.count() == 2_100


@pytest.mark.parametrize("game", ["holdem-limit", "holdem-nolimit", "stud-limit", "stud", "bluff"])
def test_what_the_page_exported_adds_nothing_to_the_same_database(tmp_path: Path, game: str) -> None:
    database, suffix = str(tmp_path / "hands.db"), "jsonl" if game == "bluff" else "phhs"
    with serving(database) as url:
        person = Person(url)
        table = person.sit(game=game, seed=5)
        with person.line(table) as line:
            for _ in range(6):
                line.play_hand()
        (tmp_path / f"session.{suffix}").write_text(person.ask(f"/tables/{table}/export"), "utf-8")
        one = tmp_path / f"one.{suffix.removesuffix('s') if suffix == 'phhs' else suffix}"
        one.write_text(person.ask(f"/tables/{table}/hands/3/export"), "utf-8")
        with Store(database) as store:
            for hand in store.hands():  # from a digest hidden cards could be found by trying them all
                assert hand.digest not in (tmp_path / f"session.{suffix}").read_text("utf-8")
            for file in (tmp_path / f"session.{suffix}", one):
                *_, last = import_hands(store, file)
                assert (last.hands_read, last.hands_stored) == (last.hands_known, 0)
        assert person.ask(f"/tables/{table}/hands")["count"] == 6
        person.close()
    with Store(str(tmp_path / "friend.db")) as friend:  # a friend has none of them yet, and then each once
        for stored in (6, 0):
            *_, last = import_hands(friend, tmp_path / f"session.{suffix}")
            assert last.hands_stored == stored


def test_a_hand_that_names_another_as_its_origin_is_stored(tmp_path: Path) -> None:
    from dataclasses import replace

    from tests.records.random_hands import random_record

    mine, other = random_record(1), random_record(2)
    with Store(str(tmp_path / "hands.db")) as store:
        assert store.add([(mine, None)]) == 1
        assert store.add([(other.naming_origin(mine.digest), None)]) == 1
        assert store.add([(replace(mine, time="2024").naming_origin(mine.digest), None)]) == 0


def test_a_hand_of_the_same_event_and_number_that_was_played_otherwise_is_stored(tmp_path: Path) -> None:
    from dataclasses import replace

    from tests.records.random_hands import random_record

    mine = random_record(1)
    hidden = replace(mine, hole_cards=tuple((UNKNOWN,) * len(cards) for cards in mine.hole_cards), time="")
    one_more = replace(mine, moves=mine.moves[:-1])
    others = replace(mine, hole_cards=mine.hole_cards[::-1])
    elsewhere = replace(hidden, event="Another table")
    with Store(str(tmp_path / "hands.db")) as store:
        assert store.add([(mine, None)]) == 1
        assert store.add([(hidden, None)]) == 0
        for other in (one_more, others, elsewhere):
            assert store.add([(other, None)]) == 1


def test_what_hands_export_wrote_names_its_origin(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from riverboat.cli import app
    from tests.records.random_hands import random_record

    database, file = str(tmp_path / "hands.db"), tmp_path / "out.phhs"
    records = [random_record(seed) for seed in range(20)]
    with Store(database) as store:
        store.add([(record, None) for record in records])
    CliRunner().invoke(
        app, ["hands", "export", str(file), "--own-rules", "--database", database], catch_exceptions=False
    )
    back = [each for each in scan(file) if isinstance(each, HandRecord)]
    assert [each.origin for each in back] == [record.digest for record in records]
    with Store(database) as store:
        *_, last = import_hands(store, file)
        assert (last.hands_read, last.hands_stored) == (20, 0)
