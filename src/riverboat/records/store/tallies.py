"""What every seat of a hand did, in one row of numbers, counted once when the hand is stored.

Statistics of a player add these up instead of reading and replaying the hands (see player_tallies).
"""

from __future__ import annotations

import functools
import re
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat.games import GAMES, HoldemRules
from riverboat.games.actions import KIND_CODES
from riverboat.games.engine.layout_kernel import MAX_SEATS
from riverboat.games.units import IncomeUnit, big_blinds, points, small_bets
from riverboat.records.hand_record import Chips, HandRecord, Rules
from riverboat.records.positions import order_of_positions
from riverboat.records.replay import game_of, play_out
from riverboat.records.store.tallies_kernel import (
    KNOWN,
    NEVER,
    SAW_SECOND,
    SETTLED,
    SHOWDOWN,
    STREETS,
    WON,
    count_hands,
)

UNIT_SHIFT = 32
#: What incomes may be counted in; a tally says which by its number here.
UNITS = tuple(unit.name for unit in (small_bets(1), big_blinds(1), points()))
#: Where somebody sits, by the number in a tally; heads-up the small blind has the button.
POSITIONS = ("none", "small blind", "big blind", "early", "middle", "cut-off", "button")

#: One seat of one hand. `stakes` are a big blind (a small bet, in limit games) in the file's money, `income` is in that
#: unit (KNOWN says whether the result is known); bets and calls are counted on each later street.
SEAT = np.dtype(
    [
        ("hand", "<u4"),
        ("event", "<u4"),
        ("time", "<i8"),
        ("number", "<i8"),
        ("stakes", "<f8"),
        ("income", "<f8"),
        ("bits", "<u8"),
        ("bets", "u1", (STREETS,)),
        ("calls", "u1", (STREETS,)),
        ("position", "u1"),
        ("seats", "u1"),
    ]
)
#: Games whose hands have empty tallies: dice have no pots to enter.
UNCOUNTED = tuple(name for name, row in GAMES.items() if row.recorded and row.deal is None)
_NUMBER = re.compile(r"[0-9]{1,18}")
_NO_DIGIT = re.compile(r"[^0-9]")
Counted = tuple[int, HandRecord, Sequence[Chips] | None]


def tally(record: HandRecord, net: Sequence[Chips] | None, hand_id: int = 0) -> npt.NDArray[np.void]:
    """What each seat did, as an array of SEAT; `net` is None where the result is not known."""
    return tally_many([(hand_id, record, net)])


def tally_many(hands: Sequence[Counted]) -> npt.NDArray[np.void]:
    """What each seat of each of these hands did, one after another; a hand that can't be counted is an error."""
    sizes = [record.seats for _, record, _ in hands]
    found = np.zeros(sum(sizes), SEAT)
    found["hand"], found["seats"] = np.repeat([hand_id for hand_id, _, _ in hands], sizes), np.repeat(sizes, sizes)
    is_counted = [record.game not in UNCOUNTED for _, record, _ in hands]
    if not any(is_counted):
        return found
    counted = [hand for hand, is_one in zip(hands, is_counted, strict=True) if is_one]
    if len(counted) == len(hands):
        _fill(found, counted)
    else:
        mine = np.repeat(is_counted, sizes)
        some = found[mine]
        _fill(some, counted)
        found[mine] = some
    return found


def _fill(found: npt.NDArray[np.void], hands: Sequence[Counted]) -> None:
    """Count hands that have pots into rows of SEAT."""
    sizes, ends, positions = [], [], []
    moves: list[int] = []  # three numbers each
    for _, record, _ in hands:
        for street, seat, kind, _ in record.moves:
            moves += (street, seat, KIND_CODES[kind])
        positions += seat_positions(record)
        sizes.append(record.seats)
        ends.append((len(moves) // 3, len(positions)))
    places = np.array(positions, np.int64)
    bits, folded = np.zeros(len(places), np.int64), np.full(len(places), NEVER, np.int64)
    acts = np.zeros((2, len(places), STREETS), np.int64)
    rows = np.array(moves, np.int64).reshape(-1, 3)
    count_hands(np.array(ends, np.int64), rows, places, bits, acts, folded)
    incomes, stakes, events, times, numbers, known = [], [], [], [], [], []
    streets, at = folded.tolist(), 0
    for _, record, net in hands:
        unit = _unit_of(record.card_rules)
        _end(record, net, streets[at : at + record.seats], bits, at)
        at += record.seats
        known.append(0 if net is None else KNOWN | UNITS.index(unit.name) << UNIT_SHIFT)
        chips = unit.chips
        incomes += [0.0] * record.seats if net is None else [float(won / chips) for won in net]
        stakes.append(chips * record.unit.numerator / record.unit.denominator)
        events.append(zlib.crc32(record.event.encode("utf-8", "surrogatepass")))
        times.append(time_key(record.time))
        numbers.append(int(record.number) if _NUMBER.fullmatch(record.number) else -1)
    bits |= np.repeat(np.array(known, np.int64), sizes)
    found["bits"], found["bets"], found["calls"] = bits, acts[0], acts[1]
    found["position"], found["income"], found["stakes"] = places, incomes, np.repeat(stakes, sizes)
    found["event"], found["time"], found["number"] = (np.repeat(each, sizes) for each in (events, times, numbers))


@functools.lru_cache(maxsize=512)
def _unit_of(rules: Rules) -> IncomeUnit:
    return rules.income_unit


@functools.lru_cache(maxsize=1 << 14)
def time_key(time: str) -> int:
    """A moment as a number that grows with time, from ISO 8601 as exact as the text is; -1 where there is none."""
    digits = _NO_DIGIT.sub("", time)[:14]
    return int(digits.ljust(14, "0")) if digits else -1


def seat_positions(record: HandRecord) -> list[int]:
    """Where each seat sits, as numbers of POSITIONS."""
    if not isinstance(record.rules, HoldemRules):
        return [0] * record.seats
    found = [0] * record.seats
    for seat, place in zip(order_of_positions(record), _places(record.seats), strict=True):
        found[seat] = place
    return found


@functools.lru_cache(maxsize=32)
def _places(seats: int) -> tuple[int, ...]:
    """The positions from the left of the button round, as numbers of POSITIONS."""
    if seats == 2:
        names = ["big blind", "button"]
    else:
        late = ["middle", "cut-off", "button"][max(0, 5 - seats) :]
        names = ["small blind", "big blind"] + ["early"] * (seats - 2 - len(late)) + late
    return tuple(map(POSITIONS.index, names))


def _end(
    record: HandRecord, net: Sequence[Chips] | None, folded: Sequence[int], bits: npt.NDArray[np.int64], first: int
) -> None:
    """Mark who saw the second street, came to the showdown and won there; bits of this hand begin at `first`."""
    if not _has_second(record):
        return
    in_at_end = []
    for seat, street in enumerate(folded):
        if street:
            bits[first + seat] |= SAW_SECOND
        if street == NEVER:
            in_at_end.append(seat)
    if len(in_at_end) > 1:
        winners = () if net is None else _winners(record, net, in_at_end)
        for seat in in_at_end:
            bits[first + seat] |= SHOWDOWN | (0 if net is None else SETTLED) | (WON if seat in winners else 0)


def _has_second(record: HandRecord) -> bool:
    deal = type(record.card_rules).deal
    if deal.board:
        return len(record.board) >= sum(deal.shared[:2])
    return any(len(cards) > deal.first for cards in record.hole_cards)


def _winners(record: HandRecord, net: Sequence[Chips], in_at_end: Sequence[int]) -> Sequence[int]:
    """The seats that won at least a share of a pot that somebody else could have won; an uncalled bet is none."""
    if len(in_at_end) == 2 and sum(net) <= 0:
        # All that both can win is won by one, or split. A split gives both what they put in, but for rake, antes and
        # odd chips; players who lost more than these did not share. Most showdowns need no replay then.
        one, two = in_at_end
        slack = _slack(record.card_rules) - sum(net)
        if net[one] < -slack or net[two] < -slack:
            return (two,) if net[one] < -slack else (one,)
    state = play_out(record)
    paid, pots = state.paid, state.pots
    own = {seat: sum(pot.amount for pot in pots if pot.seats == (seat,)) for seat in in_at_end}
    return [seat for seat in in_at_end if net[seat] + paid[seat] > own[seat]]


@functools.lru_cache(maxsize=512)
def _slack(rules: Rules) -> int:
    return int(game_of(rules).record["ante"].max()) + MAX_SEATS
