"""The partner's study with people: who plays which deals how, what they answer, and what comes of it.

The page runs it. A participant is a number (in the order of consent), two parts of 30 prepared deals, one of them with
the partner, and two questions on scales of five points. `Participant.next_game` says what comes next, `played` takes
what it brought, and `analyse` compares them all. Everything is JSON, kept by `records.participants`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from riverboat.agents.stud.reasons import MindKind
from riverboat.errors import StudyError
from riverboat.intervals import average, proportion
from riverboat.studies.partner_deals import GAMES, StudyDeal, prepared_deals
from riverboat.studies.report import PValue, StudyReport, beside, claim, new

#: The deals that people play; the seed is part of the study.
PEOPLE_SEED = 2008
#: The paper's questions and scales.
QUESTIONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "usefulness": (
        "How useful was the partner?",
        ("very useless", "useless", "neutral", "useful", "very useful"),
    ),
    "helpfulness": (
        "How helpful was the partner's advice for learning the game?",
        ("very unhelpful", "unhelpful", "neutral", "helpful", "very helpful"),
    ),
}
#: The study's form: 1 is that of version 0.1.0 (each may raise, one kind of partner); 2 gives half of the participants
#: the faithful partner and half the one beyond the paper, at one raise a turn.
Form = Literal[1, 2]
FORM: Form = 2
#: From so many on the comparison is worth making.
FEWEST = 6
WHERE = "section 4.2.1, Table 4"


@dataclass(frozen=True, kw_only=True)
class StudyPart:
    """One half of the experiment: a set of deals, with the partner or without."""

    deals: str  # "A" or "B"
    partner: bool


@dataclass(frozen=True, kw_only=True)
class NextGame:
    """What comes next: which part and game, its deal, and whether the partner may be asked."""

    part: int
    number: int  # from 0
    deal: StudyDeal
    partner: bool


def parts_of(number: int) -> tuple[StudyPart, StudyPart]:
    """The two parts of a participant: the set with the partner alternates, and so does what comes first."""
    with_partner = StudyPart(deals="AB"[number % 2], partner=True)
    without = StudyPart(deals="BA"[number % 2], partner=False)
    return (with_partner, without) if number // 2 % 2 == 0 else (without, with_partner)


@dataclass(frozen=True, kw_only=True)
class Participant:
    """One person: points of every game played so far, by part, and the answers."""

    number: int
    points: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    answers: Mapping[str, int] = field(default_factory=dict)
    comment: str = ""
    form: Form = FORM

    @property
    def partner_kind(self) -> MindKind:
        """Which partner sits beside this participant: four in a row have the same, in the four orders."""
        return "plus" if self.form == FORM and self.number // 4 % 2 == 0 else "paper"

    @property
    def group(self) -> int:
        """1 plays set A with the partner, 2 set B."""
        return 1 + self.number % 2

    @property
    def parts(self) -> tuple[StudyPart, StudyPart]:
        """What this participant plays, in order."""
        return parts_of(self.number)

    @property
    def next_game(self) -> NextGame | None:
        """The game that comes next; None when all are played."""
        for part, (plan, played) in enumerate(zip(self.parts, self.points, strict=True)):
            if len(played) < GAMES:
                deal = prepared_deals(PEOPLE_SEED)[plan.deals][len(played)]
                return NextGame(part=part, number=len(played), deal=deal, partner=plan.partner)
        return None

    def played(self, points: int) -> Participant:
        """After a game that brought so many points."""
        coming = self.next_game
        if coming is None:
            raise StudyError("all games of this participant are played")
        first, second = self.points
        return replace(self, points=((*first, points), second) if coming.part == 0 else (first, (*second, points)))

    def answered(self, answers: Mapping[str, int], comment: str = "") -> Participant:
        """After the questions; each answer is 1 to 5."""
        for key in QUESTIONS:
            if answers.get(key) not in (1, 2, 3, 4, 5):
                raise StudyError(f'the answer to "{QUESTIONS[key][0]}" must be 1 to 5, not {answers.get(key)}')
        return replace(self, answers={key: int(answers[key]) for key in QUESTIONS}, comment=comment[:2000])

    @property
    def is_done(self) -> bool:
        """Whether everything is played and answered."""
        return self.next_game is None and len(self.answers) == len(QUESTIONS)

    def total(self, *, partner: bool) -> int:
        """The points with or without the partner."""
        return sum(sum(points) for part, points in zip(self.parts, self.points, strict=True) if part.partner == partner)

    def to_json(self) -> dict[str, Any]:
        """As the store keeps it."""
        return {
            "number": self.number,
            "points": [list(part) for part in self.points],
            "answers": dict(self.answers),
            "comment": self.comment,
            "form": self.form,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Participant:
        """From the store; who has only just begun has no more than a number there."""
        first, second = data.get("points", ((), ()))
        return cls(
            number=data["number"],
            points=(tuple(first), tuple(second)),
            answers=dict(data.get("answers", {})),
            comment=data.get("comment", ""),
            form=FORM if data.get("form") == FORM else 1,
        )


def prepared() -> dict[str, Any]:
    """All that the page needs to run the study: deals, groups and questions."""
    sets = prepared_deals(PEOPLE_SEED)
    return {
        "deals": {name: [vars(deal) for deal in deals] for name, deals in sets.items()},
        "groups": [{"number": number, "parts": [vars(part) for part in parts_of(number)]} for number in range(4)],
        "questions": [{"key": key, "text": text, "scale": list(scale)} for key, (text, scale) in QUESTIONS.items()],
    }


def wilcoxon(gains: Sequence[float]) -> float:
    """The p of the one-sided signed-rank test that gains are above zero; 1 where nothing differs."""
    if not any(gains):
        return 1.0
    from scipy import stats  # takes most of a second to import

    return float(stats.wilcoxon(np.asarray(gains, dtype=np.float64), alternative="greater").pvalue)


def analyse(people: Sequence[Participant]) -> StudyReport:
    """What the participants who are done gained with the partner, and what they answered."""
    done = [person for person in people if person.is_done]
    gains = [person.total(partner=True) - person.total(partner=False) for person in done]
    enough = len(done) >= FEWEST
    p = wilcoxon(gains) if done else 1.0
    shares = proportion(sum(gain > 0 for gain in gains), len(done))
    figures = [
        new("participants who are done", len(done)),
        beside("share who gained points with the partner", shares, 9 / 12, where=WHERE, within=0.1)
        if done
        else new("share who gained points with the partner", "nobody"),
        claim("Wilcoxon, p (one-sided)", PValue(p=p, n=len(done)), p < 0.05, paper="not significant", where=WHERE)
        if enough
        else new("Wilcoxon, p (one-sided)", f"too few: {FEWEST} are needed"),
    ]
    for at, (key, paper) in enumerate((("usefulness", 4.2), ("helpfulness", 3.6)), start=1):
        marks = [float(person.answers[key]) for person in done]
        name = f"{key}, 1 to 5"
        where = f"section 4.2.2.{at}"
        figures.append(beside(name, average(marks), paper, where=where, within=0.5) if marks else new(name, "nobody"))
    table = [
        {
            "number": person.number,
            "group": person.group,
            "partner": person.partner_kind,
            "without": person.total(partner=False),
            "with": person.total(partner=True),
            **person.answers,
        }
        for person in done
    ]
    return StudyReport(
        name="partner-people",
        hands=2 * GAMES * len(done),
        seed=PEOPLE_SEED,
        figures=tuple(figures),
        notes=(f"{len(people) - len(done)} more have begun and are not done.",) if len(people) > len(done) else (),
        details={"subjects": table},
    )
