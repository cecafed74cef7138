"""What the compiled encoders write, written once more from what a seat is shown, in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from riverboat.games import Action, BluffObservation, CardObservation
from riverboat.games.engine.layout_kernel import ALL_IN


def row_of(encoder: Any, seen: Any) -> np.ndarray[Any, Any]:
    """An observation as numbers, field by field."""
    found = _round(encoder, seen) if isinstance(seen, BluffObservation) else _hand(encoder, seen)
    row = np.concatenate([np.atleast_1d(np.asarray(found[field.name], float)).ravel() for field in encoder.fields])
    return row.astype(encoder.dtype)


def _hand(encoder: Any, seen: CardObservation) -> dict[str, Any]:
    game = encoder.game
    n, streets = game.seats, int(game.record["streets"][0])
    order = [(seen.seat + k) % n for k in range(n)]
    raises, calls, highest = np.zeros((streets, n)), np.zeros((streets, n)), [0] * streets
    for event in seen.history:
        at = event.street, (event.seat - seen.seat) % n
        if event.action.kind in ("bet", "raise"):
            raises[at] += 1
            highest[event.street] = event.action.amount
        elif event.action.kind in ("check", "call", "bring-in"):
            calls[at] += 1

    def amounts(values: Any) -> list[float]:
        if encoder.dtype == np.uint8:
            return [
                min(255, (4 * value + game.rules.income_unit.chips) // (2 * game.rules.income_unit.chips))
                for value in values
            ]
        return [float(np.float32(value / game.rules.income_unit.chips)) for value in values]

    def cards(held: Any) -> list[int]:
        return [int(card in held) for card in game.deck]

    return {
        "own": cards(seen.own_cards),
        "board": cards(seen.board),
        "open": [cards(seen.up_cards[seat]) for seat in order],
        "street": np.eye(streets)[seen.street],
        "position": np.eye(n)[seen.position],
        "is_in": [seen.is_in[seat] for seat in order],
        "all_in": [seen.record["status"][0][seat] == ALL_IN for seat in order],
        "bet": amounts(seen.bets[seat] for seat in order),
        "paid": amounts(seen.paid[seat] for seat in order),
        "stack": amounts(seen.stacks[seat] for seat in order),
        "pot": amounts([seen.pot]),
        "to_call": amounts([seen.to_call]),
        "raises": raises,
        "calls": calls,
        "highest": amounts(highest),
    }


def _round(encoder: Any, seen: BluffObservation) -> dict[str, Any]:
    rules, n = seen.rules, len(seen.rolls)
    heights = encoder.game.heights
    bids = np.zeros((n, len(heights)))
    last = -1
    for event in seen.history:
        if event.action.kind == "bid":
            last = heights[event.action]
            bids[(event.seat - seen.seat) % n, last] = 1
    return {
        "own": [(seen.roll or ()).count(face) for face in range(1, rules.faces + 1)],
        "dice": [rules.dice[(seen.seat + k) % n] for k in range(n)],
        "last": np.eye(len(heights) + 1)[last + 1],
        "bids": bids,
    }


def menu_of(encoder: Any, seen: Any) -> dict[int, Action]:
    """The actions that a seat may choose, by number."""
    legal = list(seen.legal_actions) if isinstance(seen, BluffObservation) else seen.legal_actions
    if isinstance(legal, list):
        return {encoder.actions.index(str(action)): action for action in legal}
    found = {0 if action.kind == "fold" else 1: action for action in legal._passive}
    if legal.cards:
        return {encoder.actions.index(str(Action("reveal", card))): Action("reveal", card) for card in legal.cards}
    if legal.raise_kind:
        found[2] = Action(legal.raise_kind, legal.min_to)
        last, mine, pot = legal.min_to, seen.bets[seen.seat] + seen.to_call, seen.pot + seen.to_call
        for at, size in enumerate(encoder.sizes):
            amount = mine + int(size * pot)
            if last < amount < legal.max_to:
                found[3 + at], last = Action(legal.raise_kind, amount), amount
        if legal.max_to > legal.min_to:
            found[3 + len(encoder.sizes)] = Action(legal.raise_kind, legal.max_to)
    return found
