"""What a person does at the page, in a few words."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def sit_down(page: Page, game: str = "", *, seed: int | None = None, opponents: list[str] | None = None) -> str:
    """From the lobby to a table; its address."""
    page.goto("/")
    if game:
        page.get_by_role("radio", name=re.compile(re.escape(game))).check(force=True)
    for at, name in enumerate(opponents or []):
        page.get_by_label(f"Seat {at + 2}").select_option(name)
    if seed is not None:
        page.get_by_text("Practice", exact=True).click()
        page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    return page.url


def bluff_table(page: Page, *, dice: int = 1, opponents: list[str] | None = None, seed: int = 5) -> str:
    """From the lobby to a table of Bluff; its address."""
    page.goto("/")
    page.get_by_role("radio", name=re.compile("^Bluff")).check(force=True)
    for at, name in enumerate(opponents or []):
        if at:
            page.get_by_role("button", name="Add a seat").click()
        page.get_by_label(f"Seat {at + 2}").select_option(name)
    page.get_by_role("spinbutton", name="Dice each").fill(str(dice))
    page.get_by_text("Practice", exact=True).click()
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    return page.url


def wait(page: Page) -> None:
    """Until there is something to decide."""
    expect(page.locator(".actions button").first).to_be_enabled()


def is_over(page: Page) -> bool:
    """Whether the hand is over and the next can be dealt."""
    wait(page)
    return page.locator('[data-key="n"]').count() == 1


def act(page: Page, key: str) -> None:
    """One decision by its button; what is not there is replaced by checking, calling or the first there is."""
    turn = page.locator(".actions").inner_text()
    log = page.locator(".log li").count()
    for wanted in (key, "c", "i", "b", "1"):
        button = page.locator(f'.actions [data-key="{wanted}"]')
        if button.count():
            button.click()
            break
    page.wait_for_function(
        "([turn, log]) => document.querySelectorAll('.log li').length !== log"
        " || document.querySelector('.actions').innerText !== turn",
        arg=[turn, log],
    )


def finish(page: Page, key: str = "c", most: int = 60) -> None:
    """Play the hand to its end."""
    for _ in range(most):
        if is_over(page):
            return
        act(page, key)
    raise AssertionError("the hand does not end")


def deal(page: Page) -> None:
    """The next hand."""
    hand = page.locator(".table-head .score").inner_text()
    page.locator('[data-key="n"]').click()
    expect(page.locator(".table-head .score")).not_to_have_text(hand)
    wait(page)


def cards(page: Page, where: str) -> list[str]:
    """The names of the cards in some part of the page."""
    found: list[str] = page.locator(f"{where} .card").evaluate_all("all => all.map((each) => each.ariaLabel)")
    return found
