"""A person at a table with agents, whatever is played: nothing is lost, whatever ends the program."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.evolving.models import evolving_agent, write_player
from riverboat.cards.cards import parse_cards
from riverboat.errors import ArenaError, IllegalAction, StoreError
from riverboat.games.actions import Action
from riverboat.games.catalog import table_games
from riverboat.records import Store, verify
from riverboat.records.store.sessions import KeptSession
from riverboat.tables import PERSON, PreparedDeal, Session, TablePlan, table_plan
from riverboat.tables.session import TURNS
from tests.tables.playing import chooser, lowest, play_hand, records

#: Every game as it is usually played, and what else there is of tables.
TABLES: dict[str, dict[str, Any]] = {
    **{game: {"game": game} for game in table_games()},
    "short stacks": {"game": "holdem-nolimit", "options": {"stack": 150}},
    "heavy agents": {"game": "holdem-limit", "against": ["loki-f", "evolving", "adaptive"]},
    "uneven dice": {"game": "bluff", "against": ["bluff-odds"], "options": {"dice": (2, 1)}},
    "a match of dice": {"game": "bluff", "against": ["bluff-odds*2"], "options": {"dice": 2}, "match": True},
    "dice are given": {"game": "bluff", "options": {"dice": 2, "faces": 2}, "match": True, "stake": "give"},
}
every_table = pytest.mark.parametrize("table", TABLES)


def plan_of(table: str, **more: Any) -> TablePlan:
    return table_plan(**{**TABLES[table], **more})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "hands.db")) as opened:
        yield opened


@every_table
def test_every_hand_is_stored_as_it_was_played_and_adds_up(table: str, store: Store) -> None:
    plan = plan_of(table, seed=7, person="Ann")
    session, choose = Session(plan, store), chooser(1)
    ends = [play_hand(session, choose) for _ in range(25)]
    kept = list(store.hands())
    standing = session.standing
    assert [hand.record.number for hand in kept] == [str(number) for number in range(1, 26)]
    assert {hand.record.event for hand in kept} == {session.event}
    for hand, end in zip(kept, ends, strict=True):
        assert verify(hand.record) == tuple(end.returns[seat] for seat in end.playing)
        assert hand.record.players == tuple(plan.names[seat] for seat in end.playing)
        assert plan.bank.recorded(hand.record).returns == end.returns
    assert standing.hands == 25
    assert standing.squares == sum(end.returns[PERSON] ** 2 for end in ends)
    assert standing.nets == tuple(sum(end.returns[seat] for end in ends) for seat in range(plan.seats))
    if not plan.match:
        buttons = [hand.record.button if hand.record.button is not None else plan.seats - 1 for hand in kept]
        assert all((one + 1) % plan.seats == other for one, other in pairwise(buttons))
    if standing.stacks is not None and plan.bank.start_stack is not None:
        bought = [plan.bank.start_stack * (1 + times) for times in standing.buy_ins]
        assert standing.stacks == tuple(b + net for b, net in zip(bought, standing.nets, strict=True))


@every_table
def test_a_session_left_at_every_decision_is_the_session_played_at_once(table: str, tmp_path: Path) -> None:
    plan = plan_of(table, seed=11)
    with Store(str(tmp_path / "once.db")) as store:
        session, choose = Session(plan, store), chooser(2)
        ends = [play_hand(session, choose).returns for _ in range(6)]
        at_once, standing = records(store), session.standing
    choose, left = chooser(2), 0
    with Store(str(tmp_path / "left.db")) as store:
        for number in range(6):
            session = Session(plan, store)  # as a new process would: from the store alone
            kept = Session.kept(plan, store)
            assert (kept.hands if kept else 0) == number
            session.deal()
            session = Session(plan, store)
            for _ in session.play_on():
                pass
            while not session.is_over:
                before, turn = session.view, session.turn
                session = Session(plan, store)
                assert (session.view, session.turn) == (before, turn)
                left += 1
                session.act(choose(session.view))
                session = session if session.is_over else Session(plan, store)
                for _ in session.play_on():
                    pass
            assert session.end_hand().returns == ends[number]
        assert left > 5
        assert records(store) == at_once
        assert dataclasses.replace(session.standing, name=standing.name) == standing


@every_table
def test_an_action_that_is_not_allowed_changes_nothing(table: str, store: Store) -> None:
    session = Session(plan_of(table, seed=3), store)
    session.deal()
    while not session.is_asked:
        for _ in session.play_on():
            pass
        if session.is_over:
            session.end_hand()
            session.deal()
    before, turn = session.view, session.turn
    for wrong in (Action("raise", 25_000_007), Action("bid", 9999), Action("reveal", 53)):
        with pytest.raises(IllegalAction, match="not allowed here"):
            session.act(wrong)
    assert (session.view, session.turn) == (before, turn)
    again = Session(session.plan, store)
    assert (again.view, again.turn) == (before, turn)


@every_table
def test_without_a_seed_sessions_differ_and_with_one_they_repeat(table: str, store: Store) -> None:
    def dealt(plan: TablePlan) -> list[object]:
        session = Session(plan, store, resume=False)
        for _ in range(6):
            play_hand(session, lowest)
        return [hand.record.hole_cards for hand in store.hands() if hand.record.event == session.event]

    seeded, free = plan_of(table, seed=3), plan_of(table)
    assert dealt(seeded) == dealt(seeded)
    assert dealt(free) != dealt(free)
    assert seeded.key != free.key


@every_table
def test_a_session_in_two_windows_is_refused_in_the_one_that_fell_behind(table: str, store: Store) -> None:
    plan = plan_of(table, seed=3)
    Session(plan, store).deal()
    one, other = Session(plan, store), Session(plan, store)
    assert one.is_newest()
    play_hand(one, chooser(1))
    assert not other.is_newest()
    with pytest.raises(StoreError, match="another window"):
        play_hand(other, chooser(1))
    assert store.count() == 1


@every_table
@pytest.mark.parametrize("state", ["{", "{}", '{"format": 99}', '{"format": 1}'])
def test_a_session_that_cannot_be_read_says_so(table: str, state: str, store: Store) -> None:
    plan = plan_of(table)
    store.add([], session=KeptSession(key=plan.key, revision=1, state=state))
    with pytest.raises(StoreError, match="--new"):
        Session.kept(plan, store)
    with pytest.raises(StoreError, match="--new"):
        Session(plan, store)
    Session(plan, store, resume=False).deal()
    assert Session.kept(plan, store) is not None


@every_table
def test_a_turn_is_a_number_that_never_comes_again(table: str, store: Store) -> None:
    session, choose, turns = Session(plan_of(table, seed=5), store), chooser(4), list[int]()
    for number in range(1, 5):
        assert session.turn == number * TURNS
        session.deal()
        while not session.is_over:
            turns.append(session.turn)
            if session.is_asked:
                session.act(choose(session.view))
            else:
                next(session.play_on())
        assert session.turn // TURNS == number
        session.end_hand()
    assert turns == sorted(set(turns))


@every_table
def test_between_hands_there_is_nothing_to_see_or_to_do(table: str, store: Store) -> None:
    session = Session(plan_of(table, seed=5), store)
    assert (session.in_hand, session.is_over, session.is_asked, session.state) == (False, False, False, None)
    assert session.playing == tuple(range(session.plan.seats))
    with pytest.raises(ArenaError, match="no hand is being played"):
        session.act(Action("check"))
    with pytest.raises(ArenaError, match="no hand is being played"):
        _ = session.view
    session.deal()
    assert (session.in_hand, session.standing.in_hand) == (True, True)
    assert session.state is not None


@every_table
def test_the_rules_stand_in_for_agents_and_for_nobody_else(table: str, store: Store) -> None:
    plan = plan_of(table, seed=6)
    session, stood, choose = Session(plan, store), 0, chooser(1)
    for _ in range(6):
        session.deal()
        while not session.is_over:
            if session.is_asked:
                with pytest.raises(ArenaError, match="nobody to stand in for"):
                    session.stand_in()
                session.act(choose(session.view))
            else:
                done = session.stand_in()
                assert (done.seat != PERSON, done.fault) == (True, "too slow")
                stood += 1
            if not session.is_over:
                session = Session(plan, store)
        session.end_hand()
    assert stood > 3


def test_a_seat_that_is_broke_buys_in_again_and_it_is_counted(store: Store) -> None:
    session = Session(table_plan("holdem-nolimit", ["always-call"], seed=1, options={"stack": 50}), store)
    play_hand(session, lambda view: view.legal_actions[-1])  # all in
    assert session.standing.stacks is not None
    assert sorted(session.standing.stacks) == [0, 100]
    broke = session.standing.stacks.index(0)
    assert session.deal() == (broke,)
    assert session.standing.buy_ins[broke] == 1
    assert session.standing.stacks[broke] == 50


def test_prepared_deals_are_played_in_their_order_and_no_others(store: Store) -> None:
    cards = ("2c3c4c5c6c7c8c", "9d9hTdThJdJhQd")
    deals = (PreparedDeal(cards, 0), PreparedDeal(cards[::-1], 1))
    plan = TablePlan(game="stud", opponents=("always-call",), deals=deals, seed=1)
    session = Session(plan, store)
    won = [play_hand(session, lambda view: view.legal_actions[0]).returns[PERSON] for _ in deals]
    assert session.standing.results == tuple(won)
    assert [hand.record.hole_cards[0][0] for hand in store.hands()] == list(parse_cards("2c9d"))
    with pytest.raises(ArenaError, match="all 2 prepared hands of this table are played"):
        Session(plan, store).deal()


def test_agents_are_told_who_sits_where(tmp_path: Path, store: Store) -> None:
    player = evolving_agent(segments=("maniac", "rock"), options={"opponents": "name"})
    write_player(tmp_path / "player.npz", player, made_by="a test")
    name = f"evolving@{tmp_path / 'player.npz'}"
    seated = Session(table_plan("holdem-limit", [name, "rock*2", "maniac"], person="Ada", seed=1), store).player(1)
    assert seated is not None
    known = seated.memory[places.KNOWN : places.CENTRES].reshape(places.ROWS, places.KNOWN_ROW)
    assert known[:5, places.TOLD].tolist() == [0, 0, 2, 2, 1]


@pytest.mark.parametrize("game", ["holdem-limit", "stud-limit", "bluff"])
def test_a_bot_that_fails_is_told_and_the_hand_goes_on(game: str, tmp_path: Path, store: Store) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("class Bad:\n    def decide(self, observation):\n        raise RuntimeError('no idea')\n")
    session = Session(table_plan(game, [f"{bot}:Bad"], seed=1), store)
    try:
        session.deal()
        faults = []
        while not session.is_over:
            faults += [done.fault for done in session.play_on() if done.fault]
            if not session.is_over:
                session.act(session.view.legal_actions[-1 if game != "bluff" else 0])
        session.end_hand()
        assert faults
        assert "no idea" in faults[0]
        assert store.count() == 1
    finally:
        session.close()
