"""What a person does at the page, in a few words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from riverboat.studies.partner_people import CHECK


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


_OPEN = """async (asked) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(asked) });
    return (await answer.json()).id;
}"""


def at_table(page: Page, *, waits: bool = True, **asked: Any) -> str:
    """At a table that was asked for without the lobby's form; its address."""
    page.goto("/")
    expect(page.locator("#sit-down")).to_be_visible()
    page.goto(f"/#/table/{page.evaluate(_OPEN, asked)}")
    expect(page.locator(".felt")).to_be_visible()
    if waits:
        wait(page)
    return page.url


def bluff_table(
    page: Page, *, dice: int = 1, opponents: list[str] | None = None, seed: int = 5, match: bool = False
) -> str:
    """From the lobby to a table of Bluff; its address."""
    page.goto("/")
    page.get_by_role("radio", name=re.compile("^Bluff")).check(force=True)
    for at, name in enumerate(opponents or []):
        if at:
            page.get_by_role("button", name="Add a seat").click()
        page.get_by_label(f"Seat {at + 2}").select_option(name)
    page.get_by_role("spinbutton", name="Dice each").fill(str(dice))
    page.get_by_role("spinbutton", name="Dice each").press("Tab")
    if match:
        page.get_by_label("Match").check()
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


_MOMENT = """() => JSON.stringify([
    document.querySelector('.actions')?.innerText,
    document.querySelector('.table-head .score')?.innerText,
    document.querySelectorAll('.log li').length,
    document.querySelectorAll('dialog[open]').length,
])"""


@contextmanager
def changing(page: Page) -> Iterator[None]:
    """What is done within has its effect before anything else: other choices, a line in the log, a caution.

    The choices go in the same moment in which one is made, so that those which are there afterwards are new ones.
    """
    before = page.evaluate(_MOMENT)
    yield
    page.wait_for_function(f"before => ({_MOMENT})() !== before", arg=before)


def choice(page: Page, *wanted: str) -> str:
    """The first wanted key that can be pressed now; where none can, checking, calling or the first there is."""
    keys = page.locator(".actions [data-key]:not(:disabled)").evaluate_all("all => all.map((each) => each.dataset.key)")
    return next(key for key in (*wanted, "c", "i", "b", "1") if key in keys)


def act(page: Page, key: str) -> None:
    """One decision by its button; what is not there is replaced by checking, calling or the first there is."""
    with changing(page):
        page.locator(f'.actions [data-key="{choice(page, key)}"]').click()


def press(page: Page, *wanted: str) -> None:
    """One decision by its key."""
    with changing(page):
        page.keyboard.press(choice(page, *wanted))


def finish(page: Page, key: str = "c", most: int = 60, *, do: Callable[[Page, str], None] = act) -> None:
    """Play the hand to its end."""
    for _ in range(most):
        if is_over(page):
            return
        do(page, key)
    raise AssertionError("the hand does not end")


def deal(page: Page) -> None:
    """The next hand."""
    hand = page.locator(".table-head .score").inner_text()
    page.locator('[data-key="n"]').click()
    expect(page.locator(".table-head .score")).not_to_have_text(hand)
    wait(page)


def tab(page: Page) -> None:
    """The Tab key, until something else has the focus."""
    page.evaluate("() => { window.hadFocus = document.activeElement; }")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.activeElement !== window.hadFocus")


def has_said(page: Page, selector: str, *texts: str) -> None:
    """Wait until each of these has stood in a part of the page, be it for a moment only; `overhear` it beforehand."""
    page.wait_for_function(
        "([selector, texts]) => texts.every((text) => window.overheard[selector].some((each) => each.includes(text)))",
        arg=[selector, list(texts)],
    )


def overhear(page: Page, selector: str) -> None:
    """Keep everything that will stand in a part of the page, from the next address on: see `has_said`."""
    page.add_init_script(
        f"""{{
        const selector = {json.dumps(selector)};
        const heard = [];
        (window.overheard ??= {{}})[selector] = heard;
        const look = () => document.querySelectorAll(selector).forEach((each) => {{
            if (heard.at(-1) !== each.textContent) heard.push(each.textContent);
        }});
        new MutationObserver(look).observe(document, {{ childList: true, subtree: true, characterData: true }});
        }}"""
    )


def at_rest(page: Page) -> None:
    """Until nothing moves or fades any more."""
    page.wait_for_function("() => document.getAnimations().length === 0")


def drawn(page: Page) -> None:
    """Until the window has been drawn anew, and the page has heard of its size."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def cards(page: Page, where: str) -> list[str]:
    """The names of the cards in some part of the page."""
    found: list[str] = page.locator(f"{where} .card").evaluate_all("all => all.map((each) => each.ariaLabel)")
    return found


def pass_the_check(page: Page, *, meanwhile: Callable[[Page], None] | None = None) -> None:
    """Answer the questions about the rules of the study: wrong once, then right; `meanwhile` looks at what is told."""
    for wrong in (True, False):
        for key, (_, options, right) in CHECK.items():
            at = (right + wrong) % len(options)
            page.locator(f'input[name="{key}"]').nth(at).check()
        page.get_by_role("button", name="Check my answers").click()
        if wrong:
            expect(page.get_by_text("Not right.").first).to_be_visible()
            if meanwhile is not None:
                meanwhile(page)
    expect(page.locator(".study-head")).to_contain_text("Practice game 1 of 2")
