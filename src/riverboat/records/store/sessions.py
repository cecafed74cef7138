"""Sessions with a person, kept while they are played so that they can be gone on with."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from riverboat.errors import StoreError
from riverboat.records.store.memories import MemoryEntry, write_memory
from riverboat.records.store.schema import GONE, NOBODY, places_table, sessions_table


@dataclass(frozen=True, kw_only=True)
class KeptSession:
    """A session as the store keeps it; what its state means is for those to say who play it."""

    key: str
    revision: int  # 1 when it is first kept, and one more each time
    state: str
    place: str | None = None  # the table of the page where it is played
    memory: MemoryEntry | None = None  # only where it is written: what changed in the memories of its agents


def is_held(connection: sa.Connection, place_id: str) -> bool:
    """Whether a place at a table of the page is there: what was deleted is not kept again by a latecomer."""
    owner = places_table.c.owner
    held = sa.select(places_table.c.id).where(places_table.c.id == place_id, owner.not_in([NOBODY, GONE]))
    return connection.scalar(held) is not None


def read_session(connection: sa.Connection, key: str) -> KeptSession | None:
    """The session of this key, or None."""
    row = connection.execute(sa.select(sessions_table).where(sessions_table.c.key == key)).mappings().first()
    return None if row is None else KeptSession(**row)


def read_revision(connection: sa.Connection, key: str) -> int | None:
    """How often the session of this key was kept, or None."""
    return connection.scalar(sa.select(sessions_table.c.revision).where(sessions_table.c.key == key))


#: A decision is kept by one statement, for there are many: whoever comes from an older revision finds no row.
_KEEP = (
    sessions_table.update()
    .where(sessions_table.c.key == sa.bindparam("of"), sessions_table.c.revision == sa.bindparam("before"))
    .values(revision=sa.bindparam("now"), state=sa.bindparam("then"))
)


def write_session(connection: sa.Connection, session: KeptSession) -> None:
    """Keep a session; whoever comes from an older revision is refused, for somebody else has played on.

    So is a session at a table of the page that is not there any more.
    """
    if session.revision == 1 and read_session(connection, session.key) is None:
        if session.place is not None and not is_held(connection, session.place):
            raise StoreError("this table was deleted: open another one", told="this table was deleted")
        row = {name: getattr(session, name) for name in ("key", "revision", "state", "place")}
        connection.execute(sessions_table.insert().values(**row))
    else:
        before, now = session.revision - 1, session.revision
        kept = connection.execute(_KEEP, {"of": session.key, "before": before, "now": now, "then": session.state})
        if kept.rowcount != 1:
            raise StoreError(
                "this session is being played in another window too: go on there, or here with --new",
                told="this table was played on in another window: this is how it stands now",
            )
    if session.memory is not None:
        write_memory(connection, session.key, session.revision, session.memory)
