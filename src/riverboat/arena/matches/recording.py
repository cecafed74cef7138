"""Keeping the hands of a match in the store."""

from __future__ import annotations

from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.table import FinishedHand
from riverboat.cards.seeds import seed_name
from riverboat.records.hand_record import Chips, HandRecord
from riverboat.records.recording import record_of
from riverboat.records.store.hand_store import Store


class Recorder:
    """Give it to a match as `on_hand`; call `flush` at the end.

    The hands of a session are written when all its rotations are played: no bot can read there what it will be dealt.
    """

    def __init__(self, store: Store, plan: MatchPlan) -> None:
        self._store = store
        self._names = plan.names
        self._event = f"match, {seed_name(plan.seed)}"
        self._unit = -1
        self._waiting: list[tuple[HandRecord, tuple[Chips, ...] | None]] = []
        self.stored = 0

    def __call__(self, hand: FinishedHand) -> None:
        """Record one hand; session, rotation and deal are its number."""
        if hand.unit != self._unit:
            self.flush()
            self._unit = hand.unit
        names = [self._names[player] for player in hand.players]
        number = f"{hand.unit + 1}.{hand.rotation + 1}.{hand.deal + 1}"
        if hand.match is not None:
            number += f".{hand.match['round']}"
        record = record_of(hand.state, names, number=number, event=self._event, match=hand.match)
        self._waiting.append((record, record.returns))

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            self.stored += self._store.add(self._waiting)
            self._waiting = []
