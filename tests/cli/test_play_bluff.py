"""`riverboat play bluff` as somebody at a terminal sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from riverboat.cli.terminal.keys_dice import bluff_choices, read_bluff
from riverboat.errors import IllegalAction
from riverboat.games import Action, BluffGame, BluffRules
from riverboat.records import Store
from tests.cli.table_driver import EndedError, Terminal

NEXT = "Enter rolls the dice of the next round"


def test_a_match_at_the_terminal_is_left_and_gone_on_with(tmp_path: Path) -> None:
    database = tmp_path / "hands.db"
    command = (
        "play",
        "bluff",
        "--dice",
        "2,1",
        "--faces",
        "3",
        "--match",
        "--seed",
        "4",
        "--pace",
        "0",
        "--name",
        "Ann",
    )
    with Terminal(*command, "--partner", database=database) as ann:
        screen = ann.prompt()
        assert "Bluff, dice 2 against 1 of 3 faces, a match" in screen
        assert "You rolled" in screen
        assert "partner: " in ann.answer("?")
        assert "is not a key here" in ann.answer("zzz")
        ann.send("q")
        assert "waits where you left it" in ann.ended()
    with Terminal(*command, "--hands", "3", database=database) as ann:
        assert "Your place at this table is kept" in ann.until(r"\[Y/n\] ")
        screen = ann.answer("y")
        assert "partner: " not in screen
        for _ in range(60):
            key = "" if NEXT in screen else "u" if " u  Bluff" in screen else "b"
            ann.send(key)
            try:
                screen = ann.prompt()
            except EndedError:
                break
        assert "3 rounds in this session." in ann.ended()
    with Store(str(database)) as store:
        records = [hand.record for hand in store.hands(player="Ann", game="bluff")]
    assert len(records) == 3
    assert all(record.extra["match"]["stake"] == "forfeit" for record in records)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        *((typed, "bid 2-5") for typed in ("2-5", "b 2 5", "25", "bid 2x5")),
        *[("b", "bid 1-4"), ("u", "bluff"), ("liar", "bluff"), ("k", "check"), ("Exact", "check")],
    ],
)
def test_keys(typed: str, action: str) -> None:
    seen = BluffGame(BluffRules(dice=(2, 2), check=True)).start(seed=1).apply("bid 1-3").observation(1)
    assert str(read_bluff(typed, seen)) == action


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("1-2", "1-2 is not higher than 1-3: bid 1-4 or higher or call Bluff"),
        ("5-2", "there are 4 dice in all"),
        ("2-7", "there is no 7"),
        ("k", "without Check"),
        ("what", '"what" is not a key here'),
    ],
)
def test_what_cannot_be_is_told(typed: str, reason: str) -> None:
    seen = BluffGame(BluffRules(dice=(2, 2))).start(seed=1).apply("bid 1-3").observation(1)
    with pytest.raises(IllegalAction, match=reason):
        read_bluff(typed, seen)


def test_the_highest_bid_leaves_only_the_call() -> None:
    state = BluffGame(BluffRules()).start(seed=1).apply("bid 2-6")
    seen = state.observation(1)
    assert [choice.key for choice in bluff_choices(seen)] == ["u"]
    with pytest.raises(IllegalAction, match="there is no higher bid"):
        read_bluff("b", seen)
    assert Action("bluff") in seen.legal_actions


def test_perudo_at_the_terminal(tmp_path: Path) -> None:
    command = ("play", "bluff", "--rules", "perudo", "--dice", "1", "--spot-on", "anybody", "--palifico", "no")
    with Terminal(
        *command,
        "--seats",
        "3",
        "--against",
        "bluff-odds,random",
        "--seed",
        "3",
        "--pace",
        "0",
        database=tmp_path / "h.db",
    ) as ann:
        screen = ann.prompt()
        assert "Perudo, one die each, a match" in screen
        for _ in range(60):
            if "wins the match" in screen or "win the match" in screen:
                break
            key = "" if NEXT in screen else "p" if " p  pass" in screen else "u" if " u  Bluff" in screen else "b"
            screen = ann.answer(key)
        assert "the match" in screen
        ann.send("q")
        ann.ended()
    with Store(str(tmp_path / "h.db")) as store:
        records = [hand.record for hand in store.hands(game="bluff")]
    assert records
    assert all(record.dice_rules.spot_on == "anybody" for record in records)


@pytest.mark.parametrize(
    ("typed", "action"), [("k", "spot-on"), ("calza", "spot-on"), ("p", "pass"), ("Spot on", "spot-on")]
)
def test_keys_out_of_turn(typed: str, action: str) -> None:
    rules = BluffRules(dice=(2, 2, 2), wild=1, order="aces", spot_on="anybody")
    seen = BluffGame(rules).start(seed=1).apply("bid 1-3").observation(2)
    assert [choice.key for choice in bluff_choices(seen)] == ["p", "k"]
    assert str(read_bluff(typed, seen)) == action


@pytest.mark.parametrize(
    ("typed", "rules", "before", "says"),
    [
        ("2-1", {"opening": "no-aces"}, "", "nobody may open with the wild 1: bid 1-2 or higher"),
        ("3-2", {"changing": "rising"}, "bid 2-5", r"a face may not go down, from 5 to 2: bid 2-6 or higher"),
        ("3-2", {"palifico": "fixed", "special": True}, "bid 2-5", "in a palifico the face stays 5: bid 3-5 or higher"),
        (
            "k",
            {"palifico": "fixed", "special": True, "spot_on": "next"},
            "bid 2-5",
            "this round is played without Spot-on",
        ),
        ("p", {"spot_on": "next"}, "bid 2-5", "it is your turn"),
        ("k", {"spot_on": "next"}, "", "nobody has bid yet"),
    ],
)
def test_what_perudo_does_not_allow_is_told(typed: str, rules: dict[str, Any], before: str, says: str) -> None:
    state = BluffGame(BluffRules(dice=(2, 2), wild=1, order="aces", **rules)).start(seed=1)
    if before:
        state.apply(before)
    with pytest.raises(IllegalAction, match=says):
        read_bluff(typed, state.observation(state.actor or 0))
