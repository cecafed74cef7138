"""Opening databases: which one, how, and what is said when it can't be done."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import sqlalchemy as sa

from riverboat.errors import StoreError

LOCK_WAIT_S = 5.0
SCHEMA_TABLE = "riverboat_schema"  # a database that has it is ours
_WRITES = "riverboat_writes"
_WRITER_LOCK = 0x72697665  # any number, the same for all of us


def named_url() -> str | None:
    """What `RIVERBOAT_DATABASE` names, if anything."""
    return os.environ.get("RIVERBOAT_DATABASE") or None


def default_url() -> str:
    """`RIVERBOAT_DATABASE`, or a file in the user's data folder."""
    return named_url() or str(default_file())


def default_file() -> Path:
    """The file in the user's data folder."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "riverboat" / "riverboat.db"


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


def file_of(url: sa.URL) -> Path | None:
    """The file of a SQLite database, None for one in memory or on a server."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def find_database(url: str | None, *, create: bool) -> tuple[sa.URL, str]:
    """Which database to open, and its name in messages. What is mistyped is an error, never a new file or folder.

    Only our own data folder is ever made. A caller that only reads (`create` is False) needs a database that is there;
    where the default one is not there yet it simply has no hands, so an empty one in memory stands for it.
    """
    chosen = url or named_url()
    parsed = parse_url(chosen or str(default_file()))
    file, name = file_of(parsed), name_of(parsed)
    if file is None:
        return parsed, name
    with explained(parsed):
        missing = not file.exists()
        if chosen is None and create:
            file.parent.mkdir(parents=True, exist_ok=True)
    if missing and not create:
        if chosen is None:
            return sa.URL.create("sqlite"), name
        raise StoreError(f"the database {name} does not exist: riverboat import FILE --database {name} makes it")
    if missing and not file.absolute().parent.is_dir():
        raise StoreError(f"the database {name} can't be made: there is no folder {file.parent}")
    if missing:
        with explained(parsed), contextlib.suppress(FileExistsError):
            # It holds the seeds of hands that are being played: for the owner's eyes alone. The files that SQLite makes
            # beside it take over its mode.
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return parsed, name


def may_write(url: sa.URL) -> bool:
    """Whether a SQLite file and files beside it may be written, as far as the system says; of others it can't say."""
    file = file_of(url)
    if file is None:
        return True
    effective = os.access in os.supports_effective_ids
    return all(os.access(path, os.W_OK, effective_ids=effective) for path in (file, file.absolute().parent))


def as_read_only(url: sa.URL) -> sa.URL:
    """A SQLite file for those who may not write to it nor beside it, as on a read-only medium."""
    file = file_of(url)
    assert file is not None
    log, index = (file.with_name(f"{file.name}-{end}") for end in ("wal", "shm"))
    options = {"mode": "ro", "uri": "true"}
    if not log.exists() or not log.stat().st_size:
        options["immutable"] = "1"  # nobody writes there now, or there would be a log
    elif not index.exists():
        raise StoreError(
            f"the database {name_of(url)} is read-only, and the latest changes are in {log.name} beside it: "
            "copy both files to a folder you may write to"
        )
    return url.set(database=f"file:{quote(str(file.absolute()))}", query=options)


def _is_read_only(url: sa.URL) -> bool:
    return url.query.get("mode") == "ro"


class Database:
    """An open database. Its transactions are all or nothing; `flushed` as `Store` says."""

    def __init__(self, url: sa.URL, *, flushed: bool = True) -> None:
        self._url = url
        self._readers = _make_engine(url, flushed=flushed)
        self._writers = self._readers.execution_options(**{_WRITES: True})
        #: Threads of one process wait for each other here: SQLite itself would let them sleep, and longer each time.
        self._turn = threading.Lock()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that reads."""
        with explained(self._url), self._readers.connect() as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes, one writer at a time: on disk when it is left."""
        with explained(self._url), self._turn, self._writers.connect() as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_WRITER_LOCK)))
            yield connection

    def close(self) -> None:
        """Let it go."""
        self._readers.dispose()


def _make_engine(url: sa.URL, *, flushed: bool) -> sa.Engine:
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url, connect_args={"timeout": LOCK_WAIT_S})
        sa.event.listen(engine, "connect", functools.partial(_refuse_foreign, name_of(url)))
        sa.event.listen(engine, "connect", functools.partial(_prepare_sqlite, flushed, _is_read_only(url)))
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return sa.create_engine(url, connect_args={"connect_timeout": 10})
    except ImportError:
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'riverboat[postgres]'") from None


def _refuse_foreign(name: str, connection: Any, _record: Any) -> None:
    """Leave a database of another program as it is, before even its journal's mode is changed."""
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@'"
    )
    tables = [row[0] for row in rows]
    if tables and SCHEMA_TABLE not in tables:
        connection.close()
        named = ", ".join(f'"{table}"' for table in tables[:3]) + (" and others" if len(tables) > 3 else "")
        raise StoreError(f"the database {name} is not ours: it has the tables {named}. Name another database")


def _prepare_sqlite(flushed: bool, read_only: bool, connection: Any, _record: Any) -> None:
    """Write-ahead log, commits on disk before they are acknowledged; we say ourselves where transactions begin."""
    connection.isolation_level = None
    if read_only:
        return
    for pragma in ("journal_mode=WAL", f"synchronous={'FULL' if flushed else 'NORMAL'}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def name_of(url: sa.URL) -> str:
    """The database as messages name it, without its password."""
    if url.get_backend_name() == "sqlite":
        return unquote(str(url.database).removeprefix("file:")) if _is_read_only(url) else url.database or ":memory:"
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


@contextlib.contextmanager
def explained(url: sa.URL) -> Iterator[None]:
    """Turn what the database says into one clear line."""
    try:
        yield
    except (sa.exc.DBAPIError, OSError) as error:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        text = " ".join(str(cause).split())
        reason = next((known for sign, known in _REASONS.items() if sign in text), None)
        if reason is None:
            raise StoreError(f"the database {name_of(url)} can't be used: {text[:300]}") from None
        raise StoreError(f"the database {name_of(url)} {reason}", told=f"the database {reason}") from None


#: What the database says, and what we say instead.
_REASONS = {
    "database is locked": "is locked by another program: try again when that has finished",
    "database table is locked": "is locked by another program: try again when that has finished",
    "unable to open database file": "can't be opened: is it a file in a folder you may write to?",
    "file is not a database": "is not a SQLite database",
    "database disk image is malformed": "is damaged: restore it from a copy, or import the hands again",
    "disk is full": "can't be written, the disk is full: nothing of this batch was stored",
    "disk I/O error": "can't be written, the disk is full or broken: nothing of this batch was stored",
    "readonly database": "can't be written: it is read-only",
}


def insert_many(connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of numbers, text and bytes, which need no translation: in half the time of SQLAlchemy's own way."""
    if rows:
        names = tuple(rows[0])
        insert_rows(connection, table, names, [tuple([row[name] for name in names]) for row in rows])


def insert_rows(connection: sa.Connection, table: sa.Table, names: tuple[str, ...], rows: list[Any]) -> None:
    """`insert_many` of tuples, whose columns are named once."""
    if not rows:
        return
    text, order = _insertion(connection.dialect, table, names)
    if order is None:
        connection.exec_driver_sql(text, [dict(zip(names, row, strict=True)) for row in rows])
    else:
        connection.exec_driver_sql(text, rows if order == names else [_in_order(row, names, order) for row in rows])


def _in_order(row: Sequence[Any], names: tuple[str, ...], order: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(row[names.index(name)] for name in order)


@functools.lru_cache(maxsize=64)
def _insertion(dialect: sa.Dialect, table: sa.Table, names: tuple[str, ...]) -> tuple[str, tuple[str, ...] | None]:
    """The statement, and the order of its columns where they stand by their place."""
    statement: Any = table.insert().compile(dialect=dialect, column_keys=list(names))
    return statement.string, tuple(statement.positiontup) if statement.positional else None
