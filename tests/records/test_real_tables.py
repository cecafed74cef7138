"""Hands as the poker rooms' own files have them: rake, stated winnings, posts out of turn, mucked and half-shown hands.

The hands are written by us; their shapes are those of the public HandHQ collection.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest

from riverboat.cards.cards import parse_cards
from riverboat.errors import RecordError
from riverboat.games import UNKNOWN, HoldemRules
from riverboat.modeling.statistics import player_statistics
from riverboat.records.formats.phh import parse_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import HandRecord, record_from_json, record_to_json
from riverboat.records.importing import import_hands
from riverboat.records.replay import verify
from riverboat.records.store.hand_store import Store
from riverboat.records.walkthrough import ending_of


def hand(actions: str, *, blinds: str = "5, 10, 0", stacks: str = "1000, 1000.50, 1000", more: str = "") -> HandRecord:
    """A hand of 5-10 no-limit by Ann, Bob and Cy, all of whose cards are unknown."""
    dealt = [f"d dh p{seat} ????" for seat in (1, 2, 3)]
    text = [*dealt, *actions.split(", ")]
    return parse_phh(
        f"""variant = 'NT'
ante_trimming_status = false
antes = [0, 0, 0]
blinds_or_straddles = [{blinds}]
min_bet = 10
starting_stacks = [{stacks}]
actions = {text}
players = ['Ann', 'Bob', 'Cy']
{more}
"""
    )


def same_after_writing(record: HandRecord) -> bool:
    back = parse_phh(format_phh(record))
    return back == record == record_from_json(record_to_json(record)) and back.rake == record.rake


CALLED = "p3 cbr 30, p1 f, p2 cc, d db 2c7d9h, p2 cc, p3 cbr 40, p2 f"


def test_winnings_are_after_rake_and_without_the_bet_that_went_back() -> None:
    record = hand(CALLED, more="winnings = [0, 0, 61.75]")  # of a pot of 65
    assert verify(record) == record.returns == (-500, -3000, 3175)
    assert record.rake == 325
    assert ending_of(record).net == record.returns
    assert same_after_writing(record)
    assert "finishing_stacks = [995.00, 970.50, 1031.75]" in format_phh(record)


def test_winnings_may_have_the_bet_that_went_back_in_them() -> None:
    record = hand(CALLED, more="winnings = [0, 0, 101.75]")  # 65 in the pot, 40 more back
    assert verify(record) == (-500, -3000, 3175)
    assert record.rake == 325


def test_a_loser_may_collect_the_uncalled_part_of_an_all_in() -> None:
    actions = "p3 cbr 1000, p1 f, p2 cc, p2 sm AsAd, p3 sm KsKd, d db 2c7d9h, d db 3s, d db 4s"
    record = hand(actions, stacks="1000, 200, 1000", more="winnings = [0, 395, 800]")
    assert verify(record) == (-5, 195, -200)
    assert record.rake == 10


def test_winnings_of_zero_say_nothing() -> None:
    record = hand(CALLED, more="winnings = [0, 0, 0]")
    assert (record.returns, record.rake) == (None, 0)
    assert verify(record) == (-500, -3000, 3500)
    assert same_after_writing(record)


def test_finishing_stacks_may_be_after_rake() -> None:
    record = hand(CALLED, more="finishing_stacks = [995, 970.50, 1031.75]")
    assert verify(record) == (-500, -3000, 3175)
    assert record.rake == 325
    fine = hand(CALLED, stacks="1000, 1000, 1000", more="finishing_stacks = [995, 970, 1031.75]")
    assert fine.rake == Fraction(13, 4)  # a part of a chip, where bets are whole dollars
    assert verify(fine) == fine.returns
    assert same_after_writing(fine)


def test_a_split_pot_is_shared_after_rake() -> None:
    actions = "p3 f, p1 cc, p2 cc, d db 2c7d9h, p1 cc, p2 cc, d db 3s, p1 cc, p2 cc, d db 4s, p1 cc, p2 cc"
    record = hand(f"{actions}, p1 sm AsKd, p2 sm AdKs", more="winnings = [9.51, 9.50, 0]")
    assert verify(record) == (-49, -50, 0)
    assert record.rake == 99
    assert same_after_writing(record)


@pytest.mark.parametrize(
    ("more", "field", "said"),
    [
        ("winnings = [0, 0, 120]", "winnings", "12000 chips were collected, and 6500 were in the pot"),
        ("winnings = [0, 0, 20]", "winnings", "2000 chips were collected, and 6500 were in the pot"),
        ("winnings = [0, 61.75, 0]", "returns", "with a rake of 325"),
        ("finishing_stacks = [990, 970.50, 1035]", "returns", "net chips are -1000, -3000, 3500"),
        ("finishing_stacks = [995, 970.50, 1010]", "returns", "with a rake of 2500"),
        ("finishing_stacks = [995, 970.50, 1036]", "returns", "net chips are -500, -3000, 3600"),
        ("winnings = [0, 61.75]", "winnings", "is not a list of 3 amounts"),
    ],
)
def test_results_that_cannot_be_are_refused(more: str, field: str, said: str) -> None:
    with pytest.raises(RecordError, match=said) as caught:
        verify(hand(CALLED, more=more))
    assert caught.value.field == field
    assert caught.value.line == 9


def test_a_small_post_out_of_turn_is_dead() -> None:
    actions = "p4 cc, p1 f, p2 cc, d db 2c7d9h, p2 cc, p4 cc, d db 3s, p2 cc, p4 cbr 20, p2 f"
    record = four(actions, "5, 10, 0, -5", more="finishing_stacks = [995, 990, 1000, 1013.75]")
    assert isinstance(record.rules, HoldemRules)
    assert (record.rules.blinds, record.rules.antes) == ((5, 10), (0, 0, 0, 5))
    assert verify(record) == (-5, -10, 0, Fraction(55, 4))
    assert record.rake == Fraction(5, 4)
    assert same_after_writing(record)


def four(actions: str, blinds: str, *, more: str = "") -> HandRecord:
    text = [*[f"d dh p{seat} ????" for seat in (1, 2, 3, 4)], "p3 f", *actions.split(", ")]
    return parse_phh(
        f"""variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [{blinds}]
min_bet = 10
starting_stacks = [1000, 1000, 1000, 1000]
actions = {text}
{more}
"""
    )


def test_a_post_of_a_big_blind_out_of_turn_is_a_bet_and_does_not_change_who_speaks_first() -> None:
    record = four("p4 cc, p1 f, p2 cbr 30, p4 f", "5, 10, 0, -10", more="winnings = [0, 25, 0, 0]")
    assert isinstance(record.rules, HoldemRules)
    assert record.rules.blinds == (5, 10, 0, 10)
    assert record.rules.first_position == 2
    assert record.moves[1].kind == "check"
    assert verify(record) == (-5, 15, 0, -10)
    assert same_after_writing(record)
    assert "blinds_or_straddles = [5, 10, 0, -10]" in format_phh(record)


def test_what_is_posted_above_the_big_blind_is_dead() -> None:
    record = four("p4 cc, p1 f, p2 cc, d db 2c7d9h, p2 cbr 20, p4 f", "5, 10, 0, -15")
    assert verify(record) == (-5, 20, 0, -15)
    assert same_after_writing(record)
    written = format_phh(record)
    assert "antes = [0, 0, 0, 5]" in written
    assert "blinds_or_straddles = [5, 10, 0, -10]" in written


def test_a_straddle_on_the_button_lets_the_small_blind_begin() -> None:
    text = format_phh(four("p4 cbr 40, p1 f, p2 f", "5, 10, 0, 0")).replace("[5, 10, 0, 0]", "[5, 10, 0, 20]")
    record = parse_phh(text.replace("'p3 f', 'p4 cbr 40', 'p1 f', 'p2 f'", "'p1 f', 'p2 f', 'p3 f'"))
    assert verify(record) == (-5, -10, 0, 15)
    assert same_after_writing(record)


SHOWDOWN = "p3 f, p1 cc, p2 cc, d db 2c7d9h, p1 cc, p2 cc, d db 3s, p1 cc, p2 cc, d db 4s, p1 cc, p2 cc"


def test_whoever_mucks_cards_that_the_file_knows_has_not_shown_them() -> None:
    text = format_phh(hand(f"{SHOWDOWN}, p1 sm QsQd"))
    text = text.replace("'d dh p2 ????'", "'d dh p2 AsAd'").replace("'p1 sm QsQd'", "'p1 sm QsQd', 'p2 sm ????'")
    record = parse_phh(text)
    assert record.hole_cards[1] == parse_cards("AsAd")
    assert (record.shown, record.mucked) == ((0,), (1,))
    assert verify(record) == (1000, -1000, 0)
    assert same_after_writing(record)
    half = parse_phh(text.replace("p2 sm ????", "p2 sm ??As"))
    assert half == record


def test_one_card_shown_is_known() -> None:
    record = hand(f"{CALLED}, p3 sm ??Ah")
    assert record.hole_cards[2] == (UNKNOWN, *parse_cards("Ah"))
    assert record.shown == (2,)
    assert verify(record) == (-500, -3000, 3500)
    assert same_after_writing(record)


def test_a_result_is_taken_where_cards_that_nobody_saw_decide() -> None:
    shown = f"{SHOWDOWN}, p1 sm QsQd, p2 sm ????"
    assert verify(hand(shown)) == (1000, -1000, 0)
    won = hand(shown, more="winnings = [0, 19, 0]")
    assert verify(won) == (-1000, 900, 0)
    assert verify(hand(f"{SHOWDOWN}, p1 sm ????, p2 sm ????")) is None
    open_ = hand(f"{SHOWDOWN}, p1 sm ????, p2 sm ????", more="winnings = [19, 0, 0]")
    assert verify(open_) == (900, -1000, 0)
    with pytest.raises(RecordError, match=r"cannot be, whatever p1 \(Ann\), p2 \(Bob\) held"):
        verify(dataclasses.replace(open_, returns=(-1000, 900, 0), rake=0))


def test_whoever_first_shows_nothing_and_then_the_cards_has_shown_them_once() -> None:
    record = hand(f"{SHOWDOWN}, p1 sm ????, p2 sm ????, p1 sm QsQd, p2 sm JsJd")
    assert record.shown == (0, 1)
    assert verify(record) == (1000, -1000, 0)


def test_players_of_unknown_stacks_may_be_all_in() -> None:
    actions = "p3 f, p1 cbr 500, p2 cc, d db 2c7d9h, p1 cc, p2 cc, d db 3s, d db 4s, p1 sm AsAd, p2 sm KsKd"
    record = hand(actions, stacks="inf, inf, inf")
    assert verify(record) == (500, -500, 0)
    assert same_after_writing(record)
    with pytest.raises(RecordError, match="the hand does not end"):
        verify(hand(actions))


def test_an_uncalled_bet_is_no_pot() -> None:
    ending = ending_of(hand(CALLED))
    assert [pot.amount for pot in ending.pots] == [6500]
    assert ending.returned is not None
    assert (ending.returned.amount, ending.returned.seats) == (4000, (2,))


def test_stats_count_what_was_left_after_rake(tmp_path: Path) -> None:
    (tmp_path / "raked.phh").write_text(format_phh(hand(CALLED, more="winnings = [0, 0, 61.75]")))
    with Store(str(tmp_path / "hands.db")) as store:
        (last,) = import_hands(store, tmp_path / "raked.phh")
        assert last.hands_stored == 1
        (stored,) = store.hands()
        assert stored.net == (-500, -3000, 3175)
        assert stored.record.rake == 325
        (again,) = import_hands(store, tmp_path / "raked.phh")
        assert again.hands_known == 1
        found = player_statistics("Cy", store.hands(player="Cy"))
    assert found.figures()["income_sb"].mean == pytest.approx(31.75 / 10)
