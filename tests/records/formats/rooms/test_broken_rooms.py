"""Broken files of poker rooms: whatever is done to them, only our own error comes, and it comes quickly."""

from __future__ import annotations

import contextlib
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath

import numpy as np
import pokerkit
import pytest

from riverboat.errors import OtherGame, RecordError
from riverboat.records.formats.phh import parse_phh
from riverboat.records.formats.phh_fit import rule_of_our_own
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.formats.registry import FORMATS, format_of
from riverboat.records.formats.rooms.ohh import fit_ohh, write_ohh
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import scan
from riverboat.records.sources import SourceFile
from tests.records.formats.rooms.test_rooms import random_holdem
from tests.records.formats.rooms.writing import ROOMS
from tests.records.test_fuzz import mutated

_READERS = [each for each in FORMATS if each.is_text is not None]


def read_broken(data: bytes, reader: int) -> str:
    """What comes of a broken file: read as the room that it still looks like, or as some room."""
    part = SourceFile("broken.txt", PurePosixPath("broken.txt"), data)
    its = format_of(part) or _READERS[reader % len(_READERS)]
    good = 0
    for hand in its.scan([part]):
        if isinstance(hand, RecordError):
            assert hand.file == "broken.txt"
            assert hand.reason
        else:
            good += 1
    return "some hands are good" if good else "refused"


def run_mutations(files: list[bytes], count: int, seed: int) -> Counter[str]:
    rng = np.random.default_rng(seed)
    return Counter(read_broken(mutated(files[int(rng.integers(len(files)))], rng), at) for at in range(count))


def small_files() -> list[bytes]:
    return [write(random_holdem(seed)).encode() for write in ROOMS.values() for seed in range(4)]


def test_a_thousand_mutations() -> None:
    outcomes = run_mutations(small_files(), 1000, 1)
    assert outcomes["refused"] > 100
    assert outcomes["some hands are good"] > 100


def test_real_files_replay_and_the_rest_is_named(data: Path) -> None:
    found = Counter[str]()
    for hand in scan(data / "sites"):
        kind = "other" if isinstance(hand, OtherGame) else "refused" if isinstance(hand, RecordError) else "good"
        found[kind] += 1
        if isinstance(hand, RecordError):
            assert hand.file
            assert hand.line
            assert hand.reason
    assert found["good"] >= 0.97 * (found["good"] + found["refused"])
    assert found["good"] > 1200


def test_real_hands_come_back_equal_from_both_formats_that_others_read(data: Path, tmp_path: Path) -> None:
    hands = [hand for hand in scan(data / "sites") if isinstance(hand, HandRecord)]
    assert all(parse_phh(format_phh(hand)) == hand for hand in hands)
    fitting = []
    for hand in hands:
        with contextlib.suppress(RecordError):
            fitting.append(replace(fit_ohh(hand), extra={}))
    assert len(fitting) > 1050
    write_ohh(fitting, tmp_path / "hands.ohh")
    back = [replace(hand, extra={}) for hand in scan(tmp_path / "hands.ohh") if isinstance(hand, HandRecord)]
    assert back == fitting


def ends_at_pokerkit(hand: HandRecord) -> bool:
    """Whether the format's own reader replays its PHH to the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            *_, end = pokerkit.HandHistory.loads(format_phh(hand))
        except (ValueError, KeyError):
            return False
    return not end.status


def refused_by_pokerkit(hands: list[HandRecord]) -> list[HandRecord]:
    """The hands that it does not replay."""
    return [hand for hand in hands if not ends_at_pokerkit(hand)]


def exported(data: Path) -> tuple[list[HandRecord], Counter[str]]:
    """The real hands that go into a PHH file for others, and why the rest do not."""
    hands = [hand for hand in scan(data / "sites") if isinstance(hand, HandRecord)]
    why = Counter(rule_of_our_own(hand) for hand in hands)
    return [hand for hand in hands if not rule_of_our_own(hand)], why


def test_pokerkit_replays_what_we_export_of_real_hands(data: Path) -> None:
    hands, why = exported(data)
    assert why.total() - why[""] <= 10
    some = hands[::12]
    assert len(some) > 90
    assert not refused_by_pokerkit(some)


@pytest.mark.parametrize(
    ("room", "seed", "rule"),
    [("stars", 11, "more than 4 bets and raises on a street"), ("winning", 86, "a fold with nothing to call")],
)
def test_what_pokerkit_plays_otherwise_is_named(room: str, seed: int, rule: str) -> None:
    hand = scan_one(ROOMS[room](random_holdem(seed)))
    assert rule_of_our_own(hand).startswith(rule)
    assert not ends_at_pokerkit(hand)


@pytest.mark.prove
def test_pokerkit_replays_all_that_we_export_of_real_hands(data: Path, note: Callable[[str, object], None]) -> None:
    """All of them; and two thousand where every room's hands are written anew by us and read back."""
    hands, why = exported(data)
    written = [scan_one(write(random_holdem(seed))) for write in ROOMS.values() for seed in range(200)]
    ours = [hand for hand in written if not rule_of_our_own(hand)]
    note("hands of real files exported", len(hands))
    for rule, count in why.items():
        if rule:
            note(f"left out: {rule}", count)
    note("further hands in the files of eight rooms", f"{len(ours)} of {len(written)} exported")
    assert len(hands) + len(ours) >= 2000
    assert not refused_by_pokerkit([*hands, *ours])


def scan_one(text: str) -> HandRecord:
    """The hand of a file that holds one."""
    part = SourceFile("one.txt", PurePosixPath("one.txt"), text.encode())
    its = format_of(part)
    assert its is not None
    (hand,) = its.scan([part])
    assert isinstance(hand, HandRecord), hand
    return hand


@pytest.mark.prove
def test_a_million_broken_files_of_poker_rooms(data: Path, note: Callable[[str, object], None]) -> None:
    files = sorted((data / "sites").rglob("*"))
    real = [path.read_bytes() for path in files if path.is_file() and path.stat().st_size < 5000]
    outcomes = run_mutations([*small_files(), *real], 1_000_000, 23)
    for outcome, count in outcomes.items():
        note(outcome, count)
    assert sum(outcomes.values()) == 1_000_000
