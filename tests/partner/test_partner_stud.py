"""The partner at stud: what it says is true, grammatical, consistent, and nothing that it can't know."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter

import pytest

from riverboat.agents.stud.chances import CLASS_NAMES
from riverboat.agents.stud.decision import score
from riverboat.agents.stud.situation import situation_now
from riverboat.cards.cards import DECK
from riverboat.games import Action, CardObservation, make_game, parse_action
from riverboat.partner.protocol import Sentence, make_partner
from riverboat.partner.stud import StudPartner
from tests.partner.partner_script import FOLDER, messages, other_action, scripted, transcript


@pytest.mark.parametrize("kind", ["paper", "plus"])
def test_golden_transcripts(kind: str) -> None:
    """`python -m tests.partner.partner_script` writes them anew; read them as a novice would before keeping them."""
    assert transcript(kind, 2) == (FOLDER / f"stud-{kind}.txt").read_text("utf-8")


@pytest.mark.parametrize("kind", ["paper", "plus"])
def test_sentences_are_well_formed_and_unfold(kind: str) -> None:
    heard: Counter[str] = Counter()
    for seen, partner, _ in scripted(kind, 5, seed=8):
        for asked, sentences in messages(seen, partner):
            heard[asked] += 1
            assert sentences or asked.startswith("about to")
            for sentence in sentences:
                _well_formed(sentence)
            json.dumps([sentence.to_json() for sentence in sentences])
    assert sum(heard.values()) > 300


def _well_formed(sentence: Sentence) -> None:
    text = sentence.text
    assert text[0].isupper(), text
    assert text[-1] in ".?", text
    assert "  " not in text, text
    assert " ." not in text, text
    assert " ," not in text, text
    assert not re.search(r"\b(nan|inf|None|True|False)\b", text), text
    for number in sentence.numbers:
        assert number.name
        assert number.text
        assert number.how


@pytest.mark.parametrize("kind", ["paper", "plus"])
def test_what_it_says_does_not_contradict_itself(kind: str) -> None:
    for seen, partner, _ in scripted(kind, 6, seed=5):
        advice = partner.advise(seen)
        text = " ".join(sentence.text for sentence in advice.sentences)
        assert partner.advise(seen) == advice
        assert partner.caution(seen, advice.action) is None
        assert not ("You are behind" in text and "With the better hand" in text)
        if advice.action.kind == "fold":
            assert text.startswith("Fold.")
            assert "With the better hand" not in text
            assert "I would go on" not in text
        if "which is a lot" not in text:
            assert "they bet a lot" not in text
        if "stronger than theirs" in text and advice.action.kind == "fold" and kind == "paper":
            assert "I count" in text or "fold again" in text or "behind" in text
        if "With the better hand" in text:
            assert "weaker than theirs" not in text
        if advice.action.kind in ("bet", "raise") and advice.action.amount > seen.legal_actions.min_to:
            assert re.search(r"\bbet\b.*(points|may)|so raise|a large bet", text), text
        other = other_action(seen, advice.action)
        caution = partner.caution(seen, other)
        price = partner.cost(seen, other)
        assert (caution is None) == (price is None or price.is_fine) or kind == "paper"
        if caution is not None:
            assert caution.advice == advice
            assert caution.sentences[0].text.startswith("You're about to ")


def test_the_four_kinds_of_question_by_full_enumeration() -> None:
    """Turns 6 and 7, where every hidden card can be tried with nothing but itertools."""
    checked = 0
    for seen, partner, _ in scripted("paper", 12, seed=2):
        if seen.street < 5:
            continue
        now = situation_now(seen)
        for asked, known, others in (
            ("has", now.their_up, now.mine),
            ("improve", now.mine, now.their_up),
            ("outside", now.my_up, now.their_up),
        ):
            left = [card for card in DECK if card not in (*known, *others)]
            hidden = itertools.combinations(left, 7 - len(known))
            counts = Counter(score((*known, *cards)) for cards in hidden)
            sentence = partner.answer(seen, asked).sentences[0]
            told = {number.name: number.value for number in sentence.numbers}
            assert told == {name: counts[each] / sum(counts.values()) for each, name in enumerate(CLASS_NAMES)}
            likeliest = max(range(10), key=lambda each: (counts[each], -each))
            assert CLASS_NAMES[likeliest] in sentence.text
            assert sum(float(str(value)) for value in told.values()) == pytest.approx(1)
        checked += 1
        if checked == 3:
            return
    raise AssertionError("no game came so far")


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("what does he probably have", "They most likely"),
        ("3", "They most likely"),
        ("has", "They most likely"),
        ("how do I look to him", "To them it looks as if"),
        ("what can I still get?", "You most likely"),
        ("chance of a flush", "You "),
        ("can he have a full house", "They "),
        ("does he think I have a straight flush", ("As they see it", "They know that")),
        ("am I passive here", ("You tend", "I haven't seen you")),
        ("is he aggressive", ("They tend", "I haven't seen them")),
        ("how likely do I win", "By the cards you win"),
        ("what happened in similar games", ("In a situation", "You haven't played")),
        ("bananas", 'Sorry, I don\'t know "bananas"'),
    ],
)
def test_questions_in_the_player_s_own_words(asked: str, begins: str | tuple[str, ...]) -> None:
    seen = make_game("stud").start(seed=4, button=1).observation(0)
    assert make_partner("stud").answer(seen, asked).sentences[0].text.startswith(begins)


def test_a_single_class_is_told_with_what_is_better() -> None:
    seen = make_game("stud").start(cards=["AsKsQs2d3c4h5d", "9h9d9c2s2h3d4d"], button=1).observation(0)
    (told,) = make_partner("stud").answer(seen, "chance of a flush").sentences
    chance, better = (number.value for number in told.numbers)
    assert isinstance(chance, float)
    assert isinstance(better, float)
    assert better > chance > 0.15
    assert re.match(r"You end with a flush 1\d%", told.text)


def test_a_pair_in_hand_is_a_pair_with_certainty() -> None:
    seen = make_game("stud").start(cards=["AsAd7c9h2d4sJc", "9d9cTc2s2h3d4d"], button=1).observation(0)
    (told,) = make_partner("stud").answer(seen, "is my pair good?").sentences
    assert told.numbers[-1].value == 1
    assert "99.99" not in told.text
    assert "that or better 100%" in told.text


def test_a_fold_that_costs_nothing_is_not_cautioned() -> None:
    """Turn 3 of a game in the review: 11 % to win, 29 % needed."""
    state = make_game("stud").start(cards=["9c2sKd4h6h8d3c", "TdTsJsQcQh2h5c"], button=0)
    for word in "bet 5, call, bet 20, call, bet 60".split(", "):
        state.apply(parse_action(word))
    seen = state.observation(0)
    for kind in ("paper", "plus"):
        for seed in range(12):
            assert make_partner("stud", kind=kind, seed=seed).caution(seen, Action("fold")) is None


def _swap(told: str, mine: str, theirs: str) -> tuple[CardObservation, CardObservation]:
    """The same situation twice, with other hidden cards of the opponent."""
    found = []
    for hidden in theirs.split("/"):
        state = make_game("stud").start(cards=[mine, hidden], button=1)
        for word in filter(None, told.split(",")):
            state.apply(parse_action(word.strip()))
        found.append(state.observation(0))
    return found[0], found[1]


@pytest.mark.parametrize("kind", ["paper", "plus"])
@pytest.mark.parametrize("told", ["", "bet 5, call", "bet 5, call, bet 20, raise 50", ",".join(["bet 5,call"] * 5)])
def test_other_hidden_cards_of_the_opponent_change_nothing_that_is_said(kind: str, told: str) -> None:
    first, second = _swap(told, "AsKd7c7h2d9sQc", "2s3sKh8dTc4hJd/JcQdKh8dTc4hAh")
    partner = make_partner("stud", kind=kind, seed=6)
    assert [each for _, each in messages(first, partner)] == [each for _, each in messages(second, partner)]


def test_partner_and_opponent_share_nothing() -> None:
    partner, other = StudPartner(seed=1), StudPartner(seed=1)
    state = make_game("stud").start(seed=1, button=1)
    state.apply(Action("fold"))
    partner.hand_over(state.observation(0))
    assert len(partner.mind.cases) == 1
    assert len(other.mind.cases) == 0
    assert partner.mind.tendencies is not partner.habits


def test_what_it_has_learnt_is_kept_and_read_back() -> None:
    *_, (_, partner, _) = scripted("paper", 4, seed=9)
    assert isinstance(partner, StudPartner)
    state = json.loads(json.dumps(partner.save_state()))
    again = make_partner("stud", kind="paper", seed=9, state=state)
    assert isinstance(again, StudPartner)
    again.mind.seed = partner.mind.seed
    assert again.save_state() == partner.save_state()
    seen = make_game("stud").start(seed=77, button=1).observation(0)
    assert [each for _, each in messages(seen, again)] == [each for _, each in messages(seen, partner)]


def test_advice_needs_a_turn() -> None:
    seen = make_game("stud").start(seed=1, button=1).observation(1)
    with pytest.raises(ValueError, match="not your turn"):
        make_partner("stud").advise(seen)
    assert make_partner("stud").answer(seen, "win").sentences
