"""Journeys where one learns: rules, odds, starting hands, solved games, practice, costly decisions, figures."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import act, at_rest, at_table, deal, finish, is_over, wait
from tests.browser.conftest import visit, watch_console

VIEWS = ("learn", "rules", "rules/stud", "glossary", "odds", "starting-hands", "explorer", "practice", "analysis")


def test_every_view_is_accessible_and_fits_by_day_and_by_night(browser: Browser, site: str) -> None:
    for scheme, width in (("light", 375), ("dark", 1280)):
        context = visit(browser, site, color_scheme=scheme, width=width, height=800)
        page = context.new_page()
        wrong = watch_console(page)
        for name in VIEWS:
            page.goto(f"/#/{name}")
            expect(page.locator("main h1")).to_be_visible()
            page.locator("main details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
            at_rest(page)
            found = Axe().run(page).response["violations"]
            assert not found, (
                name,
                [(each["id"], [node["html"][:160] for node in each["nodes"]][:2]) for each in found],
            )
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{name} is {wide} pixels too wide at {width}"
        assert not wrong, wrong
        context.close()


def test_terms_tell_what_they_mean(page: Page) -> None:
    page.goto("/#/rules/holdem-limit")
    term = page.get_by_role("button", name="What “hole cards” means")
    term.click()
    expect(page.locator(".meaning")).to_contain_text("nobody else sees")
    term.click()
    expect(page.locator(".meaning")).to_have_count(0)


def test_the_rules_are_at_hand_at_the_table(page: Page) -> None:
    at_table(page, game="bluff", opponents=["bluff-odds"], seed=3)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("Sixes are wild")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def test_odds_of_two_hands(page: Page) -> None:
    page.goto("/#/odds")
    page.get_by_role("button", name=re.compile("JhTh vs AsAd")).click()
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("caption")).to_contain_text("Every possible deal was counted")


def test_a_starting_hand_is_told(page: Page) -> None:
    page.goto("/#/starting-hands")
    page.get_by_role("button", name=re.compile("^AKs")).click()
    expect(page.locator(".told-hand")).to_contain_text("small bets a hand")


def test_a_solved_game_is_walked_to_its_end(page: Page) -> None:
    page.goto("/#/explorer")
    page.get_by_role("button", name="deal Ks").click()
    page.get_by_role("button", name="deal Qs").click()
    expect(page.get_by_role("heading", name="Player 1 to act")).to_be_visible()
    page.get_by_role("button", name="Go on: check").click()
    page.get_by_role("button", name="Go on: check").click()
    expect(page.locator(".node")).to_contain_text("The hand is over")
    page.get_by_label("Game").select_option("bluff")
    expect(page.locator("tbody tr")).to_have_count(12)
    page.get_by_role("button", name="Go on: bid 1-3").click()
    expect(page.get_by_role("heading", name="Player 2 to act")).to_be_visible()


def test_figures_of_an_opponent(page: Page) -> None:
    at_table(page, game="holdem-limit", opponents=["always-call"], seed=3)
    finish(page)
    page.get_by_role("button", name="About always-call").click()
    expect(page.get_by_role("dialog")).to_contain_text("VPIP")
    expect(page.get_by_role("dialog")).to_contain_text("Hands they showed")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_worth_of_every_action_on_request(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    context.add_init_script("localStorage.setItem('riverboat', JSON.stringify({pace: 0, silent: false, toured: true}))")
    page = context.new_page()
    at_table(page, game="holdem-limit", opponents=["always-call"], seed=3)
    if is_over(page):
        deal(page)
    page.get_by_role("button", name="What is each worth?").click()
    expect(page.locator(".worths")).to_contain_text("call")
    act(page, "c")
    wait(page)
    context.close()


def test_of_many_bids_the_best_are_named(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    context.add_init_script("localStorage.setItem('riverboat', JSON.stringify({pace: 0, silent: false, toured: true}))")
    page = context.new_page()
    at_table(page, game="bluff", opponents=["bluff-odds"] * 2, seed=12, dice=3)
    page.get_by_role("button", name="What is each worth?").click()
    expect(page.locator(".worths span")).to_have_count(9)
    expect(page.locator(".worths")).to_contain_text("more bids, worth less")
    context.close()
