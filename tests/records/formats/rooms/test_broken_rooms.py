"""Broken files of poker rooms: whatever is done to them, only our own error comes, and it comes quickly."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import numpy as np
import pokerkit
import pytest

from riverboat.errors import OtherGame, RecordError
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.formats.registry import FORMATS, format_of
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import scan
from riverboat.records.replay import start
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


def refused_by_pokerkit(hands: list[HandRecord]) -> list[HandRecord]:
    """The hands whose PHH the format's own reader does not replay."""
    refused = []
    for hand in hands:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                *_, end = pokerkit.HandHistory.loads(format_phh(hand))
            except (ValueError, KeyError):
                refused.append(hand)
            else:
                assert not end.status, f"{hand.source}:{hand.line}: it does not end there"
    return refused


def test_pokerkit_replays_what_we_export_of_real_hands(data: Path) -> None:
    hands = [hand for hand in scan(data / "sites") if isinstance(hand, HandRecord)]
    some = hands[::12]
    assert len(some) > 90
    assert len(refused_by_pokerkit(some)) <= 1


@pytest.mark.prove
def test_pokerkit_replays_all_that_we_export_of_real_hands(data: Path, note: Callable[[str, object], None]) -> None:
    """All but hands by rules that it does not have: a fold by somebody all-in, an open pair that doubles the bet."""
    hands = [hand for hand in scan(data / "sites") if isinstance(hand, HandRecord)]
    refused = refused_by_pokerkit(hands)
    note("hands exported", len(hands))
    note("refused by PokerKit", len(refused))
    assert all(has_other_rules(hand) for hand in refused)


def has_other_rules(hand: HandRecord) -> bool:
    """Whether a hand goes by a rule that PokerKit does not have."""
    doubled = getattr(hand.card_rules, "open_pair", False)
    state = start(hand)
    for move in hand.moves:
        if move.seat != state.actor:
            return True  # a fold out of turn
        state.apply(move.action)
    return bool(doubled)


@pytest.mark.prove
def test_a_million_broken_files_of_poker_rooms(data: Path, note: Callable[[str, object], None]) -> None:
    files = sorted((data / "sites").rglob("*"))
    real = [path.read_bytes() for path in files if path.is_file() and path.stat().st_size < 5000]
    outcomes = run_mutations([*small_files(), *real], 1_000_000, 23)
    for outcome, count in outcomes.items():
        note(outcome, count)
    assert sum(outcomes.values()) == 1_000_000
