"""What the partner says stands in one folder: no sentence that a player reads is written anywhere else in its room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import riverboat.partner

ROOM = Path(riverboat.partner.__file__).parent
MODULES = sorted(path for path in ROOM.rglob("*.py") if "texts" not in path.relative_to(ROOM).parts)
#: Two words of letters with a space between them.
_SENTENCE = re.compile(r"[A-Za-z']{2,} [A-Za-z']{2,}")
#: What may have a docstring.
_DESCRIBED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def sentences_in(text: str) -> list[str]:
    """Strings that look like something to read; docstrings, patterns and messages of `assert` are not."""
    tree = ast.parse(text)
    unread = {id(node) for node in _unread(tree)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread:
            said = node.value
            if _SENTENCE.search(said) and not re.search(r"\\|\[|\||\?:", said):
                found.append(said)
    return found


def _unread(tree: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, and keys that are compared, looked up or listed in `keys` and `asked`."""
    for node in ast.walk(tree):
        if isinstance(node, _DESCRIBED) and ast.get_docstring(node, clean=False):
            first = node.body[0]
            assert isinstance(first, ast.Expr)
            yield first.value
        if isinstance(node, ast.FunctionDef) and node.name == "keys":
            yield from ast.walk(node)
        if isinstance(node, ast.Compare):
            yield from ast.walk(node)
        if isinstance(node, ast.Dict):
            yield from (each for each in node.keys if each is not None)
        if isinstance(node, ast.Subscript):
            yield from ast.walk(node.slice)


#: Whose cards are meant, how a claim is known to whoever checks it, and the beginning of keys: no one reads these.
_KEYS = {"yours to him", "next card", "pot odds", "starting hand", "what if", "also fine", "folds to a bet", "how much"}
_KEYS |= {"why not", "straight flush", "two pairs?"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_no_sentence_stands_outside_the_texts(path: Path) -> None:
    assert [said for said in sentences_in(path.read_text("utf-8")) if said.strip() not in _KEYS] == []


def test_a_sentence_would_be_found() -> None:
    told = 'def f():\n    """Say this."""\n    return "They are likely to fold."'
    assert sentences_in(told) == ["They are likely to fold."]
    assert sentences_in(f"async {told}") == ["They are likely to fold."]
    assert sentences_in('x = a == "pot odds"') == []
