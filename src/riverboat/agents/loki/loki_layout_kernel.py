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
TRAP, FADE, SURPRISE = 26, 27, 28
PARAMETERS = 29

# The head of the memory: what was seen and decided last, for `riverboat explain`.
SAW_STRENGTH, SAW_STRENGTH_N, SAW_PPOT, SAW_NPOT, SAW_EHS, SAW_ODDS = 0, 1, 2, 3, 4, 5
SAW_FOLDS, SAW_RULE, SAW_SHARE, SAW_LIMIT = 6, 7, 8, 9
SAW_EQUITY, SAW_STAY, SAW_RAISE, SAW_SHIFT, SAW_NEEDED, SAW_INCOME = 10, 11, 12, 13, 14, 15
SAW = 16
# What the tables below were worked out for.
STANDING_FOR, HAND_FOR, EVENTS_DONE, OUR_VALUE, PLACED_FOR = 16, 17, 18, 19, 20
BETS_NOW, STREET_NOW = 21, 22
HEAD = 32
#: By seat: our strength against that opponent alone.
SAW_EACH = HEAD
# By holding: its value on this board (0 where it can't be), and the next cards after which we are ahead or behind.
VALUE = SAW_EACH + MAX_SEATS
WON = VALUE + HOLDINGS
LOST = WON + HOLDINGS
#: Versions without opponent models keep nothing else.
SMALL_MEMORY = LOST + HOLDINGS

# Opponent models: by holding its place among the usual ones; by seat what was predicted, and a weight for each holding;
# by shelf whose it is (0: nobody's), what an opponent has done, and how much what they do of late speaks against that.
PLACE = SMALL_MEMORY
PREDICTED = PLACE + HOLDINGS
PREDICTIONS = 12
WEIGHTS = PREDICTED + MAX_SEATS * PREDICTIONS
OWNERS = WEIGHTS + MAX_SEATS * HOLDINGS
TALLIES = OWNERS + MAX_SEATS
SURPRISES = TALLIES + MAX_SEATS * SEAT_TALLIES
LARGE_MEMORY = SURPRISES + MAX_SEATS

# What was predicted of an opponent, of their whole weight: what we are ahead of, tied with and behind, the cards that
# help and that hurt us, as `sums_against` has them; our equity; folds, raises and bets, each with our equity there.
AHEAD, TIED, BEHIND, UP, DOWN = 0, 1, 2, 3, 4
EQUITY, FOLDS, FOLDS_EQUITY, RAISES, RAISES_EQUITY, BETS, BETS_EQUITY = 5, 6, 7, 8, 9, 10, 11

# Which rule decided.
RULE_ENTER, RULE_OPEN, RULE_TOO_WEAK, RULE_FREE = 1, 2, 3, 4
RULE_BET, RULE_RAISE, RULE_CHECK, RULE_POT_ODDS, RULE_STRONG, RULE_FOLD = 5, 6, 7, 8, 9, 10
RULE_BLUFF, RULE_SEMI_BLUFF, RULE_STEAL, RULE_FOLLOW, RULE_TRAP = 11, 12, 13, 14, 15
RULE_MADE, RULE_BLUFF_RAISE, RULE_SEMI_RAISE, RULE_FOLLOW_RAISE, RULE_RESTEAL = 16, 17, 18, 19, 20
RULE_WORTH_BET, RULE_WORTH_RAISE, RULE_WORTH_CHECK, RULE_WORTH_CALL, RULE_WORTH_FOLD = 21, 22, 23, 24, 25
RULE_NO_BLUFF = 26
