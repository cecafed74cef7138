"""What the page knows its visitors by: a key to sign with, and whether somebody has been here before."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from riverboat.records.store.hand_store import Store
from riverboat.records.store.schema import page_keys_table, participants_table, places_table, sessions_table

_KEY_BYTES = 32


def page_key(store: Store, name: str) -> bytes:
    """A secret key of this database, the same for all who serve from it; made when it is first asked for."""
    with store.writing() as connection:
        query = sa.select(page_keys_table.c.key).where(page_keys_table.c.name == name)
        found = connection.scalar(query)
        if found is None:
            found = secrets.token_bytes(_KEY_BYTES)
            connection.execute(page_keys_table.insert().values(name=name, key=found))
    return bytes(found)


def has_been_here(store: Store, owner: str) -> bool:
    """Whether a visitor holds a table or takes part in a study."""
    with store.reading() as connection:
        for table in (places_table, participants_table):
            if connection.scalar(sa.select(table.c.id).where(table.c.owner == owner).limit(1)) is not None:
                return True
    return False


def sessions_in_all(store: Store) -> int:
    """How many sessions are kept, whoever plays them."""
    with store.reading() as connection:
        return int(connection.scalar(sa.select(sa.func.count()).select_from(sessions_table)) or 0)
