"""A recorded hand through Lokibot's eyes: at every decision what it would see, do, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent, CompiledPlayer
from riverboat.agents.kinds_kernel import LOKI
from riverboat.agents.loki import loki_layout_kernel as at
from riverboat.agents.loki.loki_kernel import believe
from riverboat.agents.loki.versions import Sight, read_sight
from riverboat.cards.cards import format_cards
from riverboat.cards.holdings import CLASS_NAMES
from riverboat.cards.randomness import Seed
from riverboat.errors import AgentError, counted
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
    models: bool  # whether it weighs what its actions are worth
    call_at: float  # the EHS from which it calls, whatever the pot, where it does not
    weights: dict[int, Vector] = field(repr=False)  # after the flop: of each opponent's holdings


@dataclass(frozen=True, kw_only=True)
class Reading:
    """An opponent's weights before and after one of their bets or raises, as another seat sees them."""

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
        models=bool(player.agent.params[at.MODELS]),
        call_at=float(player.agent.params[at.CALL_AT]),
        weights=weights,
    )


def _weights(player: CompiledPlayer, seats: int, opponent: int) -> Vector:
    """The weights that this player gives an opponent's holdings; 0 for holdings that known cards rule out."""
    params, memory = player.agent.params, player.memory
    if params[at.MODELS]:
        index = at.WEIGHTS + opponent * at.HOLDINGS
        table = memory[index : index + at.HOLDINGS].copy()
    elif params[at.WEIGHTING]:
        table = default_weights(seats)
    else:
        table = np.ones(at.HOLDINGS)
    table[memory[at.VALUE : at.VALUE + at.HOLDINGS] == 0] = 0
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
    if not agent.params[at.MODELS]:
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
                index = at.WEIGHTS + move.seat * at.HOLDINGS
                tables.append(player.memory[index : index + at.HOLDINGS].copy())
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


def grounds(each: Explained) -> list[tuple[str, str]]:
    """The numbers behind a decision, as lines of a name and what it is, such that the rule can be checked by them."""
    return _after_flop(each) if each.board else _before_flop(each.sight)


def _before_flop(sight: Sight) -> list[tuple[str, str]]:
    if sight.income is not None:
        cuts = f"plays from {sight.limit:.2f}, raises from {sight.needed:.2f}"
        return [("income rate, ten seats", f"{sight.income:+.3f} small bets; {cuts}")]
    share = f"{100 * sight.share:.1f} %"
    if sight.shift:
        moved = 100 * sight.share * (1 + sight.shift)
        share += f"; with the random shift of {100 * sight.shift:+.1f} %: {moved:.1f} %"
    lines = [
        ("better starting hands", share),
        ("plays, raises up to", f"{_part(sight.limit)}, {_part(sight.needed)}"),
    ]
    if sight.all_fold:
        lines.append(("all fold, predicted", f"{sight.all_fold:.3f}"))
    return lines


def _part(share: float) -> str:
    return "any hand" if share >= 1 else f"{100 * share:.1f} %"


def _after_flop(each: Explained) -> list[tuple[str, str]]:
    sight = each.sight
    lines = [
        ("HS (mean opponent)", f"{sight.strength:.3f}"),
        (f"HSn ({counted(len(each.opponents), 'opponent')})", f"{sight.strength_n:.3f}"),
        ("Ppot, Npot (one card)", f"{sight.ppot:.3f}, {sight.npot:.3f}"),
        ("EHS", f"{sight.ehs:.3f}"),
    ]
    if each.to_call:
        lines.append(("pot odds", f"{sight.pot_odds:.3f}"))
    stay, more = ("call", "raise") if each.to_call else ("check", "bet")
    if not each.models:
        lines.append((f"EHS for a {more}", f"{sight.needed:.2f}"))
        if each.to_call:
            lines.append(("EHS for a call, whatever the pot", f"{each.call_at:.2f}"))
        return lines
    fold = "fold 0.0, " if each.to_call else ""
    worth = f"{fold}{stay} {sight.worth_stay:+.1f}, {more} {sight.worth_raise:+.1f}"
    return [
        *lines,
        ("all fold, predicted", f"{sight.all_fold:.3f}"),
        ("equity if all stay", f"{sight.equity:.3f}"),
        ("worth, chips", worth),
        (f"a {more} must be worth more by", f"{sight.needed:.1f} (random shift {sight.shift:+.1f})"),
    ]


def decision_json(record: HandRecord, each: Explained) -> dict[str, Any]:
    """One decision as the command line and the page give it."""
    sight = each.sight
    after_flop = bool(each.board)
    worth = after_flop and each.models
    stay, more = ("call", "raise") if each.to_call else ("check", "bet")
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
        "rule_number": sight.rule_number,
        "hs": sight.strength if after_flop else None,
        "hsn": sight.strength_n if after_flop else None,
        "ppot": sight.ppot if after_flop else None,
        "npot": sight.npot if after_flop else None,
        "ehs": sight.ehs if after_flop else None,
        "pot_odds": sight.pot_odds if each.to_call and after_flop else None,
        "all_fold": sight.all_fold,
        "equity": sight.equity if worth else None,
        "worth": {"fold": 0.0, stay: sight.worth_stay, more: sight.worth_raise} if worth else None,
        "shift": sight.shift,
        "needed": sight.needed,
        "share": None if after_flop else sight.share,
        "income": sight.income,
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
