"""What a session keeps beside the hand that is being played: one record, and what its numbers mean.

A table has chairs, which players keep for a session. The seats of a hand are the chairs of those who play it: where
somebody sits out, there are fewer seats than chairs.
"""

from __future__ import annotations

from riverboat.games.engine.layout_kernel import MAX_SEATS, packed

# What the session is doing.
BETWEEN, PLAYING, FINISHED = 0, 1, 2
# What `advance` answers with, other than the number of a player whose action is wanted.
OVER, HAND_OVER, BROKEN, HAND_BEGUN = -1, -2, -3, -5

DESK = packed(
    [
        ("state", "i8"),
        ("deal", "i8"),  # which deal of the session this is
        ("deals", "i8"),  # how many there are
        ("chairs", "i8"),
        ("seats", "i8"),  # of this hand
        ("button", "i8"),  # the chair that deals
        ("carry", "i8"),  # stacks are carried from hand to hand; else every hand begins with the buy-in
        ("sit_out", "i8"),  # broke players sit out; otherwise they rebuy
        ("needed", "i8"),  # cards that a hand can use
        ("pause", "i8"),  # answer HAND_OVER after every hand
        ("heralds", "i8"),  # answer HAND_BEGUN before anybody acts
        ("heralded", "i8"),  # of this hand that was answered
        ("lucky", "i8"),  # the randomness of agents belongs to chairs; else they keep their own
        ("digest", "u8"),  # of all hands so far
        ("luck", "u8", (MAX_SEATS, 4)),  # by chair: the generator of its agents' randomness
        ("stack", "i8", MAX_SEATS),  # by chair
        ("player", "i8", MAX_SEATS),  # by chair
        ("chair", "i8", MAX_SEATS),  # by seat
    ]
)

# What is counted of each player, by column (see modeling/statistics.py for what the figures mean).
HANDS, DECIDED, ENTERED, RAISED, AGGRESSIVE, CALLS, SAW_SECOND, SHOWDOWNS, SHOWDOWNS_WON, REBUYS = range(10)
COLUMNS = 10
