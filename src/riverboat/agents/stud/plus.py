"""The partner beyond the paper (`partner=plus`): the same assessment, played by what the pot pays.

The faithful module sizes its bets by its assessment, whatever it costs to see the end, folds weak hands by chance, and
at the end unless it can bluff. This one
- calls where the chance to win, after what their bets say, beats the pot odds;
- bets big only with a clear edge, and the least otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.agents.stud.reasons import Why
from riverboat.games import Action, CardObservation

#: A call needs so much more than the pot odds before all cards are dealt: staying in will cost more. By turn.
MARGIN = (0.0, 0.08, 0.08, 0.06, 0.04, 0.02, 0.0, 0.0)
#: From this chance on a bet is more than the least, and from that on it is all that is allowed; early and late.
BETS_FROM = (0.75, 0.65)
BETS_ALL = (1.0, 0.9)
_DEALT = 5


@dataclass(frozen=True, kw_only=True)
class StudReading:
    """The chance to win after reading their bets, what a call needs, and how much to bet (0 to 1) if at all."""

    chance: float
    needs: float
    size: float


def read(seen: CardObservation, turn: int, result: float) -> StudReading:
    """What the pot says to an assessment, -1 to 1, on a turn."""
    chance = (result + 1) / 2
    odds = seen.to_call / (seen.pot + seen.to_call) if seen.to_call else 0.0
    low, high = BETS_FROM[turn >= _DEALT], BETS_ALL[turn >= _DEALT]
    size = min(max((chance - low) / (high - low), 0.0), 1.0)
    return StudReading(chance=chance, needs=odds + MARGIN[turn] if odds else 0.0, size=size)


def chosen(seen: CardObservation, found: StudReading) -> tuple[Action, Why]:
    """The action and the rule that gives it."""
    legal = seen.legal_actions
    if seen.to_call and found.chance < found.needs:
        return Action("fold"), Why.TOO_DEAR
    if found.size <= 0 or legal.raise_kind is None:
        if "call" in legal.kinds:
            return Action("call"), Why.PAYS
        return Action("bet", legal.min_to), Why.LEAST
    room = legal.max_to - legal.min_to
    return Action(legal.raise_kind, legal.min_to + round(found.size * room)), Why.EDGE
