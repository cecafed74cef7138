"""A league is played piece by piece, here or on many processes, kept as it goes, and put together into a table."""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from riverboat.arena.league.cards import AgentCard, card_of
from riverboat.arena.league.plan import LeaguePlan, Piece
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.results import EntrantResult
from riverboat.arena.work.executors import MakeExecutor, in_order
from riverboat.intervals import Statistic, mean_interval, student
from riverboat.steps import Checkpoint, keeping

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class LeagueProgress:
    """How far a league has come: pieces played, of all."""

    done: int
    count: int


@dataclass(frozen=True, kw_only=True)
class LeagueRow:
    """One agent in the league."""

    name: str
    heads_up: Statistic  # the mean over all opponents, each counting alike; luck-adjusted where that was measured
    plain: Statistic  # the same as it was won
    full_table: Statistic | None  # luck-adjusted where that was measured; None where it does not sit there
    card: AgentCard

    def to_json(self) -> Json:
        """The league row as the command line prints it."""
        full = None if self.full_table is None else self.full_table.to_json()
        return {
            "name": self.name,
            "heads_up": self.heads_up.to_json(),
            "heads_up_plain": self.plain.to_json(),
            "full_table": full,
            **self.card.to_json(),
        }


@dataclass(frozen=True, kw_only=True)
class LeagueResult:
    """How a league ended: the standings, best first, and every pair."""

    plan: LeaguePlan
    unit: str
    adjusted: bool
    standings: tuple[LeagueRow, ...]
    pairs: tuple[Json, ...]
    rings: tuple[Json, ...]

    def to_json(self) -> Json:
        """The league result as the command line prints it, and as it is saved: `league_from_json` reads it back."""
        return {
            "game": self.plan.game,
            "agents": list(self.plan.agents),
            "hands": self.plan.hands,
            "rings": self.plan.rings,
            "session_hands": self.plan.session_hands,
            "unit": self.unit,
            "adjusted": self.adjusted,
            "standings": [standing.to_json() for standing in self.standings],
            "pairs": list(self.pairs),
            "ring_rounds": list(self.rings),
        }


def league_steps(
    plan: LeaguePlan,
    *,
    known: Sequence[Json] = (),
    make_executor: MakeExecutor | None = None,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
) -> Generator[LeagueProgress, None, LeagueResult]:
    """Play a league; pairs `known` from an earlier league with equal hands and seed are not played again."""
    if plan.stays_here:
        make_executor = None
    before = {(row["first"], row["second"]): row for row in known}
    pieces = plan.pieces()
    left = [piece for piece in pieces if piece.kind == "ring" or _names(plan, piece) not in before]
    with keeping(checkpoint, resume=resume, read=_read, write=dict) as kept:
        done = len(kept.done)
        yield LeagueProgress(done=done, count=len(left))
        for row in in_order(partial(play_pieces, plan), left[done:], make_executor=make_executor):
            kept.add(row)
            yield LeagueProgress(done=len(kept.done), count=len(left))
        played = {(row["first"], row["second"]): row for row in kept.done if row["kind"] == "pair"}
        rings = [row for row in kept.done if row["kind"] == "ring"]
    pairs = [(played | before)[_names(plan, piece)] for piece in pieces if piece.kind == "pair"]
    return league_result(plan, pairs, rings)


def _read(row: Json) -> Json:
    if row["kind"] not in ("pair", "ring"):
        raise ValueError
    return row


def _names(plan: LeaguePlan, piece: Piece) -> tuple[str, str]:
    return plan.agents[piece.first], plan.agents[piece.second]


def play_pieces(plan: LeaguePlan, pieces: Sequence[Piece]) -> list[Json]:
    """Play some pieces: what a worker does. Plain data comes back."""
    return [_play_pair(plan, piece) if piece.kind == "pair" else _play_ring(plan, piece) for piece in pieces]


def _play_pair(plan: LeaguePlan, piece: Piece) -> Json:
    start = time.perf_counter()
    found = play_match(plan.match(piece))
    first = found.players[0]
    return {
        "kind": "pair",
        "first": plan.agents[piece.first],
        "second": plan.agents[piece.second],
        "hands": found.hands,
        **_income(first),
        "faults": sum(player.faults for player in found.players),
        "hash": found.digest,
        "elapsed_s": round(time.perf_counter() - start, 2),
    }


def _income(player: EntrantResult) -> Json:
    told = player.income_sb.to_json()
    return {**told, **({} if player.adjusted_sb is None else {"adjusted": player.adjusted_sb.to_json()})}


def _play_ring(plan: LeaguePlan, piece: Piece) -> Json:
    found = play_match(plan.match(piece))
    means = {player.name: player.income_sb.mean for player in found.players}
    adjusted = {player.name: player.adjusted_sb.mean for player in found.players if player.adjusted_sb is not None}
    return {
        "kind": "ring",
        "first": piece.first,
        "second": 0,
        "hands": found.hands,
        "means": means,
        "adjusted": adjusted or None,
        "hash": found.digest,
    }


def league_result(plan: LeaguePlan, pairs: Sequence[Json], rings: Sequence[Json]) -> LeagueResult:
    """Put what was played together."""
    adjusted = all("adjusted" in row for row in pairs)
    standings = [
        LeagueRow(
            name=name,
            heads_up=against_all(name, pairs, adjusted=adjusted),
            plain=against_all(name, pairs, adjusted=False),
            full_table=_at_full_table(name, rings),
            card=card_of(name, plan.game, plan.bot_limits),
        )
        for name in plan.agents
    ]
    standings.sort(key=lambda standing: -(standing.heads_up.mean or 0.0))
    return LeagueResult(
        plan=plan,
        unit=plan.match(plan.pieces()[0]).unit.a_hand,
        adjusted=adjusted,
        standings=tuple(standings),
        pairs=tuple(pairs),
        rings=tuple(rings),
    )


def against_all(name: str, pairs: Sequence[Json], *, adjusted: bool) -> Statistic:
    """An agent's mean over all opponents, each counting alike; the interval adds up the errors of its matches."""
    means, errors, n = [], [], 0
    for row in pairs:
        if name in (row["first"], row["second"]):
            told = row["adjusted"] if adjusted else row
            sign = 1.0 if row["first"] == name else -1.0
            means.append(sign * told["mean"])
            n += told["n"]
            # Student's interval of each match, turned back into its error.
            wide = None if told["low"] is None else told["high"] - told["low"]
            unit = student(0.0, 1.0, max(told["n"], 2))
            errors.append(math.nan if wide is None else wide / ((unit.high or 0.0) - (unit.low or 0.0)))
    if not means or any(math.isnan(error) for error in errors):
        return Statistic(mean=float(np.mean(means)) if means else None, low=None, high=None, n=n)
    error = math.sqrt(sum(each * each for each in errors)) / len(means)
    return student(float(np.mean(means)), error, max(n, 2))


def _at_full_table(name: str, rings: Sequence[Json]) -> Statistic | None:
    found = [(row["adjusted"] or row["means"])[name] for row in rings if name in row["means"]]
    return mean_interval(np.array(found, np.float64)) if found else None
