"""Small files that would fill the memory, files that have no end, and text that keeps a reader busy: all refused."""

from __future__ import annotations

import gzip
import io
import json
import os
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from riverboat.errors import RecordError
from riverboat.records import limits
from riverboat.records.formats.phh import parse_phh, read_phh, scan_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.formats.rounds import format_round, scan_bluff
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import import_hands, scan
from riverboat.records.store.hand_store import Store
from tests.records.formats.test_bluff_records import played
from tests.records.random_hands import HANDS, random_record

MB = 1 << 20


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds as if the memory were small."""
    monkeypatch.setattr(limits, "LARGEST_UNPACKED", MB)
    monkeypatch.setattr("riverboat.records.sources.LARGEST_UNPACKED", MB)
    monkeypatch.setattr(limits, "LARGEST_ARCHIVE", 4 * MB)


def _peak(work: Callable[[], Any]) -> tuple[Any, int]:
    tracemalloc.start()
    try:
        return work(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _errors(path: Path) -> list[RecordError]:
    return [hand for hand in scan(path) if isinstance(hand, RecordError)]


def test_a_gzip_bomb_is_unpacked_no_further_than_allowed(tmp_path: Path, small: None) -> None:
    path = tmp_path / "bomb.phh.gz"
    path.write_bytes(gzip.compress(bytes(64 * MB), 1))
    (error,), peak = _peak(lambda: _errors(path))
    assert error.reason == "cannot be read: it unpacks to more than 1 MB, which is the most that is read"
    assert peak < 8 * MB
    with pytest.raises(RecordError, match="unpacks to more than 1 MB"):
        list(read_phh(path))


def _member(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    archive.addfile(info, io.BytesIO(data))


def test_a_large_file_of_an_archive_is_passed_over_and_the_next_is_read(tmp_path: Path, small: None) -> None:
    with tarfile.open(tmp_path / "a.tgz", "w:gz") as archive:
        _member(archive, "bomb.phh", bytes(2 * MB))
        _member(archive, "good.phhs", (HANDS / "small.phhs").read_bytes())
    found = list(scan(tmp_path / "a.tgz"))
    assert isinstance(found[0], RecordError)
    assert "bomb.phh: is larger than 1 MB" in str(found[0])
    assert sum(isinstance(hand, HandRecord) for hand in found) == 5


@pytest.mark.parametrize("kind", ["gz", "bz2", "xz"])
def test_an_archive_is_unpacked_no_further_than_allowed(tmp_path: Path, small: None, kind: str) -> None:
    path = tmp_path / f"a.tar.{kind}"
    with tarfile.open(path, f"w:{kind}") as archive:  # type: ignore[call-overload]
        _member(archive, "unwanted.bin", bytes(16 * MB))
        _member(archive, "good.phhs", (HANDS / "small.phhs").read_bytes())
    (error,), peak = _peak(lambda: _errors(path))
    assert "it unpacks to more than 4 MB" in error.reason
    assert peak < 24 * MB


def test_a_header_of_an_archive_is_read_no_further_than_allowed(tmp_path: Path, small: None) -> None:
    path = tmp_path / "a.tgz"
    info = tarfile.TarInfo("x")
    info.size, info.type = 3 * MB, tarfile.XHDTYPE
    path.write_bytes(gzip.compress(info.tobuf() + bytes(3 * MB), 1))
    (error,) = _errors(path)
    assert "it holds a file of more than 1 MB" in error.reason


def test_an_archive_of_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_MEMBERS", 3)
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for at in range(5):
            _member(archive, f"{at}.txt", b"")
    (error,) = _errors(tmp_path / "a.tar")
    assert "it holds more than 3 files" in error.reason


_DEEP = "a." * 50_000 + "b"


@pytest.mark.parametrize(
    "text",
    [
        f"{_DEEP} = 1",
        f"[{_DEEP}]\nx = 1",
        f"x = {{ {_DEEP} = 1 }}",
        '"=".' * 50_000 + "b = 1",
        "'a,b' . " * 50_000 + "b = 1",
        f'x = {{ y = """\n""", {_DEEP} = "z" }}',
        f"y = 1 # \"\n{_DEEP} = '\"'",
        "x = " + "[" * 50_000,
        "x = " + "{a=" * 50_000,
        "x = 1 \n" * 100_000,
    ],
    ids=["key", "table", "inline", "equals", "commas", "three", "comment", "lists", "tables", "long"],
)
def test_text_that_keeps_a_reader_of_toml_busy(text: str) -> None:
    (error,), peak = _peak(lambda: list(scan_phh(f"variant = 'NT' \nq = [\n1]\n{text}", "x.phh")))
    assert isinstance(error, RecordError)
    assert error.reason.startswith(("a name of more than", "brackets are nested", "a hand of more than"))
    assert peak < 16 * MB


def test_dots_that_mean_nothing_are_read() -> None:
    text = format_phh(random_record(3))
    dots = '_note = """\n' + "x.y" * 500 + '\n"""\n_more = "' + "1.2" * 100 + '" # ' + ". " * 100 + "\n"
    many = "_list = [\n" + "1.25,\n" * 500 + "]\n"
    assert parse_phh(text + dots + many).moves == parse_phh(text).moves


@pytest.mark.parametrize("name", ["pipe", "pipe.phh", "pipe.phh.gz", "pipe.tgz"])
def test_a_pipe_is_not_read(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    (error,) = _errors(tmp_path / name)
    assert "cannot be read: it is a pipe, and only files are read" in str(error)


def test_a_device_is_not_read() -> None:
    (error,) = _errors(Path("/dev/zero"))
    assert "cannot be read: it is a device, and only files are read" in str(error)


@pytest.mark.parametrize("check", [{}, [], "yes", 1, None, 0.5])
def test_a_bad_line_of_rounds_does_not_end_the_import(tmp_path: Path, check: object) -> None:
    rows = [json.loads(format_round(played(seed))) for seed in range(3)]
    rows[1]["rules"]["check"] = check
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    with Store(str(tmp_path / "h.db")) as store:
        *_, last = import_hands(store, path)
    assert (last.hands_read, last.hands_stored, last.hands_rejected) == (3, 2, 1)
    assert last.rejections[0].line == 2
    assert last.rejections[0].reason.startswith("rules: bluff: check is true or false")


@pytest.mark.parametrize("row", ["[]", "7", '"x"', '{"game": "chess"}', "{", "null", "[" * 5000, "9" * 5000])
def test_a_line_that_is_no_round_is_one_rejection(row: str) -> None:
    good = format_round(played(1))
    found = list(scan_bluff(f"{good}\n{row}\n{good}\n", "r.jsonl"))
    assert [isinstance(each, HandRecord) for each in found] == [True, False, True]


def test_a_match_that_contradicts_itself_is_no_traceback() -> None:
    first, second = (json.loads(format_round(played(1))) for _ in range(2))
    match = {"number": 1, "round": 1, "players": ["a", "b"], "dice": [1, 1], "stake": "forfeit", "starts": "loser"}
    for dice in ([0, 0], [1, 1], [9, 0], []):
        names = ["a", "b", "c"][: len(dice)]
        rows = [
            {**first, "match": {**match, "players": names, "dice": dice}},
            {**second, "match": {**match, "players": names, "dice": dice, "round": 2}},
        ]
        assert len(list(scan_bluff("\n".join(map(json.dumps, rows)), "r.jsonl"))) == 2


def test_ends_of_lines_in_names_are_part_of_them() -> None:
    row = json.loads(format_round(played(1)))
    row["players"][0] = "ann\u2028bob\x85"
    (record,) = scan_bluff(json.dumps(row, ensure_ascii=False), "r.jsonl")
    assert isinstance(record, HandRecord)
    assert record.players[0] == "ann\u2028bob\x85"
