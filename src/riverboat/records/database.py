"""Opening databases: which one, how, and what is said when it can't be done."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from riverboat.errors import StoreError

LOCK_WAIT_S = 5.0
_WRITES = "riverboat_writes"
_WRITER_LOCK = 0x72697665  # any number, the same for all of us


def default_url() -> str:
    """`RIVERBOAT_DATABASE`, or a file in the user's data folder."""
    named = os.environ.get("RIVERBOAT_DATABASE")
    if named:
        return named
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return str(folder / "riverboat" / "riverboat.db")


def parse_url(text: str) -> sa.URL:
    """A path is a SQLite file; otherwise a URL of SQLite or PostgreSQL."""
    if "://" not in text:
        return sa.URL.create("sqlite", database=text)
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError:
        raise StoreError(f'"{text}" is not a database: name a file, sqlite:///FILE or postgresql://HOST/NAME') from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise StoreError(f'databases of the kind "{kind}" are not supported: sqlite and postgresql are')
    return url


def open_engine(url: sa.URL) -> sa.Engine:
    """An engine for the database; for a SQLite file its folder is made."""
    if url.get_backend_name() == "sqlite":
        if url.database and url.database != ":memory:":
            with explained(url):
                Path(url.database).absolute().parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(url, connect_args={"timeout": LOCK_WAIT_S})
        sa.event.listen(engine, "connect", _prepare_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return sa.create_engine(url, connect_args={"connect_timeout": 10})
    except ImportError:
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'riverboat[postgres]'") from None


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Write-ahead log, every commit on disk before it is acknowledged; we say ourselves where transactions begin."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextlib.contextmanager
def reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that reads."""
    with explained(engine.url), engine.connect() as connection, connection.begin():
        yield connection


@contextlib.contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that writes, one writer at a time: all or nothing, and on disk when it is left."""
    with explained(engine.url), engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_WRITER_LOCK)))
        yield connection


def name_of(url: sa.URL) -> str:
    """The database as messages name it, without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


@contextlib.contextmanager
def explained(url: sa.URL) -> Iterator[None]:
    """Turn what the database says into one clear line."""
    try:
        yield
    except (sa.exc.DBAPIError, OSError) as error:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        text = " ".join(str(cause).split())
        raise StoreError(f"the database {name_of(url)} {_reason(text)}") from None


def _reason(text: str) -> str:
    known = {
        "database is locked": "is locked by another program: try again when that has finished",
        "database table is locked": "is locked by another program: try again when that has finished",
        "unable to open database file": "can't be opened: is it a file in a folder you may write to?",
        "file is not a database": "is not a SQLite database",
        "database disk image is malformed": "is damaged: restore it from a copy, or import the hands again",
        "disk is full": "can't be written, the disk is full: nothing of this batch was stored",
        "disk I/O error": "can't be written, the disk is full or broken: nothing of this batch was stored",
        "readonly database": "can't be written: it is read-only",
    }
    for sign, reason in known.items():
        if sign in text:
            return reason
    return f"can't be used: {text[:300]}"
