"""The partner understands novices: a list written before the matcher, and one written after it was frozen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from riverboat.games import Action, make_game
from riverboat.games.bluff.game import BluffGame, BluffRules
from riverboat.partner.listening import hear, is_slip
from riverboat.partner.protocol import Partner, make_partner
from riverboat.partner.texts.questions import CUES, QUESTIONS

FOLDER = Path(__file__).parent / "wordings"
NAMES = ("You", "maniac")


def _situations() -> dict[str, tuple[Partner, object]]:
    holdem = make_game("holdem-limit", seats=2).start(seed=4, button=0)
    for _ in range(2):
        holdem.apply(Action("call") if Action("call") in holdem.legal_actions() else Action("check"))
    while holdem.actor != 0:
        holdem.apply(Action("bet", 10) if Action("bet", 10) in holdem.legal_actions() else Action("check"))
    stud = make_game("stud").start(seed=5, button=1)
    bluff = BluffGame(BluffRules(dice=(2, 2, 2))).start(seed=3, button=2)
    while bluff.actor != 0 or bluff.last_bid is None:
        bluff.apply(bluff.legal_actions()[0])
    return {
        "holdem": (make_partner("holdem-limit"), holdem.observation(0)),
        "stud": (make_partner("stud"), stud.observation(stud.actor or 0)),
        "bluff": (make_partner("bluff"), bluff.observation(0)),
    }


def _lines(name: str) -> Iterator[tuple[str, str, str]]:
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            game, typed, meant = (part.strip() for part in line.split("|"))
            yield game, typed, meant


@pytest.mark.parametrize(("name", "least"), [("first", 90), ("second", 75)])
def test_wordings_of_novices_are_understood(name: str, least: int) -> None:
    at, missed, asked = _situations(), [], 0
    for game, typed, meant in _lines(name):
        partner, seen = at[game]
        heard = hear(typed, partner.keys(seen), NAMES)  # type: ignore[attr-defined]
        asked += 1
        if heard is None or heard.key != meant:
            missed.append(typed)
    assert asked == 100
    assert 100 - len(missed) >= least, missed


def test_every_wording_is_answered_and_says_what_it_was_taken_for() -> None:
    at = _situations()
    for game, typed, _ in (*_lines("first"), *_lines("second")):
        partner, seen = at[game]
        answer = partner.answer(seen, typed, names=NAMES)
        assert all(sentence.text for sentence in answer.sentences)
        assert (
            answer.taken_for
            or answer.nearest
            or typed.rstrip("?").lower() in {*QUESTIONS, *(text.rstrip("?").lower() for text in QUESTIONS.values())}
        ), typed


def test_what_is_not_understood_gets_the_two_nearest_questions() -> None:
    partner, seen = _situations()["holdem"]
    answer = partner.answer(seen, "zzz blorp")
    assert len(answer.nearest) == 2
    assert "don't know" in answer.sentences[0].text
    for question in answer.nearest:
        assert not partner.answer(seen, question.key).nearest


def test_one_slip_is_forgiven_and_two_are_not() -> None:
    assert is_slip("shoud", "should")
    assert is_slip("riase", "raise")
    assert is_slip("foold", "fold")
    assert not is_slip("card", "bluff")
    assert not is_slip("flods", "fold")


def test_every_question_has_its_text() -> None:
    assert set(CUES) <= set(QUESTIONS)
    for partner, seen in _situations().values():
        for key in partner.keys(seen):  # type: ignore[attr-defined]
            answer = partner.answer(seen, key, names=NAMES)
            assert answer.sentences, key
            assert not answer.nearest, key
