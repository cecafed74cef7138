"""Deleting what is kept of a person: at once out of reach, then for good, a few hands at a time.

First, in one transaction, the places are nobody's any more and their sessions gone: from then on nothing can be kept
of them, whoever still has such a table open, on this server or on another. Then `sweep` deletes their hands in small
transactions, so that others who play do not wait. Where it is cut off, the next sweep goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import sqlalchemy as sa

from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import places_of
from riverboat.records.store.schema import (
    LEARNING,
    NOBODY,
    decisions_table,
    hand_players_table,
    hands_table,
    judged_table,
    participants_table,
    partner_cases_table,
    partner_states_table,
    places_table,
    players_table,
    practice_cards_table,
    sessions_table,
)
from riverboat.records.store.shared_seats import sweep_seat, table_of
from riverboat.records.store.tally_pieces import forget_deleted

_AT_ONCE = 500


def give_up_places(store: Store, place_ids: Collection[str], *, owners: Collection[str]) -> None:
    """Take some places from their owners, with their sessions; `sweep` deletes the rest."""
    with store.writing() as connection:
        mine = (places_table.c.id.in_(list(place_ids))) & places_table.c.owner.in_(list(owners))
        _give_up(connection, mine)


def give_up_person(store: Store, *, owner: str, left_by: str, remembered_as: str) -> int:
    """Take from a person all places, left ones too; delete the part in the study, and what was learnt.

    How many places there were; `sweep` deletes the rest.
    """
    with store.writing() as connection:
        count = _give_up(connection, places_table.c.owner.in_([owner, left_by]))
        connection.execute(participants_table.delete().where(participants_table.c.owner == owner))
        for table in (partner_cases_table, partner_states_table, *LEARNING):
            connection.execute(table.delete().where(table.c.player == remembered_as))
    return count


def _give_up(connection: sa.Connection, chosen: sa.ColumnElement[bool]) -> int:
    ids = connection.scalars(sa.select(places_table.c.id).where(chosen)).all()
    for at in range(0, len(ids), _AT_ONCE):
        some = ids[at : at + _AT_ONCE]
        connection.execute(sessions_table.delete().where(sessions_table.c.place.in_(some)))
        connection.execute(places_table.update().where(places_table.c.id.in_(some)).values(owner=NOBODY))
    return len(ids)


def sweep(store: Store, event_of: Callable[[str], str]) -> None:
    """Delete what is left of places that are nobody's: their hands, names that sit in no hand any more, themselves."""
    while places := places_of(store, NOBODY):
        for place in places:
            at = table_of(place)
            if at is not None:  # the others may look back at what they saw
                sweep_seat(store, place, event_of(at[0]))
                continue
            _forget_learning(store, event_of(place.id))
            while _sweep_some(store, event_of(place.id)):
                pass
            with store.writing() as connection:
                connection.execute(places_table.delete().where(places_table.c.id == place.id))


def _forget_learning(store: Store, event: str) -> None:
    """What was learnt from the hands of an event."""
    with store.writing() as connection:
        for table in (decisions_table, judged_table, practice_cards_table):
            connection.execute(table.delete().where(table.c.event == event))


def _sweep_some(store: Store, event: str) -> bool:
    """Some hands of an event, and the players who sat in no others; whether there were any."""
    with store.writing() as connection:
        ids = connection.scalars(sa.select(hands_table.c.id).where(hands_table.c.event == event).limit(_AT_ONCE)).all()
        if not ids:
            return False
        sat = hand_players_table.c
        players = list(connection.scalars(sa.select(sat.player_id).where(sat.hand_id.in_(ids)).distinct()).all())
        connection.execute(hands_table.delete().where(hands_table.c.id.in_(ids)))
        forget_deleted(connection, players)
        seated = sa.select(sat.player_id).where(sat.player_id == players_table.c.id)
        connection.execute(players_table.delete().where(players_table.c.id.in_(players), ~seated.exists()))
    return True
