"""What every legal action is worth by the partner's numbers, how sure that is, and what an action gives away.

An action's cost is its distance to the best legal action. Two actions are both fine where their distance lies within
the error of the estimate: then neither is a mistake, and either may be advised.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from riverboat.games.actions import Action
from riverboat.games.words import Speaker

#: Solved: by an equilibrium, with its exploitability as the error. Estimated: by a stated assumption.
WorthKind = Literal["solved", "estimated"]


@dataclass(frozen=True)
class ActionWorth:
    """One action: what it brings on average from here on compared with giving up, and the error of that figure."""

    action: Action
    value: float
    error: float
    #: How often the solved strategy does it; None where nothing was solved.
    share: float | None = None
    #: How far what it brings may lie below the value; None: as far as the error.
    below: float | None = None


@dataclass(frozen=True, kw_only=True)
class Worths:
    """What the legal actions are worth; where bets can have many sizes, some of them."""

    kind: WorthKind
    unit: str  # "chips" or "points"
    assumption: str  # a sentence
    rows: tuple[ActionWorth, ...]
    #: Worth asking about before an action that costs this much; whoever plays may choose another.
    ask_from: float = 0.0

    @cached_property
    def best(self) -> ActionWorth:
        """The action that is worth most; of equal ones the first."""
        return max(self.rows, key=lambda row: row.value)

    def of(self, action: Action) -> ActionWorth:
        """The row of an action; of a size between two that were weighed the line between them."""
        for row in self.rows:
            if row.action == action:
                return row
        same = sorted((row for row in self.rows if row.action.kind == action.kind), key=lambda row: row.action.amount)
        if not same:
            raise KeyError(action)
        below = [row for row in same if row.action.amount <= action.amount] or same[:1]
        above = [row for row in same if row.action.amount >= action.amount] or same[-1:]
        low, high = below[-1], above[0]
        room = high.action.amount - low.action.amount
        part = (action.amount - low.action.amount) / room if room else 0.0
        least: float | None = None
        if low.below is not None and high.below is not None:
            least = low.below + part * (high.below - low.below)
        error = low.error + part * (high.error - low.error)
        return ActionWorth(action, low.value + part * (high.value - low.value), error, below=least)

    def cost(self, action: Action) -> float:
        """What an action gives away against the best legal one; never less than nothing."""
        return max(self.best.value - self.of(action).value, 0.0)

    def tolerance(self, action: Action) -> float:
        """How far apart an action and the best one may lie by the error of the figures alone."""
        best = self.best
        return max(best.error if best.below is None else best.below, self.of(action).error)

    def is_fine(self, action: Action) -> bool:
        """Whether nothing speaks against an action: it is the best, or as good within the error."""
        return self.cost(action) <= self.tolerance(action)

    @cached_property
    def fine(self) -> tuple[Action, ...]:
        """Every action that was weighed and is as good as the best within the error, the best first."""
        near = [row for row in self.rows if self.is_fine(row.action)]
        return tuple(row.action for row in sorted(near, key=lambda row: -row.value))

    def choose(self, wished: Iterable[Action]) -> Action:
        """The first wish that is fine; the best action where none is. So the figures have a veto."""
        return next((action for action in wished if self.is_fine(action)), self.best.action)

    def to_json(self, speaker: Speaker | None = None, to_call: int = 0) -> dict[str, Any]:
        """What actions are worth, as the page and `--json` get it: see `riverboat.web.messages.judgement`."""
        return {
            "kind": self.kind,
            "unit": self.unit,
            "assumption": self.assumption,
            "best": str(self.best.action),
            "ask_from": self.ask_from,
            "actions": [self._row_json(row, speaker, to_call) for row in self.rows],
        }

    def _row_json(self, row: ActionWorth, speaker: Speaker | None, to_call: int) -> dict[str, Any]:
        told = {
            "action": str(row.action),
            "kind": row.action.kind,
            "amount": row.action.amount,
            "value": row.value,
            "error": row.error,
            "cost": self.cost(row.action),
            "fine": self.is_fine(row.action),
            "share": row.share,
        }
        return told if speaker is None else {**told, "words": speaker.act(row.action, to_call=to_call)}
