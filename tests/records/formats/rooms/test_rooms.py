"""Hands of poker rooms: what is written as they write is read back as it was played; odd cases; real files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path, PurePosixPath

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.cards.cards import parse_cards
from riverboat.cli import app
from riverboat.errors import OtherGame, RecordError, UnreadableFile
from riverboat.games import HoldemRules
from riverboat.records.formats.phh import parse_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.formats.registry import format_of
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import scan
from riverboat.records.positions import by_position
from riverboat.records.replay import verify
from riverboat.records.sources import SourceFile
from tests.records.formats.rooms.writing import ROOMS
from tests.records.random_hands import played


def random_holdem(seed: int) -> HandRecord:
    """A hand of Hold'em as rooms deal it: two blinds, an ante or none, deep and short stacks."""
    rng = np.random.default_rng([seed, 23])
    seats, small = int(rng.integers(2, 11)), int(rng.integers(1, 4)) * 10
    antes = int(rng.integers(0, 3)) * 5
    stacks = tuple(int(rng.integers(8, 200)) * small + int(rng.integers(1, 9)) for _ in range(seats))
    if rng.random() < 0.3:
        rules = HoldemRules(
            seats=seats,
            betting="limit",
            blinds=(small, 2 * small),
            bets=(2 * small, 4 * small),
            antes=antes,
            raises_per_round=None,
            free_fold=True,
        )
    else:
        rules = HoldemRules(seats=seats, betting="no-limit", blinds=(small, 2 * small), antes=antes, free_fold=True)
    return played(rules, seed=seed, stacks=stacks, button=int(rng.integers(seats)))


def read(text: str, name: str = "hands.txt", encoding: str = "utf-8") -> list[HandRecord | RecordError]:
    part = SourceFile(name, PurePosixPath(name), text.encode(encoding))
    its = format_of(part)
    assert its is not None, f"no room is recognised in {text[:60]!r}"
    return list(its.scan([part]))


def same(room: str, told: HandRecord, hand: HandRecord) -> None:
    """What was read is what was played, seat by seat from the left of the button."""
    hand, told = by_position(hand), by_position(told)
    if room != "bovada":
        assert told.players == hand.players
    assert [value * told.unit for value in told.stacks or ()] == [value * hand.unit for value in hand.stacks or ()]
    scale = hand.unit / told.unit
    assert [(m.street, m.seat, m.kind, m.amount) for m in told.moves] == [
        (m.street, m.seat, m.kind, m.amount * scale if m.kind in ("bet", "raise") else 0) for m in hand.moves
    ]
    assert told.hole_cards == hand.hole_cards
    assert verify(told) == tuple(value * scale for value in verify(hand) or ())


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_written_as_a_room_writes_is_read_back_as_it_was_played(room: str) -> None:
    for seed in range(60):
        hand = random_holdem(seed)
        [told] = read(ROOMS[room](hand))
        assert not isinstance(told, RecordError), f"seed {seed}: {told}\n{ROOMS[room](hand)}"
        same(room, told, hand)


def test_hands_of_a_file_come_one_by_one_and_a_bad_one_stops_nothing() -> None:
    hands = [random_holdem(seed) for seed in range(5)]
    texts = [ROOMS["stars"](hand) for hand in hands]
    texts[2] = texts[2].replace("collected", "collected 1")
    found = read("\n\n".join(texts))
    assert [isinstance(hand, HandRecord) for hand in found] == [True, True, False, True, True]
    assert isinstance(found[2], RecordError)
    assert found[2].file == "hands.txt"
    assert found[2].line > 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_whatever_the_encoding(encoding: str) -> None:
    hand = random_holdem(8)
    [told] = read(ROOMS["stars"](hand), encoding=encoding)
    assert isinstance(told, HandRecord)
    assert sorted(told.players) == sorted(hand.players)


@pytest.mark.parametrize("name", ["a", "a.txt", "a.xml", "a.TXT", "a.log"])
def test_a_room_is_known_by_its_text_and_not_by_a_name(name: str) -> None:
    assert isinstance(read(ROOMS["ipoker"](random_holdem(3)), name)[0], HandRecord)


HEADS_UP = """PokerStars Hand #7: Hold'em No Limit ($1/$2 USD) - 2024/02/29 20:15:00 ET
Table 'Test' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($80 in chips)
Seat 3: Cy ($60 in chips)
{posts}
*** HOLE CARDS ***
Dealt to Ann [As Ad]
{play}
*** SUMMARY ***
Total pot {pot} | Rake {rake}
{summary}
"""
BLINDS = "Bob: posts small blind $1\nCy: posts big blind $2"


def stars_hand(play: str, *, pot: str, posts: str = BLINDS, rake: str = "$0", summary: str = "") -> HandRecord:
    [told] = read(HEADS_UP.format(posts=posts, play=play, pot=pot, rake=rake, summary=summary))
    if isinstance(told, RecordError):
        raise told
    return told


def net(hand: HandRecord) -> dict[str, float]:
    return {name: float(value * hand.unit) for name, value in zip(hand.players, verify(hand) or (), strict=True)}


def test_a_fold_out_of_turn_replays() -> None:
    hand = stars_hand(
        "Ann: calls $2\nBob: calls $1\nCy: checks\n*** FLOP *** [2c 3d 4h]\nAnn: folds\nBob: bets $4\nCy: folds\n"
        "Uncalled bet ($4) returned to Bob\nBob collected $6 from pot",
        pot="$6",
    )
    assert net(hand) == {"Bob": 4, "Cy": -2, "Ann": -2}
    assert [(m.seat, m.kind) for m in hand.moves][3] == (2, "fold")
    assert verify(parse_phh(format_phh(hand))) == verify(hand)


def test_a_fold_out_of_turn_may_end_the_hand() -> None:
    hand = stars_hand("Ann: folds\nCy: folds\nBob collected $3 from pot", pot="$3")
    assert net(hand) == {"Bob": 2, "Cy": -2, "Ann": 0}


def test_who_is_all_in_may_leave() -> None:
    posts = "Bob: posts small blind $1\nCy: posts big blind $2\nCy is sitting out"
    text = HEADS_UP.replace("Cy ($60", "Cy ($2")
    play = "Ann: raises $2 to $4\nBob: calls $3\nCy: folds\n*** FLOP *** [2c 3d 4h]\nBob: folds\nAnn collected $10"
    [told] = read(text.format(posts=posts, play=play, pot="$10", rake="$0", summary=""))
    assert isinstance(told, HandRecord), told
    assert net(told) == {"Bob": -4, "Cy": -2, "Ann": 6}


TWICE = (
    "Ann: raises $98 to $100 and is all-in\nBob: calls $79 and is all-in\nCy: folds\n"
    "Uncalled bet ($20) returned to Ann\n"
    "*** FIRST FLOP *** [2c 3d 4h]\n*** FIRST TURN *** [2c 3d 4h] [9s]\n*** FIRST RIVER *** [2c 3d 4h 9s] [9d]\n"
    "*** SECOND FLOP *** [Kc 3c 4c]\n*** SECOND TURN *** [Kc 3c 4c] [8s]\n*** SECOND RIVER *** [Kc 3c 4c 8s] [8d]\n"
    "*** FIRST SHOW DOWN ***\nAnn: shows [As Ad]\nBob: shows [Kh Ks]\nAnn collected $81 from pot\n"
    "*** SECOND SHOW DOWN ***\nBob: shows [Kh Ks]\nBob collected ${second} from pot"
)


def test_a_board_that_is_dealt_twice_is_worth_half_the_pot_each_time() -> None:
    hand = stars_hand(TWICE.replace("{second}", "81"), pot="$162")
    assert net(hand) == {"Bob": 1, "Cy": -2, "Ann": 1}
    assert hand.second_board == parse_cards("Kc3c4c8s8d")
    assert parse_phh(format_phh(hand)) == hand
    with pytest.raises(RecordError, match="net chips are"):
        stars_hand(TWICE.replace("{second}", "61").replace("$81", "$101"), pot="$162")


def test_dead_blinds_and_late_posts() -> None:
    hand = stars_hand(
        "Ann: checks\nBob: folds\nCy: checks\n*** FLOP *** [2c 3d 4h]\nCy: checks\nAnn: bets $4\nCy: folds\n"
        "Uncalled bet ($4) returned to Ann\nAnn collected $6 from pot",
        posts=BLINDS + "\nAnn: posts small & big blinds $3",
        pot="$6",
    )
    assert net(hand) == {"Bob": -1, "Cy": -2, "Ann": 3}


def test_rake_is_what_is_missing_and_must_be_what_is_stated() -> None:
    play = "Ann: raises $4 to $6\nBob: folds\nCy: calls $4\n*** FLOP *** [2c 3d 4h]\nCy: folds\nAnn collected $12.35"
    hand = stars_hand(play, pot="$13", rake="$0.65")
    assert hand.rake * hand.unit == Fraction(65, 100)
    with pytest.raises(RecordError, match=r"the rake is 0\.6 in the file"):
        stars_hand(play, pot="$13", rake="$0.60")
    with pytest.raises(RecordError, match="the pot is"):
        stars_hand(play, pot="$14", rake="$0.65")


def test_a_cash_out_and_a_bounty_stand_beside_the_hand() -> None:
    hand = stars_hand(
        "Ann: folds\nBob: folds\nCy collected $3 from pot\nBob cashed out the hand for $2.77 | Cash Out Fee $0.46\n"
        "Cy wins $5 for eliminating Bob and their own bounty increases by $2.50 to $9",
        pot="$3",
    )
    assert hand.extra["_notes"]["cash-out Bob"].startswith("$2.77")
    assert hand.extra["_notes"]["bounty won by Cy"] == "$5"
    assert parse_phh(format_phh(hand)) == hand


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("Ann: folds", "Ann: bets $3"), "raise to 300 is not allowed|raise to 3 is not allowed"),
        (("Ann: folds\n", ""), "does not end|turn of Ann"),
        (("Bob: folds", "Bob: calls $7"), "calls 7 and has to call 1"),
        (("Bob: folds", "Bob: checks"), "check is not allowed here"),
        (("Cy collected $3", "Zed collected $3"), "nobody collects the pot"),
        (("As Ad", "As As"), "is not a row of cards|twice"),
    ],
)
def test_what_does_not_fit_is_told_in_words(change: tuple[str, str], said: str) -> None:
    text = HEADS_UP.format(
        posts=BLINDS, play="Ann: folds\nBob: folds\nCy collected $3 from pot", pot="$3", rake="$0", summary=""
    )
    assert isinstance(read(text)[0], HandRecord)
    assert change[0] in text
    [error] = read(text.replace(*change))
    assert isinstance(error, RecordError)
    with pytest.raises(RecordError, match=said):
        raise error


def test_other_games_are_counted_by_name() -> None:
    text = HEADS_UP.format(posts=BLINDS, play="", pot="$3", rake="$0", summary="")
    [left_out] = read(text.replace("Hold'em No Limit", "Omaha Hi/Lo Pot Limit"))
    assert isinstance(left_out, OtherGame)
    assert left_out.game == "Omaha Hi/Lo Pot Limit"


def test_games_that_are_not_played_are_named_as_the_room_names_them() -> None:
    for game, name in (
        ("6 Card Omaha Pot Limit", "6 Card Omaha Pot Limit"),
        ("Fusion Pot Limit", "Fusion Pot Limit"),
        ("Split Hold'em No Limit", "Split Hold'em No Limit"),
        ("Triple Draw 2-7 Lowball Limit", "Triple Draw 2-7 Lowball Limit"),
    ):
        (error,) = read(f"PokerStars Hand #7: {game} ($1/$2 USD) - 2024/02/29 20:15:00 ET\nTable 'T'\n")
        assert isinstance(error, OtherGame)
        assert error.game == name


@pytest.mark.parametrize(
    "change",
    [
        ("Ann", "Ann (1)"),
        ("Ann", "A. (2) B"),
        ("Hand #7:", "Hand #7 [AAMS ID: M25F0C7A1B]:"),
        ("\n", "\r\r\n"),
        ("$", "₹"),
        ("($1/$2 USD)", "($1/$2)"),
    ],
)
def test_other_ways_to_write_the_same_hand(change: tuple[str, str]) -> None:
    play = "Ann: folds\nBob: calls $1\nCy: checks\n*** FLOP *** [6h Jd 4c]\nBob: bets $2\nCy: folds"
    end = "\nUncalled bet ($2) returned to Bob\nBob collected $4 from pot"
    plain = HEADS_UP.format(posts=BLINDS, play=play + end, pot="$4", rake="$0", summary="")
    (hand,), (other,) = read(plain), read(plain.replace(*change))
    assert isinstance(hand, HandRecord)
    assert isinstance(other, HandRecord)
    assert (other.returns, other.stacks, other.rules) == (hand.returns, hand.stacks, hand.rules)
    if change[0] == "Ann":
        assert change[1] in other.players


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_blank_line_after_every_line_changes_nothing(room: str) -> None:
    text = ROOMS[room](random_holdem(4))
    (hand,), (other,) = read(text), read("\n\n".join(text.splitlines()))
    assert isinstance(hand, HandRecord)
    assert isinstance(other, HandRecord)
    assert (other.returns, other.moves, other.board) == (hand.returns, hand.moves, hand.board)


def test_a_file_in_a_language_that_is_not_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Mano de PokerStars n.º 7: Hold'em sin límite\nRepartidas a Ann [As Kd]\n")
    (tmp_path / "b.txt").write_text("Notes on what I saw at PokerStars\n")
    found = list(scan(tmp_path))
    assert [type(each) for each in found] == [UnreadableFile]
    assert "let it write in English" in str(found[0])


def test_hands_that_do_not_replay_are_kept_apart(tmp_path: Path) -> None:
    good, bad = ROOMS["stars"](random_holdem(1)), ROOMS["stars"](random_holdem(2)).replace("collected", "collected 9")
    (tmp_path / "hands.txt").write_text(f"{good}\n\n{bad}", "utf-8")
    kept = tmp_path / "kept.txt"
    words = [str(tmp_path / "hands.txt"), "--database", str(tmp_path / "h.db"), "--keep-unverified", str(kept)]
    told = json.loads(CliRunner().invoke(app, ["import", *words, "--json"]).stdout)
    assert (told["hands_read"], told["hands_stored"], told["hands_rejected"]) == (2, 1, 1)
    assert kept.read_text("utf-8").startswith("# ")
    [again] = read(kept.read_text("utf-8"))
    assert isinstance(again, RecordError)
    assert again.reason in told["rejections"][0]["reason"]
