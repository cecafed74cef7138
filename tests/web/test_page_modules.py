"""The page's own modules: short lines, and no knowledge of which game is played."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import riverboat.web
from riverboat.games import GAMES

MODULES = sorted((Path(riverboat.web.__file__).parent / "static" / "js").rglob("*.js"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_lines_fit_in_120_columns(path: Path) -> None:
    assert [line for line in path.read_text("utf-8").splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_module_asks_which_game_it_is(path: Path) -> None:
    named = "|".join(map(re.escape, GAMES))
    assert not re.search(rf"\bgame\b[^\n]*[\"'](?:{named})[\"']", path.read_text("utf-8"))


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node at hand: browsers read the modules in other tests")
def test_node_reads_every_module(tmp_path: Path) -> None:
    for path in MODULES:
        copy = tmp_path / f"{path.stem}.mjs"
        copy.write_text(path.read_text("utf-8"), "utf-8")
        subprocess.run(["node", "--check", str(copy)], check=True, timeout=120)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_what_is_imported_is_used_and_there(path: Path) -> None:
    text = path.read_text("utf-8")
    for names, source in re.findall(r'^import \{ ([^}]+) \} from "(\./[\w./]+)";', text, re.MULTILINE):
        exported = (path.parent / source).read_text("utf-8")
        for name in (each.split(" as ")[0].strip() for each in names.split(",")):
            assert len(re.findall(rf"\b{re.escape(name)}\b", text)) > 1, f"{name} is imported for nothing"
            assert re.search(rf"export (?:async )?(?:const|function|class) {re.escape(name)}\b", exported), name


_DOC = re.compile(r"/\*\*(.*?)\*/\s*([^\n]*(?:\n[^\n]*){0,3})", re.DOTALL)
_PARAM = re.compile(r"@param \{([^\n]*)\} (?:\[(\w+)\]|(\w+))")
_TYPES = {
    "string",
    "number",
    "boolean",
    "object",
    "void",
    "null",
    "undefined",
    "any",
    "Record",
    "Promise",
    "Set",
    "new",
}
_TYPES |= {"HTMLElement", "Element", "Event", "Array", "RegExp", "true", "false"}


def wrong_documentation(text: str) -> list[str]:
    """What documented types say that can't be: parameters that are not there, and types that nobody has defined."""
    wrong = []
    defined = set(re.findall(r"@typedef \{[^\n]*\} (\w+)", text)) | set(re.findall(r"class (\w+)", text))
    for doc, after in _DOC.findall(text):
        signature = re.search(r"\(([^=]*?)\)\s*(?:\{|=>)|\(([^)]*)", after, re.DOTALL)
        told = "" if signature is None else signature.group(1) or signature.group(2) or ""
        for types, optional, name in _PARAM.findall(doc):
            if types.count("{") != types.count("}") or types.count("(") != types.count(")"):
                wrong.append(f"{optional or name}: {types} is not closed")
            if not re.search(rf"\b{optional or name}\b", told) and "{" not in told:
                wrong.append(f"{optional or name} is no parameter of {after.strip()[:50]}")
        for types in re.findall(r"@(?:param|property|returns|type|typedef) \{([^\n]*)\}(?:\s|$)", doc):
            plain = re.sub(r"import\([^)]*\)\.\w+|\"[^\"]*\"|\w+\??(?=\s*:)", "", types)
            unknown = set(re.findall(r"[A-Za-z_]\w*", plain)) - _TYPES - defined
            wrong += [f"{each} in {{{types}}} is not a type" for each in sorted(unknown)]
        for source in re.findall(r"import\(\"(\./[\w./]+)\"\)", doc):
            if not (MODULES[0].parent / source).exists():
                wrong.append(f"{source} is not there")
    return wrong


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_documented_types_are_those_of_the_code(path: Path) -> None:
    assert wrong_documentation(path.read_text("utf-8")) == []


def test_wrong_documentation_would_be_found() -> None:
    told = "/** @param {Strange} there */\nexport function f(here) {\n}"
    assert wrong_documentation(told) == [
        "there is no parameter of export function f(here) {\n}",
        "Strange in {Strange} is not a type",
    ]
