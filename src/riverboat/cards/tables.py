"""Makes the evaluator's tables and checks them on load. `riverboat tables` writes them again.

Hands are valued 1 (7-5-4-3-2) to 7462 (royal flush), one number for each hand that differs in strength.

Hands without a flush depend on ranks alone. Rank r has the key 5^r, so that the sum over a hand's cards is a number
in base five whose digits say how many cards of each rank there are. The 73,775 sums of five, six and seven cards
stand in one array of 2^17 places, found by a hash without collisions (hash and displace: Belazzougui, Botelho and
Dietzfelbinger 2009). Flushes are looked up by the 13 bits of their suit.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.errors import TableError
from riverboat.files import read_arrays, write_arrays

PATH = Path(__file__).with_name("evaluator_table.npz")
PLACE_BITS = 17
BUCKET_BITS = 13
MULTIPLIER = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio: spreads neighbouring sums
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
#: Straights by their highest rank: the wheel counts its ace low.
STRAIGHTS = {frozenset({12, 0, 1, 2, 3}): 3, **{frozenset(range(h - 4, h + 1)): h for h in range(4, 13)}}


@dataclass(frozen=True)
class Tables:
    """Everything the evaluator looks up."""

    shifts: npt.NDArray[np.uint16]  # (2^13,): of each bucket
    values: npt.NDArray[np.uint16]  # (2^17,): of hands without a flush
    flush_values: npt.NDArray[np.uint16]  # (8192,): by the set of ranks of the suit
    hands: npt.NDArray[np.uint8]  # (7463, 6): category and the five ranks of each value, first by count


def five_ranks(counts: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Category and the five ranks that count, of a hand without a flush given as cards per rank."""
    by_count = sorted(range(13), key=lambda r: (counts[r], r), reverse=True)
    present = {r for r in range(13) if counts[r]}

    def kickers(used: Iterable[int], n: int) -> tuple[int, ...]:
        return tuple(sorted(present - set(used), reverse=True)[:n])

    first, second = by_count[0], by_count[1]
    if counts[first] == 4:
        return 7, (first,) * 4 + kickers([first], 1)
    if counts[first] == 3 and counts[second] >= 2:
        pair = max(r for r in present if r != first and counts[r] >= 2)
        return 6, (first,) * 3 + (pair,) * 2
    tops = [top for ranks, top in STRAIGHTS.items() if ranks <= present]
    if tops:
        return 4, straight_from(max(tops))
    if counts[first] == 3:
        return 3, (first,) * 3 + kickers([first], 2)
    if counts[first] == 2 and counts[second] == 2:
        return 2, (first,) * 2 + (second,) * 2 + kickers([first, second], 1)
    if counts[first] == 2:
        return 1, (first,) * 2 + kickers([first], 3)
    return 0, kickers([], 5)


def straight_from(top: int) -> tuple[int, ...]:
    """The ranks of a straight from its highest card down; a five-high one ends with the ace."""
    return tuple(r % 13 for r in range(top, top - 5, -1))


def flush_ranks(ranks: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Category and the five ranks that count, of five to seven cards of one suit."""
    tops = [top for straight, top in STRAIGHTS.items() if straight <= set(ranks)]
    if tops:
        return 8, straight_from(max(tops))
    return 5, tuple(sorted(ranks, reverse=True)[:5])


def _multisets(cards: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """All ways to hold this many cards, at most four of a rank, as counts per rank."""
    if ranks == 0:
        if cards == 0:
            yield ()
        return
    for n in range(min(4, cards) + 1):
        for rest in _multisets(cards - n, ranks - 1):
            yield (n, *rest)


def _strength_key(hand: tuple[int, tuple[int, ...]]) -> tuple[int, ...]:
    category, ranks = hand
    # A wheel's ace stands last but must not count: straights compare by their top card alone.
    return (category, *ranks[:1]) if category in (4, 8) else (category, *ranks)


def _place(
    sums: npt.NDArray[np.uint64], values: npt.NDArray[np.uint16]
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
    """Hash and displace: each bucket, fullest first, takes the first shift that puts its sums on free places."""
    scrambled = sums * np.uint64(MULTIPLIER)
    buckets = (scrambled >> np.uint64(64 - BUCKET_BITS)).astype(np.int64)
    places = (scrambled >> np.uint64(32)).astype(np.int64) & ((1 << PLACE_BITS) - 1)
    shifts = np.zeros(1 << BUCKET_BITS, dtype=np.uint16)
    dense = np.zeros(1 << PLACE_BITS, dtype=np.uint16)
    order = np.argsort(buckets, kind="stable")
    starts = np.searchsorted(buckets[order], np.arange((1 << BUCKET_BITS) + 1))
    for bucket in np.argsort(-np.diff(starts), kind="stable"):
        members = order[starts[bucket] : starts[bucket + 1]]
        for shift in range(1 << 16):
            taken = places[members] ^ shift
            if not dense[taken].any() and len(set(taken)) == len(taken):
                break
        else:
            raise TableError("no shift fits a bucket of the evaluator's table: choose another multiplier")
        shifts[bucket] = shift
        dense[taken] = values[members]
    return shifts, dense


def build() -> Tables:
    """Compute all tables from the rules of poker."""
    five = {five_ranks(counts) for counts in _multisets(5)}
    five |= {flush_ranks(ranks) for ranks in itertools.combinations(range(13), 5)}
    ordered = sorted(five, key=_strength_key)
    value_of = {hand: value for value, hand in enumerate(ordered, start=1)}
    sums, values = [], []
    for cards in (5, 6, 7):
        for counts in _multisets(cards):
            sums.append(sum(n * 5**rank for rank, n in enumerate(counts)))
            values.append(value_of[five_ranks(counts)])
    shifts, dense = _place(np.array(sums, dtype=np.uint64), np.array(values, dtype=np.uint16))
    flush_values = np.zeros(1 << 13, dtype=np.uint16)
    for n in (5, 6, 7):
        for ranks in itertools.combinations(range(13), n):
            flush_values[sum(1 << r for r in ranks)] = value_of[flush_ranks(ranks)]
    hands = np.zeros((len(ordered) + 1, 6), dtype=np.uint8)
    for value, (category, ranks) in enumerate(ordered, start=1):
        hands[value] = (category, *ranks)
    return Tables(shifts, dense, flush_values, hands)


def _digest(tables: Tables) -> str:
    digest = hashlib.sha256()
    for name, array in sorted(vars(tables).items()):
        digest.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
    return digest.hexdigest()


def save(tables: Tables, path: Path = PATH) -> None:
    """Write the tables with their check sum, all or nothing."""
    write_arrays(path, **vars(tables), sha256=_digest(tables))


def load(path: Path = PATH) -> Tables:
    """Read the shipped tables and check them against the sum they were written with."""
    names = list(Tables.__dataclass_fields__)
    *arrays, written = read_arrays(path, [*names, "sha256"])
    tables = Tables(**dict(zip(names, arrays, strict=True)))  # type: ignore[arg-type]
    if _digest(tables) != str(written):
        raise TableError(f"{path.name} is damaged: install riverboat again, or run `riverboat tables`")
    return tables
