"""What a match gave: frozen results, by entrant."""

from __future__ import annotations

import base64
import hashlib
import warnings
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from riverboat.arena.matches.desk_kernel import (
    AGGRESSIVE,
    CALLS,
    DECIDED,
    ENTERED,
    HANDS,
    RAISED,
    REBUYS,
    SAW_SECOND,
    SHOWDOWNS,
    SHOWDOWNS_WON,
)
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.table import UnitResult
from riverboat.errors import BotForfeit
from riverboat.intervals import CONFIDENCE, Statistic, bootstrap_interval, mean_interval, odds_ratio, proportion
from riverboat.steps import unpack_column
from riverboat.tables.umpire import KEPT, Fault

if TYPE_CHECKING:
    from riverboat.arena.tournaments.elimination import FieldResult

#: A bankroll's curve has at most this many points.
CURVE_POINTS = 400


@dataclass(frozen=True, kw_only=True)
class EntrantResult:
    """How one entrant did; incomes in the plan's unit (`MatchPlan.unit`: small bets a hand, no-limit big blinds)."""

    name: str
    copies: int
    hands: int
    income_sb: Statistic
    income_bootstrap_sb: Statistic
    adjusted_sb: Statistic | None  # the income less what luck gave; None where that was not measured
    vpip: Statistic
    pfr: Statistic
    aggression_factor: Statistic
    went_to_showdown: Statistic
    won_at_showdown: Statistic
    rebuys: int
    faults: int
    first_faults: tuple[str, ...]
    first_stack: str  # of the first fault, where the bot raised an error; of a program the end of what it printed
    forfeited: bool

    def to_json(self) -> dict[str, Any]:
        """The entrant result as the command line prints it."""
        income, bootstrap = self.income_sb.to_json(), self.income_bootstrap_sb.to_json()
        return {
            "name": self.name,
            "copies": self.copies,
            "hands": self.hands,
            "mean": income["mean"],
            "low": income["low"],
            "high": income["high"],
            "n": income["n"],
            "bootstrap_low": bootstrap["low"],
            "bootstrap_high": bootstrap["high"],
            **({} if self.adjusted_sb is None else {"adjusted": self.adjusted_sb.to_json()}),
            "vpip": self.vpip.mean,
            "pfr": self.pfr.mean,
            "aggression_factor": self.aggression_factor.to_json()["mean"],
            "went_to_showdown": self.went_to_showdown.mean,
            "won_at_showdown": self.won_at_showdown.mean,
            "rebuys": self.rebuys,
            "faults": self.faults,
            "first_faults": list(self.first_faults),
            "first_stack": self.first_stack,
            "forfeited": self.forfeited,
        }


@dataclass(frozen=True, kw_only=True, eq=False)
class MatchResult:
    """How a match ended."""

    plan: MatchPlan
    players: tuple[EntrantResult, ...]
    hands: int  # played, rotations included
    units: int
    stopped_early: bool
    confidence: float  # of each interval
    digest: str  # of all hands
    values_sb: npt.NDArray[np.float64]  # by observation and entrant; nan where they were not at the table
    adjusted_values_sb: npt.NDArray[np.float64] | None  # the same with luck taken out, where it was measured
    curve_hands: npt.NDArray[np.int64]
    curves_sb: npt.NDArray[np.float64]  # by point and entrant: what one copy has won so far, in the plan's unit
    #: By player: the agent as it was at the end of the last session, with what it learnt. A class of your own is the
    #: object that played, a compiled agent has its memory; None for programs, and all are None where others worked.
    agents: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        from riverboat.arena.matches.result_text import match_line

        return match_line(self)

    def _repr_html_(self) -> str:
        from riverboat.arena.matches.result_text import match_html

        return match_html(self)

    def difference(self, first: int, second: int) -> Statistic:
        """How much more a hand the first entrant wins than the second, from the same deals."""
        return mean_interval(present(self.values_sb[:, first] - self.values_sb[:, second]), self.confidence)

    def to_json(self) -> dict[str, Any]:
        """The match result as the command line prints it."""
        return {
            "game": self.plan.game,
            "hands": self.hands,
            "hands_asked": self.plan.hands,
            "duplicate": self.plan.duplicate,
            "sessions": self.units,
            "unit": self.plan.unit.a_hand,
            "statistics_unit": self.plan.statistics_unit,
            "confidence": self.confidence,
            "stopped_early": self.stopped_early,
            "players": [player.to_json() for player in self.players],
            "hash": self.digest,
        }


def match_result(
    plan: MatchPlan, units: Sequence[UnitResult], *, confidence: float = CONFIDENCE, stopped_early: bool = False
) -> MatchResult:
    """Put the finished units of a match together, in their order."""
    digest = hashlib.sha256()
    for unit in units:
        digest.update(unit.digest.encode())
    by_deal = np.concatenate([entrant_values(plan, unit) for unit in units])
    values = observations(plan, units)
    adjusted = observations(plan, units, adjusted=True) if plan.adjusted else None
    counts = np.sum([unit.counts for unit in units], axis=0)
    forfeits = units[-1].forfeits if units else frozenset()
    steps = np.unique(np.linspace(0, len(by_deal), CURVE_POINTS + 1).astype(np.int64))
    sums = np.vstack([np.zeros(len(plan.entrants)), np.cumsum(np.nan_to_num(by_deal), axis=0)])
    return MatchResult(
        plan=plan,
        players=tuple(
            _entrant_result(
                plan,
                at,
                units,
                counts,
                (present(values[:, at]), None if adjusted is None else present(adjusted[:, at])),
                confidence,
                at in forfeits,
            )
            for at in range(len(plan.entrants))
        ),
        hands=len(by_deal) * plan.rotations,
        units=len(units),
        stopped_early=stopped_early,
        confidence=confidence,
        digest=digest.hexdigest()[:32],
        values_sb=values,
        adjusted_values_sb=adjusted,
        curve_hands=steps * plan.rotations,
        curves_sb=sums[steps] * plan.rotations,
        agents=units[-1].learnt or (None,) * len(plan.agents) if units else (),
    )


def entrant_values(plan: MatchPlan, unit: UnitResult, *, adjusted: bool = False) -> npt.NDArray[np.float64]:
    """The income a hand of each entrant (a column) in each deal (a row), over its copies and all rotations.

    An entrant who is not at the table in this session has nan. With `adjusted`, luck is taken out.
    """
    won = unit.nets - unit.lucks if adjusted and unit.lucks is not None else unit.nets
    scale = plan.rotations * plan.income_unit
    sitting = plan.sitting(unit.unit)
    owner = np.array(plan.owner)[sitting]
    values = np.full((len(unit.nets), len(plan.entrants)), np.nan)
    for at in np.unique(owner):
        values[:, at] = won[:, sitting[owner == at]].mean(axis=1) / scale
    return values


def present(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The observations that there are."""
    return values[np.isfinite(values)]


def observations(plan: MatchPlan, units: Sequence[UnitResult], *, adjusted: bool = False) -> npt.NDArray[np.float64]:
    """The independent observations of a match: deals, or sessions where one hand can change the next."""
    values = [entrant_values(plan, unit, adjusted=adjusted) for unit in units]
    if plan.statistics_unit == "session":
        return np.array([rows.mean(axis=0) for rows in values])
    return np.concatenate(values)


def _entrant_result(
    plan: MatchPlan,
    at: int,
    units: Sequence[UnitResult],
    counts: npt.NDArray[np.int64],
    seen: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64] | None],
    confidence: float,
    forfeited: bool,
) -> EntrantResult:
    values, adjusted = seen
    players = [player for player, owner in enumerate(plan.owner) if owner == at]
    total = counts[players].sum(axis=0).tolist()
    named = [
        f"session {unit.unit + 1}, deal {fault.deal + 1}: {fault.reason}"
        for unit in units
        for player in players
        for fault in unit.faults[player][1]
    ]
    stacks = [fault.stack for unit in units for player in players for fault in unit.faults[player][1][:1]]
    return EntrantResult(
        name=plan.entrants[at].name,
        copies=plan.entrants[at].copies,
        hands=total[HANDS],
        income_sb=mean_interval(values, confidence),
        income_bootstrap_sb=bootstrap_interval(values, confidence),
        adjusted_sb=None if adjusted is None else mean_interval(adjusted, confidence),
        vpip=proportion(total[ENTERED], total[DECIDED]),
        pfr=proportion(total[RAISED], total[DECIDED]),
        aggression_factor=odds_ratio(total[AGGRESSIVE], total[CALLS]),
        went_to_showdown=proportion(total[SHOWDOWNS], total[SAW_SECOND]),
        won_at_showdown=proportion(total[SHOWDOWNS_WON], total[SHOWDOWNS]),
        rebuys=total[REBUYS],
        faults=sum(unit.faults[player][0] for unit in units for player in players),
        first_faults=tuple(named[:KEPT]),
        first_stack=stacks[0] if stacks else "",
        forfeited=forfeited,
    )


def warn_of_forfeits(players: Iterable[EntrantResult | FieldResult]) -> None:
    """Say it where an agent was asked no more, with its first fault: nobody shall take that for how it plays."""
    for player in players:
        if player.forfeited:
            told = "\n".join((*player.first_faults[:1], *filter(None, [player.first_stack])))
            message = (
                f"{player.name} forfeited after {player.faults} faults, and checked or folded from then on: {told}"
            )
            warnings.warn(message, BotForfeit, stacklevel=3)


def _packed(column: npt.NDArray[Any]) -> str:
    return base64.b64encode(zlib.compress(column.tobytes())).decode("ascii")


def unit_to_json(unit: UnitResult) -> dict[str, Any]:
    """A unit as a checkpoint keeps it."""
    return {
        "unit": unit.unit,
        "shape": list(unit.nets.shape),
        "nets": _packed(unit.nets.astype("<i8")),
        **({} if unit.lucks is None else {"lucks": _packed(unit.lucks.astype("<f8"))}),
        "counts": unit.counts.tolist(),
        "digest": unit.digest,
        "faults": [
            [count, [[fault.deal, fault.reason, fault.stack] for fault in faults]] for count, faults in unit.faults
        ],
        "forfeits": sorted(unit.forfeits),
    }


def unit_from_json(data: dict[str, Any]) -> UnitResult:
    """Read a unit back."""
    nets = np.frombuffer(unpack_column(data["nets"]), dtype="<i8").reshape(data["shape"])
    lucks = None
    if "lucks" in data:
        lucks = np.frombuffer(unpack_column(data["lucks"]), dtype="<f8").reshape(data["shape"]).astype(np.float64)
    return UnitResult(
        unit=data["unit"],
        nets=nets.astype(np.int64),
        counts=np.array(data["counts"], dtype=np.int64),
        digest=data["digest"],
        faults=tuple(
            (count, tuple(Fault(deal=deal, reason=reason, stack=stack) for deal, reason, stack in faults))
            for count, faults in data["faults"]
        ),
        forfeits=frozenset(data["forfeits"]),
        lucks=lucks,
    )
