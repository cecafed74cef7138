"""Elimination tournaments: all tables play hand by hand, with no Python between where all agents are compiled.

In a round every table plays one hand. Then those who are broke get their places, tables that are not needed are
broken, and the rest is balanced. docs/tournaments.md says by which rules; tests/arena keeps a readable twin of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arena.matches.desk_kernel import HAND_OVER, OVER, PLAYING
from riverboat.arena.matches.play_kernel import Books, Dealer, Players, advance
from riverboat.arrays import Ints, Words
from riverboat.cards.random_kernel import below
from riverboat.games.engine.betting_kernel import shuffle, start_hand
from riverboat.games.engine.layout_kernel import FROM_DECK, Flag, Int, Record, packed
from riverboat.kernel import kernel

#: What `play_rounds` answers with beside what `advance` may answer.
PAUSE = -4

HALL = packed(
    [
        ("tables", "i8"),  # at the beginning; a broken one stays in the list, empty
        ("seats", "i8"),  # at a full table
        ("table", "i8"),  # which plays
        ("round", "i8"),
        ("level", "i8"),
        ("levels", "i8"),
        ("level_hands", "i8"),  # rounds before the blinds rise
        ("left", "i8"),  # players who are not out
        ("out", "i8"),  # players who went broke in this round
        ("moves", "i8"),
        ("broken", "i8"),  # tables broken so far
        ("hands", "i8"),
        ("pause", "i8"),  # answer HAND_OVER after every hand
    ]
)
#: What a table remembers from hand to hand: who posted the last big blind, in which chair; whether the small is dead.
MARK = packed([("chair", "i8"), ("player", "i8"), ("dead", "i8")])


class Floor(NamedTuple):
    """The tables of a tournament, and how its players come off."""

    halls: Record
    desks: Record
    marks: Record
    words: Words  # the generator of the chairs that are drawn
    at_start: Ints  # by player: the chips before the round
    out: Ints  # who went broke in it
    places: Ints  # by player


@kernel
def take_seats(d: Record, m: Record) -> Int:
    """Give the seats of the next hand and place the blinds by the dead-button rule; answers the button's seat.

    The big blind goes to the next player who has chips; the small one is due in the chair of the last big blind, and
    is dead where its player is gone; the button is the player before them. Between two the button posts the small.
    """
    seats = np.int64(0)
    big = np.int64(-1)
    for chair in range(d.chairs):
        if d.stack[chair] > 0:
            if big < 0 and chair > m.chair:
                big = seats
            d.chair[seats] = chair
            seats += 1
    big = max(big, np.int64(0))
    d.seats = seats
    live = d.stack[m.chair] > 0 and d.player[m.chair] == m.player
    m.dead = 1 if seats > 2 and not live else 0
    m.chair = d.chair[big]
    m.player = d.player[m.chair]
    button = big - (1 if m.dead or seats == 2 else 2)
    if button < 0:
        button += seats
    d.button = d.chair[button]
    return button


@kernel
def begin_at_table(
    d: Record, m: Record, h: Record, rules: Record, level: Int, deck_words: Words, at_start: Ints
) -> Flag:
    """Deal the next hand of a table; False where fewer than two sit at it."""
    players = 0
    for chair in range(d.chairs):
        if d.stack[chair] > 0:
            players += 1
            at_start[d.player[chair]] = d.stack[chair]
    if players < 2:
        return False
    h.button = take_seats(d, m)
    r = rules[level, m.dead][d.seats]
    for seat in range(d.seats):
        h.stack[seat] = d.stack[d.chair[seat]]
        h.who[seat] = d.player[d.chair[seat]]
    h.source = FROM_DECK
    d.needed = 2 * d.seats + 5
    shuffle(h, r, deck_words, d.needed)
    start_hand(h, r)
    d.deal = 0
    d.state = PLAYING
    return True


@kernel
def note_broke(g: Record, d: Record, out: Ints) -> None:
    """A player without chips after a hand is out; a chair without chips is empty."""
    for seat in range(d.seats):
        chair = d.chair[seat]
        if d.stack[chair] <= 0:
            out[g.out] = d.player[chair]
            g.out += 1


@kernel
def give_places(g: Record, at_start: Ints, out: Ints, places: Ints) -> None:
    """Places for those who went broke in this round: more chips before it, better place; equal chips share.

    A place is kept as the sum of the best and the worst of the places shared, so that all stay whole numbers.
    """
    left = g.left - g.out
    for at in range(g.out):
        chips = at_start[out[at]]
        better, same = 0, 0
        for other in range(g.out):
            better += at_start[out[other]] > chips
            same += at_start[out[other]] == chips
        places[out[at]] = 2 * (left + better) + 1 + same
    g.left = left
    g.out = 0


@kernel
def free_chair(d: Record, number: Int) -> Int:
    """The empty chair of this number, counted from the first."""
    for chair in range(d.chairs):
        if d.stack[chair] == 0:
            if number == 0:
                return chair
            number -= 1
    return -1


@kernel
def next_chair(d: Record, m: Record, taken: Flag) -> Int:
    """The first chair after the last big blind that is taken (who is due for it next) or empty (the worst place)."""
    chair = m.chair
    for _ in range(d.chairs):
        chair = chair + 1 if chair + 1 < d.chairs else 0
        if (d.stack[chair] > 0) == taken:
            return chair
    return -1


@kernel
def move_player(g: Record, source: Record, chair: Int, target: Record, to: Int) -> None:
    """Take a player with their chips to another table."""
    target.player[to] = source.player[chair]
    target.stack[to] = source.stack[chair]
    source.stack[chair] = 0
    g.moves += 1


@kernel
def extreme_table(sizes: Ints, fullest: Flag, but: Int) -> Int:
    """The table in use with most or fewest players, the first of equals; `but` is left out."""
    found = -1
    for table in range(len(sizes)):
        if sizes[table] > 0 and table != but:
            if found < 0 or (sizes[table] > sizes[found] if fullest else sizes[table] < sizes[found]):
                found = table
    return found


@kernel
def break_table(g: Record, desks: Record, sizes: Ints, draw_words: Words) -> None:
    """Break the shortest table, the last of equals: each player, in drawn order, to a drawn chair at the shortest."""
    victim = -1
    for table in range(g.tables):
        if sizes[table] > 0 and (victim < 0 or sizes[table] <= sizes[victim]):
            victim = table
    source = desks[victim]
    while sizes[victim] > 0:
        number = below(draw_words, sizes[victim])
        chair = 0
        while source.stack[chair] == 0 or number > 0:
            number -= source.stack[chair] > 0
            chair += 1
        target = extreme_table(sizes, False, victim)
        to = free_chair(desks[target], below(draw_words, g.seats - sizes[target]))
        move_player(g, source, chair, desks[target], to)
        sizes[victim] -= 1
        sizes[target] += 1
    g.broken += 1


@kernel
def rearrange(g: Record, desks: Record, marks: Record, draw_words: Words) -> None:
    """Break the tables that are not needed, then even out the rest until they are within one player."""
    sizes = np.zeros(g.tables, dtype=np.int64)
    used = 0
    for table in range(g.tables):
        for chair in range(desks[table].chairs):
            sizes[table] += desks[table].stack[chair] > 0
        used += sizes[table] > 0
    while used > -(-g.left // g.seats):
        break_table(g, desks, sizes, draw_words)
        used -= 1
    while used > 1:
        full = extreme_table(sizes, True, -1)
        short = extreme_table(sizes, False, -1)
        if sizes[full] - sizes[short] < 2:
            break
        source, target = desks[full], desks[short]
        due = next_chair(source, marks[full], True)
        move_player(g, source, due, target, next_chair(target, marks[short], False))
        sizes[full] -= 1
        sizes[short] += 1


@kernel
def play_rounds(floor: Floor, dealer: Dealer, players: Players, books: Books, rounds: Int) -> Int:
    """Play on for some rounds at most. The dealer's rules are by level, dead small blind and number of seats.

    Answers OVER, PAUSE (the rounds are played), or what `advance` answers where Python must do something.
    """
    halls, desks, marks, draw_words, at_start, out, places = floor
    hands, views, rules, deck_words = dealer
    g, h = halls[0], hands[0]
    while True:
        while g.table < g.tables:
            at = g.table
            d, m = desks[at], marks[at]
            if d.state == PLAYING or begin_at_table(d, m, h, rules, g.level, deck_words, at_start):
                here = Dealer(hands, views, rules[g.level, m.dead], deck_words)
                code = advance(desks[at : at + 1], here, players, books)
                if code != HAND_OVER:
                    return code
                g.hands += 1
                g.table += 1
                note_broke(g, d, out)
                if g.pause:
                    return HAND_OVER
            else:
                g.table += 1
        give_places(g, at_start, out, places)
        rearrange(g, desks, marks, draw_words)
        g.table = 0
        g.round += 1
        g.level = min(g.round // g.level_hands, g.levels - 1)
        rounds -= 1
        if g.left == 1:
            return OVER
        if rounds <= 0:
            return PAUSE
