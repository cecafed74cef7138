"""What a typed question means: plain words, one word for those that mean the same, typing errors mended, then cues.

A cue is a set of words that must all occur; the cue of most words wins. Nothing is learnt and nothing is guessed: a
question without a cue is not understood, and the two nearest questions are offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from riverboat.partner.texts.glossary import TERMS
from riverboat.partner.texts.questions import ALIKE, CLASS_WORDS, CUES, PHRASES, QUESTIONS

_ASKS_MEANING = re.compile(
    r"\b(mean|means|meaning|define|definition|explain)\b|\bwhat (is|are) (a|an|the)\b|\bwhats (a|an)\b"
)
_MINE = re.compile(r"\b(my|i|me|mine|he|his|they|their)\b")
_NUMBER = re.compile(r"\b\d+\b")


@dataclass(frozen=True)
class Heard:
    """A question as it was taken: its key, what it is about, and whether there is doubt."""

    key: str
    about: str = ""  # a term of the glossary, or the words as they were typed
    is_sure: bool = False


def plain(text: str) -> str:
    """A question in small letters, without its marks."""
    return " ".join(re.sub(r"[^a-z0-9' ]", " ", text.lower().replace("-", " ")).split())


def hear(asked: str, keys: Sequence[str], names: Iterable[str] = ()) -> Heard | None:
    """Which of these questions was asked; None where none was."""
    typed = plain(asked)
    for key in keys:
        if typed in (key, plain(QUESTIONS[key])):
            return Heard(key, typed, is_sure=True)
    for name in names:
        if plain(name):
            typed = re.sub(rf"\b{re.escape(plain(name))}\b", "they", typed)
    term = _term(typed)
    if term and "term" in keys:
        return Heard("term", term)
    words = _words(typed)
    if "improve" in keys and any(re.search(rf"\b{word}", typed) for word in CLASS_WORDS) and "beat" not in words:
        return Heard("improve", typed)
    best, found = 0.0, ""
    for key in (key for key in CUES if key in keys):
        for cue in CUES[key]:
            needed = cue.split()
            if len(needed) > best and all(word in words for word in needed):
                best, found = len(needed), key
    return Heard(found, typed) if found else None


def nearest(asked: str, keys: Sequence[str]) -> tuple[str, str]:
    """The two questions that are most like what was typed."""
    words = _words(plain(asked))

    def like(key: str) -> float:
        menu = _words(plain(QUESTIONS[key]))
        shared = len(words & menu) / max(len(words | menu), 1)
        return shared + 0.5 * SequenceMatcher(None, plain(asked), plain(QUESTIONS[key])).ratio()

    usual = [key for key in keys if not key.startswith(("why not", "term"))]
    first, second = sorted(usual, key=like, reverse=True)[:2]
    return first, second


def _term(typed: str) -> str:
    """The word of the glossary that is asked for; nothing where a meaning is not asked for."""
    if not _ASKS_MEANING.search(typed) or re.search(r"\b(my|i|he|his|they|their|me)\b", typed):
        return ""
    inside = [term for term in TERMS if re.search(rf"\b{term}s?\b", typed)]
    if "pot odds" in inside and " are the " in f" {typed} ":
        return ""
    return max(inside, key=len, default="")


def _words(typed: str) -> set[str]:
    for phrase, one in PHRASES.items():
        typed = re.sub(rf"(?<![\w']){re.escape(phrase)}(?![\w'])", one, typed)
    typed = _NUMBER.sub("#", typed)
    return {_one(word) for word in typed.split()}


def _one(word: str) -> str:
    """A word as the cues have it: itself, what means the same, or what it is one slip away from."""
    if word in ALIKE:
        return ALIKE[word]
    if word in _KNOWN or len(word) < 4:
        return _SHORT.get(word, word)
    near = [known for known in _VOCABULARY if abs(len(known) - len(word)) <= 1 and is_slip(word, known)]
    return ALIKE.get(near[0], near[0]) if near else word


_SHORT = {
    "wat": "what",
    "wht": "what",
    "wut": "what",
    "dos": "do",
    "shd": "should",
    "u": "you",
    "y": "why",
    "hav": "have",
}
_KNOWN = frozenset(word for cues in CUES.values() for cue in cues for word in cue.split()) | {"here", "this", "that"}
_VOCABULARY = tuple(sorted({*ALIKE, *_KNOWN} - {"#"}, key=lambda word: (word not in ALIKE, word)))


def is_slip(typed: str, meant: str) -> bool:
    """Whether one letter too many, too few, wrong, or two changed about make the difference."""
    if typed == meant or len(meant) < 4:
        return typed == meant
    shorter, longer = sorted((typed, meant), key=len)
    if len(longer) - len(shorter) == 1:
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    if len(longer) != len(shorter):
        return False
    wrong = [at for at in range(len(typed)) if typed[at] != meant[at]]
    if len(wrong) == 1:
        return True
    return (
        len(wrong) == 2
        and wrong[1] == wrong[0] + 1
        and typed[wrong[0]] == meant[wrong[1]]
        and (typed[wrong[1]] == meant[wrong[0]])
    )
