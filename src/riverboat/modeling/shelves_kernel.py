"""What is known of players stands on shelves, which follow them from seat to seat.

A view names who sits in each seat (`who`). There are as many shelves as seats; a stranger gets one that is nobody's, or
else that of somebody who is not at the table any more.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.games.engine.layout_kernel import MAX_SEATS, Flag, Int, Record
from riverboat.kernel import kernel


@kernel
def find_shelf(v: Record, owners: npt.NDArray[np.float64], seat: Int) -> tuple[Int, Flag]:
    """The shelf of the player in a seat, and whether it has just become their: then what stands on it is not."""
    for shelf in range(MAX_SEATS):
        if np.int64(owners[shelf]) - 1 == v.who[seat]:
            return shelf, False
    free: Int = -1
    for shelf in range(MAX_SEATS):
        owner = np.int64(owners[shelf]) - 1
        here = False
        for other in range(v.seats):
            here = here or owner == v.who[other]
        if not here and (free < 0 or (owners[shelf] == 0.0 and owners[free] != 0.0)):
            free = shelf
    owners[free] = np.float64(v.who[seat]) + 1.0
    return free, True
