"""The journey of somebody's own hands: dropped, reported, filtered, drawn, listed, replayed, deleted."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.browser.acting import at_rest
from tests.browser.conftest import visit, watch_console
from tests.web.own_files import some_hands, stars_file

HANDS = 60
_DROP = """(zone, [name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  for (const kind of ["dragover", "drop"]) {
    zone.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
  }
}"""


@pytest.fixture(scope="module")
def text() -> str:
    return stars_file(some_hands(HANDS)).decode()


def file(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def test_hands_are_dropped_looked_at_and_deleted(browser: Browser, site: str, page: Page, text: str) -> None:
    page.goto("/#/hands")
    expect(page.get_by_role("heading", name="Your hands")).to_be_visible()
    razz = "PokerStars Hand #7: Razz Limit ($1/$2 USD) - 2024/02/29 20:15:00 ET\n\n"
    page.locator(".drop-zone").evaluate(_DROP, ["stars.txt", text.replace("collected $", "collected $9", 1) + razz])
    report = page.locator("#import-report")
    expect(report).to_contain_text(f"{HANDS} hands read: {HANDS - 1} stored, 0 known already, 1 rejected.")
    expect(page.locator("#other-games")).to_have_text("Razz Limit: 1 hand")
    page.locator("#rejections summary").click()
    expect(page.locator("#rejections tbody tr")).to_have_count(1)
    expect(page.locator("#rejections tbody")).to_contain_text("stars.txt")

    page.locator("#choose-files").set_input_files([file("again.txt", text)])
    expect(report).to_contain_text(f"{HANDS} hands read: 1 stored, {HANDS - 1} known already, 0 rejected.")
    expect(page.locator('[data-figure="vpip"]')).to_contain_text(f"of {HANDS}")
    expect(page.locator("figure.chart")).to_contain_text(f"in {HANDS} hands")
    expect(page.locator("[data-position]")).to_have_count(6)
    expect(page.locator("[data-street]")).to_have_count(3)
    expect(page.locator(".own-list tbody tr")).to_have_count(50)
    page.get_by_role("button", name="Older hands").click()
    expect(page.locator(".own-list tbody tr")).to_have_count(HANDS)

    page.locator('[data-filter="position"]').select_option("btn")
    expect(page).to_have_url(re.compile("position=btn"))
    expect(page.locator("[data-position]")).to_have_count(1)
    expect(page.locator('[data-position="button"]')).to_be_visible()
    page.locator('[data-filter="since"]').fill("2030-01-01")
    expect(page.get_by_text("No hand is let through")).to_be_visible()
    page.get_by_role("link", name="All hands").click()
    page.locator('[data-filter="player"]').select_option("Bob")
    expect(page).to_have_url(re.compile("player=Bob"))
    page.get_by_role("link", name="All hands").click()

    page.get_by_role("button", name="Look for leaks").click()
    searched = page.locator("#leak-report")
    expect(searched).to_contain_text(f"{HANDS} hands looked at")
    expect(searched.locator("tbody tr").or_(searched.get_by_text("No habit differs")).first).to_be_visible()

    page.get_by_role("link", name=re.compile("^Replay hand")).first.click()
    expect(page.get_by_role("heading", name=re.compile("^Hand "))).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".verdict")).not_to_be_empty()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Export (PHH)").click()
    assert loading.value.suggested_filename.endswith(".phh")

    context = visit(browser, site)  # somebody else sees nothing of it
    stranger = context.new_page()
    stranger.goto("/#/hands")
    expect(stranger.get_by_role("heading", name="Your hands")).to_be_visible()
    expect(stranger.locator(".own-filters")).to_have_count(0)
    context.close()

    page.get_by_role("link", name="All hands").click()
    page.get_by_text("Delete these hands").click()
    page.locator("#delete-own").click()
    expect(page.locator(".own-filters")).to_have_count(0)


def test_it_is_accessible_and_fits_by_day_and_by_night(browser: Browser, site: str, text: str) -> None:
    first = True
    context = visit(browser, site, color_scheme="light", width=375, height=800)
    page = context.new_page()
    wrong = watch_console(page)
    for width, scheme in ((375, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        page.goto("/#/hands")
        if first:
            page.locator("#choose-files").set_input_files([file("a.txt", text)])
            first = False
        expect(page.locator(".own-list tbody tr")).to_have_count(50)
        replay = page.locator(".own-list a").first.get_attribute("href")
        for address in ("/#/hands", f"/{replay}"):
            page.goto(address)
            expect(page.locator("main h1")).to_be_visible()
            page.locator("main details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
            at_rest(page)
            found = Axe().run(page).response["violations"]
            told = [(each["id"], [node["html"][:160] for node in each["nodes"]][:2]) for each in found]
            assert not found, (address, told)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{address} is {wide} pixels too wide at {width}"
    assert not wrong, wrong
    context.close()
