"""Playing a record again in the engine: step by step to look at it, to its end to check it."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator

from riverboat.errors import RecordError, RiverboatError
from riverboat.games import UNKNOWN, Action, CardGame, CardState
from riverboat.records.formats.rounds import verify_round
from riverboat.records.hand_record import LARGEST_AMOUNT, MOST_RAKE, Chips, HandRecord, Move, Rules

_CHECK = Action("check")
_FACE_DOWN = (0, 1, 6)  # of a seat's cards, in Hold'em as in stud


@functools.lru_cache(maxsize=512)
def game_of(rules: Rules) -> CardGame:
    """The game of some rules; compiled once, for records come in long rows of the same."""
    return CardGame(rules)


def start(record: HandRecord) -> CardState:
    """The engine's state before the first action, with the recorded cards laid down; who mucked holds unknown ones."""
    stacks = record.stacks
    if stacks is None and record.game != "stud":
        stacks = (LARGEST_AMOUNT,) * record.seats
    cards = record.hole_cards
    if record.mucked:
        cards = tuple(_hidden(c) if s in record.mucked else c for s, c in enumerate(cards))
    try:
        return game_of(record.card_rules).start(stacks=stacks, button=record.button, cards=cards, board=record.board)
    except RiverboatError as error:
        raise _failure(record, str(error), "cards") from None


def _hidden(cards: tuple[int, ...]) -> tuple[int, ...]:
    """A mucked hand: what lay open stays known."""
    return tuple(UNKNOWN if at in _FACE_DOWN else card for at, card in enumerate(cards))


def replay(record: HandRecord) -> Iterator[tuple[Move | None, CardState]]:
    """Each move with the state after it, a copy that may be kept; first the start, with None."""
    state = start(record)
    yield None, state.copy()
    for number, move in enumerate(record.moves, 1):
        _step(record, state, number, move)
        yield move, state.copy()


def play_out(record: HandRecord) -> CardState:
    """The state after the last move.

    Where stacks are not known, nobody can be seen to be all-in: if the whole board lies and nobody has to call, those
    who are left let it come without a word.
    """
    state = start(record)
    for number, move in enumerate(record.moves, 1):
        _step(record, state, number, move)
    if record.stacks is None and len(record.board) == 5:
        while not state.is_over and "check" in state.legal_actions().kinds:
            state.apply(_CHECK)
    return state


def verify(record: HandRecord) -> tuple[Chips, ...] | None:
    """Refuse a record that does not replay to its recorded result; the net chips of each seat.

    None where no result is recorded and unknown cards leave it open.
    """
    if record.game == "bluff":
        return verify_round(record)
    state = play_out(record)
    if not state.is_over:
        raise _failure(record, f"the hand does not end: {_who(record, state.actor)} still has to act", "actions")
    found: tuple[Chips, ...] | None = None
    with contextlib.suppress(RiverboatError):  # cards are unknown that decide the pot
        found = state.returns()
    said = record.returns
    if said is None or said == found:
        return found
    blind = [seat for seat, is_in in enumerate(state.is_in) if is_in and UNKNOWN in state.cards(seat)]
    if found is not None and _is_raked(record, found, state.winnings()):
        return said
    if state.is_showdown and blind and _can_be(record, state):
        return said
    rake = f" (with a rake of {record.rake})" if record.rake else ""
    if found is None:
        who = ", ".join(_who(record, seat) for seat in blind)
        raise _failure(record, f"net chips of {_listed(said)}{rake} cannot be, whatever {who} held", "returns")
    reason = f"net chips are {_listed(said)} in the file and {_listed(found)} when replayed{rake}"
    raise _failure(record, reason, "returns")


def _listed(values: tuple[Chips, ...]) -> str:
    return ", ".join(map(str, values))


def _is_raked(record: HandRecord, found: tuple[Chips, ...], won: tuple[Chips, ...]) -> bool:
    """Whether the recorded result is the replayed one, less the rake, which only winners of a pot pay.

    What is left is shared anew, so that the odd chip may lie elsewhere.
    """
    if not record.rake or not _rake_can_be(record, sum(won)):
        return False
    slack = 1 if sum(share > 0 for share in won) > 1 else 0
    pairs = zip(record.returns or (), found, won, strict=True)
    return all(said <= came + slack if share else said == came for said, came, share in pairs)


def _rake_can_be(record: HandRecord, pot: Chips) -> bool:
    return sum(record.returns or ()) == -record.rake and 0 <= record.rake <= MOST_RAKE * pot


def _can_be(record: HandRecord, state: CardState) -> bool:
    """Whether a recorded result is possible where cards that were never shown decide."""
    if not _rake_can_be(record, state.pot):
        return False
    pairs = zip(record.returns or (), state.paid, state.is_in, strict=True)
    return all(net >= -paid if is_in else net == -paid for net, paid, is_in in pairs)


def _step(record: HandRecord, state: CardState, number: int, move: Move) -> None:
    if state.actor != move.seat or state.street != move.street:
        if state.is_over:
            reason = "the hand is already over"
        else:
            reason = f"on the {state.street_name} it is the turn of {_who(record, state.actor)}"
        raise _failure(record, f"action {number} ({_said(move)} by {_who(record, move.seat)}): {reason}", "actions")
    try:
        state.apply(Action(move.kind, move.amount))
    except RiverboatError as error:
        raise _failure(record, f"action {number} by {_who(record, move.seat)}: {error}", "actions") from None


def _said(move: Move) -> str:
    return str(Action(move.kind, move.amount))


def _who(record: HandRecord, seat: int | None) -> str:
    """A seat as files count them, from p1, with the player's name where he has one."""
    if seat is None or not 0 <= seat < record.seats:
        return "nobody" if seat is None else f"p{seat + 1}"
    place, name = f"p{seat + 1}", record.players[seat]
    return place if name == place else f"{place} ({name})"


def _failure(record: HandRecord, reason: str, field: str) -> RecordError:
    line = record.field_lines.get(field, record.line)
    return RecordError(reason, file=record.source, line=line, field=field)
