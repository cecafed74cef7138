"""Every view at five sizes, measured by bounding boxes: nothing reaches beyond the window, no words are cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import at_table, deal, finish, is_over, pass_the_check
from tests.browser.conftest import visit, watch_console
from tests.browser.measuring import SIZES, nothing_cut_off
from tests.browser.test_own_hands import file
from tests.web.own_files import some_hands, stars_file

#: As a saved league is told; names and sentences as long as the longest.
_FIGURE = {"mean": -1.2345, "low": -1.3, "high": -1.1}
_ROW = {
    "heads_up": _FIGURE,
    "full_table": _FIGURE,
    "exploitability": {"words": "at least 1,234 mbb/g (local best response, 4,000 hands)"},
    "decision_ms": 123.456,
    "training": "1,000 iterations over 3,000 buckets, 12 hours of one processor",
}
_LEAGUE = {
    "game": "holdem-limit",
    "hands": 100_000,
    "rings": 1000,
    "unit": "sb/h",
    "adjusted": True,
    "standings": [{**_ROW, "name": name} for name in ("equilibrium", "tight-aggressive", "loose-passive")],
    "pairs": [],
    "seed": 1,
    "version": "0.2.0",
    "command": "riverboat league --game holdem-limit --hands 100000 --rings 1000 --session-hands 100 --seed 1",
    "picture": False,
}


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = visit(browser, site)
    found = context.new_page()
    wrong = watch_console(found)
    yield found
    assert not wrong, wrong
    context.close()


def _fits(page: Page) -> None:
    """As the view stands, and with everything unfolded, at all five sizes."""
    expect(page.locator("main h1, main h2").first).to_be_visible()
    for folded in (True, False):
        if not folded:
            page.locator("main details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            nothing_cut_off(page)


@pytest.mark.parametrize(
    "view", ["", "learn", "rules", "rules/bluff", "glossary", "odds", "starting-hands", "practice"]
)
def test_a_view_to_read(page: Page, view: str) -> None:
    page.goto(f"/#/{view}")
    _fits(page)


@pytest.mark.parametrize("view", ["analysis", "hands", "watch", "tournament", "league", "take-part", "nowhere"])
def test_a_view_before_anything_is_done(page: Page, view: str) -> None:
    page.goto(f"/#/{view}")
    _fits(page)


def test_the_explorer(page: Page) -> None:
    """At the deal, at a mix, at the end, and with a long way back."""
    page.goto("/#/explorer")
    for name in page.locator("#explorer-game option").evaluate_all("all => all.map((each) => each.value)"):
        page.get_by_label("Game").select_option(name)
        expect(page.locator(".node button").first).to_be_visible()
        _fits(page)
        for _ in range(5):
            steps = page.locator(".choices-list button, .node tbody button")
            if not steps.count():
                break
            way = page.locator(".node").inner_text()
            steps.first.click()
            expect(page.locator(".node")).not_to_have_text(way, use_inner_text=True)
        _fits(page)


def test_the_check_of_the_experiment(page: Page) -> None:
    """The check of the rules, before it is answered and with wrong answers told."""
    page.goto("/#/take-part")
    page.get_by_label(re.compile("I agree to take part")).check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("button", name="Check my answers")).to_be_visible()
    _fits(page)
    pass_the_check(page, meanwhile=_fits)


def test_the_gallery_of_studies(page: Page) -> None:
    page.goto("/#/studies")
    _fits(page)
    links = page.locator("main a[href^='#/studies/']").evaluate_all("all => all.map((each) => each.hash)")
    for link in sorted(set(links)):
        page.goto(f"/{link}")
        expect(page.locator("main h1")).to_be_visible()
        page.set_viewport_size({"width": 1280, "height": 800})
        nothing_cut_off(page)
        page.set_viewport_size({"width": 375, "height": 667})
        nothing_cut_off(page)


def test_a_leaderboard_of_long_names(page: Page) -> None:
    page.route("**/api/league", lambda route: route.fulfill(json={"games": ["holdem-limit", "holdem-nolimit"]}))
    page.route("**/api/league/holdem-limit", lambda route: route.fulfill(json=_LEAGUE))
    page.goto("/#/league")
    expect(page.locator("tbody tr")).to_have_count(3)
    _fits(page)


def test_hands_of_ones_own(page: Page) -> None:
    """The report, statistics, graph and list, and a hand replayed."""
    page.goto("/#/hands")
    bad = "PokerStars Hand #7: Razz Limit ($1/$2 USD) - 2024/02/29 20:15:00 ET\n\n"
    text = stars_file(some_hands(60)).decode().replace("collected $", "collected $9", 1) + bad
    page.locator("#choose-files").set_input_files([file("a-file-with-a-rather-long-name-of-its-own.txt", text)])
    expect(page.locator(".own-list tbody tr")).to_have_count(50)
    expect(page.locator("#rejections")).to_be_visible()
    _fits(page)
    page.goto(f"/{page.locator('.own-list a').first.get_attribute('href')}")
    expect(page.get_by_role("heading", name=re.compile("^Hand "))).to_be_visible()
    _fits(page)


#: Tables that are looked back at.
_TABLES: Mapping[str, Mapping[str, Any]] = {
    "cards": {"game": "holdem-nolimit", "opponents": ["always-call", "always-call"], "seed": 3},
    "dice": {"game": "bluff", "opponents": ["bluff-odds"], "seed": 3, "dice": 5},
}


@pytest.mark.parametrize("pieces", _TABLES)
def test_looking_back(page: Page, pieces: str) -> None:
    table = at_table(page, **_TABLES[pieces])
    for _ in range(2):
        finish(page)
        deal(page)
    assert not is_over(page)
    page.goto(f"{table}/session")
    expect(page.locator(".statistics")).to_be_visible()
    _fits(page)
    page.set_viewport_size({"width": 375, "height": 667})
    assert page.locator(".statistics").evaluate("(table) => table.scrollWidth") <= 375  # no column lies outside
    page.goto(f"{table}/hand/1")
    expect(page.get_by_role("button", name="To the end")).to_be_visible()
    _fits(page)


@pytest.mark.parametrize("game", ["holdem-limit", "bluff"])
def test_watching(page: Page, game: str) -> None:
    page.goto("/#/watch")
    page.get_by_label("Game").select_option(game)
    page.locator("form .gold").click()
    page.get_by_role("button", name="To the end").click()
    _fits(page)


def test_what_is_cut_off_is_found(page: Page) -> None:
    """The measure itself: a cell that reaches beyond the window, and a button too small for its words."""
    page.goto("/#/glossary")
    expect(page.locator("main h1")).to_be_visible()
    nothing_cut_off(page)
    page.evaluate("""() => {
        const button = document.createElement("button");
        button.textContent = "much longer than there is room";
        button.style.cssText = "width: 40px; overflow: hidden; white-space: nowrap;";
        document.querySelector("main").append(button);
    }""")
    with pytest.raises(AssertionError, match="clipped"):
        nothing_cut_off(page)
