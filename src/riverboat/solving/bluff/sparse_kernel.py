"""Which nodes of the tree of bids a strategy comes to by itself: one compiled walk in the order of the layout."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import Ints, Singles
from riverboat.kernel import Scalar, kernel
from riverboat.solving.bluff.tables import Tree


@kernel
def reached_nodes(tree: Tree, average: Singles, least: Scalar, keys: Ints, places: Ints) -> Scalar:
    """How many nodes their actor comes to more often than `least`, whatever the other does.

    Their keys (bit b is set where bid b was made) and where their numbers begin are filled in, as far as there is room.
    """
    most = tree.n_bids + 2
    last, key, onward = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    upcoming, place = np.full(most, -1, np.int64), 0
    whole = 0.0
    for a in range(tree.block[0, 0]):
        whole += average[a]
    found, depth = 0, 0
    while depth >= 0:
        at, actor = last[depth], depth % 2
        if upcoming[depth] < 0:
            reached = 0.0
            for a in range(tree.block[actor, at]):
                reached += average[place + a]
            if reached > least * whole:
                if found < len(keys):
                    keys[found], places[found] = key[depth], place
                found += 1
            upcoming[depth] = at
            onward[depth] = place + tree.block[actor, at]
        bid = upcoming[depth]
        if bid >= tree.n_bids:
            depth -= 1
            continue
        upcoming[depth] += 1
        place = onward[depth]
        onward[depth] += tree.size[1 - actor, bid + 1]
        if tree.size[1 - actor, bid + 1] > 0:
            depth += 1
            last[depth], key[depth], upcoming[depth] = bid + 1, key[depth - 1] | (1 << bid), -1
    return found
