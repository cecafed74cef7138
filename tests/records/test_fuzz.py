"""Broken files: whatever is done to them, only our own error comes, quickly, and it names file, line and field."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

import numpy as np
import pytest

from riverboat.errors import RecordError
from riverboat.records.formats.acpc import scan_acpc
from riverboat.records.formats.irc import months_of
from riverboat.records.formats.phh import scan_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import verify
from riverboat.records.sources import SourceFile, decode_text
from tests.records.random_hands import HANDS, random_record

ODD_PIECES = (
    *(b"\x00", b"\xff", b"\n", b"\r", b"'", b'"', b"[", b"]", b"[[[[[[[[", b"{", b"=", b"#", b"|", b"/", b":", b","),
    *(b"-1", b"0", b"1e999", b"nan", b"inf", b"99999999999999999999999", b"0.0000000001", b"1/0", b"null", b"true"),
    *(
        b"p0",
        b"p99",
        b"??",
        b"As",
        b"AsAs",
        b"1c",
        b"cbr",
        b"sm",
        b"pb",
        b"d db 2c",
        b"STATE:",
        b"\xc3\xa9",
        b"A",
        b"Q",
    ),
)


def mutated(data: bytes, rng: np.random.Generator) -> bytes:
    """One to four things done to a file: bytes changed, cut, doubled, moved, lines dropped, odd pieces put in."""
    out = bytearray(data)
    for _ in range(int(rng.integers(1, 5))):
        at = int(rng.integers(len(out) + 1))
        span = int(rng.integers(1, 40))
        kind = rng.integers(8)
        if kind == 0:
            del out[at:]
        elif kind == 1:
            del out[at : at + span]
        elif kind == 2:
            out[at:at] = out[at : at + span]
        elif kind == 3:
            out[at:at] = ODD_PIECES[rng.integers(len(ODD_PIECES))]
        elif kind == 4 and out:
            out[at % len(out)] = int(rng.integers(256))
        elif kind == 5:
            out[at : at + int(rng.integers(4))] = ODD_PIECES[rng.integers(len(ODD_PIECES))]
        elif kind == 6:
            lines = bytes(out).split(b"\n")
            del lines[rng.integers(len(lines))]
            out = bytearray(b"\n".join(lines))
        else:
            digits = [index for index, byte in enumerate(out) if 48 <= byte <= 57]
            if digits:
                out[digits[rng.integers(len(digits))]] = int(rng.integers(48, 58))
    return bytes(out)


def text_hands(
    data: bytes, scan: Callable[[str, str], Iterable[HandRecord | RecordError]]
) -> list[HandRecord | RecordError]:
    try:
        return list(scan(decode_text(data, "fuzzed"), "fuzzed"))
    except RecordError as error:
        return [error]


def check(hands: Iterable[HandRecord | RecordError]) -> bool:
    """Whether anything was refused; every refusal is complete."""
    refused = False
    for hand in hands:
        error: RecordError | None = None
        if isinstance(hand, RecordError):
            error = hand
        else:
            try:
                verify(hand)
            except RecordError as caught:
                error = caught
        if error is not None:
            refused = True
            assert error.file, error
            assert error.line > 0, error
            assert error.field, error
            assert "\n" not in str(error), error
            assert len(str(error)) < 1000, error
    return refused


def phh_sources() -> list[bytes]:
    played = [format_phh(random_record(seed)).encode() for seed in range(40)]
    parts = (HANDS / "small.phhs").read_bytes().split(b"\n\n")
    return [*played, *parts[1:]]


def fuzz(count: int, seed: int) -> tuple[float, float]:
    """The share of mutations that were refused, and the longest time one took."""
    rng = np.random.default_rng(seed)
    phh = phh_sources()
    acpc = [path.read_bytes() for path in HANDS.glob("*.log")]
    irc = [
        SourceFile(
            f"month/{path.relative_to(HANDS / 'irc_month')}", PurePosixPath(path.relative_to(HANDS)), path.read_bytes()
        )
        for path in sorted((HANDS / "irc_month").rglob("*"))
        if path.is_file()
    ]
    refused, longest = 0, 0.0
    for number in range(count):
        start = time.process_time()  # others may keep the machine busy
        if number % 3 == 0:
            bad = check(text_hands(mutated(phh[rng.integers(len(phh))], rng), scan_phh))
        elif number % 3 == 1:
            bad = check(text_hands(mutated(acpc[rng.integers(len(acpc))], rng), scan_acpc))
        else:
            chosen = int(rng.integers(len(irc)))
            parts = [
                SourceFile(part.name, part.path, mutated(part.data, rng)) if at == chosen else part
                for at, part in enumerate(irc)
            ]
            bad = check(hand for month in months_of(parts) for hand in month.scan())
        refused += bad
        longest = max(longest, time.process_time() - start)
    return refused / count, longest


def test_a_thousand_mutations() -> None:
    fuzz(6, 0)  # compile first
    refused, longest = fuzz(1000, 1)
    assert refused > 0.5
    assert longest < 1


@pytest.mark.prove
def test_a_hundred_thousand_mutations(note: Callable[[str, object], None]) -> None:
    fuzz(6, 0)
    refused, longest = fuzz(100_000, 2)
    note("refused", refused)
    note("longest_s", longest)
    assert refused > 0.5
    assert longest < 1
