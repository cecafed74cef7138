"""What is seen and felt at the table: everything in sight at five sizes, cards told apart, pots named, run-outs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acting import (
    act,
    at_rest,
    at_table,
    bluff_table,
    changing,
    finish,
    has_said,
    is_over,
    overhear,
    pass_the_check,
    sit_down,
    wait,
)
from tests.browser.conftest import visit, watch_console
from tests.browser.measuring import SIZES, all_in_sight, overlap

TEN = ["maniac", "rock", "tight-aggressive", "tight-aggressive", "always-call", "random", "loose-passive", "random"]
TABLES: dict[str, dict[str, Any]] = {
    "no-limit, six": {"game": "holdem-nolimit", "opponents": [*TEN[:4], "loose-passive"], "seed": 4},
    "no-limit, ten": {"game": "holdem-nolimit", "opponents": [*TEN, "loose-passive"], "seed": 4},
    "stud, five": {"game": "stud-limit", "opponents": ["always-call"] * 4, "seed": 5},
    "reveals": {"game": "stud", "opponents": ["always-call"], "seed": 5},
    "leduc": {"game": "leduc", "opponents": ["equilibrium"], "seed": 5},
    "match of dice": {"game": "bluff", "opponents": ["bluff-odds"] * 3, "dice": 5, "match": True, "seed": 5},
}


@pytest.mark.parametrize("name", TABLES)
def test_nothing_needed_is_out_of_sight_or_covered(browser: Browser, site: str, name: str) -> None:
    """At every decision of a hand and at its end, at all five sizes."""
    context = visit(browser, site)
    page = context.new_page()
    wrong = watch_console(page)
    at_table(page, **TABLES[name])
    while True:
        over = is_over(page)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            found = all_in_sight(page)
            assert len(found["buttons"]) >= 1
        if over:
            break
        act(page, "c")
    assert not wrong, wrong
    context.close()


def test_what_is_told_above_the_table_leaves_everything_in_sight(browser: Browser, site: str) -> None:
    """While it is told what is compiled, and when that goes again; the window has the same size all the while."""
    context = visit(browser, site)
    page = context.new_page()
    at_table(page, **TABLES["no-limit, six"])
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        all_in_sight(page)
        for hidden in ("false", "true"):
            page.evaluate(f"""() => {{
                const told = document.getElementById("compiling");
                told.textContent = "Compiling what the coach counts with";
                told.hidden = {hidden};
            }}""")
            all_in_sight(page)
    context.close()


def test_the_worth_of_each_action_leaves_the_felt_its_room(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    context.add_init_script("localStorage.setItem('riverboat', JSON.stringify({pace: 0, silent: false, toured: true}))")
    page = context.new_page()
    at_table(page, **TABLES["no-limit, six"])
    page.get_by_role("button", name="What is each worth?").click()
    expect(page.locator(".worths")).to_contain_text("call")
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        found = all_in_sight(page)
        for own in found["own"]:
            assert not any(overlap(own, pot) for pot in found["pot"]), (own, found["pot"], width, height)
    context.close()


def test_taking_part_has_its_buttons_in_sight(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    page.goto("/#/take-part")
    page.get_by_label(re.compile("I agree to take part")).check()
    page.get_by_role("button", name="Begin").click()
    pass_the_check(page)
    while True:  # a practice game to its end, its reveals among the decisions
        over = is_over(page)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            all_in_sight(page)
        if over:
            break
        _stay_in(page)
    expect(page.get_by_role("button", name="Mute")).to_have_count(0)
    expect(page.get_by_role("button", name="Rules", exact=True)).to_be_visible()
    context.close()


def _stay_in(page: Page) -> None:
    """The least that stays in, or the first card to show; whatever the partner says to that."""
    with changing(page):
        page.locator(".actions [data-key]:not(.fold):not(:disabled)").first.click()
    if page.locator("dialog[open]").count():
        with changing(page):
            page.get_by_role("button", name="Go on anyway").click()


def test_own_open_and_hidden_cards_are_told_apart(page: Page) -> None:
    at_table(page, game="stud-limit", opponents=["always-call"], seed=5)
    at_rest(page)  # while they are dealt, all of them move alike
    style = "each => getComputedStyle(each).transform"
    own = page.locator(".seat.you .cards .own").first.evaluate(style)
    open_card = page.locator(".seat.you .cards .open").first.evaluate(style)
    assert own != open_card
    label = page.locator(".seat.you .unseen").inner_text()
    assert re.search("hidden .+ of .+, open .+ of", label)


def test_dice_of_each_player_and_who_loses_one(page: Page) -> None:
    bluff_table(page, dice=3, opponents=["bluff-odds", "bluff-odds"], match=True)
    expect(page.locator(".plate .left")).to_have_text(["3 dice"] * 3)
    finish(page)
    expect(page.locator(".verdict")).to_contain_text(re.compile("loses? a die"))


def test_all_in_runs_out_street_by_street_and_the_pot_is_named(browser: Browser, site: str) -> None:
    context = visit(browser, site, pace=0.05)
    page = context.new_page()
    overhear(page, ".felt .street")
    at_table(page, game="holdem-nolimit", opponents=["always-raise", "always-raise"], seed=9)
    page.get_by_role("button", name="All in").click()
    page.locator('[data-key="r"]').click()
    has_said(page, ".felt .street", "All in", "Showdown")
    wait(page)
    verdict = page.locator(".verdict").inner_text()
    assert re.search(r"(wins?|splits?) [\d,]+ with|Main pot [\d,]+: ", verdict)
    expect(page.locator("[data-card].best").first).to_be_visible()
    assert page.locator("[data-card].best").count() >= 5
    context.close()


def test_the_run_of_play_has_blinds_amounts_and_the_board(page: Page) -> None:
    at_table(page, game="holdem-limit", opponents=["always-call"] * 3, seed=3)
    finish(page)
    log = page.locator(".log")
    for part in ("small blind 5", "big blind 10", "calls 10", "Flop · pot 40", "River · pot"):
        expect(log).to_contain_text(part)
    assert log.locator(".signs .suit").count() == 3 + 4 + 5


def test_an_uncalled_bet_is_not_in_the_pot(page: Page) -> None:
    at_table(page, game="holdem-nolimit", opponents=["always-fold"], seed=3)
    if not is_over(page):
        act(page, "r")
    wait(page)
    pot = int(page.locator(".felt .pot strong").inner_text().replace(",", ""))
    won = int(re.findall(r"wins? ([\d,]+)", page.locator(".verdict").inner_text())[0].replace(",", ""))
    assert pot == won
    expect(page.locator(".felt .pot small")).to_contain_text("uncalled")


def test_the_slider_stays_where_it_is(page: Page) -> None:
    at_table(page, game="holdem-nolimit", opponents=["always-call"], seed=3)
    slider = page.locator(".amount input[type=range]")
    places = []
    for size in ("Min", "½ pot", "All in"):
        page.get_by_role("button", name=size).click()
        places.append(slider.bounding_box())
    assert places[0] == places[1] == places[2]


def test_a_touch_skips_ahead(browser: Browser, site: str) -> None:
    context = visit(browser, site, width=375, height=667, pace=2, has_touch=True)
    page = context.new_page()
    at_table(page, game="holdem-limit", opponents=["always-call"] * 5, seed=3, waits=False)
    page.locator(".felt .middle").tap()
    wait(page)
    page.locator('[data-key="f"]').tap()
    page.get_by_role("button", name="Skip ahead").tap()
    expect(page.locator(".verdict")).not_to_be_empty()
    context.close()


def test_numbers_of_players_are_never_cut_off(browser: Browser, site: str) -> None:
    context = visit(browser, site, width=375, height=667)
    page = context.new_page()
    at_table(page, game="holdem-limit", opponents=["tight-aggressive"] * 9, seed=3)
    for at in range(1, 10):
        number = page.locator(".seat .name span:not(.cut)").nth(at - 1)
        expect(number).to_have_text(str(at))
        box, plate = number.bounding_box(), page.locator(".seat:not(.you) .plate").nth(at - 1).bounding_box()
        assert box is not None
        assert plate is not None
        assert box["x"] + box["width"] <= plate["x"] + plate["width"] + 1
    context.close()


def test_light_and_dark_by_the_system_and_by_choice(browser: Browser, site: str) -> None:
    context = visit(browser, site, color_scheme="light")
    page = context.new_page()
    page.goto("/")
    back = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(back)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Colours").select_option("dark")
    dark = page.evaluate(back)
    assert light != dark
    page.reload()
    assert page.evaluate(back) == dark
    context.close()


def test_play_now_tells_what_went_wrong(browser: Browser, site: str) -> None:
    page = visit(browser, site).new_page()
    page.goto("/")
    refusal = {"status": 409, "json": {"detail": "you have 40 open tables, the maximum"}}
    page.route("**/api/tables", lambda route: route.fulfill(**refusal))
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".hero .error")).to_contain_text("40 open tables")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.context.close()


def test_bluff_offers_who_can_play_there(page: Page) -> None:
    page.goto("/")
    page.get_by_role("radio", name=re.compile("^Bluff")).check(force=True)
    page.get_by_role("button", name="Add a seat").click()
    expect(page.locator(".swapped")).to_contain_text("bluff-odds takes its place")
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    expect(page.locator(".seat")).to_have_count(3)


def test_hands_of_a_table_that_was_left_can_be_looked_back_at(page: Page) -> None:
    sit_down(page, seed=9)
    finish(page)
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Leave the table")).click()
    page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Leave the table"))).to_have_count(0)
    page.reload()
    page.get_by_text("Tables you left").click()
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("link", name="Look back at hand 1")).to_be_visible()
    page.get_by_role("link", name="Look back at hand 1").click()
    expect(page.get_by_role("heading", name="Your decisions")).to_be_visible()


def test_an_address_that_leads_nowhere_is_a_page(page: Page) -> None:
    answer = page.request.get("/nothing", headers={"accept": "text/html"})
    assert answer.status == 404
    assert page.request.head("/").status == 200
    page.route("**/nothing", lambda route: route.fulfill(status=200, body=answer.body(), content_type="text/html"))
    page.goto("/nothing")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_the_lobby_comes_soon_over_a_slow_line(browser: Browser, site: str) -> None:
    """Every answer takes 1.5 s: what the first view needs is fetched in two waves, so that it is there after two."""
    context = visit(browser, site)
    page = context.new_page()
    line = context.new_cdp_session(page)
    slow = {"offline": False, "latency": 1500, "downloadThroughput": 400_000, "uploadThroughput": 400_000}
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", slow)
    page.goto("/", wait_until="commit")
    page.wait_for_selector("#play-now")
    took_ms = page.evaluate("performance.now()")
    waves = page.evaluate(
        "performance.getEntriesByType('resource').filter((each) => /main|lobby|dom/.test(each.name))"
        ".map((each) => Math.round(each.startTime / 1500))"
    )
    assert max(waves) <= 1 + took_ms // 6000, waves  # all of them asked for in the second wave
    context.close()


def test_the_first_hand_points_at_things_and_leaves_everything_in_sight(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    context.add_init_script(
        "if (!sessionStorage.getItem('new')) { sessionStorage.setItem('new', '1');"
        " localStorage.setItem('riverboat', JSON.stringify({pace: 0, silent: false})); }"
    )
    page = context.new_page()
    at_table(page, **TABLES["no-limit, six"])
    expect(page.locator(".first-hand")).to_contain_text("This is you")
    expect(page.locator(".seat.you.pointed")).to_have_count(1)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        all_in_sight(page)
    for _ in range(5):
        page.locator("#first-next").click()
    expect(page.locator(".first-hand")).to_have_count(0)
    expect(page.locator(".pointed")).to_have_count(0)
    page.reload()
    wait(page)
    expect(page.locator(".first-hand")).to_have_count(0)
    context.close()
