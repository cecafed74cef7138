"""Importing: files, folders and archives; bad hands counted and passed over; killed at any moment, nothing is lost."""

from __future__ import annotations

import gzip
import itertools
import multiprocessing
import os
import signal
import sqlite3
import tarfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import FileError, RecordError, StoreError
from riverboat.records.formats.phh_writer import write_phh
from riverboat.records.importing import ImportProgress, import_hands, scan
from riverboat.records.store.hand_store import Store
from tests.records.random_hands import HANDS, random_record
from tests.records.store.test_store import largest_file
from tests.waiting import until


def imported(path: Path, database: Path, *, batch: int = 500) -> ImportProgress:
    with Store(str(database)) as store:
        *_, last = import_hands(store, path, batch=batch)
        return last


def test_a_folder_of_everything(tmp_path: Path) -> None:
    last = imported(HANDS, tmp_path / "hands.db")
    assert (last.hands_read, last.hands_stored, last.hands_rejected) == (21, 20, 1)
    assert last.rejections[0].file.endswith("irc_month/hdb")
    assert last.rejections[0].line == 7
    again = imported(HANDS, tmp_path / "hands.db")
    assert (again.hands_stored, again.hands_known, again.hands_rejected) == (0, 20, 1)


def test_an_archive_and_a_compressed_log_hold_the_same_hands(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "all.tgz", "w:gz") as archive:
        archive.add(HANDS, "hands")
    assert imported(tmp_path / "all.tgz", tmp_path / "hands.db").hands_stored == 20
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "all.tgz").write_bytes((tmp_path / "all.tgz").read_bytes())
    assert imported(tmp_path / "folder", tmp_path / "hands.db").hands_known == 20
    log = HANDS / "two.nolimit.log"
    (tmp_path / "two.nolimit.log.gz").write_bytes(gzip.compress(log.read_bytes()))
    assert imported(tmp_path / "two.nolimit.log.gz", tmp_path / "hands.db").hands_known == 4


def test_bad_hands_are_counted_named_and_passed_over(tmp_path: Path) -> None:
    text = (HANDS / "small.phhs").read_text()
    text = text.replace("finishing_stacks = [570", "finishing_stacks = [571").replace("'p2 cbr 4',", "'p2 cbr 5',")
    path = tmp_path / "hands.phhs"
    path.write_text(text)
    last = imported(path, tmp_path / "hands.db")
    assert (last.hands_read, last.hands_stored, last.hands_rejected) == (5, 3, 2)
    first, second = last.rejections
    assert (first.file, first.line) == (str(path), 18)  # of finishing_stacks
    assert first.reason == "returns: net chips are 71, -70, 0 in the file and 70, -70, 0 when replayed"
    assert second.reason.startswith(
        "actions: action 2 by p2 (Bob): raise to 5 is not allowed here: fold, call 2, or raise to 4"
    )
    assert text.split("\n")[second.line - 1].startswith("actions = ")


def test_a_broken_archive_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "sub"
    folder.mkdir()
    (folder / "good.phhs").write_bytes((HANDS / "small.phhs").read_bytes())
    with tarfile.open(tmp_path / "all.tgz", "w:gz") as archive:
        archive.add(HANDS / "two.nolimit.log", "two.nolimit.log")
    whole = (tmp_path / "all.tgz").read_bytes()
    (folder / "cut.tgz").write_bytes(whole[: len(whole) // 2])
    (folder / "none.tar.xz").write_bytes(b"\xfd7zXZ\0 and nothing else")
    (folder / "a.log").write_text("")
    last = imported(folder, tmp_path / "hands.db")
    assert (last.hands_read, last.hands_stored, last.hands_rejected, last.files_rejected) == (5, 5, 0, 3)
    assert last.hands_known == 0
    assert [rejection.place for rejection in last.rejections] == [
        str(folder / name) for name in ("a.log", "cut.tgz", "none.tar.xz")
    ]
    assert all("\n" not in rejection.reason for rejection in last.rejections)


def test_batches_are_acknowledged_one_by_one(tmp_path: Path) -> None:
    with Store(str(tmp_path / "hands.db")) as store:
        seen = []
        for progress in import_hands(store, HANDS, batch=4):
            seen.append(progress.hands_stored)
            assert store.count() == progress.hands_stored
    assert seen == sorted(seen)
    assert len(seen) > 4


def test_what_cannot_be_imported_at_all(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no hands here")
    for path, said in (
        (tmp_path / "missing.phh", "does not exist"),
        (tmp_path / "notes.txt", "holds no hands that can be read"),
        (tmp_path, "holds no hands that can be read"),
    ):
        with pytest.raises(RecordError, match=said):
            list(scan(path))
    (tmp_path / "bad.phh").write_bytes(b"variant = 'NT'\nplayers = ['\xff']\n")
    (bad,) = scan(tmp_path / "bad.phh")
    assert isinstance(bad, RecordError)
    assert str(bad) == f"{tmp_path / 'bad.phh'}:2: text: byte 0xff is not UTF-8 text"
    (tmp_path / "zero.phh").write_text((HANDS / "small.phhs").read_text().split("[2]")[0].replace("'Ann'", '"\\u0000"'))
    last = imported(tmp_path / "zero.phh", tmp_path / "hands.db")
    assert [rejection.reason for rejection in last.rejections] == ["players: a name holds a zero byte"]
    (tmp_path / "other.log").write_text("something else\n")
    (bad,) = scan(tmp_path / "other.log")
    assert isinstance(bad, RecordError)
    assert "holds no STATE: line" in str(bad)


def test_a_full_disk_stops_the_import_and_it_can_go_on(tmp_path: Path, many_hands: Path) -> None:
    database = tmp_path / "hands.db"
    with Store(str(database)) as store, largest_file(400_000), pytest.raises(StoreError, match="disk is full"):
        list(import_hands(store, many_hands, batch=20))
    last = imported(many_hands, database)
    assert last.hands_read == last.hands_stored + last.hands_known == 400
    assert last.hands_known > 0


def test_writing_on_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.phhs"
    path.write_text("old")
    records = [random_record(seed) for seed in range(300)]
    with largest_file(50_000), pytest.raises(FileError, match=r'out\.phhs" cannot be written'):
        write_phh(records, path)
    assert [file.name for file in tmp_path.iterdir()] == ["out.phhs"]
    assert path.read_text() == "old"


@pytest.fixture(scope="module")
def many_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands") / "many.phhs"
    write_phh((random_record(seed) for seed in range(400)), path)
    return path


def _import_and_tell(path: Path, database: str, acknowledged: str) -> None:
    """In a process of its own: import in small batches, and write down what has been acknowledged."""
    told = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    with Store(database) as store:
        already = store.count()
        for progress in import_hands(store, path, batch=7):
            os.pwrite(told, b"%10d" % (already + progress.hands_stored), 0)
    os._exit(0)


def _told(acknowledged: Path) -> int:
    return int(acknowledged.read_text() or 0) if acknowledged.exists() else 0


def _is_at(wanted: int, acknowledged: Path, process: multiprocessing.process.BaseProcess) -> bool:
    """Whether an import has acknowledged so many hands; one that has ended comes no further."""
    return _told(acknowledged) >= wanted or not process.is_alive()


def kill_imports(tmp_path: Path, path: Path, url: Callable[[int], str], kills: int, seed: int) -> None:
    """Kill imports at random moments, so many of them; every fourth kill is followed by an import to the end."""
    rng = np.random.default_rng(seed)
    context = multiprocessing.get_context("fork")
    acknowledged = tmp_path / "acknowledged"
    hit = 0
    stored: Counter[str] = Counter()
    for kill in itertools.count():
        if hit == kills:
            return
        assert kill < 4 * kills, "most imports ended before they could be killed"
        database = url(kill // 4)
        acknowledged.unlink(missing_ok=True)
        process = context.Process(target=_import_and_tell, args=(path, database, str(acknowledged)))
        process.start()
        assert process.pid is not None
        wanted = stored[database] + int(rng.integers(min(200, 401 - stored[database])))
        until(partial(_is_at, wanted, acknowledged, process), "the import comes so far")
        time.sleep(float(rng.uniform(0, 0.02)))  # anywhere in the work on the next hands
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        hit += process.exitcode == -signal.SIGKILL
        with Store(database) as store:
            assert store.count() >= _told(acknowledged)
            if kill % 4 == 3:
                *_, last = import_hands(store, path)
                assert last.hands_stored + last.hands_known == 400
                assert store.count() == 400
                assert len({hand.digest for hand in store.hands()}) == 400
            stored[database] = store.count()


def check_sound(path: Path) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_kill_9_loses_and_doubles_nothing(tmp_path: Path, many_hands: Path) -> None:
    kill_imports(tmp_path, many_hands, lambda n: str(tmp_path / f"{n}.db"), kills=4, seed=1)
    check_sound(tmp_path / "0.db")


@pytest.mark.prove
def test_kill_9_two_hundred_times(tmp_path: Path, many_hands: Path, note: Callable[[str, object], None]) -> None:
    kill_imports(tmp_path, many_hands, lambda n: str(tmp_path / f"{n}.db"), kills=200, seed=2)
    note("imports killed with nothing lost or doubled", 200)
    for path in tmp_path.glob("*.db"):
        check_sound(path)


def test_kill_9_with_postgresql(tmp_path: Path, many_hands: Path, postgres_url: str) -> None:
    kill_imports(tmp_path, many_hands, lambda _: postgres_url, kills=4, seed=3)


def test_fixtures_are_ours_and_small() -> None:
    assert sum(path.stat().st_size for path in HANDS.rglob("*") if path.is_file()) < 20_000
