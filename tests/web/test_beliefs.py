"""What opponents believe of a person: their counts are his own actions."""

from __future__ import annotations

from tests.web.playing import Person


def test_a_loki_with_models_has_counted_what_the_person_did(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["loki-f"], seed=3)
    with person.line(table) as line:
        for _ in range(4):
            line.play_hand()
    mine = [each for told in line.snapshots if told["phase"] == "between" for each in told["log"] if each["seat"] == 0]
    beliefs = person.ask(f"/tables/{table}/session")["beliefs"]["loki-f"]
    assert len(beliefs) == 12
    assert 0 < sum(each["calls"] for each in beliefs) <= len(mine)
    assert sum(each["folds"] + each["raises"] for each in beliefs) == 0  # he only checks and calls


def test_those_without_models_believe_nothing(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["loki-a", "rock"], seed=3)
    with person.line(table) as line:
        line.play_hand()
    assert person.ask(f"/tables/{table}/session")["beliefs"] == {}
