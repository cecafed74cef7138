"""What agents at a table remember, kept beside its session as a log of changes: bytes whose meaning is the table's.

A session's own row is written at every decision, so it must stay small; a memory can be a million numbers. A log goes
where its session goes: it is deleted with it.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from riverboat.records.store.schema import memories_table as table


@dataclass(frozen=True, kw_only=True)
class MemoryEntry:
    """What changed since the last entry; `whole`: since the beginning, so that earlier entries are not needed."""

    content: bytes
    whole: bool = False


def read_memories(connection: sa.Connection, key: str) -> list[bytes]:
    """The entries of a session's log, the oldest first."""
    query = sa.select(table.c.content).where(table.c.key == key).order_by(table.c.revision)
    return [bytes(content) for content in connection.scalars(query)]


_DELETE = table.delete().where(table.c.key == sa.bindparam("of"))
_INSERT = table.insert()


def write_memory(connection: sa.Connection, key: str, revision: int, entry: MemoryEntry) -> None:
    """Add an entry to the log of a session that was written just before, in the same transaction."""
    if entry.whole:
        connection.execute(_DELETE, {"of": key})
    if entry.content:
        connection.execute(_INSERT, {"key": key, "revision": revision, "content": entry.content})
