"""The betting engine that all card games share: starting a hand, applying an action, going on to the next choice."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.random_kernel import draw_to_front
from riverboat.games.engine.dealing_kernel import deal_next, deal_street, high_seat, low_seat, plan_street
from riverboat.games.engine.history_kernel import kind_of, packed_event, seat_of, street_of, with_amount
from riverboat.games.engine.layout_kernel import (
    ALL_IN,
    BAD_AMOUNT,
    BET,
    BETTING,
    BRING_IN,
    BY_CARDS,
    CALL,
    CHANCE_ACTS,
    DEALING,
    DONE,
    FOLD,
    FOLDED,
    IN,
    LIMIT,
    NO_LIMIT,
    NOBODY,
    NOT_LEGAL,
    RAISE,
    REVEAL,
    REVEALING,
    UNKNOWN,
    UNSETTLED,
    Flag,
    Int,
    Record,
)
from riverboat.games.engine.legal_kernel import needs_to_act, refresh_legal
from riverboat.games.engine.settling_kernel import settle
from riverboat.kernel import kernel


@kernel
def put_in(h: Record, seat: Int, amount: Int) -> None:
    """Move chips from a stack to the pot as a bet of this street; a player with no more is all-in."""
    paid = min(np.int64(amount), h.stack[seat])
    h.stack[seat] -= paid
    h.bet[seat] += paid
    h.paid[seat] += paid
    h.pot += paid
    if h.stack[seat] == 0 and h.status[seat] == IN:
        h.status[seat] = ALL_IN
        h.n_able -= 1


@kernel
def open_betting(h: Record, r: Record) -> None:
    """Choose who speaks first on this street; the actor is nobody where no one needs to."""
    street = h.street
    h.bring_in_due = 0
    seat: Int = np.int64(h.button) + 1 + np.int64(r.first[street])
    if seat >= r.seats:
        seat -= np.int64(r.seats)
    if r.order == BY_CARDS:
        seat = low_seat(h, r) if street == 0 else high_seat(h, r)
        if street == 0 and h.n_able > 1:
            h.bring_in_due = 1
    h.actor = NOBODY
    for _ in range(r.seats):
        if needs_to_act(h, r, seat):
            h.actor = seat
            return
        seat = seat + 1 if seat + 1 < r.seats else 0


@kernel
def choose_revealer(h: Record, r: Record) -> None:
    """The next seat that has yet to choose a card to turn; when all have chosen, the cards are turned together."""
    h.actor = NOBODY
    seat: Int = np.int64(h.button)
    for _ in range(r.seats):
        seat = seat + 1 if seat + 1 < r.seats else 0
        if h.status[seat] != FOLDED and h.chosen[seat] == UNKNOWN:
            h.actor = seat
            return
    for at in range(h.n_history):
        event = h.history[at]
        if kind_of(event) == REVEAL and street_of(event) == h.street:
            who = seat_of(event)
            h.history[at] = with_amount(event, h.cards[who, h.chosen[who]])
    for other in range(r.seats):
        if h.chosen[other] != UNKNOWN:
            h.up_bits[other] |= 1 << h.chosen[other]


@kernel
def begin_street(h: Record, r: Record, street: Int) -> None:
    """Clear the bets of the last street."""
    h.street = street
    h.phase = DEALING
    h.current = 0
    h.level = 0
    h.raises = 0
    h.full_raise = r.bet[street]
    for seat in range(r.seats):
        h.bet[seat] = 0
        h.acted[seat] = 0
        h.raised[seat] = 0
        h.chosen[seat] = UNKNOWN
    plan_street(h, r)


@kernel
def pass_turn(h: Record, r: Record) -> None:
    """The next seat that must speak on this street, or nobody."""
    seat = h.actor
    h.actor = NOBODY
    if h.n_in == 1:
        return
    for _ in range(r.seats):
        seat = seat + 1 if seat + 1 < r.seats else 0
        if needs_to_act(h, r, seat):
            h.actor = seat
            return


@kernel
def next_street(h: Record, r: Record) -> Flag:
    """Go on to the next street; after the last, or where one alone is left, the hand is settled."""
    if h.n_in == 1 or h.street + 1 == r.streets:
        settle(h, r)
        return False
    begin_street(h, r, h.street + 1)
    return True


@kernel
def proceed(h: Record, r: Record) -> None:
    """Go on until someone must choose, a card must come from outside, or the hand is over."""
    if h.phase == BETTING:
        pass_turn(h, r)
    while h.phase != BETTING or (h.actor < 0 and next_street(h, r)):
        if h.phase == DEALING:
            if not deal_street(h, r):
                h.actor = CHANCE_ACTS
                break
            h.phase = REVEALING if r.reveal[h.street] else BETTING
        if h.phase == REVEALING:
            choose_revealer(h, r)
            if h.actor >= 0:
                break
            h.phase = BETTING
        open_betting(h, r)
    refresh_legal(h, r)


@kernel
def post_forced_bets(h: Record, r: Record) -> None:
    """Antes, then blinds."""
    n = np.int64(r.seats)
    seat: Int = np.int64(h.button)
    for position in range(n):
        seat = seat + 1 if seat + 1 < n else 0
        if r.ante[position] > 0:
            put_in(h, seat, r.ante[position])
            if r.dead_antes:
                h.dead[seat] = h.paid[seat]
                h.paid[seat] = 0
            h.bet[seat] = 0
    highest = np.int64(0)
    for position in range(n):
        seat = seat + 1 if seat + 1 < n else 0
        if r.blind[position] > 0:
            put_in(h, seat, r.blind[position])
            highest = max(highest, r.blind[position])
    if highest > 0:
        h.current = highest
        h.level = highest
        h.raises = 1
        if r.limits != LIMIT:
            h.full_raise = max(h.full_raise, highest)


@kernel
def start_hand(h: Record, r: Record) -> None:
    """Begin a hand on a record whose stacks, button, source and cards are set; the rest may hold anything."""
    h.n_history = 0
    h.pot = 0
    h.ended = UNSETTLED
    h.dealt = 0
    h.n_shared = 0
    h.n_in = r.seats
    h.n_able = r.seats
    h.actor = NOBODY
    for seat in range(r.seats):
        h.paid[seat] = 0
        h.dead[seat] = 0
        h.won[seat] = 0
        h.status[seat] = IN
        h.n_cards[seat] = 0
        h.up_bits[seat] = 0
    begin_street(h, r, 0)
    post_forced_bets(h, r)
    proceed(h, r)


@kernel
def wager(h: Record, r: Record, seat: Int, total: Int) -> None:
    """Bet or raise to a total."""
    added = total - h.level
    full = h.full_raise
    if r.limits == LIMIT:
        if added > full and added == r.big_bet[h.street]:
            h.full_raise = added  # the big bet of an open pair: from here on all bets are big
        if r.half_is_full:
            full = (full + 1) // 2
    elif total - h.current >= h.full_raise and r.limits == NO_LIMIT:
        h.full_raise = total - h.current
    if h.current > 0:
        h.raised[seat] = 1
    if added >= full:
        h.raises += 1 if h.raises < 254 else 0
        h.level = total
    elif r.limits != LIMIT or not r.half_is_full:
        h.level = total
    put_in(h, seat, total - h.bet[seat])
    h.current = total


@kernel
def reveal_place(h: Record, seat: Int, card: Int) -> Int:
    """Where a seat's face-down card lies, or -1."""
    for at in range(h.n_cards[seat]):
        if h.cards[seat, at] == card and not (h.up_bits[seat] >> at) & 1:
            return at
    return -1


@kernel
def remember(h: Record, kind: Int, amount: Int) -> None:
    """Add an action of the actor to the hand's history."""
    h.history[h.n_history] = packed_event(kind, h.actor, h.street, amount)
    h.n_history += 1


@kernel
def apply_action(h: Record, r: Record, kind: Int, amount: Int) -> Int:
    """Apply an action of the seat to act, and go on to the next choice. A refusal changes nothing."""
    seat = h.actor
    if seat < 0 or kind < 1 or not (h.legal >> kind) & 1:
        return NOT_LEGAL
    if kind == BET or kind == RAISE:
        if amount < h.min_to or amount > h.max_to or (h.step > 1 and (amount - h.min_to) % h.step != 0):
            return BAD_AMOUNT
        remember(h, kind, amount)
        h.bring_in_due = 0
        wager(h, r, seat, amount)
    elif kind == FOLD:
        remember(h, kind, 0)
        h.status[seat] = FOLDED
        h.n_in -= 1
        h.n_able -= 1
    elif kind == REVEAL:
        place = reveal_place(h, seat, amount)
        if place < 0:
            return BAD_AMOUNT
        h.chosen[seat] = place
        remember(h, kind, UNKNOWN)  # it stays hidden until all have chosen
    elif kind == BRING_IN:
        put_in(h, seat, r.bring_in)
        remember(h, kind, h.bet[seat])
        h.bring_in_due = 0
        h.current = r.bring_in
    else:
        put_in(h, seat, h.to_call)
        remember(h, kind, h.bet[seat] if kind == CALL else 0)
    if kind != REVEAL:
        h.acted[seat] = h.raises + 1
    proceed(h, r)
    return DONE


@kernel
def apply_card(h: Record, r: Record, card: Int) -> None:
    """Deal one card from outside, and go on."""
    deal_next(h, r, card)
    proceed(h, r)


@kernel
def shuffle(h: Record, r: Record, words: npt.NDArray[np.uint64], k: Int) -> None:
    """Bring k random cards to the front of the hand's deck."""
    draw_to_front(words, h.deck, r.deck_size, k)


@kernel
def play(hands: Record, rules: Record, kind: Int, amount: Int) -> Int:
    """What Python calls: apply an action to the hand in a one-element array."""
    return apply_action(hands[0], rules[0], kind, amount)


@kernel
def play_card(hands: Record, rules: Record, card: Int) -> None:
    """What Python calls: deal a card from outside."""
    apply_card(hands[0], rules[0], card)


@kernel
def begin(hands: Record, rules: Record, words: npt.NDArray[np.uint64], button: Int, source: Int, whole: Int) -> None:
    """What Python calls: begin a hand. `whole` shuffles a fresh deck; else the record's deck lies as it is."""
    h, r = hands[0], rules[0]
    if whole:
        for at in range(r.deck_size):
            h.deck[at] = r.deck[at]
        shuffle(h, r, words, r.deck_size)
    for seat in range(r.seats):
        h.who[seat] = seat
    h.button = button
    h.source = source
    start_hand(h, r)


@kernel
def fold_out_of_turn(hands: Record, rules: Record, seat: Int) -> Int:
    """What Python calls: a player who has left folds before their turn, or after going all-in. It may end the hand."""
    h, r = hands[0], rules[0]
    actor = h.actor
    if h.phase != BETTING or actor < 0 or seat == actor or h.status[seat] == FOLDED:
        return NOT_LEGAL
    h.actor = seat
    remember(h, FOLD, 0)
    h.actor = actor
    if h.status[seat] == IN:
        h.n_able -= 1
    h.status[seat] = FOLDED
    h.n_in -= 1
    if h.n_in == 1 or not needs_to_act(h, r, actor):
        proceed(h, r)
    else:
        refresh_legal(h, r)
    return DONE


@kernel
def settle_again(hands: Record, rules: Record) -> None:
    """What Python calls: pay once more, after unknown cards became known."""
    settle(hands[0], rules[0])
