"""A recorded hand through Lokibot's eyes: at every decision what it would see, do, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent, CompiledPlayer
from riverboat.agents.kinds_kernel import LOKI
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.loki_kernel import believe
from riverboat.agents.loki.versions import Sight, read_sight
from riverboat.cards.cards import format_cards
from riverboat.cards.holdings import CLASS_NAMES
from riverboat.cards.randomness import Seed
from riverboat.errors import AgentError
from riverboat.games import UNKNOWN, Action, CardState
from riverboat.modeling.weights import Vector, class_weights, default_weights
from riverboat.records import HandRecord, replay


@dataclass(frozen=True, kw_only=True)
class Explained:
    """One decision: what was done, what Loki would do, and what it saw."""

    seat: int
    street: int
    board: tuple[int, ...]
    cards: tuple[int, int]
    pot: int
    to_call: int
    done: Action
    would: Action
    sight: Sight
    opponents: tuple[int, ...]
    weights: dict[int, Vector] = field(repr=False)  # after the flop: of each opponent's holdings


@dataclass(frozen=True, kw_only=True)
class Reading:
    """An opponent's weights before and after one of his bets or raises, as another seat sees them."""

    viewer: int
    opponent: int
    said: str
    street: int
    before: Vector = field(repr=False)
    after: Vector = field(repr=False)


def check_loki(agent: object) -> CompiledAgent:
    """The agent, if it is a Loki."""
    if not isinstance(agent, CompiledAgent) or agent.entry.kind != LOKI:
        name = getattr(agent, "name", "that")
        raise AgentError(f"{name} can't explain itself: name one of loki-a to loki-f")
    return agent


def explain(record: HandRecord, agent: CompiledAgent, *, seed: Seed = 0) -> Iterator[Explained]:
    """Every decision of a player whose cards are known. Loki sits in each of these seats and remembers nothing else."""
    players = {seat: agent.player(seed) for seat in known_seats(record)}
    states = replay(record)
    before = next(states)[1]
    for move, after in states:
        assert move is not None
        if move.seat in players:
            yield _explained(before, players[move.seat], move.seat, move.action)
        before = after


def known_seats(record: HandRecord) -> tuple[int, ...]:
    """The seats whose hole cards stand in the record."""
    seats = []
    for seat, cards in enumerate(record.hole_cards):
        if len(cards) == 2 and UNKNOWN not in cards and seat not in record.mucked:
            seats.append(seat)
    return tuple(seats)


def _explained(state: CardState, player: CompiledPlayer, seat: int, done: Action) -> Explained:
    seen = state.observation(seat)
    would = player.decide(seen)
    opponents = tuple(other for other, is_in in enumerate(state.is_in) if is_in and other != seat)
    first, second = seen.own_cards
    weights = {other: _weights(player, seen.seats, other) for other in opponents} if len(seen.board) >= 3 else {}
    return Explained(
        seat=seat,
        street=seen.street,
        board=tuple(seen.board),
        cards=(first, second),
        pot=seen.pot,
        to_call=seen.to_call,
        done=done,
        would=would,
        sight=read_sight(player.memory, seen.seats),
        opponents=opponents,
        weights=weights,
    )


def _weights(player: CompiledPlayer, seats: int, opponent: int) -> Vector:
    """The weights that this player gives an opponent's holdings; 0 for holdings that known cards rule out."""
    params, memory = player.agent.params, player.memory
    if params[places.MODELS]:
        at = places.WEIGHTS + opponent * places.HOLDINGS
        table = memory[at : at + places.HOLDINGS].copy()
    elif params[places.WEIGHTING]:
        table = default_weights(seats)
    else:
        table = np.ones(places.HOLDINGS)
    table[memory[places.VALUE : places.VALUE + places.HOLDINGS] == 0] = 0
    return table


def likely_hands(weights: Vector, count: int = 6) -> list[tuple[str, float]]:
    """The classes of hands that carry most weight a holding, with their weight."""
    grid = class_weights(weights)
    order = np.argsort(-grid, kind="stable")[:count]
    return [(CLASS_NAMES[index], float(grid[index])) for index in order]


def reading(
    record: HandRecord, agent: CompiledAgent, *, viewer: int | None = None, opponent: int | None = None
) -> Reading:
    """What the first bet or raise of an opponent told a viewer (by default the first seat whose cards are known)."""
    if not agent.params[places.MODELS]:
        raise AgentError(f"{agent.name} keeps no weights for single opponents: name loki-f")
    known = known_seats(record)
    viewer = viewer if viewer is not None else next((seat for seat in known if seat != opponent), -1)
    if viewer not in known:
        raise AgentError("nobody's cards are known in this hand: there is no seat to look from")
    player = agent.player(0)
    states = replay(record)
    before = next(states)[1]
    for move, after in states:
        assert move is not None
        wanted = move.seat == opponent if opponent is not None else move.seat != viewer
        if wanted and move.kind in ("bet", "raise") and after.is_in[viewer]:
            tables = []
            for state in (before, after):
                believe(state.observation(viewer).record, agent.params, player.memory)
                at = places.WEIGHTS + move.seat * places.HOLDINGS
                tables.append(player.memory[at : at + places.HOLDINGS].copy())
            return Reading(
                viewer=viewer,
                opponent=move.seat,
                said=record.speaker.short(move.action),
                street=move.street,
                before=tables[0],
                after=tables[1],
            )
        before = after
    raise AgentError("no opponent bets or raises in this hand: there is nothing to draw")


def decision_json(record: HandRecord, each: Explained) -> dict[str, Any]:
    """One decision as the command line and the page give it."""
    sight = each.sight
    after_flop = bool(each.board)
    return {
        "seat": each.seat,
        "player": record.players[each.seat],
        "street": record.card_rules.street_names[each.street],
        "cards": format_cards(each.cards),
        "board": format_cards(each.board),
        "pot": each.pot,
        "to_call": each.to_call,
        "did": record.speaker.short(each.done),
        "would": record.speaker.short(each.would),
        "rule": sight.rule,
        "hs": sight.strength if after_flop else None,
        "hsn": sight.strength_n if after_flop else None,
        "ppot": sight.ppot if after_flop else None,
        "npot": sight.npot if after_flop else None,
        "ehs": sight.ehs if after_flop else None,
        "pot_odds": sight.pot_odds if each.to_call and after_flop else None,
        "all_fold": sight.all_fold,
        "share": None if after_flop else sight.share,
        "limit": None if after_flop else sight.limit,
        "opponents": [
            {
                "player": record.players[seat],
                "hs": sight.each[seat],
                "likeliest": [name for name, _ in likely_hands(weights)],
                "weights": class_weights(weights).round(4).tolist(),
            }
            for seat, weights in each.weights.items()
        ],
    }
