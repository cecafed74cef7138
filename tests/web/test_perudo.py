"""Perudo by HTTP and WebSocket: what the lobby offers, a match to its end, watching, and what is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.playing import Json, Person, serving


def test_the_lobby_offers_the_set_with_its_choices(person: Person) -> None:
    lobby = person.ask("/lobby")
    bluff = next(game for game in lobby["games"] if game["name"] == "bluff")
    (perudo,) = bluff["rule_sets"]
    assert (perudo["name"], perudo["dice"], perudo["match"]) == ("perudo", 5, True)
    first = {choice["name"]: choice["words"][0]["name"] for choice in perudo["choices"]}
    assert first == {
        "wild": "ones",
        "opening": "no-aces",
        "changing": "any",
        "spot_on": "next",
        "back": "die",
        "palifico": "fixed",
        "palifico_from": "three",
    }
    plays = {agent["name"]: agent["named_rules"] for agent in lobby["agents"] if "bluff" in agent["games"]}
    assert plays["bluff-odds"]
    assert plays["random"]
    assert not plays["bluff-equilibrium"]
    assert all(game["rule_sets"] == [] for game in lobby["games"] if game is not bluff)


def test_a_match_goes_on_after_a_restart_and_to_its_end(tmp_path: Path) -> None:
    database, choices = str(tmp_path / "hands.db"), {"spot_on": "anybody", "wild": "sixes", "palifico_from": "two"}
    asked: Json = {
        "game": "bluff",
        "rules": "perudo",
        "dice": 2,
        "choices": choices,
        "opponents": ["bluff-odds", "random"],
    }
    with serving(database) as url:
        person = Person(url)
        table = person.sit(**asked, seed=4)
        token = person.http.cookies["riverboat"]
        with person.line(table) as line:
            end = line.play_hand()
        assert end["wild"] in (0, 6)
        person.close()
    palificos = 0
    with serving(database) as url:
        person = Person(url, token=token)
        with person.line(table) as line:
            assert line.until_asked()["standing"]["match"] == end["standing"]["match"]
            for _ in range(40):
                end = line.play_hand()
                palificos += end["palifico"]
                if end["end"]["match_over"]:
                    break
        assert end["end"]["match_over"]
        assert palificos
        looked = person.ask(f"/tables/{table}/hands/{end['hand']}")
        assert looked["end"]["match_over"]
        assert person.ask(f"/tables/{table}/session")["hands"] == end["hand"]
        person.close()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"rules": "pirates"}, '"pirates" is not a set of rules of bluff'),
        ({"rules": "perudo", "choices": {"wild": "blue"}}, '"blue" is not possible for wild: ones, sixes'),
        ({"rules": "perudo", "choices": {"colour": "red"}}, "Perudo has no choice of colour"),
        ({"choices": {"wild": "ones"}}, "are chosen in a named set"),
        ({"rules": "perudo", "game": "holdem-limit"}, "is not a set of rules of holdem-limit"),
        ({"rules": "perudo", "opponents": ["bluff-equilibrium", "bluff-odds"]}, "plays the rules of Lanctot"),
    ],
)
def test_what_can_not_be_is_refused_in_words(person: Person, asked: Json, says: str) -> None:
    answer = person.http.post("/api/tables", json={"game": "bluff", **asked})
    assert answer.status_code in (400, 409, 422)
    assert says in answer.text.replace('\\"', '"')


def test_rounds_of_perudo_are_watched(person: Person) -> None:
    asked = {
        "game": "bluff",
        "rules": "perudo",
        "agents": ["bluff-odds", "random", "bluff-odds"],
        "hands": 2,
        "seed": 3,
    }
    told = person.ask("/watch", method="POST", body=asked)
    assert [len(seat["roll"]) for seat in told["hands"][0]["steps"][0]["seats"]] == [5, 5, 5]
    assert told["hands"][0]["steps"][0]["wild"] == 1
    assert all(each["advice"] for each in told["hands"][0]["decisions"])
