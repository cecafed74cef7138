"""Journeys of learning from play: analysis and its link, practice from a mistake to mastered, solved rounds of dice."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from riverboat.partner.practice.trainer import STEPS
from tests.browser.acting import at_rest, at_table, deal, finish
from tests.browser.conftest import visit, watch_console
from tests.browser.measuring import SIZES, nothing_cut_off

RIVER = "holdem-limit;button=1;held=AsKd;board=8d7hJd2c3s;play=raise-20,call,check,check,check,check"
_HAND = "/#/practice"


def _sound(page: Page) -> None:
    at_rest(page)
    found = Axe().run(page).response["violations"]
    assert not found, [(each["id"], [node["html"][:160] for node in each["nodes"]][:2]) for each in found]


def test_a_spot_is_set_up_asked_about_and_shared(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    wrong = watch_console(page)
    page.goto("/#/learn")
    page.get_by_role("link", name=re.compile("^Analysis")).click()
    page.locator("#pick").click()
    for card in ("ace of spades", "king of diamonds"):
        page.get_by_role("button", name=card, exact=True).click()
    expect(page.get_by_role("heading", name="Your decision")).to_be_visible()
    expect(page.locator(".worth-table tbody tr")).to_have_count(3)
    expect(page.locator(".holds .hand-grid button")).to_have_count(169)
    page.get_by_role("button", name=re.compile("^Raise to 20")).click()
    expect(page.get_by_role("heading", name="What does your opponent do?")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Call")).click()
    expect(page.get_by_text("Choose the cards of the board")).to_be_visible()
    page.locator("#deal-random").click()
    expect(page.locator(".card-group .change-card")).to_have_count(5)
    page.get_by_role("button", name="flop", exact=True).click()
    page.locator(".holds .hand-grid button").first.click()
    expect(page.locator(".told-hand")).to_contain_text("of what they hold")
    before = page.locator("#share-link").input_value()
    assert "held=AsKd" in before
    page.locator(".change-card").first.click()  # one thing is changed
    page.locator(".card-picker .deck button:enabled").last.click()
    expect(page.locator("#share-link")).not_to_have_value(before)
    link = page.locator("#share-link").input_value()
    for secret in context.cookies():
        assert secret["value"] not in link
    stranger = visit(browser, site)
    other = stranger.new_page()
    other.goto(link)
    expect(other.locator("#share-link")).to_have_value(link)
    expect(other.locator(".felt .board > span")).to_have_count(3)
    assert not wrong, wrong
    stranger.close()
    context.close()


def test_the_partner_answers_in_analysis(page: Page) -> None:
    page.goto(f"/#/analysis/{RIVER}")
    expect(page.locator(".worth-table .badge").first).to_have_text("Solved")
    page.get_by_role("button", name="What do they probably have?").click()
    expect(page.locator(".talk .asked")).to_have_count(1)
    page.get_by_label("Ask the partner").fill("am i ahead")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".talk .asked")).to_have_count(2)


@pytest.mark.parametrize("bad", ["holdem-limit;held=AsAs", "%3Cscript%3Ealert(1)%3C/script%3E", "%E0%A4%A", "x" * 2500])
def test_a_bad_link_gives_one_sentence(browser: Browser, site: str, bad: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    page.goto(f"/#/analysis/{bad}")
    expect(page.get_by_role("heading", name="This link can't be opened.")).to_be_visible()
    told = page.get_by_role("alert").inner_text()
    assert told.count("\n") == 0
    assert 10 < len(told) < 300
    page.get_by_role("link", name="Set up a spot").click()
    expect(page.locator("#pick")).to_be_visible()
    context.close()


def test_dice_are_set_up_too(page: Page) -> None:
    page.goto("/#/analysis")
    page.get_by_label("Game").select_option("bluff")
    page.get_by_role("button", name="Die 1: 4").click()
    page.get_by_label("Who opens").select_option(label="You")
    expect(page.get_by_role("heading", name="Your decision")).to_be_visible()
    expect(page.locator(".worth-table")).to_contain_text("bid")
    expect(page.locator(".holds .bar")).to_have_count(6)


def _lose_a_hand(page: Page) -> str:
    table = at_table(page, game="holdem-limit", opponents=["always-raise", "always-raise"], seed=5)
    for _ in range(2):
        finish(page, "r")
        deal(page)
    return table


def test_from_a_mistake_at_the_table_to_mastered(page: Page) -> None:
    table = _lose_a_hand(page)
    page.goto(f"{table}/session")
    page.get_by_role("button", name="Find them").click()
    expect(page.locator(".costly > li").first).to_be_visible()
    page.get_by_role("button", name="Play it again from here").first.click()
    page.locator(".costly .answers button").first.click()
    expect(page.locator(".costly .worth-table").first).to_be_visible()
    page.goto(_HAND)
    expect(page.locator("#all-sessions .costly > li").first).to_be_visible()
    page.locator("[data-theme=own]").click()
    expect(page.locator(".again")).to_be_visible()
    known: dict[str, str] = {}
    mastered = False
    for _ in range(40 * len(STEPS)):
        spot = page.locator(".exercise-spot .hint").inner_text()
        answers = page.locator(".node .answers button")
        name = known.get(spot)
        (answers.get_by_text(name, exact=True) if name else answers.first).click()
        expect(page.locator("#next-question")).to_be_visible()
        known[spot] = page.locator(".node .answers .best").first.inner_text()
        if page.get_by_text("Right three times in a row: mastered.").count():
            mastered = True
            break
        page.locator("#next-question").click()
        expect(page.locator(".node .answers button").first).to_be_enabled()
    assert mastered
    expect(page.locator("#progress")).to_contain_text("1 mastered")
    page.reload()
    expect(page.locator("#progress")).to_contain_text("1 mastered")


def test_a_wrong_answer_of_a_theme_comes_back_and_is_forgotten_with_all_data(page: Page) -> None:
    page.goto(_HAND)
    told = page.locator(".node .truth")
    for _ in range(12):  # until one is wrong
        page.locator(".answers button").first.click()
        expect(page.locator("#next-question")).to_be_visible()
        if "gives away" in told.inner_text():
            break
        page.locator("#next-question").click()
        expect(page.locator(".answers button").first).to_be_enabled()
    question = page.locator(".question").inner_text()
    expect(page.locator("#progress")).to_contain_text("1 to repeat")
    for _ in range(6):
        page.locator("#next-question").click()
        expect(page.locator(".answers button").first).to_be_enabled()
        if page.locator(".question").inner_text() == question:
            break
        page.locator(".answers button").last.click()
        expect(page.locator("#next-question")).to_be_visible()
    expect(page.get_by_text("From your earlier mistakes")).to_be_visible()
    page.evaluate("() => fetch('/api/me', { method: 'DELETE' })")
    page.reload()
    expect(page.locator("#progress")).to_contain_text("Answer a few")


def test_two_dice_against_one_are_explored(page: Page) -> None:
    page.goto("/#/explorer")
    page.get_by_label("Game").select_option("bluff-2-1")
    expect(page.locator("tbody tr")).to_have_count(18)
    expect(page.locator("tbody td").nth(1)).not_to_have_text("")
    page.get_by_role("button", name="Go on: bid 1-4").click()
    expect(page.get_by_role("heading", name="Player 2 to act")).to_be_visible()


def test_nothing_is_cut_off_and_all_is_accessible_at_every_size(browser: Browser, site: str) -> None:
    for at, (width, height) in enumerate(SIZES.values()):
        context = visit(browser, site, width=width, height=height, color_scheme="light" if at % 2 else "dark")
        page = context.new_page()
        wrong = watch_console(page)
        page.goto(f"/#/analysis/{RIVER}")
        expect(page.locator(".holds .hand-grid")).to_be_visible()
        nothing_cut_off(page)
        _sound(page)
        page.goto("/#/analysis")
        page.locator("#pick").click()
        expect(page.locator(".deck button").first).to_be_visible()
        box = page.locator(".card-picker").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        _sound(page)
        page.keyboard.press("Escape")
        page.goto(_HAND)
        for theme in ("drawing", "bluff"):
            page.locator(f"[data-theme={theme}]").click()
            expect(page.locator(".exercise-spot")).to_be_visible()
            page.locator(".answers button").first.click()
            expect(page.locator("#next-question")).to_be_visible()
            nothing_cut_off(page)
            _sound(page)
        assert not wrong, wrong
        context.close()
