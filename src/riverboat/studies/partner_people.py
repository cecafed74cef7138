"""The partner's study with people: who plays which deals how, what they answer, and what comes of it.

The page runs it. A participant is a number (in the order of consent), two parts of 30 prepared deals, one of them with
the partner, and two questions on scales of five points. `Participant.next_game` says what comes next, `played` takes
what it brought, and `analyse` compares them all. Everything is JSON, kept by `records.participants`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from riverboat.agents.stud.reasons import MindKind
from riverboat.errors import StudyError
from riverboat.intervals import average, proportion
from riverboat.studies.partner_deals import GAMES, StudyDeal, prepared_deals
from riverboat.studies.report import Figure, PValue, StudyReport, beside, claim, new

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
#: What everyone must have understood before the games: a question, what can be answered, and which answer is right.
CHECK: Mapping[str, tuple[str, tuple[str, ...], int]] = {
    "goal": (
        "Who wins the points in the pot at the end?",
        ("The best five of seven cards, or the last player left", "Whoever bet most", "Whoever shows the highest card"),
        0,
    ),
    "open": (
        "You are the first to speak on a turn. What can you do?",
        ("Check, bet or fold", "Bet or fold", "Only bet"),
        1,
    ),
    "size": (
        "How large may a bet be?",
        ("As large as you like", "Always five points", "At most as large as the pot"),
        2,
    ),
    "reveal": (
        "What happens before the sixth and the seventh round?",
        ("Both players show one hidden card of their choice", "All cards are dealt again", "Nothing"),
        0,
    ),
}
#: Games that are played before those that count, the same for everyone, beside the partner.
PRACTICE_GAMES, _PRACTICE_SEED = 2, 1933
#: A game counts at most this many points for the capped score: one pot in which all went in can't decide.
CAP = 100
#: Decisions that are noted at most.
MOST_NOTED = 3_000
Stage = Literal["check", "practice", "playing", "questions", "done"]
#: The study's form: 1 is that of version 0.1.0 (each may raise, one kind of partner); 2 gives half of the participants
#: the faithful partner and half the one beyond the paper, at one raise a turn.
Form = Literal[1, 2]
FORM: Form = 2
#: From this many on the comparison is worth making.
FEWEST = 6
WHERE = "section 4.2.1, Table 4"
#: What the paper's subjects answered on the mean.
PAPER_MARKS = {"usefulness": 4.2, "helpfulness": 3.6}
#: The arms of the study, each tested apart; the last is whoever began before there was one raise a turn.
ARMS = ("partner=plus", "partner=paper", "partner=paper, each may raise")


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


class NotedDecision(NamedTuple):
    """A decision with the partner: what was asked and told before it, and whether it was what the partner advised."""

    part: int  # from 1
    game: int  # from 1
    turn: int  # of the table
    asked: int  # how often the partner was asked before it
    cautioned: int  # 0: not, 1: told in a line, 2: stopped by a dialog
    followed: int  # 1: the action is the one that the partner advised
    action: str


def practice_deals() -> tuple[StudyDeal, ...]:
    """The deals of the practice games: none of them comes again."""
    return prepared_deals(_PRACTICE_SEED)["A"][:PRACTICE_GAMES]


@dataclass(frozen=True, kw_only=True)
class Participant:
    """One person: points of every game played so far, by part, and the answers."""

    number: int
    points: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    answers: Mapping[str, int] = field(default_factory=dict)
    comment: str = ""
    form: Form = FORM
    tries: int = 0  # at the comprehension check
    passed: bool = False
    practice: tuple[int, ...] = ()  # points of the practice games, which don't count
    log: tuple[NotedDecision, ...] = ()

    @property
    def stage(self) -> Stage:
        """What comes next; people who began before there was a check go on without it."""
        begun = any(self.points)
        if self.form == FORM and not begun and not self.passed:
            return "check"
        if self.form == FORM and not begun and len(self.practice) < PRACTICE_GAMES:
            return "practice"
        if self.next_game is not None:
            return "playing"
        return "done" if self.is_done else "questions"

    def checked(self, answers: Mapping[str, int]) -> tuple[Participant, tuple[str, ...]]:
        """After a try at the check, and which answers were wrong."""
        wrong = tuple(key for key, (_, _, right) in CHECK.items() if answers.get(key) != right)
        return replace(self, tries=self.tries + 1, passed=not wrong), wrong

    @property
    def partner_kind(self) -> MindKind:
        """Which partner sits beside this participant: four in a row have the same, in the four orders."""
        return "plus" if self.form == FORM and self.number // 4 % 2 == 0 else "paper"

    @property
    def arm(self) -> str:
        """The participants to compare with: all who play with this partner by these rules."""
        return f"partner={self.partner_kind}" if self.form == FORM else ARMS[2]

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
        """After a game that brought this many points."""
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

    def capped(self, *, partner: bool) -> int:
        """The points with or without the partner, no game counting more than the cap."""
        return sum(max(-CAP, min(CAP, points)) for points in self.games(partner=partner))

    def games(self, *, partner: bool) -> tuple[int, ...]:
        """The points of each game with or without the partner."""
        parts = zip(self.parts, self.points, strict=True)
        return tuple(each for part, points in parts if part.partner == partner for each in points)

    def rank_gain(self) -> float:
        """How much higher a game with the partner ranks among one's own games than one without, from -1 to 1."""
        with_it, without = self.games(partner=True), self.games(partner=False)
        if not with_it or not without:
            return 0.0
        won = sum((one > other) - (one < other) for one in with_it for other in without)
        return won / (len(with_it) * len(without))

    def to_json(self) -> dict[str, Any]:
        """The participant as the store keeps them."""
        return {
            "tries": self.tries,
            "passed": self.passed,
            "practice": list(self.practice),
            "log": [list(each) for each in self.log],
            "number": self.number,
            "points": [list(part) for part in self.points],
            "answers": dict(self.answers),
            "comment": self.comment,
            "form": self.form,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Participant:
        """From the store; people who have only just begun have no more than a number there."""
        first, second = data.get("points", ((), ()))
        return cls(
            number=data["number"],
            points=(tuple(first), tuple(second)),
            answers=dict(data.get("answers", {})),
            comment=data.get("comment", ""),
            form=FORM if data.get("form") == FORM else 1,
            tries=data.get("tries", 0),
            passed=bool(data.get("passed")),
            practice=tuple(data.get("practice", ())),
            log=tuple(NotedDecision(*row) for row in data.get("log", ())),
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


def rank_sum(ones: Sequence[float], others: Sequence[float]) -> float:
    """The p of the two-sided rank-sum test (Mann & Whitney) that two independent groups differ."""
    from scipy import stats  # takes most of a second to import

    return float(stats.mannwhitneyu(ones, others, alternative="two-sided").pvalue)


def _gains(people: Sequence[Participant]) -> list[float]:
    return [float(person.total(partner=True) - person.total(partner=False)) for person in people]


def _robust(arm: str, people: Sequence[Participant]) -> list[Figure]:
    """Gains by capped points and by ranks, which no single large pot can decide; and how the partner was used."""
    kinds = {
        f"capped at {CAP} points a game": [
            float(person.capped(partner=True) - person.capped(partner=False)) for person in people
        ],
        "by rank among one's own games": [person.rank_gain() for person in people],
    }
    found: list[Figure] = []
    for kind, gains in kinds.items():
        found.append(new(f"{arm}: mean gain, {kind}", average(gains) if gains else "nobody"))
        if len(gains) >= FEWEST:
            p = wilcoxon(gains)
            found.append(claim(f"{arm}: Wilcoxon, {kind}, p (one-sided)", PValue(p=p, n=len(gains)), p < 0.05))
    noted = [each for person in people for each in person.log]
    if noted:
        for word, count in (
            ("asked", sum(each.asked > 0 for each in noted)),
            ("cautioned", sum(each.cautioned > 0 for each in noted)),
            ("followed the advice", sum(each.followed > 0 for each in noted)),
        ):
            found.append(new(f"{arm}: share of decisions, {word}", proportion(count, len(noted))))
    return found


def _arm_figures(arm: str, people: Sequence[Participant]) -> list[Figure]:
    """The figures of those who had one kind of partner; the paper's figures belong to the faithful one."""
    gains, name, tested = _gains(people), f"{arm}: share who gained points", f"{arm}: Wilcoxon, p (one-sided)"
    first = new(name, "nobody")
    if gains:
        share = proportion(sum(gain > 0 for gain in gains), len(gains))
        first = new(name, share) if arm == ARMS[0] else beside(name, share, 9 / 12, where=WHERE, within=0.1)
    if len(gains) < FEWEST:
        return [first, new(tested, f"too few: {FEWEST} are needed")]
    p = wilcoxon(gains)
    paper, where = (None, None) if arm == ARMS[0] else ("not significant", WHERE)
    return [first, claim(tested, PValue(p=p, n=len(gains)), p < 0.05, paper=paper, where=where)]


def _marks(arm: str, people: Sequence[Participant], at: int, key: str) -> Figure:
    """What those with one kind of partner answered."""
    name, marks = f"{arm}: {key}, 1 to 5", [float(person.answers[key]) for person in people]
    if not marks:
        return new(name, "nobody")
    if arm == ARMS[0]:
        return new(name, average(marks))
    return beside(name, average(marks), PAPER_MARKS[key], where=f"section 4.2.2.{at + 1}", within=0.5)


def _arms_apart(plus: Sequence[Participant], paper: Sequence[Participant]) -> Figure:
    """Whether the two partners of this form of the study differ: each participant plays with only one of them."""
    name = "the two partners differ: rank-sum test of the gains, p (two-sided)"
    if min(len(plus), len(paper)) < FEWEST:
        return new(name, f"too few: {FEWEST} with each are needed")
    p = rank_sum(_gains(plus), _gains(paper))
    return claim(name, PValue(p=p, n=len(plus) + len(paper)), p < 0.05)


def analyse(people: Sequence[Participant]) -> StudyReport:
    """What the participants who are done gained with each partner, which gave them more, and what they answered."""
    done = [person for person in people if person.is_done]
    arms = {arm: [person for person in done if person.arm == arm] for arm in ARMS}
    figures = [new("participants who are done", len(done))]
    for arm, own in arms.items():
        if own or arm != ARMS[2]:
            figures += [*_arm_figures(arm, own), *_robust(arm, own)]
            figures += [_marks(arm, own, at, key) for at, key in enumerate(QUESTIONS)]
    figures.append(_arms_apart(arms[ARMS[0]], arms[ARMS[1]]))
    table = [
        {
            "number": person.number,
            "group": person.group,
            "partner": person.partner_kind,
            "without": person.total(partner=False),
            "with": person.total(partner=True),
            "capped_without": person.capped(partner=False),
            "capped_with": person.capped(partner=True),
            "rank_gain": person.rank_gain(),
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
