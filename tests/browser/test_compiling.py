"""The line that says how far compiling is, for whoever opens the page right after an installation."""

from __future__ import annotations

import threading
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import visit, watch_console
from tests.waiting import PATIENCE_S
from tests.web.playing import serving


def test_the_page_says_how_far_compiling_is_and_then_no_more(browser: Browser, tmp_path: Path) -> None:
    go_on = threading.Event()
    groups = [("rules of the games", lambda: go_on.wait(PATIENCE_S)), ("players of one style", lambda: None)]
    with serving(str(tmp_path / "hands.db"), compiling=groups) as site, visit(browser, site) as context:
        page = context.new_page()
        wrong = watch_console(page)
        page.goto("/")
        line = page.locator("#compiling")
        expect(line).to_have_text("Compiling, once: rules of the games (1 of 2). You can sit down already.")
        expect(page.get_by_role("heading", level=1)).to_be_visible()  # the lobby is there
        go_on.set()
        expect(line).to_be_hidden()
        assert wrong == []
