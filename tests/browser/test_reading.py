"""Journeys away from the table: the partner, looking back, watching, the studies, and the study for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from riverboat.records import parse_phh
from riverboat.records.formats.rounds import parse_round
from riverboat.records.replay import verify
from tests.browser.acting import (
    act,
    at_table,
    bluff_table,
    changing,
    deal,
    finish,
    has_said,
    is_over,
    overhear,
    pass_the_check,
    press,
    sit_down,
    wait,
)
from tests.browser.conftest import visit, watch_console


@pytest.fixture
def advised(browser: Browser, site: str) -> Iterator[Page]:
    """A page whose partner may speak."""
    context = visit(browser, site)
    context.add_init_script("localStorage.setItem('riverboat', JSON.stringify({pace: 0, silent: false, toured: true}))")
    page = context.new_page()
    wrong = watch_console(page)
    yield page
    assert not wrong, wrong
    context.close()


def test_advice_is_hidden_until_asked_and_its_numbers_unfold(advised: Page) -> None:
    page = advised
    sit_down(page, "Limit Hold'em", seed=11)
    expect(page.locator(".talk")).to_be_empty()
    page.get_by_role("button", name=re.compile("What would you do")).click()
    expect(page.locator(".advice")).to_contain_text("I would")
    page.locator(".talk summary").first.click()
    expect(page.locator(".talk dl").first).to_be_visible()


def _advised(page: Page) -> str:
    """What the partner would do, once it has weighed every action."""
    expect(page.locator(".below button")).to_be_visible()
    page.get_by_role("button", name=re.compile("What would you do")).click()
    expect(page.locator(".advice")).to_be_visible()
    return page.locator(".advice strong").inner_text()


def test_the_partner_is_contradicted_and_cautions(advised: Page) -> None:
    page = advised
    sit_down(page, "Stud with reveals", seed=3)
    assert not _advised(page).startswith("fold")
    act(page, "f")  # a cheap mistake is told in one line and done
    expect(page.locator(".status")).to_have_text(re.compile(r"^You're about to fold\. I'd .+ better by my estimate\.$"))
    assert is_over(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    for _ in range(60):
        if is_over(page):
            deal(page)
        if page.locator(".show-card").count():
            act(page, "1")
            continue
        pot = int(page.locator(".pot strong").inner_text().replace(",", ""))
        gives_up = not _advised(page).startswith("fold") and pot >= 60
        act(page, "f" if gives_up else "b")  # a dear one is asked about
        if page.get_by_role("dialog").count():
            break
    expect(page.get_by_role("dialog")).to_contain_text("Are you sure?")
    page.get_by_role("button", name="Go on anyway").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait(page)


def test_amounts_between_those_that_were_weighed_are_judged_too(advised: Page) -> None:
    """A huge bet of an odd size where the partner would not bet: one line or a question names it."""
    page = advised
    at_table(page, game="holdem-nolimit", opponents=["rock"], seed=22)
    for _ in range(40):
        if is_over(page):
            deal(page)
        if _advised(page).startswith(("fold", "check")):
            break
        act(page, "c")
    box = page.get_by_label("Amount in chips")
    amount = int(box.get_attribute("max") or "") - 7
    box.fill(str(amount))
    with changing(page):
        box.press("Enter")
    said = page.locator("dialog[open], .status").filter(
        has_text=re.compile(rf"about to \w+( to)? {amount:,}(, more than twice the pot)?\. I'd")
    )
    expect(said.first).to_be_visible()


def test_a_cheap_mistake_stops_nobody_who_is_quicker_than_the_partner(advised: Page) -> None:
    """What the partner says beforehand never comes: the caution is asked for, and still is one line."""
    page = advised
    page.route_web_socket(re.compile("/ws/table/"), _without_what_is_said_beforehand)
    sit_down(page, "Stud with reveals", seed=3)
    act(page, "f")
    expect(page.locator(".status")).to_have_text(re.compile(r"^You're about to fold\. I'd .+ better by my estimate\.$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def _without_what_is_said_beforehand(line: WebSocketRoute) -> None:
    server = line.connect_to_server()
    server.on_message(lambda text: None if '"type":"partner"' in str(text) else line.send(text))


def test_the_advice_is_taken_by_its_button(advised: Page) -> None:
    page = advised
    sit_down(page, "Limit Hold'em", seed=12)
    page.keyboard.press("p")
    expect(page.locator(".advice")).to_be_visible()
    done = page.locator(".log .you").count()
    page.locator(".talk .gold").click()
    expect(page.locator(".log .you").nth(done)).to_be_visible()


def test_questions_are_asked_by_button_and_by_typing(advised: Page) -> None:
    page = advised
    sit_down(page, "Limit Hold'em", seed=13)
    expect(page.locator(".questions button").first).to_be_visible()
    page.locator(".questions button").first.click()
    expect(page.locator(".talk .asked")).to_have_count(1)
    page.get_by_label("Ask the partner").fill("what are my chances?")
    page.get_by_label("Ask the partner").press("Enter")
    expect(page.locator(".talk .asked")).to_have_count(2)
    expect(page.locator(".talk .taken")).to_have_text("You're asking: How likely am I to win?")


def test_the_partner_can_be_silenced(advised: Page) -> None:
    page = advised
    sit_down(page, "Limit Hold'em", seed=11)
    page.get_by_role("button", name="Mute").click()
    expect(page.locator(".partner-body")).to_be_hidden()
    act(page, "f")
    expect(page.locator(".log .you").first).to_be_visible()  # it was done, and without a word
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Unmute").click()
    expect(page.locator(".partner-body")).to_be_visible()


def test_a_hand_is_replayed_step_by_step(page: Page) -> None:
    sit_down(page, "Limit Hold'em", seed=21)
    finish(page)
    page.get_by_role("link", name="Look back at this hand").click()
    expect(page.get_by_role("heading", name=re.compile("^Hand 1"))).to_be_visible()
    expect(page.locator(".moment")).to_have_text("The cards are dealt.")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".moment")).not_to_have_text("The cards are dealt.")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".verdict")).to_contain_text(re.compile(r"\b(wins?|split)\b"))
    page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".moment")).not_to_have_text("The cards are dealt.")
    expect(page.get_by_role("heading", name="Chances by street")).to_be_visible()
    expect(page.get_by_role("heading", name="Your decisions")).to_be_visible()


def test_a_hand_and_a_session_are_exported_as_phh(page: Page, tmp_path: Path) -> None:
    table = sit_down(page, "No-limit Hold'em", seed=22)
    finish(page)
    deal(page)
    finish(page, "f")
    page.goto(f"{table}/hand/1")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export (PHH)").click()
    download.value.save_as(tmp_path / "hand.phh")
    record = parse_phh((tmp_path / "hand.phh").read_text("utf-8"))
    assert record.game == "holdem-nolimit"
    page.goto(f"{table}/session")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all hands (PHH)").click()
    download.value.save_as(tmp_path / "all.phhs")
    assert (tmp_path / "all.phhs").read_text("utf-8").count("variant") == 2


def test_a_session_has_a_graph_and_statistics_with_sample_sizes(page: Page) -> None:
    table = sit_down(page, "Limit Hold'em", seed=23)
    for _ in range(3):
        finish(page)
        deal(page)
    page.goto(f"{table}/session")
    expect(
        page.get_by_role("img", name=re.compile(r"You (won|lost) [\d,]+ chips \([\d.]+ small bets\) in 3 hands"))
    ).to_be_visible()
    expect(page.locator(".statistics tbody tr")).to_have_count(6)
    expect(page.locator(".statistics")).to_contain_text("of 3")
    expect(page.get_by_role("link", name=re.compile("Look back at hand"))).to_have_count(3)


def test_attributes_and_beliefs_stand_beside_the_statistics(page: Page) -> None:
    table = sit_down(page, "Limit Hold'em", seed=23, opponents=["loki-f", "evolving", "adaptive", "rock", "maniac"])
    for _ in range(2):
        finish(page)
        deal(page)
    page.goto(f"{table}/session")
    expect(page.locator(".attributes tbody tr")).to_have_count(7)
    expect(page.locator(".attributes")).to_contain_text("2 hands")
    expect(page.locator(".belief h3")).to_have_text(["loki-f", "evolving", "adaptive"])


def test_a_round_of_bluff_is_looked_back_at_and_exported(page: Page, tmp_path: Path) -> None:
    table = bluff_table(page, opponents=["bluff-equilibrium"])
    finish(page)
    page.get_by_role("link", name="Look back at this round").click()
    expect(page.get_by_role("heading", name=re.compile("^Round 1"))).to_be_visible()
    expect(page.locator(".moment")).to_have_text("The dice are rolled.")
    expect(page.locator(".cup")).to_have_count(1)
    page.get_by_label("Lift the cups").check()
    expect(page.locator(".cup")).to_have_count(0)
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("the round")
    page.locator(".price summary").first.click()
    expect(page.locator(".price .numbers").first).to_contain_text("a round won being +1 and a round lost −1")
    page.locator(".grounds > details:not(.price) > summary").first.click()
    page.locator(".grounds .sentences summary", has_text="the solved strategy").first.click()
    often = page.locator(".grounds .sentences details[open] .numbers").first
    expect(often).to_be_visible()
    expect(often).to_contain_text("the solved strategy does this")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export (JSON)").click()
    download.value.save_as(tmp_path / "round.jsonl")
    assert verify(parse_round((tmp_path / "round.jsonl").read_text("utf-8")))
    page.goto(f"{table}/session")
    expect(page.get_by_role("link", name="Look back at round 1")).to_be_visible()
    expect(page.locator(".statistics tbody tr")).to_have_count(2)


def test_what_a_decision_cost_is_shown_and_unfolds(page: Page) -> None:
    table = sit_down(page, "Limit Hold'em", seed=21)
    finish(page)
    page.goto(f"{table}/hand/1")
    expect(page.locator(".mistakes > li").first).to_be_visible()
    page.locator(".price summary").first.click()
    expect(page.locator(".price .numbers").first).to_contain_text(re.compile(r"call 40.*± \d+.*fold.*a fold being 0"))


def test_bluff_is_watched_with_open_dice(page: Page) -> None:
    page.goto("/#/watch")
    page.get_by_label("Game").select_option("bluff")
    page.get_by_role("button", name="Roll five rounds").click()
    expect(page.locator(".explained .numbers").first).to_contain_text("a round won being +1 and a round lost −1")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".verdict")).to_contain_text("wins the round")
    expect(page.locator(".seat .cup")).to_have_count(0)


def test_everything_kept_is_deleted_from_the_settings(page: Page) -> None:
    sit_down(page, "Limit Hold'em", seed=2)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Delete all my data").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Deleted 1 table")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    expect(page.locator(".tables")).to_have_count(0)


def test_agents_are_watched_with_open_cards_and_explanations(page: Page) -> None:
    page.goto("/#/watch")
    page.get_by_role("button", name="Deal five hands").click()
    expect(page.locator(".explained strong").first).to_be_visible()
    assert page.locator(".seat .card.back").count() == 0
    page.get_by_role("button", name="Hand 2").click()
    expect(page.get_by_role("button", name="Hand 2")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".explained")).to_contain_text(re.compile("Loki (would|agrees)"))


def test_stud_is_watched_too(page: Page) -> None:
    page.goto("/#/watch")
    page.get_by_label("Game").select_option("stud-limit")
    page.get_by_role("button", name="Deal five hands").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".verdict")).to_contain_text(re.compile(r"\b(wins?|split)\b"))


def test_who_can_not_play_there_gives_way_where_agents_are_watched(page: Page) -> None:
    page.goto("/#/watch")
    page.get_by_label("Game").select_option("bluff")
    expect(page.get_by_label("Seat 1")).to_have_value("bluff-equilibrium")
    page.get_by_role("button", name="Add a seat").click()
    expect(page.locator(".swapped")).to_contain_text("bluff-odds takes its place")
    for seat in (1, 2, 3):
        expect(page.get_by_label(f"Seat {seat}")).to_have_value("bluff-odds")
    page.get_by_role("button", name="Roll five rounds").click()
    expect(page.locator(".explained")).to_be_visible()


def test_a_tournament_is_followed_to_its_winner(page: Page) -> None:
    overhear(page, "main h2")
    page.goto("/#/tournament")
    page.get_by_label("Entrants").fill("60")
    page.get_by_role("button", name="Shuffle up and deal").click()
    expect(page.get_by_role("heading", name=re.compile("wins$"))).to_be_visible()
    has_said(page, "main h2", "of 60 left")
    expect(page.locator(".places li")).to_have_count(10)


def test_a_study_is_read_in_the_gallery(page: Page) -> None:
    page.goto("/#/studies")
    page.locator(".gallery a", has_text="Lokibot: what each part is worth").click()
    expect(page.locator("h1")).to_have_text("Lokibot: what each part is worth")
    expect(page.locator("tbody")).to_contain_text("A minus E")
    expect(page.locator("caption")).to_contain_text(re.compile(r"^200,\d+ hands of each match"))
    expect(page.locator(".badge.confirmed").first).to_be_visible()
    expect(page.get_by_text("make prove STUDY=loki-figure-1")).to_be_visible()
    expect(page.locator(".study-picture svg path").first).to_be_attached()
    assert page.locator(".study-picture").bounding_box()["width"] > 100  # type: ignore[index]
    lines = page.locator(".study-picture svg path").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).stroke)"
    )
    assert len({line for line in lines if line != "none"}) > 3  # in colours, not all in one


def test_a_page_that_is_not_there_says_so(page: Page) -> None:
    page.goto("/#/nowhere")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_the_study_for_people_from_consent_to_result(page: Page) -> None:
    page.goto("/#/take-part")
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_disabled()
    page.get_by_label(re.compile("I agree to take part")).check()
    begin.click()
    pass_the_check(page)
    _fold_them_all(page)
    page.get_by_role("button", name="Part complete. Continue").click()
    for part in (1, 2):
        expect(page.locator(".study-head")).to_contain_text(f"Part {part} of 2")
        if part == 1:
            page.reload()
            expect(page.locator(".study-head")).to_contain_text("game 1 of 30")
        _fold_them_all(page)
        page.get_by_role("button", name="Part complete. Continue").click()
    expect(page.get_by_role("heading", name="Two questions")).to_be_visible()
    page.get_by_label("useful", exact=True).check()
    page.get_by_label("neutral").nth(1).check()
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#gain")).to_be_visible()
    expect(page.locator("tbody")).to_contain_text("participants who are done")
    page.get_by_text("Delete my study data").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("heading", name="Take part in the study")).to_be_visible()


def _fold_them_all(page: Page) -> None:
    """Thirty games, each given up at the first decision; one that can't be is played on."""
    go_on = page.get_by_role("button", name="Go on anyway")
    for _ in range(400):
        expect(page.locator(".actions button, dialog[open] button").first).to_be_enabled()
        if page.locator("#part-done").count():
            return
        if go_on.count():
            with changing(page):
                go_on.click()
        else:
            press(page, "n", "f")
    raise AssertionError("the games do not end")
