"""Games of stud from when each player could raise once a turn: kept without the option, they mean that rule still."""

from __future__ import annotations

import dataclasses

import pytest

from riverboat.errors import RecordError
from riverboat.games import PartnerStudRules
from riverboat.records.formats.phh import parse_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import record_from_json, record_to_json, rules_to_json
from riverboat.records.replay import play_out
from riverboat.tables import table_plan
from riverboat.web.requests import ExperimentTable, NewTable

#: As version 0.1.0 wrote it: Ann raises after she was raised.
OLD = (
    '{"board":[],"button":null,"event":"old","format":1,"game":"stud","hole_cards":[[51,49,44,41],[39,37,32,25]],'
    '"moves":[[0,0,"bet",10],[0,1,"raise",30],[0,0,"raise",80],[0,1,"call",0],[1,0,"bet",50],[1,1,"fold",0]],'
    '"mucked":[],"number":"1","players":["Ann","stud"],"returns":[85,-85],'
    '"rules":{"ante":5,"odd_chips":"first","seats":2},"shown":[0],"stacks":null,"time":"2026-11-16T10:00:00Z",'
    '"unit":"1","extra":{},"line":0,"source":""}'
)
OLD_DIGEST = "921583e3a099e401b455906c47b757f5"
OLD_KEY = "62154c9d62a13e000d402847f00aefec106892d0a4a8dafa76c713412a19bfc2"  # of a table with seed 7, Ann, 32 times a
OLD_PHH = """variant = 'P7S'
antes = [5, 5]
starting_stacks = [inf, inf]
actions = ['d dh p1 AsAdKc', 'd dh p2 JsJdTc', 'p1 cbr 10', 'p2 cbr 30', 'p1 cbr 80', 'p2 cc', 'd dh p1 Qd',
  'd dh p2 8d', 'p1 cbr 50', 'p2 f', 'p1 sm AsAdKcQd']
_returns = ['85', '-85']
_game = 'stud'
"""


def test_an_old_record_replays_and_keeps_its_name() -> None:
    record = record_from_json(OLD)
    assert record.rules == PartnerStudRules(raises="each")
    assert record.digest == OLD_DIGEST
    assert record_to_json(record) == OLD
    assert play_out(record).returns() == (85, -85)


def test_a_file_that_names_no_rule_means_the_old_one_and_survives() -> None:
    record = parse_phh(OLD_PHH)
    assert record.rules == PartnerStudRules(raises="each")
    assert play_out(record).returns() == (85, -85)
    assert "_rules" not in format_phh(record)


def test_a_new_record_names_its_rule_and_is_another_hand() -> None:
    old = record_from_json(OLD)
    new = dataclasses.replace(old, rules=PartnerStudRules(), moves=(*old.moves[:2], *old.moves[3:]))
    assert '"raises":"one"' in record_to_json(new)
    assert record_from_json(record_to_json(new)) == new
    assert new.digest != old.digest
    assert '"raises": "one"' in format_phh(new)
    with pytest.raises(RecordError, match="raise"):
        play_out(dataclasses.replace(old, rules=PartnerStudRules()))


def test_tables_from_before_are_found_with_the_rule_they_were_played_by() -> None:
    place = "a" * 32
    old = NewTable.kept({"game": "stud", "name": "Ann", "seed": 7})
    assert old.plan(place).key == OLD_KEY
    assert table_plan("stud", seed=7, person="Ann", table=place, options={"raises": "each"}).key == OLD_KEY
    new = NewTable(game="stud", name="Ann", seed=7)
    assert new.to_keep()["raises"] == "one"
    assert NewTable.kept(new.to_keep()).plan(place).key == new.plan(place).key != OLD_KEY
    assert "raises" not in NewTable().to_keep()
    assert "raises" not in rules_to_json(PartnerStudRules(raises="each"))


def test_tables_of_the_study_keep_the_form_they_began_with() -> None:
    old = ExperimentTable(deals="A", partner=True)
    assert old.plan("t").bank.rules == PartnerStudRules(raises="each")
    assert old.plan("t").opponents == ("stud",)
    assert old.partner_kind == "paper"
    new = ExperimentTable(deals="A", partner=True, partner_kind="plus", form=2)
    assert new.plan("t").bank.rules == PartnerStudRules()
    assert new.plan("t").opponents == ("stud:cases=none",)
    assert ExperimentTable(**new.to_keep()) == new
