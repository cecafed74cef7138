"""What a decision costs compared with a reference player's: both actions played on to the end, with the same cards to
come.

After the action everybody plays as the reference does, whoever decided too; so what one decision costs is charged to
it alone, and the costs of all decisions add up to the difference between the player and the reference (Kakade and
Langford 2002, lemma 6.1). Where a record knows everybody's cards, those are played with: they are one draw of what the
others may hold. Where it does not, cards are drawn, and such draws are kept with which the reference would have done
what the others did; cards that were shown at the end are not used, since only some hands come to be shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from riverboat.agents.protocol import Agent
from riverboat.cards.cards import remaining
from riverboat.errors import RiverboatError
from riverboat.games import UNKNOWN, Action, CardObservation
from riverboat.partner.leaks.judged import JudgedMove, Kind, size_beside
from riverboat.partner.leaks.own_hand import Held, OwnDecision, OwnHand, apply, laid
from riverboat.records.hand_record import HandRecord

DRAWS = 8  # of the cards to come, and of the others' where they are not known
_TRIED = 24  # holdings of the others that are weighed against what they did
_UNLIKE = 0.1  # the weight of an action that the reference would not have taken
_PASSIVE = {"fold": 0, "check": 0, "call": 1, "bet": 2, "raise": 2}


class Reference(Protocol):
    """Somebody to be compared with, who plays every seat from a decision on."""

    def decide(self, observation: CardObservation, /) -> Action:
        """The action it chooses."""
        ...


@dataclass(frozen=True)
class PlayedOn:
    """Judges by an agent: what it would do, and what it costs to do otherwise, played on to the end."""

    name: str
    agent: Agent
    seed: int = 0
    games: tuple[str, ...] = ()  # that the agent plays; empty: all
    most_seats: int | None = None  # that it plays with

    def judge(self, hand: OwnHand, wanted: Collection[int]) -> dict[int, JudgedMove]:
        """All decisions of a hand, or none where the agent can't play such a hand."""
        record = hand.record
        if (self.games and record.game not in self.games) or record.seats > (self.most_seats or record.seats):
            return {}
        rng = hand.generator(self.seed)
        reference = self.agent.player(int(rng.integers(1 << 40)))
        decisions = [each for each in hand.decisions if each.at in wanted]
        try:
            advised = [reference.decide(each.state.observation(hand.seat)) for each in decisions]
            return {
                each.at: self._judged(hand, each, wish, reference, rng)
                for each, wish in zip(decisions, advised, strict=True)
            }
        except RiverboatError:
            return {}

    def _judged(
        self, hand: OwnHand, decision: OwnDecision, advised: Action, reference: Reference, rng: np.random.Generator
    ) -> JudgedMove:
        taken = kind_beside(decision, advised)
        wished: Kind = (advised.kind, "")
        costs = {} if taken == wished else {taken: price(hand, decision, advised, reference, rng)}
        return JudgedMove(self.name, taken, {wished: 1.0}, costs)


def kind_beside(decision: OwnDecision, advised: Action) -> Kind:
    """What was done, with its size where both bet or raise."""
    taken = decision.taken
    if taken.kind != advised.kind or taken.kind not in ("bet", "raise"):
        return taken.kind, ""
    return taken.kind, size_beside(taken, advised, decision.put)


def price(
    hand: OwnHand, decision: OwnDecision, advised: Action, reference: Reference, rng: np.random.Generator
) -> float:
    """The chips that a decision cost compared with the reference's, the mean over some draws; below nothing is a
    gain."""
    record, seat, at = hand.record, hand.seat, decision.at
    shown = _board_before(record, at)
    costs = []
    for _ in range(DRAWS):
        held = _held(record, seat, at, reference, rng)
        left = remaining(*(cards for cards in held), shown)
        missing = type(record.card_rules).deal.board - len(shown)
        board = (*shown, *(int(card) for card in rng.permutation(left)[:missing]))
        both = (decision.taken, advised)
        worth = [_played_on(record, held, board, at, action, reference)[seat] for action in both]
        costs.append(worth[1] - worth[0])
    return float(np.mean(costs))


def _board_before(record: HandRecord, at: int) -> tuple[int, ...]:
    shared = type(record.card_rules).deal.shared
    return record.board[: sum(shared[: record.moves[at].street + 1])]


def _held(record: HandRecord, seat: int, at: int, reference: Reference, rng: np.random.Generator) -> Held:
    """Everybody's cards: as dealt where all are known, else drawn to fit what the others did."""
    if all(UNKNOWN not in cards for cards in record.hole_cards):
        return record.hole_cards
    own, shown = record.hole_cards[seat], _board_before(record, at)
    size = len(own)
    others = [each for each in range(record.seats) if each != seat]
    deck = remaining(own, shown)
    drawn = [rng.permutation(deck)[: size * len(others)].reshape(-1, size).tolist() for _ in range(_TRIED)]
    tries: list[Held] = []
    for rows in drawn:
        cards = dict(zip(others, map(tuple, rows), strict=True))
        tries.append(tuple(own if each == seat else cards[each] for each in range(record.seats)))
    weights = np.array([_likelihood(record, seat, at, held, reference) for held in tries])
    return tries[int(rng.choice(len(tries), p=weights / weights.sum()))]


def _likelihood(record: HandRecord, seat: int, at: int, held: Held, reference: Reference) -> float:
    """How well some cards of the others explain what they did, by the reference's own play."""
    state, weight = laid(record, held, _filled(record, held)), 1.0
    for move in record.moves[:at]:
        if move.seat != seat and move.seat == state.actor and move.kind in _PASSIVE:
            wished = reference.decide(state.observation(move.seat))
            weight *= 1.0 if _PASSIVE[wished.kind] == _PASSIVE[move.kind] else _UNLIKE
        apply(state, move.seat, move.action)
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
    state = laid(record, held, board)
    for move in record.moves[:at]:
        apply(state, move.seat, move.action)
    try:
        state.apply(action)
    except RiverboatError:
        state.apply("call" if action.kind in ("bet", "raise") else "check")
    while (actor := state.actor) is not None:
        state.apply(reference.decide(state.observation(actor)))
    return [float(net) for net in state.returns()]
