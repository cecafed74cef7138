"""What a player did, counted over recorded hands: each figure with its sample size and 95 % interval.

VPIP    of the hands in which they had a decision on the first street: they put chips in of their own will there
PFR     of the same hands: they bet or raised on the first street (a bring-in is neither)
3-bet   raised again, of the hands with one raise before them; fold to 3-bet: of the hands whose first raise was theirs
steal   raised from the cut-off, the button or the small blind, where nobody had come in before
c-bet   bet the flop as the last to raise before it (turn, river: having bet each street since); and fold to it
AF      aggression factor: bets and raises for each call, on all later streets and on each
WTSD    went to showdown, of the hands in which they saw the second street (the flop, or fourth street)
W$SD    won at showdown: took chips from a pot, of the hands in which they went to showdown
income  small bets won a hand (the big blind in no-limit), over the hands whose result is known; bb/100 is a hundred
        times as much, the blue line the part of it that was won at showdowns, the red line the rest
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from riverboat.errors import DamagedHand, RecordError, RiverboatError, StoreError
from riverboat.intervals import Statistic, average, mean_interval, odds_ratio, proportion
from riverboat.records.hand_record import count_of_hands
from riverboat.records.store import tallies_kernel as t
from riverboat.records.store.hand_filters import HandFilter
from riverboat.records.store.hand_store import Store, StoredHand
from riverboat.records.store.player_tallies import tallies_of
from riverboat.records.store.tallies import POSITIONS, SEAT, UNCOUNTED, UNIT_SHIFT, UNITS, tally
from riverboat.steps import run_to_end

if TYPE_CHECKING:
    import numpy.typing as npt

    from riverboat.records.store.tally_pieces import Tallies

MOST_POINTS = 4000  # of a drawn line: more can't be told apart
LATER_STREETS = ("flop", "turn", "river")
#: Shares: what is counted, and of what, as bits of a tally.
_SHARES = {
    "vpip": (t.ENTERED, t.DECIDED),
    "pfr": (t.RAISED, t.DECIDED),
    "went_to_showdown": (t.SHOWDOWN, t.SAW_SECOND),
    "won_at_showdown": (t.WON, t.SETTLED),
    "three_bet": (t.RERAISED, t.MAY_RERAISE),
    "fold_to_three_bet": (t.FOLDED_TO_RERAISE, t.WAS_RERAISED),
    "steal": (t.STOLE, t.MAY_STEAL),
    "limp": (t.LIMPED, t.MAY_OPEN),
    **{
        f"{name}_{street}": (did << t.STREET_SHIFT * at, might << t.STREET_SHIFT * at)
        for name, did, might in (
            ("cbet", t.CONTINUED, t.MAY_CONTINUE),
            ("fold_to_cbet", t.FOLDED_TO_CONTINUED, t.FACES_CONTINUED),
        )
        for at, street in enumerate(LATER_STREETS)
    },
}


class Curve(Sequence[float]):
    """Many numbers that stay as they are, in eight bytes each; equal to any sequence of the same numbers."""

    def __init__(self, values: npt.NDArray[np.float64]) -> None:
        self._values = values
        values.flags.writeable = False

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, at: int) -> float: ...
    @overload
    def __getitem__(self, at: slice) -> Curve: ...
    def __getitem__(self, at: int | slice) -> float | Curve:
        return Curve(self._values[at]) if isinstance(at, slice) else float(self._values[at])

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self._values, dtype=dtype) if copy else np.asarray(self._values, dtype=dtype)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Curve):
            return np.array_equal(self._values, other._values)
        if isinstance(other, (tuple, list)):
            return len(self) == len(other) and all(map(operator.eq, self, other))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Curve({len(self)} numbers)"


@dataclass(frozen=True, kw_only=True)
class PlayerStatistics:
    """All figures of one player, and their bankroll after each hand whose result is known."""

    player: str
    hands: int
    vpip: Statistic
    pfr: Statistic
    aggression_factor: Statistic
    went_to_showdown: Statistic
    won_at_showdown: Statistic
    income_sb: Statistic
    bankroll_sb: Sequence[float]
    unit: str  # of income and bankroll: "small bets", "big blinds", or both where hands of both were counted
    habits: dict[str, Statistic] = field(default_factory=dict)  # 3-bet, steal, c-bet, aggression of a street, ...
    bb_100: Statistic = field(default_factory=lambda: average([]))  # income over a hundred hands
    showdown_bb_100: Statistic = field(default_factory=lambda: average([]))  # the part of it won at showdowns
    other_bb_100: Statistic = field(default_factory=lambda: average([]))  # and without
    showdown_sb: Sequence[float] = ()  # the bankroll's parts, hand by hand: the blue line
    by_position: dict[str, PlayerStatistics] = field(default_factory=dict)

    def figures(self) -> dict[str, Statistic]:
        """The six that every game has, by name."""
        names = ("vpip", "pfr", "aggression_factor", "went_to_showdown", "won_at_showdown", "income_sb")
        return {name: getattr(self, name) for name in names}

    def results(self) -> dict[str, Statistic]:
        """What was won over a hundred hands: all of it, at showdowns (the blue line), without (the red line)."""
        return {"bb_100": self.bb_100, "showdown_bb_100": self.showdown_bb_100, "other_bb_100": self.other_bb_100}

    def to_json(self) -> dict[str, object]:
        """As `--json` and the page have it."""
        positions = {name: each._figures_json() for name, each in self.by_position.items()}
        return {"player": self.player, "unit": f"{self.unit} a hand", **self._figures_json(), "positions": positions}

    def _figures_json(self) -> dict[str, object]:
        told = {**self.figures(), **self.habits, **self.results()}
        return {"hands": self.hands, **{name: figure.to_json() for name, figure in told.items()}}


def player_statistics(
    player: str, hands: Iterable[StoredHand], *, damaged: list[DamagedHand] | None = None
) -> PlayerStatistics:
    """Count one player's hands; hands they did not sit in are passed over.

    One that can't be replayed is an error, or with a list for them is put there and passed over.

    The bankroll goes by time where every hand has one, by the numbers of the hands within an event where all have
    them, else in the order given.
    """
    return added_up(player, _counted(player, hands, damaged))


def _counted(player: str, hands: Iterable[StoredHand], damaged: list[DamagedHand] | None) -> Tallies:
    seats = [np.zeros(0, SEAT)]
    for hand in hands:
        record = hand.record
        seat = record.seat_of(player)
        if seat is None or record.game in UNCOUNTED:
            continue
        try:
            counted = tally(record, hand.net, hand.id)
        except RiverboatError as error:
            broken = DamagedHand(hand.id, str(error))
            if damaged is None:
                raise broken from None
            damaged.append(broken)
            continue
        seats.append(counted[seat : seat + 1])
    return np.concatenate(seats)


def stored_tallies(
    player: str,
    store: Store,
    *,
    game: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    damaged: list[DamagedHand] | None = None,
) -> Tallies:
    """What was counted of a player's hands when they were stored, a row a hand.

    Hands that were stored before anything was counted are counted now, once; `progress` hears how many are done, of
    how many. In a store that can't be written they are counted again every time. Damaged hands
    are treated as in `player_statistics`.
    """
    try:
        counted = run_to_end(
            tallies_of(store, player, game=game, damaged=damaged),
            None if progress is None else lambda step: progress(*step),
        )
    except DamagedHand:
        raise
    except StoreError:
        return _counted(player, store.hands(player=player, game=game, damaged=damaged), damaged)
    if not len(counted):
        store.count(player=player)  # says so where there is no such player
    return counted


def stored_statistics(
    player: str,
    store: Store,
    *,
    game: str | None = None,
    chosen: HandFilter | None = None,
    progress: Callable[[int, int], None] | None = None,
    damaged: list[DamagedHand] | None = None,
) -> PlayerStatistics:
    """`player_statistics` of those hands in a store that a filter lets through, from `stored_tallies`."""
    found = stored_tallies(player, store, game=game, progress=progress, damaged=damaged)
    return added_up(player, found if chosen is None else chosen.of(found))


def added_up(player: str, hands: Tallies) -> PlayerStatistics:
    """The statistics of a player from tallies, all together and by position."""
    whole = _added_up(player, hands)
    for number, name in enumerate(POSITIONS):
        if number and (mine := hands[hands["position"] == number]).size:
            whole.by_position[name] = _added_up(player, mine, lines=False)
    return whole


def _added_up(player: str, hands: Tallies, *, lines: bool = True) -> PlayerStatistics:
    bits = hands["bits"]
    shares = {
        name: proportion(int(np.count_nonzero(bits & did)), int(np.count_nonzero(bits & might)))
        for name, (did, might) in _SHARES.items()
    }
    bets, calls = (hands[name].sum(axis=0, dtype=np.int64).tolist() for name in ("bets", "calls"))
    aggression = {
        f"aggression_{street}": odds_ratio(bets[at], calls[at])
        for at, street in enumerate(LATER_STREETS)
        if bets[at] + calls[at]
    }
    known = hands[(bits & t.KNOWN) != 0]
    in_order = known[order_of(known)] if lines else known
    incomes, at_end = in_order["income"], (in_order["bits"] & t.SHOWDOWN) != 0
    units = np.unique(known["bits"] >> UNIT_SHIFT)
    blue = np.where(at_end, incomes, 0.0)
    first = ("vpip", "pfr", "went_to_showdown", "won_at_showdown")
    return PlayerStatistics(
        player=player,
        hands=len(bits),
        aggression_factor=odds_ratio(sum(bets), sum(calls)),
        income_sb=average(incomes) if lines else mean_interval(incomes),
        bankroll_sb=Curve(np.cumsum(incomes)) if lines else (),
        showdown_sb=Curve(np.cumsum(blue)) if lines else (),
        unit=" or ".join(UNITS[int(unit)] for unit in units) or UNITS[0],
        habits={**{name: figure for name, figure in shares.items() if name not in first}, **aggression},
        bb_100=mean_interval(100 * incomes),
        showdown_bb_100=mean_interval(100 * blue),
        other_bb_100=mean_interval(100 * (incomes - blue)),
        vpip=shares["vpip"],
        pfr=shares["pfr"],
        went_to_showdown=shares["went_to_showdown"],
        won_at_showdown=shares["won_at_showdown"],
    )


def order_of(hands: Tallies) -> npt.NDArray[np.int64]:
    """The places of hands as they came, as far as they say when that was."""
    time = hands["time"] if len(hands) and (hands["time"] >= 0).all() else np.zeros(len(hands), np.int64)
    _, first, which = np.unique(hands["event"], return_index=True, return_inverse=True)
    unnumbered = np.zeros(len(first), bool)
    unnumbered[which[hands["number"] < 0]] = True
    number = np.where(unnumbered[which], 0, hands["number"])
    return np.lexsort((number, first[which], time))


def thinned(values: Sequence[float], most: int = MOST_POINTS) -> tuple[list[int], list[float]]:
    """Hands and sums of a line that begins at nothing, of many hands some and always the last."""
    every = max(1, -(-len(values) // most))
    hands = [*range(every, len(values), every), len(values)] if values else []
    return [0, *hands], [0.0, *(values[at - 1] for at in hands)]


def plot_bankroll(statistics: PlayerStatistics, path: str | Path) -> None:
    """The bankroll, hand by hand, what was won at showdowns and without, and the mean with its 95 % interval."""
    from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure

    if not statistics.bankroll_sb:
        raise RecordError(f"no hand of {statistics.player} has a known result: there is no bankroll to draw")
    figure, axes = new_figure(8, 4.6)
    n = len(statistics.bankroll_sb)
    axes.plot(*thinned(statistics.bankroll_sb), color=COLOURS[2], linewidth=1.4, label="bankroll")
    if statistics.showdown_sb:
        red = Curve(np.subtract(statistics.bankroll_sb, statistics.showdown_sb))
        axes.plot(*thinned(statistics.showdown_sb), color="#2b6cb0", linewidth=1, label="won at showdowns")
        axes.plot(*thinned(red), color="#c53030", linewidth=1, label="won without")
    income = statistics.income_sb
    if income.mean is not None and income.low is not None and income.high is not None:
        colour = COLOURS[2]
        axes.plot((0, n), (0, n * income.mean), color=colour, linewidth=1, linestyle="--", label="at the mean income")
        ends = ((0, n * income.low), (0, n * income.high))
        axes.fill_between((0, n), *ends, color=colour, alpha=0.12, linewidth=0, label="95 % interval of that mean")
    axes.legend(loc="best", frameon=False, fontsize=9, labelcolor=INK)
    axes.axhline(0, color=GRID, linewidth=1, zorder=0)
    axes.set_xlabel("hands", color=INK)
    axes.set_ylabel(f"{statistics.unit} won", color=INK)
    axes.set_title(
        f"{_plain(statistics.player)}: {_income_line(income, statistics.unit)}", loc="left", color=INK, fontsize=11
    )
    save_figure(figure, Path(path))


def _plain(name: str) -> str:
    return name.replace("$", r"\$")


def _income_line(income: Statistic, unit: str) -> str:
    hands = count_of_hands(income.n)
    if income.mean is None or income.low is None or income.high is None:
        return hands
    return f"{income.mean:+.3f} {unit} a hand ({income.low:+.3f} to {income.high:+.3f}), {hands}"
