"""The store: nothing twice, nothing lost, nothing half-written, and clear words when it can't be used."""

from __future__ import annotations

import dataclasses
import os
import resource
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from riverboat.errors import StoreError
from riverboat.records.replay import verify
from riverboat.records.store import database
from riverboat.records.store.hand_store import Store
from riverboat.records.store.schema import STEPS, bring_up_to_date
from riverboat.records.store.sessions import KeptSession
from tests.records.random_hands import random_record

RECORDS = [random_record(seed) for seed in range(60)]
HANDS = [(record, verify(record)) for record in RECORDS]


def test_hands_come_back_as_they_were_in_the_order_they_came(database_url: str) -> None:
    with Store(database_url) as store:
        assert store.add(HANDS) == 60
        stored = list(store.hands())
        assert [hand.record for hand in stored] == RECORDS
        assert [hand.net for hand in stored] == [net for _, net in HANDS]
        assert [hand.digest for hand in stored] == [record.digest for record in RECORDS]
        assert store.hand(stored[7].id) == stored[7]
        assert store.count() == 60


def test_nothing_is_stored_twice(database_url: str) -> None:
    with Store(database_url) as store:
        assert store.add(HANDS[:40]) == 40
        assert store.add(HANDS[20:]) == 20
        assert store.add([*HANDS, *HANDS]) == 0
    with Store(database_url) as again:
        assert again.add(HANDS) == 0
        assert again.count() == 60


def test_choosing_by_player_and_game(database_url: str) -> None:
    with Store(database_url) as store:
        store.add(HANDS)
        mine = [record for record in RECORDS if "Eve" in record.players]
        assert [hand.record for hand in store.hands(player="Eve")] == mine
        assert store.count(player="Eve") == len(mine)
        studs = [record for record in RECORDS if record.game == "stud"]
        assert [hand.record for hand in store.hands(game="stud")] == studs
        assert store.players()[0] == ("Ann", 60)
        assert dict(store.players())["Eve"] == len(mine)
        page = store.lines(player="Ann", limit=5, skip=10)
        assert [line.number for line in page] == [record.number for record in RECORDS[10:15]]
        assert [line.players for line in page] == [record.players for record in RECORDS[10:15]]
        with pytest.raises(StoreError, match=r'has a player "Vera"$'):  # which is like none of them
            store.count(player="Vera")
        with pytest.raises(StoreError, match=r'has a player "Evee" \(did you mean "Eve"\?\)'):
            store.count(player="Evee")
        with pytest.raises(StoreError, match="has the number 1000"):
            store.hand(1000)


def test_more_hands_than_a_page(tmp_path: Path) -> None:
    many = [(dataclasses.replace(record, number=f"x{n}"), net) for n in range(20) for record, net in HANDS]
    with Store(str(tmp_path / "hands.db")) as store:
        assert store.add(many) == 1200
        assert [hand.record for hand in store.hands()] == [record for record, _ in many]


def test_two_writers_at_once_store_everything_once(database_url: str) -> None:
    stored: list[int] = []

    def write() -> None:
        with Store(database_url) as store:
            stored.extend(store.add(HANDS[at : at + 5]) for at in range(0, 60, 5))

    writers = [threading.Thread(target=write) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sum(stored) == 60
    with Store(database_url) as store:
        assert store.count() == 60


def test_a_failing_batch_leaves_nothing_behind(database_url: str) -> None:
    with Store(database_url) as store:
        store.add(HANDS[:10])
        bad = dataclasses.replace(RECORDS[20], players=(None, *RECORDS[20].players[1:]))  # type: ignore[arg-type]
        with pytest.raises(StoreError):
            store.add([*HANDS[10:20], (bad, None)])
        assert store.count() == 10
        assert store.add(HANDS[10:20]) == 10


def _add_notes(connection: sa.Connection) -> None:
    connection.execute(sa.text("ALTER TABLE hands ADD COLUMN notes TEXT"))


def _fail(connection: sa.Connection) -> None:
    _add_notes(connection)
    connection.execute(sa.text("SELECT nothing FROM nowhere"))


def test_an_older_store_is_brought_up_to_date_and_a_newer_one_refused(database_url: str) -> None:
    with Store(database_url) as store:
        store.add(HANDS)
        assert store.version == len(STEPS)
    with Store(database_url, steps=(*STEPS, _add_notes)) as newer:
        assert newer.version == len(STEPS) + 1
        assert newer.count() == 60
    said = f"has schema version {len(STEPS) + 1}, and this riverboat knows {len(STEPS)}: use a newer riverboat"
    with pytest.raises(StoreError, match=said):
        Store(database_url)


def test_a_step_that_fails_changes_nothing(database_url: str) -> None:
    Store(database_url).close()
    with pytest.raises(StoreError):
        Store(database_url, steps=(*STEPS, _fail))
    with Store(database_url, steps=(*STEPS, _add_notes)) as store:  # the column is not there yet
        assert store.version == len(STEPS) + 1


def test_two_openers_at_once_make_the_tables_once(tmp_path: Path) -> None:
    kept = database.Database(database.parse_url(str(tmp_path / "hands.db")))
    with kept.writing() as connection:
        bring_up_to_date(connection, "x")
        bring_up_to_date(connection, "x")
    kept.close()
    with Store(str(tmp_path / "hands.db")) as store:
        assert store.count() == 0


@pytest.mark.parametrize("create", [True, False])
def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (mine TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match='is not ours: it has the tables "notes"'):
        Store(str(path), create=create)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["other.db"]


def test_readers_want_a_database_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        Store(str(tmp_path / "hands.db"), create=False)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "hands.db").touch()
    with pytest.raises(StoreError, match="is empty"):
        Store(str(tmp_path / "hands.db"), create=False)
    with Store(str(tmp_path / "hands.db")) as store:
        store.add(HANDS)
    with Store(str(tmp_path / "hands.db"), create=False) as store:
        assert store.count() == 60


def test_a_locked_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LOCK_WAIT_S", 0.1)
    path = str(tmp_path / "hands.db")
    with Store(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program: try again"):
            store.add(HANDS)
        assert store.count() == 0  # readers are not kept out
        other.execute("ROLLBACK")
        other.close()
        assert store.add(HANDS) == 60


@pytest.mark.parametrize(
    ("content", "said"), [(b"not a database at all" * 100, "is not a SQLite database"), (None, "can't be opened")]
)
def test_what_is_no_database(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "hands.db"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=said) as caught:
        Store(str(path))
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"the database .*hands\.db can't be"):
        Store(str(tmp_path / "file" / "hands.db"))


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_said_and_leaves_what_was_there(tmp_path: Path) -> None:
    path = str(tmp_path / "hands.db")
    many = [(dataclasses.replace(record, number=f"x{n}"), net) for n in range(20) for record, net in HANDS]
    with Store(path) as store:
        store.add(HANDS)
        with largest_file(300_000), pytest.raises(StoreError, match="disk is full"):
            store.add(many)
        assert store.count() == 60
        assert store.add(many) == 1200
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_DATABASE", str(tmp_path / "named.db"))
    with Store() as store:
        assert store.name == str(tmp_path / "named.db")
    with Store(f"sqlite:///{tmp_path}/url.db") as store:
        assert store.name == f"{tmp_path}/url.db"
    monkeypatch.delenv("RIVERBOAT_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert database.default_url() == str(tmp_path / "riverboat" / "riverboat.db")
    with pytest.raises(StoreError, match='of the kind "mysql" are not supported: sqlite and postgresql are'):
        Store("mysql://host/hands")
    with pytest.raises(StoreError, match="is not a database: name a file"):
        Store("://")


def test_postgresql_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'riverboat\[postgres\]'"):
        Store("postgresql://host/hands")


def test_a_server_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match="can't be used") as caught:
        Store(f"postgresql://me:secret@/hands?host={tmp_path}")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_read_only_database(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    Store(str(path)).close()
    path.chmod(0o400)
    with Store(str(path)) as store, pytest.raises(StoreError, match="read-only"):
        store.add(HANDS)


def test_a_session_is_kept_with_its_hands_or_not_at_all(database_url: str) -> None:
    with Store(database_url) as store:
        assert store.session("table") is None
        store.add(HANDS[:1], session=KeptSession(key="table", revision=1, state="one"))
        store.add(HANDS[1:2], session=KeptSession(key="table", revision=2, state="two"))
        assert store.session("table") == KeptSession(key="table", revision=2, state="two")
        with pytest.raises(StoreError, match="another window"):
            store.add(HANDS[2:3], session=KeptSession(key="table", revision=2, state="behind"))
        assert store.count() == 2
