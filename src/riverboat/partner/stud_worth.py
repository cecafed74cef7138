"""What each action is worth at the partner paper's stud, estimated from one number: the chance to win.

The chance is that of the cards, moved by what their bets say. While cards are to come, staying in will cost more, so a
call is charged a margin of the chance. Whoever pays for a bet holds better than the rest, the larger it is: each point
of a bet is won less often than the pot is. The margins are those that the kind `plus` decides by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverboat.agents.stud.plus import BETS_ALL, BETS_FROM, MARGIN
from riverboat.games import Action, CardObservation
from riverboat.partner.worths import ActionWorth

#: How far the chance is off, beyond the error of its counting. This is assumed, not measured (docs/partner.md).
CHANCE_ERROR = 0.05
_DEALT = 5
#: These parts of the room for a bet are weighed.
_PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)


class StudSpot(NamedTuple):
    """A decision: the view, the turn from 1 to 7, and the chance to win with the error of its counting."""

    seen: CardObservation
    turn: int
    chance: float
    counting_error: float


def actions_weighed(seen: CardObservation, also: Sequence[Action] = ()) -> tuple[Action, ...]:
    """The legal actions; of bets some sizes, and those named. Nothing where a card is to be shown."""
    legal = seen.legal_actions
    if legal.cards:
        return ()
    passive = tuple(Action(kind) for kind in legal.kinds if kind not in ("bet", "raise"))
    if legal.raise_kind is None:
        return passive
    room = legal.max_to - legal.min_to
    wished = {legal.min_to + round(part * room) for part in _PARTS}
    wished |= {action.amount for action in also if action.kind == legal.raise_kind}
    return (*passive, *(Action(legal.raise_kind, to) for to in sorted(wished) if legal.min_to <= to <= legal.max_to))


def weigh(spot: StudSpot, actions: Sequence[Action]) -> tuple[ActionWorth, ...]:
    """What each action is worth compared with a fold, with its error."""
    return tuple(_weighed(spot, action) for action in actions)


def _weighed(spot: StudSpot, action: Action) -> ActionWorth:
    seen = spot.seen
    if action.kind == "fold":
        return ActionWorth(action, 0.0, 0.0)
    stays = (spot.chance - MARGIN[spot.turn] * (seen.to_call > 0)) * (seen.pot + seen.to_call) - seen.to_call
    added = 0
    if action.kind in ("bet", "raise"):
        added = action.amount - seen.bets[seen.seat] - seen.to_call
        stays += _bet(spot, action.amount, added)
    off = CHANCE_ERROR + 1.96 * spot.counting_error
    return ActionWorth(action, stays, off * (seen.pot + seen.to_call + min(added, seen.pot)))


def _bet(spot: StudSpot, to: int, added: int) -> float:
    """What the points beyond a call bring: all of them are called, those of a large bet by better and better hands.

    The first points, up to the least bet, are won where the chance is `least` or more; of the others the last one of
    the largest bet pays where it is `most`.
    """
    legal = spot.seen.legal_actions
    least, most = BETS_FROM[spot.turn >= _DEALT], BETS_ALL[spot.turn >= _DEALT]
    more = to - legal.min_to
    room = max(legal.max_to - legal.min_to, 1)
    first = (added - more) * 2 * (spot.chance - least)
    if not spot.seen.to_call:
        first = (added - more) * (2 * spot.chance - 1)  # the least bet is what it costs to stay in
    return first + more * (2 * (spot.chance - least) - (most - least) * more / room)
