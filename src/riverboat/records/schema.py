"""The tables of the store, and the steps that bring an older store up to date.

A store carries the number of its schema. Opening an older one runs the steps that are missing, each in the same
transaction as the new number; opening a newer one is refused. Steps are never edited after a release: add one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from riverboat.errors import StoreError
from riverboat.records.database import SCHEMA_TABLE

metadata = sa.MetaData()

schema_table = sa.Table(SCHEMA_TABLE, metadata, sa.Column("version", sa.Integer, nullable=False))

hands_table = sa.Table(
    "hands",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("digest", sa.String(32), nullable=False, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("number", sa.Text, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("net", sa.Text),  # JSON: net chips of each seat as text; NULL where unknown cards leave them open
    sa.Column("record", sa.Text, nullable=False),  # JSON, see hand_record
)

players_table = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
)

hand_players_table = sa.Table(
    "hand_players",
    metadata,
    sa.Column("hand_id", sa.ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("players.id"), nullable=False),
    sa.Index("hand_players_by_player", "player_id", "hand_id"),
)

sessions_table = sa.Table(
    "sessions",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),  # says which table it is: game, rules, who plays
    sa.Column("revision", sa.Integer, nullable=False),  # grows whenever the session is kept
    sa.Column("state", sa.Text, nullable=False),  # JSON, see arena.seating
)

partner_states_table = sa.Table(
    "partner_states",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("state", sa.Text, nullable=False),  # JSON: what the partner has learnt, but for the cases
)

partner_cases_table = sa.Table(
    "partner_cases",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("features", sa.Text, nullable=False),  # JSON: a row of numbers, see modeling.cases
    sa.Index("partner_cases_by_player", "player", "game", "id"),
)

participants_table = sa.Table(
    "participants",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),  # a hash: nobody can go on by reading this
    sa.Column("number", sa.Integer, nullable=False, unique=True),  # in the order of consent: groups alternate
    sa.Column("content", sa.Text, nullable=False),  # JSON, see studies.partner_people
)

places_table = sa.Table(
    "places",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),  # a hash: nobody can take a place by reading this
    sa.Column("plan", sa.Text, nullable=False),  # JSON: what the page was asked for
    sa.Column("opened", sa.Text, nullable=False),
)

tallies_table = sa.Table(
    "tallies",
    metadata,
    sa.Column("hand_id", sa.ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seats", sa.LargeBinary, nullable=False),  # what each seat did, see tallies
)

memories_table = sa.Table(
    "session_memories",
    metadata,
    sa.Column("key", sa.ForeignKey("sessions.key", ondelete="CASCADE"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),  # of the session, when this was added
    sa.Column("content", sa.LargeBinary, nullable=False),  # what changed, see arena.memory_log
)

page_keys_table = sa.Table(
    "page_keys",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("key", sa.LargeBinary, nullable=False),  # what the page signs its visitors' tokens with
)

Step = Callable[[sa.Connection], None]


def _first_tables(connection: sa.Connection) -> None:
    """Version 1: hands, players, and who sat in which hand."""
    metadata.create_all(connection, tables=[hands_table, players_table, hand_players_table], checkfirst=False)


def _running_sessions(connection: sa.Connection) -> None:
    """Version 2: sessions with a person that can be gone on with."""
    sessions_table.create(connection, checkfirst=False)


def _partner(connection: sa.Connection) -> None:
    """Version 3: what partners have learnt of players, and people who take part in the partner's study."""
    tables = [partner_states_table, partner_cases_table, participants_table]
    metadata.create_all(connection, tables=tables, checkfirst=False)


def _page(connection: sa.Connection) -> None:
    """Version 4: the tables opened on the page and whose they are."""
    places_table.create(connection, checkfirst=False)
    # Not as an index of the table above: that would be made along with version 1.
    connection.execute(sa.text("CREATE INDEX hands_by_event ON hands (event)"))


def _tallies(connection: sa.Connection) -> None:
    """What every seat did, counted; hands stored before are counted when their statistics are wanted."""
    tallies_table.create(connection, checkfirst=False)


def _memories(connection: sa.Connection) -> None:
    """What agents at a table remember, apart from the session's own row, and the page's keys."""
    metadata.create_all(connection, tables=[memories_table, page_keys_table], checkfirst=False)


def _version_5(connection: sa.Connection) -> None:
    """Version 0.2.0 of the package."""
    for step in (_memories, _tallies):
        step(connection)


STEPS: Sequence[Step] = (_first_tables, _running_sessions, _partner, _page, _version_5)


def version_of(connection: sa.Connection) -> int:
    """The schema's number in this database, 0 where nothing of ours is in it."""
    if not sa.inspect(connection).has_table(schema_table.name):
        return 0
    return int(connection.execute(sa.select(schema_table.c.version)).scalar_one())


def check_version(version: int, name: str, steps: Sequence[Step] = STEPS) -> None:
    """Refuse a database that a newer riverboat has written."""
    if version > len(steps):
        raise StoreError(
            f"the database {name} has schema version {version}, and this riverboat knows {len(steps)}: "
            "use a newer riverboat"
        )


def bring_up_to_date(connection: sa.Connection, name: str, steps: Sequence[Step] = STEPS) -> None:
    """Run the missing steps; the caller's transaction makes them all or nothing."""
    version = version_of(connection)
    check_version(version, name, steps)
    if version == len(steps):
        return
    if version == 0:
        if sa.inspect(connection).has_table(hands_table.name):
            raise StoreError(f'the database {name} has a table "hands" that is not ours: name another database')
        schema_table.create(connection, checkfirst=False)
        connection.execute(schema_table.insert().values(version=0))
    for step in steps[version:]:
        step(connection)
    connection.execute(schema_table.update().values(version=len(steps)))
