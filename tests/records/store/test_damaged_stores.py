"""Databases that are damaged, foreign or may only be read: what can be read is read, and the rest is named."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.cli import app
from riverboat.errors import DamagedHand, RecordError, RiverboatError, StoreError
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import HandRecord, record_from_json, record_to_json
from riverboat.records.replay import verify
from riverboat.records.store.hand_store import Store
from tests.records.formats.test_bluff_records import played
from tests.records.random_hands import random_record
from tests.records.store.test_migration import old_store

RECORDS = [random_record(seed) for seed in range(12)]
NOBODY = 65534


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "hands.db")
    with Store(path) as store:
        store.add([(record, verify(record)) for record in RECORDS])
    return path


def change(database: str, statement: str, *values: object) -> None:
    connection = sqlite3.connect(database)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def run(*command: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(command), catch_exceptions=False)
    return done.exit_code, done.output


@pytest.mark.parametrize("version", ["x", "", "-1", "0", "4.5", None, "9" * 30])
def test_a_version_that_is_none_is_said(database: str, version: str | None) -> None:
    change(database, "DROP TABLE riverboat_schema")
    change(database, "CREATE TABLE riverboat_schema (version)")
    change(database, "INSERT INTO riverboat_schema VALUES (?)", version)
    with pytest.raises(StoreError, match=r"hands\.db is damaged: its schema version is .*should be one number"):
        Store(database)


@pytest.mark.parametrize("rows", [0, 2])
def test_there_is_one_version(database: str, rows: int) -> None:
    change(database, "DELETE FROM riverboat_schema")
    for _ in range(rows):
        change(database, "INSERT INTO riverboat_schema VALUES (5)")
    with pytest.raises(StoreError, match="should be one number"):
        Store(database)


def one_hand(**changes: Any) -> str:
    return json.dumps(json.loads(record_to_json(RECORDS[4])) | changes)


UNPLAYED = one_hand(moves=[])  # a record, though not of a hand that can be played
DAMAGES = ("", "{", "null", one_hand(moves=[[0, 99, "call", 0]]), one_hand(players="Ann"), "[" * 100_000, UNPLAYED)


@pytest.mark.parametrize("record", DAMAGES, ids=range(len(DAMAGES)))
def test_one_damaged_hand_is_named_and_the_others_are_read(database: str, record: str, tmp_path: Path) -> None:
    change(database, "UPDATE hands SET record = ? WHERE id = 5", record)
    change(database, "DELETE FROM player_tallies")  # as in a store of 0.1.0: else `stats` has no need to read the hand
    player = RECORDS[4].players[0]
    others = sum(player in each.players for at, each in enumerate(RECORDS) if at != 4)
    code, told = run("hands", "list", "--database", database)
    assert code == 0
    assert "12 of 12 hands" in told
    code, told = run("stats", player, "--database", database, "--json")
    assert code == 0
    found = json.loads(told[told.index("{") :])
    assert (found["hands"], found["damaged"]) == (others, [5])
    assert "hand 5 of the store is damaged" in told
    code, told = run("stats", player, "--database", database)
    assert code == 0
    assert "hand 5 of the store is damaged" in told
    if record == UNPLAYED:
        return
    code, told = run("hands", "export", str(tmp_path / "all.phhs"), "--database", database)
    assert code == 0
    assert "hand 5 of the store is damaged" in told
    assert "11 hands written" in told
    with Store(database) as store, pytest.raises(DamagedHand, match="hand 5 of the store is damaged"):
        store.hand(5)


def test_new_databases_are_for_the_owners_eyes_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with Store(str(tmp_path / "hands.db")) as store:
            store.add([(RECORDS[0], None)])
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == {"hands.db": 0o600, "hands.db-wal": 0o600, "hands.db-shm": 0o600}


@contextlib.contextmanager
def nobody() -> Iterator[None]:
    """As somebody who may write nowhere; root may write anywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that everybody can reach, and in the end nobody may write to."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="rb-shelf-", dir="/tmp") as name:
        yield Path(name)
        Path(name).chmod(0o700)


@pytest.mark.parametrize("old", [True, False])
def test_a_read_only_medium_can_be_read(shelf: Path, old: bool) -> None:
    path = shelf / "a b?c%20d.db"
    if old:
        old_store(str(path))
    else:
        with Store(str(path)) as store:
            store.add([(record, verify(record)) for record in RECORDS])
    assert [file.name for file in shelf.iterdir()] == [path.name]
    path.chmod(0o444)
    shelf.chmod(0o555)
    before = path.read_bytes()
    with nobody():
        with Store(str(path), create=False) as store:
            assert [hand.record for hand in store.hands()][:12] == RECORDS
            assert store.players()
        code, told = run("hands", "list", "--database", str(path))
        assert code == 0
        assert "Ann" in told
        code, told = run("stats", "Ann", "--database", str(path))
        assert code == 0
        assert "VPIP" in told
        with pytest.raises(StoreError, match="can't be"):
            Store(str(path)).add([(random_record(99), None)])
    assert path.read_bytes() == before


def test_what_was_written_last_is_not_passed_over(shelf: Path) -> None:
    path = shelf / "hands.db"
    with Store(str(path)) as store:
        store.add([(record, verify(record)) for record in RECORDS])
        copies = {file.name: file.read_bytes() for file in shelf.iterdir()}
    assert set(copies) == {"hands.db", "hands.db-wal", "hands.db-shm"}
    for name, content in copies.items():
        (shelf / name).write_bytes(content)
        (shelf / name).chmod(0o444)
    shelf.chmod(0o555)
    with nobody(), Store(str(path), create=False) as store:
        assert store.count() == 12
    shelf.chmod(0o755)
    (shelf / "hands.db-shm").unlink()
    shelf.chmod(0o555)
    with nobody(), pytest.raises(StoreError, match=r"the latest changes are in hands\.db-wal"):
        Store(str(path), create=False)


ODD: tuple[Any, ...] = (None, True, -1, 0, 1, 99, 10**30, 1.5, 1e400, "", "x", "1/0", [], {}, [[]], [None], {"a": []})


def altered(value: Any, rng: random.Random) -> Any:
    """JSON with something in it that does not belong there."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: altered(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:at] + value[at + 1 :]
        return [*value[:at], altered(value[at], rng), *value[at + 1 :]]
    return rng.choice(ODD)


def use(record: HandRecord) -> None:
    """All that is done with a record from the store."""
    assert record.digest
    assert record_from_json(record_to_json(record)) == record
    verify(record)
    if record.game != "bluff":
        format_phh(record)


def test_altered_json_is_refused_with_one_kind_of_error() -> None:
    rng, refused = random.Random(7), 0
    good = [json.loads(record_to_json(record)) for record in (*RECORDS, *(played(seed) for seed in range(4)))]
    for _ in range(4_000):
        text = json.dumps(altered(rng.choice(good), rng))
        try:
            record = record_from_json(text)
        except RecordError:
            refused += 1
            continue
        with contextlib.suppress(RiverboatError):
            use(record)
    assert refused > 1_000
    for text in ("[" * 100_000, '{"format":' + "9" * 5000 + "}", "", "NaN", '"x"'):
        with pytest.raises(RecordError, match=r"JSON of a hand record|of format"):
            record_from_json(text)
