"""Playing a record again in the engine: step by step to look at it, to its end to check it.

One way for all games: `_begin`, `_steps` and `verify` know them by their rows and the protocol alone. `replay` and
`replay_round` are the same for anyone who needs to know that it is cards, or dice.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar, cast

import numpy as np

from riverboat.errors import RecordError, RiverboatError
from riverboat.games import GAMES, UNKNOWN, Action, BluffGame, BluffState, CardGame, CardState
from riverboat.games.actions import KIND_CODES
from riverboat.games.engine.layout_kernel import CALL, CHECK, FOLD, RAISE
from riverboat.games.engine.told_kernel import ANY_PRICE, KIND
from riverboat.games.protocol import GameRules, PlayedGame, PlayedState
from riverboat.records.hand_record import LARGEST_AMOUNT, Chips, HandRecord, Move, Rules, is_fair_rake, tidy

_CHECK = Action("check")
#: Where a record keeps that it was found good, and its result.
_GOOD = "_verified"
#: What errors call that which was dealt.
_DEALT = {"cards": "cards", "dice": "rolls"}
S = TypeVar("S", bound=PlayedState)


@functools.lru_cache(maxsize=512)
def game_of(rules: Rules) -> CardGame:
    """The game of some rules; compiled once, for records come in long rows of the same."""
    return CardGame(rules)


@functools.lru_cache(maxsize=512)
def _played_game(name: str, rules: GameRules) -> PlayedGame[PlayedState]:
    make = GAMES[name].game_of
    if make is None:
        raise RecordError(f"{name} has no records")
    return make(rules)


def start(record: HandRecord) -> CardState:
    """The engine's state before the first action, with the recorded cards, and unknown ones where they were mucked."""
    return _begin(record, game_of(record.card_rules))


def replay(record: HandRecord) -> Iterator[tuple[Move | None, CardState]]:
    """Each move with the state after it, a copy that may be kept; first the start, with None."""
    return _steps(record, start(record))


def play_out(record: HandRecord) -> CardState:
    """The state after the last move; see `verify` for hands whose stacks are not known."""
    return _played_out(record, game_of(record.card_rules))


def replay_round(record: HandRecord) -> Iterator[BluffState]:
    """The state before the first action of a round of dice and after each, copies that may be kept."""
    for _, state in _steps(record, _begin(record, BluffGame(record.dice_rules))):
        yield state


def states_of(record: HandRecord) -> list[PlayedState]:
    """The state before the first action of a hand or round and after each, whatever is played."""
    game = _played_game(record.game, record.rules)
    return [state for _, state in _steps(record, _begin(record, game))]


def _begin(record: HandRecord, game: PlayedGame[S]) -> S:
    row = GAMES[record.game]
    stacks = (LARGEST_AMOUNT,) * record.seats if record.stacks is None and row.stacks else record.stacks
    held = record.hole_cards
    if record.mucked and row.deal is not None:
        down = row.deal.face_down
        held = tuple(_hidden(cards, down) if seat in record.mucked else cards for seat, cards in enumerate(held))
    try:
        return game.lay(held, board=record.board, stacks=stacks, button=record.button)
    except RiverboatError as error:
        raise _failure(record, str(error), _DEALT[row.pieces]) from None


def _hidden(cards: tuple[int, ...], down: frozenset[int]) -> tuple[int, ...]:
    """A mucked hand: what lay open stays known."""
    return tuple(UNKNOWN if at in down else card for at, card in enumerate(cards))


def _steps(record: HandRecord, state: S) -> Iterator[tuple[Move | None, S]]:
    yield None, state.copy()
    for number, move in enumerate(record.moves, 1):
        _step(record, state, number, move)
        yield move, state.copy()


def _played_out(record: HandRecord, game: PlayedGame[S]) -> S:
    """The state after the last move.

    Where stacks are not known, nobody can be seen to be all-in: if the whole board lies and nobody has to call, those
    who are left let it come without a word.
    """
    state = _begin(record, game)
    if not (isinstance(state, CardState) and _all_at_once(record, state)):
        state = _begin(record, game)
        for number, move in enumerate(record.moves, 1):
            _step(record, state, number, move)
    deal = GAMES[record.game].deal
    if record.stacks is None and deal is not None and len(record.board) == deal.board > 0:
        while not state.is_over and _CHECK in state.legal_actions():
            state.apply(_CHECK)
    return state


_KINDS = {"fold": FOLD, "check": CHECK, "call": CALL, "bet": RAISE, "raise": RAISE}


def _all_at_once(record: HandRecord, state: CardState) -> bool:
    """Play all moves in one call; where one of them needs a closer look, False, and the state is of no more use."""
    rows = [
        (move.seat, move.street, _KINDS.get(move.kind, 0), ANY_PRICE if move.kind == "call" else move.amount)
        for move in record.moves
    ]
    if not rows or not all(row[2] and 0 <= row[3] + 1 <= LARGEST_AMOUNT for row in rows):
        return False
    played = np.array(rows, np.int64)
    kinds = [KIND_CODES[move.kind] for move in record.moves]
    plain = all(move.amount == 0 for move in record.moves if move.kind in ("fold", "check", "call"))
    return plain and state.play_told(played) and played[:, KIND].tolist() == kinds


def verify(record: HandRecord, *, played: CardState | None = None) -> tuple[Chips, ...] | None:
    """Refuse a record that does not replay to its recorded result; the net chips of each seat.

    None where no result is recorded and unknown cards leave it open. A record never changes: once found good, it is.
    A caller that has just played its moves gives the state in which they ended, so that they are not played again.
    """
    if _GOOD not in record.__dict__:
        record.__dict__[_GOOD] = _verified(record, played)
    return cast("tuple[Chips, ...] | None", record.__dict__[_GOOD])


def _verified(record: HandRecord, played: PlayedState | None) -> tuple[Chips, ...] | None:
    row = GAMES[record.game]
    state = _played_out(record, _played_game(record.game, record.rules)) if played is None else played
    if not state.is_over:
        raise _failure(record, f"the {row.hand} does not end: {_who(record, state.actor)} still has to act", "actions")
    found: tuple[Chips, ...] | None = None
    with contextlib.suppress(RiverboatError):  # cards are unknown that decide the pot
        found = state.returns()
        if record.second_board:
            other = _played_out(replace(record, board=record.second_board, second_board=()), state.game)
            found = tuple(tidy(Fraction(a + b) / 2) for a, b in zip(found, other.returns(), strict=True))
    said = record.returns
    if said is None or said == found:
        return found
    blind = [seat for seat in state.shown_seats if UNKNOWN in state.held[seat]]
    if isinstance(state, CardState) and _may_be_said(record, state, found, blind):
        return said
    counted = f"net {'chips' if row.stacks else 'points'}"
    rake = f" (with a rake of {record.rake})" if record.rake else ""
    if found is None:
        who = ", ".join(_who(record, seat) for seat in blind)
        raise _failure(record, f"{counted} of {_listed(said)}{rake} cannot be, whatever {who} held", "returns")
    reason = f"{counted} are {_listed(said)} in the file and {_listed(found)} when replayed{rake}"
    raise _failure(record, reason, "returns")


def _may_be_said(record: HandRecord, state: CardState, found: tuple[Chips, ...] | None, blind: list[int]) -> bool:
    """Whether rake, an odd chip, or cards that nobody saw explain why the recorded result is another."""
    if found is not None and _is_shared_so(record, found, state):
        return True
    return bool(state.is_showdown and blind and _can_be(record, state))


def _listed(values: tuple[Chips, ...]) -> str:
    return ", ".join(map(str, values))


def _is_shared_so(record: HandRecord, found: tuple[Chips, ...], state: CardState) -> bool:
    """Whether the recorded result is the replayed one, less the rake, which only winners of a pot pay.

    Where a pot is shared, its odd chip may lie with any who share it: rooms have rules of their own for that.
    """
    paid = state.paid
    won = tuple(net + put for net, put in zip(found, paid, strict=True))
    if not _rake_can_be(record, sum(won)):
        return False
    shared = sum(share > 0 for share in won) > 1
    slack = len(state.pots) * (2 if record.second_board else 1) if shared else 0
    pairs = zip(record.returns or (), found, won, strict=True)
    return all(
        said <= came + slack and (record.rake or said >= came - slack) if share else said == came
        for said, came, share in pairs
    )


def _rake_can_be(record: HandRecord, pot: Chips) -> bool:
    return sum(record.returns or ()) == -record.rake and is_fair_rake(record.rake, pot)


def _can_be(record: HandRecord, state: CardState) -> bool:
    """Whether a recorded result is possible where cards that were never shown decide."""
    if not _rake_can_be(record, state.pot):
        return False
    pairs = zip(record.returns or (), state.paid, state.is_in, strict=True)
    return all(net >= -paid if is_in else net == -paid for net, paid, is_in in pairs)


def _step(record: HandRecord, state: PlayedState, number: int, move: Move) -> None:
    if move.kind == "fold" and move.seat != state.actor and isinstance(state, CardState) and not state.is_over:
        _fold_out_of_turn(record, state, number, move)
        return
    if state.actor != move.seat or state.street != move.street:
        if state.is_over:
            reason = f"the {GAMES[record.game].hand} is already over"
        else:
            street = state.game.rules.street_names[state.street]
            reason = f"on the {street} it is the turn of {_who(record, state.actor)}"
        raise _failure(record, f"action {number} ({move.action} by {_who(record, move.seat)}): {reason}", "actions")
    try:
        state.apply(move.action)
    except RiverboatError as error:
        raise _failure(record, f"action {number} by {_who(record, move.seat)}: {error}", "actions") from None


def _fold_out_of_turn(record: HandRecord, state: CardState, number: int, move: Move) -> None:
    """A player who left folded before their turn; that it is another street's turn can't be."""
    try:
        if state.street != move.street:
            raise RecordError(f"it is the {state.street_name} yet")
        state.fold_out_of_turn(move.seat)
    except RiverboatError as error:
        who = _who(record, move.seat)
        raise _failure(record, f"action {number} (fold by {who}): {error}", "actions") from None


def _who(record: HandRecord, seat: int | None) -> str:
    """A seat as files count them, from p1, with the player's name where they have one."""
    if seat is None or not 0 <= seat < record.seats:
        return "nobody" if seat is None else f"p{seat + 1}"
    place, name = f"p{seat + 1}", record.players[seat]
    return place if name == place else f"{place} ({name})"


def _failure(record: HandRecord, reason: str, field: str) -> RecordError:
    line = record.field_lines.get(field, record.line)
    return RecordError(reason, file=record.source, line=line, field=field)
