"""What every seat of a hand did, in sixteen bytes a seat, counted once when the hand is stored.

Statistics of a player add these up instead of reading and replaying the hands (see player_tallies).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import sqlalchemy as sa

from riverboat.errors import DamagedHand, RiverboatError
from riverboat.games import GAMES
from riverboat.games.engine.layout_kernel import MAX_SEATS
from riverboat.games.units import big_blinds, points, small_bets
from riverboat.records.hand_record import Chips, HandRecord, Rules
from riverboat.records.replay import game_of, play_out
from riverboat.records.store.database import insert_many
from riverboat.records.store.schema import tallies_table

# The bits of a tally; bets and raises, and calls, on all later streets are counted above them.
DECIDED, ENTERED, RAISED, SAW_SECOND, SHOWDOWN, SETTLED, WON, KNOWN = (1 << bit for bit in range(8))
AGGRESSIVE_SHIFT, CALLS_SHIFT, UNIT_SHIFT, COUNT_MASK = 8, 20, 32, 0xFFF
_AGGRESSIVE, _CALL = 1 << AGGRESSIVE_SHIFT, 1 << CALLS_SHIFT
#: What incomes may be counted in; a tally says which by its number here.
UNITS = tuple(unit.name for unit in (small_bets(1), big_blinds(1), points()))
#: One seat of one hand: the bits, and what it won in the game's unit (KNOWN says whether the result is known).
SEAT = np.dtype([("bits", "<u8"), ("income", "<f8")])
#: Games whose hands have no tallies: dice have no pots to enter.
UNCOUNTED = tuple(name for name, row in GAMES.items() if row.recorded and row.deal is None)
_FIRST_STREET = {
    "bring-in": 0,
    "call": DECIDED | ENTERED,
    "bet": DECIDED | ENTERED | RAISED,
    "raise": DECIDED | ENTERED | RAISED,
}
_LATER_STREETS = {"bet": _AGGRESSIVE, "raise": _AGGRESSIVE, "call": _CALL}


def tally(record: HandRecord, net: Sequence[Chips] | None) -> npt.NDArray[np.void]:
    """What each seat did, as an array of SEAT; `net` is None where the result is not known."""
    bits, folded = [0] * record.seats, {}
    for street, seat, kind, _ in record.moves:
        if street == 0:
            bits[seat] |= _FIRST_STREET.get(kind, DECIDED)
        else:
            bits[seat] += _LATER_STREETS.get(kind, 0)
        if kind == "fold":
            folded[seat] = street
    if _has_second(record):
        _end(record, net, folded, bits)
    found = np.zeros(record.seats, SEAT)
    if net is not None:
        unit = record.card_rules.income_unit
        found["income"] = [float(won / unit.chips) for won in net]
        known = KNOWN | UNITS.index(unit.name) << UNIT_SHIFT
        bits = [each | known for each in bits]
    found["bits"] = bits
    return found


def _end(record: HandRecord, net: Sequence[Chips] | None, folded: dict[int, int], bits: list[int]) -> None:
    """Who saw the second street, who came to the showdown, who won there."""
    in_at_end = [seat for seat in range(record.seats) if seat not in folded]
    for seat in range(record.seats):
        if folded.get(seat, 1) > 0:
            bits[seat] |= SAW_SECOND
    if len(in_at_end) > 1:
        winners = () if net is None else _winners(record, net, in_at_end)
        for seat in in_at_end:
            bits[seat] |= SHOWDOWN | (0 if net is None else SETTLED) | (WON if seat in winners else 0)


def _has_second(record: HandRecord) -> bool:
    deal = type(record.card_rules).deal
    if deal.board:
        return len(record.board) >= sum(deal.shared[:2])
    return any(len(cards) > deal.first for cards in record.hole_cards)


def _winners(record: HandRecord, net: Sequence[Chips], in_at_end: Sequence[int]) -> Sequence[int]:
    """Who won at least a share of a pot that somebody else could have won; an uncalled bet is none."""
    if len(in_at_end) == 2 and sum(net) == 0:
        # All that both can win is won by one, or split. A split gives both what they put in, but for antes and odd
        # chips; who lost more than these did not share. Most showdowns need no replay then.
        one, two = in_at_end
        slack = _slack(record.card_rules)
        if net[one] < -slack or net[two] < -slack:
            return (two,) if net[one] < -slack else (one,)
    state = play_out(record)
    paid, pots = state.paid, state.pots
    own = {seat: sum(pot.amount for pot in pots if pot.seats == (seat,)) for seat in in_at_end}
    return [seat for seat in in_at_end if net[seat] + paid[seat] > own[seat]]


@functools.lru_cache(maxsize=512)
def _slack(rules: Rules) -> int:
    return int(game_of(rules).record["ante"].max()) + MAX_SEATS


def keep_tallies(
    connection: sa.Connection, hands: Iterable[tuple[int, HandRecord, Sequence[Chips] | None]]
) -> list[DamagedHand]:
    """Count these hands, which are in the store and have no tallies; those that can't be replayed get none."""
    rows, damaged = [], []
    for hand_id, record, net in hands:
        if record.game not in UNCOUNTED:
            try:
                rows.append({"hand_id": hand_id, "seats": tally(record, net).tobytes()})
            except RiverboatError as error:
                damaged.append(DamagedHand(hand_id, str(error)))
    insert_many(connection, tallies_table, rows)
    return damaged
