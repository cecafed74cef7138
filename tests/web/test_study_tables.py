"""Studies on the page: the gallery; the partner's tables tell no seed, and without it no way leads to its advice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from riverboat.studies import STUDIES
from riverboat.studies.partner_people import CHECK, PEOPLE_SEED, PRACTICE_GAMES
from riverboat.studies.report import counted
from riverboat.web.application import create_app
from tests.web.playing import Person


def past_practice(person: Person) -> dict[str, Any]:
    """Consent, the check with every answer right, and the practice games; what comes then."""
    state = person.ask("/experiment", method="POST", body={"consent": True}, status=201)
    assert state["state"] == "check"
    right = {key: answer for key, (_, _, answer) in CHECK.items()}
    wrong = person.ask("/experiment/check", method="POST", body={"answers": {**right, "goal": 2}})
    assert (wrong["state"], wrong["wrong"]) == ("check", ["goal"])
    state = person.ask("/experiment/check", method="POST", body={"answers": right})
    assert (state["state"], state["games"]) == ("practice", PRACTICE_GAMES)
    with person.line(state["table"]) as line:
        for _ in range(PRACTICE_GAMES):
            line.play_hand()
    found: dict[str, Any] = person.ask("/experiment")
    return found


def _study_table(server: str, *, partner: bool) -> tuple[Person, str]:
    """Somebody whose first part is with the partner, or without: groups alternate."""
    for _ in range(8):
        person = Person(server)
        state = past_practice(person)
        if state["partner"] == partner:
            return person, state["table"]
        person.close()
    raise AssertionError("no group begins so")


def test_without_the_partner_no_endpoint_gives_its_advice(server: str) -> None:
    person, table = _study_table(server, partner=False)
    with person.line(table) as line:
        line.play_hand()
        line.deal()
        paths = create_app(":memory:").openapi()["paths"]
        named = {"name": "Bo"}
        bodies = {"caution": {"turn": line.now["turn"], "action": "fold"}, "answer": {"question": "odds"}}
        bodies |= {"open": named, "join": named}
        for path, methods in paths.items():
            if "{table_id}" not in path or "delete" in methods:
                continue
            address = path.replace("{table_id}", table).replace("{number}", "1").replace("{seat}", "1")
            for method in methods:
                answer = person.http.request(method.upper(), address, json=bodies.get(path.rsplit("/", 1)[-1]))
                open_to_others = path.endswith(("/open", "/join", "/invitation"))  # no table of a study is
                assert answer.status_code in ((404, 409) if open_to_others else (200, 409)), answer.text
                found = answer.json() if answer.headers["content-type"] == "application/json" else {}
                assert not found.get("decisions")
                assert not found.get("questions")
                assert not found.get("sentences")
                assert not found.get("caution")
                assert "advice" not in found or answer.status_code == 409
    assert person.ask(f"/tables/{table}/hands/1")["steps"]
    person.close()


def test_with_the_partner_its_view_of_a_hand_is_there(server: str) -> None:
    person, table = _study_table(server, partner=True)
    with person.line(table) as line:
        for _ in range(4):  # in some the opponent folds before there is anything to decide
            line.play_hand()
    assert any(person.ask(f"/tables/{table}/hands/{number}")["decisions"] for number in range(1, 5))
    person.close()


def test_how_the_partner_was_used_is_noted_and_only_beside_it(server: str) -> None:
    row = {"game": 1, "turn": 3, "asked": 2, "cautioned": 1, "followed": 0, "action": "call"}
    for partner in (True, False):
        person, _ = _study_table(server, partner=partner)
        person.ask("/experiment/log", method="POST", body=row, status=204)
        person.ask("/experiment/log", method="POST", body={**row, "cautioned": 7}, status=422)
        person.ask("/experiment/check", method="POST", body={"answers": {}}, status=409)
        person.close()


def test_which_partner_and_how_many_raises_are_chosen_where_the_table_is_set_up(person: Person) -> None:
    (stud,) = [game for game in person.ask("/lobby")["games"] if game["name"] == "stud"]
    assert [kind["name"] for kind in stud["partner_kinds"]] == ["plus", "paper"]
    assert [word["name"] for word in stud["choices"][0]["words"]] == ["one", "each"]
    said = set()
    for kind in ("plus", "paper"):
        table = person.sit(game="stud", partner_kind=kind, raises="each", seed=6)
        with person.line(table) as line:
            line.until_asked()
            advice = person.ask(f"/tables/{table}/partner/advice", method="POST")
            said.add(str(advice["sentences"]))
    assert len(said) == 2
    for asked in ({"partner_kind": "best"}, {"raises": "two"}):
        person.ask("/tables", method="POST", body={"game": "stud", **asked}, status=409)


def test_the_tables_do_not_tell_their_seed(server: str) -> None:
    person, table = _study_table(server, partner=False)
    with person.line(table) as line:
        line.play_hand()
    *_, hello = (json.loads(told) for told in person.heard if '"hello"' in told)
    assert hello["table"]["seed"] is None
    assert hello["table"]["prepared"] == 30
    assert not any(str(PEOPLE_SEED) in told for told in person.heard if '"seed"' in told)
    person.close()


@pytest.mark.parametrize("seat", [0, 99, 10**30])
def test_a_seat_that_is_not_there_is_told_in_words(person: Person, seat: int) -> None:
    table = person.sit(game="holdem-limit", opponents=["rock", "maniac", "maniac"], seed=1)
    with person.line(table) as line:
        line.until_asked()
        if line.now["phase"] == "between":
            line.deal()
        body = {"question": f"The player in seat {seat}"}
        told = person.ask(f"/tables/{table}/partner/answer", method="POST", body=body, status=409)
        assert told["detail"] == f"there is no seat {seat} at this table: it has seats 1 to 4"
        there = person.ask(f"/tables/{table}/partner/answer", method="POST", body={"question": "The player in seat 2"})
        assert there["sentences"]


def test_the_gallery_counts_comparisons_and_tells_where_they_stand(person: Person) -> None:
    listed = {study["name"]: study for study in person.ask("/studies")["studies"]}
    assert list(listed) == list(STUDIES)
    for name, study in listed.items():
        one = person.ask(f"/studies/{name}")
        assert study["verdicts"] == counted(one["figures"])
        assert (one["frozen"] is not None) == STUDIES[name].tuned
        assert {"where", "distance", "exact"} <= set(one["figures"][0])
    assert listed["apc-calculator"]["verdicts"]["confirmed"] == 3
