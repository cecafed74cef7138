"""Where the numbers of a player's habits stand, and what a typical player does."""

from __future__ import annotations

from riverboat.games.engine.layout_kernel import MAX_SEATS

#: Before the flop facing one bet, facing more; later facing none, one, more.
SITUATIONS = 5
# What is kept of a situation: cases, folds, bets and raises; all fade.
CASES, FOLDS, RAISES = 0, 1, 2
SITUATION = 3
#: What is kept of a player, and of a table full of them: whose habits stand where (see shelves_kernel), and these.
HABITS = SITUATIONS * SITUATION
OWNERS = 0
HABITS_TABLE = MAX_SEATS + MAX_SEATS * HABITS
#: What every new case leaves of the earlier ones: those of about forty count.
FADING = 0.975
MOST_CASES = 1.0 / (1.0 - FADING)
#: A typical player's cases count for this many; how often they fold, and how often they raise.
PRIOR = 4.0
TYPICAL_FOLDS = (0.25, 0.2, 0.0, 0.35, 0.2)
TYPICAL_RAISES = (0.3, 0.15, 0.4, 0.15, 0.2)
#: Numbers that a network is told of a player's habits.
RATES = 2 * SITUATIONS - 1
