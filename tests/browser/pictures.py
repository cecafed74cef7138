"""The pictures of the page in docs/: `python -m tests.browser.pictures` takes them anew."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from riverboat.web.presence import SILENCE_S
from tests.browser import chromium
from tests.browser.acting import act, at_rest, at_table, bluff_table, deal, finish, sit_down, wait
from tests.browser.conftest import visit
from tests.web.playing import serving

FOLDER = Path(__file__).parent.parent.parent / "docs" / "pictures"


def take(page: Page, name: str, *, full: bool = False) -> None:
    """One picture, when everything has come to rest."""
    at_rest(page)
    page.screenshot(path=FOLDER / f"page-{name}.png", full_page=full)


def _table(browser: Browser, site: str) -> None:
    page = visit(browser, site, color_scheme="dark").new_page()
    sit_down(page, "Limit Hold'em", seed=21)
    act(page, "c")
    page.evaluate("scrollTo(0, 0)")
    take(page, "table")
    table = sit_down(page, "Limit Hold'em", seed=23, opponents=["loki-f", "evolving", "adaptive"])
    for hand in range(16):
        finish(page, "fc"[hand % 4 > 0] if hand % 5 else "r")
        deal(page)
    page.goto(f"{table}/session")
    page.wait_for_selector(".statistics")
    take(page, "session", full=True)
    page.goto(f"{table}/hand/3")
    page.wait_for_selector(".mistakes")
    page.get_by_role("button", name="To the end").click()
    page.locator(".price summary").first.click()
    take(page, "hand", full=True)


def _partner(browser: Browser, site: str) -> None:
    context = visit(browser, site, color_scheme="dark")
    context.add_init_script("localStorage.setItem('riverboat', JSON.stringify({pace: 0, silent: false, toured: true}))")
    page = context.new_page()
    sit_down(page, "Stud with reveals", seed=8)
    page.get_by_role("button", name=re.compile("What would you do")).click()
    page.wait_for_selector(".advice")
    page.locator(".talk summary").last.click()
    take(page, "partner")


def _bluff(browser: Browser, site: str) -> None:
    page = visit(browser, site, color_scheme="dark").new_page()
    bluff_table(page, dice=4, opponents=["bluff-odds", "bluff-odds"])
    take(page, "bluff")
    table = bluff_table(page, opponents=["bluff-equilibrium"], seed=3)
    act(page, "b")
    finish(page)
    page.goto(f"{table}/hand/1")
    page.wait_for_selector(".mistakes")
    page.get_by_label("Lift the cups").check()
    page.get_by_role("button", name="To the end").click()
    page.locator(".price summary").first.click()
    take(page, "round", full=True)


def _others(browser: Browser, site: str) -> None:
    page = visit(browser, site, color_scheme="dark").new_page()
    page.goto("/")
    page.wait_for_selector("#sit-down")
    take(page, "lobby", full=True)
    page.goto("/#/watch")
    page.get_by_role("button", name="Deal five hands").click()
    page.wait_for_selector(".explained strong")
    page.wait_for_timeout(6000)
    page.locator(".replay").screenshot(path=FOLDER / "page-watch.png")
    page.goto("/#/tournament")
    page.get_by_role("button", name="Shuffle").click()
    page.wait_for_selector(".share")
    page.wait_for_timeout(1500)
    take(page, "tournament", full=True)
    page.goto("/#/explorer")
    page.get_by_label("Game").select_option("bluff")
    page.wait_for_selector("tbody")
    take(page, "explorer", full=True)
    page.goto("/#/studies")
    expect(page.locator(".gallery .paper").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    take(page, "studies", full=True)
    phone = visit(browser, site, width=390, height=844, color_scheme="dark").new_page()
    sit_down(phone, "No-limit Hold'em", seed=11)
    wait(phone)
    phone.evaluate("scrollTo(0, document.querySelector('.table-head').offsetTop)")
    take(phone, "phone")


def friends(browser: Browser, site: str) -> None:
    """Two people and two agents at one table, from the seat of one of them."""
    ann, bob = (visit(browser, site, color_scheme="dark").new_page() for _ in range(2))
    at_table(ann, waits=False, name="Ann", opponents=["loki-f", "rock"], friends=1)
    bob.goto(ann.url.replace("#/table/", "#/join/"))
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator('.actions [data-key="n"]')).to_be_enabled()
    for page in (ann, bob):
        page.locator('.actions [data-key="n"]').click()
    for _ in range(2):
        ann.wait_for_function("() => document.querySelector('.seat.you.turn, .seat[data-state].turn')")
        for page in (ann, bob):
            if page.locator('.actions [data-key="c"]').count():
                page.locator('.actions [data-key="c"]').click()
    take(bob, "friends")


def _make_small(path: Path) -> None:
    """With 256 colours, most of them the common ones, some the rare ones: hearts stay red, and felt stays smooth."""
    picture = Image.open(path).convert("RGB")
    common = picture.quantize(200, method=Image.Quantize.MEDIANCUT).getpalette() or []
    rare = picture.quantize(56, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*common[:600], *rare[:168]])
    picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(path, optimize=True)


def main() -> None:
    """All of them."""
    where = chromium.find()
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(str(Path(folder) / "hands.db"), silence_s=SILENCE_S) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=where, args=["--disable-gpu", *root])
        for part in (_table, _partner, _bluff, _others, friends):
            part(browser, site)
        browser.close()
    for path in FOLDER.glob("page-*.png"):
        _make_small(path)


if __name__ == "__main__":
    main()
