"""Deleting what is kept of a person: all of it, for good, and without harm to anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from riverboat.records.store.hand_store import Store
from riverboat.records.store.partner_memory import remembered
from riverboat.records.store.schema import metadata
from riverboat.web.lobby import MOST_TABLES, Lobby
from riverboat.web.requests import NewTable
from riverboat.web.visitors import NotYours, owner_of
from tests.web.playing import Person, begin_study, calling, serving


@contextlib.contextmanager
def people(url: str, count: int) -> Iterator[list[Person]]:
    found = [Person(url) for _ in range(count)]
    yield found
    for each in found:
        each.close()


def left_in(database: str) -> dict[str, int]:
    """How many rows each table that can hold something of a person holds, those that hold none left out."""
    with Store(database) as store, store.reading() as connection:
        counts = {
            table.name: int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
            for table in metadata.sorted_tables
        }
    return {name: count for name, count in counts.items() if count and name not in ("riverboat_schema", "page_keys")}


def play(person: Person, hands: int = 1, **asked: Any) -> str:
    table = person.sit(**asked)
    with person.line(table) as line:
        for _ in range(hands):
            line.play_hand()
    return table


def test_who_has_deleted_everything_plays_on_and_so_do_others(database_url: str) -> None:
    with serving(database_url) as url, people(url, 2) as (ann, bob):
        theirs = bob.sit(opponents=["always-call"], name="Bob")
        with bob.line(theirs) as line:
            line.until_asked()
            play(ann, opponents=["always-call"], name="Ann")
            assert ann.ask("/me", method="DELETE")["tables"] == 1
            line.play_hand()  # Bob is in mid-hand with the same agent, whom no stored hand knows now
        play(ann, 2, opponents=["always-call"], name="Ann")
        assert ann.ask("/lobby")["tables"][0]["standing"]["hands"] == 2
    with Store(database_url) as store:
        assert dict(store.players()) == {"always-call": 3, "Ann": 2, "Bob": 1}


def test_hands_are_filed_under_those_who_played_them(database_url: str) -> None:
    with serving(database_url) as url, people(url, 3) as (ann, bob, cid):
        play(ann, opponents=["always-call"], name="Ann")
        ann.ask("/me", method="DELETE")
        play(bob, opponents=["maniac"], name="Bob")
        play(cid, opponents=["always-call"], name="Cid")
    with Store(database_url) as store:
        assert [line.players for line in store.lines()] == [("Bob", "maniac"), ("Cid", "always-call")]
        assert [hand.record.players for hand in store.hands()] == [line.players for line in store.lines()]


def test_another_server_on_the_same_database_follows_a_deletion(database_url: str) -> None:
    with serving(database_url) as url, serving(database_url) as other:
        ann, bob = Person(url), Person(other)
        table = ann.sit(opponents=["always-call"], name="Ann")
        elsewhere = Person(other, token=ann.token)
        play(bob, opponents=["always-call"], name="Bob")
        with elsewhere.line(table) as line:
            line.until_asked()
            elsewhere.ask(f"/tables/{table}/partner")
            bob.ask("/me", method="DELETE")
            assert ann.ask("/me", method="DELETE")["tables"] == 1
            line.say(type="act", turn=line.now["turn"], action=calling(line.now))
            with pytest.raises(ConnectionClosed) as closed:  # what Ann has open there is nobody's
                line.drain()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4004
        for person in (ann, bob, elsewhere):
            person.close()
    assert left_in(database_url) == {}


def test_everything_is_deleted_however_much_there_is(database_url: str) -> None:
    with serving(database_url) as url, people(url, 1) as (ann,):
        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda _: ann.http.post("/api/tables", json={}).status_code, range(60)))
        assert (answers.count(201), answers.count(409)) == (MOST_TABLES, 60 - MOST_TABLES)
        for table in ann.ask("/lobby")["tables"][:30]:
            ann.ask(f"/tables/{table['id']}", method="DELETE", status=204)  # left, and still kept
        with ThreadPoolExecutor(12) as pool:
            list(pool.map(lambda _: ann.http.post("/api/tables", json={}), range(30)))
        table = ann.ask("/lobby")["tables"][0]["id"]
        with ann.line(table) as line:
            line.until_asked()
            ann.ask(f"/tables/{table}/partner")
            line.play_hand()
        ann.ask(f"/tables/{ann.ask('/lobby')['tables'][-1]['id']}", method="DELETE", status=204)
        begin_study(ann)
        assert ann.ask("/me", method="DELETE")["tables"] == MOST_TABLES + 31
        assert ann.ask("/me", method="DELETE")["tables"] == 0
    assert left_in(database_url) == {}


def test_who_consents_ten_times_at_once_takes_part_once(database_url: str) -> None:
    with serving(database_url) as url, people(url, 2) as (ann, bob):
        with ThreadPoolExecutor(10) as pool:
            asked = [
                pool.submit(ann.ask, "/experiment", method="POST", body={"consent": True}, status=201)
                for _ in range(10)
            ]
            assert {each.result()["state"] for each in asked} == {"check"}
            begin_study(ann)
            tables = {each.result()["table"] for each in [pool.submit(ann.ask, "/experiment") for _ in range(10)]}
        assert len(tables) == 1
        begin_study(bob)
        found = left_in(database_url)
        assert (found["participants"], found["places"]) == (2, 2)
        for person in (ann, bob):
            person.ask("/experiment", method="DELETE", status=204)
            assert person.ask("/experiment")["state"] == "new"
    assert left_in(database_url) == {}


@pytest.mark.parametrize("forget", ["", "?forget=true"])
def test_who_leaves_the_studys_table_can_withdraw_or_begin_again(tmp_path: Path, forget: str) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url, people(url, 1) as (ann,):
        for _ in range(2):
            table = begin_study(ann)["table"]
            with ann.line(table) as line:
                line.play_hand()
            ann.ask(f"/tables/{table}{forget}", method="DELETE", status=204)
            assert ann.ask("/experiment")["state"] == "left"
        found = left_in(database)
        assert (found["participants"], found.get("hands", 0) > 0) == (1, not forget)
        ann.ask("/experiment", method="DELETE", status=204)
        assert ann.ask("/experiment")["state"] == "new"
    assert left_in(database) == {}


def test_a_late_message_does_not_bring_a_deleted_table_back(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")

    ann = owner_of("ann")

    async def delete_with_messages_on_their_way() -> None:
        hall = Lobby(database)
        place_id, _ = await hall.open_table(ann, NewTable(opponents=["always-call"]))
        room = await hall.room(ann, place_id)
        await room.join()
        told = await room.now()
        deleting = asyncio.create_task(hall.forget(ann))
        late = [asyncio.create_task(room.act(told["turn"], "fold")) for _ in range(3)]
        assert await deleting == 1
        await asyncio.gather(*late, return_exceptions=True)
        for again in (room.join, room.now, room.results):
            with pytest.raises(NotYours):
                await again()
        with pytest.raises(NotYours):
            await room.deal(20_000)
        assert await hall.forget(ann) == 0
        await hall.close()

    with ThreadPoolExecutor(1) as pool:  # a browser test may have left an event loop in this thread
        pool.submit(asyncio.run, delete_with_messages_on_their_way()).result()
    assert left_in(database) == {}


def test_a_deletion_that_was_cut_off_is_finished_by_the_next_server(tmp_path: Path) -> None:
    from riverboat.records.store.forgetting import give_up_person

    database = str(tmp_path / "hands.db")
    with serving(database) as url, people(url, 1) as (ann,):
        play(ann, 3, opponents=["always-call"])
    with Store(database) as store:
        with store.reading() as connection:
            owner = connection.scalar(sa.select(metadata.tables["places"].c.owner))
        assert give_up_person(store, owner=str(owner), left_by="x", remembered_as="x") == 1
        assert store.count() == 3
    with serving(database):
        while left_in(database):  # it is done beside what else the server does
            time.sleep(0.01)
    with Store(database) as store:
        assert remembered(store) == []
