"""The partner's protocol: what it says is made of sentences that unfold to numbers, and turns into JSON."""

from __future__ import annotations

import json

import pytest

from riverboat.errors import AgentError
from riverboat.games import Action, make_game
from riverboat.partner.protocol import Advice, Answer, Caution, Number, Question, Sentence, make_partner


def test_what_a_partner_says_turns_into_json() -> None:
    number = Number("P_win", 0.5, "50 %", "wins over games")
    advice = Advice(Action("raise", 40), (Sentence("Raise to 40.", (number,)),))
    told = json.loads(json.dumps(advice.to_json()))
    assert told["action"] == {"kind": "raise", "amount": 40, "text": "raise 40"}
    assert told["sentences"][0]["numbers"] == [
        {"name": "P_win", "value": 0.5, "text": "50 %", "how": "wins over games"}
    ]
    assert Caution(advice, advice.sentences).to_json()["advice"] == advice.to_json()
    assert Answer(advice.sentences).to_json()["sentences"] == told["sentences"]
    assert Question("mine", "What may I get?").to_json() == {"key": "mine", "text": "What may I get?"}


def test_a_game_without_a_partner_is_refused_in_words() -> None:
    with pytest.raises(AgentError, match="no partner at"):
        make_partner("kuhn")


@pytest.mark.parametrize(("game", "seats"), [("holdem-limit", 2), ("holdem-limit", 6), ("holdem-nolimit", 3)])
def test_the_partner_at_holdem_speaks_at_every_decision(game: str, seats: int) -> None:
    table = make_game(game, seats=seats)
    partner, heard = make_partner(game, seed=1), 0
    for hand in range(6):
        state = table.start(seed=hand)
        while state.actor is not None:
            if state.actor != 0:
                state.apply(Action("check") if Action("check") in state.legal_actions() else Action("call"))
                continue
            seen = state.observation(0)
            advice = partner.advise(seen)
            assert advice.action in seen.legal_actions
            assert partner.advise(seen) == advice
            assert partner.caution(seen, advice.action) is None
            for question in partner.questions(seen):
                answer = partner.answer(seen, question.text)
                assert answer == partner.answer(seen, question.key)
                assert "don't know" not in answer.sentences[0].text
            for other in seen.legal_actions[:2]:
                caution = partner.caution(seen, other)
                assert advice.worths is not None
                assert caution is None or not advice.worths.is_fine(other)
            heard += 1
            state.apply(advice.action)
        partner.hand_over(state.observation(0))
    assert heard > 6


def test_what_opponents_may_hold_adds_up_to_one() -> None:
    state = make_game("holdem-limit", seats=2).start(seed=4)
    partner = make_partner("holdem-limit")
    for _ in range(2):
        state.apply(Action("call") if Action("call") in state.legal_actions() else Action("check"))
    seen = state.observation(0)
    assert len(seen.board) == 3
    (told,) = partner.answer(seen, "what does he probably have").sentences
    assert sum(float(str(each.value)) for each in told.numbers) == pytest.approx(1)


@pytest.mark.parametrize(
    ("asked", "taken_for"),
    [
        ("Am I ahead?", ""),
        ("ahead", ""),
        ("1", ""),
        ("am I ahead of them", "Am I ahead?"),
        ("bananas", ""),  # is answered with two questions
    ],
)
def test_the_partner_says_which_question_it_took_yours_for(asked: str, taken_for: str) -> None:
    state = make_game("holdem-limit", seats=2).start(seed=4)
    seen = state.observation(state.actor or 0)
    answer = make_partner("holdem-limit").answer(seen, asked)
    assert answer.taken_for == answer.to_json()["taken_for"] == taken_for


def test_a_kind_of_partner_that_is_not_there_is_refused() -> None:
    with pytest.raises(AgentError, match="partner=best is not possible at holdem-limit"):
        make_partner("holdem-limit", kind="best")
