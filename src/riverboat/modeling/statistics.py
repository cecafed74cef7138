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
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from scipy import stats

from riverboat.errors import DamagedHand, RecordError, RiverboatError
from riverboat.games import HoldemRules, StudRules
from riverboat.records.hand_record import Chips, HandRecord, count_of_hands
from riverboat.records.replay import play_out
from riverboat.records.store import StoredHand

CONFIDENCE = 0.95
_AGGRESSIVE = ("bet", "raise")
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """A figure, its 95 % interval, and the number of cases it rests on; None where there are too few to say."""

    mean: float | None
    low: float | None
    high: float | None
    n: int

    def to_json(self) -> dict[str, float | None]:
        """As the command line prints it; an end that is infinite becomes null."""
        ends = {"mean": self.mean, "low": self.low, "high": self.high}
        return {name: value if value is None or math.isfinite(value) else None for name, value in ends.items()} | {
            "n": self.n
        }


@dataclass(frozen=True, kw_only=True)
class PlayerStatistics:
    """All figures of one player, and his bankroll in small bets after each hand whose result is known."""

    player: str
    hands: int
    vpip: Statistic
    pfr: Statistic
    aggression_factor: Statistic
    went_to_showdown: Statistic
    won_at_showdown: Statistic
    income_sb: Statistic
    bankroll_sb: tuple[float, ...]

    def figures(self) -> dict[str, Statistic]:
        """The figures by name."""
        names = ("vpip", "pfr", "aggression_factor", "went_to_showdown", "won_at_showdown", "income_sb")
        return {name: getattr(self, name) for name in names}


class _Moment(NamedTuple):
    """What a hand says about when it was played."""

    time: str
    event: str
    number: str


@dataclass
class _Counts:
    hands: int = 0
    decided: int = 0
    entered: int = 0
    raised: int = 0
    aggressive: int = 0
    calls: int = 0
    saw_second: int = 0
    showdowns: int = 0
    showdowns_settled: int = 0
    showdowns_won: int = 0
    incomes: list[float] = field(default_factory=list)
    moments: list[_Moment] = field(default_factory=list)  # one for each income


def proportion(successes: int, n: int) -> Statistic:
    """A share with Wilson's interval."""
    if n == 0:
        return Statistic(mean=None, low=None, high=None, n=0)
    interval = stats.binomtest(successes, n).proportion_ci(CONFIDENCE, method="wilson")
    return Statistic(mean=successes / n, low=float(interval.low), high=float(interval.high), n=n)


def odds_ratio(aggressive: int, passive: int) -> Statistic:
    """How many of one for each of the other; the interval is that of the share, turned into odds."""
    share = proportion(aggressive, aggressive + passive)
    if share.mean is None or share.low is None or share.high is None:
        return share
    low, high = (p / (1 - p) if p < 1 else math.inf for p in (share.low, share.high))
    return Statistic(mean=aggressive / passive if passive else math.inf, low=low, high=high, n=share.n)


def average(values: list[float]) -> Statistic:
    """A mean with Student's interval; one value alone has no interval."""
    n = len(values)
    if n == 0:
        return Statistic(mean=None, low=None, high=None, n=0)
    mean = math.fsum(values) / n
    if n == 1:
        return Statistic(mean=mean, low=None, high=None, n=1)
    error = float(stats.sem(values))
    if error == 0:
        return Statistic(mean=mean, low=mean, high=mean, n=n)
    low, high = stats.t.interval(CONFIDENCE, n - 1, loc=mean, scale=error)
    return Statistic(mean=mean, low=float(low), high=float(high), n=n)


def average_of_sums(n: int, total: int, squares: int, *, unit: int = 1) -> Statistic:
    """`average` of n whole numbers, each divided by a unit, from their sum and the sum of their squares."""
    if n < 2:
        return average([total / unit] * n)
    mean = total / n / unit
    error = math.sqrt(Fraction(n * squares - total**2, n**2 * (n - 1))) / unit
    if error == 0:
        return Statistic(mean=mean, low=mean, high=mean, n=n)
    low, high = stats.t.interval(CONFIDENCE, n - 1, loc=mean, scale=error)
    return Statistic(mean=mean, low=float(low), high=float(high), n=n)


def player_statistics(
    player: str, hands: Iterable[StoredHand], *, damaged: list[DamagedHand] | None = None
) -> PlayerStatistics:
    """Count one player's hands; hands he did not sit in are passed over.

    One that can't be replayed is an error, or with a list for them is put there and passed over.

    The bankroll goes by time where every hand has one, by the numbers of the hands within an event where all have
    them, else in the order given.
    """
    counts = _Counts()
    for hand in hands:
        seat = hand.record.seat_of(player)
        if seat is None or hand.record.game == "bluff":  # dice have no pots to enter
            continue
        try:
            _count(counts, hand.record, seat, hand.net)
        except RiverboatError as error:
            broken = DamagedHand(hand.id, str(error))
            if damaged is None:
                raise broken from None
            damaged.append(broken)
    in_order = _in_order(counts)
    return PlayerStatistics(
        player=player,
        hands=counts.hands,
        vpip=proportion(counts.entered, counts.decided),
        pfr=proportion(counts.raised, counts.decided),
        aggression_factor=odds_ratio(counts.aggressive, counts.calls),
        went_to_showdown=proportion(counts.showdowns, counts.saw_second),
        won_at_showdown=proportion(counts.showdowns_won, counts.showdowns_settled),
        income_sb=average(in_order),
        bankroll_sb=tuple(itertools.accumulate(in_order)),
    )


def _in_order(counts: _Counts) -> list[float]:
    """The incomes as they came, as far as the hands say when that was."""
    timed = all(when.time for when in counts.moments)
    unnumbered = {when.event for when in counts.moments if not _NUMBER.fullmatch(when.number)}
    first = {event: at for at, event in reversed(list(enumerate(when.event for when in counts.moments)))}

    def moment(at: int) -> tuple[str, int, int]:
        when = counts.moments[at]
        number = 0 if when.event in unnumbered else int(when.number)
        return when.time if timed else "", first[when.event], number

    return [counts.incomes[at] for at in sorted(range(len(counts.incomes)), key=moment)]


def _count(counts: _Counts, record: HandRecord, seat: int, net: tuple[Chips, ...] | None) -> None:
    folded = {move.seat: move.street for move in record.moves if move.kind == "fold"}
    in_at_end = [s for s in range(record.seats) if s not in folded]
    saw_second = folded.get(seat, 1) > 0 and _saw_second(record)
    shows_down = saw_second and seat in in_at_end and len(in_at_end) > 1
    won = shows_down and net is not None and _took_chips(record, seat)  # where it can't be replayed, nothing is counted
    counts.hands += 1
    own = [move for move in record.moves if move.seat == seat]
    first = [move.kind for move in own if move.street == 0 and move.kind != "bring-in"]
    if first:
        counts.decided += 1
        counts.entered += any(kind in ("call", *_AGGRESSIVE) for kind in first)
        counts.raised += any(kind in _AGGRESSIVE for kind in first)
    for move in own:
        if move.street > 0:
            counts.aggressive += move.kind in _AGGRESSIVE
            counts.calls += move.kind == "call"
    counts.saw_second += saw_second
    counts.showdowns += shows_down
    counts.showdowns_settled += shows_down and net is not None
    counts.showdowns_won += won
    if net is not None:
        counts.incomes.append(float(Fraction(net[seat]) / small_bet(record)))
        counts.moments.append(_Moment(record.time, record.event, record.number))


def _saw_second(record: HandRecord) -> bool:
    if isinstance(record.rules, HoldemRules):
        return len(record.board) >= 3
    return any(len(cards) > 3 for cards in record.hole_cards)


def _took_chips(record: HandRecord, seat: int) -> bool:
    """Whether he won at least a share of a pot that somebody else could have won; an uncalled bet is none."""
    state = play_out(record)
    own = sum(pot.amount for pot in state.pots if pot.seats == (seat,))
    return state.winnings()[seat] > own


def small_bet(record: HandRecord) -> int:
    """The unit of incomes: the small bet of limit games, the big blind of no-limit, the ante of the partner's stud."""
    rules = record.card_rules
    if isinstance(rules, HoldemRules):
        return rules.bets[0] if rules.betting == "limit" else rules.smallest_bet
    return rules.bets[0] if isinstance(rules, StudRules) else rules.ante


def plot_bankroll(statistics: PlayerStatistics, path: str | Path) -> None:
    """The bankroll, hand by hand, with the straight line of its mean and that mean's 95 % interval."""
    from riverboat.odds.pictures import COLOURS, GRID, INK, new_figure, save_figure

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
    axes.set_ylabel("small bets won", color=INK)
    axes.set_title(f"{_plain(statistics.player)}: {_income_line(income)}", loc="left", color=INK, fontsize=11)
    save_figure(figure, Path(path))


def _plain(name: str) -> str:
    return name.replace("$", r"\$")


def _income_line(income: Statistic) -> str:
    hands = count_of_hands(income.n)
    if income.mean is None or income.low is None or income.high is None:
        return hands
    return f"{income.mean:+.3f} small bets a hand ({income.low:+.3f} to {income.high:+.3f}), {hands}"
