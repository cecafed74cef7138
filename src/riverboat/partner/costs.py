"""What a decision costs in expected chips by the partner's own numbers: the chance to win, and the price of the pot.

Nothing more is thought to be bet after the action, and a bet is thought to be called by one opponent. So it is a
measure of mistakes by equity and pot odds alone: what a bluff gains by making others fold is not in it.
"""

from __future__ import annotations

from riverboat.games import Action, CardObservation
from riverboat.partner.protocol import Cost, Number
from riverboat.partner.words import act_in_words, number, percent

_HOW = "chance to win x (pot with what is added) - what you pay; nothing more is bet, one opponent calls a bet"


def worth(seen: CardObservation, action: Action, win: float) -> float:
    """What an action brings on average from here on; giving up brings nothing and costs nothing more."""
    if action.kind == "fold":
        return 0.0
    mine = seen.bets[seen.seat]
    if action.kind in ("bet", "raise"):
        others = [seat for seat in range(seen.seats) if seat != seen.seat and seen.is_in[seat]]
        covered = max(seen.bets[seat] + seen.stacks[seat] for seat in others)
        pays = min(action.amount, max(covered, mine + seen.to_call)) - mine  # what nobody can call comes back
    else:
        pays = seen.to_call if action.kind == "call" else 0
    called = max(pays - seen.to_call, 0)
    return win * (seen.pot + pays + called) - pays


def cost_of(seen: CardObservation, advised: Action, done: Action, win: float, how: str, unit: str) -> Cost | None:
    """What was given away by doing otherwise than advised, at least nothing; None where no chips are at stake."""
    if "reveal" in (advised.kind, done.kind):
        return None
    values = {action: worth(seen, action, win) for action in (advised, done)}
    named: list[Number] = [number("chance to win", win, how, percent(win))]
    named += [
        Number(act_in_words(action, seen.to_call), value, f"{value:+.1f} {unit}", _HOW)
        for action, value in values.items()
    ]
    return Cost(amount=max(values[advised] - values[done], 0.0), unit=unit, numbers=tuple(named))
