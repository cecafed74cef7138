"""Hands that visitors of the page have brought: each visitor has a store of their own, beside the page's.

So nobody's hands are in what another one asks, statistics go by names as in any store, an import holds up nobody who
plays, and deleting is deleting the store. Beside a SQLite file lies a folder with a file for each visitor; in
PostgreSQL each has a schema of their own.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import sqlalchemy as sa

from riverboat.errors import DamagedHand, StoreError
from riverboat.games import UNKNOWN
from riverboat.records.store.database import explained, file_of
from riverboat.records.store.hand_store import Store, StoredHand, stored_hands
from riverboat.records.store.schema import hand_players_table, hands_table, players_table

_OWNER = re.compile(r"[0-9a-f]{16,64}")
_LONGEST_NAME = 56  # of a schema, with "own_" before it
_FILES = ("", "-wal", "-shm")
_LOOKED_AT, _SEEN_IN = 2_000, 100  # hands, the newest: in which somebody sat, and in which cards are known


class OwnStores:
    """The stores of visitors, by the hash that the page knows each by.

    `shared`: there is one store for all, the page's own; for a server that only its owner can reach.
    """

    def __init__(self, main: Store, *, shared: bool = False) -> None:
        self._main, self.shared = main, shared

    def url_of(self, owner: str) -> str:
        """Where the hands of a visitor are, or will be: what `Store` opens."""
        if self.shared:
            main = file_of(self._main.url)
            return self._main.url.render_as_string(hide_password=False) if main is None else str(main.absolute())
        if self._is_file:
            return str(self._file(owner))
        options = f"{self._main.url.query.get('options', '')} -csearch_path={self._schema(owner)}".strip()
        return self._main.url.update_query_dict({"options": options}).render_as_string(hide_password=False)

    def make_room(self, owner: str) -> str:
        """The place of a visitor's hands, ready for a store to be made there."""
        if self.shared:
            return self.url_of(owner)
        if self._is_file:
            with explained(self._main.url):
                self._file(owner).parent.mkdir(mode=0o700, exist_ok=True)
        else:
            with self._main.writing() as connection:
                connection.execute(sa.text(f"CREATE SCHEMA IF NOT EXISTS {self._schema(owner)}"))
        return self.url_of(owner)

    def exists(self, owner: str) -> bool:
        """Whether a visitor has brought any hands."""
        if self.shared:
            return True
        if self._is_file:
            return self._file(owner).exists()
        known = sa.text("SELECT 1 FROM information_schema.schemata WHERE schema_name = :name")
        with self._main.reading() as connection:
            return connection.scalar(known, {"name": self._schema(owner)}) is not None

    @contextlib.contextmanager
    def open(self, owner: str) -> Iterator[Store | None]:
        """A visitor's store to read, None where there is none; opened again each time, so that a deletion is seen."""
        if self.shared:
            yield self._main
        elif not self.exists(owner):
            yield None
        else:
            with Store(self.url_of(owner)) as store:
                yield store

    def delete(self, owner: str) -> bool:
        """Delete all that a visitor has brought, at once and for good; whether there was anything."""
        if self.shared or not self.exists(owner):
            return False
        if self._is_file:
            with explained(self._main.url):
                for end in _FILES:
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(f"{self._file(owner)}{end}")
        else:
            with self._main.writing() as connection:
                connection.execute(sa.text(f"DROP SCHEMA IF EXISTS {self._schema(owner)} CASCADE"))
        return True

    @property
    def folder(self) -> Path | None:
        """Where the files lie; None in PostgreSQL."""
        return self._file("0" * 64).parent if self._is_file else None

    @property
    def _is_file(self) -> bool:
        return self._main.url.get_backend_name() == "sqlite"

    def _file(self, owner: str) -> Path:
        main = file_of(self._main.url)
        if main is None:
            raise StoreError("a database in memory has no place for hands of visitors: name a file")
        return main.absolute().with_name(f"{main.name}.visitors") / f"{_checked(owner)}.db"

    def _schema(self, owner: str) -> str:
        return f"own_{_checked(owner)[:_LONGEST_NAME]}"


def hands_by_number(store: Store, numbers: Sequence[int], *, damaged: list[DamagedHand]) -> list[StoredHand]:
    """Some hands by their numbers in the store, in the order of those; what can't be read goes to `damaged`."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(hands_table).where(hands_table.c.id.in_(numbers))).mappings().all()
    place = {number: at for at, number in enumerate(numbers)}
    return sorted(stored_hands(rows, damaged), key=lambda hand: place[hand.id])


def frequent_players(store: Store, most: int) -> list[tuple[str, int]]:
    """The players most often in the newest hands, with the number of all their hands; the hands' owner comes first.

    That is the one whose cards are known most often: a room's file tells its reader's own cards.
    """
    sat, often = hand_players_table.c, sa.func.count()
    with store.reading() as connection:
        last = connection.scalar(sa.select(sa.func.max(hands_table.c.id)))
        if last is None:
            return []
        newest = sa.select(sat.player_id, often).where(sat.hand_id > last - _LOOKED_AT).group_by(sat.player_id)
        chosen = [row[0] for row in connection.execute(newest.order_by(often.desc(), sat.player_id).limit(most))]
        names = sa.select(players_table.c.id, players_table.c.name).where(players_table.c.id.in_(chosen))
        found = {}
        for player_id, name in connection.execute(names).all():
            mine = sa.select(often).select_from(hand_players_table).where(sat.player_id == player_id)
            found[str(name)] = int(connection.scalar(mine) or 0)
        seen = connection.execute(sa.select(hands_table).where(hands_table.c.id > last - _SEEN_IN)).mappings().all()
    known: Counter[str] = Counter()
    for hand in stored_hands(seen, []):
        told = zip(hand.record.players, hand.record.hole_cards, strict=True)
        known.update(name for name, cards in told if cards and UNKNOWN not in cards)
    return sorted(found.items(), key=lambda each: (-known[each[0]], -each[1], each[0]))


def _checked(owner: str) -> str:
    """A name becomes part of a path: nothing but a hash will do."""
    if not _OWNER.fullmatch(owner):
        raise ValueError("a visitor is known by a hash")
    return owner
