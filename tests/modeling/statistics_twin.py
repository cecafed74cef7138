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
from riverboat.records.hand_record import HandRecord, Move
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


def slow_habits(player: str, hands: Iterable[StoredHand]) -> dict[str, tuple[float, int]]:
    """3-bet, steal, limp, c-bet and aggression by street, from the definitions: each move judged by those before it."""
    did: Counter[str] = Counter()
    might: Counter[str] = Counter()
    bets: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    for hand in hands:
        seat = hand.record.seat_of(player)
        if seat is None or hand.record.game == "bluff":
            continue
        chances: dict[str, bool] = {}
        for at, move in enumerate(hand.record.moves):
            if move.seat == seat and move.kind != "bring-in":
                before = [each for each in hand.record.moves[:at] if each.kind != "bring-in"]
                name, yes = _chance(hand.record, seat, move.street, move.kind, before)
                for each in name:
                    chances[each] = chances.get(each, False) or yes[each]
                if 0 < move.street <= 3:
                    street = f"aggression_{('flop', 'turn', 'river')[move.street - 1]}"
                    bets[street] += move.kind in AGGRESSIVE
                    calls[street] += move.kind == "call"
        might.update(chances.keys())
        did.update(name for name, yes in chances.items() if yes)
    shares = {name: (did[name] / count, count) for name, count in might.items()}
    odds = {
        name: (bets[name] / calls[name] if calls[name] else math.inf, bets[name] + calls[name])
        for name in bets
        if bets[name] + calls[name]
    }
    return {**shares, **odds}


def _chance(
    record: HandRecord, seat: int, street: int, kind: str, before: list[Move]
) -> tuple[list[str], dict[str, bool]]:
    """Which chances a move was, and whether it was taken."""
    here = [move for move in before if move.street == street]
    raisers = [move.seat for move in here if move.kind in AGGRESSIVE]
    found: dict[str, bool] = {}
    if street == 0:
        if not any(move.kind in ("call", *AGGRESSIVE) for move in here):
            found["limp"] = kind == "call"
            if _may_steal(record, seat):
                found["steal"] = kind in AGGRESSIVE
        elif len(raisers) == 1 and raisers[0] != seat:
            found["three_bet"] = kind in AGGRESSIVE
        elif len(raisers) == 2 and raisers[0] == seat:
            found["fold_to_three_bet"] = kind == "fold"
    elif street <= 3:
        leader = _leader(before, street)
        name = ("flop", "turn", "river")[street - 1]
        if leader == seat and not raisers:
            found[f"cbet_{name}"] = kind in AGGRESSIVE
        elif leader is not None and leader != seat and raisers == [leader]:
            found[f"fold_to_cbet_{name}"] = kind == "fold"
    return list(found), found


def _may_steal(record: HandRecord, seat: int) -> bool:
    if not isinstance(record.rules, HoldemRules):
        return False
    button = record.seats - 1 if record.button is None else record.button
    after = (seat - button) % record.seats
    return after == 0 or (record.seats > 2 and after == 1) or (record.seats > 3 and after == record.seats - 1)


def _leader(before: list[Move], street: int) -> int | None:
    """Who raised last on the first street, and was first and last to bet on each street since."""
    leader: int | None = None
    for at in range(street):
        raisers = [move.seat for move in before if move.street == at and move.kind in AGGRESSIVE]
        if at == 0:
            leader = raisers[-1] if raisers else None
        elif not raisers or raisers[0] != leader or raisers[-1] != leader:
            return None
    return leader
