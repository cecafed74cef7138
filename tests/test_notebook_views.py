"""What shows itself in a notebook and in a terminal: complete, escaped, and without what nobody may see."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

import riverboat
from riverboat import Cards, equity, make_game, match_plan, parse_range, play_match, read_phh, record_of, solve
from riverboat.games import CardState
from riverboat.intervals import Statistic
from riverboat.studies import StudyReport
from riverboat.studies.report import Exact, PValue, above_zero, beside, claim, new
from tests.conftest import ROOT

WICKED = "<img src=x onerror=alert(1)>&'\""


class Page(HTMLParser):
    """Reads HTML, and refuses what is not closed or not expected."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= {"style", "title"}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.texts)


def shown(thing: Any) -> Page:
    page = Page(thing._repr_html_())
    assert page.tags <= {"div", "span", "table", "tr", "td", "th", "b"}
    return page


def faces(page: Page) -> list[str]:
    """The cards that lie open."""
    return [text for text in page.texts if text and text[-1] in "♣♦♥♠"]


def test_cards() -> None:
    cards = Cards("As 10h")
    assert (repr(cards), str(cards), cards) == ("Cards('AsTh')", "AsTh", (51, 34))
    assert equity(["AsKs", "QdQh"], board=Cards("2s3s4d")).players[0].hand == "AsKs"
    assert shown(cards).texts == ["A♠", "T♥"]


def test_a_range_is_a_grid() -> None:
    page = shown(parse_range("QQ+, AKs:0.5"))
    assert "QQ+, AKs:0.5: 1.5% of all hands" in page.text
    assert len([text for text in page.texts if len(text) <= 3]) == 169


def test_an_equity() -> None:
    exact, simulated = equity("AdAc vs KdKc"), equity("AdAc", opponents=2, simulations=100, seed=1)
    assert repr(exact) == "<equity AdAc 82.64%, KdKc 17.36%; exact>"
    assert "82.64%" in shown(exact).text
    assert " ± " in repr(simulated)
    assert "100 games" in shown(simulated).text


def test_a_state_and_what_a_seat_sees_of_it() -> None:
    state = make_game("holdem-limit", seats=3).start(seed=1)
    assert isinstance(state, CardState)
    whole, seen = shown(state), shown(state.observation(0))
    assert f"seat {state.actor} to act" in whole.text
    assert len(faces(whole)) == 6
    assert len(faces(seen)) == 2
    assert seen.texts.count("?") == 4
    while not state.is_over:
        state.apply(state.legal_actions()[-1 if state.street == 0 else 0])
    assert "over" in shown(state).text
    assert "net" in shown(state).text


def test_dice() -> None:
    state = make_game("bluff").start(seed=1)
    assert shown(state).text.count("⚀⚁⚂⚃⚄⚅"[state.held[0][0] - 1])  # type: ignore[attr-defined]
    first, second = (shown(state.observation(seat)).text for seat in range(2))
    assert "your dice" in first
    assert first != second
    state.apply(state.legal_actions()[0])
    assert "seat 0" in shown(state).text


def test_a_record_of_a_file_and_of_a_state() -> None:
    record = next(iter(read_phh(ROOT / "examples" / "hands.phhs")))
    page = shown(record)
    for name in record.players:
        assert name in page.text
        assert name in str(record)
    assert "pre-flop" in page.text
    assert str(record).count("\n") >= 4
    state: Any = make_game("bluff").start(seed=1)
    while not state.is_over:
        state.apply(state.legal_actions()[-1])
    told = record_of(state, ["ann", "bob"])
    assert "round: ann bid" in str(told)
    assert "ann" in shown(told).text


def test_names_from_files_are_escaped() -> None:
    record = next(iter(read_phh(ROOT / "examples" / "hands.phhs")))
    wicked = replace(record, players=(WICKED, *record.players[1:]), event=WICKED, number=WICKED)
    assert WICKED in shown(wicked).text
    assert "<img" not in wicked._repr_html_()
    report = StudyReport(name=WICKED, hands=1, seed=1, figures=(new(WICKED, WICKED),), notes=(WICKED,))
    assert shown(report).text.count(WICKED) == 4
    assert WICKED in shown(replace(equity("AA vs KK"), players=(replace(equity("AA").players[0], hand=WICKED),))).text


def test_a_match() -> None:
    result = play_match(match_plan(["rock", "maniac"], hands=20, seed=1))
    assert repr(result).startswith("<holdem-limit, 20 hands: rock ")
    assert " small bets a hand>" in repr(result)
    page = shown(result)
    assert "duplicate match of 20 hands" in page.text
    assert "95% intervals" in page.text
    adjusted = shown(play_match(match_plan(["rock", "maniac"], hands=20, seed=1, adjusted=True)))
    assert "luck taken out" in adjusted.text


def test_a_solution() -> None:
    solution = solve(make_game("kuhn"))
    assert repr(solution) == "<kuhn solved by lp: value -1/18 = -0.0555556, exploitability 0>"
    assert repr(solve(make_game("rps"))) == "<rps solved by lp: value 0, exploitability 0>"
    assert "-1/18" in shown(solution).text
    from riverboat.games import BluffRules

    dice = riverboat.solve_bluff(BluffRules(faces=2))
    assert repr(dice).startswith("<bluff")
    assert "sequences" in shown(dice).text


def test_a_study() -> None:
    sure = Statistic(mean=0.5, low=0.4, high=0.6, n=10)
    report = StudyReport(
        name="a study",
        hands=1000,
        seed=3,
        figures=(
            above_zero("gain", sure),
            beside("near it", sure, 0.45, where="Table 1", within=0.1),
            claim("proved", Exact(7), True),
            claim("tested", PValue(p=0.2, n=30), False),
            new("ours alone", 1.25),
        ),
        notes=("a note",),
    )
    assert repr(report) == "<study a study, 1,000 hands, seed 3: 2 confirmed, 1 not confirmed, 1 near, 1 new>"
    text = shown(report).text
    for piece in ("0.5 (0.4 to 0.6)", "0.45", "p = 0.2 (n = 30)", "1.25", "a note", "confirmed", "near"):
        assert piece in text


@pytest.mark.parametrize("name", ["Cards", "Range", "HandRecord"])
def test_public_things_show_themselves(name: str) -> None:
    assert hasattr(getattr(riverboat, name), "_repr_html_")
