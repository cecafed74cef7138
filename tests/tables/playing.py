"""Somebody who plays at a table, for the tests of tables."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable

from riverboat.games.actions import Action
from riverboat.games.protocol import TableObservation
from riverboat.records import HandRecord, Store
from riverboat.tables import HandEnd, Session

Choose = Callable[[TableObservation], Action]


def chooser(seed: int) -> Choose:
    """Somebody who plays the first few legal actions at random."""
    rng = random.Random(seed)
    return lambda view: rng.choice(view.legal_actions[:5])


def lowest(view: TableObservation) -> Action:
    """Somebody who always does the first thing that is allowed."""
    return view.legal_actions[0]


def play_hand(session: Session, choose: Choose) -> HandEnd:
    """A hand, from its deal or from where it is, to its end."""
    if not session.in_hand:
        session.deal()
    while True:
        for _ in session.play_on():
            pass
        if session.is_over:
            return session.end_hand()
        session.act(choose(session.view))


def records(store: Store) -> list[HandRecord]:
    """All that is stored, without what differs between two sessions that are played alike."""
    return [dataclasses.replace(hand.record, time="", event="") for hand in store.hands()]
