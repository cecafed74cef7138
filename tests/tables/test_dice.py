"""Matches of dice at a table: to the last die, and who is out sees none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from riverboat.games.bluff.game import BluffObservation
from riverboat.records.formats.rounds import format_round, scan_bluff
from riverboat.records.store.hand_store import Store
from riverboat.tables import PERSON, Session, table_plan
from riverboat.tables.dice import DiceEnd
from tests.tables.playing import chooser, play_hand


@pytest.fixture
def store() -> Iterator[Store]:
    with Store(":memory:") as opened:
        yield opened


def play_round(session: Session) -> DiceEnd:
    end = play_hand(session, chooser(len(list(session.standing.dice)) + session.standing.hands))
    assert isinstance(end, DiceEnd)
    return end


def test_rounds_that_are_no_match_begin_with_the_same_dice_and_the_opener_moves_on(store: Store) -> None:
    session = Session(table_plan("bluff", ["bluff-odds"], options={"dice": (2, 1)}, seed=1), store)
    first = session.standing.starter
    ends = [play_round(session) for _ in range(4)]
    assert session.standing.starter == first
    assert session.standing.dice == (2, 1)
    assert all(not any(end.lost) and end.match_winner is None for end in ends)


def test_a_match_goes_to_the_last_die_and_its_rounds_follow_each_other(store: Store) -> None:
    plan = table_plan("bluff", ["bluff-odds*2"], options={"dice": 2}, match=True, person="Ann", seed=3)
    session = Session(plan, store)
    dice, winner = [session.standing.dice], None
    while winner is None:
        end = play_round(session)
        winner = end.match_winner
        assert sum(end.lost) == 1
        assert end.loser is not None
        assert end.lost[end.loser] == 1
        dice.append(session.standing.dice)
    assert [sum(row) for row in dice[:-1]] == list(range(6, 7 - len(dice), -1))
    assert dice[-1] == (2, 2, 2)  # the next match
    assert session.standing.match_wins[winner] == 1
    assert session.standing.match == 2
    text = "\n".join(format_round(hand.record) for hand in store.hands())
    found = list(scan_bluff(text, "match.jsonl"))
    assert not [each for each in found if isinstance(each, Exception)]
    assert found == [hand.record for hand in store.hands()]


def test_who_is_out_sees_bids_and_no_dice_before_the_end(store: Store) -> None:
    for seed in range(20):
        plan = table_plan("bluff", ["bluff-odds*2"], options={"dice": 1}, match=True, seed=seed)
        session = Session(plan, store, resume=False)
        play_round(session)
        if PERSON in session.playing:
            continue
        session.deal()
        seen = session.view
        assert isinstance(seen, BluffObservation)
        assert seen.rolls == (None, None)
        assert not seen.legal_actions
        assert not session.is_asked
        assert play_round(session).view.rolls != (None, None)
        return
    raise AssertionError("never out")


@pytest.mark.parametrize("choices", [{}, {"spot_on": "anybody", "palifico": "one-die", "palifico_from": 2}])
def test_perudo_goes_to_the_last_die_and_its_rounds_follow_each_other(store: Store, choices: dict[str, object]) -> None:
    plan = table_plan("bluff", ["bluff-odds", "random"], options={"rules": "perudo", **choices}, match=True, seed=6)
    assert plan.title == "Perudo, 5 dice each, a match"
    session = Session(plan, store)
    specials = 0
    while session.standing.match == 1:
        specials += session.standing.special
        end = play_round(session)
        if end.loser is None:
            assert end.lost[end.winner] in (0, -1)
        else:
            assert end.lost[end.loser] == sum(end.lost) == 1
        session = Session(plan, store)  # as after a restart: who has had a palifico is kept
    assert session.standing.dice == (5, 5, 5)
    assert (session.standing.reached, session.standing.special) == ((), False)
    assert specials >= 1
    assert sum(session.standing.match_wins) == 1
    found = list(scan_bluff("\n".join(format_round(hand.record) for hand in store.hands()), "perudo.jsonl"))
    assert found == [hand.record for hand in store.hands()]
    assert sum(record.dice_rules.special for record in found if not isinstance(record, Exception)) == specials


def test_a_table_of_the_papers_rules_has_the_key_it_had(store: Store) -> None:
    parts = table_plan("bluff", ["bluff-odds"], options={"dice": 2}, match=True, seed=1).bank.key_parts
    assert parts[1] == {
        "round": {"seats": 2, "dice": (2, 2), "faces": 6, "wild": 6, "order": "paper", "check": False},
        "stake": "forfeit",
        "starts": "loser",
    }
    other = table_plan("bluff", ["bluff-odds"], options={"dice": 2, "rules": "perudo"}, match=True, seed=1)
    assert other.bank.key_parts[1] != parts[1]
