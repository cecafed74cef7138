"""The study with people as CSV: every column stands in the codebook, and nothing in a cell is a formula."""

from __future__ import annotations

import csv
from pathlib import Path

from riverboat.studies.partner_csv import CODEBOOK, write_tables
from riverboat.studies.partner_people import CAP, CHECK, NotedDecision, Participant


def _person() -> Participant:
    noted = (NotedDecision(1, 1, 3, 1, 0, 1, "call"), NotedDecision(1, 2, 9, 0, 2, 0, "fold"))
    points = ((500, *[3] * 29), (-500, *[1] * 29))
    return Participant(
        number=0, points=points, answers={"usefulness": 4, "helpfulness": 3}, comment="=1+1", log=noted, passed=True
    )


def test_files_have_the_columns_of_the_codebook(tmp_path: Path) -> None:
    person = _person()
    write_tables(tmp_path, [person])
    rows = {path.name: list(csv.DictReader(path.read_text("utf-8").splitlines())) for path in tmp_path.glob("*.csv")}
    assert {row["column"] for row in rows["codebook.csv"]} == {each for file in CODEBOOK.values() for each in file}
    for file, columns in CODEBOOK.items():
        assert list(rows[file][0]) == list(columns)
    one = rows["participants.csv"][0]
    assert one["comment"] == "'=1+1"
    assert (one["asked"], one["cautioned"], one["followed"]) == ("1", "1", "1")
    assert int(one["capped_with"]) == CAP + 87
    assert len(rows["games.csv"]) == 60


def test_results_by_cap_and_rank_do_not_hang_on_one_pot() -> None:
    person = _person()
    assert person.total(partner=True) - person.total(partner=False) == 1058
    assert person.capped(partner=True) - person.capped(partner=False) == 2 * CAP + 58
    assert person.rank_gain() == 1.0
    assert Participant.from_json(person.to_json()) == person


def test_the_stages_of_the_study() -> None:
    person = Participant(number=0)
    assert person.stage == "check"
    right = {key: answer for key, (_, _, answer) in CHECK.items()}
    person, wrong = person.checked({**right, "size": 0})
    assert (person.stage, wrong, person.tries) == ("check", ("size",), 1)
    person, wrong = person.checked(right)
    assert (person.stage, wrong) == ("practice", ())
