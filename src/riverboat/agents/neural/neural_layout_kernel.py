"""Where the numbers of the networks that play stand: their parameters, their weights, their memory."""

from __future__ import annotations

from riverboat.agents.kinds_kernel import STYLE_MEMORY
from riverboat.modeling.attributes_layout import ATTRIBUTES, TABLE

#: What the thesis's networks see of the game: strength, opponents, chips, cost, pot.
GAME_INPUTS = 5
#: What a player begins with, and ten of them, in small bets: what adaptive's inputs are measured by.
BUY_IN_SB = 200.0
ALL_CHIPS_SB = 10 * BUY_IN_SB

# adaptive: 5 + 9 * 7 inputs, hidden neurons, and three choices (fold, call, raise).
SLOTS = 9
INPUTS = GAME_INPUTS + SLOTS * ATTRIBUTES
HIDDEN = 24
CHOICES = 3
#: One set of weights: for each hidden neuron its inputs and bias, then for each choice the hidden neurons and bias.
SECOND_LAYER = HIDDEN * (INPUTS + 1)
NET = SECOND_LAYER + CHOICES * (HIDDEN + 1)
#: First whether it looks at attributes (1) or at the game alone (0), then a set for two seats and one for more.
SEES, NETS_AT = 0, 1
ADAPTIVE_WEIGHTS = NETS_AT + 2 * NET
#: The memory: the strength last worked out and for what, then a model of everyone at the table.
MODELS_AT = STYLE_MEMORY
ADAPTIVE_MEMORY = MODELS_AT + TABLE

# ann: the thesis's networks 1 to 3; two outputs (defensive, aggressive).
MOST_HIDDEN = 32
OUTPUTS = 2
# The named parameters, then the network's size and weights.
FOLD_BELOW, MIXED = 0, 1
N_INPUTS, N_HIDDEN = 2, 3
FIRST_AT = 4
SECOND_AT = FIRST_AT + MOST_HIDDEN * (GAME_INPUTS + 1)
ANN_WEIGHTS = SECOND_AT + OUTPUTS * (MOST_HIDDEN + 1) - N_INPUTS
#: The memory: what strength was last asked for, and what it was.
ANN_MEMORY = 2

# switcher: which style first, which then (counted from 1), and after how many hands; it counts the hands.
FIRST_STYLE, SECOND_STYLE, AFTER = 0, 1, 2
SEEN_HANDS = STYLE_MEMORY
SWITCHER_MEMORY = STYLE_MEMORY + 1
