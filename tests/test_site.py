"""The site: it builds without a warning, no link is dead, nothing comes from elsewhere, and everything has its page."""

from __future__ import annotations

from pathlib import Path

import pytest
from website.build import make_pages, make_site
from website.facts import command_page, commands
from website.links import problems
from website.reference import ROOMS

import riverboat
from riverboat.agents.registry import AGENTS
from riverboat.cli import MODULES
from riverboat.games.catalog import GAMES
from riverboat.studies.registry import STUDIES


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site") / "site"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    make_pages(folder)
    return folder


def test_it_builds_and_every_link_leads_somewhere(site: Path) -> None:
    assert make_site(site) == []
    assert (site / "searchindex.js").exists()
    start = (site / "index.html").read_text("utf-8")
    assert "theme-toggle" in start  # dark and light
    assert len(list(site.rglob("*.html"))) > 150


def test_every_command_has_a_page_of_its_own(pages: Path) -> None:
    names = list(commands())
    assert len(names) >= len(MODULES)
    for name in names:
        assert f"# riverboat {name}\n" in (pages / "commands" / "all" / f"{name.replace(' ', '-')}.md").read_text(
            "utf-8"
        )


def test_a_page_of_a_command_has_all_its_options() -> None:
    for name, command in commands().items():
        page = command_page(name, command)
        for each in command.params:
            if each.param_type_name == "option":
                assert f"`{each.opts[0]}`" in page


def test_every_game_agent_and_study_has_a_page(pages: Path) -> None:
    for name in GAMES:
        assert "## Facts" in (pages / "games" / f"{name}.md").read_text("utf-8")
    for name in AGENTS:
        assert (pages / "agents" / "all" / f"{name}.md").exists()
    for name in STUDIES:
        assert "verdict" in (pages / "studies" / "all" / f"{name}.md").read_text("utf-8")


def test_every_public_name_is_in_the_reference(pages: Path) -> None:
    top = (pages / "reference" / "index.md").read_text("utf-8")
    for name in riverboat.__all__:
        assert name == "__version__" or f"\n## {name}\n" in top
    for room in ROOMS:
        assert (pages / "reference" / f"{room}.md").exists()


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ('<a href="nowhere.html">x</a>', "links to nowhere.html, which is not there"),
        ('<a href="#nothing">x</a>', "links to #nothing, which has no such place"),
        ('<script src="https://cdn.example/x.js"></script>', "fetches https://cdn.example/x.js"),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', "fetches //fonts.example/x.css"),
        ('<a href="https://example.org/">x</a>', None),
    ],
)
def test_what_is_wrong_with_a_page_is_found(page: str, problem: str | None, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(page, "utf-8")
    assert list(problems(tmp_path)) == ([] if problem is None else [f"index.html {problem}"])


def test_a_style_that_fetches_a_font_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@font-face { src: url(https://fonts.example/a.woff2) }", "utf-8")
    assert list(problems(tmp_path)) == ["a.css fetches a font or a picture from elsewhere"]
