"""Real hands that nobody here wrote: they replay to what their files say."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from riverboat.errors import RecordError
from riverboat.records.formats.acpc import format_acpc, read_acpc, read_header
from riverboat.records.formats.irc import is_irc, months_of
from riverboat.records.formats.phh import parse_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import Rejection, import_hands, scan
from riverboat.records.replay import verify
from riverboat.records.sources import parts_of
from riverboat.records.store.hand_store import Store

PHH = "phh/pluribus_wsop.tgz"
IRC = "irc/holdem_199504_raw.tgz"
SUPPORTED = {"holdem-nolimit": 10_012, "holdem-limit": 7, "stud-limit": 13, "omaha-potlimit": 8}
Note = Callable[[str, object], None]


def existing(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"{path.name} is not there: see RIVERBOAT_DATA")
    return path


def check_phh(hands: Iterable[HandRecord | RecordError], step: int) -> Counter[str]:
    games: Counter[str] = Counter()
    for number, hand in enumerate(hands):
        if isinstance(hand, RecordError):
            assert "is not supported yet" in hand.reason
            continue
        games[hand.game] += 1
        if number % step == 0 or "wsop/" in hand.source:
            found = verify(hand)
            assert found is not None
            assert hand.returns is None or found == hand.returns
            assert parse_phh(format_phh(hand)) == hand
    return games


def test_pluribus_and_the_wsop_a_sample(data: Path) -> None:
    assert check_phh(scan(existing(data / PHH)), 50) == SUPPORTED


@pytest.mark.prove
def test_pluribus_and_the_wsop_all_of_them(data: Path, note: Note) -> None:
    games = check_phh(scan(existing(data / PHH)), 1)
    note("hands replayed", games.total())
    assert games == SUPPORTED


@pytest.mark.parametrize("name", ["2p.limit.h1000.r0.log", "2p.nolimit.h1000.r0.log"])
def test_the_competitions_logs_replay_to_their_scores_and_are_written_back(data: Path, name: str) -> None:
    path = existing(data / "acpc" / name)
    text = path.read_text()
    records = list(read_acpc(path))
    assert len(records) == 1000
    assert [verify(record) for record in records] == [record.returns for record in records]
    assert [*read_header(text), *format_acpc(records, titled=True)] == text.splitlines()


def test_the_irc_month_a_sample(data: Path) -> None:
    (month,) = months_of(parts_of(existing(data / IRC), lambda file, _: is_irc(file)))
    month.hands = month.hands[::28]
    assert len(month.hands) == 984
    good = sum(is_good(hand) for hand in month.scan())
    assert good >= 0.99 * 984


def is_good(hand: HandRecord | RecordError) -> bool:
    try:
        return isinstance(hand, HandRecord) and verify(hand) == hand.returns
    except RecordError:
        return False


@pytest.mark.prove
def test_the_irc_month_imports_in_under_a_minute(data: Path, tmp_path: Path, note: Note) -> None:
    start = time.perf_counter()
    with Store(str(tmp_path / "irc.db")) as store:
        rejections: list[Rejection] = []
        for last in import_hands(store, existing(data / IRC)):
            rejections += last.rejections
        elapsed_s = time.perf_counter() - start
        assert store.count() == last.hands_stored
        (again,) = list(import_hands(store, existing(data / IRC), batch=10**6))
    note("verified", last.hands_stored / last.hands_read)
    note("elapsed_s", elapsed_s)
    assert last.hands_read == 27_541
    assert last.hands_stored >= 0.99 * 27_541
    assert len(rejections) == last.hands_rejected == last.hands_read - last.hands_stored
    assert all(rejection.file and rejection.line and rejection.reason for rejection in rejections)
    assert again.hands_stored == 0
    assert elapsed_s < 60
