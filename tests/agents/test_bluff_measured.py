"""The table of all pairs of dice: it is of the files that are shipped, and what it says is found again."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from riverboat.agents.bluff.measured import hash_of, pairs_text, read_pairs, value_of
from riverboat.games.bluff.game import BluffRules
from riverboat.training import bluff_pairs
from riverboat.training.bluff_pairs import EVERY, WALKED_BIDS, file_of, measure


def test_every_pair_is_measured_as_it_is_shipped() -> None:
    rows = read_pairs()
    assert tuple(sorted(rows)) == EVERY
    for dice, row in rows.items():
        rules = BluffRules(dice=dice)
        assert row.file == hash_of(file_of(rules)), f"{dice} has another file: python -m riverboat.training.bluff_pairs"
        walked = len(rules.bids) <= WALKED_BIDS
        assert (row.exploitability is not None) == walked
        assert (row.gain is not None) != walked
        assert -1 < row.value < 1


@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (1, 2)])
def test_bounds_are_found_again(dice: tuple[int, int]) -> None:
    kept, found = read_pairs()[dice], measure(dice, rolls=1, rounds=1)
    assert (found.low, found.high) == pytest.approx((kept.low, kept.high), abs=1e-7)
    assert found.how == kept.how == "solved"


@pytest.mark.parametrize("dice", [(3, 2), (5, 5)])
def test_what_a_responder_gains_is_found_again(dice: tuple[int, int]) -> None:
    kept, found = read_pairs()[dice], measure(dice, rolls=12, rounds=4)
    assert None not in (kept.gain, kept.error, found.gain, found.error)
    assert abs((found.gain or 0) - (kept.gain or 0)) < 1.5 * ((found.error or 0) + (kept.error or 0))
    assert found.memory == kept.memory
    assert found.iterations == kept.iterations


def test_a_table_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    rows = read_pairs()

    def noted(dice: tuple[int, int], *, rolls: int, rounds: int) -> object:
        asked.append(dice)
        return rows[dice]

    place = tmp_path / "pairs.json"
    kept = {dice: row for dice, row in rows.items() if dice not in ((1, 2), (5, 5))}
    place.write_text(pairs_text(kept, command="before"), "utf-8")
    monkeypatch.setattr(bluff_pairs, "measure", noted)
    monkeypatch.setattr(sys, "argv", ["bluff_pairs", "--to", str(place)])
    bluff_pairs.main()
    assert asked == [(1, 2), (5, 5)]
    assert read_pairs(place) == rows
    bluff_pairs.main()
    assert len(asked) == 2  # nothing is left to do
    assert "--rolls" in json.loads(place.read_text("utf-8"))["command"]


def test_a_round_is_worth_to_its_opener_what_the_table_says() -> None:
    assert value_of(BluffRules(dice=(2, 1))) == pytest.approx(0.2169, abs=1e-4)
    assert value_of(BluffRules(dice=(1, 2))) == pytest.approx(-0.1574, abs=1e-4)
    assert value_of(BluffRules(dice=(2, 1), faces=4)) == 0.0  # not in the table
    assert value_of(BluffRules(dice=(5, 1))) > 0.3
