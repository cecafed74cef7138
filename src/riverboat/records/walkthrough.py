"""A recorded hand street by street: what lies on the table, what was done, pots, and equities of known cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from riverboat.cards.cards import remaining
from riverboat.cards.evaluator import evaluate_many
from riverboat.cards.randomness import Seed, seed_words
from riverboat.games import UNKNOWN, Action, CardState, Pot
from riverboat.records.contributions import contributions
from riverboat.records.hand_record import Chips, HandRecord
from riverboat.records.replay import play_out, replay

SIMULATIONS = 20_000


@dataclass(frozen=True, kw_only=True)
class DoneAction:
    """One action, and the pot after it."""

    seat: int
    action: Action
    pot: int


@dataclass(frozen=True, kw_only=True)
class Street:
    """One street: the table as the betting begins, and the betting."""

    name: str
    board: tuple[int, ...]
    cards: tuple[tuple[int, ...], ...]  # of each seat, as far as dealt by then
    live: tuple[bool, ...]
    stacks: tuple[Chips, ...]
    pot: int
    equities: tuple[float | None, ...] | None  # None: a live seat's cards are not known
    actions: tuple[DoneAction, ...]


@dataclass(frozen=True, kw_only=True)
class HandEnding:
    """How the hand ended; net is None where unknown cards leave it open."""

    board: tuple[int, ...]
    pots: tuple[Pot, ...]  # without the uncalled part of a bet
    returned: Pot | None  # that part, which goes back to anyone who bet it
    net: tuple[Chips, ...] | None  # as recorded; where nothing is, as replayed
    rake: Chips
    showdown: bool


def streets_of(record: HandRecord, *, seed: Seed = 0) -> Iterator[Street]:
    """The streets on which somebody acted, in order."""
    states = replay(record)
    before = opening = next(states)[1]
    street = 0
    done: list[DoneAction] = []
    for move, state in states:
        assert move is not None  # only the start comes without one
        if move.street != street:
            yield _street(record, opening, street, done, seed)
            street, opening, done = move.street, before, []
        done.append(DoneAction(seat=move.seat, action=move.action, pot=state.pot))
        before = state
    yield _street(record, opening, street, done, seed)


def ending_of(record: HandRecord) -> HandEnding:
    """The end of the hand."""
    state = play_out(record)
    net = record.returns
    if state.is_over and net is None:
        try:
            net = state.returns()
        except ValueError:
            net = None
    pots, returned = _pots(record, state)
    return HandEnding(
        board=state.board, pots=pots, returned=returned, net=net, rake=record.rake, showdown=state.is_showdown
    )


def _pots(record: HandRecord, state: CardState) -> tuple[tuple[Pot, ...], Pot | None]:
    """The pots, and what nobody called: the engine leaves that in the last pot, whose only winner bet it."""
    seat, uncalled = contributions(record).uncalled
    *pots, last = state.pots
    if not uncalled or seat not in last.seats:
        return (*pots, last), None
    left = last._replace(amount=last.amount - uncalled)
    return (*pots, left) if left.amount else tuple(pots), Pot(uncalled, (seat,))


def _street(record: HandRecord, state: CardState, street: int, done: list[DoneAction], seed: Seed) -> Street:
    cards = tuple(_known(record, state, seat) for seat in range(record.seats))
    return Street(
        name=state.game.rules.street_names[street],
        board=state.board,
        cards=cards,
        live=state.is_in,
        stacks=state.stacks,
        pot=state.pot,
        equities=_equities(record, state, cards, seed),
        actions=tuple(done),
    )


def _known(record: HandRecord, state: CardState, seat: int) -> tuple[int, ...]:
    """What the record knows of a seat's cards so far, mucked ones included."""
    return record.hole_cards[seat][: len(state.cards(seat))]


def _equities(
    record: HandRecord, state: CardState, cards: tuple[tuple[int, ...], ...], seed: Seed
) -> tuple[float | None, ...] | None:
    live = [seat for seat, is_in in enumerate(state.is_in) if is_in]
    if len(live) < 2 or any(UNKNOWN in cards[seat] or not cards[seat] for seat in live) or UNKNOWN in state.board:
        return None
    dead = [card for seat, hand in enumerate(cards) if seat not in live for card in hand if card != UNKNOWN]
    hands = [cards[seat] for seat in live]
    deal = type(record.card_rules).deal
    if deal.few:
        found = _of_few(state, hands, dead)
    elif deal.board:
        found = _on_board(hands, state.board, dead, seed)
    else:
        found = _each_their_own(hands, deal.own, dead, seed)
    by_seat = dict(zip(live, found, strict=True))
    return tuple(by_seat.get(seat) for seat in range(record.seats))


def _on_board(hands: list[tuple[int, ...]], board: tuple[int, ...], dead: list[int], seed: Seed) -> list[float]:
    from riverboat.odds.equity import answer
    from riverboat.odds.hands import ask_hands

    found = answer(ask_hands(hands, board=board, dead=dead), simulations=SIMULATIONS, seed=seed)
    return [player.equity.mean for player in found.players]


def _of_few(state: CardState, hands: list[tuple[int, ...]], dead: list[int]) -> list[float]:
    """Exact: every card that may still come to the board of a small game, one at most."""
    deal, deck = state.game.rules.deal, state.game.record["deck"][0, : state.game.record["deck_size"][0]].tolist()
    gone = {*dead, *state.board, *(card for hand in hands for card in hand)}
    missing = deal.board > len(state.board)
    boards = [(card,) for card in deck if card not in gone] if missing else [state.board]
    shares = np.zeros(len(hands))
    for board in boards:
        values = np.array([deal.value(hand, board) for hand in hands])
        best = values == values.max()
        shares += best / best.sum() / len(boards)
    found: list[float] = shares.tolist()
    return found


def _each_their_own(hands: list[tuple[int, ...]], own: int, dead: list[int], seed: Seed) -> list[float]:
    """Deal everyone the rest of their own cards at random, and share each pot among the best."""
    deck = remaining(dead, *hands)
    missing = sum(own - len(hand) for hand in hands)
    if missing > len(deck):  # one card for all comes then, as the rules say; too rare to simulate
        return [1 / len(hands)] * len(hands)
    rng = np.random.default_rng(seed_words(seed).tolist())
    games = SIMULATIONS if missing else 1
    drawn = deck[rng.random((games, len(deck))).argsort(axis=1)[:, :missing]]
    values = np.empty((games, len(hands)), dtype=np.int64)
    at = 0
    for column, hand in enumerate(hands):
        more = own - len(hand)
        held = np.broadcast_to(np.array(hand, dtype=np.uint8), (games, len(hand)))
        values[:, column] = evaluate_many(np.hstack([held, drawn[:, at : at + more]]))
        at += more
    best = values == values.max(axis=1, keepdims=True)
    shares: list[float] = (best / best.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
    return shares
