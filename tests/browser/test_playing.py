"""Journeys at the table, in a real Chromium."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.acting import act, cards, deal, finish, has_said, is_over, overhear, press, sit_down, tab, wait
from tests.browser.conftest import visit
from tests.waiting import until


def test_one_click_plays(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    wait(page)
    expect(page.locator(".seat")).to_have_count(6)
    finish(page)
    expect(page.locator(".verdict")).to_contain_text(re.compile("wins?|splits?"))


def test_a_double_click_opens_one_table(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").evaluate("button => { button.click(); button.click(); }")
    wait(page)
    page.goto("/#/")
    expect(page.locator(".tables li")).to_have_count(1)


@pytest.mark.parametrize("game", ["Limit Hold'em", "No-limit Hold'em", "Seven-card stud", "Stud with reveals"])
def test_each_game_is_played_to_its_end_by_mouse(page: Page, game: str) -> None:
    sit_down(page, game, seed=11)
    expect(page.get_by_text("seed 11: predictable")).to_be_visible()
    for _ in range(2):
        finish(page)
        deal(page)
    finish(page, "f")
    expect(page.locator(".table-head .score")).to_contain_text("Hand 3")


@pytest.mark.parametrize("game", ["Kuhn's game", "Leduc Hold'em"])
def test_a_small_game_against_its_solution_by_mouse_and_by_keyboard(page: Page, game: str) -> None:
    page.goto("/")
    page.get_by_text("Small games").click()
    page.get_by_role("radio", name=game).check(force=True)
    expect(page.get_by_label("Seat 2")).to_have_value("equilibrium")
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".seat.you .card")).to_have_count(1)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_contain_text(game)
    page.keyboard.press("Escape")
    finish(page)
    expect(page.locator(".verdict")).to_contain_text(re.compile("wins?|splits?"))
    deal(page)
    page.reload()
    wait(page)
    finish(page, "c", do=press)
    expect(page.locator(".table-head .score")).to_contain_text("Hand 2")
    page.locator(".log .end a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    expect(page.locator(".replay .felt")).to_be_visible()


def test_a_pause_lies_between_what_agents_do(browser: Browser, site: str) -> None:
    """By the page's own clock, which stands still unless it is told to go on: however long anything takes here."""
    page = visit(browser, site, pace=0.5).new_page()
    told: list[Any] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: told.extend(json.loads(data))))
    page.clock.install()
    sit_down(page, seed=11, opponents=["always-call"] * 5)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)
    done = page.locator(".log li:not(.street, .post, .end)")
    pauses = 0
    while pauses < 10 and not is_over(page):
        told.clear()
        before = done.count()
        act(page, "c")
        until(
            lambda: told and (told[-1]["legal"] or told[-1]["phase"] == "between"),
            "the others have acted",
            pause=lambda wait_s: page.wait_for_timeout(1000 * wait_s),
        )
        expect(done).to_have_count(before + 1)  # one's own action is shown at once
        for shown in range(before + 2, len(told[-1]["log"]) + 1):
            page.clock.run_for(490)
            expect(done).to_have_count(shown - 1)
            page.clock.run_for(10)
            expect(done).to_have_count(shown)
            pauses += 1
        page.clock.run_for(500)  # the cards of the next street, or the end
    assert pauses >= 10
    page.context.close()


def test_bluff_is_played_with_dice_and_cups_by_mouse(page: Page) -> None:
    page.goto("/")
    page.get_by_role("radio", name=re.compile("^Bluff")).check(force=True)
    page.get_by_label("Seat 2").select_option("bluff-odds")
    page.get_by_label("Dice each").fill("3")
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    expect(page.locator(".seat.you .die")).to_have_count(3)
    expect(page.locator(".cup")).to_have_count(1)
    for _ in range(3):
        finish(page)
        expect(page.locator(".cup")).to_have_count(0)
        expect(page.locator(".verdict")).to_contain_text("the round")
        deal(page)
    page.reload()
    wait(page)
    expect(page.locator(".table-head .score")).to_contain_text("Round 4")


def test_bluff_by_keyboard_and_a_match_to_its_end(page: Page) -> None:
    page.goto("/")
    page.get_by_role("radio", name=re.compile("^Bluff")).check(force=True)
    page.get_by_label("Match").check()
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    if page.locator(".bidding").count():
        page.keyboard.press("ArrowUp")
        expect(page.locator(".bidding .count")).to_have_text("2")
        page.keyboard.press("6")
        expect(page.get_by_role("button", name="Face 6")).to_have_attribute("aria-pressed", "true")
        press(page, "b")
    wait(page)
    finish(page)
    expect(page.locator(".verdict")).to_contain_text("the match")


def test_a_session_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    button = page.get_by_role("button", name="Play now")
    expect(button).to_be_visible()
    tab(page)  # the link that skips the menu comes first
    expect(page.locator(".skip")).to_be_focused()
    for _ in range(20):
        tab(page)
        if button.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    wait(page)
    finish(page, do=press)
    page.keyboard.press("n")
    expect(page.locator(".table-head .score")).to_contain_text("Hand 2")
    finish(page, "f", do=press)


def test_the_next_hand_is_asked_for_once(page: Page) -> None:
    """However often the key is pressed before the answer is there: choices go in the moment in which one is made."""
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
    sit_down(page, "Limit Hold'em", seed=11)
    finish(page)
    buttons = page.evaluate("""() => {
        const key = new KeyboardEvent("keydown", { key: "n", bubbles: true });
        for (let times = 0; times < 3; times++) document.body.dispatchEvent(key);
        return document.querySelectorAll(".actions button").length;
    }""")
    assert buttons == 0
    expect(page.locator(".table-head .score")).to_contain_text("Hand 2")
    finish(page, "f")
    assert sum('"deal"' in frame for frame in sent) == 1


def test_the_buttons_name_what_is_legal_with_amounts(page: Page) -> None:
    sit_down(page, "Limit Hold'em", seed=11)
    names = page.locator(".actions button").all_inner_texts()
    assert names
    for name in names:
        assert re.match(r"(Fold|Check|Call [\d,]+|Bet [\d,]+|Raise to [\d,]+)", name), name
    expect(page.locator(".facts")).to_contain_text("You have")


def test_free_amounts_by_slider_box_and_keys(page: Page) -> None:
    sit_down(page, "No-limit Hold'em", seed=11)
    box = page.locator(".amount input[type=number]")
    button = page.locator('[data-key="r"], [data-key="b"]').first
    page.get_by_role("button", name="Pot", exact=True).click()
    pot = int(box.input_value())
    expect(button).to_contain_text(f"{pot:,}")
    page.locator(".felt").click()
    page.keyboard.press("ArrowUp")
    expect(box).not_to_have_value(str(pot))
    assert int(box.input_value()) > pot
    box.fill("1000000")
    expect(page.locator(".amount .error")).to_contain_text("all in")
    expect(button).to_be_disabled()
    box.press("Enter")  # what is not possible is not done, and not turned into something else
    expect(page.locator(".amount .error")).to_be_visible()
    page.get_by_role("button", name="All in").click()
    expect(button).to_contain_text("all in")
    page.get_by_role("button", name="Min").click()
    expect(button).not_to_contain_text("all in")
    least = box.input_value()
    button.click()
    expect(page.locator(".log .you").first).to_contain_text(f"{int(least):,}")


def test_reload_in_mid_hand_returns_to_the_same_decision(page: Page) -> None:
    sit_down(page, "Limit Hold'em", seed=3)
    act(page, "c")
    if is_over(page):
        deal(page)
    before = [page.locator(each).inner_text() for each in (".actions", ".facts", ".log", ".pot")]
    held = cards(page, ".seat.you")
    page.reload()
    wait(page)
    assert [page.locator(each).inner_text() for each in (".actions", ".facts", ".log", ".pot")] == before
    assert cards(page, ".seat.you") == held


def test_a_phone_has_room_for_everything(browser: Browser, site: str) -> None:
    context = visit(browser, site, width=390, height=844)
    page = context.new_page()
    for game in ("Limit Hold'em", "No-limit Hold'em", "Seven-card stud", "Stud with reveals"):
        sit_down(page, game, seed=5)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for button in page.locator(".actions button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 32
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
        finish(page)
    context.close()


def test_two_browsers_play_at_once_and_see_nothing_of_each_other(browser: Browser, site: str) -> None:
    ann, bob = visit(browser, site), visit(browser, site)
    first, second = ann.new_page(), bob.new_page()
    table = sit_down(first, seed=1)
    sit_down(second, seed=2)
    finish(first)
    finish(second)
    second.goto("/")
    expect(second.locator(".tables li")).to_have_count(1)
    second.goto(table)
    expect(second.get_by_role("heading", name="We can't find this table")).to_be_visible()
    ann.close()
    bob.close()


def test_a_cut_line_is_told_and_comes_back(page: Page) -> None:
    lines: list[WebSocketRoute] = []

    def join(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/ws/table/"), join)
    overhear(page, ".status")
    sit_down(page, seed=7)
    before = page.locator(".actions").inner_text()
    lines[0].close(code=1011)
    has_said(page, ".status", "Connection lost. Your seat is saved")
    until(lambda: len(lines) == 2, "the line comes back", pause=lambda wait_s: page.wait_for_timeout(1000 * wait_s))
    expect(page.locator(".status")).to_be_empty()
    wait(page)
    assert page.locator(".actions").inner_text() == before
    finish(page)


def test_a_place_is_kept_in_the_lobby_and_can_be_left(page: Page) -> None:
    sit_down(page, seed=9)
    page.goto("/")
    expect(page.get_by_text("Hand in progress: your move")).to_be_visible()
    page.locator(".tables .go").click()
    wait(page)
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Leave the table")).click()
    page.get_by_role("button", name="Stay").click()
    expect(page.locator(".tables")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Leave the table")).click()
    page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".tables")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.locator(".tables")).to_have_count(0)


def test_opponents_seats_and_stakes_are_chosen(page: Page) -> None:
    page.goto("/")
    page.get_by_role("radio", name=re.compile("No-limit")).check(force=True)
    for _ in range(3):
        page.get_by_role("button", name="Remove a seat").click()
    page.get_by_label("Seat 2").select_option("rock")
    page.get_by_label("Small blind").fill("50")
    page.get_by_label("Big blind").fill("100")
    page.get_by_label("Buy-in").fill("5000")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").click()
    wait(page)
    expect(page.locator("h1")).to_have_text("No-limit Hold'em, blinds 50/100")
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".plate .name")).to_contain_text(["Ann", "rock"])


def test_impossible_stakes_are_told_in_words(browser: Browser, site: str) -> None:
    context = visit(browser, site)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Small bet").fill("20")
    page.get_by_label("Big bet").fill("10")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("can't be larger than the big bet")).to_be_visible()
    context.close()


def test_the_same_seed_deals_the_same_cards(page: Page) -> None:
    seen = []
    for _ in range(2):
        sit_down(page, seed=77)
        seen.append(
            page.locator(".seat.you .card").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
        )
    assert seen[0] == seen[1]


def test_four_colours_and_the_pause_are_settings_that_stay(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four-colour deck").check()
    page.get_by_role("slider", name=re.compile("Pause")).fill("1.5")
    page.get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator("html")).to_have_class("four-colours")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("slider", name=re.compile("Pause"))).to_have_value("1.5")


def test_a_screen_reader_hears_the_hand(page: Page) -> None:
    overhear(page, "#live")
    sit_down(page, seed=11)
    has_said(page, "#live", "Your cards", "Your turn")
    labels = page.locator(".seats > li > .unseen").all_inner_texts()
    assert labels[0].startswith("You, ")
    assert all("chips" in label for label in labels)


def test_hidden_cards_are_not_in_the_page(page: Page) -> None:
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
    sit_down(page, seed=11)
    others = page.locator(".seat:not(.you) .card").evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-label'))"
    )
    assert set(others) == {"a hidden card"}
    until(lambda: frames, "what came by the line", pause=lambda wait_s: page.wait_for_timeout(1000 * wait_s))


def test_keys_are_explained(page: Page) -> None:
    sit_down(page, seed=11)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("ask the partner")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_reduced_motion_is_honoured(browser: Browser, site: str) -> None:
    context = visit(browser, site, pace=0.7, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    wait(page)
    names = page.locator(".dealt").first.evaluate("each => getComputedStyle(each).animationName")
    assert names == "none"
    context.close()
