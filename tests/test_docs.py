"""The documentation tells the truth: its Python runs, its links lead somewhere, every command has a page."""

from __future__ import annotations

import doctest
import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from benchmarks.table import _number

from benchmarks import run
from riverboat.cli import app
from tests import figures, proof_page, prove
from tests.figures_of_pages import STATED

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


def test_the_figures_in_the_docs_are_those_of_the_saved_results() -> None:
    wrong = [said for page, piece in figures.checked() if (said := figures.problem(page, piece))]
    assert not wrong, "\n".join(wrong) + "\n`make figures` puts the saved figures into the pages"


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "studies").glob("*.md")), ids=lambda page: page.name)
def test_every_figure_of_a_study_comes_from_a_saved_result_or_is_said_to_come_from_elsewhere(page: Path) -> None:
    stated = STATED.get(page.name, "").split()
    left = [found for found in figures.uncovered(page) if re.findall(r"[-+]?\d+\.\d+$", found)[0] not in stated]
    assert not left, f"in tests/figures_of_pages.py no saved result is named for {left}"


def test_a_figure_that_leaves_its_saved_result_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    piece = figures.told("| 2 v 1 | 6 | {} |", figures.middle("+0.216827 to +0.216924", 4))
    page.write_text("| 2 v 1 | 6 | 0.2168 | proved", "utf-8")
    assert "the saved result says: | 2 v 1 | 6 | 0.2169 |; the page says: | 2 v 1 | 6 | 0.2168 |" in figures.problem(
        page, piece
    )
    with pytest.raises(AssertionError, match="lies outside its bounds"):
        figures.middle("+0.21682 to +0.21684", 3)


def test_the_pages_of_proofs_and_benchmarks_are_those_of_their_saved_results() -> None:
    proofs = json.loads(prove.SAVED.read_text("utf-8"))
    assert proof_page.PAGE.read_text("utf-8") == proof_page.page(proofs)
    measured = json.loads(run.SAVED.read_text("utf-8"))
    shown = run.PAGE.read_text("utf-8")
    for row in measured["rows"]:
        if row["figure"] is not None:
            assert f"{_number(row['figure'])} {row['unit']} |" in shown, row["task"]


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < 150


def test_every_command_is_in_the_list_of_pages() -> None:
    listed = (ROOT / "docs" / "commands" / "README.md").read_text("utf-8")
    names = [command.name for command in app.registered_commands] + [group.name for group in app.registered_groups]
    for name in names:
        assert re.search(rf"\b{name}\b", listed), f"docs/commands/README.md does not name {name}"


def test_every_room_has_docstrings_that_run() -> None:
    for name in ("cards.cards", "cards.evaluator", "cards.ranges", "cards.shown_cards", "odds.equity", "odds.strength"):
        failed, tried = doctest.testmod(import_module(f"riverboat.{name}"))
        assert failed == 0
        assert tried
