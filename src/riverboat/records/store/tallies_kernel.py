"""What each seat did in many hands, counted in one walk through all their moves.

The readable twin, which replays every hand, stands in tests/modeling/statistics_twin.py.
"""

from __future__ import annotations

from riverboat.games.engine.layout_kernel import BET, BRING_IN, CALL, FOLD, RAISE, Int, Record
from riverboat.kernel import kernel

# The first bits of a tally: decided on the first street, put chips in there of their own will, raised there, saw the
# second street, came to a showdown, one whose result is known, won there; and the result of the hand is known.
DECIDED, ENTERED, RAISED, SAW_SECOND, SHOWDOWN, SETTLED, WON, KNOWN = (1 << bit for bit in range(8))
# The first street: a chance and what was made of it. Reraise: one raise before them. Fold: their raise was reraised.
# Steal: nobody came in before the cut-off, the button or the small blind. Open: nobody came in before them.
MAY_RERAISE, RERAISED, WAS_RERAISED, FOLDED_TO_RERAISE, MAY_STEAL, STOLE, MAY_OPEN, LIMPED = (
    1 << bit for bit in range(8, 16)
)
#: Later streets, four bits each: may continue betting, did, faces such a bet, folded to it.
MAY_CONTINUE, CONTINUED, FACES_CONTINUED, FOLDED_TO_CONTINUED = (1 << bit for bit in range(16, 20))
CONTINUED_STREETS = 3
STREET_SHIFT = 4
STREETS = 4  # after the first; the last one stands for any further
# Positions from which one steals: the small blind, the cut-off and the button, by their numbers in POSITIONS.
_SMALL_BLIND, _CUT_OFF, _BUTTON = 1, 5, 6
_NOBODY = -1
#: On which street somebody folded who never did.
NEVER = 99
#: What stands in a row of moves.
STREET, SEAT, KIND = range(3)


@kernel
def first_street_bits(kind: Int, raises: Int, callers: Int, is_opener: Int, is_stealing: Int) -> Int:
    """What a decision on the first street says; `raises` and `callers` came before it."""
    is_raise = kind == BET or kind == RAISE
    bits = DECIDED
    if is_raise or kind == CALL:
        bits |= ENTERED
    if is_raise:
        bits |= RAISED
    if raises == 0 and callers == 0:
        bits |= MAY_OPEN
        if kind == CALL:
            bits |= LIMPED
        if is_stealing:
            bits |= MAY_STEAL
            if is_raise:
                bits |= STOLE
    elif raises == 1 and not is_opener:
        bits |= MAY_RERAISE
        if is_raise:
            bits |= RERAISED
    elif raises == 2 and is_opener:
        bits |= WAS_RERAISED
        if kind == FOLD:
            bits |= FOLDED_TO_RERAISE
    return bits


@kernel
def count_hand(moves: Record, positions: Record, bits: Record, bets: Record, calls: Record, folded: Record) -> None:
    """One hand: chances and what each seat made of them; `folded` becomes the street on which a seat folded."""
    street, raises, callers = 0, 0, 0
    opener, aggressor, initiative = _NOBODY, _NOBODY, _NOBODY
    for at in range(len(moves)):
        seat, kind = moves[at, SEAT], moves[at, KIND]
        while street < moves[at, STREET]:
            if street == 0:
                initiative = aggressor
            elif aggressor != initiative:
                initiative = _NOBODY
            street += 1
            raises, aggressor = 0, _NOBODY
        is_raise = kind == BET or kind == RAISE
        if kind == FOLD:
            folded[seat] = street
        if street == 0:
            if kind == BRING_IN:
                continue
            place = positions[seat]
            stealing = place == _SMALL_BLIND or place == _CUT_OFF or place == _BUTTON
            bits[seat] |= first_street_bits(kind, raises, callers, opener == seat, stealing)
            if is_raise:
                raises += 1
                aggressor = seat
                if opener == _NOBODY:
                    opener = seat
            elif kind == CALL and raises == 0:
                callers += 1
            continue
        later = min(street, STREETS) - 1
        if initiative != _NOBODY and later < CONTINUED_STREETS:
            shift = STREET_SHIFT * later
            if raises == 0 and seat == initiative:
                bits[seat] |= (MAY_CONTINUE | (CONTINUED if is_raise else 0)) << shift
            elif raises == 1 and aggressor == initiative and seat != initiative:
                bits[seat] |= (FACES_CONTINUED | (FOLDED_TO_CONTINUED if kind == FOLD else 0)) << shift
        if is_raise:
            bets[seat, later] += 1
            raises += 1
            aggressor = seat
            if raises == 1 and seat != initiative:
                initiative = _NOBODY  # somebody else leads
        elif kind == CALL:
            calls[seat, later] += 1


@kernel
def count_hands(ends: Record, moves: Record, positions: Record, bits: Record, acts: Record, folded: Record) -> None:
    """All hands of a batch: `ends` says where the moves and the seats of each end; `acts` are bets, then calls."""
    first_move, first_seat = 0, 0
    for hand in range(len(ends)):
        last_move, last_seat = ends[hand, 0], ends[hand, 1]
        count_hand(
            moves[first_move:last_move],
            positions[first_seat:last_seat],
            bits[first_seat:last_seat],
            acts[0, first_seat:last_seat],
            acts[1, first_seat:last_seat],
            folded[first_seat:last_seat],
        )
        first_move, first_seat = last_move, last_seat
