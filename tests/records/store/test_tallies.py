"""Tallies: counted when a hand is stored, or later, once; and the same whichever way they come about."""

from __future__ import annotations

import dataclasses
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from riverboat.errors import DamagedHand
from riverboat.games import CardState, HoldemRules, make_game
from riverboat.records.hand_record import HandRecord
from riverboat.records.recording import record_of
from riverboat.records.replay import play_out, verify
from riverboat.records.store import player_tallies, tallies
from riverboat.records.store.hand_store import Store
from riverboat.records.store.player_tallies import tallies_of
from riverboat.records.store.schema import STEPS, hands_table, player_tallies_table, players_table
from riverboat.records.store.tallies import tally
from riverboat.records.store.tallies_kernel import KNOWN, SETTLED, SHOWDOWN, WON
from riverboat.records.store.tally_pieces import forget_deleted
from riverboat.steps import run_to_end
from tests.records.random_hands import played, random_record

RECORDS = [random_record(seed) for seed in range(40)]


def slow_winners(record: HandRecord) -> list[bool]:
    """Who took chips at the end, by the engine alone."""
    state = play_out(record)
    own = [sum(pot.amount for pot in state.pots if pot.seats == (seat,)) for seat in range(record.seats)]
    return [won > mine for won, mine in zip(state.winnings(), own, strict=True)]


def uncounted(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(player_tallies_table.delete())


def count(store: Store, player: str = "Ann") -> int:
    mine = sa.select(players_table.c.id).where(players_table.c.name == player).scalar_subquery()
    pieces = player_tallies_table.c
    with store.reading() as connection:
        kept = connection.scalar(sa.select(sa.func.sum(pieces.hands)).where(pieces.player_id == mine))
        return int(kept or 0)


def test_winners_at_showdown_are_those_of_the_engine_600_hands() -> None:
    showdowns = 0
    for seed in range(600):
        record = random_record(seed)
        bits = tally(record, verify(record))["bits"]
        if bits.any() and (bits & SHOWDOWN).any():
            showdowns += 1
            expected = slow_winners(record)
            assert [bool(each & WON) for each in bits if each & SETTLED] == [
                expected[seat] for seat in range(record.seats) if bits[seat] & SETTLED
            ]
    assert showdowns > 200


def test_most_showdowns_of_two_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [(record, verify(record)) for record in (played(HoldemRules(seats=2), seed=seed) for seed in range(60))]
    replays = []

    def counted(record: HandRecord) -> CardState:
        replays.append(record)
        return play_out(record)

    monkeypatch.setattr(tallies, "play_out", counted)
    bits = [tally(record, net)["bits"] for record, net in hands]
    showdowns = sum(bool((each & SHOWDOWN).any()) for each in bits)
    assert showdowns >= 30
    assert len(replays) < showdowns / 5  # pots that were split, or nearly nothing was lost


def test_an_unknown_result_is_no_income() -> None:
    record = RECORDS[0]
    assert not (tally(record, None)["bits"] & (KNOWN | SETTLED | WON)).any()
    net = [Fraction(1, 3)] * record.seats
    assert tally(record, net)["income"][0] == float(Fraction(1, 3) / record.card_rules.income_unit.chips)


def test_hands_are_counted_as_they_are_stored(database_url: str) -> None:
    with Store(database_url) as store:
        store.add([(record, verify(record)) for record in RECORDS])
        assert list(tallies_of(store, "Ann")) == []
        found = run_to_end(tallies_of(store, "Ann"))
        expected = [
            tally(record, verify(record), number)[record.players.index("Ann")]
            for number, record in enumerate(RECORDS, 1)
        ]
        assert found.tobytes() == b"".join(each.tobytes() for each in expected)
        studs = run_to_end(tallies_of(store, "Ann", game="stud"))
        assert len(studs) == sum(record.game == "stud" for record in RECORDS)


def test_what_is_kept_is_read_once(tmp_path: Path) -> None:
    with Store(str(tmp_path / "h.db")) as store:
        store.add([(record, verify(record)) for record in RECORDS])
        reads = []

        def saw(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
            reads.append(re.search(r"SELECT.*player_tallies\.content", statement, re.S) is not None)

        with store.reading() as connection:
            sa.event.listen(connection.engine, "before_cursor_execute", saw)
        assert len(run_to_end(tallies_of(store, "Ann"))) == len(RECORDS)
        assert sum(reads) == 1


def test_hands_that_come_one_by_one_share_a_piece(database_url: str) -> None:
    with Store(database_url) as one, Store(database_url) as two:
        for record in RECORDS:
            one.add([(record, verify(record))])
        assert list(tallies_of(one, "Ann")) == []
        assert len(run_to_end(tallies_of(two, "Ann"))) == count(two) == len(RECORDS)
        with two.reading() as connection:
            pieces = connection.scalar(sa.select(sa.func.count()).select_from(player_tallies_table))
        games = {(name, record.game) for record in RECORDS for name in record.players}
        assert pieces == len(games)


def test_older_stores_are_counted_once_when_asked(database_url: str) -> None:
    with Store(database_url) as store:
        store.add([(record, verify(record)) for record in RECORDS])
        before = run_to_end(tallies_of(store, "Eve"))
        uncounted(store)
        mine = len(before)
        assert list(tallies_of(store, "Eve")) == [(mine, mine)]
        assert (count(store, "Eve"), count(store, "Ann")) == (mine, 0)  # the others' wait until somebody asks
        after = run_to_end(tallies_of(store, "Eve"))
        assert after.tobytes() == before.tobytes()
        assert list(tallies_of(store, "Eve")) == []


def test_a_store_of_the_schema_before_gets_the_table(tmp_path: Path) -> None:
    old = Store(str(tmp_path / "old.db"), steps=STEPS[:4])  # of version 0.1.0
    old.close()
    with Store(str(tmp_path / "old.db")) as store:
        assert count(store) == 0
        store.add([(RECORDS[0], verify(RECORDS[0]))])
        assert count(store, RECORDS[0].players[0]) == 1


def test_an_interrupted_count_goes_on(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_tallies, "_PAGE", 10)
    with Store(database_url) as store:
        store.add([(record, verify(record)) for record in RECORDS])
        uncounted(store)
        steps = tallies_of(store, "Ann")
        assert (next(steps), next(steps)) == ((10, 40), (20, 40))
        assert count(store) == 20
        assert list(tallies_of(store, "Ann")) == [(10, 20), (20, 20)]


def test_tallies_go_with_their_hands(database_url: str) -> None:
    with Store(database_url) as store:
        store.add([(record, verify(record)) for record in RECORDS])
        uncounted(store)
        steps = iter(tallies_of(store, "Ann"))
        with store.writing() as connection:  # deleted before they could be counted
            connection.execute(hands_table.delete().where(hands_table.c.number == "3"))
        assert list(steps) == [(39, 39)]
        assert count(store) == 39
        with store.writing() as connection:
            connection.execute(hands_table.delete().where(hands_table.c.game == "stud"))
        assert store.count() == len(run_to_end(tallies_of(store, "Ann"))) < count(store) == 39
        with store.writing() as connection:
            everybody = connection.scalars(sa.select(players_table.c.id)).all()
            forget_deleted(connection, everybody)
        assert count(store) == store.count()


def test_a_name_twice_at_a_table_is_one_player(database_url: str) -> None:
    record = dataclasses.replace(played(HoldemRules(seats=3), seed=2), players=("Ann", "Bob", "Ann"))
    with Store(database_url) as store:
        store.add([(record, verify(record))])
        assert run_to_end(tallies_of(store, "Ann")).tobytes() == tally(record, verify(record), 1)[0].tobytes()


def test_a_hand_that_cannot_be_replayed_is_stored_and_has_no_tally(database_url: str) -> None:
    checked = ("call", "call", "call", *["check"] * 13)
    state = make_game("holdem-limit", seats=4).start(stacks=(500,) * 4, seed=1)
    for kind in checked:
        state.apply(kind)
    good = record_of(state, ("Ann", "Bob", "Cy", "Dee"))
    broken = dataclasses.replace(good, moves=(*good.moves[:-1], good.moves[0]), number="broken")
    with Store(database_url) as store:
        assert store.add([(broken, verify(good)), (good, verify(good))]) == 2
        assert count(store) == 1
        with pytest.raises(DamagedHand, match="action 16"):
            list(tallies_of(store, "Ann"))
