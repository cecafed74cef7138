"""What a decision costs compared with a reference player's: both actions played on to the end, with the same cards to
come.

After the action everybody plays as the reference does, whoever decided too; so what one decision costs is charged to
it alone, and the costs of all decisions add up to the difference between the player and the reference (Kakade and
Langford 2002, lemma 6.1). Where a record knows everybody's cards, those are played with: they are one draw of what the
others may hold. Where it does not, cards are drawn, and such draws are kept with which the reference would have done
what the others did; cards that were shown at the end are not used, since only some hands come to be shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np

from riverboat.cards.cards import remaining
from riverboat.errors import RiverboatError
from riverboat.games import UNKNOWN, Action, CardObservation, CardState, HoldemRules
from riverboat.records.hand_record import LARGEST_AMOUNT, HandRecord, Rules
from riverboat.records.replay import game_of

DRAWS = 8  # of the cards to come, and of the others' where they are not known
_TRIED = 24  # holdings of the others that are weighed against what they did
_UNLIKE = 0.1  # the weight of an action that the reference would not have taken
_PASSIVE = {"fold": 0, "check": 0, "call": 1, "bet": 2, "raise": 2}
_USUAL_RAISES = 3  # of limit games, after the bet
SIZE_RATIO = 1.5  # a bet that is so many times another is of different size
Size = Literal["", "smaller", "larger"]
Held = tuple[tuple[int, ...], ...]


class Reference(Protocol):
    """Somebody to be compared with, who plays every seat from a decision on."""

    def decide(self, observation: CardObservation, /) -> Action:
        """The action it chooses."""
        ...


@dataclass(frozen=True)
class JudgedMove:
    """One decision of a player: the move's number in the hand, what was done and what the reference does there."""

    at: int
    taken: Action
    advised: Action
    put: int = 0  # what the player had in on this street already

    @property
    def size(self) -> Size:
        """How a bet or raise of theirs compares with the reference's, where both are one; "" where about as large."""
        if self.taken.kind != self.advised.kind or self.taken.kind not in ("bet", "raise"):
            return ""
        taken, advised = self.taken.amount - self.put, self.advised.amount - self.put
        if max(taken, advised) < SIZE_RATIO * min(taken, advised):
            return ""
        return "larger" if taken > advised else "smaller"

    @property
    def differs(self) -> bool:
        """Whether the two are different kinds of action, or bets of different size."""
        return self.taken.kind != self.advised.kind or self.size != ""


def decisions_of(record: HandRecord, seat: int, reference: Reference) -> list[tuple[JudgedMove, CardState]]:
    """What a player decided in a hand, with the state before each decision as they saw it."""
    state = _laid(record, _own_alone(record, seat), record.board)
    found = []
    for at, move in enumerate(record.moves):
        if move.seat == seat and state.actor == seat:
            advised = reference.decide(state.observation(seat))
            found.append((JudgedMove(at, move.action, advised, state.bets[seat]), state.copy()))
        _apply(state, move.seat, move.action)
    return found


def price(record: HandRecord, seat: int, decision: JudgedMove, reference: Reference, rng: np.random.Generator) -> float:
    """The chips that a decision cost compared with the reference's, the mean over some draws; below nothing is a
    gain."""
    shown = _board_before(record, decision.at)
    costs = []
    for _ in range(DRAWS):
        held = _held(record, seat, decision, reference, rng)
        left = remaining(*(cards for cards in held), shown)
        missing = type(record.card_rules).deal.board - len(shown)
        board = (*shown, *(int(card) for card in rng.permutation(left)[:missing]))
        worth = [_played_on(record, held, board, decision.at, action, reference)[seat] for action in _both(decision)]
        costs.append(worth[1] - worth[0])
    return float(np.mean(costs))


def _both(decision: JudgedMove) -> tuple[Action, Action]:
    return decision.taken, decision.advised


def _laid(record: HandRecord, held: Held, board: Sequence[int]) -> CardState:
    stacks = record.stacks or (LARGEST_AMOUNT,) * record.seats
    return game_of(_capped(record)).lay(held, board=board, stacks=stacks, button=record.button)


def _capped(record: HandRecord) -> Rules:
    """The rules to play on by: of limit games whose file names no cap on raises, with the usual one.

    Without a cap two good hands would raise until all chips are in. Where more raises were made, that many are allowed.
    """
    rules = record.card_rules
    if not isinstance(rules, HoldemRules) or rules.betting != "limit" or rules.raises_per_round is not None:
        return rules
    raised = Counter(move.street for move in record.moves if move.kind == "raise")
    return replace(rules, raises_per_round=max(_USUAL_RAISES, *raised.values(), 0))


def _apply(state: CardState, seat: int, action: Action) -> None:
    if action.kind == "fold" and seat != state.actor:
        state.fold_out_of_turn(seat)
    else:
        state.apply(action)


def _own_alone(record: HandRecord, seat: int) -> Held:
    return tuple(cards if at == seat else (UNKNOWN,) * len(cards) for at, cards in enumerate(record.hole_cards))


def _board_before(record: HandRecord, at: int) -> tuple[int, ...]:
    shared = type(record.card_rules).deal.shared
    return record.board[: sum(shared[: record.moves[at].street + 1])]


def _held(record: HandRecord, seat: int, decision: JudgedMove, reference: Reference, rng: np.random.Generator) -> Held:
    """Everybody's cards: as dealt where all are known, else drawn to fit what the others did."""
    if all(UNKNOWN not in cards for cards in record.hole_cards):
        return record.hole_cards
    own, shown = record.hole_cards[seat], _board_before(record, decision.at)
    size = len(own)
    others = [at for at in range(record.seats) if at != seat]
    deck = remaining(own, shown)
    drawn = [rng.permutation(deck)[: size * len(others)].reshape(-1, size).tolist() for _ in range(_TRIED)]
    tries: list[Held] = []
    for rows in drawn:
        cards = dict(zip(others, map(tuple, rows), strict=True))
        tries.append(tuple(own if at == seat else cards[at] for at in range(record.seats)))
    weights = np.array([_likelihood(record, seat, decision, held, reference) for held in tries])
    return tries[int(rng.choice(len(tries), p=weights / weights.sum()))]


def _likelihood(record: HandRecord, seat: int, decision: JudgedMove, held: Held, reference: Reference) -> float:
    """How well some cards of the others explain what they did, by the reference's own play."""
    state, weight = _laid(record, held, _filled(record, held)), 1.0
    for move in record.moves[: decision.at]:
        if move.seat != seat and move.seat == state.actor and move.kind in _PASSIVE:
            wished = reference.decide(state.observation(move.seat))
            weight *= 1.0 if _PASSIVE[wished.kind] == _PASSIVE[move.kind] else _UNLIKE
        _apply(state, move.seat, move.action)
    return weight


def _filled(record: HandRecord, held: Held) -> tuple[int, ...]:
    """The record's board with any cards for those that are drawn away from it or were never dealt."""
    taken = {card for cards in held for card in cards}
    spare = iter(remaining(*held, record.board).tolist())
    whole = [card if card not in taken else next(spare) for card in record.board]
    return (*whole, *(next(spare) for _ in range(type(record.card_rules).deal.board - len(whole))))


def _played_on(
    record: HandRecord, held: Held, board: Sequence[int], at: int, action: Action, reference: Reference
) -> Sequence[float]:
    state = _laid(record, held, board)
    for move in record.moves[:at]:
        _apply(state, move.seat, move.action)
    try:
        state.apply(action)
    except RiverboatError:
        state.apply("call" if action.kind in ("bet", "raise") else "check")
    while (actor := state.actor) is not None:
        state.apply(reference.decide(state.observation(actor)))
    return [float(net) for net in state.returns()]
