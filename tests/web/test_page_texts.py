"""Texts of the page stand in two folders, one for its modules and one for its server: no sentence stands elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import riverboat.web
from riverboat.agents.loki import loki_layout_kernel
from riverboat.agents.loki.versions import RULES
from tests.partner.test_partner_texts import sentences_in as python_sentences_in

ROOM = Path(riverboat.web.__file__).parent
SERVER = sorted(path for path in ROOM.rglob("*.py") if "texts" not in path.relative_to(ROOM).parts)
JS = ROOM / "static" / "js"
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


#: What no visitor reads on the page, by module.
_FOR_OTHERS = {
    # in the terminal, for whoever starts the server: its options, and what is wrong with them
    "serving.py": {
        " can't be listened on (",
        "): name another --host or --port",
        "--tls-key needs --tls-cert: the certificate that the key belongs to",
        "it is no certificate with its key in PEM",
        " can't be used to encrypt: ",
    },
    # in the server's log
    "connections.py": {" lines before this one were left out)"},
    # in the description of the API, for whoever writes a program for it
    "application.py": {
        "Sit down, play, ask the partner, look back, read the studies.",
        "not there, or not yours",
    },
    "routes/hands.py": {"looking back"},
    "routes/own.py": {"your hands"},
    # a remark in a file of hands, and a command to type: the same in every language
    "messages/cards.py": {"\n# left out: "},
    "routes/study.py": {"make prove STUDY="},
}
#: Which content a browser may load, and what it loads first.
_MARKUP = re.compile(r"^(default-src|<link) ")


@pytest.mark.parametrize("path", SERVER, ids=lambda path: str(path.relative_to(ROOM)))
def test_no_sentence_of_the_server_stands_outside_its_texts(path: Path) -> None:
    found = {said for said in python_sentences_in(path.read_text("utf-8")) if not _MARKUP.search(said)}
    assert found == _FOR_OTHERS.get(path.relative_to(ROOM).as_posix(), set())


def test_a_sentence_of_the_server_would_be_found() -> None:
    assert python_sentences_in('raise ArenaError("this table can\'t be opened")') == ["this table can't be opened"]
    assert python_sentences_in('x = HTTPException(404, f"there is no study {name}")') == ["there is no study "]
    assert python_sentences_in("raise ArenaError(refusals.NOT_OPENED)") == []


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
