"""People who take part in a study: numbered in the order in which they come, with what they have done so far."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import OwnedTable, add_place
from riverboat.records.store.schema import participants_table as table

#: Where the tables of a study's parts stand, those of its practice games, and what was noted while it was played.
_TABLES, PRACTICE, _LOG = "tables", "practice_tables", "log"


@dataclass(frozen=True, kw_only=True)
class KeptParticipant:
    """A participant as the store keeps them; what the content means is for the study to say."""

    id: str
    owner: str
    number: int
    content: dict[str, Any]

    @property
    def tables(self) -> list[str]:
        """The tables of the page where this participant plays, a part of the study each."""
        return list(self.content.get(_TABLES, []))

    @property
    def practice_tables(self) -> list[str]:
        """The table of the page where this participant plays practice games."""
        return list(self.content.get(PRACTICE, []))


def enrol(store: Store, owner: str, content: Mapping[str, Any]) -> KeptParticipant:
    """A new participant, with the next number; a person who takes part already keeps theirs."""
    with store.writing() as connection:
        known = _find(connection, table.c.owner == owner)
        if known is not None:
            return known
        last = connection.scalar(sa.select(sa.func.max(table.c.number)))
        number = 0 if last is None else int(last) + 1
        made = KeptParticipant(id=secrets.token_hex(8), owner=owner, number=number, content=dict(content))
        row = {"id": made.id, "owner": owner, "number": number, "content": json.dumps(made.content)}
        connection.execute(table.insert().values(**row))
    return made


def participants(store: Store, owner: str | None = None) -> list[KeptParticipant]:
    """Everyone who takes part, or the one of an owner, in the order of their numbers."""
    query = sa.select(table).order_by(table.c.number)
    if owner is not None:
        query = query.where(table.c.owner == owner)
    with store.reading() as connection:
        return [_participant(row) for row in connection.execute(query).mappings()]


def forget_participant(store: Store, owner: str) -> None:
    """Delete what is kept of a participant; numbers of others stay."""
    with store.writing() as connection:
        connection.execute(table.delete().where(table.c.owner == owner))


def keep_participant(store: Store, participant_id: str, changes: Mapping[str, Any]) -> KeptParticipant | None:
    """Keep what a participant has done by now, beside what is kept already; None of one who has withdrawn."""
    with store.writing() as connection:
        return _change(connection, participant_id, changes)


def log_participant(store: Store, participant_id: str, rows: Sequence[Any], *, most: int) -> None:
    """Note what happened beside what is noted already, `most` rows at most."""
    with store.writing() as connection:
        kept = _find(connection, table.c.id == participant_id)
        if kept is not None:
            before = list(kept.content.get(_LOG, []))
            _change(connection, participant_id, {_LOG: [*before, *rows][:most]})


def seat_participant(
    store: Store, participant_id: str, part: int, place: OwnedTable, *, most: int, practice: bool = False
) -> KeptParticipant | None:
    """Give a participant a table for a part of the study, where there is none yet: two windows get the same one.

    None of one who has withdrawn, or holds `most` tables already.
    """
    with store.writing() as connection:
        kept = _find(connection, table.c.id == participant_id)
        if kept is None:
            return None
        there = kept.practice_tables if practice else kept.tables
        if len(there) > part:
            return kept
        if not add_place(connection, place, most=most):
            return None
        return _change(connection, participant_id, {PRACTICE if practice else _TABLES: [*there, place.id]})


def _change(connection: sa.Connection, participant_id: str, changes: Mapping[str, Any]) -> KeptParticipant | None:
    mine = table.c.id == participant_id
    kept = _find(connection, mine)
    if kept is None:
        return None
    kept.content.update(changes)
    connection.execute(table.update().where(mine).values(content=json.dumps(kept.content)))
    return kept


def _find(connection: sa.Connection, chosen: sa.ColumnElement[bool]) -> KeptParticipant | None:
    row = connection.execute(sa.select(table).where(chosen)).mappings().first()
    return None if row is None else _participant(row)


def _participant(row: Any) -> KeptParticipant:
    return KeptParticipant(**{**row, "content": json.loads(row["content"])})
