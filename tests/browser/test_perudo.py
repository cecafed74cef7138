"""A whole game of Perudo at the page: chosen in the lobby, played to the last die, looked back at; large and small."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import act, at_rest, choice, deal, has_said, is_over, overhear, wait
from tests.browser.conftest import visit, watch_console
from tests.browser.measuring import all_in_sight

#: Where pictures go for somebody who wants to look at them.
PICTURES = os.environ.get("RIVERBOAT_PICTURES")
MOST_ROUNDS = 60


def take(page: Page, name: str) -> None:
    if PICTURES:
        at_rest(page)
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def sit_down(page: Page, *, seed: int, **choices: str) -> None:
    """From the lobby to a table of Perudo with two opponents."""
    page.goto("/")
    page.get_by_role("radio", name=re.compile("^Bluff")).check(force=True)
    page.get_by_label("Rules").select_option("perudo")
    expect(page.get_by_role("spinbutton", name="Dice each")).to_have_value("5")
    expect(page.get_by_label("Match")).to_be_checked()
    expect(page.get_by_label("Seat 4")).to_have_value("bluff-odds")
    page.get_by_role("button", name="Remove a seat").click()
    page.get_by_label("Seat 3").select_option("random")
    for title, word in choices.items():
        page.locator(f"#{title}").select_option(word)
    page.get_by_text("Practice", exact=True).click()
    page.get_by_label("Seed").fill(str(seed))


def play_round(page: Page, name: str) -> None:
    """Go on where one may, bid now and then, and doubt; what is needed is in sight."""
    for number in range(40):
        if is_over(page):
            return
        assert all_in_sight(page)
        key = choice(page, "k", *(("b", "c") if number % 3 == 0 else ("c", "b")))
        if key == "k":
            take(page, f"{name}-out-of-turn")
        act(page, key)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize(
    ("name", "width", "height", "choices"),
    [
        ("desktop", 1280, 860, {}),
        ("phone", 375, 667, {"spot_on": "anybody", "palifico": "one-die", "palifico_from": "two"}),
    ],
)
def test_perudo_is_played_to_its_end(
    browser: Browser, site: str, name: str, width: int, height: int, choices: dict[str, str]
) -> None:
    context = visit(browser, site, width=width, height=height)
    page = context.new_page()
    errors = watch_console(page)
    overhear(page, ".felt .street")
    sit_down(page, seed=11, **choices)
    take(page, f"{name}-lobby")
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    expect(page.locator(".table-head h1")).to_have_text("Perudo, 5 dice each, a match")
    expect(page.locator(".plate .left")).to_have_text(["5 dice"] * 3)
    take(page, f"{name}-first")
    for _ in range(MOST_ROUNDS):
        play_round(page, name)
        verdict = page.locator(".verdict").inner_text()
        if "the match" in verdict:
            break
        assert re.search("loses? a die|wins? a die back|nobody loses a die", verdict)
        deal(page)
    take(page, f"{name}-end")
    expect(page.locator(".verdict")).to_contain_text(
        "wins the round and the match" if "You" not in verdict else "match"
    )
    has_said(page, ".felt .street", "Palifico")
    page.get_by_role("button", name="Rules").click()
    expect(page.locator(".rules-dialog")).to_contain_text("Nobody may open with aces")
    page.locator(".rules-dialog form button").click()
    page.get_by_role("link", name="Look back", exact=True).click()
    expect(page.locator("table.played tbody tr").first).to_be_visible()
    take(page, f"{name}-session")
    page.locator("table.played tbody tr a").last.click()
    expect(page.locator(".felt")).to_be_visible()
    take(page, f"{name}-hand")
    assert errors == []
    context.close()


def test_spot_on_is_a_button_of_its_own(page: Page) -> None:
    sit_down(page, seed=5)
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    if not page.get_by_role("button", name=re.compile("^Spot-on")).count():
        act(page, "b")
        wait(page)
    for _ in range(20):
        if page.get_by_role("button", name=re.compile("^Spot-on")).count():
            break
        act(page, "c") if not is_over(page) else deal(page)
    page.keyboard.press("x")
    expect(page.locator(".verdict")).to_contain_text("You called spot-on on")
