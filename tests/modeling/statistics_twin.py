"""A slow twin of a player's statistics: every hand read and replayed, every figure by scipy.stats."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from scipy import stats

from riverboat.games import HoldemRules
from riverboat.intervals import CONFIDENCE, Statistic
from riverboat.modeling.statistics import PlayerStatistics
from riverboat.records.replay import play_out
from riverboat.records.store.hand_store import StoredHand

AGGRESSIVE = ("bet", "raise")


def slow_statistics(player: str, hands: Iterable[StoredHand]) -> PlayerStatistics:
    counts: Counter[str] = Counter()
    incomes: list[tuple[tuple[str, str, str], float]] = []
    units: set[str] = set()
    for hand in hands:
        seat = hand.record.seat_of(player)
        if seat is None or hand.record.game == "bluff":
            continue
        _count(counts, hand, seat)
        if hand.net is not None:
            when = (hand.record.time, hand.record.event, hand.record.number)
            unit = hand.record.card_rules.income_unit
            units.add(unit.name)
            incomes.append((when, float(Fraction(hand.net[seat]) / unit.chips)))
    in_order = _in_order(incomes)
    return PlayerStatistics(
        player=player,
        hands=counts["hands"],
        vpip=_share(counts["entered"], counts["decided"]),
        pfr=_share(counts["raised"], counts["decided"]),
        aggression_factor=_odds(counts["aggressive"], counts["calls"]),
        went_to_showdown=_share(counts["showdowns"], counts["saw_second"]),
        won_at_showdown=_share(counts["won"], counts["settled"]),
        income_sb=_mean(in_order),
        bankroll_sb=tuple(itertools.accumulate(in_order)),
        unit=" or ".join(name for name in ("small bets", "big blinds", "points") if name in units) or "small bets",
    )


def _count(counts: Counter[str], hand: StoredHand, seat: int) -> None:
    record = hand.record
    own = [move for move in record.moves if move.seat == seat]
    first = [move.kind for move in own if move.street == 0 and move.kind != "bring-in"]
    counts["hands"] += 1
    counts["decided"] += bool(first)
    counts["entered"] += any(kind in ("call", *AGGRESSIVE) for kind in first)
    counts["raised"] += any(kind in AGGRESSIVE for kind in first)
    counts["aggressive"] += sum(move.street > 0 and move.kind in AGGRESSIVE for move in own)
    counts["calls"] += sum(move.street > 0 and move.kind == "call" for move in own)
    folded = {move.seat: move.street for move in record.moves if move.kind == "fold"}
    in_at_end = [s for s in range(record.seats) if s not in folded]
    holdem = isinstance(record.rules, HoldemRules)
    second = len(record.board) >= 3 if holdem else any(len(cards) > 3 for cards in record.hole_cards)
    if folded.get(seat, 1) > 0 and second:
        counts["saw_second"] += 1
        if seat in in_at_end and len(in_at_end) > 1:
            counts["showdowns"] += 1
            if hand.net is not None:
                state = play_out(record)
                uncalled = sum(pot.amount for pot in state.pots if pot.seats == (seat,))
                counts["settled"] += 1
                counts["won"] += state.winnings()[seat] > uncalled


def _in_order(incomes: list[tuple[tuple[str, str, str], float]]) -> list[float]:
    timed = all(time for (time, _, _), _ in incomes)
    events = [event for (_, event, _), _ in incomes]
    unnumbered = {event for (_, event, number), _ in incomes if not re.fullmatch("[0-9]{1,18}", number)}

    def key(income: tuple[tuple[str, str, str], float]) -> tuple[str, int, int]:
        (time, event, number), _ = income
        return time if timed else "", events.index(event), 0 if event in unnumbered else int(number)

    return [won for _, won in sorted(incomes, key=key)]


def _share(successes: int, n: int) -> Statistic:
    if n == 0:
        return Statistic(mean=None, low=None, high=None, n=0)
    interval = stats.binomtest(successes, n).proportion_ci(CONFIDENCE, method="wilson")
    return Statistic(mean=successes / n, low=float(interval.low), high=float(interval.high), n=n)


def _odds(aggressive: int, passive: int) -> Statistic:
    share = _share(aggressive, aggressive + passive)
    if share.mean is None or share.low is None or share.high is None:
        return share
    low, high = (p / (1 - p) if p < 1 else math.inf for p in (share.low, share.high))
    return Statistic(mean=aggressive / passive if passive else math.inf, low=low, high=high, n=share.n)


def _mean(values: list[float]) -> Statistic:
    n = len(values)
    if n < 2:
        return Statistic(mean=values[0] if values else None, low=None, high=None, n=n)
    mean, error = math.fsum(values) / n, float(stats.sem(values))
    if error == 0:
        return Statistic(mean=mean, low=mean, high=mean, n=n)
    low, high = stats.t.interval(CONFIDENCE, n - 1, loc=mean, scale=error)
    return Statistic(mean=mean, low=float(low), high=float(high), n=n)
