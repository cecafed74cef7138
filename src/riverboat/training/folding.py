"""Decisions to fold or to stay, from hands whose cards are all known: what shown hands alone can't teach.

A decision is a fold, call or raise of somebody who faces a bet. Hands are split by their order: the first 60 % to learn
from, the next 20 % to choose by, the last 20 % to be judged on.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.errors import RecordError, RiverboatError
from riverboat.games import UNKNOWN, Action
from riverboat.modeling.attributes import is_holdem
from riverboat.modeling.strengths import strengths_of
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import start
from riverboat.training.decisions import OPPONENTS_MOST

_SPLIT = (0.6, 0.8)


@dataclass(frozen=True, kw_only=True)
class FoldDecisions:
    """Rows of decisions of players who faced a bet."""

    inputs: Floats = field(repr=False)  # (n, 5), the thesis's
    odds: Floats = field(repr=False)  # the share of the pot, with the call in it, that the call is
    folded: Floats = field(repr=False)  # 1 for a fold
    hand: Ints = field(repr=False)

    def part(self, which: int) -> FoldDecisions:
        """The hands to learn from (0), to choose by (1) or to be judged on (2)."""
        last = int(self.hand.max()) + 1
        edges = (0, *(int(share * last) for share in _SPLIT), last)
        inside = (self.hand >= edges[which]) & (self.hand < edges[which + 1])
        return FoldDecisions(
            inputs=self.inputs[inside], odds=self.odds[inside], folded=self.folded[inside], hand=self.hand[inside]
        )


def all_known(record: HandRecord) -> bool:
    """Whether the cards of everybody at a table of Hold'em are in a record."""
    holes = record.hole_cards
    return is_holdem(record) and all(len(hole) == 2 and UNKNOWN not in hole for hole in holes)


def read_folds(records: Iterable[HandRecord]) -> FoldDecisions:
    """Every decision that faced a bet, of hands whose cards are all known."""
    wanted = [record for record in records if all_known(record)]
    if not wanted:
        raise RecordError("no hand of Hold'em in it has all its cards: folding can't be learnt from it")
    pairs = [(hole, record.board) for record in wanted for hole in record.hole_cards]
    strengths, at = strengths_of(pairs), 0
    rows: list[tuple[float, ...]] = []
    for number, record in enumerate(wanted):
        with suppress(RiverboatError):  # one that does not replay would not be imported either
            rows += _decisions(record, number, strengths[at : at + record.seats])
        at += record.seats
    found = np.array(rows)
    return FoldDecisions(inputs=found[:, :5], odds=found[:, 5], folded=found[:, 6], hand=found[:, 7].astype(np.int64))


def _decisions(record: HandRecord, number: int, strengths: Floats) -> list[tuple[float, ...]]:
    """The thesis's five inputs, the pot odds, whether they folded, and the number of the hand."""
    state, live = start(record), record.seats
    found: list[tuple[float, ...]] = []
    for move in record.moves:
        to_call = state.legal_actions().to_call
        if to_call > 0:
            stacks, pot = state.stacks, state.pot
            total = float(sum(stacks)) + pot
            five = (
                float(strengths[move.seat][move.street]),
                (live - 1) / OPPONENTS_MOST,
                float(stacks[move.seat]) / total,
                to_call / total,
                pot / total,
            )
            found.append((*five, to_call / (pot + to_call), float(move.kind == "fold"), float(number)))
        live -= move.kind == "fold"
        state.apply(Action(move.kind, move.amount))
    return found
