"""Odd hands of poker rooms that the given files do not hold: each replays to the cent, or is refused by name."""

from __future__ import annotations

import pytest

from riverboat.errors import OtherGame, RecordError
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import verify
from tests.records.formats.rooms.test_rooms import read

STARS = """PokerStars Hand #231000000001:  Hold'em No Limit ($0.50/$1.00 USD) - 2023/05/06 21:10:11 ET
Table 'Arneb' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($60 in chips)
Seat 3: Cy ($150 in chips)
Bob: posts small blind $0.50
Cy: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [As Kd]
Ann: raises $2 to $3
Bob: folds
Cy: calls $2
*** FLOP *** [2c 7d Kh]
Cy: checks
Ann: bets $4
Cy: folds
Uncalled bet ($4) returned to Ann
Ann collected $6.18 from pot
*** SUMMARY ***
Total pot $6.50 | Rake $0.32
Board [2c 7d Kh]
Seat 1: Ann (button) collected ($6.18)
"""
KNOCKOUT = """Winamax Poker - Tournament "KO" buyIn: 4.50€ + 1€ level: 7 - HandId: #2000000000000002-3-1690000000 - \
Holdem no limit (25/100/200) - 2023/07/22 05:06:40 UTC
Table: 'KO(123456789)#017' 6-max (real money) Seat #1 is the button
Seat 1: Ann (3000, 2.25€ bounty)
Seat 2: Bob (3000, 4.50€ bounty)
Seat 3: Hero (3500, 2.25€ bounty)
*** ANTE/BLINDS ***
Ann posts ante 25
Bob posts ante 25
Hero posts ante 25
Bob posts small blind 100
Hero posts big blind 200
Dealt to Hero [Qs Qd]
*** PRE-FLOP ***
Ann raises 2775 to 2975 and is all-in
Bob folds
Hero calls 2775
*** FLOP *** [2h 7d 3c]
*** TURN *** [2h 7d 3c][9s]
*** RIVER *** [2h 7d 3c 9s][4d]
*** SHOW DOWN ***
Hero shows [Qs Qd] (One pair : Queens)
Ann shows [Ah Kh] (High card : Ace)
Hero collected 6125 from pot
*** SUMMARY ***
Total pot 6125 | No rake
Board: [2h 7d 3c 9s 4d]
"""
LATE = """Poker Hand #HD1234567892: Hold'em No Limit ($0.5/$1) - 2023/08/09 12:13:14
Table 'NLHGold12' 6-max Seat #1 is the button
Seat 1: a1b2c3 ($100 in chips)
Seat 2: d4e5f6 ($120.35 in chips)
Seat 3: Hero ($100 in chips)
Seat 4: 99aa88 ($100 in chips)
d4e5f6: posts small blind $0.5
Hero: posts big blind $1
99aa88: posts missed blind $1
*** HOLE CARDS ***
Dealt to Hero [Qs Qd]
99aa88: checks
a1b2c3: folds
d4e5f6: folds
Hero: checks
*** FLOP *** [2h 7d 3c]
Hero: bets $1.25
99aa88: folds
Uncalled bet ($1.25) returned to Hero
*** SHOWDOWN ***
Hero collected $2.38 from pot
*** SUMMARY ***
Total pot $2.5 | Rake $0.12 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0
"""
RUSH = """Poker Hand #RC1234567890: Hold'em No Limit ($0.05/$0.1) - 2023/08/09 12:13:14
Table 'RushAndCash1234567' 6-max Seat #1 is the button
Seat 1: a1b2c3 ($10 in chips)
Seat 2: d4e5f6 ($12.35 in chips)
Seat 3: Hero ($10 in chips)
d4e5f6: posts small blind $0.05
Hero: posts big blind $0.1
*** HOLE CARDS ***
Dealt to Hero [Qs Qd]
a1b2c3: folds
d4e5f6: raises $0.2 to $0.3
Hero: raises $9.7 to $10 and is all-in
d4e5f6: calls $9.7
d4e5f6: shows [Ah Kh]
Hero: shows [Qs Qd]
*** FLOP *** [2h 7d 3c]
Hero: Chooses to EV Cashout
*** TURN *** [2h 7d 3c] [9s]
*** RIVER *** [2h 7d 3c 9s] [4d]
*** SHOWDOWN ***
Hero: Receives Cashout ($13.2)
Hero: Pays Cashout Risk ($0.48)
Hero collected $19.15 from pot
*** SUMMARY ***
Total pot $20 | Rake $0.75 | Jackpot $0.1 | Bingo $0 | Fortune $0 | Tax $0
"""
WINNING = """Game Hand #1690000002 - Tournament #30000001 - Holdem(No Limit) - Level 5 (100.00/200.00)- 2023/07/22 05:06
Table '12' 8-max Seat #1 is the button
Seat 1: Ann (10000.00)
Seat 2: Bob (12030.00)
Seat 3: Hero (10000.00)
Hero posts ante 200.00
Bob posts the small blind 100.00
Hero posts the big blind 200.00
*** HOLE CARDS ***
Dealt to Hero [Qs Qd]
Ann folds
Bob raises 500.00 to 600.00
Hero raises 1400.00 to 1600.00
Bob folds
Uncalled bet (1000.00) returned to Hero
Hero does not show
*** SUMMARY ***
Total pot 1400.00
Seat 3: Hero (big blind) did not show and won 1400.00
"""
PACIFIC = """#Game No : 888000010
***** 888poker Hand History for Game 888000010 *****
$0.05/$0.10 Blinds No Limit Holdem - *** 22 07 2023 05:06:40
Table Jakarta 6 Max (Real Money)
Seat 1 is the button
Total number of players : 4
Seat 1: Ann ( $10 )
Seat 2: Bob ( $12.30 )
Seat 3: Hero ( $10 )
Seat 4: Dee ( $10 )
Bob posts small blind [$0.05]
Hero posts big blind [$0.10]
Dee posts dead blind [$0.05 + $0.10]
** Dealing down cards **
Dealt to Hero [ Qs, Qd ]
Dee checks
Ann folds
Bob folds
Hero raises [$0.40]
Dee folds
** Summary **
Hero did not show his hand
Hero collected [ $0.30 ]
"""


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


STRADDLED = changed(
    STARS,
    ("Cy: posts big blind $1\n", "Cy: posts big blind $1\nDee: straddle $2\n"),
    ("Seat 3: Cy ($150 in chips)\n", "Seat 3: Cy ($150 in chips)\nSeat 4: Dee ($90 in chips)\n"),
    ("raises $2 to $3", "raises $2 to $4"),
    ("calls $2\n", "calls $3\nDee: folds\n"),
    ("$6.18", "$9.97"),
    ("$6.50", "$10.50"),
    ("$0.32", "$0.53"),
)


@pytest.mark.parametrize(
    ("text", "won"),
    [
        (STARS, {"Ann": 318, "Bob": -50, "Cy": -300}),
        (changed(STARS, ("Ann", "x [me]")), {"x [me]": 318, "Bob": -50, "Cy": -300}),
        (STRADDLED, {"Ann": 597, "Bob": -50, "Cy": -400, "Dee": -200}),
        (
            changed(
                STARS,
                ("from pot\n", "from pot\nAnn wins the tournament and receives $100.00 - congratulations!\n"),
                ("*** SUM", "Cy wins a $5.50 ticket\nBob wins an entry to tournament #3999999999\n*** SUM"),
            ),
            {"Ann": 318, "Bob": -50, "Cy": -300},
        ),
        (KNOCKOUT, {"Ann": -3000, "Bob": -125, "Hero": 3125}),
        (LATE, {"a1b2c3": 0, "d4e5f6": -50, "Hero": 138, "99aa88": -100}),
        (RUSH, {"a1b2c3": 0, "d4e5f6": -1000, "Hero": 915}),
        (WINNING, {"Ann": 0, "Bob": -600, "Hero": 600}),
        (PACIFIC, {"Ann": 0, "Bob": -5, "Hero": 20, "Dee": -15}),
    ],
)
def test_odd_hands_replay_to_the_cent(text: str, won: dict[str, int]) -> None:
    """In cents, or chips of a tournament; a player who takes no part is no seat of the record."""
    [hand] = read(text)
    assert isinstance(hand, HandRecord), hand
    assert dict.fromkeys(won, 0) | dict(zip(hand.players, verify(hand) or (), strict=True)) == won


def test_odd_hands_are_refused_by_name() -> None:
    for old, new, said in (
        ("*** HOLE", "Cash Drop to Pot : total $5\n*** HOLE", "the house has added to"),
        ("*** FLOP *** [2c 7d Kh]", "*** THIRD FLOP *** [2c 7d Kh]", "dealt three times"),
        ("Seat ", "Platz ", "lists no seats that can be read: let the room write in English"),
        ("*** SUMMARY", "Hand cancelled\n*** SUMMARY", "cancelled by the room"),
    ):
        [error] = read(changed(STARS, (old, new)))
        assert isinstance(error, RecordError), (old, new)
        assert said in str(error)
    again = "** Dealing flop ** [ 2h, 7d, 3c ]\n** Dealing turn ** [ 9s ]\n** Dealing river ** [ 4d ]\n"
    twice = again + again.replace("h", "s").replace("d,", "c,").replace("3c", "3h").replace("9s", "9h").replace(
        "4d", "4c"
    )
    [error] = read(changed(PACIFIC, ("Dee folds\n", "Dee calls [$0.40]\n" + twice)))
    assert "more than one board" in str(error)


@pytest.mark.parametrize(
    ("text", "old", "new", "game"),
    [
        *(
            (STARS, "Hold'em No Limit", f"{name} Hold'em No Limit", f"{name} Hold'em No Limit")
            for name in ("Swap", "Tempest", "Showtime", "Power Up", "6+")
        ),
        (STARS, "Hold'em No Limit (", "HORSE (Omaha Hi/Lo Limit, ", "Omaha Hi/Lo Limit"),
        (RUSH, "Hold'em No Limit", "ShortDeck No Limit", "ShortDeck No Limit"),
        (PACIFIC, "No Limit Holdem", "Pot Limit OmahaHL", "OmahaHL POT LIMIT"),
    ],
)
def test_games_that_are_not_played_are_not_taken_for_those_that_are(text: str, old: str, new: str, game: str) -> None:
    [left_out] = read(changed(text, (old, new)))
    assert isinstance(left_out, OtherGame)
    assert left_out.game == game


def test_a_hand_of_another_language_or_room_among_others_is_named_and_not_swallowed() -> None:
    spanish = "Mano n.º 231000000099 de PokerStars: Hold'em No Limit ($0.50/$1.00 USD)\nMesa 'Arneb' 6-max\n"
    for stray in (spanish, PACIFIC.partition("\n")[2], WINNING.replace("Game Hand", "Other Hand")):
        first, error, last = read(f"{STARS}\n\n{stray}\n\n{STARS}")
        assert isinstance(first, HandRecord)
        assert isinstance(last, HandRecord)
        assert isinstance(error, RecordError)
        assert error.line == STARS.count("\n") + 3
        assert "another room, or in a language or form that is not read" in str(error)
