"""The partner's protocol: what it says is made of sentences that unfold to numbers, and turns into JSON."""

from __future__ import annotations

import json

import pytest

from riverboat.agents.partner import Advice, Answer, Caution, Number, Question, Sentence, make_partner
from riverboat.errors import AgentError
from riverboat.games import Action


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
