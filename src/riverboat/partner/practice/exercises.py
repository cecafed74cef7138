"""An exercise: a spot or a question in words, what can be answered, and what each answer gives away."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from riverboat.games import parse_action
from riverboat.games.actions import Action
from riverboat.games.words import Speaker
from riverboat.partner.worths import ActionWorth, Worths
from riverboat.records.position_text import YOU, parse_position, walk

#: This many answers are offered at most; of more bids the best ones, the calls, and some between.
_MOST_CHOICES, _BEST_KEPT = 8, 4


@dataclass(frozen=True, kw_only=True)
class ExerciseChoice:
    """One answer: what it gives away against the best one, and whether nothing speaks against it."""

    key: str
    words: str
    cost: float
    fine: bool


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """What is asked. The key alone makes an exercise of a theme again; one from a game brings its content."""

    theme: str
    key: str
    unit: str
    street: str
    choices: tuple[ExerciseChoice, ...]
    position: str = ""  # of a spot
    words: str = ""  # of a question in words
    why: tuple[str, ...] = ()
    worths: Worths | None = None
    unit_chips: float = 1.0  # costs are counted in this many chips or points

    def choice(self, key: str) -> ExerciseChoice | None:
        """The answer of this key."""
        return next((each for each in self.choices if each.key == key), None)

    @property
    def best(self) -> ExerciseChoice:
        """The answer that gives away least."""
        return min(self.choices, key=lambda each: each.cost)


def spot_exercise(
    theme: str, key: str, position: str, worths: Worths, *, why: Sequence[str] = (), taken: Action | None = None
) -> Exercise:
    """A decision to make again; `taken`, what was done at the table, is among the answers for certain."""
    spot = parse_position(position)
    state = walk(spot).last
    view: Any = state.observation(YOU)
    unit = spot.rules.income_unit
    rows = _offered(worths, taken)
    choices = tuple(_choice(spot.entry.speaker, worths, row, getattr(view, "to_call", 0), unit.chips) for row in rows)
    return Exercise(
        theme=theme,
        key=key,
        unit=unit.name,
        street=spot.rules.street_names[state.street],
        choices=choices,
        position=position,
        why=tuple(why),
        worths=worths,
        unit_chips=float(unit.chips),
    )


def _choice(speaker: Speaker, worths: Worths, row: ActionWorth, to_call: int, chips: int) -> ExerciseChoice:
    return ExerciseChoice(
        key=str(row.action),
        words=speaker.act(row.action, to_call=to_call),
        cost=worths.cost(row.action) / chips,
        fine=worths.is_fine(row.action),
    )


def _offered(worths: Worths, taken: Action | None) -> list[ActionWorth]:
    rows = list(worths.rows)
    if len(rows) <= _MOST_CHOICES:
        return rows
    by_worth = sorted(rows, key=lambda row: -row.value)
    kept = {row.action for row in by_worth[:_BEST_KEPT]} | {row.action for row in rows if row.action.kind != "bid"}
    kept |= {taken} if taken is not None else set()
    others = [row.action for row in rows if row.action not in kept]
    room = max(_MOST_CHOICES - len(kept), 0)
    kept |= {others[len(others) * at // room] for at in range(room)} if others else set()
    return [row for row in rows if row.action in kept]


def worths_to_text(worths: Worths) -> str:
    """Worths as a line of JSON, which `worths_from_text` reads back."""
    rows = [_row(row) for row in worths.rows]
    return json.dumps({"kind": worths.kind, "unit": worths.unit, "assumption": worths.assumption, "rows": rows})


def _row(row: ActionWorth) -> list[Any]:
    told = [str(row.action), round(row.value, 4), round(row.error, 4), row.share]
    return told if row.below is None else [*told, round(row.below, 4)]


def worths_from_text(text: str) -> Worths:
    """Read worths that `worths_to_text` wrote."""
    data = json.loads(text)
    rows = tuple(ActionWorth(parse_action(action), *told) for action, *told in data["rows"])
    return Worths(kind=data["kind"], unit=data["unit"], assumption=data["assumption"], rows=rows)
