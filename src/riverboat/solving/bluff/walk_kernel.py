"""One walk over all sequences of bids of a round of Bluff, compiled, with a stack of its own.

The tree is laid out depth first in flat arrays: a node's numbers, then the subtrees of its higher bids in order. So a
walk reads memory from front to back, and a subtree that cannot matter is skipped by adding its size.

Values are chances to win, never negative, and so are reaches: in a best response nothing is ever subtracted, and the
rounding errors of the whole computation stay within a few parts in 10^12 (see `certified_slack`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.kernel import Scalar, kernel

RESPOND, DCFR, CFR_PLUS = 0, 1, 2
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]


@kernel
def walk(
    hero: Scalar,
    rule: Scalar,
    weight: Scalar,
    positive: Scalar,
    negative: Scalar,
    regrets: Singles,
    average: Singles,
    check: Scalar,
    n_bids: Scalar,
    n_actions: Ints,
    block: Ints,
    size: Ints,
    n_actor: Ints,
    n_open: Ints,
    n_watcher: Ints,
    needs: Ints,
    counts: Ints,
    actor_to_watcher: Ints,
    watcher_to_actor: Ints,
    prior_actor: Floats,
    prior_watcher: Floats,
) -> Scalar:
    """The hero's chance to win; his regrets and the villain's average are brought forward, unless he responds.

    RESPOND: the villain plays his average, the hero the best reply to it. Else both play what their regrets say.
    """
    villain = 1 - hero
    widest = needs.shape[2]
    most = n_bids + 2
    last, offset, actor = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    onward, upcoming = np.zeros(most, np.int64), np.zeros(most, np.int64)
    reach, value = np.zeros((most, widest)), np.zeros((most, widest))
    sigma = np.zeros((most, widest, n_bids + 2))
    worth = np.zeros((most, n_bids + 2, widest))
    n_tally: Scalar = 1  # how many dice can count, and none
    for need in needs.flat:
        n_tally = max(n_tally, need + 1)
    for count in counts.flat:
        n_tally = max(n_tally, count + 1)
    tally = np.zeros(n_tally)
    prior = prior_watcher if hero == 0 else prior_actor
    for c in range(len(prior)):
        reach[0, c] = prior[c]
    depth = 0
    fresh = True
    while True:
        at = last[depth]
        choices = n_actions[at]
        higher = n_bids - at
        who = actor[depth]
        if fresh:
            fresh = False
            here = offset[depth]
            upcoming[depth] = at + 1
            onward[depth] = here + block[who, at]
            # What everybody does: by regrets, or the villain by his average.
            if who == villain or rule != RESPOND:
                for c in range(n_open[who, at]):
                    begin = here + c * choices
                    if who == villain and reach[depth, c] == 0.0:
                        continue
                    total: Scalar = 0.0
                    if rule == RESPOND:
                        for a in range(choices):
                            x: Scalar = np.float64(average[begin + a])
                            sigma[depth, c, a] = x
                            total += x
                    else:
                        for a in range(choices):
                            x = max(np.float64(regrets[begin + a]), 0.0)
                            sigma[depth, c, a] = x
                            total += x
                    if total > 0.0:
                        for a in range(choices):
                            sigma[depth, c, a] /= total
                    else:
                        for a in range(choices):
                            sigma[depth, c, a] = 1.0 / choices
            if who == villain:
                if rule != RESPOND:
                    for c in range(n_open[who, at]):
                        if reach[depth, c] > 0.0:
                            begin = here + c * choices
                            for a in range(choices):
                                average[begin + a] += np.float32(weight * reach[depth, c] * sigma[depth, c, a])
                for o in range(n_watcher[hero, at]):
                    value[depth, o] = 0.0
                if at > 0:  # the villain calls: the hero wins if his own bid is true
                    for n in range(n_tally):
                        tally[n] = 0.0
                    for c in range(n_open[who, at]):
                        if reach[depth, c] > 0.0:
                            tally[max(needs[who, at, c], 0)] += reach[depth, c] * sigma[depth, c, higher]
                    for o in range(n_watcher[hero, at]):
                        for n in range(counts[hero, at, o] + 1):
                            value[depth, o] += tally[n]
                    if check:  # he wins if it is exact
                        for o in range(n_watcher[hero, at]):
                            for c in range(n_open[who, at]):
                                if needs[who, at, c] != counts[hero, at, o] and reach[depth, c] > 0.0:
                                    value[depth, o] += reach[depth, c] * sigma[depth, c, higher + 1]
            elif at > 0:  # the hero calls: he wins if the villain's bid is false
                for n in range(n_tally):
                    tally[n] = 0.0
                for o in range(n_watcher[villain, at]):
                    tally[counts[villain, at, o]] += reach[depth, o]
                for c in range(n_open[who, at]):
                    worth[depth, higher, c] = 0.0
                    for n in range(needs[who, at, c]):
                        worth[depth, higher, c] += tally[n]
                    if check:
                        exact = needs[who, at, c]
                        worth[depth, higher + 1, c] = tally[exact] if exact >= 0 else 0.0
        pushed = False
        while upcoming[depth] <= n_bids:
            to = upcoming[depth]
            upcoming[depth] += 1
            a = to - at - 1
            child_at = onward[depth]
            onward[depth] += size[1 - who, to]
            total = 0.0
            below = depth + 1
            if who == villain:
                for o in range(n_watcher[villain, to]):
                    reach[below, o] = 0.0
                for c in range(n_open[who, at]):
                    if reach[depth, c] > 0.0:
                        x = reach[depth, c] * sigma[depth, c, a]
                        reach[below, actor_to_watcher[villain, at, to, c]] += x
                        total += x
                if total == 0.0:
                    continue
                if to == n_bids and not check:  # the hero must call
                    for n in range(n_tally):
                        tally[n] = 0.0
                    for o in range(n_watcher[villain, to]):
                        tally[counts[villain, to, o]] += reach[below, o]
                    for o in range(n_watcher[hero, at]):
                        c = watcher_to_actor[hero, at, to, o]
                        if c < n_open[hero, to]:
                            for n in range(needs[hero, to, c]):
                                value[depth, o] += tally[n]
                        else:
                            value[depth, o] += total
                    continue
            else:
                for c in range(n_actor[villain, to]):
                    reach[below, c] = 0.0
                for o in range(n_watcher[villain, at]):
                    reach[below, watcher_to_actor[villain, at, to, o]] += reach[depth, o]
                if to == n_bids and not check:  # the villain must call
                    for n in range(n_tally):
                        tally[n] = 0.0
                    for c in range(n_open[villain, to]):
                        tally[max(needs[villain, to, c], 0)] += reach[below, c]
                    for c in range(n_open[hero, at]):
                        worth[depth, a, c] = 0.0
                        for n in range(counts[hero, to, actor_to_watcher[hero, at, to, c]] + 1):
                            worth[depth, a, c] += tally[n]
                    continue
            last[below], offset[below], actor[below] = to, child_at, 1 - who
            depth = below
            fresh = True
            pushed = True
            break
        if pushed:
            continue
        if who == hero:
            here = offset[depth]
            for c in range(n_open[who, at]):
                begin = here + c * choices
                if rule == RESPOND:
                    best = 0.0
                    for a in range(choices):
                        best = max(best, worth[depth, a, c])
                    value[depth, c] = best
                    continue
                mean = 0.0
                for a in range(choices):
                    mean += sigma[depth, c, a] * worth[depth, a, c]
                value[depth, c] = mean
                for a in range(choices):
                    gain = worth[depth, a, c] - mean
                    if rule == DCFR:
                        kept = np.float64(regrets[begin + a])
                        kept *= positive if kept > 0.0 else negative
                        regrets[begin + a] = np.float32(kept + gain)
                    else:
                        regrets[begin + a] = np.float32(max(np.float64(regrets[begin + a]) + gain, 0.0))
            if n_actor[who, at] > n_open[who, at]:
                total = 0.0
                for o in range(n_watcher[villain, at]):
                    total += reach[depth, o]
                value[depth, n_open[who, at]] = total
        if depth == 0:
            break
        at_above, to = last[depth - 1], last[depth]
        if actor[depth - 1] == hero:
            for c in range(n_open[hero, at_above]):
                worth[depth - 1, to - at_above - 1, c] = value[depth, actor_to_watcher[hero, at_above, to, c]]
        else:
            for o in range(n_watcher[hero, at_above]):
                value[depth - 1, o] += value[depth, watcher_to_actor[hero, at_above, to, o]]
        depth -= 1
    result = 0.0
    if hero == 0:
        for c in range(n_open[0, 0]):
            result += prior_actor[c] * value[0, c]
    else:
        for o in range(n_watcher[1, 0]):
            result += prior_watcher[o] * value[0, o]
    return result
