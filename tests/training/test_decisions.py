"""Decisions from records: inputs and labels by hand, no leak of the future, the split."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import RecordError
from riverboat.modeling.attributes import shown_seats
from riverboat.modeling.strengths import strengths_of
from riverboat.records.importing import scan
from riverboat.records.replay import replay
from riverboat.training.decisions import (
    HISTORY_NAMES,
    INPUT_NAMES,
    MODEL_NAMES,
    TEST,
    TRAIN,
    VALIDATION,
    read_decisions,
    records_of,
)
from tests.modeling.agents_hands import agents_hands

NAMES = ("loose-passive", "loose-aggressive", "tight-aggressive")


def test_inputs_and_labels_are_those_of_the_replayed_hand() -> None:
    """Every row of a few hands, worked out again from the engine's states."""
    records = agents_hands(NAMES, 12)
    found = read_decisions(records)
    rows = iter(range(len(found)))
    for number, record in enumerate(records):
        states = replay(record)
        before = next(states)[1]
        for move, after in states:
            assert move is not None
            if move.seat in shown_seats(record) and move.kind != "fold":
                at = next(rows)
                strength = strengths_of([(record.hole_cards[move.seat], record.board)])[0][move.street]
                total = sum(before.stacks) + before.pot
                paid = before.legal_actions().to_call
                opponents = sum(before.is_in) - 1
                stack = before.stacks[move.seat]
                wanted = [strength, opponents / 9, stack / total, paid / total, before.pot / total]
                assert found.inputs[at].tolist() == pytest.approx(wanted)
                assert found.aggressive[at] == (move.kind in ("bet", "raise"))
                assert found.hand[at] == number
                assert found.players[found.player[at]] == record.players[move.seat]
                assert found.street[at] == move.street
            before = after
    assert next(rows, None) is None


def test_columns_have_names() -> None:
    found = read_decisions(agents_hands(NAMES, 6))
    assert found.inputs.shape[1] == len(INPUT_NAMES)
    assert found.history.shape[1] == len(HISTORY_NAMES)
    assert found.models.shape[1] == len(MODEL_NAMES)
    assert np.isfinite(np.concatenate([found.inputs, found.history, found.models], axis=1)).all()


def test_nothing_of_later_hands_reaches_an_earlier_decision() -> None:
    """Cutting off all hands after the tenth leaves the rows of the first ten as they are."""
    records = agents_hands(NAMES, 25)
    whole, first = read_decisions(records), read_decisions(records[:10])
    early = whole.hand < 10
    for name in ("inputs", "history", "models", "aggressive"):
        assert np.array_equal(getattr(whole, name)[early], getattr(first, name))


def test_nothing_of_later_moves_reaches_an_earlier_decision() -> None:
    """Another river, and what was done there, changes no row of the streets before."""
    record = next(r for r in agents_hands(NAMES, 60) if len(r.board) == 5 and shown_seats(r))
    used = {*record.board, *(card for cards in record.hole_cards for card in cards)}
    other = next(card for card in range(52) if card not in used)
    changed = replace(record, board=(*record.board[:4], other), returns=None)
    one, two = read_decisions([record]), read_decisions([changed])
    early = one.street < 3
    assert early.any()
    assert np.array_equal(one.inputs[early], two.inputs[early])
    assert np.array_equal(one.history[early], two.history[early])


def test_the_split_is_by_hand_and_by_time() -> None:
    found = read_decisions(agents_hands(NAMES, 60))
    parts = [found.part(which) for which in (TRAIN, VALIDATION, TEST)]
    assert sum(map(len, parts)) == len(found)
    assert parts[0].hand.max() < parts[1].hand.min() <= parts[1].hand.max() < parts[2].hand.min()
    own = found.of("loose-passive")
    assert set(own.player.tolist()) == {found.players.index("loose-passive")}


def test_what_can_not_be_learnt_from_is_refused() -> None:
    with pytest.raises(RecordError, match="nothing to learn from"):
        read_decisions([])
    found = read_decisions(agents_hands(NAMES, 6))
    with pytest.raises(RecordError, match="no cards of a player nobody were shown: the most decisions are those of"):
        found.of("nobody")


def test_a_small_irc_month_gives_decisions_and_base_rate(data: Path) -> None:
    records = records_of(itertools.islice(scan(data / "irc" / "holdem_199504_raw.tgz"), 400))
    found = read_decisions(records)
    assert len(found) > 1000
    assert 0.2 < found.base_rate < 0.5
    assert found.inputs.min() >= 0
    assert found.inputs.max() <= 1.3  # eleven opponents are 11 / 9
