"""Every view by axe-core's rules, wide and on a phone: no serious violation, nothing wider than the screen."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import act, at_rest, bluff_table, deal, finish, is_over, pass_the_check, sit_down, wait
from tests.browser.conftest import visit, watch_console

AXE = Axe()


def _check(page: Page) -> None:
    """The view as it stands, on a phone and then wide."""
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 860})
        at_rest(page)
        found = AXE.run(page).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert not serious, [(each["id"], [node["html"][:200] for node in each["nodes"]][:3]) for each in serious]
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{page.url} is {wide} pixels too wide at {width}"


def _check_looking_back(page: Page, table: str) -> None:
    for path, part in (("/session", ".statistics"), ("/hand/1", ".mistakes")):
        page.goto(f"{table}{path}")
        expect(page.locator(part)).to_be_visible()
        page.locator("main details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        _check(page)


def test_tables_and_looking_back(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    wrong = watch_console(page)
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Stop me before a mistake that costs more than").select_option("0")  # a cheap one is only told
    for seed in range(11, 41):  # until a hand is dealt that the partner would fold
        table = sit_down(page, "Limit Hold'em", seed=seed, opponents=["loki-f", "evolving", "adaptive"])
        if page.get_by_role("button", name="Unmute").count():
            page.get_by_role("button", name="Unmute").click()
        page.get_by_role("button", name=re.compile("What would you do")).click()
        expect(page.locator(".advice")).to_be_visible()
        if "fold" in page.locator(".advice").inner_text():
            break
    expect(page.locator(".advice")).to_contain_text("fold")
    page.locator(".talk summary").first.click()
    _check(page)
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_be_visible()
    _check(page)
    page.get_by_role("button", name="Go on anyway").click()
    page.get_by_role("button", name="Mute").click()
    finish(page)
    _check(page)
    _check_looking_back(page, table)
    table = bluff_table(page, dice=2, opponents=["bluff-odds", "bluff-odds"])
    _check(page)
    finish(page)
    _check(page)
    _check_looking_back(page, table)
    assert not wrong, wrong
    context.close()


def test_a_small_game_and_where_the_lobby_has_it(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    page.goto("/")
    page.get_by_text("Small games").click()
    page.get_by_role("radio", name="Leduc Hold'em").check(force=True)
    _check(page)
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    _check(page)
    finish(page)
    _check(page)
    page.goto(f"{page.url}/hand/1")
    expect(page.locator(".replay .felt")).to_be_visible()
    _check(page)
    page.goto("/#/watch")
    page.get_by_label("Game").select_option("kuhn")
    page.locator("form .gold").click()
    expect(page.locator(".replay, .stage").first).to_be_visible()
    _check(page)
    context.close()


def test_reading_and_watching(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    for path in ("/", "/#/studies", "/#/studies/loki-figure-1"):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        _check(page)
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Delete all my data").click()
    _check(page)
    for game in ("holdem-limit", "bluff"):
        page.goto("/#/watch")
        page.reload()
        page.get_by_label("Game").select_option(game)
        page.locator("form .gold").click()
        expect(page.locator(".explained strong").first).to_be_visible()
        page.get_by_role("button", name="To the end").click()  # and no further
        _check(page)
    page.goto("/#/tournament")
    page.get_by_label("Entrants").fill("30")
    page.get_by_role("button", name="Shuffle up and deal").click()
    expect(page.get_by_role("heading", name=re.compile("wins$"))).to_be_visible()
    _check(page)
    context.close()


def test_taking_part(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    page.goto("/#/take-part")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    _check(page)
    page.get_by_label(re.compile("I agree to take part")).check()
    page.get_by_role("button", name="Begin").click()
    pass_the_check(page)
    wait(page)
    _check(page)
    if is_over(page):  # the opponent folded at once
        deal(page)
    act(page, "c")
    page.route("**/api/experiment", lambda route: route.fulfill(json=_QUESTIONS))
    page.reload()
    expect(page.get_by_role("heading", name="Two questions")).to_be_visible()
    _check(page)
    page.unroute("**/api/experiment")
    page.route("**/api/experiment", lambda route: route.fulfill(json=_RESULT))
    page.reload()
    expect(page.locator("#gain")).to_be_visible()
    _check(page)
    context.close()


#: As the server says it after sixty games; playing them has a journey of its own.
_SCALE = ["useless", "not very useful", "neutral", "useful", "very useful"]
_QUESTIONS = {
    "state": "questions",
    "questions": [
        {"key": "usefulness", "text": "How useful was the partner?", "scale": _SCALE},
        {"key": "helpfulness", "text": "How helpful was it?", "scale": _SCALE},
    ],
}
_RESULT = {
    "state": "done",
    "with": 120,
    "without": -40,
    "points": [{"partner": True, "points": [4, 6, -5] * 10}, {"partner": False, "points": [-9, 4, 1] * 10}],
    "answers": {"usefulness": 4, "helpfulness": 3},
    "everyone": [{"name": "participants who are done", "ours": 1, "paper": 12, "verdict": "new"}],
}
