"""The competition's dealer logs: read, verified, and written back as they were."""

from __future__ import annotations

import dataclasses
import re
from fractions import Fraction
from pathlib import Path

import pytest

from riverboat.errors import RecordError
from riverboat.games import UNKNOWN, HoldemRules, StudRules
from riverboat.records.formats.acpc import format_acpc, read_acpc, read_header, scan_acpc, write_acpc
from riverboat.records.hand_record import Move
from riverboat.records.replay import verify
from tests.records.random_hands import HANDS, played

LINE = "STATE:3:rrrc/rrf:4s8s|6hJd/QhJs9d:-50|50:p2|p1"


@pytest.mark.parametrize("name", ["three.limit.log", "two.nolimit.log"])
def test_logs_replay_to_their_scores_and_are_written_back_the_same(name: str, tmp_path: Path) -> None:
    text = (HANDS / name).read_text()
    records = list(read_acpc(HANDS / name))
    assert len(records) == text.count("STATE:")
    assert [verify(record) for record in records] == [record.returns for record in records]
    write_acpc(records, tmp_path / name, header=read_header(text))
    assert (tmp_path / name).read_text() == text


def test_three_players_act_in_the_order_3_1_1_1_with_blinds_5_10_0() -> None:
    first = next(iter(read_acpc(HANDS / "three.limit.log")))
    assert isinstance(first.rules, HoldemRules)
    assert first.rules.posted_blinds == (5, 10, 0)
    assert [move.seat for move in first.moves[:6]] == [2, 0, 1, 0, 1, 2]
    assert first.moves[:3] == (Move(0, 2, "call"), Move(0, 0, "call"), Move(0, 1, "check"))


def test_heads_up_the_first_player_is_the_big_blind() -> None:
    first = next(iter(read_acpc(HANDS / "two.nolimit.log")))
    assert first.stacks == (20000, 20000)
    assert first.moves[0] == Move(0, 1, "raise", 300)
    assert first.moves[3] == Move(1, 1, "bet", 600)  # r900 is the total of the hand


def test_pots_are_split_exactly() -> None:
    record = list(read_acpc(HANDS / "three.limit.log"))[-1]
    assert record.returns == (-5, Fraction(5, 2), Fraction(5, 2))
    (split,) = scan_acpc("STATE:0:f:2c3d|2d3c:33.333333|-33.333333:a|b")
    assert not isinstance(split, RecordError)
    assert split.returns == (Fraction(100, 3), Fraction(-100, 3))


@pytest.mark.parametrize(
    ("old", "new", "field", "said"),
    [
        ("STATE:3:", "STATE:3", "STATE", "5 parts between colons, not 6"),
        (":3:", ":x:", "hand", '"x" is not the number of a hand'),
        ("rrf", "rrz", "betting", "is none of c, f and r"),
        ("rrf", "rr9f", "betting", "is none of c, f and r"),
        ("rrf", "rrrrrf", "betting", "raise is not allowed here: fold or call 10"),
        ("rrf", "rrff", "betting", "comes when nobody can act"),
        ("/rrf", "/r/r/r/r", "betting", "5 streets"),
        ("rrrc/rrf", "rrr/rrf", "betting", "comes when nobody can act on street 2"),
        ("4s8s", "4s8", "cards", '"8" is not a card'),
        ("4s8s|", "", "cards", "is not 2 hands of two cards"),
        ("4s8s", "4s4s", "cards", "4s comes twice"),
        ("QhJs9d", "QhJs", "cards", "is not a board"),
        ("-50|50", "-50|", "scores", "is not 2 scores"),
        ("-50|50", "-50|x", "scores", "is not 2 scores"),
        ("p2|p1", "p2", "names", "is not 2 to 12 names"),
        ("STATE", "MATE", "line", "is not a line of a dealer's log"),
    ],
)
def test_errors_name_file_line_and_field(old: str, new: str, field: str, said: str) -> None:
    assert old in LINE
    title = "# name/game/hands/seed x holdem.limit.2p.reverse_blinds.game 3 0"
    good, bad, again = scan_acpc(f"{title}\n{LINE}\n{LINE.replace(old, new, 1)}\n{LINE}\n", "bad.log")
    assert good == again
    assert isinstance(bad, RecordError)
    assert (bad.file, bad.line, bad.field) == ("bad.log", 3, field)
    assert re.search(re.escape(said), bad.reason), bad.reason


def test_our_comment_line_is_checked_too() -> None:
    for comment in ("{", "[]", '{"game": "stud", "rules": {}, "stacks": null, "unit": "1"}', '{"game": "kuhn"}'):
        bad, good = scan_acpc(f"# riverboat {comment}\n{LINE}", "bad.log")
        assert isinstance(bad, RecordError)
        assert (bad.line, bad.field) == (1, "rules")
        assert not isinstance(good, RecordError)


def test_what_a_log_cannot_say_is_refused(tmp_path: Path) -> None:
    record = played(HoldemRules(seats=2), seed=1)
    refused = {
        "colon or a bar": dataclasses.replace(record, players=("a|b", "c")),
        "no result": dataclasses.replace(record, returns=None),
        "antes": played(HoldemRules(seats=2, antes=5), seed=1),
        "Hold'em alone": played(StudRules(), seed=1),
    }
    for said, hand in refused.items():
        with pytest.raises(RecordError, match=said):
            write_acpc([hand], tmp_path / "x.log")
    assert list(tmp_path.iterdir()) == []


def test_unknown_cards_are_left_empty() -> None:
    record = dataclasses.replace(played(HoldemRules(seats=2), seed=1), hole_cards=((UNKNOWN,) * 2, (0, 1)))
    line = next(line for line in format_acpc([record]) if line.startswith("STATE"))
    assert line.split(":")[3].startswith("|2c2d")
