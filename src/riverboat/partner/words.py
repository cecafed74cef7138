"""Words that the partners share: numbers and actions as a player would say them, and questions as they are asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from riverboat.games import Action
from riverboat.games.words import CARD_WORDS
from riverboat.partner.protocol import Answer, Number, Question, Sentence, Value


def percent(share: float) -> str:
    """A share in per cent, finer where it is small: "63 %", "4.2 %", "0.03 %"; never 0 or 100 by rounding alone."""
    value = 100 * share
    if share in (0.0, 1.0):
        return f"{value:.0f} %"
    if value >= 99.5:
        return f"{min(value, 99.99):.2f} %" if value >= 99.95 else f"{value:.1f} %"
    if value < 0.005:
        return "less than 0.01 %"
    return f"{value:.0f} %" if value >= 9.95 else f"{value:.1f} %" if value >= 0.95 else f"{value:.2f} %"


def act_in_words(action: Action, to_call: int, unit: str = "") -> str:
    """What to do with cards, inside a sentence: "raise to 40", "call 10 points", "turn the ten of hearts"."""
    return CARD_WORDS.act(action, to_call=to_call, unit=unit)


def order_in_words(action: Action, to_call: int, unit: str) -> str:
    """What to do with cards, as a sentence of its own."""
    words = act_in_words(action, to_call, unit)
    return f"{words[0].upper()}{words[1:]}."


def number(name: str, value: Value, how: str, text: str = "") -> Number:
    """A number with its usual text: three digits after the point."""
    if not text:
        text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return Number(name, value, text, how)


def answer_to(
    asked: str,
    questions: Sequence[Question],
    words: Mapping[str, Sequence[str]],
    reply: Callable[[str], tuple[Sentence, ...]],
) -> Answer:
    """The reply to a question of the menu, or to one that means the same; the menu where none does."""
    found = find_question(asked, questions, words)
    if found is None:
        return _menu_answer(questions, asked)
    as_listed = _plain(asked) in (found.key, _plain(found.text)) or _plain(asked).isdecimal()
    return Answer(reply(found.key), taken_for="" if as_listed else found.text)


def _menu_answer(questions: Sequence[Question], asked: str) -> Answer:
    texts = " ".join(f"{place}. {question.text}" for place, question in enumerate(questions, 1))
    said = " ".join(asked.split())[:60]
    return Answer((Sentence(f'I did not understand "{said}". You can ask me: {texts}'),))


def _plain(text: str) -> str:
    """A question in small letters, without its marks."""
    return " ".join(re.sub(r"[^a-z0-9' ]", " ", text.lower()).split())


def find_question(asked: str, questions: Sequence[Question], words: Mapping[str, Sequence[str]]) -> Question | None:
    """What a typed question means: a key, its number in the menu, or the one most of whose words occur.

    `words` gives for each key the words that hint at it; a phrase of several words counts for more.
    """
    plain = _plain(asked)
    if plain.isdecimal() and 1 <= int(plain) <= len(questions):
        return questions[int(plain) - 1]
    for question in questions:
        if asked.strip().lower() == question.key:
            return question
    padded = f" {plain} "
    scores = [sum(len(hint.split()) for hint in words[each.key] if f" {hint} " in padded) for each in questions]
    best = max(scores, default=0)
    return questions[scores.index(best)] if best else None
