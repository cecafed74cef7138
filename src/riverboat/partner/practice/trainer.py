"""A player's practice: what comes next, what an answer gave away, when a mistake comes back, and progress over time.

A mistake comes back after 2 other answers, and, each time that it is right, after 5 and then 12 more; or on a later
day, whichever is first. Right three times in a row it is mastered. Wrong again, it begins again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from riverboat.errors import AgentError
from riverboat.partner.practice.exercises import Exercise, ExerciseChoice
from riverboat.partner.practice.judging import own_exercise
from riverboat.partner.practice.themes import EXERCISES, make_exercise
from riverboat.partner.texts import practice as texts
from riverboat.records.store.hand_store import Store
from riverboat.records.store.learning import (
    KeptDecision,
    PracticeAnswer,
    PracticeCard,
    add_cards,
    answers_of,
    card_of,
    cards_of,
    costliest,
    decisions_in_time,
    keep_answer,
)

#: After this many other answers a mistake comes back, each time that it was right; or once so much time has passed.
STEPS, LATER_DAY = (2, 5, 12), timedelta(hours=20)
#: The theme of exercises that a player's own mistakes make.
OWN = "own"
#: Of this many mistakes of one's own, the costliest, exercises are made.
MOST_OWN = 100
#: Progress is shown over pieces of this many answers, and of this many decisions at tables.
_ANSWERS, _DECISIONS = 10, 50


@dataclass(frozen=True, kw_only=True)
class AskedExercise:
    """An exercise that is put to a player, and whether it is one of their mistakes that comes back."""

    exercise: Exercise
    again: bool


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What came of an answer; `mastered` where it was right for the last time that was wanted."""

    exercise: Exercise
    choice: ExerciseChoice
    mastered: bool
    comes_back: bool


def after(card: PracticeCard, *, fine: bool, answered: int, now: datetime) -> PracticeCard:
    """When an exercise comes back after an answer, the player's `answered`-th."""
    stage = card.stage + 1 if fine else 0
    if stage >= len(STEPS):
        return replace(card, stage=stage, mastered=True, due=0, due_time="")
    later = (now + LATER_DAY).isoformat(timespec="seconds")
    return replace(card, stage=stage, mastered=False, due=answered + STEPS[stage], due_time=later)


def is_due(card: PracticeCard, answered: int, now: datetime) -> bool:
    """Whether an exercise comes back now."""
    if card.mastered:
        return False
    return card.due <= answered or (bool(card.due_time) and datetime.fromisoformat(card.due_time) <= now)


class Trainer:
    """The practice of one player, kept in the store."""

    def __init__(self, store: Store, player: str) -> None:
        self._store, self._player = store, player

    def own_mistakes(self, *, place_of: dict[str, str] | None = None) -> int:
        """Make exercises of the costliest mistakes that were found; how many are new.

        `place_of` says of events at which table of the page they are: nothing is kept of one that is deleted.
        """
        found = costliest(self._store, self._player, most=MOST_OWN)
        return sum(
            add_cards(self._store, self._player, [_own_card(each)], place=(place_of or {}).get(each.event))
            for _, each in found
        )

    def next(self, theme: str, rng: np.random.Generator, now: datetime) -> AskedExercise:
        """What comes next of a theme: a mistake that is due, else something new."""
        if theme != OWN and theme not in EXERCISES:
            raise AgentError(texts.wrong_theme(theme[:40]))
        answered = len(answers_of(self._store, self._player))
        for card in cards_of(self._store, self._player):
            mine = card.event is not None if theme == OWN else card.event is None and card.theme == theme
            if mine and is_due(card, answered, now):
                return AskedExercise(exercise=self._exercise(card), again=True)
        if theme == OWN:
            return self._soonest_own()
        return AskedExercise(exercise=make_exercise(EXERCISES[theme].draw(rng)), again=False)

    def _soonest_own(self) -> AskedExercise:
        """Where nothing of one's own is due, the mistake that will be next; where there is none, a sentence."""
        waiting = [card for card in cards_of(self._store, self._player) if card.event is not None and not card.mastered]
        if not waiting:
            raise AgentError(texts.NOTHING_OF_YOUR_OWN)
        return AskedExercise(exercise=self._exercise(waiting[0]), again=True)

    @staticmethod
    def _exercise(card: PracticeCard) -> Exercise:
        return own_exercise(card.key, card.theme, card.content) if card.content else make_exercise(card.key)

    def answer(self, key: str, choice: str, now: datetime) -> Judged:
        """Take an answer, keep it, and say what it gave away."""
        card = card_of(self._store, self._player, key)
        exercise = make_exercise(key) if card is None else self._exercise(card)
        chosen = exercise.choice(choice)
        if chosen is None:
            raise AgentError(texts.wrong_choice(choice[:40]))
        answered = len(answers_of(self._store, self._player)) + 1
        kept = None
        if card is not None or not chosen.fine:
            before = card or PracticeCard(key=key, theme=exercise.theme)
            kept = after(before, fine=chosen.fine, answered=answered, now=now)
        cost = 0.0 if chosen.fine else chosen.cost
        told = PracticeAnswer(
            theme=exercise.theme,
            street=exercise.street,
            cost=cost,
            unit=exercise.unit,
            fine=chosen.fine,
            time=now.isoformat(timespec="seconds"),
        )
        keep_answer(self._store, self._player, told, kept)
        mastered = kept is not None and kept.mastered
        return Judged(exercise=exercise, choice=chosen, mastered=mastered, comes_back=kept is not None and not mastered)

    def progress(self, now: datetime) -> dict[str, Any]:
        """What was answered by theme, how it went over time, and what decisions at tables cost by street and theme."""
        answers, kept = answers_of(self._store, self._player), cards_of(self._store, self._player)
        own = [card for card in kept if card.event is not None]
        played = decisions_in_time(self._store, self._player)
        return {
            "answered": len(answers),
            "themes": [_theme_line(key, answers, kept, now) for key in texts.THEMES if key in EXERCISES],
            "own": {
                "waiting": sum(not card.mastered for card in own),
                "due": sum(is_due(card, len(answers), now) for card in own),
                "mastered": sum(card.mastered for card in own),
            },
            "practice": _over_time([(a.theme, a.unit, a.cost) for a in answers], _ANSWERS),
            "played": {
                "decisions": len(played),
                "by_street": _grouped((street, unit, cost) for _, street, _, unit, cost in played),
                "by_theme": _grouped((theme, unit, cost) for _, _, theme, unit, cost in played),
                "over_time": _over_time([(unit, unit, cost) for _, _, _, unit, cost in played], _DECISIONS),
            },
        }


def _own_card(decision: KeptDecision) -> PracticeCard:
    key = f"own/{decision.event}/{decision.number}/{decision.step}"
    return PracticeCard(key=key, theme=decision.theme, content=decision.content, event=decision.event)


def _theme_line(
    key: str, answers: Sequence[PracticeAnswer], kept: Sequence[PracticeCard], now: datetime
) -> dict[str, Any]:
    mine = [answer for answer in answers if answer.theme == key]
    cards = [card for card in kept if card.theme == key and card.event is None]
    units = {answer.unit for answer in mine}
    return {
        "key": key,
        "name": texts.THEMES[key],
        "answered": len(mine),
        "right": sum(answer.fine for answer in mine),
        "lost": {unit: sum(answer.cost for answer in mine if answer.unit == unit) for unit in sorted(units)},
        "counts": {unit: sum(answer.unit == unit for answer in mine) for unit in sorted(units)},
        "waiting": sum(not card.mastered for card in cards),
        "due": sum(is_due(card, len(answers), now) for card in cards),
        "mastered": sum(card.mastered for card in cards),
    }


def _grouped(rows: Iterable[tuple[str, str, float]]) -> list[dict[str, Any]]:
    """What was given away for every 100 decisions, by what they were about and the unit it is counted in."""
    sums: dict[tuple[str, str], list[float]] = {}
    for name, unit, cost in rows:
        sums.setdefault((name, unit), []).append(cost)
    return [
        {
            "name": texts.THEMES.get(name, name),
            "unit": unit,
            "decisions": len(costs),
            "per_100": 100 * sum(costs) / len(costs),
        }
        for (name, unit), costs in sums.items()
    ]


def _over_time(rows: Sequence[tuple[str, str, float]], piece: int) -> list[dict[str, Any]]:
    """By name and unit: what was given away for every 100, piece by piece of this many in the order of time."""
    series: dict[tuple[str, str], list[float]] = {}
    for name, unit, cost in rows:
        series.setdefault((name, unit), []).append(cost)
    return [
        {
            "name": texts.THEMES.get(name, name),
            "unit": unit,
            "piece": piece,
            "values": [
                100 * sum(costs[at : at + piece]) / len(costs[at : at + piece]) for at in range(0, len(costs), piece)
            ],
        }
        for (name, unit), costs in series.items()
    ]
