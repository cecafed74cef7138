"""The study with people as tables for other programs: participants, games, decisions, and a codebook of all columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from riverboat.files import write_whole
from riverboat.studies.partner_deals import GAMES
from riverboat.studies.partner_people import CAP, CHECK, PRACTICE_GAMES, QUESTIONS, Participant

#: By file and column: what stands there.
CODEBOOK: dict[str, dict[str, str]] = {
    "participants.csv": {
        "number": "the participant, from 0, in the order of consent; nothing else is known of them",
        "form": "the study's form: 1 is version 0.1.0's (each may raise), 2 the one of now",
        "arm": "the partner they played with, and the rules",
        "group": "1: set A with the partner, 2: set B with it",
        "first_part": "what came first: with or without the partner",
        "done": "1 when all games are played and both questions answered, else 0",
        "check_tries": f"tries until all {len(CHECK)} questions about the rules were right; 0: not asked",
        "practice_points": f"points of the {PRACTICE_GAMES} practice games, which don't count",
        "points_with": "points with the partner, of the games played so far",
        "points_without": "points without the partner",
        "capped_with": f"the same, no game counting more than {CAP} or less than -{CAP} points",
        "capped_without": f"without the partner, no game counting more than {CAP} or less than -{CAP} points",
        "rank_gain": "-1 to 1: how often a game with the partner beat one without, less how often it was beaten, "
        "over all pairs of one's own games",
        "decisions_noted": "decisions with the partner that were noted",
        "asked": "of these, how many the partner was asked before",
        "cautioned": "before how many it cautioned, in a line or by a dialog",
        "followed": "how many were what the partner advised",
        **{
            key: f"{text} 1 ({scale[0]}) to 5 ({scale[-1]}); empty: no answer"
            for key, (text, scale) in QUESTIONS.items()
        },
        "comment": "what they wrote, if anything",
    },
    "games.csv": {
        "number": "the participant",
        "part": "1 or 2: the half of the experiment",
        "game": f"1 to {GAMES}, in the order played",
        "deals": "the set of prepared deals, A or B; game and set name the deal",
        "partner": "1 with the partner, 0 without",
        "points": "points won or lost in the game",
        "capped": f"points, at most {CAP} and at least -{CAP}",
    },
    "decisions.csv": {
        "number": "the participant",
        "part": "1 or 2: the half of the experiment",
        "game": f"1 to {GAMES}, in the order played",
        "turn": "the number of the decision at its table",
        "asked": "how often the partner was asked before this decision",
        "cautioned": "0: not cautioned, 1: told in a line, 2: stopped by a dialog",
        "followed": "1 where the action is the one that the partner advised, else 0",
        "action": "what was done, as text",
    },
}


def tables(people: Sequence[Participant]) -> dict[str, list[dict[str, Any]]]:
    """The rows of every file, by the file's name."""
    return {
        "participants.csv": [_participant(person) for person in people],
        "games.csv": [row for person in people for row in _games(person)],
        "decisions.csv": [{"number": person.number, **each._asdict()} for person in people for each in person.log],
        "codebook.csv": [
            {"file": file, "column": column, "meaning": meaning}
            for file, columns in CODEBOOK.items()
            for column, meaning in columns.items()
        ],
    }


def write_tables(folder: Path, people: Sequence[Participant]) -> list[Path]:
    """Write all files; each is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = {**{file: list(names) for file, names in CODEBOOK.items()}, "codebook.csv": ["file", "column", "meaning"]}
    written = []
    for file, rows in tables(people).items():
        write_whole(folder / file, [_text(columns[file], rows)])
        written.append(folder / file)
    return written


def _text(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> str:
    held = io.StringIO()
    writer = csv.DictWriter(held, fieldnames=columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(value) for key, value in row.items()} for row in rows)
    return held.getvalue()


def _cell(value: Any) -> Any:
    """A cell; text that a spreadsheet would take for a formula begins with an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _participant(person: Participant) -> dict[str, Any]:
    return {
        "number": person.number,
        "form": person.form,
        "arm": person.arm,
        "group": person.group,
        "first_part": "with" if person.parts[0].partner else "without",
        "done": int(person.is_done),
        "check_tries": person.tries,
        "practice_points": sum(person.practice),
        "points_with": person.total(partner=True),
        "points_without": person.total(partner=False),
        "capped_with": person.capped(partner=True),
        "capped_without": person.capped(partner=False),
        "rank_gain": round(person.rank_gain(), 6),
        "decisions_noted": len(person.log),
        "asked": sum(each.asked > 0 for each in person.log),
        "cautioned": sum(each.cautioned > 0 for each in person.log),
        "followed": sum(each.followed > 0 for each in person.log),
        **{key: person.answers.get(key, "") for key in QUESTIONS},
        "comment": person.comment,
    }


def _games(person: Participant) -> Iterable[dict[str, Any]]:
    for number, (part, points) in enumerate(zip(person.parts, person.points, strict=True), 1):
        for game, each in enumerate(points, 1):
            yield {
                "number": person.number,
                "part": number,
                "game": game,
                "deals": part.deals,
                "partner": int(part.partner),
                "points": each,
                "capped": max(-CAP, min(CAP, each)),
            }
