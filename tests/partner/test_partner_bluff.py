"""The partner at Bluff says what the functions say, at every decision, and nothing that it can't know."""

from __future__ import annotations

import pytest

from riverboat.agents.bluff import odds
from riverboat.agents.bluff.equilibrium import belief, chance_in_equilibrium, mix, needed
from riverboat.errors import AgentError
from riverboat.games import Action, Bid, BluffGame, BluffObservation, BluffRules
from riverboat.games.words import DICE_WORDS, bid_in_words
from riverboat.partner.protocol import Partner, make_partner

TABLES = [
    BluffRules(dice=(1, 1)),
    BluffRules(dice=(2, 1), faces=3, check=True),
    BluffRules(dice=(3, 3)),  # two players, too large to be solved at the table
    BluffRules(dice=(2, 3, 1)),
    BluffRules(seats=6, dice=3, check=True),
    BluffRules(dice=(3, 2, 1), wild=1, order="aces", opening="no-aces", spot_on="anybody", full=(5, 5, 5)),
    BluffRules(dice=(1, 3, 2), wild=1, order="aces", palifico="fixed", special=True),
    BluffRules(dice=(1, 1), wild=1, order="aces", spot_on="next", changing="rising"),
]


def everything(partner: Partner, seen: BluffObservation) -> list[object]:
    said: list[object] = [partner.advise(seen), *(partner.caution(seen, action) for action in seen.legal_actions[:6])]
    return said + [partner.answer(seen, question.key) for question in partner.questions(seen)]


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_it_speaks_at_every_decision_and_the_other_dice_change_nothing(rules: BluffRules) -> None:
    game = BluffGame(rules)
    for seed in range(3):
        state, partner = game.start(seed=seed), make_partner("bluff", seed=seed)
        while not state.is_over:
            assert state.actor is not None
            seen = state.observation(state.actor)
            advice = partner.advise(seen)
            assert advice == partner.advise(seen)
            assert advice.action in seen.legal_actions
            assert partner.caution(seen, advice.action) is None
            for question in partner.questions(seen):
                answer = partner.answer(seen, question.text)
                assert answer == partner.answer(seen, question.key)
                assert "don't know" not in answer.sentences[0].text
            hidden = [roll if seat == seen.seat else (1,) * len(roll) for seat, roll in enumerate(state.rolls)]
            twin = game.start(rolls=hidden, button=(state.starter - 1) % game.seats)
            for event in state.history:
                twin.apply(event.action)
            assert everything(partner, twin.observation(seen.seat)) == everything(partner, seen)
            state.apply(advice.action)
        partner.hand_over(state.observation(0))


def test_the_numbers_of_two_players_are_those_of_the_solution() -> None:
    state = BluffGame(BluffRules(check=True)).start(rolls=[(5,), (2,)]).apply("bid 1-5")
    seen, partner = state.observation(1), make_partner("bluff")
    strategies = needed(seen.rules, seen.starter)
    _, mixed, truth, *_ = partner.advise(seen).sentences
    played = {number.name: number.value for number in mixed.numbers}
    assert played == {DICE_WORDS.act(action): p for action, p in mix(strategies, seen).items() if p > 0}
    told = {number.name: number.value for number in truth.numbers}
    assert told["true"] == chance_in_equilibrium(strategies, seen, Bid(1, 5))
    assert told["exactly right"] == chance_in_equilibrium(strategies, seen, Bid(1, 5), exact=True)
    assert f"one five is true {truth.numbers[0].text} of the time" in truth.text
    (dice,) = partner.answer(seen, "what does he have?").sentences
    found = belief(strategies, seen).chances
    assert {number.name: number.value for number in dice.numbers} == {
        DICE_WORDS.holding(r): p for r, p in found.items()
    }


def test_the_numbers_of_more_players_are_the_odds() -> None:
    state = BluffGame(BluffRules(dice=(2, 2, 2))).start(rolls=[(1, 1), (3, 6), (4, 4)]).apply("bid 2-3")
    seen, partner = state.observation(1), make_partner("bluff")
    (told,) = partner.answer(seen, "is the last bid true").sentences
    assert told.text.startswith("You hold enough yourself")
    values = odds.weigh(seen)
    advice = partner.advise(seen)
    assert advice.action == max(values, key=lambda action: values[action])
    assert advice.worths is not None
    assert {row.action: row.value for row in advice.worths.rows} == values
    (bids,) = partner.answer(seen, "bids").sentences
    assert [number.value for number in bids.numbers] == [
        odds.chance_true(seen, bid) for bid in seen.rules.bids[seen.rules.bids.index(Bid(2, 3)) + 1 :]
    ]
    (unknown,) = partner.answer(seen, "has").sentences
    assert unknown.text.startswith("I can't tell. Each of the 4 hidden dice matches")


def test_a_caution_comes_where_the_solution_never_goes() -> None:
    seen = BluffGame(BluffRules()).start(rolls=[(1,), (2,)]).observation(0)
    caution = make_partner("bluff").caution(seen, Action("bid", 206))
    assert caution is not None
    assert caution.sentences[0].text == (
        "You're about to bid two sixes. I'd bid one four: that's 0.71 points better in the solved game."
    )


def test_equal_situations_of_later_rounds_are_drawn_anew() -> None:
    seen = BluffGame(BluffRules()).start(rolls=[(1,), (2,)]).observation(0)
    partner, drawn = make_partner("bluff", seed=3), set()
    for _ in range(20):
        drawn.add(partner.advise(seen).action)
        partner.hand_over(seen)
    assert len(drawn) > 1
    again = make_partner("bluff", seed=3, state=partner.save_state())
    assert again.advise(seen) == partner.advise(seen)


def test_where_nothing_is_to_be_decided_it_does_not_advise() -> None:
    seen = BluffGame(BluffRules()).start(seed=1).observation(1)
    with pytest.raises(AgentError, match="not your turn"):
        make_partner("bluff").advise(seen)
    assert [question.key for question in make_partner("bluff").questions(seen)] == ["has", "rules"]


def test_bids_and_calls_in_words() -> None:
    assert bid_in_words(Bid(1, 6)) == "one six"
    assert bid_in_words(Bid(2, 6)) == "two sixes"
    assert bid_in_words(Bid(14, 9)) == "14 9s"
    assert DICE_WORDS.did(Action("bid", 203)) == "bids two threes"
    assert DICE_WORDS.did(Action("bluff"), you=True) == "call Bluff"
    assert DICE_WORDS.did(Action("check")) == "calls Check"
    assert DICE_WORDS.holding((3,)) == "3"
    assert DICE_WORDS.holding((3, 3, 5)) == "3, 3 and 5"


def test_it_tells_the_rules_that_are_played_and_when_spot_on_is_likely() -> None:
    rules = BluffRules(dice=(2, 2, 1), wild=1, order="aces", opening="no-aces", spot_on="next", full=(5, 2, 5))
    state = BluffGame(rules).start(rolls=[(3, 3), (5, 5), (2,)]).apply("bid 2-5")
    seen, partner = state.observation(1), make_partner("bluff")
    told = partner.answer(seen, "What are the rules?").sentences[0].text
    assert "half as many dice" in told
    assert "may call spot-on" in told
    exact = partner.answer(seen, "should I call spot on?").sentences[0]
    assert "is exactly right 30% of the time, and you have no die to win back" in exact.text
    numbers = {number.name: number.value for number in exact.numbers}
    assert numbers["exactly right by the odds"] == pytest.approx((2 / 3) ** 3)
    assert partner.answer(seen, "what does palifico mean?").sentences[0].text.startswith("A palifico is the round")
    papers = BluffGame(BluffRules(dice=(2, 2, 1))).start(seed=1).observation(0)
    assert "spot-on" not in partner.answer(papers, "rules").sentences[0].text
