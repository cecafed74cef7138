"""A real Chromium; none at all is a failure, not a skip."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser import chromium
from tests.waiting import PATIENCE_S
from tests.web.playing import serving

expect.set_options(timeout=1000 * PATIENCE_S)  # playwright's own five seconds are too few on a busy machine
_ARGUMENTS = ("--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--mute-audio")


@pytest.fixture(scope="module")  # while it is there an event loop runs, and other tests want one of their own
def browser() -> Iterator[Browser]:
    where = chromium.installed() or pytest.fail(chromium.MISSING)
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=where, args=[*_ARGUMENTS, *root], timeout=1000 * PATIENCE_S)
        yield found
        found.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(str(tmp_path_factory.mktemp("site") / "hands.db")) as url:
        yield url


def visit(
    browser: Browser, site: str, *, width: int = 1280, height: int = 860, pace: float = 0, **options: Any
) -> BrowserContext:
    """A browser of somebody's own; actions follow one another without a pause unless one is wanted."""
    options = {"viewport": {"width": width, "height": height}, "accept_downloads": True, **options}
    context = browser.new_context(base_url=site, **options)
    context.set_default_timeout(1000 * PATIENCE_S)
    context.add_init_script(
        "if (!localStorage.getItem('riverboat')) "
        f"localStorage.setItem('riverboat', JSON.stringify({{pace: {pace}, silent: true, toured: true}}))"
    )
    return context


def watch_console(page: Page) -> list[str]:
    """Errors of the page; a journey must have none."""
    wrong: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error":
            wrong.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    return wrong


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = visit(browser, site)
    found = context.new_page()
    wrong = watch_console(found)
    yield found
    assert not wrong, wrong
    context.close()
