"""Practice without a browser: mistakes of one's own come back until they are mastered, and are forgotten on request."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.partner.practice.themes import EXERCISES
from riverboat.partner.practice.trainer import STEPS
from tests.web.playing import Person


def _best(question: dict[str, Any], person: Person) -> str:
    """The right answer, found by asking for the truth of the first choice."""
    truth = person.ask(
        "/practice/answer", method="POST", body={"key": question["key"], "choice": question["choices"][0]["key"]}
    )
    return next(str(key) for key, each in truth["choices"].items() if each["fine"])


def test_from_a_mistake_to_mastered_and_forgotten(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["always-raise", "always-raise"], seed=5)
    with person.line(table) as line:
        for _ in range(2):
            line.play_hand()
    assert person.ask("/practice")["unjudged"] == 2
    person.ask("/practice/next", method="POST", body={"theme": "own"}, status=409)
    assert person.ask("/practice/judge", method="POST") == {"done": 2, "left": 0}
    found = person.ask("/practice")
    assert found["unjudged"] == 0
    assert found["played"]["decisions"] > 2
    assert found["own"]["waiting"] > 0
    costs = [each["cost"] for each in person.ask("/practice/costliest")["decisions"]]
    assert costs == sorted(costs, reverse=True)
    assert len(person.ask(f"/tables/{table}/mistakes")["decisions"]) == min(len(costs), 5)
    question = person.ask("/practice/next", method="POST", body={"theme": "own"})
    assert question["again"]
    assert "truth" not in question
    assert not any("cost" in each for each in question["choices"])
    right = _best(question, person)
    for _ in STEPS:
        body = {"key": question["key"], "choice": right}
        truth = person.ask("/practice/answer", method="POST", body=body)
    assert truth["mastered"]
    assert person.ask("/practice")["own"]["mastered"] == 1
    person.http.delete("/api/me")
    found = person.ask("/practice")
    assert (found["answered"], found["own"]["waiting"], found["played"]["decisions"]) == (0, 0, 0)


def test_nobody_sees_the_practice_of_another(server: str) -> None:
    one, other = Person(server), Person(server)
    question = one.ask("/practice/next", method="POST", body={"theme": "pot-odds"})
    one.ask("/practice/answer", method="POST", body={"key": question["key"], "choice": "fold"})
    assert one.ask("/practice")["answered"] == 1
    assert other.ask("/practice")["answered"] == 0
    one.close()
    other.close()


@pytest.mark.parametrize("theme", EXERCISES)
def test_every_theme_asks_and_judges(person: Person, theme: str) -> None:
    question = person.ask("/practice/next", method="POST", body={"theme": theme})
    assert question["theme"] == theme
    assert bool(question["spot"]) != bool(question["words"])
    choice = question["choices"][-1]["key"]
    truth = person.ask("/practice/answer", method="POST", body={"key": question["key"], "choice": choice})
    assert min(each["cost"] for each in truth["choices"].values()) == pytest.approx(0, abs=1e-9)
    assert truth["fine"] == truth["choices"][choice]["fine"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("next", {"theme": "juggling"}),
        ("answer", {"key": "pot-odds/1,2", "choice": "fold"}),
        ("answer", {"key": "bluff/holdem-limit", "choice": "fold"}),
        ("answer", {"key": "starting-hands/6,AA,AA", "choice": "AA"}),
        ("answer", {"key": "pot-odds/10,20,30", "choice": "raise"}),
        ("answer", {"key": "own/play 1/2/3", "choice": "fold"}),
        ("answer", {"key": "drawing/nothing", "choice": "fold"}),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(person: Person, path: str, body: dict[str, str]) -> None:
    told = person.ask(f"/practice/{path}", method="POST", body=body, status=409)["detail"]
    assert "\n" not in told
    assert len(told) < 300
