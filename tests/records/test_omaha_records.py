"""Hands of Omaha in records: every form they are written in, the store, replays, and PokerKit as a reader."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.errors import RecordError
from riverboat.games import GAMES
from riverboat.games.omaha import OmahaRules
from riverboat.modeling.statistics import player_statistics
from riverboat.records.formats.acpc import format_acpc
from riverboat.records.formats.phh import parse_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import HandRecord, record_from_json, record_to_json
from riverboat.records.positions import by_position
from riverboat.records.replay import verify
from riverboat.records.store.hand_store import Store
from riverboat.records.walkthrough import streets_of
from tests.records.random_hands import NAMES, played

BETTINGS = ("limit", "pot-limit")


def omaha_hand(betting: Any, seed: int, *, deep: bool = False) -> HandRecord:
    rng = np.random.default_rng(seed)
    seats = int(rng.integers(2, 11))
    stacks = (5000,) * seats if deep else tuple(int(stack) for stack in rng.integers(30, 400, seats))
    return played(OmahaRules(seats=seats, betting=betting), seed=seed, stacks=stacks, button=int(rng.integers(seats)))


@pytest.mark.parametrize("betting", BETTINGS)
def test_played_hands_verify_and_survive_phh_and_json(betting: str) -> None:
    for seed in range(100):
        record = omaha_hand(betting, seed)
        assert verify(record) == record.returns
        assert parse_phh(format_phh(record)) == record
        assert record_from_json(record_to_json(record)).digest == record.digest


def test_the_variants_are_the_formats_own_and_ours() -> None:
    pot, limit = (format_phh(omaha_hand(betting, 3)) for betting in ("pot-limit", "limit"))
    assert pot.startswith("variant = 'PO'\n")
    assert "_game" not in pot
    assert limit.startswith("variant = 'FO'\n")
    assert "_game = 'omaha-limit'" in limit
    with pytest.raises(RecordError, match="does not go with variant FO"):
        parse_phh(limit.replace("_game = 'omaha-limit'", "_game = 'holdem-limit'"))


@pytest.mark.parametrize("betting", BETTINGS)
def test_chances_by_street_add_up_and_end_with_the_winners(betting: str) -> None:
    seen = 0
    for seed in range(12):
        record = omaha_hand(betting, seed)
        *_, last = streets_of(record)
        if last.equities is not None and len(last.board) == 5 and record.returns is not None:
            live = [equity for equity in last.equities if equity is not None]
            assert sum(live) == pytest.approx(1)
            best = max(range(record.seats), key=lambda seat: last.equities[seat] or 0)  # type: ignore[index]
            assert last.equities[best] > 0  # type: ignore[operator]
            seen += 1
    assert seen > 2


def test_a_store_keeps_them_and_counts_what_players_do(tmp_path: Path) -> None:
    records = [omaha_hand(betting, seed) for betting in BETTINGS for seed in range(20)]
    with Store(f"sqlite:///{tmp_path / 'hands.db'}") as store:
        store.add([(record, record.returns) for record in records])
        kept = list(store.hands())
    assert sorted(hand.record.digest for hand in kept) == sorted(record.digest for record in records)
    figures = player_statistics(NAMES[0], [hand for hand in kept if hand.record.game == "omaha-potlimit"])
    assert figures.hands == 20
    assert figures.unit == "big blinds"


def test_a_dealers_log_has_no_place_for_them() -> None:
    with pytest.raises(RecordError, match="Hold'em alone"):
        list(format_acpc([omaha_hand("limit", 1)]))


def test_pokerkit_reads_the_hands_we_write() -> None:
    pokerkit: Any = pytest.importorskip("pokerkit", reason="PokerKit is not installed; it is a peer, not a requirement")
    compared = 0
    for seed in range(40):
        record = omaha_hand("pot-limit", seed, deep=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, end = pokerkit.HandHistory.loads(format_phh(record))
        returns = by_position(record).returns
        assert returns is not None
        # Odd chips of side pots can come to lie elsewhere.
        assert all(abs(ours - theirs) <= 1 for ours, theirs in zip(returns, end.payoffs, strict=True))
        compared += 1
    assert compared == 40


def test_every_fact_of_the_rows_is_there() -> None:
    for name in ("omaha-limit", "omaha-potlimit"):
        row = GAMES[name]
        assert row.recorded
        assert row.has_tables
        assert row.usual_stack in (1000, 2000)
        assert row.table_seats == range(2, 11)
        assert "board" in row.skills
