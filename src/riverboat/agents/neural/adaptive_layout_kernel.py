"""Where the numbers of `adaptive` stand: what it sees, its weights, its memory."""

from __future__ import annotations

from riverboat.agents.kinds_kernel import STYLE_MEMORY
from riverboat.modeling.attributes_layout import ATTRIBUTES, TABLE
from riverboat.modeling.habits_layout import HABITS_TABLE, RATES

# What it sees of the game, by place; each number is somewhere between -2 and 2.
STREET = 0  # four flags
PREFLOP_EQUITY, PREFLOP_SHARE, PREFLOP_SHARE_HERE = 4, 5, 6
STRENGTH = 7  # on flop, turn and river, each at its place
STRENGTH_HIGH, STRENGTH_OF_ALL, STRENGTH_TIGHT = 10, 11, 12
FLUSH_DRAW, STRAIGHT_DRAW, OVERCARDS, BOARD_PAIRED, BOARD_SUITED = 13, 14, 15, 16, 17
OPPONENTS, ONE_OVER_OPPONENTS = 18, 19
BETS, ODDS, POT, RAISES, MAY_RAISE = 20, 21, 22, 23, 24
TO_ACT, BEFORE_ME, POSITION = 25, 26, 27
EARLIER_RAISES = 28  # before the flop, on the flop, on the turn
LED, WAS_LED = 31, 32
OWN_BETS, OWN_CHECK, OWN_CALL = 33, 34, 35
AGGRESSOR = 36
GAME = 37
#: What it sees of a player: the thesis's seven attributes, habits, and how well they are known.
PLAYER = ATTRIBUTES + RATES + 1
# Three groups: the mean of all who are in, the last aggressor, the mean of those still to act.
EVERYONE, LAST_AGGRESSOR, STILL_TO_ACT = GAME, GAME + PLAYER, GAME + 2 * PLAYER
INPUTS = GAME + 3 * PLAYER
#: With two at the table the first group says all.
INPUTS_OF_TWO = GAME + PLAYER

HIDDEN = 48
CHOICES = 3
#: One set of weights: for each input, and then for the bias, its hidden neurons; for each hidden neuron, and then for
#: the bias, its choices.
SECOND_LAYER = (INPUTS + 1) * HIDDEN
NET = SECOND_LAYER + (HIDDEN + 1) * CHOICES
#: First whether it looks at opponents (1) or at the game alone (0), then a set for two seats and one for more.
SEES, NETS_AT = 0, 1
WEIGHTS = NETS_AT + 2 * NET
#: The memory: what was last asked of the own cards, and the answer; then attributes and habits of everyone.
CARDS_AT = STYLE_MEMORY
ASKED, TIGHT, DRAWS = 0, 1, 2
CARDS = DRAWS + 5
MODELS_AT = CARDS_AT + CARDS
HABITS_AT = MODELS_AT + TABLE
MEMORY = HABITS_AT + HABITS_TABLE
