"""The tables of the store, and the steps that bring an older store up to date.

A store carries the number of its schema. Opening an older one runs the steps that are missing, each in the same
transaction as the new number; opening a newer one is refused. Steps are never edited after a release: add one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

import sqlalchemy as sa

from riverboat.errors import StoreError
from riverboat.records.store.database import SCHEMA_TABLE, name_of

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
    sqlite_autoincrement=True,  # the number of a hand that was deleted is never given again
)

players_table = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sqlite_autoincrement=True,
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
    sa.Column("state", sa.Text, nullable=False),  # JSON, see tables.session
    sa.Column("place", sa.String(32)),  # the table of the page where it is played; NULL at the terminal
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

#: Under whom a place stands that is being deleted: nobody holds it, and nothing new is kept of it. And a seat at a
#: table of several people whose person had everything deleted, while the others play on.
NOBODY, GONE = "nobody", "gone"

places_table = sa.Table(
    "places",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),  # a hash: nobody can take a place by reading this
    sa.Column("plan", sa.Text, nullable=False),  # JSON: what the page was asked for
    sa.Column("opened", sa.Text, nullable=False),
)

player_tallies_table = sa.Table(
    "player_tallies",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("hands", sa.Integer, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),  # what the player did in this many hands, see tallies
    sa.Index("player_tallies_by_player", "player_id", "game", "id"),
)

memories_table = sa.Table(
    "session_memories",
    metadata,
    sa.Column("key", sa.ForeignKey("sessions.key", ondelete="CASCADE"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),  # of the session, when this was added
    sa.Column("content", sa.LargeBinary, nullable=False),  # what changed, see tables.memory_log
)

page_keys_table = sa.Table(
    "page_keys",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("key", sa.LargeBinary, nullable=False),  # what the page signs its visitors' tokens with
)

decisions_table = sa.Table(
    "decisions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of the hand in its event
    sa.Column("step", sa.Integer, nullable=False),  # of the move in its hand, from 0
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("street", sa.Text, nullable=False),
    sa.Column("theme", sa.String(40), nullable=False),
    sa.Column("cost", sa.Float, nullable=False),  # against the best legal action, in `unit`
    sa.Column("unit", sa.Text, nullable=False),
    sa.Column("fine", sa.Boolean, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),  # JSON: the exercise that it makes; "" where it was fine
    sa.UniqueConstraint("player", "event", "number", "step"),
    sa.Index("decisions_by_cost", "player", "fine", "cost"),
)

judged_table = sa.Table(
    "judged_hands",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
)

practice_cards_table = sa.Table(
    "practice_cards",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("event", sa.Text),  # of a decision of the player's own
    sa.Column("theme", sa.String(40), nullable=False),
    sa.Column("key", sa.Text, nullable=False),  # says which exercise it is
    sa.Column("content", sa.Text, nullable=False),  # JSON, where the key alone does not make it again
    sa.Column("stage", sa.Integer, nullable=False),  # how often it was right in a row
    sa.Column("due", sa.Integer, nullable=False),  # after this many answers of the player
    sa.Column("due_time", sa.Text, nullable=False),  # or from then on
    sa.Column("mastered", sa.Boolean, nullable=False),
    sa.UniqueConstraint("player", "key"),
)

practice_answers_table = sa.Table(
    "practice_answers",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("theme", sa.String(40), nullable=False),
    sa.Column("street", sa.Text, nullable=False),
    sa.Column("cost", sa.Float, nullable=False),
    sa.Column("unit", sa.Text, nullable=False),
    sa.Column("fine", sa.Boolean, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Index("practice_answers_by_player", "player", "id"),
)

#: What is kept of a player's learning.
LEARNING = (decisions_table, judged_table, practice_cards_table, practice_answers_table)

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


def _memories(connection: sa.Connection) -> None:
    """What agents at a table remember, apart from the session's own row, and the page's keys."""
    metadata.create_all(connection, tables=[memories_table, page_keys_table], checkfirst=False)


def _ids_for_good(connection: sa.Connection) -> None:
    """SQLite gives freed ids again unless a table is made otherwise, so these are made again; PostgreSQL never does."""
    if connection.dialect.name != "sqlite" or _keeps_ids(connection):
        return
    tables = (hands_table, players_table, hand_players_table)  # the last one refers to the others
    for index in ("hand_players_by_player", "hands_by_event"):
        connection.execute(sa.text(f"DROP INDEX IF EXISTS {index}"))
    for table in tables:
        connection.execute(sa.text(f"ALTER TABLE {table.name} RENAME TO old_{table.name}"))
    metadata.create_all(connection, tables=tables, checkfirst=False)
    for table in tables:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        connection.execute(sa.text(f"INSERT INTO {table.name} ({columns}) SELECT {columns} FROM old_{table.name}"))
    for table in reversed(tables):
        connection.execute(sa.text(f"DROP TABLE old_{table.name}"))


def _keeps_ids(connection: sa.Connection) -> bool:
    made = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
    return "AUTOINCREMENT" in str(connection.scalar(made, {"name": hands_table.name}))


def _hands_of_events(connection: sa.Connection) -> None:
    """The hands of a long session are found newest first, and one of them by its number."""
    connection.execute(sa.text("DROP INDEX IF EXISTS hands_by_event"))
    connection.execute(sa.text("CREATE INDEX hands_by_event ON hands (event, id)"))
    connection.execute(sa.text("CREATE INDEX hands_by_number ON hands (event, number)"))


def _one_participant_each(connection: sa.Connection) -> None:
    """Nobody takes part twice; of those who did, the page went on with the last one."""
    later = participants_table.alias()
    again = sa.select(later.c.id).where(
        later.c.owner == participants_table.c.owner, later.c.number > participants_table.c.number
    )
    connection.execute(participants_table.delete().where(again.exists()))
    connection.execute(sa.text("DROP INDEX ix_participants_owner"))
    connection.execute(sa.text("CREATE UNIQUE INDEX participants_by_owner ON participants (owner)"))


def _places_of_sessions(connection: sa.Connection) -> None:
    """A session says at which table of the page it is played, so that it is deleted with the table."""
    if sessions_table.c.place.name not in {each["name"] for each in sa.inspect(connection).get_columns("sessions")}:
        connection.execute(sa.text("ALTER TABLE sessions ADD COLUMN place VARCHAR(32)"))
    connection.execute(sa.text("CREATE INDEX sessions_by_place ON sessions (place)"))
    places = set(connection.scalars(sa.select(places_table.c.id)))
    for key in connection.scalars(sa.select(sessions_table.c.key)).all():
        mine = sessions_table.c.key == key
        place = _name_in(connection.scalar(sa.select(sessions_table.c.state).where(mine)))
        if place in places:
            connection.execute(sessions_table.update().where(mine).values(place=place))


def _name_in(state: str | None) -> object:
    try:
        return json.loads(state or "")["name"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


#: What version 5 is made of, each small and each for old databases as for new ones.
_VERSION_5: Sequence[Step] = (
    _ids_for_good,
    _hands_of_events,
    _one_participant_each,
    _places_of_sessions,
    _memories,
)


def _firm_ground(connection: sa.Connection) -> None:
    """Version 5: ids that are never given again, one participant a person, sessions that know their table."""
    for step in _VERSION_5:
        step(connection)


def _tallies_of_players(connection: sa.Connection) -> None:
    """Version 6: what was counted stands by players, many hands in a piece; older hands are counted when asked for."""
    connection.execute(sa.text("DROP TABLE IF EXISTS tallies"))  # a row a hand, before 0.2.0 was out
    player_tallies_table.create(connection, checkfirst=False)


def _learning(connection: sa.Connection) -> None:
    """Version 7: what decisions cost, and what is practised of them."""
    metadata.create_all(connection, tables=list(LEARNING), checkfirst=False)


STEPS: Sequence[Step] = (
    _first_tables,
    _running_sessions,
    _partner,
    _page,
    _firm_ground,
    _tallies_of_players,
    _learning,
)


def version_of(connection: sa.Connection) -> int:
    """The schema's number in this database, 0 where nothing of ours is in it."""
    if not sa.inspect(connection).has_table(schema_table.name):
        return 0
    found = connection.scalars(sa.select(sa.cast(schema_table.c.version, sa.Text))).all()
    if len(found) != 1 or not re.fullmatch(r"[1-9][0-9]{0,8}", str(found[0])):
        said = ", ".join(f"'{str(each)[:20]}'" for each in found[:3]) or "nothing"
        raise StoreError(
            f"the database {name_of(connection.engine.url)} is damaged: its schema version is {said}, "
            "and should be one number. Restore it from a copy, or import the hands again"
        )
    return int(found[0])


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
