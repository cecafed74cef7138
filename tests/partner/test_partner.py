"""The partner's protocol: what it says is made of sentences that unfold to numbers, and turns into JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

from riverboat.errors import AgentError
from riverboat.games import Action, CardObservation, make_game
from riverboat.partner.holdem import HoldemPartner
from riverboat.partner.holdem_solved import own_range, their_range
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


def _flop(own: str, board: str) -> CardObservation:
    """Two players who have checked to the one with these cards."""
    state = make_game("holdem-limit", seats=2).start(cards=(own, "2c7d"), board=board, button=0)
    for action in (Action("call"), Action("check"), Action("check")):
        state.apply(action)
    return state.observation(0)


def test_a_card_that_pairs_the_board_for_everyone_improves_nobody() -> None:
    """King-queen on 9-5-5: six kings and queens make two pair; a nine makes that for everybody."""
    seen = _flop("KsQh", "9d5c5hAd3s")
    (said,) = make_partner("holdem-limit").answer(seen, "improve").sentences
    told = {each.name: each.how for each in said.numbers}
    assert told == {"two pair": "6 of 47 cards"}
    (said,) = make_partner("holdem-limit").answer(_flop("9s9h", "9d5c2hAd3s"), "improve").sentences
    assert {each.name: each.how for each in said.numbers} == {
        "full house": "6 of 47 cards",  # a set and a pair of the board's is one's own
        "four of a kind": "1 of 47 cards",
    }


def test_a_bet_at_no_limit_that_may_not_be_meant_is_asked_about() -> None:
    """Before the flop the figures are so unsure that any size may be fine: that is said, and asked about."""
    partner = make_partner("holdem-nolimit", seed=2)
    seen = make_game("holdem-nolimit", seats=6, stack=1000).start(seed=11, button=5).observation(2)
    assert seen.actor == 2
    caution = partner.caution(seen, Action("raise", 1000))
    assert caution is not None
    assert caution.cost is None
    assert "raise to 1,000, more than twice the pot. I'd " in caution.sentences[0].text
    assert caution.sentences[0].numbers[0].value == pytest.approx(990 / 25)
    usual = partner.caution(seen, Action("raise", 30))
    assert usual is None or usual.cost is not None
    limit = make_game("holdem-limit", seats=6).start(seed=11, button=5).observation(2)
    assert "more than twice" not in str(make_partner("holdem-limit").caution(limit, Action("raise", 20)))


def test_what_is_assumed_of_the_error_is_said() -> None:
    """At limit it is measured; at no-limit hardly, before the turn; at stud not at all, and too small in the end."""
    said = {
        game: make_partner(game).worths(make_game(game, seats=2).start(seed=3, button=0).observation(0))
        for game in ("holdem-limit", "holdem-nolimit")
    }
    assert "±" not in said["holdem-limit"].assumption  # type: ignore[union-attr]
    assert "Few hands were measured" in said["holdem-nolimit"].assumption  # type: ignore[union-attr]
    state, heard = make_game("stud").start(seed=1), {}
    partner = make_partner("stud", seed=1)
    while state.actor is not None:
        seen = state.observation(state.actor)
        found = None if seen.legal_actions.cards else partner.worths(seen)
        if found is not None:
            heard[seen.street] = found.assumption
            state.apply(Action("call") if seen.to_call else Action("bet", seen.legal_actions.min_to))
        else:
            state.apply(Action("reveal", seen.legal_actions.cards[0]))
    assert "assumed, not measured" in heard[0]
    assert "too small on this turn" in heard[max(heard)]
    assert max(heard) == 6
    (told,) = partner.worth_numbers(seen, found, (found.best.action,)) if found else (None,)  # type: ignore[attr-defined]
    assert told is None or "assumed to be off by" in told.how


def test_what_was_done_on_the_river_counts_once_in_a_solved_spot() -> None:
    """The solver's tree begins with the ranges that both had when the river came, not with those after their bets."""
    state = make_game("holdem-limit", seats=2).start(cards=("QsQd", "2c7d"), board="AhKc9d5s3h", button=1)
    while state.street < 3:
        state.apply(Action("call") if state.observation(state.actor or 0).to_call else Action("check"))
    partner = HoldemPartner(seed=1)
    before = partner.look(state.observation(0))
    ranges = []
    for action in (Action("check"), Action("bet", 20)):
        state.apply(action)
    for look in (before, partner.look(state.observation(0))):
        mind = look.mind
        assert mind.memory is not None
        ranges.append((their_range(look.seen, 1, mind.params, mind.memory), own_range(look.seen, 1, mind.params)))
    for one, other in zip(*ranges, strict=True):
        np.testing.assert_allclose(one / one.sum(), other / other.sum(), atol=1e-12)
    after = partner.look(state.observation(0)).spot.opponents[0].weights
    assert np.abs(after - ranges[1][0] / ranges[1][0].sum()).max() > 1e-4  # what was done does say something
    found = partner.worths(state.observation(0))
    assert found.kind == "solved"
