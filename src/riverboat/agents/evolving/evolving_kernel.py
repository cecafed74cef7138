"""The evolving player (Barone & While 1999), compiled: a hypercube of populations that learn while they play.

A candidate is seven constants that turn the win probability x into the chances to fold, call and raise. The game's
situation and the opponent's segment choose a population, whose members take turns from hand to hand. For several
opponents the tightest suggestion is played. After the hand what was won or lost goes to the candidates that suggested
what was done; when all have been used often enough, the population evolves. docs/agents/evolving.md has the whole.
"""

from __future__ import annotations

import math

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE, allowed, bets_to_call
from riverboat.agents.evolving.evolving_layout_kernel import (
    ADAPT,
    ALL_ALONE,
    ALL_PRESENT,
    ALL_TIED,
    AVERAGE,
    BETS,
    BETTOR,
    BOLD,
    BY_CHANCES,
    BY_FEEDBACK,
    BY_SEAT,
    CALL_A,
    CALL_B,
    CALL_C,
    CALLED,
    CELLS,
    CENTRES,
    COOL,
    COUNT,
    CREDIT,
    CURSOR,
    DONE_WISH,
    ELEMENT,
    ELEMENT_ROW,
    ELEMENTS,
    ENTERED,
    EVOLUTIONS,
    EXPLORE,
    FOLD_A,
    FOLD_B,
    GENERATION,
    GENES,
    GROW,
    HANDS,
    KEEP,
    KNOWN,
    KNOWN_ROW,
    LEARN,
    LEAST,
    LEAST_SHARE,
    LOG,
    LOG_ROW,
    LOG_ROWS,
    LOGGED,
    MEANS,
    MOST,
    NO_RECALL,
    OPPONENTS,
    OUTSIDE,
    PAID,
    POPULATION,
    POWER,
    RAISE_A,
    RAISE_B,
    READY,
    RECALL,
    ROWS,
    SEEN,
    SEGMENTS,
    SHARE,
    SIGMA,
    STAGES,
    STAMP,
    STRENGTH,
    SURVIVAL,
    TALLY_COUNT,
    TALLY_ROW,
    TALLY_SUM,
    TALLY_TURNS,
    TALLY_WEIGHT,
    TIES,
    TOLD,
    TURN,
    USES,
    USES_BEFORE,
    WAITS,
    WEIGH,
    WEIGHS,
    WHO,
    WISHES,
    WOULD,
)
from riverboat.agents.evolving.record_kernel import judge, remember
from riverboat.agents.styles.style_kernel import win_probability
from riverboat.arrays import Floats, Words
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.layout_kernel import BET, CALL, FOLDED, RAISE, Int, Record
from riverboat.kernel import Scalar, kernel

#: How many hands the typical player counts for in a judgement of style, and how he plays.
TYPICAL_HANDS, TYPICAL_ENTERS, TYPICAL_BOLD = 4.0, 0.4, 0.5
#: The one-fifth rule (Rechenberg 1965): more successes than one in five lengthen the step, fewer shorten it.
LONGER, SHORTER = 1.22, 1.22**-0.25
LEAST_STEP, MOST_STEP = 0.005, 0.5
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
    fold = -steepness(genes[FOLD_B]) * (x - genes[FOLD_A])
    away = steepness(genes[CALL_B]) * (x - genes[CALL_A])
    height = steepness(genes[CALL_C])
    call = math.log(height) - away * away if height > 0.0 else -np.inf
    bold = steepness(genes[RAISE_B]) * (x + genes[RAISE_A] - 1.0)
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
    """What a candidate wants, as what it comes to: nobody folds where checking is free; who can't raise calls."""
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
    return (position_of(v) * BETS + bets_to_call(v)) * STAGES + min(np.int64(v.street), STAGES - 1)


@kernel
def row_of(memory: Floats, who: Int) -> Int:
    """Where it stands what is known of a player; a player not met before takes the place of one met long ago."""
    row = KNOWN + (np.int64(who) % ROWS) * KNOWN_ROW
    if memory[row + WHO] != np.float64(who + 1):
        for at in range(KNOWN_ROW):
            memory[row + at] = 0.0
        memory[row + WHO] = np.float64(who + 1)
    return row


@kernel
def enters(memory: Floats, who: Int) -> Scalar:
    """How often an opponent enters a hand, as far as it has been seen."""
    row = row_of(memory, who)
    return (memory[row + ENTERED] + TYPICAL_HANDS * TYPICAL_ENTERS) / (memory[row + SEEN] + TYPICAL_HANDS)


@kernel
def segment_of(params: Floats, memory: Floats, who: Int) -> Int:
    """The segment of an opponent: his own, the one of his name, or the one whose players play most like him."""
    segments = np.int64(params[SEGMENTS])
    if segments == 1:
        return np.int64(0)
    if params[OPPONENTS] == BY_SEAT:
        return np.int64(who) % segments
    row = row_of(memory, who)
    if memory[row + TOLD] > 0:
        return np.int64(memory[row + TOLD]) - 1
    acts = memory[row + BOLD] + memory[row + CALLED] + TYPICAL_HANDS
    bold = (memory[row + BOLD] + TYPICAL_HANDS * TYPICAL_BOLD) / acts
    often = enters(memory, who)
    best, nearest = np.int64(0), np.inf
    for segment in range(segments):
        across = often - memory[CENTRES + 2 * segment]
        along = bold - memory[CENTRES + 2 * segment + 1]
        if across * across + along * along < nearest:
            best, nearest = np.int64(segment), across * across + along * along
    return best


@kernel
def candidates_start(params: Floats) -> Int:
    """Where the candidates begin."""
    return ELEMENTS + np.int64(params[SEGMENTS]) * CELLS * ELEMENT_ROW


@kernel
def genes_of(params: Floats, memory: Floats, element: Int, member: Int) -> Floats:
    """The constants of a candidate."""
    at = candidates_start(params) + (element * np.int64(params[POPULATION]) + member) * GENES
    return memory[at : at + GENES]


@kernel
def tally_of(params: Floats, memory: Floats, element: Int, member: Int) -> Floats:
    """The feedback that a candidate has had."""
    members = np.int64(params[POPULATION])
    at = candidates_start(params) + np.int64(params[SEGMENTS]) * CELLS * members * GENES
    at += (element * members + member) * TALLY_ROW
    return memory[at : at + TALLY_ROW]


@kernel
def turn_of(params: Floats, memory: Floats, element: Int) -> Int:
    """The member whose turn it is: the same one for a whole hand, the next one in the next hand that asks."""
    row = ELEMENTS + element * ELEMENT_ROW
    if memory[row + STAMP] != memory[HANDS] + 1.0:
        memory[row + STAMP] = memory[HANDS] + 1.0
        memory[row + CURSOR] = (memory[row + CURSOR] + 1.0) % params[POPULATION]
    return np.int64(memory[row + CURSOR])


@kernel
def log_decision(
    v: Record, params: Floats, memory: Floats, element: Int, wish: Int, veto: Int, x: Scalar, draw: Scalar, part: Scalar
) -> None:
    """Write down a decision and what it would have been with each member.

    `veto` is the tightest suggestion of the other populations that is taken into account, `part` the segment's part of
    the opponents who are in.
    """
    at = np.int64(memory[LOGGED])
    if at >= LOG_ROWS:
        return
    row = LOG + at * LOG_ROW
    for each in range(WISHES):
        memory[row + WOULD + each] = 0.0
    for member in range(np.int64(params[POPULATION])):
        would = min(suggestion(v, genes_of(params, memory, element, member), x, draw), veto)
        memory[row + WOULD + would] += 2.0**member
    memory[row + ELEMENT] = np.float64(element)
    memory[row + STRENGTH] = x
    memory[row + DONE_WISH] = np.float64(wish)
    memory[row + TURN] = memory[ELEMENTS + element * ELEMENT_ROW + CURSOR]
    memory[row + PAID] = np.float64(v.paid[v.seat])
    memory[row + WEIGHS] = part ** params[SHARE]
    memory[row + LEAST] = np.float64(WISH_CALL if v.to_call <= 0 else WISH_FOLD)
    memory[row + MOST] = np.float64(min(veto, WISH_RAISE if is_raising_allowed(v) else WISH_CALL))
    memory[LOGGED] = np.float64(at + 1)


@kernel
def bettor_of(v: Record, params: Floats, memory: Floats) -> Int:
    """The segment of who bet or raised last in this round; -1 where nobody else did, or where it is not asked for."""
    if params[BETTOR] == 0:
        return -1
    for back in range(v.n_history):
        entry = v.history[v.n_history - 1 - back]
        if (entry >> 8) & 15 != v.street:
            return -1
        if (entry & 15 == BET or entry & 15 == RAISE) and (entry >> 4) & 15 != v.seat:
            return segment_of(params, memory, np.int64(v.who[(entry >> 4) & 15]))
    return -1


@kernel
def parts_of(v: Record, params: Floats, memory: Floats) -> Floats:
    """How much of a decision is about each segment: its part of the opponents who are in.

    Before the flop who has not spoken yet counts as often as he has been seen to enter a hand. With `bettor` who has
    bet last makes half of it.
    """
    parts = np.zeros(np.int64(params[SEGMENTS]))
    spoken = np.int64(0)
    for at in range(v.n_history):
        spoken |= np.int64(1) << ((v.history[at] >> 4) & 15)
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
def log_decisions(
    v: Record, params: Floats, memory: Floats, wishes: Int, wish: Int, x: Scalar, draw: Scalar, pick: Scalar
) -> None:
    """Write down a decision for the populations that have feedback of it; `wishes` has two bits for each segment."""
    segments, cell = np.int64(params[SEGMENTS]), cell_of(v)
    tied = np.int64(0)
    for segment in range(segments):
        tied += (wishes >> (2 * segment)) & 3 == wish
    used = np.int64(pick * tied)
    parts = parts_of(v, params, memory)
    for segment in range(segments):
        own = (wishes >> (2 * segment)) & 3
        part = parts[segment]
        if own == ABSENT or part < params[LEAST_SHARE]:
            continue
        element = segment * CELLS + cell
        if params[TIES] == ALL_PRESENT:
            veto = np.int64(ABSENT)
            for other in range(segments):
                if other != segment:
                    veto = min(veto, (wishes >> (2 * other)) & 3)
            log_decision(v, params, memory, element, wish, veto, x, draw, part)
        elif params[TIES] == ALL_ALONE:
            log_decision(v, params, memory, element, wish, ABSENT, x, draw, part)
        elif own == wish:
            if params[TIES] == ALL_TIED or used == 0:
                log_decision(v, params, memory, element, wish, ABSENT, x, draw, part)
            used -= 1


@kernel
def explored(v: Record, params: Floats, wish: Int, words: Words) -> Int:
    """What is done instead of a wish now and then: a call or a raise. What a fold brings is known."""
    if params[EXPLORE] == 0:
        return wish
    chance = uniform(words)
    if chance >= params[EXPLORE]:
        return wish
    return WISH_RAISE if 2.0 * chance < params[EXPLORE] and is_raising_allowed(v) else WISH_CALL


@kernel
def evolving_wish(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise: the tightest of what is suggested for each opponent. One draw serves all candidates."""
    draw = uniform(words)
    pick = uniform(words)
    x = win_probability(v, memory)
    if params[POWER] != 0:
        x = x ** (np.float64(v.n_in) - 1.0)
    cell = cell_of(v)
    present = np.int64(0)
    for seat in range(v.seats):
        if seat != v.seat and v.status[seat] != FOLDED:
            present |= np.int64(1) << segment_of(params, memory, np.int64(v.who[seat]))
    tightest, wishes = np.int64(ABSENT), np.int64(0)
    for segment in range(np.int64(params[SEGMENTS])):
        wish = np.int64(ABSENT)
        if (present >> segment) & 1:
            element = segment * CELLS + cell
            turn = turn_of(params, memory, element)
            wish = np.int64(suggestion(v, genes_of(params, memory, element, turn), x, draw))
        tightest = min(tightest, wish)
        wishes |= wish << (2 * segment)
    if params[LEARN] != 0:
        tightest = explored(v, params, tightest, words)
        log_decisions(v, params, memory, wishes, tightest, x, draw, pick)
    return tightest


@kernel
def observe(v: Record, memory: Floats) -> None:
    """Count what the others did in a hand: whether they entered it, how often they bet, raised and called."""
    entered = np.int64(0)
    for at in range(v.n_history):
        kind = v.history[at] & 15
        seat = (v.history[at] >> 4) & 15
        bold = kind == BET or kind == RAISE
        if bold or kind == CALL:
            row = row_of(memory, np.int64(v.who[seat]))
            memory[row + (BOLD if bold else CALLED)] += 1.0
            if (v.history[at] >> 8) & 15 == 0:
                entered |= np.int64(1) << seat
    for seat in range(v.seats):
        row = row_of(memory, np.int64(v.who[seat]))
        memory[row + SEEN] += 1.0
        memory[row + ENTERED] += np.float64((entered >> seat) & 1)


@kernel
def fitness(params: Floats, memory: Floats, element: Int, member: Int) -> Scalar:
    """The mean feedback of a candidate."""
    tally = tally_of(params, memory, element, member)
    return tally[TALLY_SUM] / max(tally[TALLY_WEIGHT], 1e-9)


@kernel
def normal(words: Words) -> Scalar:
    """A draw from the standard normal law (Box & Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform(words)))
    return radius * math.cos(2.0 * math.pi * uniform(words))


@kernel
def mutate(parent: Floats, child: Floats, step: Scalar, words: Words) -> None:
    """A child of one parent: every constant moved at random, within 0 and 1."""
    for gene in range(GENES):
        child[gene] = min(1.0, max(0.0, parent[gene] + step * normal(words)))


@kernel
def sort_by_fitness(params: Floats, memory: Floats, element: Int) -> None:
    """Bring the fitter half of a population to the parents' places, the rest to the offspring's."""
    members = np.int64(params[POPULATION])
    fit = np.empty(members)
    genes, tallies = np.empty((members, GENES)), np.empty((members, TALLY_ROW))
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
def choose_survivors(params: Floats, memory: Floats, element: Int) -> Int:
    """Put the survivors in the parents' places; answers how many offspring beat their own parents."""
    pairs = np.int64(params[POPULATION]) // 2
    successes = 0
    for pair in range(pairs):
        better = fitness(params, memory, element, 2 * pair + 1) > fitness(params, memory, element, 2 * pair)
        successes += better
        if better and params[SURVIVAL] == 0:
            genes_of(params, memory, element, 2 * pair)[:] = genes_of(params, memory, element, 2 * pair + 1)
            tally_of(params, memory, element, 2 * pair)[:] = tally_of(params, memory, element, 2 * pair + 1)
    if params[SURVIVAL] != 0:
        sort_by_fitness(params, memory, element)
    return successes


@kernel
def average_parents(params: Floats, memory: Floats, element: Int) -> None:
    """Take the survivors of a generation into the average of all generations; later ones count for more.

    Polynomial-decay averaging (Shamir & Zhang 2013): with `average` g the k-th weighs about k to the power g.
    """
    row = ELEMENTS + element * ELEMENT_ROW
    pairs = np.int64(params[POPULATION]) // 2
    rate = (1.0 + params[AVERAGE]) / (1.0 + params[AVERAGE] + memory[row + GENERATION])
    for gene in range(GENES):
        mean = 0.0
        for pair in range(pairs):
            mean += genes_of(params, memory, element, 2 * pair)[gene] / pairs
        memory[row + MEANS + gene] += rate * (mean - memory[row + MEANS + gene])


@kernel
def evolve(params: Floats, memory: Floats, element: Int, words: Words) -> None:
    """(1+1)-ES: the fitter of each pair survives as the parent, and its mutant is the new offspring."""
    row = ELEMENTS + element * ELEMENT_ROW
    pairs = np.int64(params[POPULATION]) // 2
    successes = choose_survivors(params, memory, element)
    if params[ADAPT] != 0:
        memory[row + SIGMA] *= LONGER if 5 * successes > pairs else SHORTER
        memory[row + SIGMA] = min(max(memory[row + SIGMA], LEAST_STEP), MOST_STEP)
    memory[row + SIGMA] *= params[COOL]
    average_parents(params, memory, element)
    for pair in range(pairs):
        parent = genes_of(params, memory, element, 2 * pair)
        mutate(parent, genes_of(params, memory, element, 2 * pair + 1), memory[row + SIGMA], words)
        tally = tally_of(params, memory, element, 2 * pair)
        for at in range(TALLY_ROW):
            tally[at] *= params[KEEP]
        tally_of(params, memory, element, 2 * pair + 1)[:] = 0.0
    memory[row + GENERATION] += 1.0
    memory[EVOLUTIONS] += 1.0


@kernel
def is_used(params: Floats, memory: Floats, element: Int) -> Int:
    """Whether every member of a population has been used often enough."""
    column = TALLY_COUNT if params[COUNT] == BY_FEEDBACK else TALLY_TURNS
    before_flop = element % STAGES == 0 and params[USES_BEFORE] > 0
    wanted = (
        params[USES_BEFORE if before_flop else USES]
        * params[GROW] ** memory[ELEMENTS + element * ELEMENT_ROW + GENERATION]
    )
    for member in range(np.int64(params[POPULATION])):
        if tally_of(params, memory, element, member)[column] < wanted:
            return 0
    return 1


@kernel
def credit_member(params: Floats, memory: Floats, row: Int, member: Int, reward: Scalar, weight: Scalar = 1.0) -> None:
    """Give one candidate feedback; it is used by as much as the feedback weighs for its segment."""
    tally = tally_of(params, memory, np.int64(memory[row + ELEMENT]), member)
    tally[TALLY_SUM] += memory[row + WEIGHS] * weight * reward
    tally[TALLY_WEIGHT] += memory[row + WEIGHS] * weight
    tally[TALLY_COUNT] += memory[row + WEIGHS]


@kernel
def credit_recalled(params: Floats, memory: Floats, row: Int) -> None:
    """Credit every candidate with what its action has brought so far with such a hand."""
    element, x = np.int64(memory[row + ELEMENT]), memory[row + STRENGTH]
    folded = 0.0 if params[CREDIT] != 0 else -memory[row + PAID]
    brings = np.empty(WISHES)
    judge(params, memory, element, x, folded, brings)
    least, most = np.int64(memory[row + LEAST]), np.int64(memory[row + MOST])
    for member in range(np.int64(params[POPULATION])):
        if params[RECALL] == BY_CHANCES:
            chance = responses(genes_of(params, memory, element, member), x)
            value = 0.0
            for wish in range(WISHES):
                comes_to: Int = min(max(wish, least), most)
                value += chance[wish] * brings[comes_to]
            credit_member(params, memory, row, member, value)
        else:
            for wish in range(WISHES):
                if (np.int64(memory[row + WOULD + wish]) >> member) & 1:
                    credit_member(params, memory, row, member, brings[wish])


@kernel
def credit_agreeing(params: Floats, memory: Floats, row: Int, reward: Scalar) -> None:
    """Credit the candidates that suggested what was done with what the hand gave, as the paper does."""
    done = np.int64(memory[row + DONE_WISH])
    members, same = np.int64(params[POPULATION]), np.int64(memory[row + WOULD + done])
    agreeing: Int = 0
    for member in range(members):
        agreeing += (same >> member) & 1
    weight = np.float64(members) / max(np.float64(agreeing), 1.0) if params[WEIGH] != 0 else 1.0
    for member in range(members):
        if (same >> member) & 1:
            credit_member(params, memory, row, member, reward, weight)


@kernel
def credit_decision(params: Floats, memory: Floats, row: Int, won: Scalar) -> None:
    """Feedback for one decision of the log."""
    element, done = np.int64(memory[row + ELEMENT]), np.int64(memory[row + DONE_WISH])
    reward = won + memory[row + PAID] if params[CREDIT] != 0 else won
    if params[RECALL] != NO_RECALL:
        remember(memory, element, memory[row + STRENGTH], done, reward, memory[row + WEIGHS])
        credit_recalled(params, memory, row)
    else:
        credit_agreeing(params, memory, row, reward)
    tally_of(params, memory, element, np.int64(memory[row + TURN]))[TALLY_TURNS] += memory[row + WEIGHS]


@kernel
def give_feedback(params: Floats, memory: Floats, won: Scalar, words: Words) -> None:
    """What a hand gave, to the candidates of its decisions; then evolve what has been used enough."""
    logged = np.int64(memory[LOGGED])
    for at in range(logged):
        credit_decision(params, memory, LOG + at * LOG_ROW, won)
    for at in range(logged):
        element = np.int64(memory[LOG + at * LOG_ROW + ELEMENT])
        if is_used(params, memory, element):
            if params[OUTSIDE] == 0:
                evolve(params, memory, element, words)
            elif memory[ELEMENTS + element * ELEMENT_ROW + WAITS] == 0:
                memory[ELEMENTS + element * ELEMENT_ROW + WAITS] = 1.0
                memory[READY] += 1.0


@kernel
def evolving_learn(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """See how a hand ended."""
    if params[SEGMENTS] > 1 and params[OPPONENTS] != BY_SEAT:
        observe(v, memory)
    if params[LEARN] != 0 and memory[LOGGED] > 0:
        won = np.float64(v.won[v.seat]) / np.float64(v.unit) - np.float64(v.paid[v.seat])
        give_feedback(params, memory, won, words)
    memory[LOGGED] = 0.0
    memory[HANDS] += 1.0
