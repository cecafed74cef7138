"""Which hands a filter lets through, and what it says of what it does not understand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import RecordError
from riverboat.modeling.statistics import stored_statistics
from riverboat.records.replay import verify
from riverboat.records.store.hand_filters import filter_of
from riverboat.records.store.hand_store import Store
from riverboat.records.store.tallies import POSITIONS, SEAT, time_key
from tests.records.random_hands import random_record


def rows() -> np.ndarray:
    found = np.zeros(4, SEAT)
    found["position"] = [1, 2, 5, 6]
    found["stakes"] = [0.1, 0.1, 0.25, 2.0]
    found["seats"] = [6, 6, 9, 2]
    found["time"] = [time_key(when) for when in ("2024-02-29T20:15:00", "2024-03-01", "", "2025")]
    found["hand"] = [1, 2, 3, 4]
    return found


@pytest.mark.parametrize(
    ("options", "hands"),
    [
        ({}, [1, 2, 3, 4]),
        ({"position": "sb,btn"}, [1, 4]),
        ({"position": "Cut-Off"}, [3]),
        ({"stakes": "0.05/0.10"}, [1, 2]),
        ({"stakes": "0.2-2"}, [3, 4]),
        ({"players": "6"}, [1, 2]),
        ({"players": "2-6"}, [1, 2, 4]),
        ({"since": "2024-03"}, [2, 4]),
        ({"until": "2024-02"}, [1]),
        ({"until": "2024"}, [1, 2]),
        ({"since": "2024-02-29", "until": "2024-02-29"}, [1]),
    ],
)
def test_what_is_let_through(options: dict[str, str], hands: list[int]) -> None:
    assert filter_of(**options).of(rows())["hand"].tolist() == hands


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"position": "button!"}, r'position: "button!" is none.*btn \(button\)'),
        ({"stakes": "ten"}, "0.05/0.10"),
        ({"players": "9-2"}, "5-9"),
        ({"since": "yesterday"}, "2024-05-31"),
    ],
)
def test_what_is_not_understood(options: dict[str, str], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        filter_of(**options)


def test_positions_add_up_to_all_hands_of_holdem(tmp_path: Path) -> None:
    with Store(str(tmp_path / "h.db")) as store:
        store.add([(record, verify(record)) for record in map(random_record, range(60))])
        whole = stored_statistics("Ann", store, game="holdem-nolimit")
        assert sum(each.hands for each in whole.by_position.values()) == whole.hands > 5
        for name, each in whole.by_position.items():
            short = filter_of(position=name)
            alone = stored_statistics("Ann", store, game="holdem-nolimit", chosen=short)
            assert alone.vpip == each.vpip
            assert name in POSITIONS
        assert not stored_statistics("Ann", store, game="stud").by_position
