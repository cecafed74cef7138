"""A recorded hand as one player saw it: what they decided, and how the hand stood when each street began."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from riverboat.games import UNKNOWN, Action, CardState, HoldemRules
from riverboat.records.hand_record import LARGEST_AMOUNT, HandRecord, Rules
from riverboat.records.replay import game_of

_USUAL_RAISES = 3  # of limit games, after the bet
Held = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class OwnDecision:
    """One decision of the player: the number of the move, what was done, and the state before it as they saw it."""

    at: int
    taken: Action
    state: CardState
    put: int  # what the player had in on this street already


@dataclass(frozen=True, eq=False)
class OwnHand:
    """A hand of Hold'em whose player's own cards are known, and nobody else's are looked at."""

    number: int
    record: HandRecord
    seat: int
    decisions: tuple[OwnDecision, ...]
    starts: dict[int, CardState]  # by street: the state before its first action

    @classmethod
    def of(cls, number: int, record: HandRecord, seat: int) -> OwnHand:
        """Replay a hand for one seat."""
        state = laid(record, _own_alone(record, seat), record.board)
        decisions, starts = [], {}
        for at, move in enumerate(record.moves):
            if state.street not in starts:
                starts[state.street] = state.copy()
            if move.seat == seat and state.actor == seat:
                decisions.append(OwnDecision(at, move.action, state.copy(), state.bets[seat]))
            apply(state, move.seat, move.action)
        return cls(number, record, seat, tuple(decisions), starts)

    def generator(self, seed: int) -> np.random.Generator:
        """The randomness with which this hand is judged, whichever hands are judged before it."""
        return np.random.default_rng([seed, self.number])


def laid(record: HandRecord, held: Held, board: Sequence[int]) -> CardState:
    """The hand before its first action, with these cards."""
    stacks = record.stacks or (LARGEST_AMOUNT,) * record.seats
    return game_of(capped(record)).lay(held, board=board, stacks=stacks, button=record.button)


def capped(record: HandRecord) -> Rules:
    """The rules to play on by: of limit games whose file names no cap on raises, with the usual one.

    Without a cap two good hands would raise until all chips are in. Where more raises were made, that many are allowed.
    """
    rules = record.card_rules
    if not isinstance(rules, HoldemRules) or rules.betting != "limit" or rules.raises_per_round is not None:
        return rules
    raised = Counter(move.street for move in record.moves if move.kind == "raise")
    return replace(rules, raises_per_round=max(_USUAL_RAISES, *raised.values(), 0))


def apply(state: CardState, seat: int, action: Action) -> None:
    """Go on by a recorded action, out of turn too."""
    if action.kind == "fold" and seat != state.actor:
        state.fold_out_of_turn(seat)
    else:
        state.apply(action)


def _own_alone(record: HandRecord, seat: int) -> Held:
    return tuple(cards if at == seat else (UNKNOWN,) * len(cards) for at, cards in enumerate(record.hole_cards))
