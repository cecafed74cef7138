"""The evolving player (Barone & While 1999), compiled: a hypercube of populations that learn while they play.

A candidate is seven constants that turn the win probability x into the chances to fold, call and raise. The game's
situation and the opponent's segment choose a population, whose members take turns from hand to hand. For several
opponents the tightest suggestion is played. After the hand what was won or lost goes to the candidates that suggested
what was done; when all have been used often enough, the population evolves. docs/agents/evolving.md has the whole.
"""

from __future__ import annotations

import math

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE, act, allowed, bets_to_call
from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.record_kernel import judge, remember
from riverboat.agents.styles.style_kernel import win_probability
from riverboat.arrays import Floats, Words
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.history_kernel import is_bet, kind_of, seat_of, street_of
from riverboat.games.engine.layout_kernel import BET, CALL, FOLDED, RAISE, Int, Record
from riverboat.kernel import Scalar, kernel

#: How many hands the typical player counts for in a judgement of style, and how they play.
TYPICAL_HANDS, TYPICAL_ENTERS, TYPICAL_BOLD = 4.0, 0.4, 0.5
_NEARLY_ONE = 1.0 - 1e-9
#: Beside the wishes: a segment of which nobody is in the hand.
ABSENT = 3


@kernel
def steepness(c: Scalar) -> Scalar:
    """The paper's eval(c) = c / (1 - c), finite also at 1."""
    bounded = min(c, _NEARLY_ONE)
    return bounded / (1.0 - bounded)


@kernel
def responses(genes: Floats, x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """The chances to fold, call and raise; by logarithms, so that nothing overflows."""
    fold = -steepness(genes[at.FOLD_B]) * (x - genes[at.FOLD_A])
    away = steepness(genes[at.CALL_B]) * (x - genes[at.CALL_A])
    height = steepness(genes[at.CALL_C])
    call = math.log(height) - away * away if height > 0.0 else -np.inf
    bold = steepness(genes[at.RAISE_B]) * (x + genes[at.RAISE_A] - 1.0)
    most = max(fold, call, bold)
    fold, call, bold = math.exp(fold - most), math.exp(call - most), math.exp(bold - most)
    total = fold + call + bold
    return fold / total, call / total, bold / total


@kernel
def is_raising_allowed(v: Record) -> Int:
    """Whether a bet or a raise is possible."""
    return allowed(v, RAISE) or allowed(v, BET)


@kernel
def suggestion(v: Record, genes: Floats, x: Scalar, draw: Scalar) -> Int:
    """What a candidate wants, as what it comes to: nobody folds where checking is free; a player who can't raise
    calls."""
    fold, call, _ = responses(genes, x)
    if draw < fold:
        return WISH_CALL if v.to_call <= 0 else WISH_FOLD
    if draw < fold + call:
        return WISH_CALL
    return WISH_RAISE if is_raising_allowed(v) else WISH_CALL


@kernel
def position_of(v: Record) -> Int:
    """Early, middle or late: the place in the order of speaking, of all before the flop, of those still in later."""
    n = np.int64(v.seats)
    if v.street == 0:
        last = np.int64(1) if n > 2 else np.int64(0)  # the big blind's position speaks last
        place, others = (np.int64(v.position) - last - 1 + n) % n, n - 1
    else:
        place, others = np.int64(0), np.int64(0)
        for seat in range(n):
            if seat != v.seat and v.status[seat] != FOLDED:
                others += 1
                place += (seat - np.int64(v.button) - 1 + n) % n < v.position
    return (4 * place + others) // (2 * others)  # place / others * 2, rounded


@kernel
def cell_of(v: Record) -> Int:
    """The cell of the hypercube that fits the situation."""
    return (position_of(v) * at.BETS + bets_to_call(v)) * at.STAGES + min(np.int64(v.street), at.STAGES - 1)


@kernel
def row_of(memory: Floats, who: Int) -> Int:
    """Where it stands what is known of a player; a player not met before takes the place of one met long ago."""
    row = at.KNOWN + (np.int64(who) % at.ROWS) * at.KNOWN_ROW
    if memory[row + at.WHO] != np.float64(who + 1):
        for index in range(at.KNOWN_ROW):
            memory[row + index] = 0.0
        memory[row + at.WHO] = np.float64(who + 1)
    return row


@kernel
def enters(memory: Floats, who: Int) -> Scalar:
    """How often an opponent enters a hand, as far as it has been seen."""
    row = row_of(memory, who)
    return (memory[row + at.ENTERED] + TYPICAL_HANDS * TYPICAL_ENTERS) / (memory[row + at.SEEN] + TYPICAL_HANDS)


@kernel
def segment_of(params: Floats, memory: Floats, who: Int) -> Int:
    """The segment of an opponent: their own, the one of their name, or the one whose players play most like them."""
    segments = np.int64(params[at.SEGMENTS])
    if segments == 1:
        return np.int64(0)
    if params[at.OPPONENTS] == at.BY_SEAT:
        return np.int64(who) % segments
    row = row_of(memory, who)
    if memory[row + at.TOLD] > 0:
        return np.int64(memory[row + at.TOLD]) - 1
    acts = memory[row + at.BOLD] + memory[row + at.CALLED] + TYPICAL_HANDS
    bold = (memory[row + at.BOLD] + TYPICAL_HANDS * TYPICAL_BOLD) / acts
    often = enters(memory, who)
    best, nearest = np.int64(0), np.inf
    for segment in range(segments):
        across = often - memory[at.CENTRES + 2 * segment]
        along = bold - memory[at.CENTRES + 2 * segment + 1]
        if across * across + along * along < nearest:
            best, nearest = np.int64(segment), across * across + along * along
    return best


@kernel
def element_of(v: Record, params: Floats, segment: Int) -> Int:
    """The element of the hypercube that fits the situation, against a segment; with `crowd` by how many are in."""
    if params[at.CROWD] == 0:
        return segment * at.CELLS + cell_of(v)
    opponents = np.int64(v.n_in) - 1
    crowd = 0 if opponents <= 1 else 1 if opponents <= at.SOME_OPPONENTS else 2
    return (segment * at.CROWDS + crowd) * at.CELLS + cell_of(v)


@kernel
def n_elements(params: Floats) -> Int:
    """How many elements the hypercube has."""
    return np.int64(params[at.SEGMENTS]) * (at.CROWDS if params[at.CROWD] != 0 else 1) * at.CELLS


@kernel
def candidates_start(params: Floats) -> Int:
    """Where the candidates begin."""
    return at.ELEMENTS + n_elements(params) * at.ELEMENT_ROW


@kernel
def genes_of(params: Floats, memory: Floats, element: Int, member: Int) -> Floats:
    """The constants of a candidate."""
    index = candidates_start(params) + (element * np.int64(params[at.POPULATION]) + member) * at.GENES
    return memory[index : index + at.GENES]


@kernel
def tally_of(params: Floats, memory: Floats, element: Int, member: Int) -> Floats:
    """The feedback that a candidate has had."""
    members = np.int64(params[at.POPULATION])
    index = candidates_start(params) + n_elements(params) * members * at.GENES
    index += (element * members + member) * at.TALLY_ROW
    return memory[index : index + at.TALLY_ROW]


@kernel
def turn_of(params: Floats, memory: Floats, element: Int) -> Int:
    """The member whose turn it is: the same one for a whole hand, the next one in the next hand that asks."""
    row = at.ELEMENTS + element * at.ELEMENT_ROW
    if memory[row + at.STAMP] != memory[at.HANDS] + 1.0:
        memory[row + at.STAMP] = memory[at.HANDS] + 1.0
        memory[row + at.CURSOR] = (memory[row + at.CURSOR] + 1.0) % params[at.POPULATION]
    return np.int64(memory[row + at.CURSOR])


@kernel
def log_decision(v: Record, params: Floats, memory: Floats, element: Int, wish: Int, x: Scalar, draw: Scalar) -> None:
    """Write down a decision and what it would have been with each member."""
    index = np.int64(memory[at.LOGGED])
    if index >= at.LOG_ROWS:
        return
    row = at.LOG + index * at.LOG_ROW
    for each in range(at.WISHES):
        memory[row + at.WOULD + each] = 0.0
    for member in range(np.int64(params[at.POPULATION])):
        would = suggestion(v, genes_of(params, memory, element, member), x, draw)
        memory[row + at.WOULD + would] += 2.0**member
    memory[row + at.ELEMENT] = np.float64(element)
    memory[row + at.STRENGTH] = x
    memory[row + at.DONE_WISH] = np.float64(wish)
    memory[row + at.TURN] = memory[at.ELEMENTS + element * at.ELEMENT_ROW + at.CURSOR]
    memory[row + at.PAID] = np.float64(v.paid[v.seat])
    memory[row + at.LEAST] = np.float64(WISH_CALL if v.to_call <= 0 else WISH_FOLD)
    memory[row + at.MOST] = np.float64(WISH_RAISE if is_raising_allowed(v) else WISH_CALL)
    memory[at.LOGGED] = np.float64(index + 1)


@kernel
def bettor_of(v: Record, params: Floats, memory: Floats) -> Int:
    """The segment of the last player to bet or raise in this round; -1 where nobody else did, or it is not asked."""
    if params[at.BETTOR] == 0:
        return -1
    for back in range(v.n_history):
        entry = v.history[v.n_history - 1 - back]
        if street_of(entry) != v.street:
            return -1
        if is_bet(entry) and seat_of(entry) != v.seat:
            return segment_of(params, memory, np.int64(v.who[seat_of(entry)]))
    return -1


@kernel
def parts_of(v: Record, params: Floats, memory: Floats) -> Floats:
    """How much of a decision is about each segment: its part of the opponents who are in.

    Before the flop a player who has not spoken yet counts as often as they have been seen to enter a hand. With
    `bettor` the player who bet last makes half of it.
    """
    parts = np.zeros(np.int64(params[at.SEGMENTS]))
    spoken = np.int64(0)
    for index in range(v.n_history):
        spoken |= np.int64(1) << seat_of(v.history[index])
    for seat in range(v.seats):
        if seat != v.seat and v.status[seat] != FOLDED:
            who = np.int64(v.who[seat])
            waits = v.street == 0 and not (spoken >> seat) & 1
            parts[segment_of(params, memory, who)] += enters(memory, who) if waits else 1.0
    total = 0.0
    for segment in range(len(parts)):
        total += parts[segment]
    for segment in range(len(parts)):
        parts[segment] /= total
    bettor = bettor_of(v, params, memory)
    if bettor >= 0:
        for segment in range(len(parts)):
            parts[segment] *= 0.5
        parts[bettor] += 0.5
    return parts


@kernel
def log_decisions(v: Record, params: Floats, memory: Floats, wishes: Int, wish: Int, x: Scalar, draw: Scalar) -> None:
    """Write down a decision for the populations that have feedback of it; `wishes` has two bits for each segment."""
    parts = parts_of(v, params, memory)
    for segment in range(np.int64(params[at.SEGMENTS])):
        own = (wishes >> (2 * segment)) & 3
        if own == ABSENT or parts[segment] < params[at.LEAST_SHARE]:
            continue
        if own == wish or params[at.TIES] == at.ALL_ALONE:
            log_decision(v, params, memory, element_of(v, params, segment), wish, x, draw)


@kernel
def explored(v: Record, params: Floats, wish: Int, words: Words) -> Int:
    """What is done instead of a wish now and then: a call or a raise. What a fold brings is known."""
    if params[at.EXPLORE] == 0:
        return wish
    chance = uniform(words)
    if chance >= params[at.EXPLORE]:
        return wish
    return WISH_RAISE if 2.0 * chance < params[at.EXPLORE] and is_raising_allowed(v) else WISH_CALL


@kernel
def evolving_wish(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise: the tightest of what is suggested for each opponent. One draw serves all candidates."""
    draw = uniform(words)
    uniform(words)  # drawn by a rule that is gone, and still drawn, so that a seed plays as it always did
    x = win_probability(v, memory)
    if params[at.POWER] != 0:
        x = x ** (np.float64(v.n_in) - 1.0)
    present = np.int64(0)
    for seat in range(v.seats):
        if seat != v.seat and v.status[seat] != FOLDED:
            present |= np.int64(1) << segment_of(params, memory, np.int64(v.who[seat]))
    tightest, wishes = np.int64(ABSENT), np.int64(0)
    for segment in range(np.int64(params[at.SEGMENTS])):
        wish = np.int64(ABSENT)
        if (present >> segment) & 1:
            element = element_of(v, params, segment)
            turn = turn_of(params, memory, element)
            wish = np.int64(suggestion(v, genes_of(params, memory, element, turn), x, draw))
        tightest = min(tightest, wish)
        wishes |= wish << (2 * segment)
    if params[at.LEARN] != 0:
        tightest = explored(v, params, tightest, words)
        log_decisions(v, params, memory, wishes, tightest, x, draw)
    return tightest


@kernel
def observe(v: Record, memory: Floats) -> None:
    """Count what the others did in a hand: whether they entered it, how often they bet, raised and called."""
    entered = np.int64(0)
    for index in range(v.n_history):
        event = v.history[index]
        seat, bold = seat_of(event), is_bet(event)
        if bold or kind_of(event) == CALL:
            row = row_of(memory, np.int64(v.who[seat]))
            memory[row + (at.BOLD if bold else at.CALLED)] += 1.0
            if street_of(event) == 0:
                entered |= np.int64(1) << seat
    for seat in range(v.seats):
        row = row_of(memory, np.int64(v.who[seat]))
        memory[row + at.SEEN] += 1.0
        memory[row + at.ENTERED] += np.float64((entered >> seat) & 1)


@kernel
def fitness(params: Floats, memory: Floats, element: Int, member: Int) -> Scalar:
    """The mean feedback of a candidate."""
    tally = tally_of(params, memory, element, member)
    return tally[at.TALLY_SUM] / max(tally[at.TALLY_WEIGHT], 1e-9)


@kernel
def normal(words: Words) -> Scalar:
    """A draw from the standard normal law (Box & Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform(words)))
    return radius * math.cos(2.0 * math.pi * uniform(words))


@kernel
def mutate(parent: Floats, child: Floats, step: Scalar, words: Words) -> None:
    """A child of one parent: every constant moved at random, within 0 and 1."""
    for gene in range(at.GENES):
        child[gene] = min(1.0, max(0.0, parent[gene] + step * normal(words)))


@kernel
def sort_by_fitness(params: Floats, memory: Floats, element: Int) -> None:
    """Bring the fitter half of a population to the parents' places, the rest to the offspring's."""
    members = np.int64(params[at.POPULATION])
    fit = np.empty(members)
    genes, tallies = np.empty((members, at.GENES)), np.empty((members, at.TALLY_ROW))
    for member in range(members):
        fit[member] = fitness(params, memory, element, member)
        genes[member] = genes_of(params, memory, element, member)
        tallies[member] = tally_of(params, memory, element, member)
    order = np.argsort(-fit)
    for rank in range(members):
        place = 2 * rank if 2 * rank < members else 2 * rank + 1 - members
        genes_of(params, memory, element, place)[:] = genes[order[rank]]
        tally_of(params, memory, element, place)[:] = tallies[order[rank]]


@kernel
def choose_survivors(params: Floats, memory: Floats, element: Int) -> None:
    """Put the survivors in the parents' places: the fitter half of all, or the fitter of each pair."""
    if params[at.SURVIVAL] != 0:
        sort_by_fitness(params, memory, element)
        return
    for pair in range(np.int64(params[at.POPULATION]) // 2):
        if fitness(params, memory, element, 2 * pair + 1) > fitness(params, memory, element, 2 * pair):
            genes_of(params, memory, element, 2 * pair)[:] = genes_of(params, memory, element, 2 * pair + 1)


@kernel
def average_parents(params: Floats, memory: Floats, element: Int) -> None:
    """Take the survivors of a generation into the average of all generations; later ones count for more.

    Polynomial-decay averaging (Shamir & Zhang 2013): with `average` g the k-th weighs about k to the power g.
    """
    row = at.ELEMENTS + element * at.ELEMENT_ROW
    pairs = np.int64(params[at.POPULATION]) // 2
    rate = (1.0 + params[at.AVERAGE]) / (1.0 + params[at.AVERAGE] + memory[row + at.GENERATION])
    for gene in range(at.GENES):
        mean = 0.0
        for pair in range(pairs):
            mean += genes_of(params, memory, element, 2 * pair)[gene] / pairs
        memory[row + at.MEANS + gene] += rate * (mean - memory[row + at.MEANS + gene])


@kernel
def evolve(params: Floats, memory: Floats, element: Int, words: Words) -> None:
    """(1+1)-ES: the fitter of each pair survives as the parent, and its mutant is the new offspring."""
    row = at.ELEMENTS + element * at.ELEMENT_ROW
    pairs = np.int64(params[at.POPULATION]) // 2
    choose_survivors(params, memory, element)
    average_parents(params, memory, element)
    for pair in range(pairs):
        parent = genes_of(params, memory, element, 2 * pair)
        mutate(parent, genes_of(params, memory, element, 2 * pair + 1), memory[row + at.SIGMA], words)
        tally_of(params, memory, element, 2 * pair)[:] = 0.0
        tally_of(params, memory, element, 2 * pair + 1)[:] = 0.0
    memory[row + at.GENERATION] += 1.0
    memory[at.EVOLUTIONS] += 1.0


@kernel
def is_used(params: Floats, memory: Floats, element: Int) -> Int:
    """Whether every member of a population has been used often enough."""
    before_flop = element % at.STAGES == 0 and params[at.USES_BEFORE] > 0
    wanted = params[at.USES_BEFORE if before_flop else at.USES]
    for member in range(np.int64(params[at.POPULATION])):
        if tally_of(params, memory, element, member)[at.TALLY_COUNT] < wanted:
            return 0
    return 1


@kernel
def credit_member(params: Floats, memory: Floats, row: Int, member: Int, reward: Scalar, weight: Scalar = 1.0) -> None:
    """Give one candidate feedback."""
    tally = tally_of(params, memory, np.int64(memory[row + at.ELEMENT]), member)
    tally[at.TALLY_SUM] += weight * reward
    tally[at.TALLY_WEIGHT] += weight
    tally[at.TALLY_COUNT] += 1.0


@kernel
def credit_recalled(params: Floats, memory: Floats, row: Int) -> None:
    """Credit every candidate with what its action has brought so far with such a hand."""
    element, x = np.int64(memory[row + at.ELEMENT]), memory[row + at.STRENGTH]
    folded = 0.0 if params[at.CREDIT] != 0 else -memory[row + at.PAID]
    brings = np.empty(at.WISHES)
    judge(params, memory, element, x, folded, brings)
    least, most = np.int64(memory[row + at.LEAST]), np.int64(memory[row + at.MOST])
    for member in range(np.int64(params[at.POPULATION])):
        chance = responses(genes_of(params, memory, element, member), x)
        value = 0.0
        for wish in range(at.WISHES):
            comes_to: Int = min(max(wish, least), most)
            value += chance[wish] * brings[comes_to]
        credit_member(params, memory, row, member, value)


@kernel
def credit_agreeing(params: Floats, memory: Floats, row: Int, reward: Scalar) -> None:
    """Credit the candidates that suggested what was done with what the hand gave, as the paper does."""
    done = np.int64(memory[row + at.DONE_WISH])
    members, same = np.int64(params[at.POPULATION]), np.int64(memory[row + at.WOULD + done])
    agreeing: Int = 0
    for member in range(members):
        agreeing += (same >> member) & 1
    weight = np.float64(members) / max(np.float64(agreeing), 1.0) if params[at.WEIGH] != 0 else 1.0
    for member in range(members):
        if (same >> member) & 1:
            credit_member(params, memory, row, member, reward, weight)


@kernel
def credit_decision(params: Floats, memory: Floats, row: Int, won: Scalar) -> None:
    """Feedback for one decision of the log."""
    element, done = np.int64(memory[row + at.ELEMENT]), np.int64(memory[row + at.DONE_WISH])
    reward = won + memory[row + at.PAID] if params[at.CREDIT] != 0 else won
    if params[at.RECALL] != at.NO_RECALL:
        remember(memory, element, memory[row + at.STRENGTH], done, reward, 1.0)
        credit_recalled(params, memory, row)
    else:
        credit_agreeing(params, memory, row, reward)
    tally_of(params, memory, element, np.int64(memory[row + at.TURN]))[at.TALLY_TURNS] += 1.0


@kernel
def give_feedback(params: Floats, memory: Floats, won: Scalar, words: Words) -> None:
    """What a hand gave, to the candidates of its decisions; then evolve what has been used enough."""
    logged = np.int64(memory[at.LOGGED])
    for index in range(logged):
        credit_decision(params, memory, at.LOG + index * at.LOG_ROW, won)
    for index in range(logged):
        element = np.int64(memory[at.LOG + index * at.LOG_ROW + at.ELEMENT])
        if is_used(params, memory, element):
            if params[at.OUTSIDE] == 0:
                evolve(params, memory, element, words)
            elif memory[at.ELEMENTS + element * at.ELEMENT_ROW + at.WAITS] == 0:
                memory[at.ELEMENTS + element * at.ELEMENT_ROW + at.WAITS] = 1.0
                memory[at.READY] += 1.0


@kernel
def evolving_learn(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """See how a hand ended."""
    if params[at.SEGMENTS] > 1 and params[at.OPPONENTS] != at.BY_SEAT:
        observe(v, memory)
    if params[at.LEARN] != 0 and memory[at.LOGGED] > 0:
        won = np.float64(v.won[v.seat]) / np.float64(v.unit) - np.float64(v.paid[v.seat])
        give_feedback(params, memory, won, words)
    memory[at.LOGGED] = 0.0
    memory[at.HANDS] += 1.0


@kernel
def evolving_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The tightest suggestion, as an action."""
    return act(v, evolving_wish(v, params, memory, words), words)
