"""Statistics added up from what was counted are those of the slow twin, which replays every hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from riverboat.errors import RecordError, StoreError
from riverboat.modeling import statistics
from riverboat.modeling.statistics import player_statistics, stored_statistics
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import import_hands, scan
from riverboat.records.replay import verify
from riverboat.records.store.hand_store import Store
from riverboat.records.store.schema import player_tallies_table
from tests.modeling.statistics_twin import slow_habits, slow_statistics
from tests.records.random_hands import HANDS, random_record


def compare(store: Store, player: str, game: str | None = None) -> int:
    expected = slow_statistics(player, store.hands(player=player, game=game))
    found = stored_statistics(player, store, game=game)
    assert found.figures() == expected.figures()
    names = ("hands", "bankroll_sb", "unit")
    assert [getattr(found, name) for name in names] == [getattr(expected, name) for name in names]
    assert {name: (figure.mean, figure.n) for name, figure in found.habits.items() if figure.n} == slow_habits(
        player, store.hands(player=player, game=game)
    )
    return expected.hands


def keep(store: Store, records: list[HandRecord]) -> None:
    for at in range(0, len(records), 500):
        store.add([(record, verify(record)) for record in records[at : at + 500]])


def compare_random(folder: Path, hands: int) -> int:
    games = ("holdem-limit", "holdem-nolimit", "stud", "stud-limit")
    with Store(str(folder / "h.db"), flushed=False) as store:
        keep(store, [random_record(seed) for seed in range(hands)])
        assert compare(store, "Ann") == sum(compare(store, "Ann", game) for game in games) == hands
        return sum(compare(store, player) for player in ("Bob", "Eve", "Lou"))


def test_random_hands_of_all_games_300(tmp_path: Path) -> None:
    assert compare_random(tmp_path, 300) > 300


@pytest.mark.prove
def test_random_hands_of_all_games_5000(tmp_path: Path, note: Callable[[str, object], None]) -> None:
    note("further hands compared", compare_random(tmp_path, 5000))
    note("figures that differ", 0)


def test_files_of_every_format(tmp_path: Path) -> None:
    with Store(str(tmp_path / "h.db")) as store:
        for name in ("small.phhs", "irc_month", "three.limit.log", "two.nolimit.log"):
            list(import_hands(store, HANDS / name))
        players = store.players()
        assert len(players) > 5
        for player, _ in players:
            compare(store, player)


@pytest.mark.parametrize("name", ["phh/pluribus_wsop.tgz", "irc/holdem_199504_raw.tgz"])
def test_real_hands(tmp_path: Path, data: Path, name: str) -> None:
    if not (data / name).exists():
        pytest.skip(f"{name} is not there: see RIVERBOAT_DATA")
    good = (hand for hand in scan(data / name) if not isinstance(hand, RecordError))
    records = []
    for record in islice(good, 0, 1500, 2):
        try:
            verify(record)
        except RecordError:
            continue
        records.append(record)
    assert len(records) > 500
    with Store(str(tmp_path / "h.db"), flushed=False) as store:
        keep(store, records)
        assert sum(compare(store, player) for player, _ in store.players()[:4]) > 500


def test_what_was_not_counted_is_counted_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    with Store(str(tmp_path / "h.db")) as store:
        keep(store, [random_record(seed) for seed in range(30)])
        expected = stored_statistics("Ann", store)
        with store.writing() as connection:
            connection.execute(player_tallies_table.delete())
        assert stored_statistics("Ann", store, progress=lambda done, of: told.append((done, of))) == expected
        assert told == [(30, 30)]
        monkeypatch.setattr(statistics, "tally", lambda *_: pytest.fail("no hand is counted again"))
        monkeypatch.setattr(Store, "hands", lambda *_, **__: pytest.fail("no hand is read again"))
        assert stored_statistics("Ann", store) == expected
        with pytest.raises(StoreError, match='has a player "Anne"'):
            stored_statistics("Anne", store)


def test_a_store_that_cannot_be_written_is_counted_all_the_same(tmp_path: Path) -> None:
    records = [random_record(seed) for seed in range(30)]
    with Store(str(tmp_path / "h.db")) as store:
        keep(store, records)
        with store.writing() as connection:
            player_tallies_table.drop(connection)  # an older store, which nobody may bring up to date
        found = stored_statistics("Ann", store)
        assert found == player_statistics("Ann", store.hands())
        assert found.hands == 30
