"""What a player did, counted over recorded hands: each figure with its sample size and 95 % interval.

VPIP    of the hands in which he had a decision on the first street: he put chips in of his own will there
PFR     of the same hands: he bet or raised on the first street (a bring-in is neither)
AF      aggression factor: bets and raises for each call, on all later streets
WTSD    went to showdown, of the hands in which he saw the second street (the flop, or fourth street)
W$SD    won at showdown: took chips from a pot, of the hands in which he went to showdown
income  small bets won a hand (the big blind in no-limit), over the hands whose result is known
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from riverboat.errors import DamagedHand, RecordError, RiverboatError, StoreError
from riverboat.intervals import Statistic, average, odds_ratio, proportion
from riverboat.records.hand_record import count_of_hands
from riverboat.records.store.hand_store import Store, StoredHand
from riverboat.records.store.player_tallies import Moment, PlayerTallies, fill, read_tallies
from riverboat.records.store.tallies import (
    AGGRESSIVE_SHIFT,
    CALLS_SHIFT,
    COUNT_MASK,
    DECIDED,
    ENTERED,
    KNOWN,
    RAISED,
    SAW_SECOND,
    SEAT,
    SETTLED,
    SHOWDOWN,
    UNCOUNTED,
    UNIT_SHIFT,
    UNITS,
    WON,
    tally,
)

_NUMBER = re.compile(r"[0-9]{1,18}")


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
    bankroll_sb: tuple[float, ...]
    unit: str  # of income and bankroll: "small bets", "big blinds", or both where hands of both were counted

    def figures(self) -> dict[str, Statistic]:
        """The figures by name."""
        names = ("vpip", "pfr", "aggression_factor", "went_to_showdown", "won_at_showdown", "income_sb")
        return {name: getattr(self, name) for name in names}


def player_statistics(
    player: str, hands: Iterable[StoredHand], *, damaged: list[DamagedHand] | None = None
) -> PlayerStatistics:
    """Count one player's hands; hands they did not sit in are passed over.

    One that can't be replayed is an error, or with a list for them is put there and passed over.

    The bankroll goes by time where every hand has one, by the numbers of the hands within an event where all have
    them, else in the order given.
    """
    seats, moments = [np.zeros(0, SEAT)], []
    for hand in hands:
        record = hand.record
        seat = record.seat_of(player)
        if seat is None or record.game in UNCOUNTED:
            continue
        try:
            counted = tally(record, hand.net)
        except RiverboatError as error:
            broken = DamagedHand(hand.id, str(error))
            if damaged is None:
                raise broken from None
            damaged.append(broken)
            continue
        seats.append(counted[seat : seat + 1])
        moments.append(Moment(record.time, record.event, record.number))
    return _added_up(player, PlayerTallies(np.concatenate(seats), moments))


def stored_statistics(
    player: str,
    store: Store,
    *,
    game: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    damaged: list[DamagedHand] | None = None,
) -> PlayerStatistics:
    """`player_statistics` of the hands in a store, from what was counted when they were stored.

    Hands that were stored before anything was counted are counted now, once; `progress` hears how many are done, of
    how many. In a store that can't be written they are counted again every time. Damaged hands
    are treated as in `player_statistics`.
    """
    try:
        for done, of in fill(store, player, game=game, damaged=damaged):
            if progress is not None:
                progress(done, of)
        counted = read_tallies(store, player, game=game)
    except DamagedHand:
        raise
    except StoreError:
        return player_statistics(player, store.hands(player=player, game=game, damaged=damaged), damaged=damaged)
    if not counted.moments:
        store.count(player=player)  # says so where there is no such player
    return _added_up(player, counted)


def _added_up(player: str, hands: PlayerTallies) -> PlayerStatistics:
    bits = hands.seats["bits"]

    def count(sign: int) -> int:
        return int(np.count_nonzero(bits & sign))

    def total(shift: int) -> int:
        return int((bits >> shift & COUNT_MASK).sum())

    known = np.flatnonzero(bits & KNOWN).tolist()
    units = np.unique(bits[known] >> UNIT_SHIFT)
    incomes: list[float] = hands.seats["income"][known].tolist()
    in_order = [incomes[at] for at in _order([hands.moments[at] for at in known])]
    return PlayerStatistics(
        player=player,
        hands=len(bits),
        vpip=proportion(count(ENTERED), count(DECIDED)),
        pfr=proportion(count(RAISED), count(DECIDED)),
        aggression_factor=odds_ratio(total(AGGRESSIVE_SHIFT), total(CALLS_SHIFT)),
        went_to_showdown=proportion(count(SHOWDOWN), count(SAW_SECOND)),
        won_at_showdown=proportion(count(WON), count(SETTLED)),
        income_sb=average(in_order),
        bankroll_sb=tuple(itertools.accumulate(in_order)),
        unit=" or ".join(UNITS[unit] for unit in units) or UNITS[0],
    )


def _order(moments: Sequence[Moment]) -> list[int]:
    """The places of these moments as they came, as far as the hands say when that was."""
    timed = all(when.time for when in moments)
    unnumbered = {when.event for when in moments if not _NUMBER.fullmatch(when.number)}
    first: dict[str, int] = {}
    keys = [
        (time if timed else "", first.setdefault(event, at), 0 if event in unnumbered else int(number))
        for at, (time, event, number) in enumerate(moments)
    ]
    return sorted(range(len(keys)), key=keys.__getitem__)


def plot_bankroll(statistics: PlayerStatistics, path: str | Path) -> None:
    """The bankroll, hand by hand, with the straight line of its mean and that mean's 95 % interval."""
    from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure

    if not statistics.bankroll_sb:
        raise RecordError(f"no hand of {statistics.player} has a known result: there is no bankroll to draw")
    figure, axes = new_figure(8, 4.6)
    n = len(statistics.bankroll_sb)
    axes.plot(range(n + 1), (0.0, *statistics.bankroll_sb), color=COLOURS[0], linewidth=1.4, label="bankroll")
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
