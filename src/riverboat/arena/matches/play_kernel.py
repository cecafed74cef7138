"""A session: hand after hand at one table, with no Python between where all agents are compiled.

`advance` goes on until the session is over, or a player who is not compiled must act, or (where asked) a hand is
over. So matches of compiled agents, of Python bots and of both together are played by the same code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.agents.dispatch_kernel import decide, learn
from riverboat.arena.matches import desk_kernel as at
from riverboat.arrays import Floats, Ints, Words
from riverboat.cards.random_kernel import next_word
from riverboat.games.engine.betting_kernel import apply_action, shuffle, start_hand
from riverboat.games.engine.history_kernel import is_bet, kind_of, seat_of, street_of
from riverboat.games.engine.layout_kernel import (
    BRING_IN,
    CALL,
    DONE,
    FOLD,
    FOLDED,
    FROM_DECK,
    Flag,
    Int,
    Record,
)
from riverboat.games.engine.seeing_kernel import see
from riverboat.games.engine.simulation_kernel import mix
from riverboat.kernel import kernel

#: The columns of `entries`.
DECIDES, LEARNS = 0, 1


class Dealer(NamedTuple):
    """What a hand is played with."""

    hands: Record
    views: Record
    rules: Record  # by the number of seats
    words: Words  # the generator of the deck


class Players(NamedTuple):
    """The players of a match, a row each."""

    entries: Ints  # where deciding and learning lie, 0 for players whom Python asks
    params: Floats
    memory: Floats
    words: Words


class Books(NamedTuple):
    """What is written down of the players."""

    nets: Ints  # by deal and player
    counts: Ints  # by player and column of the desk


@kernel
def settle_chairs(d: Record, rules: Record, counts: Ints) -> Flag:
    """Players who are broke rebuy or sit out; give seats to those who play. False where fewer than two can."""
    seats = 0
    for chair in range(d.chairs):
        if not d.carry:
            d.stack[chair] = rules[d.chairs].stack[chair]
        elif d.stack[chair] <= 0 and not d.sit_out:
            d.stack[chair] = rules[d.chairs].stack[chair]
            counts[d.player[chair], at.REBUYS] += 1
        if d.stack[chair] > 0:
            d.chair[seats] = chair
            seats += 1
    d.seats = seats
    return seats > 1


@kernel
def hand_out_luck(d: Record, words: Words) -> None:
    """Give every player the randomness of their chair for this hand.

    So in a duplicate session not only the cards of a chair are everyone's in turn, but also the luck of its mixed
    decisions: the difference between two players is what they do, not what they draw.
    """
    for chair in range(d.chairs):
        for index in range(4):
            words[d.player[chair], index] = next_word(d.luck[chair])


@kernel
def begin_hand(d: Record, h: Record, rules: Record, deck_words: Words) -> None:
    """Move the button to the next who plays, shuffle and deal."""
    r = rules[d.seats]
    button = np.int64(0)
    d.button = d.button + 1 if d.button + 1 < d.chairs else 0
    for seat in range(d.seats):  # the first player at or after the chair, else the first of all
        if d.chair[seat] >= d.button:
            button = np.int64(seat)
            break
    d.button = d.chair[button]
    for seat in range(d.seats):
        h.stack[seat] = d.stack[d.chair[seat]]
        h.who[seat] = d.player[d.chair[seat]]
    h.button = button
    h.source = FROM_DECK
    shuffle(h, r, deck_words, d.needed)
    start_hand(h, r)


@kernel
def count_actions(d: Record, h: Record, counts: Ints) -> None:
    """Count what each player did: chips put in and raises on the first street, bets and calls on the later ones."""
    decided, entered, raised = 0, 0, 0  # seats as bits
    for index in range(h.n_history):
        event = h.history[index]
        kind, seat, bold = kind_of(event), seat_of(event), is_bet(event)
        player = d.player[d.chair[seat]]
        if street_of(event) == 0:
            if kind != BRING_IN:
                decided |= 1 << seat
            if bold or kind == CALL:
                entered |= 1 << seat
            if bold:
                raised |= 1 << seat
        elif bold:
            counts[player, at.AGGRESSIVE] += 1
        elif kind == CALL:
            counts[player, at.CALLS] += 1
    for seat in range(d.seats):
        player = d.player[d.chair[seat]]
        counts[player, at.HANDS] += 1
        counts[player, at.DECIDED] += (decided >> seat) & 1
        counts[player, at.ENTERED] += (entered >> seat) & 1
        counts[player, at.RAISED] += (raised >> seat) & 1


@kernel
def count_showdown(d: Record, h: Record, counts: Ints) -> None:
    """Count who saw the second street, who went to showdown and who won there."""
    folded_first = 0
    for index in range(h.n_history):
        event = h.history[index]
        if kind_of(event) == FOLD and street_of(event) == 0:
            folded_first |= 1 << seat_of(event)
    for seat in range(d.seats):
        if h.street == 0 or (folded_first >> seat) & 1:
            continue
        player = d.player[d.chair[seat]]
        counts[player, at.SAW_SECOND] += 1
        if h.n_in > 1 and h.status[seat] != FOLDED:
            counts[player, at.SHOWDOWNS] += 1
            counts[player, at.SHOWDOWNS_WON] += h.won[seat] > 0


@kernel
def book_hand(d: Record, h: Record, r: Record, nets: Ints, counts: Ints) -> None:
    """Write down what a hand gave, and stir it into the hash: every card, action and result."""
    digest = d.digest
    for index in range(d.needed):
        digest = mix(digest, h.deck[index])
    for index in range(h.n_history):
        digest = mix(digest, h.history[index])
    for seat in range(d.seats):
        digest = mix(digest, h.won[seat])
        chair = d.chair[seat]
        nets[d.deal, d.player[chair]] += h.won[seat] - (h.paid[seat] + h.dead[seat]) * r.unit
        d.stack[chair] = h.stack[seat] + h.won[seat] // r.unit
    d.digest = digest
    count_actions(d, h, counts)
    count_showdown(d, h, counts)


@kernel
def teach(d: Record, h: Record, r: Record, v: Record, players: Players) -> None:
    """Let those who learn see how the hand ended, in the order of seats."""
    entries, params, memory, words = players
    for seat in range(d.seats):
        player = d.player[d.chair[seat]]
        if entries[player, LEARNS]:
            see(h, r, seat, v)
            learn(entries[player, LEARNS], v, params[player], memory[player], words[player])


@kernel
def advance(desks: Record, dealer: Dealer, players: Players, books: Books) -> Int:
    """Play on, at the first desk.

    Answers OVER, HAND_BEGUN, HAND_OVER, BROKEN (a compiled agent chose what is not legal, which is a fault of ours),
    or the number of the player whose action is wanted: it must be applied to the hand before the next call.
    """
    d, h, v, rules = desks[0], dealer.hands[0], dealer.views[0], dealer.rules
    entries, params, memory, words = players
    nets, counts = books
    while True:
        if d.state == at.BETWEEN:
            if d.deal >= d.deals or not settle_chairs(d, rules, counts):
                d.state = at.FINISHED
            else:
                begin_hand(d, h, rules, dealer.words)
                if d.lucky:
                    hand_out_luck(d, words)
                d.state = at.PLAYING
        if d.state == at.FINISHED:
            return at.OVER
        if d.heralds and not d.heralded:
            d.heralded = 1
            return at.HAND_BEGUN
        r = rules[d.seats]
        while h.actor >= 0:
            player = d.player[d.chair[h.actor]]
            if not entries[player, DECIDES]:
                return player
            see(h, r, h.actor, v)
            action, amount = decide(entries[player, DECIDES], v, params[player], memory[player], words[player])
            if apply_action(h, r, action, amount) != DONE:
                return at.BROKEN
        book_hand(d, h, r, nets, counts)
        teach(d, h, r, v, players)
        d.deal += 1
        d.heralded = 0
        d.state = at.BETWEEN
        if d.pause:
            return at.HAND_OVER
