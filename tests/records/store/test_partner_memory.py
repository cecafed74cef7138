"""What partners have learnt is kept for each player, shown and cleared."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.errors import StoreError
from riverboat.records.store.hand_store import Store
from riverboat.records.store.participants import enrol, keep_participant, participants
from riverboat.records.store.partner_memory import Remembered, clear_memory, keep_memory, read_memory, remembered

ROW = [0.5, 0.1, 0.5, 0.5, 0.2, 0.5, 0.1429, 0.0, 1.0]


def test_memories_are_kept_by_player_and_game_and_cases_are_added(tmp_path: Path) -> None:
    with Store(str(tmp_path / "a.db")) as store:
        assert read_memory(store, "Ann", "stud") is None
        known = keep_memory(store, "Ann", "stud", {"opponent": {"t": 50}, "cases": [ROW]}, known=0)
        assert known == 1
        known = keep_memory(store, "Ann", "stud", {"opponent": {"t": 51}, "cases": [ROW, ROW]}, known=known)
        keep_memory(store, "Bob", "stud", {"opponent": {}, "cases": []}, known=0)
        assert known == 2
    with Store(str(tmp_path / "a.db")) as store:
        assert read_memory(store, "Ann", "stud") == {"opponent": {"t": 51}, "cases": [ROW, ROW]}
        assert remembered(store, "Ann") == [Remembered(player="Ann", game="stud", cases=2)]
        assert [each.player for each in remembered(store)] == ["Ann", "Bob"]
        assert clear_memory(store, "Ann") == [Remembered(player="Ann", game="stud", cases=2)]
        assert read_memory(store, "Ann", "stud") is None
        assert read_memory(store, "Bob", "stud") is not None


def test_who_has_no_partner_is_told_in_words(tmp_path: Path) -> None:
    with Store(str(tmp_path / "a.db")) as store:
        keep_memory(store, "Annabel", "stud", {"cases": []}, known=0)
        with pytest.raises(StoreError, match=r'partner of "Anabel".*did you mean "Annabel"'):
            remembered(store, "Anabel")
        with pytest.raises(StoreError, match="at bluff"):
            clear_memory(store, "Annabel", "bluff")


def test_participants_are_numbered_as_they_come(tmp_path: Path) -> None:
    with Store(str(tmp_path / "a.db")) as store:
        first, second = enrol(store, "x", {"step": 0}), enrol(store, "y", {"step": 0})
        assert (first.number, second.number) == (0, 1)
        assert keep_participant(store, second.id, {"step": 3}) is not None
        assert [each.content["step"] for each in participants(store)] == [0, 3]
        assert [each.id for each in participants(store, "y")] == [second.id]
