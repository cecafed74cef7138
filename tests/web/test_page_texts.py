"""Texts of the page stand in one folder: no sentence that a visitor reads is written anywhere else in its modules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import riverboat.web
from riverboat.agents.loki import loki_layout_kernel
from riverboat.agents.loki.versions import RULES
from tests.partner.test_partner_texts import sentences_in as python_sentences_in

MESSAGES = sorted((Path(riverboat.web.__file__).parent / "messages").glob("*.py"))
JS = Path(riverboat.web.__file__).parent / "static" / "js"
MODULES = sorted(path for path in JS.glob("*.js"))
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
#: What precedes a literal that no one reads: classes, selectors, addresses, keys, paths of drawings.
_UNREAD = re.compile(
    r"(class: |class\w*\(|className = |classList\.\w+\(|querySelector(All)?\(|matches\(|closest\(|d: |"
    r"transform: |from |import\(|viewBox: |animate\(\[|font: |matchMedia\(|toLocaleString\(|const [A-Z]+ = |\+ )$"
)
_SENTENCE = re.compile(r"[A-Za-z']{2,} [A-Za-z']{2,}")
_WORD = re.compile(r"^[A-Z][a-z]{2,}[ .…]?$")


def sentences_in(text: str) -> list[str]:
    """Literals that look like something to read."""
    found = []
    plain = _COMMENT.sub(lambda match: " " * len(match.group()) if "://" not in match.group() else match.group(), text)
    for match in _LITERAL.finditer(plain):
        said = re.sub(r"\$\{[^}]*\}", "x", match.group(1) if match.group(1) is not None else match.group(2))
        before = plain[: match.start()][-40:]
        if _UNREAD.search(before) or re.search(r"[<>{};=]|--|#/|\(-|calc|^[MmAaCc]\d", said):
            continue
        if _WORD.match(said) or (_SENTENCE.search(said) and re.search(r"^[A-Z]|[.?!…]$|, ", said)):
            found.append(said)
    return found


#: Keys of the keyboard, events, and the name that is meant where none is typed.
_ALLOWED = {"You", "Enter", "Space", "Tab"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_sentence_stands_outside_the_texts(path: Path) -> None:
    assert [said for said in sentences_in(path.read_text("utf-8")) if said not in _ALLOWED] == []


@pytest.mark.parametrize("path", [path for path in MESSAGES if path.stem != "texts"], ids=lambda path: path.name)
def test_no_sentence_of_the_messages_stands_outside_their_texts(path: Path) -> None:
    """Refusals stand beside what they refuse, as everywhere in the package; files say what is left out of them."""
    refused = {"\n# left out: ", '" did not sit in this hand'}
    assert [said for said in python_sentences_in(path.read_text("utf-8")) if said not in refused] == []


def test_a_sentence_would_be_found() -> None:
    assert sentences_in('h("p", {}, "Your cards are dealt.")') == ["Your cards are dealt."]
    assert sentences_in('h("button", { class: "gold" }, "Settings")') == ["Settings"]
    assert sentences_in('h("p", { class: "paper narrow" }, name)') == []


def test_lokis_rules_are_known_by_number_and_said_in_plain_words() -> None:
    """A regular expression over their sentences told "strong enough to bet" of one that says the opposite."""
    told = (JS / "texts" / "page.js").read_text("utf-8").partition("LOKI_RULES = {")[2].partition("};")[0]
    said = {int(number): words for number, words in re.findall(r'(\d+): "([^"]+)"', told)}
    jargon = {number for number, sentence in RULES.items() if re.search(r"EHS|Ppot|_at\b", sentence)}
    assert set(said) == jargon
    assert said[loki_layout_kernel.RULE_BET] == "strong enough to bet"
    assert said[loki_layout_kernel.RULE_CHECK] == "not strong enough to bet"
    assert "LOKI_RULES[decision.rule_number]" in (JS / "watch.js").read_text("utf-8")


def test_words_of_players_and_percent() -> None:
    """They, not he; 17%, not 17 %; cards are shown, not turned."""
    for path in sorted((JS / "texts").glob("*.js")):
        text = path.read_text("utf-8")
        assert not re.search(r"\b(he|him|his)\b", text), path.name
        assert not re.search(r"\d %|\} %", text), path.name
        assert not re.search(r"[Tt]urn (the|a) card", text), path.name
