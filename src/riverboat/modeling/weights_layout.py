"""How tallies of a player's actions are laid out: twelve situations, each a row of numbers."""

from __future__ import annotations

#: Before the flop facing one, two, three bets; on each later street facing none, one, two or more.
SITUATIONS = 12
#: The places of hands among the usual ones on a board, from the worst to the best.
PLACES = 100
#: Hands shown are counted by fifths of what a player may have held.
FIFTHS = 5
#: A situation's numbers: folds, calls and checks, bets and raises; then shown calls and shown raises by fifths.
TALLY = 3 + 2 * FIFTHS
SEAT_TALLIES = SITUATIONS * TALLY
