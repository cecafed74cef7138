"""The documentation tells the truth: its Python runs, its links lead somewhere, every command has a page."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from riverboat.cli import app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_of_python_in_the_docs_give_what_they_say(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < 150


def test_every_command_is_in_the_list_of_pages() -> None:
    listed = (ROOT / "docs" / "commands" / "README.md").read_text("utf-8")
    names = [command.name for command in app.registered_commands] + [group.name for group in app.registered_groups]
    for name in names:
        assert re.search(rf"\b{name}\b", listed), f"docs/commands/README.md does not name {name}"


def test_every_room_has_docstrings_that_run() -> None:
    from riverboat.cards import cards, evaluator, ranges
    from riverboat.odds import equity, strength

    for module in (cards, evaluator, ranges, equity, strength):
        failed, tried = doctest.testmod(module)
        assert failed == 0
        assert tried
