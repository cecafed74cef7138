"""What a reference says of a decision: how often it would do what, and what each kind of action costs beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from riverboat.games import Action
from riverboat.partner.leaks.own_hand import OwnHand

SIZE_RATIO = 1.5  # a bet that is so many times another is of different size
_USUALLY = 0.5  # a reference that bets at least this often has a usual size
Size = Literal["", "smaller", "larger"]
#: A kind of action, and for bets and raises their size beside the reference's.
Kind = tuple[str, Size]


@dataclass(frozen=True)
class JudgedMove:
    """One decision beside a reference.

    `costs` are in chips. Their sum is what the decision cost: what the reference's own mix is worth less what was done
    is worth. Each kind of action is charged with the part of it by which it was done more, or less, than the reference
    does it. So somebody who mixes as the reference does pays nothing on average for any kind.
    """

    beside: str  # the reference's name
    taken: Kind
    shares: Mapping[Kind, float]  # how often the reference does each; of a kind in all where no size is named
    costs: Mapping[Kind, float]

    @property
    def differs(self) -> bool:
        """Whether the reference mostly does something else."""
        return self.shares.get(self.taken, 0.0) < _USUALLY

    def over(self, unit: float) -> JudgedMove:
        """With costs in units of so many chips."""
        return replace(self, costs={kind: cost / unit for kind, cost in self.costs.items()})


class Judge(Protocol):
    """A reference that judges decisions of recorded hands."""

    def judge(self, hand: OwnHand, wanted: Collection[int]) -> dict[int, JudgedMove]:
        """Those of the decisions, by the numbers of their moves, that it can judge."""
        ...


@dataclass(frozen=True)
class Weighed:
    """An action that a reference knows: how often it does it, and what it is worth in chips."""

    action: Action
    share: float
    value: float


def size_beside(taken: Action, usual: Action, put: int) -> Size:
    """How a bet or raise compares with another of its kind; "" where it is about as large."""
    more, less = taken.amount - put, usual.amount - put
    if max(more, less) < SIZE_RATIO * min(more, less):
        return ""
    return "larger" if more > less else "smaller"


def judged_by_values(beside: str, taken: Action, put: int, known: Sequence[Weighed]) -> JudgedMove | None:
    """A decision judged by what each action is worth; None where the reference does not know such an action.

    A bet of a size that the reference does not know counts as the nearest that it does.
    """
    same = [each for each in known if each.action.kind == taken.kind]
    if not same:
        return None
    done = min(same, key=lambda each: abs(each.action.amount - taken.amount))
    mean = sum(each.share * each.value for each in known)
    sized = [each for each in known if each.action.kind in ("bet", "raise")]
    usual = max(sized, key=lambda each: each.share) if sum(each.share for each in sized) >= _USUALLY else None
    shares: dict[Kind, float] = {}
    costs: dict[Kind, float] = {}
    for each in known:
        kind = _kind(each.action, usual, put)
        for counted in {kind, (kind[0], "")}:
            shares[counted] = shares.get(counted, 0.0) + each.share
        more = float(each is done) - each.share
        costs[kind] = costs.get(kind, 0.0) + more * (mean - each.value)
    return JudgedMove(beside, _kind(done.action, usual, put), shares, costs)


def _kind(action: Action, usual: Weighed | None, put: int) -> Kind:
    if usual is None or action.kind != usual.action.kind:
        return action.kind, ""
    return action.kind, size_beside(action, usual.action, put)
