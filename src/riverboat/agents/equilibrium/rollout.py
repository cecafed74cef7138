"""What actions are worth before the river: one holding against the range of the other, both playing the weights.

The other's holdings come as the weights would have brought them here. On the turn all rivers are gone through, earlier
boards are drawn. A branch that is hardly ever reached is valued as if it were shown down at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.agents.equilibrium.model import EquilibriumModel
from riverboat.agents.equilibrium.river import RIVER, RIVER_CARDS, line_of, reach_along
from riverboat.arrays import CardRow, Floats, Ints
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.solving.limit.boards_kernel import value_holdings
from riverboat.solving.limit.tree import ACTIONS, CLOSE, FOLDED, NONE, LimitPlace, after, later_streets

#: Boards drawn where more than one card is to come.
BOARDS = 24
#: A branch that is reached less often than this from the decision is not gone through.
_RARE = 1e-3
_Z95 = 1.96


def action_worths(
    model: EquilibriumModel,
    actions: list[int],
    board: CardRow,
    cards: tuple[int, int],
    rng: np.random.Generator,
    *,
    drawn: int = BOARDS,
) -> dict[int, tuple[float, float]]:
    """For each action what it wins from here on, in big blinds (a fold is 0), and how far off that may be at 95 %.

    Where more than one card is to come, so many boards are drawn.
    """
    place = line_of(actions)[-1]
    theirs = reach_along(model, actions, board, streets=RIVER + 1)[1 - place.actor]
    theirs[np.isin(HOLDING_CARDS, cards).any(axis=1)] = 0
    if not theirs.any():
        return {}
    boards = _boards(board, cards, rng, drawn)
    sums, weights = np.zeros((len(boards), ACTIONS)), np.zeros(len(boards))
    allowed = [action for action in range(ACTIONS) if place.small.follows[place.decision, action] != NONE]
    for at, whole in enumerate(boards):
        rollout = _Rollout.on(model, whole, cards, place.actor)
        reach = theirs * rollout.open
        weights[at] = reach.sum()
        for action in allowed:
            sums[at, action] = rollout.follow(place, action, reach, 1 / max(weights[at], 1e-300))
    total, paid = weights.sum(), _paid(place)
    found = {}
    for action in allowed:
        mean = float(sums[:, action].sum() / total)
        apart = sums[:, action] - mean * weights
        exact = len(board) >= RIVER_CARDS - 1
        off = 0.0 if exact else _Z95 * float(np.sqrt(len(boards) * apart.var(ddof=1))) / float(total)
        found[action] = (mean + paid, off)
    return found


def _boards(board: CardRow, cards: tuple[int, int], rng: np.random.Generator, drawn: int) -> list[CardRow]:
    """The boards that may come: all, where one card is missing; else some that are drawn."""
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), np.concatenate([board, np.array(cards, np.uint8)]))
    missing = RIVER_CARDS - len(board)
    if missing == 0:
        return [board]
    if missing == 1:
        return [np.append(board, card).astype(np.uint8) for card in left]
    return [np.append(board, rng.choice(left, missing, replace=False)).astype(np.uint8) for _ in range(drawn)]


def _paid(place: LimitPlace) -> float:
    """What who decides has paid so far."""
    return _shown(place, NONE)


def _shown(place: LimitPlace, follows: int) -> float:
    """What each has paid where a street is closed, or else who decides."""
    small = place.small
    paid = float(small.closes[follows - CLOSE] if follows >= CLOSE else small.paid[place.decision])
    if place.street == 0:
        return paid
    street = later_streets()[place.street - 1]
    return float(street.base[place.line]) + street.bet * paid


@dataclass(frozen=True, eq=False)
class _Rollout:
    """One board of five cards and one holding on it."""

    model: EquilibriumModel
    side: int
    own: int  # the holding
    buckets: tuple[Ints, ...]  # of each street
    open: Floats  # [1326] 1 for what the other may hold
    beats: Floats  # [1326] 1, 0 or -1

    @classmethod
    def on(cls, model: EquilibriumModel, board: CardRow, cards: tuple[int, int], side: int) -> _Rollout:
        """A holding of a side on a board."""
        own = holding_index(cards)
        values = np.zeros(len(HOLDING_CARDS), np.int64)
        value_holdings(board, values)
        taken = np.isin(HOLDING_CARDS, np.append(board, cards)).any(axis=1)
        buckets = tuple(model.buckets(board[:count]) for count in (0, 3, 4, 5))
        return cls(model, side, own, buckets, np.where(taken, 0.0, 1.0), np.sign(values[own] - values).astype(float))

    def follow(self, place: LimitPlace, action: int, reach: Floats, share: float) -> float:
        """What an action leads to, in big blinds won or lost in all, summed over the other's reach."""
        follows = int(place.small.follows[place.decision, action])
        if follows >= FOLDED:
            return (-1 if place.actor == self.side else 1) * _paid(place) * float(reach.sum())
        to = after(place, action)
        if to is None or share * reach.sum() < _RARE:
            return _shown(place, follows) * float(reach @ self.beats)
        shares = self.model.shares(to)
        if to.actor == self.side:
            mix = shares[self.buckets[to.street][self.own]]
            return sum(
                float(each) * self.follow(to, action, reach, share * float(each))
                for action, each in enumerate(mix)
                if each > 0
            )
        rows = shares[self.buckets[to.street]]
        split = ((action, reach * rows[:, action]) for action in range(ACTIONS))
        return sum(self.follow(to, action, each, share) for action, each in split if each.any())
