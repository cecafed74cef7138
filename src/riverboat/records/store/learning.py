"""What players learn from: decisions with their cost, exercises that come back until they are right, and answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from riverboat.records.store.hand_store import Store
from riverboat.records.store.schema import LEARNING
from riverboat.records.store.schema import decisions_table as decisions
from riverboat.records.store.schema import hands_table as hands
from riverboat.records.store.schema import judged_table as judged
from riverboat.records.store.schema import practice_answers_table as answers
from riverboat.records.store.schema import practice_cards_table as cards
from riverboat.records.store.sessions import is_held


@dataclass(frozen=True, kw_only=True)
class KeptDecision:
    """A decision of a player's in a stored hand, and what it cost."""

    event: str
    number: int
    step: int
    game: str
    street: str
    theme: str
    cost: float
    unit: str
    fine: bool
    time: str
    content: str  # JSON; "" where it was fine


@dataclass(frozen=True, kw_only=True)
class PracticeCard:
    """An exercise that comes back until it was right often enough."""

    key: str
    theme: str
    content: str = ""
    event: str | None = None
    stage: int = 0
    due: int = 0
    due_time: str = ""
    mastered: bool = False


@dataclass(frozen=True, kw_only=True)
class PracticeAnswer:
    """What an answer gave away."""

    theme: str
    street: str
    cost: float
    unit: str
    fine: bool
    time: str


def keep_judged(
    store: Store,
    player: str,
    event: str,
    number: int,
    found: Sequence[KeptDecision],
    *,
    place: str | None = None,
) -> bool:
    """Keep what the decisions of a hand cost; whether that was new.

    At a table of the page (`place`) only while that is there: not after everything of the player was deleted.
    """
    row = {"player": player, "event": event, "number": number}
    with store.writing() as connection:
        if place is not None and not is_held(connection, place):
            return False
        mine = (judged.c.player == player) & (judged.c.event == event) & (judged.c.number == number)
        if connection.scalar(sa.select(judged.c.number).where(mine)) is not None:
            return False
        connection.execute(judged.insert().values(**row))
        if found:
            connection.execute(decisions.insert(), [{"player": player, **asdict(each)} for each in found])
    return True


def unjudged(store: Store, player: str, event: str, *, newest: int) -> list[int]:
    """The numbers of an event's newest hands that were not gone through yet, the oldest first."""
    with store.reading() as connection:
        recent = sa.select(hands.c.number).where(hands.c.event == event).order_by(hands.c.id.desc()).limit(newest)
        numbers = [int(each) for each in connection.scalars(recent) if str(each).isdecimal()]
        mine = (judged.c.player == player) & (judged.c.event == event)
        done = set(connection.scalars(sa.select(judged.c.number).where(mine)))
    return sorted(number for number in numbers if number not in done)


def judged_numbers(store: Store, player: str, event: str) -> set[int]:
    """The numbers of an event's hands that were gone through."""
    mine = (judged.c.player == player) & (judged.c.event == event)
    with store.reading() as connection:
        return set(connection.scalars(sa.select(judged.c.number).where(mine)))


def costliest(
    store: Store, player: str, *, most: int, events: Collection[str] | None = None
) -> list[tuple[int, KeptDecision]]:
    """The decisions that cost most and were not fine, each with its id; of all events or of some."""
    query = sa.select(decisions).where(decisions.c.player == player, ~decisions.c.fine)
    if events is not None:
        query = query.where(decisions.c.event.in_(list(events)))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(decisions.c.cost.desc(), decisions.c.id).limit(most)).mappings().all()
    return [(row["id"], KeptDecision(**{key: row[key] for key in KeptDecision.__dataclass_fields__})) for row in rows]


def decisions_in_time(store: Store, player: str) -> list[tuple[str, str, str, str, float]]:
    """Every decision of a player in the order played: time, street, theme, unit, cost; fine ones cost nothing."""
    picked = (decisions.c.time, decisions.c.street, decisions.c.theme, decisions.c.unit, decisions.c.cost)
    with store.reading() as connection:
        query = sa.select(*picked, decisions.c.fine).where(decisions.c.player == player)
        rows = connection.execute(query.order_by(decisions.c.time, decisions.c.id)).all()
    return [(time, street, theme, unit, 0.0 if fine else cost) for time, street, theme, unit, cost, fine in rows]


def add_cards(store: Store, player: str, new: Iterable[PracticeCard], *, place: str | None = None) -> int:
    """Keep exercises that are not there yet; how many were new. `place` as in `keep_judged`."""
    count = 0
    with store.writing() as connection:
        if place is not None and not is_held(connection, place):
            return 0
        for card in new:
            mine = (cards.c.player == player) & (cards.c.key == card.key)
            if connection.scalar(sa.select(cards.c.id).where(mine)) is None:
                connection.execute(cards.insert().values(player=player, **asdict(card)))
                count += 1
    return count


def cards_of(store: Store, player: str) -> list[PracticeCard]:
    """All exercises of a player that are kept, the first due first."""
    query = sa.select(cards).where(cards.c.player == player).order_by(cards.c.due, cards.c.id)
    with store.reading() as connection:
        rows = connection.execute(query).mappings().all()
    return [_card(row) for row in rows]


def card_of(store: Store, player: str, key: str) -> PracticeCard | None:
    """One exercise of a player by its key."""
    query = sa.select(cards).where(cards.c.player == player, cards.c.key == key)
    with store.reading() as connection:
        row = connection.execute(query).mappings().first()
    return None if row is None else _card(row)


def _card(row: Any) -> PracticeCard:
    return PracticeCard(**{key: row[key] for key in PracticeCard.__dataclass_fields__})


def keep_answer(store: Store, player: str, answer: PracticeAnswer, card: PracticeCard | None) -> None:
    """Keep an answer, and what comes of the exercise in the same transaction; None where it is not kept."""
    with store.writing() as connection:
        connection.execute(answers.insert().values(player=player, **asdict(answer)))
        if card is None:
            return
        mine = (cards.c.player == player) & (cards.c.key == card.key)
        if connection.execute(cards.update().where(mine).values(**asdict(card))).rowcount == 0:
            connection.execute(cards.insert().values(player=player, **asdict(card)))


def answers_of(store: Store, player: str) -> list[PracticeAnswer]:
    """Every answer of a player, the first one first."""
    query = sa.select(answers).where(answers.c.player == player).order_by(answers.c.id)
    with store.reading() as connection:
        rows = connection.execute(query).mappings().all()
    return [PracticeAnswer(**{key: row[key] for key in PracticeAnswer.__dataclass_fields__}) for row in rows]


def forget_learning(store: Store, player: str) -> int:
    """Delete all that is kept of a player's learning; how many rows that were."""
    count = 0
    with store.writing() as connection:
        for table in LEARNING:
            count += connection.execute(table.delete().where(table.c.player == player)).rowcount
    return count
