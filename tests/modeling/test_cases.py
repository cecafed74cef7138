"""The case base: equations 5 and 6 by number, and the tree against looking at every case."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.modeling.cases import FEATURES, SIMILAR, CaseBase, similarity


def test_equations_5_and_6_by_number() -> None:
    past = (0.5, 0.2, 0.5, 0.5, 0.3, 0.5, 1 / 7)
    now = (0.6, 0.2, 0.4, 0.5, 0.3, 0.5, 3 / 7)
    assert similarity(past, now) == pytest.approx((0.9 + 1 + 0.9 + 1 + 1 + 1 + 5 / 7) / 7)
    assert similarity(now, now) == 1


def test_the_tree_finds_what_looking_at_every_case_finds() -> None:
    rng = np.random.default_rng(3)
    base = CaseBase()
    for number in range(3_000):
        base.add(tuple(rng.random(7)), folded=number % 3 == 0, good=number % 2 == 0)
        if number % 300 == 7:
            now = tuple(base.rows[number // 2, :7] + rng.normal(0, 0.03, 7))
            by_hand = sorted((similarity(row[:7], now) for row in base.rows), reverse=True)[:4]
            found = base.most_similar(now, 4)
            assert [case.similarity for case in found] == pytest.approx([each for each in by_hand if each > SIMILAR])
            best = found[0]
            row = next(row for row in base.rows if tuple(row[:7]) == best.features)
            assert (best.folded, best.good) == (bool(row[7]), bool(row[8]))


def test_only_cases_above_0_9_count_and_above_0_95_they_overrule() -> None:
    base = CaseBase()
    base.add((0.5,) * 7, folded=True, good=True)
    (near,) = base.most_similar((0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.2))
    assert near.similarity == pytest.approx(1 - 0.3 / 7)
    assert near.overrules
    (similar,) = base.most_similar((0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.3))
    assert similar.similarity == pytest.approx(1 - 0.6 / 7)
    assert not similar.overrules
    assert base.most_similar((0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.1)) == ()
    assert CaseBase().most_similar((0.5,) * 7) == ()


def test_rows_are_only_added_and_read_back() -> None:
    base = CaseBase()
    rng = np.random.default_rng(1)
    for _ in range(200):
        base.add(tuple(rng.random(7)), folded=bool(rng.integers(2)), good=bool(rng.integers(2)))
    again = CaseBase(base.rows.tolist())
    assert (again.rows == base.rows).all()
    assert len(again) == 200
    assert again.rows.shape[1] == len(FEATURES) + 2
    now = tuple(rng.random(7))
    assert again.most_similar(now, 3) == base.most_similar(now, 3)
