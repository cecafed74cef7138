"""The IRC database: the order of play is rebuilt, verified, and never guessed."""

from __future__ import annotations

import io
import re
import shutil
import tarfile
from pathlib import Path

import pytest

from riverboat.cards.cards import parse_cards
from riverboat.errors import RecordError
from riverboat.games import UNKNOWN, HoldemRules
from riverboat.records.formats.irc import read_irc
from riverboat.records.hand_record import HandRecord, Move
from riverboat.records.replay import verify
from tests.records.random_hands import HANDS

MONTH = HANDS / "irc_month"


@pytest.fixture(scope="module")
def hands() -> list[HandRecord]:
    return [hand for hand in read_irc(MONTH) if isinstance(hand, HandRecord)]


def test_six_hands_verify_and_the_seventh_is_named(hands: list[HandRecord]) -> None:
    assert [hand.number for hand in hands] == ["1", "2", "3", "4", "5", "6"]
    assert [verify(hand) for hand in hands] == [hand.returns for hand in hands]
    (bad,) = (hand for hand in read_irc(MONTH) if isinstance(hand, RecordError))
    assert (bad.line, bad.field) == (7, "showdown")
    assert "players/pot at the showdown is 3/31 by its row and 3/30 by the letters" in bad.reason


def test_the_order_of_play_is_rebuilt(hands: list[HandRecord]) -> None:
    hand = hands[0]
    assert hand.players == ("ann", "bob", "cy")
    assert hand.moves == (
        Move(0, 2, "call"),
        Move(0, 0, "call"),
        Move(0, 1, "check"),
        Move(1, 0, "bet", 10),
        Move(1, 1, "fold"),
        Move(1, 2, "call"),
        Move(2, 0, "bet", 20),
        Move(2, 2, "call"),
        Move(3, 0, "check"),
        Move(3, 2, "check"),
    )
    assert hand.hole_cards == ((UNKNOWN, UNKNOWN), (UNKNOWN, UNKNOWN), parse_cards("AdKd"))
    assert (hand.shown, hand.mucked) == ((2,), (0,))
    assert hand.time == "1995-05-09T06:13:20Z"


def test_heads_up_the_first_position_acts_first_on_every_street(hands: list[HandRecord]) -> None:
    assert [move.seat for move in hands[1].moves] == [0, 1, 0, 1, 0]


def test_a_quitter_folds_and_a_lone_blind_is_the_big_one(hands: list[HandRecord]) -> None:
    assert hands[2].moves[0] == Move(0, 2, "fold")
    alone = hands[5]
    assert isinstance(alone.rules, HoldemRules)
    assert alone.rules.lone_blind == 10
    assert alone.moves[:2] == (Move(0, 1, "call"), Move(0, 0, "check"))


def test_an_all_in_bet_may_be_short_and_odd_chips_go_to_the_first_winner(hands: list[HandRecord]) -> None:
    assert hands[3].moves[-2:] == (Move(2, 0, "bet", 15), Move(2, 1, "call"))
    assert hands[4].returns == (-5, 3, 2, 0)


def test_an_archive_reads_like_its_folder(tmp_path: Path, hands: list[HandRecord]) -> None:
    with tarfile.open(tmp_path / "month.tgz", "w:gz") as archive:
        archive.add(MONTH, "month")
    found = [hand for hand in read_irc(tmp_path / "month.tgz") if isinstance(hand, HandRecord)]
    assert found == hands


def test_a_truncated_archive_is_one_clear_error(tmp_path: Path) -> None:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        archive.add(MONTH, "month")
    path = tmp_path / "month.tgz"
    for size in (0, 10, len(data.getvalue()) // 2):
        path.write_bytes(data.getvalue()[:size])
        with pytest.raises(RecordError, match=re.escape(str(path))):
            list(read_irc(path))


@pytest.mark.parametrize(
    ("file", "old", "new", "where", "line", "field", "said"),
    [
        ("hdb", "800000000   1     1  3", "800000000   1     1  4", "hroster", 1, "players", "3 players and 3 nicks"),
        ("hdb", "800000000   1     1  3", "800000000   1     1 33", "hdb", 1, "players", "a table has 2 to 12"),
        ("hdb", "3/30", "330", "hdb", 1, "flop", '"330" is not players/pot'),
        ("hdb", "3/30", "3/40", "hdb", 1, "flop", "3/40 by its row and 3/30"),
        ("hdb", "Qc Ks", "Qx Ks", "hdb", 1, "board", '"Qx" is not a card'),
        ("hdb", "Qc Ks 8s Jh Tc", "Qc Ks", "hdb", 1, "board", "2 cards"),
        ("hdb", "800000000", "800000001", "hdb", 1, "hroster", "has the timestamp 800000001"),
        ("hroster", "cy", "cyd", "hdb", 1, "pdb", "cyd is in the roster, but their file has no row"),
        ("pdb/pdb.cy", "3 c ", "2 c ", "pdb.cy", 1, "position", "position 2 is taken by bob"),
        ("pdb/pdb.cy", "3 c ", "3 z ", "hdb", 1, "pre-flop", '"z" of cy has letters that are not known'),
        ("pdb/pdb.cy", "3 c ", "3 k ", "hdb", 1, "pre-flop", "cy's k can't follow a bet of 10"),
        ("pdb/pdb.cy", "1000   40", "1000   50", "hdb", 1, "total bet", "cy bet 50 by their row and 40"),
        ("pdb/pdb.cy", "1000   40   90", "1000   40   80", "hdb", 1, "won", "80 won of a pot of 90"),
        ("pdb/pdb.cy", "1000   40", "  20   40", "hdb", 1, "river", "2/90 by its row and 2/70"),
        ("pdb/pdb.cy", "1000   40", "0      40", "pdb.cy", 1, "bankroll", "a bankroll of 0"),
        ("pdb/pdb.cy", "1000   40", "many   40", "pdb.cy", 1, "bankroll", '"many" is not a number'),
        ("pdb/pdb.cy", "Ad Kd", "Ad", "pdb.cy", 1, "pdb", "12 columns, not 11, or 13"),
        ("pdb/pdb.cy", "Ad Kd", "Ks Kd", "hdb", 1, "cards", "Ks comes twice"),
        ("pdb/pdb.ann", "3  1 Bc", "3  1 c ", "hdb", 1, "pre-flop", "bob posted blinds"),
    ],
)
def test_errors_name_file_line_and_field(
    tmp_path: Path, file: str, old: str, new: str, where: str, line: int, field: str, said: str
) -> None:
    month = tmp_path / "month"
    shutil.copytree(MONTH, month)
    text = (month / file).read_text()
    assert old in text
    (month / file).write_text(text.replace(old, new, 1))
    first = next(read_irc(month))
    assert isinstance(first, RecordError)
    assert (Path(first.file).name, first.line, first.field) == (where, line, field), first
    assert said in first.reason


def test_a_folder_without_hands_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="holds no hdb file"):
        list(read_irc(tmp_path))
