"""Where Lokibot's numbers stand: its parameters, its memory, and the rules by which it decides."""

from __future__ import annotations

from riverboat.games.engine.layout_kernel import MAX_SEATS
from riverboat.modeling.weights_layout import SEAT_TALLIES

HOLDINGS = 1326

# The places of the parameters, in the order of agents/loki/versions.py.
MODELS, WEIGHTING, SELECTION, POTENTIAL = 0, 1, 2, 3
BET_AT, RAISE_AT, RERAISE_AT, CALL_AT, CALL_ODDS = 4, 5, 6, 7, 8
ENTER, ENTER_TWO, LATE, PER_BET, OPEN = 9, 10, 11, 12, 13
SIMPLE_ENTER, SIMPLE_RAISE = 14, 15
MIX, BLUFF, BLUFF_GAIN, FOLLOW, FOLLOW_RAISE, STEAL_AT = 16, 17, 18, 19, 20, 21
TRUST, WIDTH, DOUBT, SHOWN_TRUST = 22, 23, 24, 25
PARAMETERS = 26

# The head of the memory: what was seen and decided last, for `riverboat explain`.
SAW_STRENGTH, SAW_STRENGTH_N, SAW_PPOT, SAW_NPOT, SAW_EHS, SAW_ODDS = 0, 1, 2, 3, 4, 5
SAW_FOLDS, SAW_RULE, SAW_SHARE, SAW_LIMIT, SAW_BLUFF = 6, 7, 8, 9, 10
# What the tables below were worked out for.
STANDING_FOR, HAND_FOR, EVENTS_DONE, OUR_VALUE, RANKED_FOR, RANKS = 11, 12, 13, 14, 15, 16
BETS_NOW, STREET_NOW, HANDS_SEEN = 17, 18, 19
HEAD = 32
#: By seat: our strength against that opponent alone.
SAW_EACH = HEAD
# By holding: its value on this board (0 where it can't be), and the next cards after which we are ahead or behind.
VALUE = SAW_EACH + MAX_SEATS
WON = VALUE + HOLDINGS
LOST = WON + HOLDINGS
#: Versions without opponent models keep nothing else.
SMALL_MEMORY = LOST + HOLDINGS

# Opponent models: by holding the rank of its value among all; by seat a weight for each holding; by shelf what an
# opponent has done, and whose shelf it is (0: nobody's).
RANK = SMALL_MEMORY
WEIGHTS = RANK + HOLDINGS
OWNERS = WEIGHTS + MAX_SEATS * HOLDINGS
TALLIES = OWNERS + MAX_SEATS
LARGE_MEMORY = TALLIES + MAX_SEATS * SEAT_TALLIES

# Which rule decided.
RULE_ENTER, RULE_OPEN, RULE_TOO_WEAK, RULE_FREE = 1, 2, 3, 4
RULE_BET, RULE_RAISE, RULE_CHECK, RULE_POT_ODDS, RULE_STRONG, RULE_FOLD = 5, 6, 7, 8, 9, 10
RULE_BLUFF, RULE_SEMI_BLUFF, RULE_STEAL, RULE_FOLLOW, RULE_TRAP = 11, 12, 13, 14, 15
