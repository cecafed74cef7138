"""What a seat sees, in a few lines of text, and what it may do, as JSON: for language models and for people."""

from __future__ import annotations

from typing import Any

from riverboat.cards.cards import format_cards
from riverboat.games import BluffObservation, CardObservation, find_game
from riverboat.games.actions import LegalActions
from riverboat.games.engine.layout_kernel import UNBOUNDED, UNKNOWN
from riverboat.games.protocol import TableObservation


def legal_json(seen: TableObservation) -> list[dict[str, Any]]:
    """What may be done: the text to answer with, what it costs, and the totals that a bet may go to."""
    legal = seen.legal_actions
    if not isinstance(legal, LegalActions):
        return [{"action": str(action)} for action in legal]
    found: list[dict[str, Any]] = []
    for kind in legal.kinds:
        if kind == legal.raise_kind:
            found.append({"action": f"{kind} TOTAL", "min": legal.min_to, "max": legal.max_to, "step": legal.step})
        elif kind == "reveal":
            found += [{"action": f"reveal {format_cards([card])}"} for card in legal.cards]
        else:
            found.append({"action": kind, **({"cost": legal.to_call} if kind == "call" else {})})
    return found


def text_of(seen: TableObservation) -> str:
    """What a seat sees, in a few lines; nothing that it can't see is told."""
    rules: Any = getattr(seen, "rules", None)
    lines = _TELLERS[find_game(rules.name).pieces](seen)
    return "\n".join(lines)


def end_text(seen: TableObservation) -> str:
    """How a hand ended for a seat, in one line: what it won or lost, and what others showed."""
    ended: Any = seen
    won = ended.returns()[seen.seat]
    shown = _SHOWN[find_game(ended.rules.name).pieces](ended)
    result = f"you won {_amount(won)}" if won > 0 else f"you lost {_amount(-won)}" if won < 0 else "nothing was won"
    others = "".join(f"; seat {seat} showed {what}" for seat, what in shown if seat != seen.seat)
    return f"Hand {ended.hand}: {result}{others}."


def _amount(chips: Any) -> str:
    return f"{float(chips):g}"


def _shown_cards(seen: Any) -> list[tuple[int, str]]:
    known = [(seat, cards) for seat, cards in enumerate(seen.cards) if cards and UNKNOWN not in cards]
    return [(seat, _shown(cards)) for seat, cards in known if seen.is_in[seat]]


def _shown_dice(seen: Any) -> list[tuple[int, str]]:
    return [(seat, " ".join(map(str, roll))) for seat, roll in enumerate(seen.rolls) if roll]


def _who(seat: int, seen: Any) -> str:
    return "you" if seat == seen.seat else f"seat {seat}"


def _history(seen: Any, streets: tuple[str, ...]) -> list[str]:
    speaker = find_game(seen.rules.name).speaker
    lines: list[str] = []
    for street, name in enumerate(streets):
        events = [event for event in seen.history if event.street == street]
        if events:
            told = [
                f"{_who(event.seat, seen)} {speaker.did(event.action, you=event.seat == seen.seat)}" for event in events
            ]
            lines.append(f"{name}: {', '.join(told)}")
    return lines


def _cards(seen: Any) -> list[str]:
    assert isinstance(seen, CardObservation)
    rules = seen.rules
    assert rules is not None
    entry = find_game(rules.name)
    holding = entry.speaker.holding(seen.own_cards, seen.board) if rules.suits_matter else ""
    lines = [
        f"{entry.title}, {rules.stakes}. You are seat {seen.seat} of {seen.seats}; seat {seen.button} has the button.",
        f"Your cards: {_shown(seen.own_cards)}{f' ({holding})' if holding else ''}.",
    ]
    if seen.board:
        lines.append(f"Board: {_shown(seen.board)}.")
    for seat, cards in enumerate(seen.up_cards):
        if seat != seen.seat and cards:
            lines.append(f"Seat {seat} shows {_shown(cards)}.")
    lines += _history(seen, rules.street_names)
    stacks = "" if rules.start_stack == UNBOUNDED else f" Stacks: {', '.join(map(str, seen.stacks))}."
    still = ", ".join(str(seat) for seat, is_in in enumerate(seen.is_in) if is_in)
    lines.append(f"Pot {seen.pot}; a call costs {seen.to_call}.{stacks} Still in: seats {still}.")
    if seen.legal_actions:
        lines.append(f"You may {seen.legal_actions}.")
    return lines


def _shown(cards: tuple[int, ...]) -> str:
    return " ".join("??" if card == UNKNOWN else format_cards([card]) for card in cards)


def _dice(seen: BluffObservation) -> list[str]:
    rules = seen.rules
    entry = find_game(rules.name)
    wild = f"; {rules.table.wild} is wild" if rules.table.wild else ""
    wild += "; a palifico: the face that is bid first stays" if rules.special else ""
    counts = ", ".join(f"{_who(seat, seen)} {count}" for seat, count in enumerate(rules.dice))
    lines = [
        f"{entry.title}, faces 1 to {rules.faces}{wild}. You are seat {seen.seat} of {rules.seats}. Dice: {counts}.",
        f"Your dice: {' '.join(map(str, seen.roll or ()))}.",
        *_history(seen, rules.street_names),
    ]
    legal = seen.legal_actions
    if legal:
        calls = [str(action) for action in legal if action.kind != "bid"]
        bids = [str(action) for action in legal if action.kind == "bid"]
        higher = [f"{bids[0]}{' or higher' if len(bids) > 1 else ''}"] if bids else []
        lines.append(f"You may {' or '.join([*higher, *calls])}.")
    return lines


#: By what a game is played with.
_TELLERS: dict[str, Any] = {"cards": _cards, "dice": _dice}
_SHOWN: dict[str, Any] = {"cards": _shown_cards, "dice": _shown_dice}
