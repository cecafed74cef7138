"""Where the evolving player's numbers stand: its parameters and its memory.

Memory is one row of numbers. The hypercube lies at its end: by element (opponent segment x position x bets to call x
stage, with `crowd` also x number of opponents) a population of candidates, and by candidate the feedback it has had.
"""

from __future__ import annotations

# The places of the parameters, in the order of agents/evolving/parameters.py; 4, 6, 14 and 22 are retired.
LEARN, SEGMENTS, POPULATION, USES, STEP, CROWD, POWER, WEIGH, RECALL, FREEZE = 0, 1, 2, 3, 5, 7, 8, 9, 10, 11
TIES, CREDIT, SURVIVAL, OPPONENTS, OUTSIDE, BLUR, POOL, DOUBT, CAUTION = 12, 13, 15, 16, 17, 18, 19, 20, 21
LEAST_SHARE, USES_BEFORE, BETTOR, EXPLORE, AVERAGE = 23, 24, 25, 26, 27
PARAMETERS = 28

# What opponents are told apart by.
BY_SEAT, BY_NAME, BY_STYLE = 0, 1, 2
# Whose results a candidate is credited with: the hand's own, or those recorded for every action, by its chances to
# suggest them.
NO_RECALL, BY_CHANCES = 0, 2
# Who has feedback: the populations that suggested the action, or all that were asked, each for its own suggestion.
ALL_TIED, ALL_ALONE = 1, 3
# What is played frozen: an element's average candidate, its best, or all in turn. (In 0.1.0 a 1 meant another thing.)
AVERAGE_CANDIDATE, BEST_CANDIDATE, ALL_CANDIDATES = 0, 2, 3

# The hypercube without its dimension of opponents: their segments, and with `crowd` how many of them are in.
POSITIONS, BETS, STAGES = 3, 4, 4
CELLS = POSITIONS * BETS * STAGES
#: With `crowd`: one opponent, up to this many, or more.
CROWDS, SOME_OPPONENTS = 3, 3
#: The constants of a candidate: fold a, b; call a, b, c; raise a, b.
GENES = 7
FOLD_A, FOLD_B, CALL_A, CALL_B, CALL_C, RAISE_A, RAISE_B = range(GENES)
MOST_SEGMENTS = 12
#: Who suggests the same is kept as the bits of one number, which is exact up to here.
MOST_CANDIDATES = 52

# The head of the memory; the first two places are win_probability's.
HANDS, LOGGED, EVOLUTIONS, READY = 2, 3, 4, 5
HEAD = 16
# What is known of opponents, a row for each: who they are (plus 1), the segment that we were told (plus 1, 0 for none),
# hands, hands entered of their own will, bets and raises, calls.
KNOWN = HEAD
ROWS = 32
WHO, TOLD, SEEN, ENTERED, BOLD, CALLED = range(6)
KNOWN_ROW = 6
#: By segment: how often its players enter a hand, and how often they bet or raise where they do not fold.
CENTRES = KNOWN + ROWS * KNOWN_ROW
# The decisions of the hand that is being played: the element, x, what was done, whose turn it was, what had been paid
# before, a place that is retired, the tightest and the boldest that could be suggested, and who would have made it a
# fold, a call or a raise.
LOG = CENTRES + 2 * MOST_SEGMENTS
LOG_ROWS = 64
ELEMENT, STRENGTH, DONE_WISH, TURN, PAID, _, LEAST, MOST, WOULD = range(9)
LOG_ROW = 11
# By element: whose turn it is, the hand for which it is, the generation, the step size, whether it waits for evolution
# from outside; then the average candidate of all generations so far.
ELEMENTS = LOG + LOG_ROWS * LOG_ROW
CURSOR, STAMP, GENERATION, SIGMA, WAITS = range(5)
MEANS = 5
# Then what each action has brought with a hand of each strength: the sums of the results and of their squares, their
# weight, the sum of x.
RECORD = MEANS + GENES
STRENGTHS = 24
WISHES = 3
RESULTS, WEIGHT, PLACES, SQUARES = range(4)
RECORD_ROW = 4
ELEMENT_ROW = RECORD + STRENGTHS * WISHES * RECORD_ROW
# By candidate: the sum of its feedback, the sum of its weights, how often it had feedback, how often it was its turn.
TALLY_SUM, TALLY_WEIGHT, TALLY_COUNT, TALLY_TURNS = range(4)
TALLY_ROW = 4
