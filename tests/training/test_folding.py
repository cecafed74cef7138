"""Decisions to fold, from hands whose cards are all known: counted by hand, and on real hands."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import RecordError
from riverboat.modeling.strengths import strengths_of
from riverboat.records import read_phh
from riverboat.records.importing import scan
from riverboat.training.decisions import records_of
from riverboat.training.folding import all_known, read_folds

#: Three players of 100 chips: the button raises with kings, the small blind folds, the big blind calls and then folds.
HAND = """
variant = "FT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 7c2d", "d dh p2 Ts9s", "d dh p3 KhKd", "p3 cbr 4", "p1 f", "p2 cc",
  "d db 2c3d4h", "p2 cc", "p3 cbr 2", "p2 f",
]
players = ["Small", "Big", "Button"]
"""


def test_decisions_that_face_a_bet_counted_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(HAND, "utf-8")
    records = list(read_phh(path))
    assert all(map(all_known, records))
    found = read_folds(records)
    assert found.folded.tolist() == [0, 1, 0, 1]  # the button raised two, one folded, one called and folded to a bet
    assert found.odds.tolist() == pytest.approx([2 / 5, 3 / 10, 2 / 9, 2 / 13])
    assert (9 * found.inputs[:, 1]).tolist() == pytest.approx([2, 2, 1, 1])
    flop = strengths_of([(records[0].hole_cards[1], records[0].board)])[0][1]
    assert found.inputs[3, 0] == pytest.approx(flop)
    chips_cost_pot = np.array([(100, 2, 3), (99, 3, 7), (98, 2, 7), (96, 2, 11)])
    assert (300 * found.inputs[:, 2:]).ravel().tolist() == pytest.approx(chips_cost_pot.ravel().tolist())


def test_hands_with_hidden_cards_teach_no_folding(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(HAND.replace("7c2d", "????"), "utf-8")
    with pytest.raises(RecordError, match="has all its cards"):
        read_folds(read_phh(path))


def test_real_hands_are_split_by_their_order(data: Path) -> None:
    records = records_of(itertools.islice(scan(data / "phh" / "pluribus_wsop.tgz"), 60))
    found = read_folds(records)
    parts = [found.part(which) for which in range(3)]
    assert sum(len(part.folded) for part in parts) == len(found.folded)
    assert parts[0].hand.max() < parts[1].hand.min()
    assert parts[1].hand.max() < parts[2].hand.min()
    assert 0.5 < found.folded.mean() < 0.9
    assert np.isfinite(found.inputs).all()
