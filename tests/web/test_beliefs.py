"""What opponents believe of a person: their counts are his own actions."""

from __future__ import annotations

from tests.web.playing import Person


def test_a_loki_with_models_has_counted_what_the_person_did(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["loki-f"], seed=3)
    with person.line(table) as line:
        for _ in range(4):
            line.play_hand()
    mine = [each for told in line.snapshots if told["phase"] == "between" for each in told["log"] if each["seat"] == 0]
    (belief,) = person.ask(f"/tables/{table}/session")["beliefs"]
    assert belief["name"] == "loki-f"
    assert belief["columns"] == ["situation", "fold", "call or check", "bet or raise", "seen"]
    assert 0 < sum(row[4] for row in belief["rows"]) <= len(mine)
    assert all(row[1:4] == [0, 1, 0] for row in belief["rows"])  # he only checks and calls


def test_every_opponent_with_a_model_says_what_it_believes(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["evolving", "adaptive", "adaptive-68-twin", "ann"], seed=3)
    with person.line(table) as line:
        for _ in range(3):
            line.play_hand()
    evolving, adaptive = person.ask(f"/tables/{table}/session")["beliefs"]  # the others do not look at who plays
    assert evolving["name"] == "evolving"
    assert "has seen 3 hands of you" in evolving["lines"][0]
    assert "bet or raised 0% of the time" in evolving["lines"][0]
    assert "passive" in evolving["lines"][1]
    assert adaptive["name"] == "adaptive"
    habits = {row[0]: row[2:] for row in adaptive["rows"]}
    assert habits["Aggressive"] == [0, 3]
    assert habits["Stays in"][0] == 1
    assert "so the two can differ" in adaptive["lines"][0]  # from the attributes above it on the page


def test_the_stud_player_tells_how_it_takes_the_person(person: Person) -> None:
    table = person.sit(game="stud", seed=3)
    with person.line(table) as line:
        for _ in range(3):
            line.play_hand()
    (belief,) = person.ask(f"/tables/{table}/session")["beliefs"]
    bets = sum(row[3] for row in belief["rows"])
    assert f"Judging by {bets} bets of yours" in belief["lines"][0]


def test_those_without_models_believe_nothing(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["loki-a", "rock"], seed=3)
    with person.line(table) as line:
        line.play_hand()
    assert person.ask(f"/tables/{table}/session")["beliefs"] == []
