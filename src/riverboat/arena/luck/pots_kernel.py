"""The luck of the board at any table of Hold'em: what each street's cards did to the shares of the pot."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import CardRow, Floats, Ints, Words
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.cards.random_kernel import draw_to_front
from riverboat.games.engine.history_kernel import amount_of, is_bet, kind_of, seat_of, street_of
from riverboat.games.engine.layout_kernel import CALL, FOLD, MAX_SEATS, Record
from riverboat.kernel import Scalar, kernel

_STREETS = 4


@kernel
def add_showdown(held: CardRow, playing: CardRow, board: CardRow, shares: Floats) -> None:
    """Share one pot among the hands that are playing, on a board of five cards."""
    key, bits = EMPTY_KEY, EMPTY_BITS
    for at in range(5):
        key += CARD_KEY[board[at]]
        bits |= CARD_BITS[board[at]]
    best, winners = 0, 0
    values = np.zeros(MAX_SEATS, np.int64)
    for seat in range(held.shape[0]):
        if playing[seat]:
            one, two = held[seat, 0], held[seat, 1]
            values[seat] = value(key + CARD_KEY[one] + CARD_KEY[two], bits | CARD_BITS[one] | CARD_BITS[two])
            if values[seat] > best:
                best, winners = values[seat], 0
            winners += values[seat] == best
    for seat in range(held.shape[0]):
        if playing[seat] and values[seat] == best:
            shares[seat] += 1.0 / winners


@kernel
def exact_shares(held: CardRow, playing: CardRow, board: CardRow, n_board: Scalar, shares: Floats) -> None:
    """The share of the pot of each hand over all boards to come: three cards or more lie, nobody's cards come."""
    shares[:] = 0.0
    used = np.zeros(52, np.uint8)
    for at in range(n_board):
        used[board[at]] = 1
    for seat in range(held.shape[0]):
        used[held[seat, 0]], used[held[seat, 1]] = 1, 1
    whole = np.zeros(5, np.uint8)
    whole[:n_board] = board[:n_board]
    count = 0
    for turn in range(52 if n_board == 3 else 1):
        if n_board == 3:
            if used[turn]:
                continue
            whole[3] = turn
        for river in range(turn + 1 if n_board == 3 else 0, 52 if n_board < 5 else 1):
            if n_board < 5:
                if used[river]:
                    continue
                whole[4] = river
            add_showdown(held, playing, whole, shares)
            count += 1
    shares /= count


@kernel
def drawn_shares(held: CardRow, playing: CardRow, boards: Scalar, words: Words, shares: Floats) -> None:
    """The share of the pot of each hand over some boards that are drawn: they tell nothing of the board that came."""
    shares[:] = 0.0
    deck, size = np.zeros(52, np.uint8), 0
    for card in range(52):
        free = True
        for seat in range(held.shape[0]):
            free = free and card != held[seat, 0] and card != held[seat, 1]
        if free:
            deck[size] = card
            size += 1
    for _ in range(boards):
        draw_to_front(words, deck, size, 5)
        add_showdown(held, playing, deck, shares)
    shares /= boards


@kernel
def replay_street(h: Record, street: Scalar, paid: Ints, bets: Ints, playing: CardRow) -> None:
    """Bring what each seat has paid, and who plays, to the end of a street."""
    current: Scalar = 0
    for seat in range(bets.size):
        current = max(current, bets[seat])
    for at in range(h.n_history):
        event = h.history[at]
        if street_of(event) != street:
            continue
        seat = seat_of(event)
        if kind_of(event) == FOLD:
            playing[seat] = 0
        elif is_bet(event):
            bets[seat] = amount_of(event)
            current = max(current, bets[seat])
        elif kind_of(event) == CALL:
            bets[seat] = min(current, h.paid[seat] - paid[seat])
    for seat in range(bets.size):
        paid[seat] += bets[seat]
        bets[seat] = 0


@kernel
def may_come(playing: CardRow, left: Ints) -> Scalar:
    """How many chips may still go into the pot: what each who plays has left, as far as another can match it."""
    most: Scalar = 0
    second: Scalar = 0
    for seat in range(left.size):
        if playing[seat]:
            second = max(second, min(most, left[seat]))
            most = max(most, left[seat])
    total: Scalar = 0
    for seat in range(left.size):
        if playing[seat]:
            total += min(left[seat], second)
    return total


@kernel
def luck_of_board(
    hands: Record, held: CardRow, blinds: Ints, stacks: Ints, stakes: Floats, boards: Scalar, words: Words, luck: Floats
) -> None:
    """What the cards of each street gave to each seat, in chips: what is at stake times the change of its share of it.

    A share before the flop is estimated from boards that are drawn; later ones are exact. `blinds` is what each seat
    posted, `stacks` what it began with. A seat's first cards are worth their share of the blinds beyond an equal one.
    At stake is the pot that lies there, times the street's entry in `stakes`, for it will grow; as it is where nobody
    can bet any more. All of that is known before the cards come.
    """
    h = hands[0]
    seats = held.shape[0]
    playing, paid, bets = np.ones(seats, np.uint8), np.zeros(seats, np.int64), blinds.copy()
    before, now = np.zeros(seats), np.zeros(seats)
    pot = bets.sum() + h.dead[:seats].sum()
    drawn_shares(held, playing, boards, words, before)
    for seat in range(seats):
        luck[seat] = stakes[0] * pot * (before[seat] - 1.0 / seats)
    for street in range(1, _STREETS):
        replay_street(h, street - 1, paid, bets, playing)
        cards = street + 2
        if h.n_shared < cards:
            return
        pot = paid.sum() + h.dead[:seats].sum()
        stake = min(stakes[street] * pot, np.float64(pot + may_come(playing, stacks - paid - h.dead[:seats])))
        if street == 1:
            drawn_shares(held, playing, boards, words, before)
        else:
            exact_shares(held, playing, h.shared, cards - 1, before)
        exact_shares(held, playing, h.shared, cards, now)
        for seat in range(seats):
            luck[seat] += stake * (now[seat] - before[seat])
