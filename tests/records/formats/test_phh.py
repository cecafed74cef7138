"""Reading and writing PHH: what is read, what is refused and how."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from riverboat.cards.cards import parse_cards
from riverboat.errors import RecordError
from riverboat.games import UNKNOWN, HoldemRules, StudRules
from riverboat.records.formats.phh import parse_phh, read_phh, scan_phh
from riverboat.records.formats.phh_text import PhhText, split_tables
from riverboat.records.formats.phh_writer import format_phh, write_phh
from riverboat.records.hand_record import HandRecord, Move
from riverboat.records.replay import verify
from tests.records.random_hands import HANDS

NT = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = ['d dh p1 6s8h', 'd dh p2 Ah8s', 'p2 cbr 300', 'p1 f']
"""


@pytest.fixture(scope="module")
def hands() -> list[HandRecord]:
    return list(read_phh(HANDS / "small.phhs"))


def test_all_hands_of_a_phhs_are_read_and_verify(hands: list[HandRecord]) -> None:
    assert [hand.game for hand in hands] == ["holdem-limit", "holdem-limit", "holdem-nolimit", "stud-limit", "stud"]
    assert [verify(hand) for hand in hands] == [hand.returns for hand in hands]


def test_limit_holdem(hands: list[HandRecord]) -> None:
    hand = hands[0]
    assert hand.players == ("Ann", "Bob", "Cy")
    assert hand.stacks == (500, 500, 500)
    assert hand.returns == (70, -70, 0)
    assert hand.board == parse_cards("2c3c4h9sTd")
    assert hand.moves[0] == Move(0, 2, "fold")
    assert hand.moves[1:3] == (Move(0, 0, "raise", 20), Move(0, 1, "call"))
    assert hand.moves[-1] == Move(3, 1, "check")
    assert (hand.shown, hand.mucked) == ((0,), (1,))
    assert (hand.number, hand.event, hand.time, hand.line) == ("1", "Small table", "2024-02-29", 3)
    rules = hand.rules
    assert isinstance(rules, HoldemRules)
    assert (rules.blinds, rules.bets, rules.raises_per_round) == ((5, 10), (10, 20), None)


def test_heads_up_the_first_seat_is_the_big_blind(hands: list[HandRecord]) -> None:
    assert hands[1].moves[0] == Move(0, 1, "raise", 20)
    assert hands[1].hole_cards[0] == (UNKNOWN, UNKNOWN)
    assert hands[1].number == "2"  # the name of its table


def test_decimals_become_whole_chips(hands: list[HandRecord]) -> None:
    hand = hands[2]
    assert hand.unit == Fraction(1, 100)
    assert hand.stacks == (2000, 2000, 500)
    assert hand.returns == (-500, -50, 550)
    assert hand.moves[0] == Move(0, 2, "raise", 60)
    assert hand.time == "2024-02-29T20:15:00Z"
    assert hand.extra == {"currency": "USD"}
    assert isinstance(hand.rules, HoldemRules)
    assert hand.rules.antes == (0, 30, 0)


def test_stud(hands: list[HandRecord]) -> None:
    hand = hands[3]
    assert isinstance(hand.rules, StudRules)
    assert hand.moves[0] == Move(0, 0, "bring-in")
    assert hand.moves[1] == Move(0, 1, "raise", 4)
    assert hand.hole_cards[2] == (UNKNOWN, UNKNOWN, *parse_cards("Qh"))
    assert max(move.street for move in hand.moves) == 4


def test_partner_stud_reveals_cards(hands: list[HandRecord]) -> None:
    reveals = [move for move in hands[4].moves if move.kind == "reveal"]
    assert reveals[:2] == [Move(5, 0, "reveal", parse_cards("Ac")[0]), Move(5, 1, "reveal", parse_cards("Qd")[0])]
    assert [move.street for move in reveals] == [5, 5, 6, 6]
    assert hands[4].stacks is None


def test_parts_of_a_chip_mean_that_pots_are_split_exactly() -> None:
    text = NT.replace("'p2 cbr 300', 'p1 f'", "'p2 cc', 'p1 cc'") + "finishing_stacks = [10000.5, 9999.5]\n"
    record = parse_phh(text)
    assert isinstance(record.rules, HoldemRules)
    assert record.rules.odd_chips == "split"
    assert record.returns == (Fraction(1, 2), Fraction(-1, 2))


def test_plain_lines_and_full_toml_read_the_same() -> None:
    odd = NT.replace("variant = 'NT'", 'variant="NT" # a comment').replace(
        "'p2 cbr 300',", "\n  'p2 cbr 300', # raise\n"
    )
    assert parse_phh(odd) == parse_phh(NT)
    assert PhhText(NT).fields() == PhhText(NT + "\n# x = 'y'\n").fields()
    assert parse_phh(NT.replace("\n", "\r\n")) == parse_phh(NT)
    assert parse_phh(NT.replace("300'", "300 # all right'")) == parse_phh(NT)


def test_cards_shown_later_become_known() -> None:
    text = NT.replace("p1 6s8h", "p1 ????").replace("'p1 f'", "'p1 cc', 'd db 2c3c4c', 'p1 sm 6s8h'")
    assert parse_phh(text).hole_cards[0] == parse_cards("6s8h")


def test_writing_one_and_many(tmp_path: Path, hands: list[HandRecord]) -> None:
    write_phh(hands, tmp_path / "many.phhs")
    assert list(read_phh(tmp_path / "many.phhs")) == hands
    write_phh(hands[:1], tmp_path / "one.phh")
    assert list(read_phh(tmp_path / "one.phh")) == hands[:1]
    with pytest.raises(RecordError, match=r"holds one hand, not 5: name it \.phhs"):
        write_phh(hands, tmp_path / "many.phh")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many.phhs", "one.phh"]


def test_a_bad_hand_among_good_ones_is_named_and_passed_over() -> None:
    good = NT + "hand = 1\n"
    text = f"[1]\n{good}\n[2]\n{good.replace('6s8h', '6x8h')}\n[3]\n{good}"
    first, bad, last = scan_phh(text, "hands.phhs")
    assert first == last
    assert str(bad) == ('hands.phhs:18: actions: "d dh p1 6x8h": "6x" is not a card such as As, Td or ?? for unknown')


BAD = [
    ("'NT'", "'NS'", 1, "variant", 'variant "NS" is not supported yet: FT, NT, PO and F7S are'),
    ("'NT'", "'XX'", 1, "variant", '"XX" is not a variant of PHH'),
    ("'NT'", "7", 1, "variant", '"7" is not a variant of PHH'),
    ("variant = 'NT'\n", "", 1, "variant", "is missing"),
    ("min_bet = 100\n", "", 1, "min_bet", "is missing: variant NT needs it"),
    ("actions =", "_actions =", 1, "actions", "is missing"),
    ("= true", "= 'yes'", 2, "ante_trimming_status", '"yes" is neither true nor false'),
    ("antes = [0, 0]", "antes = [0]", 3, "antes", "is not a list of 2 amounts"),
    ("antes = [0, 0]", "antes = [0, 7]", 1, "variant", "unequal antes that are trimmed are not supported yet"),
    ("[50, 100]", "[50, 'x']", 4, "blinds_or_straddles", '"x" is not an amount'),
    ("[50, 100]", "[50, -1e30]", 4, "blinds_or_straddles", "out of reach"),
    ("[50, 100]", "[50, 1e30]", 4, "blinds_or_straddles", "out of reach"),
    ("[50, 100]", "[50, 1e99999999]", 4, "blinds_or_straddles", "out of reach"),
    ("[50, 100]", f"[50, 0x{'f' * 9000}]", 4, "blinds_or_straddles", "more than 18 digits"),
    ("min_bet = 100", f"min_bet = 100\nlevel = 0x{'f' * 9000}", 6, "level", "more than 18 digits"),
    ("min_bet = 100", "min_bet = 100\n_unit = '1e99999999'", 6, "_unit", "is not a fraction"),
    ("min_bet = 100", "min_bet = 100\n_returns = ['1e99999999', '0']", 6, "_returns", "is not a list of fractions"),
    ("min_bet = 100", "min_bet = 100\nfinishing_stacks = [1e99999999, 1]", 6, "finishing_stacks", "is not a list"),
    ("'p1 f'", "'p1 cbr 1e99999999'", 7, "actions", "out of reach"),
    ("[10000, 10000]", "[10000]", 6, "starting_stacks", "is not a list of 2 to 12 stacks"),
    ("[10000, 10000]", "[0, 10000]", 6, "starting_stacks", "a seat without chips"),
    ("[10000, 10000]", "[10000, 1.00000001]", 6, "starting_stacks", "8 decimals"),
    ("'p1 f'", "'p3 f'", 7, "actions", "p3 is not a seat: seats are p1 to p2"),
    ("'p1 f'", "'x1 f'", 7, "actions", '"x1" is not a seat such as p1'),
    ("'p1 f'", "'p1 jump'", 7, "actions", "is not an action: f, cc, cbr AMOUNT, pb or sm"),
    ("'p1 f'", "'d dx 2c'", 7, "actions", "is not a deal"),
    ("'p1 f'", "'d db 2c'", 7, "actions", "the board would have 1 cards"),
    ("'p1 f'", "'p1 cbr ten'", 7, "actions", '"ten" is not an amount'),
    ("'p1 f'", "'p1 cbr -5'", 7, "actions", "out of reach"),
    ("'p1 f'", "'p1 sm 2c2d'", 7, "actions", "was dealt 6s, which it does not show"),
    ("'p1 f'", "7", 7, "actions", '"7" is not an action'),
    ("'p1 f'", "'d dh p1 2c'", 7, "actions", "3 cards are too many"),
    ("actions = [", "actions = 5 #[", 7, "actions", "is not a list of actions"),
    ("min_bet = 100", "min_bet = 100\nplayers = ['A']", 6, "players", "is not a list of 2 names"),
    ("min_bet = 100", "min_bet = 100\nfinishing_stacks = [1]", 6, "finishing_stacks", "is not a list of 2 amounts"),
    ("min_bet = 100", "min_bet = 100\n_rules = '{'", 6, "_rules", "Expecting"),
    ("min_bet = 100", "min_bet = 100\n_rules = '{\"seats\": 77}'", 6, "_rules", "77 seats"),
    ("min_bet = 100", "min_bet = 100\n_unit = 'x'", 6, "_unit", "is not a fraction"),
    ("min_bet = 100", "min_bet = 100\n_button = 5", 6, "_button", "is not a seat: 0 to 1"),
    ("min_bet = 100", "min_bet = 100\n_chairs = true", 1, "seats", "is not the chairs 1 to 2"),
    ("min_bet = 100", "min_bet = 100\n_chairs = true\nseats = [2, 2]", 7, "seats", "is not the chairs 1 to 2"),
    ("min_bet = 100", "min_bet = 100\n_returns = ['x', 'y']", 6, "_returns", "is not a list of fractions"),
    ("min_bet = 100", "min_bet = 100\n_game = 'stud'", 6, "_game", "does not go with variant NT"),
    ("min_bet = 100", "min_bet = 100\nmin_bet = 100", 6, "min_bet", "not valid TOML"),
    ("min_bet = 100", "min_bet = ", 5, "min_bet", "not valid TOML"),
    ("'p1 f']", "'p1 f'", 8, "actions", "not valid TOML"),
]


@pytest.mark.parametrize(("old", "new", "line", "field", "said"), BAD, ids=[f"{b[3]}-{b[4][:18]}" for b in BAD])
def test_errors_name_file_line_and_field(old: str, new: str, line: int, field: str, said: str) -> None:
    assert old in NT
    with pytest.raises(RecordError, match=re.escape(said)) as caught:
        parse_phh(NT.replace(old, new, 1), "bad.phh")
    error = caught.value
    assert (error.file, error.line, error.field) == ("bad.phh", line, field)
    assert str(error).startswith(f"bad.phh:{line}: {field}: ")
    assert "\n" not in str(error)


def test_nested_brackets_and_long_numbers_are_refused_quickly() -> None:
    for value in ("[" * 100_000, "1" * 10_000, "'" + "p1 f', '" * 100_000 + "p1 f'"):
        with pytest.raises(RecordError):
            parse_phh(NT.replace("'p1 f'", value))


def test_tables_know_their_lines() -> None:
    parts = list(split_tables("\n# x\n[1]\na = 1\n\n['b c']\na = 2\n"))
    assert [(part.table, part.first_line) for part in parts] == [("1", 3), ("b c", 6)]
    assert [part.line_of("a") for part in parts] == [4, 7]


def test_a_hand_may_have_tables_of_its_own() -> None:
    record = parse_phh(NT + "[_mine]\nmood = 'good'\n")
    (scanned,) = scan_phh(NT + "[_mine]\nmood = 'good'\n")
    assert scanned == record == parse_phh(format_phh(record))
    assert record.extra == {"_mine": {"mood": "good"}}


def test_numbers_of_hands_keep_their_spelling() -> None:
    for number in ("7", "007", "x", "1234567890123456789012"):
        record = parse_phh(NT + f"hand = '{number}'\n")
        assert record.number == number
        assert parse_phh(format_phh(record)).number == number


# Written by version 0.1.0: seats in the order of chairs, the button in a field of our own.
FROM_0_1_0 = [
    (
        """variant = 'FT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
starting_stacks = [2000, 2000, 2000]
actions = ['d dh p1 3h2s', 'd dh p2 8cJh', 'd dh p3 9hQs', 'p1 cbr 20', 'p2 cbr 30', 'p3 cbr 40', 'p1 cc', 'p2 cc', \
'd db 3c8s2h', 'p2 cbr 10', 'p3 cc', 'p1 f', 'd db 8d', 'p2 cc', 'p3 cc', 'd db 8h', 'p2 cc', 'p3 cc', \
'p2 sm 8cJh', 'p3 sm 9hQs']
players = ['Ann', 'Bob', 'Cy']
hand = 12
event = 'Random table'
year = 2024
month = 2
day = 29
time = 20:15:00
time_zone = 'UTC'
finishing_stacks = [1960, 2090, 1950]
_button = 0
_rules = '{"free_fold": false, "raises_per_round": 3, "short_all_in": "half"}'
""",
        "0411f8eddeb4020231cfadeebdb30465",
    ),
    (
        """variant = 'F7S'
ante_trimming_status = true
antes = [1, 1]
bring_in = 3
small_bet = 10
big_bet = 20
starting_stacks = [2000, 2000]
actions = ['d dh p1 7s2s3d', 'd dh p2 5h9c7h', 'p1 cbr 10', 'p2 cc', 'd dh p1 8d', 'd dh p2 Jc', 'p2 cbr 10', \
'p1 cbr 20', 'p2 cbr 30', 'p1 cbr 40', 'p2 cc', 'd dh p1 6c', 'd dh p2 Kd', 'p2 cbr 20', 'p1 cbr 40', 'p2 cbr 60', \
'p1 cbr 80', 'p2 f']
players = ['Ann', 'Bob']
hand = 3
event = 'Random table'
year = 2024
month = 2
day = 29
time = 20:15:00
time_zone = 'UTC'
finishing_stacks = [2111, 1889]
_button = 0
_rules = '{"free_fold": false, "raises_per_round": 3, "short_all_in": "half"}'
""",
        "8bb891f9f28cf4963ee768881416813d",
    ),
]


@pytest.mark.parametrize(("text", "digest"), FROM_0_1_0, ids=["limit", "stud"])
def test_files_of_0_1_0_read_to_the_same_records(text: str, digest: str) -> None:
    record = parse_phh(text)
    assert record.digest == digest
    assert record.button == 0
    assert verify(record) == record.returns


@pytest.mark.parametrize(("text", "digest"), FROM_0_1_0, ids=["limit", "stud"])
def test_players_are_written_by_position_and_chairs_in_the_formats_own_field(text: str, digest: str) -> None:
    written = format_phh(parse_phh(text))
    assert "players = ['Bob', 'Cy', 'Ann']" in written or "players = ['Bob', 'Ann']" in written
    assert "seats = [2, 3, 1]" in written or "seats = [2, 1]" in written
    assert "_button" not in written
    assert parse_phh(written) == parse_phh(text)


def test_chairs_of_others_are_kept_as_they_are() -> None:
    record = parse_phh(NT + "seats = [7, 2]\n")
    assert (record.button, record.extra) == (None, {"seats": [7, 2]})
    assert parse_phh(format_phh(record)) == record


def test_whoever_is_all_in_shows_before_the_board_is_dealt_out() -> None:
    text = NT.replace("'p2 cbr 300', 'p1 f'", "'p2 cbr 10000', 'p1 cc', 'p1 sm 6s8h', 'p2 sm Ah8s', 'd db 2c3c4c'")
    assert "'p1 sm 6s8h', 'p2 sm Ah8s', 'd db 2c3c4c']" in format_phh(parse_phh(text))
