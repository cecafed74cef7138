"""What the solver of Bluff knows beforehand: which rolls are alike at which point of the bidding.

After bid k only the bids from k upwards will ever be judged. Two rolls of a player that make each of these bids true
against exactly the same rolls of the other are one *class*: whatever the other does, they fare alike from there on, and
since dice are independent the other's chances are alike too. Merging them loses nothing. Beyond that, a player who
faces a bid that cannot be true whatever the other has wins by calling, so such rolls need no decision at all; they are
the class called *sure*, which always stands last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.games.bluff.dice import Dice, Roll

#: Of sets of so many bids sixteen are even and sixteen odd: as many as there are lanes; fewer leave lanes empty.
LOWEST = 5


class Tree(NamedTuple):
    """What kernels are told of a round: arrays as `BluffTables` describes them."""

    check: bool
    n_bids: int
    cut: int
    n_actions: Ints
    block: Ints
    size: Ints
    inner: Ints
    n_actor: Ints
    n_open: Ints
    n_watcher: Ints
    needs: Ints
    counts: Ints
    actor_to_watcher: Ints
    watcher_to_actor: Ints
    prior_actor: Floats | Ints  # chances, or whole numbers over a scale
    prior_watcher: Floats | Ints


@dataclass(frozen=True)
class BluffTables:
    """Arrays over (player, last bid + 1, ...); the row of the last bid -1 is the beginning.

    An *actor* is to move after the bid, a *watcher* has just made it. Player 0 opens.
    """

    table: Dice
    check: bool
    n_bids: int
    n_actor: Ints  # [2, B+1] classes of the actor, the sure one included
    n_open: Ints  # [2, B+1] those that have a decision to take
    n_watcher: Ints  # [2, B+1]
    needs: Ints  # [2, B+1, C] how many the watcher must have for the bid to be true, by the actor's class
    counts: Ints  # [2, B+1, C] how many the watcher has, by their class
    actor_to_watcher: Ints  # [2, B+1, B+1, C] the class after the actor has bid
    watcher_to_actor: Ints  # [2, B+1, B+1, C] the class after the other has bid
    prior_actor: Floats  # [C] chances of player 0's classes at the beginning
    prior_watcher: Floats  # [C] chances of player 1's
    actor_classes: tuple[tuple[tuple[int, ...], ...], ...]  # [2][B+1]: the class of each roll
    rolls: tuple[tuple[Roll, ...], tuple[Roll, ...]]

    @cached_property
    def n_actions(self) -> Ints:
        """After each last bid: the higher bids, Bluff and Check where they are allowed."""
        calls = np.full(self.n_bids + 1, 2 if self.check else 1)
        calls[0] = 0
        return np.asarray(self.n_bids - np.arange(self.n_bids + 1) + calls, np.int64)

    @cached_property
    def block(self) -> Ints:
        """[2, B+1] numbers kept for a node: one for each open class and action; none where there is no choice."""
        block = self.n_open * self.n_actions[None, :]
        if not self.check:
            block[:, -1] = 0
        return block

    @cached_property
    def size(self) -> Ints:
        """[2, B+1] numbers kept for a node and everything below it, by who acts there."""
        return self._sizes(self.n_bids)

    @cached_property
    def cut(self) -> int:
        """How many bids count as the lowest: whether they were made is what lanes differ in.

        Nodes of the lowest bids are walked one by one, and twice: dear where a round has few bids and many rolls.
        """
        cuts = range(1, min(LOWEST, self.n_bids - 1) + 1)
        inner = {cut: int(self._sizes(cut)[0, 0]) for cut in cuts}
        walked = {cut: 1.2 * inner[cut] + (self.n_numbers - inner[cut]) / 2 ** (cut - 1) for cut in cuts}
        walked[self.n_bids] = 0.75 * self.n_numbers
        return min(walked, key=lambda cut: walked[cut])

    @property
    def inner(self) -> Ints:
        """[2, B+1] numbers kept for a node and for those that the lowest bids lead to from there."""
        return self._sizes(self.cut)

    def _sizes(self, highest: int) -> Ints:
        """[2, B+1] numbers kept for a node and those below it, as far as bids up to the highest lead to them."""
        size = self.block.copy()
        for last in range(highest - 1, -1, -1):
            for player in range(2):
                size[player, last] += size[1 - player, last + 1 : highest + 1].sum()
        return size

    @cached_property
    def n_numbers(self) -> int:
        """The numbers of the whole tree, counted without limit."""
        total = self.block.tolist()
        for last in range(self.n_bids - 1, -1, -1):
            for player in range(2):
                total[player][last] += sum(total[1 - player][last + 1 :])
        return int(total[0][0])

    @cached_property
    def tree(self) -> Tree:
        """The arrays that kernels take."""
        return Tree(*(getattr(self, name) for name in Tree._fields))

    @property
    def n_nodes(self) -> int:
        """Sequences of bids after which there is a decision."""
        return 1 << (self.n_bids if self.check else self.n_bids - 1)


def make_tables(table: Dice, *, check: bool, chances: tuple[Floats, Floats] | None = None) -> BluffTables:
    """Find the classes of both players after every bid; `chances` are those of their rolls where dice don't decide."""
    bids = table.bids()
    n_bids = len(bids)
    rolls = (table.rolls(0), table.rolls(1))
    widest = max(len(each) for each in rolls)
    faces = {bid.face for bid in bids}
    by_face = [{face: [table.count(roll, face) for roll in rolls[p]] for face in faces} for p in range(2)]
    counts = [np.array([by_face[p][bid.face] for bid in bids]).T for p in range(2)]
    quantities = np.array([bid.quantity for bid in bids])
    # What the other must have for each bid to be true; with Check, more than enough differs from just enough.
    most = [int(counts[1 - p].max()) for p in range(2)]  # that the other can have
    needs = [np.clip(quantities - counts[p], -1 if check else 0, most[p] + 1) for p in range(2)]
    shape = (2, n_bids + 1)
    n_actor, n_open, n_watcher = (np.zeros(shape, np.int64) for _ in range(3))
    need_of, count_of = (np.zeros((*shape, widest), np.int64) for _ in range(2))
    actor, watcher = (np.zeros((2, n_bids + 1, widest), np.int64) for _ in range(2))
    for p in range(2):
        n_rolls = len(rolls[p])
        for at in range(n_bids + 1):
            kept = needs[p][:, max(at - 1, 0) :]
            watcher[p, at, :n_rolls] = _number(kept)
            sure = kept[:, 0] > most[p] if at else np.zeros(n_rolls, bool)
            numbers = _number(kept[~sure])
            n_open[p, at] = numbers.max(initial=-1) + 1
            actor[p, at, :n_rolls] = n_open[p, at]
            actor[p, at, :n_rolls][~sure] = numbers
            n_actor[p, at] = n_open[p, at] + bool(sure.any())
            n_watcher[p, at] = watcher[p, at, :n_rolls].max() + 1
            if at:
                need_of[p, at, actor[p, at, :n_rolls]] = quantities[at - 1] - counts[p][:, at - 1]
                count_of[p, at, watcher[p, at, :n_rolls]] = counts[p][:, at - 1]
    onward = [np.zeros((*shape, n_bids + 1, widest), np.int64) for _ in range(2)]
    for p in range(2):
        n_rolls = len(rolls[p])
        for at in range(n_bids + 1):
            for to in range(at + 1, n_bids + 1):
                onward[0][p, at, to, actor[p, at, :n_rolls]] = watcher[p, to, :n_rolls]
                onward[1][p, at, to, watcher[p, at, :n_rolls]] = actor[p, to, :n_rolls]
    priors = [np.zeros(widest) for _ in range(2)]
    for p, classes in enumerate((actor[0, 0], watcher[1, 0])):
        for r, roll in enumerate(rolls[p]):
            priors[p][classes[r]] += float(table.chance(roll)) if chances is None else float(chances[p][r])
    return BluffTables(
        table=table,
        check=check,
        n_bids=n_bids,
        n_actor=n_actor,
        n_open=n_open,
        n_watcher=n_watcher,
        needs=need_of,
        counts=count_of,
        actor_to_watcher=onward[0],
        watcher_to_actor=onward[1],
        prior_actor=priors[0],
        prior_watcher=priors[1],
        actor_classes=tuple(tuple(tuple(row[: len(rolls[p])].tolist()) for row in actor[p]) for p in range(2)),
        rolls=rolls,
    )


def _number(keys: Ints) -> Ints:
    """Equal rows get equal numbers, in the order in which they come."""
    seen: dict[bytes, int] = {}
    return np.array([seen.setdefault(key.tobytes(), len(seen)) for key in keys], np.int64)
