"""A store of version 0.1.0 is brought up to date with all that is in it; ids are never given again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from riverboat.records.hand_record import record_to_json
from riverboat.records.replay import verify
from riverboat.records.store.database import Database, parse_url
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import hands_of_event
from riverboat.records.store.participants import participants
from riverboat.records.store.schema import STEPS, hands_table, metadata, players_table
from tests.records.random_hands import random_record

SCHEMA_4 = Path(__file__).with_name("schema_4.sql")
RECORDS = [random_record(seed) for seed in range(20)]


def old_store(url: str) -> None:
    """A database as version 0.1.0 left it: hands, one session of the page, one of the terminal, a person twice."""
    text = SCHEMA_4.read_text("utf-8")
    database = Database(parse_url(url))
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            text = text.replace("id INTEGER NOT NULL,", "id SERIAL NOT NULL,").replace(
                "hand_id SERIAL", "hand_id INTEGER"
            )
            text = text.replace("player_id SERIAL", "player_id INTEGER")
        for statement in text.split(";"):
            if statement.strip():
                connection.exec_driver_sql(statement)
        names = sorted({name for record in RECORDS for name in record.players})
        connection.execute(sa.text("INSERT INTO players (name) VALUES (:name)"), [{"name": name} for name in names])
        for record in RECORDS:
            row = {name: getattr(record, name) for name in ("digest", "game", "seats", "number", "event", "time")}
            net = json.dumps([str(value) for value in verify(record) or ()])
            insert = "INSERT INTO hands (digest, game, seats, number, event, time, net, record) VALUES "
            insert += "(:digest, :game, :seats, :number, :event, :time, :net, :record) RETURNING id"
            hand = connection.scalar(sa.text(insert), {**row, "net": net, "record": record_to_json(record)})
            sat = "INSERT INTO hand_players SELECT :hand, :seat, id FROM players WHERE name = :name"
            seats = [{"hand": hand, "seat": seat, "name": name} for seat, name in enumerate(record.players)]
            connection.execute(sa.text(sat), seats)
        place = {"id": "f" * 32, "owner": "o" * 64, "plan": "{}", "opened": "2026"}
        connection.execute(sa.text("INSERT INTO places VALUES (:id, :owner, :plan, :opened)"), place)
        keys = [
            {"key": "page", "state": json.dumps({"name": "f" * 32})},
            {"key": "terminal", "state": '{"name":"abcd"}'},
        ]
        keys.append({"key": "damaged", "state": "["})
        connection.execute(sa.text("INSERT INTO sessions VALUES (:key, 1, :state)"), keys)
        people = [{"id": str(n), "owner": "ann" if n != 1 else "bob", "number": n} for n in range(4)]
        connection.execute(sa.text("INSERT INTO participants VALUES (:id, :owner, :number, '{}')"), people)
        connection.execute(sa.text("INSERT INTO riverboat_schema VALUES (4)"))
    database.close()


def test_a_store_of_0_1_0_keeps_all_its_hands_players_and_sessions(database_url: str) -> None:
    old_store(database_url)
    with Store(database_url) as store:
        assert store.version == len(STEPS)
        assert [hand.record for hand in store.hands()] == RECORDS
        assert [line.players for line in store.lines()] == [record.players for record in RECORDS]
        assert len(hands_of_event(store, RECORDS[0].event)) == 20
        kept = {key: store.session(key) for key in ("page", "terminal", "damaged")}
        assert {key: each and each.place for key, each in kept.items()} == {
            "page": "f" * 32,
            "terminal": None,
            "damaged": None,
        }
        assert [(each.owner, each.number) for each in participants(store)] == [("bob", 1), ("ann", 3)]
        assert store.add([(record, verify(record)) for record in RECORDS]) == 0
    with Store(database_url) as store:
        assert store.count() == 20


@pytest.mark.parametrize("old", [True, False])
def test_ids_are_never_given_again(database_url: str, old: bool) -> None:
    if old:
        old_store(database_url)
    with Store(database_url) as store:
        store.add([(record, None) for record in RECORDS])
        ids = [line.id for line in store.lines()]
        with store.writing() as connection:
            players = set(connection.scalars(sa.select(players_table.c.id)))
            connection.execute(hands_table.delete())
            connection.execute(players_table.delete())
        store.add([(record, None) for record in RECORDS])
        assert min(line.id for line in store.lines()) > max(ids)
        with store.reading() as connection:
            assert not players & set(connection.scalars(sa.select(players_table.c.id)))


def test_old_and_new_stores_have_the_same_tables(tmp_path: Path) -> None:
    shapes = []
    for name in ("old", "new"):
        url = str(tmp_path / f"{name}.db")
        if name == "old":
            old_store(url)
        with Store(url) as store, store.reading() as connection:
            found = sa.inspect(connection)
            shapes.append(
                {
                    table: (
                        sorted((column["name"], str(column["type"])) for column in found.get_columns(table)),
                        sorted(str(index) for index in found.get_indexes(table)),
                        sorted(str(key) for key in found.get_foreign_keys(table)),
                        found.get_pk_constraint(table),
                    )
                    for table in sorted(found.get_table_names())
                }
            )
    assert shapes[0] == shapes[1]
    for table in metadata.sorted_tables:  # and these are the tables that we ask for
        assert [column.name for column in table.columns] == [
            name for name in (column.name for column in table.columns) if name in dict(shapes[0][table.name][0])
        ]
