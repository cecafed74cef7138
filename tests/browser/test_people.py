"""Several people at one table, each in a browser of their own, and a tournament played to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import act, at_rest, choice, is_over, wait
from tests.browser.conftest import visit, watch_console
from tests.browser.measuring import SIZES, all_in_sight
from tests.web.playing import serving

AXE = Axe()


@contextmanager
def two_pages(browser: Browser, site: str) -> Iterator[tuple[Page, Page]]:
    contexts = [visit(browser, site) for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    wrong = [watch_console(page) for page in pages]
    yield pages[0], pages[1]
    assert not any(wrong), wrong
    for context in contexts:
        context.close()


def open_table(page: Page, game: str, *, name: str = "Ann", dice: int = 0) -> str:
    """From the lobby to a table of one's own with a seat for a friend; the link to it."""
    page.goto("/")
    page.get_by_role("radio", name=re.compile(re.escape(game))).check(force=True)
    for _ in range(page.locator(".opponents li").count() - 1):
        page.get_by_role("button", name="Remove a seat").click()
    page.get_by_label("Seat 2").select_option("friend")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Enter a name that your friends can call you by.")).to_be_visible()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your name").press("Tab")
    if dice:
        page.get_by_role("spinbutton", name="Dice each").fill(str(dice))
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_label("Link to this table").input_value()
    page.get_by_role("button", name="Close").click()
    return link


def take_seat(page: Page, link: str, name: str = "Bob") -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".felt")).to_be_visible()


def check_by_axe(page: Page) -> None:
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 860})
        at_rest(page)
        found = AXE.run(page).response["violations"]
        assert not found, [(each["id"], [node["html"][:200] for node in each["nodes"]][:3]) for each in found]
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{page.url} is {wide} pixels too wide at {width}"


def check_sizes(page: Page) -> None:
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        all_in_sight(page)
    page.set_viewport_size({"width": 1280, "height": 860})


def begin(*pages: Page) -> None:
    """Everyone asks for the next hand."""
    for page in pages:
        page.locator('.actions [data-key="n"]').click()


def whose_turn(*pages: Page) -> Page | None:
    """Who can choose now; None where the hand is over for all."""
    while True:
        for page in pages:
            if page.locator('.actions [data-key]:not([data-key="n"]):not(:disabled)').count():
                return page
        if all(page.locator('.actions [data-key="n"]:not(:disabled)').count() for page in pages):
            return None
        pages[0].wait_for_timeout(20)


def play_hand(*pages: Page, sizes: bool = False) -> None:
    for _ in range(60):
        page = whose_turn(*pages)
        if page is None:
            return
        if sizes:
            check_sizes(page)
        act(page, "c")
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize("game", ["Limit Hold'em", "Bluff"])
def test_two_people_at_one_table_in_two_browsers(browser: Browser, site: str, game: str) -> None:
    with two_pages(browser, site) as (ann, bob):
        link = open_table(ann, game, dice=2 if game == "Bluff" else 0)
        expect(ann.get_by_text("Waiting for somebody to take a seat.")).to_be_visible()
        check_by_axe(ann)
        bob.goto(link)
        expect(bob.get_by_text("Ann")).to_be_visible()
        check_by_axe(bob)
        take_seat(bob, link)
        expect(ann.locator(".plate .name").filter(has_text="Bob")).to_be_visible()  # without a reload
        begin(ann)
        expect(ann.get_by_text("Waiting for Bob …")).to_be_visible()
        begin(bob)
        hidden = ".cup" if game == "Bluff" else ".card.back"
        for page in (ann, bob):
            expect(page.locator(".seat.you :is(.card, .die)")).to_have_count(2)
            expect(page.locator(f".seat:not(.you) {hidden}").first).to_be_visible()
        play_hand(ann, bob, sizes=True)
        for page in (ann, bob):
            check_by_axe(page)
            check_sizes(page)
        begin(bob)
        expect(bob.get_by_text("Waiting for Ann …")).to_be_visible()
        begin(ann)
        bob.reload()
        expect(bob.locator(".seat.you :is(.card, .die)")).to_have_count(2)
        play_hand(ann, bob)
        for page in (ann, bob):
            page.get_by_role("link", name="Look back", exact=True).click()
            expect(page.locator(".statistics")).to_be_visible()
            expect(page.locator(".played tbody tr")).to_have_count(2)
            page.get_by_role("link", name=re.compile("Look back at (hand|round) 1")).click()
            expect(page.get_by_role("button", name="To the end")).to_be_visible()


def test_who_goes_silent_is_stood_in_for_and_comes_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        serving(str(tmp_path_factory.mktemp("silent") / "hands.db"), silence_s=2.0) as site,
        two_pages(browser, site) as (ann, bob),
    ):
        link = open_table(ann, "Limit Hold'em")
        take_seat(bob, link)
        begin(ann, bob)
        for _ in range(8):  # Bob says nothing, Ann plays on
            expect(ann.locator(".actions [data-key]:not(:disabled)").first).to_be_visible()
            if bob.locator("#im-back").count():
                break
            key = "n" if is_over(ann) else choice(ann, "c")
            ann.locator(f'.actions [data-key="{key}"]').click()
        expect(bob.locator("#im-back")).to_be_visible()
        theirs = ann.locator(".seat").filter(has_text="Bob")
        expect(theirs).to_have_attribute("data-state", "away")
        expect(theirs.locator(".unseen")).to_contain_text("away")
        check_sizes(bob)
        # Two seconds later they are away again, which a busy machine may show before we look: so all states are noted.
        ann.evaluate(
            "window.states = []; new MutationObserver((changes) => changes.forEach(({ target }) => "
            "target.textContent.includes('Bob') && states.push(target.dataset.state)))"
            ".observe(document.body, { subtree: true, attributeFilter: ['data-state'] })"
        )
        bob.locator("#im-back").click()
        ann.wait_for_function("window.states.includes('here')")


def test_a_running_table_is_opened_to_a_friend(browser: Browser, site: str) -> None:
    with two_pages(browser, site) as (ann, bob):
        ann.goto("/")
        ann.get_by_role("button", name="Play now").click()
        wait(ann)
        ann.get_by_role("button", name="Invite").click()
        check_by_axe(ann)
        ann.locator("#invite-name").fill("Ann")
        ann.get_by_role("button", name="Open this table").click()
        link = ann.get_by_label("Link to this table").input_value()
        check_by_axe(ann)
        ann.get_by_role("button", name="Close").click()
        expect(ann.locator(".seat.absent")).to_have_count(1)
        check_sizes(ann)
        take_seat(bob, link)
        expect(ann.locator(".plate .name").filter(has_text="Bob")).to_be_visible()
        expect(bob.locator(".seat.you.absent")).to_have_count(1)  # they play from the next hand on
        while not is_over(ann):
            ann.locator(f'.actions [data-key="{choice(ann, "f")}"]').click()
        begin(ann)  # nobody waits for who was not in the last hand
        expect(bob.locator(".seat.you .card")).to_have_count(2)


def test_a_tournament_is_played_to_its_end(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    wrong = watch_console(page)
    page.goto("/#/tournament")
    page.locator("#players").fill("4")
    page.locator("#start-stack").fill("40")
    page.locator("#speed").select_option("5")
    check_by_axe(page)
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".table-head .score")).to_contain_text("blinds 5/10 · 4 of 4 left")
    done = page.locator("#finish, #places")
    for _ in range(200):
        expect(page.locator(".actions button:not(:disabled)").first).to_be_visible()
        if done.count():
            break
        key = choice(page, "n", "r", "b")
        page.locator(f'.actions [data-key="{key}"]').click()
    expect(page.locator(".finish-line")).to_contain_text(re.compile("You (finished|win)"))
    check_sizes(page)
    if page.locator("#finish").count():
        page.locator("#finish").click()
    page.locator("#places").click()
    expect(page.locator(".places-dialog tbody tr")).to_have_count(4)
    expect(page.locator(".places-dialog")).to_contain_text("1st")
    check_by_axe(page)
    assert not wrong, wrong
    context.close()
