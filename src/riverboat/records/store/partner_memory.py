"""What partners have learnt of players: kept for each player and game, shown, and cleared.

Cases are rows that are only ever added, so keeping what came new is cheap however many there are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from riverboat.errors import StoreError, did_you_mean
from riverboat.records.store.hand_store import Store
from riverboat.records.store.schema import partner_cases_table as cases
from riverboat.records.store.schema import partner_states_table as states
from riverboat.records.store.sessions import is_held


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """A player's partner at a game: how many cases it keeps."""

    player: str
    game: str
    cases: int


def read_memory(store: Store, player: str, game: str) -> dict[str, Any] | None:
    """What the partner of this player has learnt at a game; None where nothing is kept."""
    with store.reading() as connection:
        chosen = (states.c.player == player) & (states.c.game == game)
        kept = connection.scalar(sa.select(states.c.state).where(chosen))
        if kept is None:
            return None
        mine = (cases.c.player == player) & (cases.c.game == game)
        rows = connection.scalars(sa.select(cases.c.features).where(mine).order_by(cases.c.id)).all()
    state: dict[str, Any] = json.loads(kept)
    state["cases"] = [json.loads(row) for row in rows]
    return state


def keep_memory(
    store: Store, player: str, game: str, state: Mapping[str, Any], *, known: int, place: str | None = None
) -> int:
    """Keep what was learnt; of the cases those after the first `known`, which are there already. How many are now.

    What was learnt at a table of the page (`place`) is kept only while that is there: not after everything of the
    player was deleted.
    """
    rest = json.dumps({key: value for key, value in state.items() if key != "cases"})
    new = [{"player": player, "game": game, "features": json.dumps(row)} for row in state.get("cases", ())[known:]]
    with store.writing() as connection:
        if place is not None and not is_held(connection, place):
            return known
        chosen = (states.c.player == player) & (states.c.game == game)
        if connection.execute(states.update().where(chosen).values(state=rest)).rowcount == 0:
            connection.execute(states.insert().values(player=player, game=game, state=rest))
        if new:
            connection.execute(cases.insert(), new)
    return known + len(new)


def remembered(store: Store, player: str | None = None) -> list[Remembered]:
    """What is kept, of all players or of one; a player of whom nothing is kept is an error."""
    count = sa.func.count(cases.c.id)
    together = (cases.c.player == states.c.player) & (cases.c.game == states.c.game)
    query = (
        sa.select(states.c.player, states.c.game, count)
        .outerjoin(cases, together)
        .group_by(states.c.player, states.c.game)
        .order_by(states.c.player, states.c.game)
    )
    with store.reading() as connection:
        found = [Remembered(player=who, game=game, cases=int(n)) for who, game, n in connection.execute(query)]
    if player is None:
        return found
    mine = [each for each in found if each.player == player]
    if not mine:
        names = {each.player for each in found}
        hint = did_you_mean(player, names, cutoff=0.75)
        raise StoreError(f'the database {store.name} has nothing about a partner of "{player}"{hint}')
    return mine


def clear_memory(store: Store, player: str, game: str | None = None) -> list[Remembered]:
    """Forget what was learnt of a player, at one game or at all; what was forgotten."""
    gone = [each for each in remembered(store, player) if game is None or each.game == game]
    if not gone:
        raise StoreError(f'the database {store.name} has nothing about a partner of "{player}" at {game}')
    with store.writing() as connection:
        for each in gone:
            for table in (cases, states):
                mine = (table.c.player == each.player) & (table.c.game == each.game)
                connection.execute(table.delete().where(mine))
    return gone
