"""Where hands are kept: SQLite by default, PostgreSQL by URL, one code path. A hand is kept once, by its content."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import sqlalchemy as sa

from riverboat.errors import DamagedHand, NotStored, StoreError, did_you_mean
from riverboat.records.hand_record import Chips, HandRecord, read_fraction, record_from_json, record_to_json, tidy
from riverboat.records.store.database import Database, as_read_only, file_of, find_database, insert_rows, may_write
from riverboat.records.store.memories import read_memories
from riverboat.records.store.schema import (
    STEPS,
    Step,
    bring_up_to_date,
    check_version,
    hand_players_table,
    hands_table,
    players_table,
    version_of,
)
from riverboat.records.store.sessions import KeptSession, read_revision, read_session, write_session
from riverboat.records.store.tally_pieces import keep_tallies

_PAGE = 500


@dataclass(frozen=True, kw_only=True)
class StoredHand:
    """A hand in the store; `net` is None where unknown cards leave the result open."""

    id: int
    digest: str
    record: HandRecord
    net: tuple[Chips, ...] | None


@dataclass(frozen=True, kw_only=True)
class HandLine:
    """A hand as a list shows it."""

    id: int
    game: str
    seats: int
    number: str
    event: str
    time: str
    players: tuple[str, ...]


class Store:
    """A database of hands. Use it in a `with` block, or close it."""

    def __init__(
        self, url: str | None = None, *, create: bool = True, flushed: bool = True, steps: Sequence[Step] = STEPS
    ) -> None:
        """Open a database; without `create` one that is not there is an error (see `find_database`).

        What is written outlives this process at once. `flushed`: a power cut too; without it SQLite may lose what was
        written in the last moments before one, and never anything else.
        """
        self.url, self.name = find_database(url, create=create)
        read_only = not create and not may_write(self.url)
        self._database = Database(as_read_only(self.url) if read_only else self.url, flushed=flushed)
        try:
            with self._database.reading() as connection:
                version = version_of(connection)
                check_version(version, self.name, steps)
            if version == 0 and not create and file_of(self.url) is not None:
                raise StoreError(f"the database {self.name} is empty: riverboat import fills it")
            if version < len(steps) and not read_only:  # the hands of an older store can be read as they are
                with self._database.writing() as connection:
                    bring_up_to_date(connection, self.name, steps)
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that reads, for other data kept with the hands."""
        return self._database.reading()

    def writing(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that writes."""
        return self._database.writing()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    @property
    def version(self) -> int:
        """The number of the schema."""
        with self._database.reading() as connection:
            return version_of(connection)

    def add(
        self, hands: Sequence[tuple[HandRecord, tuple[Chips, ...] | None]], *, session: KeptSession | None = None
    ) -> int:
        """Store hands with their net chips in one transaction and return how many were new. A session is saved in that
        transaction too.
        """
        by_digest = {record.digest: (record, net) for record, net in hands}
        with self._database.writing() as connection:
            if session is not None:
                write_session(connection, session)
            # Writers come one at a time (see `writing`), so nobody adds or deletes between these looks and the insert.
            for digest in _known(connection, by_digest):
                del by_digest[digest]
            if not by_digest:
                return 0
            names = list(dict.fromkeys(name for record, _ in by_digest.values() for name in record.players))
            ids_of = player_ids(connection, names)
            rows = [_row(digest, record, net) for digest, (record, net) in by_digest.items()]
            insert_rows(connection, hands_table, _COLUMNS, rows)
            ids = _ids(connection, list(by_digest))
            new = [(ids[digest], digest) for digest in by_digest]
            seats = [
                (hand_id, seat, ids_of[name])
                for hand_id, digest in new
                for seat, name in enumerate(by_digest[digest][0].players)
            ]
            insert_rows(connection, hand_players_table, ("hand_id", "seat", "player_id"), seats)
            counted = ((hand_id, *by_digest[digest]) for hand_id, digest in new)
            keep_tallies(connection, counted, ids_of)
        return len(new)

    def known(self, hands: Sequence[tuple[HandRecord, tuple[Chips, ...] | None]]) -> set[str]:
        """The digests of the given hands that are in the store already."""
        with self._database.reading() as connection:
            return _known(connection, {record.digest: (record, net) for record, net in hands})

    def session(self, key: str) -> KeptSession | None:
        """The session that was kept under this key."""
        with self._database.reading() as connection:
            return read_session(connection, key)

    def session_with_memories(self, key: str) -> tuple[KeptSession | None, list[bytes]]:
        """The session that was kept under this key, and the log of what its agents remember."""
        with self._database.reading() as connection:
            return read_session(connection, key), read_memories(connection, key)

    def revision(self, key: str) -> int | None:
        """How often the session with this key was saved; None if there is none."""
        with self._database.reading() as connection:
            return read_revision(connection, key)

    def count(self, *, player: str | None = None, game: str | None = None) -> int:
        """The number of hands, of all or of one player or game."""
        with self._database.reading() as connection:
            if player is not None and game is None:  # the index alone answers, also of a million hands
                mine = hand_players_table.c.player_id == self._player_id(connection, player)
                sat = sa.select(hand_players_table.c.hand_id).distinct().where(mine).subquery()
                query = sa.select(sa.func.count()).select_from(sat)
            else:
                query = self._chosen(connection, sa.select(sa.func.count()).select_from(hands_table), player, game)
            return int(connection.execute(query).scalar_one())

    def players(self) -> list[tuple[str, int]]:
        """Every player and their number of hands, the busiest first."""
        hands = sa.func.count()
        query = (
            sa.select(players_table.c.name, hands)
            .join(hand_players_table, hand_players_table.c.player_id == players_table.c.id)
            .group_by(players_table.c.name)
            .order_by(hands.desc(), players_table.c.name)
        )
        with self._database.reading() as connection:
            return [(name, int(count)) for name, count in connection.execute(query)]

    def _player_id(self, connection: sa.Connection, name: str) -> int:
        found = connection.scalar(sa.select(players_table.c.id).where(players_table.c.name == name))
        if found is None:
            near = connection.scalars(sa.select(players_table.c.name).limit(100_000)).all()
            hint = did_you_mean(name, near, cutoff=0.75)
            raise NotStored(
                f'no hand of the database {self.name} has a player "{name}"{hint}',
                told=f'no hand has a player "{name}"',
            )
        return int(found)

    def lines(
        self, *, player: str | None = None, game: str | None = None, limit: int = 20, skip: int = 0
    ) -> list[HandLine]:
        """A page of the list of hands, in the order they were stored."""
        columns = [getattr(hands_table.c, name) for name in ("id", "game", "seats", "number", "event", "time")]
        with self._database.reading() as connection:
            query = self._chosen(connection, sa.select(*columns), player, game)
            if player is not None and game is None:
                mine = hand_players_table.c.player_id == self._player_id(connection, player)
                some = sa.select(hand_players_table.c.hand_id).distinct().where(mine)
                some = some.order_by(hand_players_table.c.hand_id).limit(limit).offset(skip)
                query = sa.select(*columns).where(hands_table.c.id.in_(connection.scalars(some).all()))
                limit, skip = -1, 0
            query = query.order_by(hands_table.c.id)
            query = query if limit < 0 else query.limit(limit).offset(skip)
            rows = connection.execute(query).mappings().all()
            sitting = _sitting(connection, [row["id"] for row in rows])
            return [HandLine(**row, players=tuple(sitting[row["id"]])) for row in rows]

    def hands(
        self, *, player: str | None = None, game: str | None = None, damaged: list[DamagedHand] | None = None
    ) -> Iterator[StoredHand]:
        """Every hand, a page at a time, in the order they were stored; no transaction stays open in between.

        One that can't be read is an error, or with a list for them is put there and passed over.
        """
        last = 0
        while True:
            with self._database.reading() as connection:
                query = self._chosen(connection, sa.select(hands_table), player, game)
                page = connection.execute(
                    query.where(hands_table.c.id > last).order_by(hands_table.c.id).limit(_PAGE)
                ).mappings()
                rows = page.all()
            if not rows:
                return
            yield from stored_hands(rows, damaged)
            last = rows[-1]["id"]

    def hand(self, hand_id: int) -> StoredHand:
        """One hand by its number in the store."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(hands_table).where(hands_table.c.id == hand_id)).mappings().first()
        if row is None:
            raise NotStored(
                f"no hand of the database {self.name} has the number {hand_id}: riverboat hands list",
                told=f"there is no hand {hand_id}",
            )
        return stored(row)

    def _chosen(self, connection: sa.Connection, query: Any, player: str | None, game: str | None) -> Any:
        if game is not None:
            query = query.where(hands_table.c.game == game)
        if player is not None:
            chosen = hand_players_table.c.player_id == self._player_id(connection, player)
            query = query.where(hands_table.c.id.in_(sa.select(hand_players_table.c.hand_id).where(chosen)))
        return query


Hands = Mapping[str, tuple[HandRecord, tuple[Chips, ...] | None]]  # by their digests


def _ids(connection: sa.Connection, digests: Sequence[str]) -> dict[str, int]:
    """The numbers of stored hands by their digests."""
    found: dict[str, int] = {}
    query = sa.select(hands_table.c.digest, hands_table.c.id)
    for at in range(0, len(digests), _PAGE):
        some = hands_table.c.digest.in_(digests[at : at + _PAGE])
        found.update((digest, number) for digest, number in connection.execute(query.where(some)))
    return found


def _known(connection: sa.Connection, hands: Hands) -> set[str]:
    """Which of these hands are there already: by their content, or as the hand that they were exported from."""
    exports: dict[str, list[str]] = {}
    for digest, (record, _) in hands.items():
        if record.origin:
            exports.setdefault(record.origin, []).append(digest)
    wanted, known = list(hands.keys() | exports.keys()), set()
    columns = (hands_table.c.digest, hands_table.c.event, hands_table.c.number)
    for at in range(0, len(wanted), _PAGE):
        some = hands_table.c.digest.in_(wanted[at : at + _PAGE])
        for digest, event, number in connection.execute(sa.select(*columns).where(some)):
            if digest in hands:
                known.add(digest)
            for export in exports.get(digest, ()):
                if (hands[export][0].event, hands[export][0].number) == (event, number):
                    known.add(export)
    return known | _known_by_number(connection, {digest: hands[digest] for digest in hands.keys() - known})


def _known_by_number(connection: sa.Connection, hands: Hands) -> set[str]:
    """Which of these hands are there by event, number and play: files may hide cards, or say the time less exactly."""
    found: set[str] = set()
    by_event: dict[str, dict[str, list[str]]] = {}
    for digest, (record, _) in hands.items():
        if record.event and record.number:
            by_event.setdefault(record.event, {}).setdefault(record.number, []).append(digest)
    for event, numbers in by_event.items():
        wanted = list(numbers)
        for at in range(0, len(wanted), _PAGE):
            same = (hands_table.c.event == event) & hands_table.c.number.in_(wanted[at : at + _PAGE])
            for row in connection.execute(sa.select(hands_table).where(same)).mappings().all():
                for whole in stored_hands([row], []):
                    found |= {each for each in numbers[row["number"]] if hands[each][0].is_seen_from(whole.record)}
    return found


def player_ids(connection: sa.Connection, names: Sequence[str]) -> dict[str, int]:
    """The ids of these players, new ones among them. Never remembered: another server may delete a player."""
    found: dict[str, int] = {}
    for at in range(0, len(names), _PAGE):
        some = sa.select(players_table.c.name, players_table.c.id).where(
            players_table.c.name.in_(names[at : at + _PAGE])
        )
        found |= dict(tuple(row) for row in connection.execute(some))
    rows = [{"name": name} for name in names if name not in found]
    if rows:
        insert = players_table.insert().returning(players_table.c.name, players_table.c.id)
        found |= dict(tuple(row) for row in connection.execute(insert, rows))
    return found


def _sitting(connection: sa.Connection, hand_ids: Sequence[int]) -> dict[int, list[str]]:
    """The players of some hands, in the order of their seats."""
    found: dict[int, list[str]] = {hand_id: [] for hand_id in hand_ids}
    seat = hand_players_table.c
    query = sa.select(seat.hand_id, players_table.c.name).join(players_table, players_table.c.id == seat.player_id)
    for at in range(0, len(hand_ids), _PAGE):
        some = query.where(seat.hand_id.in_(hand_ids[at : at + _PAGE])).order_by(seat.hand_id, seat.seat)
        for hand_id, name in connection.execute(some):
            found[hand_id].append(name)
    return found


_COLUMNS = ("digest", "game", "seats", "number", "event", "time", "net", "record")


def _row(digest: str, record: HandRecord, net: tuple[Chips, ...] | None) -> tuple[Any, ...]:
    told = None if net is None else '["' + '", "'.join(map(str, net)) + '"]'
    facts = (record.game, record.seats, record.number, record.event, record.time)
    return digest, *facts, told, record_to_json(record)


def read_net(text: str) -> tuple[Chips, ...]:
    """The net chips of each seat as `_row` writes them; nearly all are whole numbers, and there may be very many."""
    try:
        return tuple(map(int, text[2:-2].split('", "')))
    except ValueError:
        return tuple(tidy(read_fraction(value)) for value in json.loads(text))


def stored(row: Any) -> StoredHand:
    """A hand from its row."""
    try:
        record = record_from_json(row["record"])
        net = None if row["net"] is None else read_net(row["net"])
        if net is not None and len(net) != record.seats:
            raise ValueError(f"{len(net)} results for {record.seats} players")
    except (ValueError, TypeError, ZeroDivisionError, RecursionError) as error:
        raise DamagedHand(row["id"], " ".join(str(error).split())[:200]) from None
    return StoredHand(id=row["id"], digest=row["digest"], record=record, net=net)


def stored_hands(rows: Iterable[Any], damaged: list[DamagedHand] | None) -> Iterator[StoredHand]:
    """Hands from their rows; those that can't be read as `Store.hands` says."""
    for row in rows:
        try:
            yield stored(row)
        except DamagedHand as error:
            if damaged is None:
                raise
            damaged.append(error)
