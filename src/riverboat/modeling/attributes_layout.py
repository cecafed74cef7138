"""Where the numbers of a player's model stand, and what counts as a bluff and as slow play."""

from __future__ import annotations

import math

from riverboat.games.engine.layout_kernel import MAX_SEATS

TRAITS = 3
AGGRESSIVENESS, TIGHTNESS, RISKINESS = 0, 1, 2
#: The seven attributes, in the thesis's order.
ATTRIBUTES = 7
#: This many hands are recent.
RECENT = 10
#: How many hands the overall mean goes back: all of them; at the table about this many, older ones fading away.
ALL_HANDS, LASTING = math.inf, 50.0
# What is kept of a trait: how many hands, the mean of their ratios, and the last ten ratios.
COUNT, MEAN, RING = 0, 1, 2
TRAIT = RING + RECENT
# What is kept of a player; and of a table full of them: whose model stands where (see shelves_kernel), and the models.
PLAYER = TRAITS * TRAIT
OWNERS, MODELS = 0, MAX_SEATS
TABLE = MODELS + MAX_SEATS * PLAYER
#: Aggressive below this strength is a bluff, defensive above that one a slow play (the thesis's figure 14).
BLUFF_BELOW, SLOW_ABOVE = 0.46, 0.63
