"""The sequence form of a round of Bluff, filled by one compiled walk over all sequences of bids.

Plans count chance in: what flows into a player's first information sets is the chance of his roll. So every entry of
the payoff matrix is +1 or -1, except where the empty sequence meets another, and all of them over `scale`, which
makes the chances of both players' rolls whole.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.kernel import Scalar, kernel

Ints = npt.NDArray[np.int64]


@kernel
def fill(
    filling: Scalar,
    check: Scalar,
    n_bids: Scalar,
    n_actions: Ints,
    block: Ints,
    n_actor: Ints,
    n_open: Ints,
    n_watcher: Ints,
    needs: Ints,
    counts: Ints,
    actor_to_watcher: Ints,
    watcher_to_actor: Ints,
    prior_actor: Ints,
    prior_watcher: Ints,
    scale: Scalar,
    sizes: Ints,
    first: Ints,
    count: Ints,
    parent_start: Ints,
    parents: Ints,
    shares: Ints,
    flat: Ints,
    rows: Ints,
    columns: Ints,
    payoffs: Ints,
) -> None:
    """Count what there is (sizes: sequences, infosets and parents of both players, payoffs), or fill it in.

    Arrays of both players have a leading axis of two. `flat` is where a sequence stands in the tree's own layout.
    """
    most = n_bids + 2
    last, base, upcoming = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    n_sequences = np.ones(2, np.int64)
    n_infosets, n_parents = np.zeros(2, np.int64), np.zeros(2, np.int64)
    n_payoffs = 0
    place = 0
    widest = needs.shape[2]
    # What flows to the actor here: from which sequence into which class, with which share.
    inflow, into, share = np.zeros(widest, np.int64), np.zeros(widest, np.int64), np.zeros(widest, np.int64)
    # The watcher's sequences that made the last bid, and how many each counts.
    bid_by, showing = np.zeros(widest, np.int64), np.zeros(widest, np.int64)
    depth = 0
    fresh = True
    while depth >= 0:
        at = last[depth]
        who = depth % 2
        other = 1 - who
        choices = n_actions[at]
        if fresh:
            fresh = False
            upcoming[depth] = at + 1
            n_in = 0
            if depth == 0:
                for c in range(n_actor[0, 0]):
                    inflow[n_in], into[n_in], share[n_in] = 0, c, prior_actor[c]
                    n_in += 1
            elif depth == 1:
                for o in range(n_watcher[1, 0]):
                    inflow[n_in], into[n_in], share[n_in] = 0, watcher_to_actor[1, 0, at, o], prior_watcher[o]
                    n_in += 1
            else:
                before, between = last[depth - 2], last[depth - 1]
                for c in range(n_open[who, before]):
                    o = actor_to_watcher[who, before, between, c]
                    inflow[n_in] = base[depth - 2] + c * n_actions[before] + between - before - 1
                    into[n_in], share[n_in] = watcher_to_actor[who, between, at, o], scale
                    n_in += 1
            n_bid = 0
            if depth > 0:
                before = last[depth - 1]
                for c in range(n_open[other, before]):
                    bid_by[n_bid] = base[depth - 1] + c * n_actions[before] + at - before - 1
                    showing[n_bid] = counts[other, at, actor_to_watcher[other, before, at, c]]
                    n_bid += 1
            has_choice = block[who, at] > 0
            base[depth] = n_sequences[who]
            if has_choice:
                for c in range(n_open[who, at]):
                    if filling:
                        infoset = n_infosets[who]
                        first[who, infoset] = n_sequences[who]
                        count[who, infoset] = choices
                        for a in range(choices):
                            flat[who, n_sequences[who] + a] = place + c * choices + a
                    for way in range(n_in):
                        if into[way] == c:
                            if filling:
                                parents[who, n_parents[who]] = inflow[way]
                                shares[who, n_parents[who]] = share[way]
                            n_parents[who] += 1
                    n_infosets[who] += 1
                    if filling:
                        parent_start[who, n_infosets[who]] = n_parents[who]
                    n_sequences[who] += choices
                place += block[who, at]
            if depth > 0:
                call = choices - (2 if check else 1)
                # Classes that take a decision: Bluff, and Check.
                if has_choice:
                    for c in range(n_open[who, at]):
                        for b in range(n_bid):
                            for kind in range(2 if check else 1):
                                if filling:
                                    need = needs[who, at, c]
                                    wins = showing[b] == need if kind else showing[b] < need
                                    own = base[depth] + c * choices + call + kind
                                    sign = scale if wins == (who == 0) else -scale
                                    rows[n_payoffs] = own if who == 0 else bid_by[b]
                                    columns[n_payoffs] = bid_by[b] if who == 0 else own
                                    payoffs[n_payoffs] = sign
                                n_payoffs += 1
                # Those that win by calling whatever the other has, and, after the highest bid, all: they must call.
                for way in range(n_in):
                    sure = into[way] >= n_open[who, at]
                    if sure or not has_choice:
                        for b in range(n_bid):
                            if filling:
                                wins = sure or showing[b] < needs[who, at, into[way]]
                                rows[n_payoffs] = inflow[way] if who == 0 else bid_by[b]
                                columns[n_payoffs] = bid_by[b] if who == 0 else inflow[way]
                                payoffs[n_payoffs] = share[way] if wins == (who == 0) else -share[way]
                            n_payoffs += 1
        if upcoming[depth] <= n_bids:
            last[depth + 1] = upcoming[depth]
            upcoming[depth] += 1
            depth += 1
            fresh = True
        else:
            depth -= 1
    for player in range(2):
        sizes[player, 0] = n_sequences[player]
        sizes[player, 1] = n_infosets[player]
        sizes[player, 2] = n_parents[player]
        sizes[player, 3] = n_payoffs
