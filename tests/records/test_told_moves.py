"""Moves played in one compiled call end as they do one by one, and what does not fit is left to the long way."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from riverboat.errors import RecordError
from riverboat.games import CardState
from riverboat.games.engine.layout_kernel import CALL, FOLD
from riverboat.records.formats.rooms import bovada, party, stars, winning
from riverboat.records.formats.rooms.hands import _cut_line_by_line, cut
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import _all_at_once, play_out, replay, start, verify
from tests.records.formats.rooms.writing import ROOMS
from tests.records.random_hands import random_record


def one_by_one(record: HandRecord) -> CardState:
    *_, (_, state) = replay(record)
    return state


def test_all_at_once_is_one_by_one() -> None:
    quick = 0
    for seed in range(60):
        record = random_record(seed)
        state = start(record)
        if _all_at_once(record, state):
            quick += 1
            assert state.record.tobytes() == one_by_one(record).record.tobytes()
            assert [(past.seat, past.street, *past.action) for past in state.history] == [
                (past.seat, past.street, *past.action) for past in one_by_one(record).history
            ]
        assert play_out(record).returns() == one_by_one(record).returns()
    assert quick > 20


@pytest.mark.parametrize("kind", ["check", "bet", "raise", "call"])
def test_a_move_of_another_kind_is_no_less_refused(kind: str) -> None:
    refused = 0
    for seed in range(40):
        record = random_record(seed)
        at = next((at for at, move in enumerate(record.moves) if move.kind not in (kind, "reveal", "bring-in")), None)
        if at is None:
            continue
        moves = list(record.moves)
        moves[at] = moves[at]._replace(kind=kind)  # type: ignore[arg-type]
        changed = replace(record, moves=tuple(moves))
        try:
            one_by_one(changed)
        except RecordError:
            refused += 1
            with pytest.raises(RecordError):
                verify(changed)
    assert refused > 5


def test_a_row_that_does_not_fit_is_told() -> None:
    record = next(each for each in map(random_record, range(100)) if each.game == "holdem-limit")
    seat = start(record).actor
    for row in ((seat, 0, CALL, 1), ((seat or 0) + 1, 0, FOLD, 0), (seat, 1, FOLD, 0)):  # price, turn, street
        assert not start(record).play_told(np.array([row], np.int64))
    assert start(record).play_told(np.array([(seat, 0, FOLD, 0)], np.int64))


@pytest.mark.parametrize("room", ["stars", "party", "winning", "bovada"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\n\n \n"])
def test_files_are_cut_alike_in_one_search_and_line_by_line(room: str, ends: str) -> None:
    begins: re.Pattern[str] = {"stars": stars, "party": party, "winning": winning, "bovada": bovada}[room].BEGINS
    hands = [each for each in map(random_record, range(60)) if each.game == "holdem-nolimit" and each.stacks][:4]
    text = "a word before\n\n" + "\n\n".join(map(ROOMS[room], hands))
    text = text.replace("\n", ends)
    found = [(part.first, part.lines) for part in cut(text, "f", begins)]
    assert found == [(part.first, part.lines) for part in _cut_line_by_line(text, "f", begins)]
    assert len(found) == len(hands)


def test_many_empty_lines_take_no_time() -> None:
    assert list(cut("\n" * 1_000_000 + " \n" * 200_000, "f", stars.BEGINS)) == []
