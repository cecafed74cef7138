"""People who take part in a study: numbered in the order in which they come, with what they have done so far."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from riverboat.records.schema import participants_table as table
from riverboat.records.store import Store


@dataclass(frozen=True, kw_only=True)
class KeptParticipant:
    """A participant as the store keeps him; what the content means is for the study to say."""

    id: str
    owner: str
    number: int
    content: dict[str, Any]


def enrol(store: Store, owner: str, content: Mapping[str, Any]) -> KeptParticipant:
    """A new participant, with the next number."""
    with store.writing() as connection:
        last = connection.scalar(sa.select(sa.func.max(table.c.number)))
        number = 0 if last is None else int(last) + 1
        made = KeptParticipant(id=secrets.token_hex(8), owner=owner, number=number, content=dict(content))
        row = {"id": made.id, "owner": owner, "number": number, "content": json.dumps(made.content)}
        connection.execute(table.insert().values(**row))
    return made


def participants(store: Store, owner: str | None = None) -> list[KeptParticipant]:
    """Everyone who takes part, or those of one owner, in the order of their numbers."""
    query = sa.select(table).order_by(table.c.number)
    if owner is not None:
        query = query.where(table.c.owner == owner)
    with store.reading() as connection:
        rows = connection.execute(query).mappings().all()
    return [KeptParticipant(**{**row, "content": json.loads(row["content"])}) for row in rows]


def forget_participant(store: Store, participant_id: str) -> None:
    """Delete what is kept of a participant; numbers of others stay."""
    with store.writing() as connection:
        connection.execute(table.delete().where(table.c.id == participant_id))


def keep_participant(store: Store, kept: KeptParticipant) -> None:
    """Keep what a participant has done by now."""
    with store.writing() as connection:
        connection.execute(table.update().where(table.c.id == kept.id).values(content=json.dumps(kept.content)))
