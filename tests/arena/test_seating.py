"""A person at a table with agents: nothing is lost, whatever ends the program."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.evolving.models import evolving_agent, write_player
from riverboat.errors import AgentError, ArenaError, IllegalAction, StoreError
from riverboat.games import Action, CardObservation
from riverboat.records import HandRecord, Store, verify
from riverboat.tables.former import PERSON, USUAL_OPPONENTS, HandEnd, Seating, SeatingPlan, seating_plan

Choose = Callable[[CardObservation], Action]


def chooser(seed: int) -> Choose:
    """Somebody who plays the first few legal actions at random."""
    rng = random.Random(seed)
    return lambda view: rng.choice(view.legal_actions[:5])


def play_hand(seating: Seating, choose: Choose) -> HandEnd:
    if seating.state is None:
        seating.deal()
    while True:
        for _ in seating.play_on():
            pass
        assert seating.state is not None
        if seating.state.is_over:
            return seating.end_hand()
        seating.act(choose(seating.view))


def records(store: Store) -> list[HandRecord]:
    return [dataclasses.replace(hand.record, time="", event="") for hand in store.hands()]


@pytest.mark.parametrize("game", USUAL_OPPONENTS)
def test_every_hand_is_stored_as_it_was_played_and_adds_up(game: str, tmp_path: Path) -> None:
    options = {} if game == "stud" else {"stack": 150}
    plan = seating_plan(game, seed=7, options=options, person="Ann")
    with Store(str(tmp_path / "hands.db")) as store:
        seating, choose = Seating(plan, store), chooser(1)
        ends = [play_hand(seating, choose) for _ in range(25)]
        kept = list(store.hands(player="Ann"))
        standing = seating.standing
        assert [hand.record.number for hand in kept] == [str(number) for number in range(1, 26)]
        for hand, end in zip(kept, ends, strict=True):
            assert verify(hand.record) == end.returns
            back = end.uncalled[1] if end.uncalled else 0
            assert sum(pot.amount for pot in end.pots) + back == sum(end.view.paid)
        assert standing.squares == sum(end.returns[PERSON] ** 2 for end in ends)
        assert standing.nets == tuple(sum(end.returns[seat] for end in ends) for seat in range(plan.seats))
        buttons = [hand.record.button if hand.record.button is not None else plan.seats - 1 for hand in kept]
        assert all((one + 1) % plan.seats == other for one, other in pairwise(buttons))
        if standing.stacks is not None:
            bought = [150 * (1 + times) for times in standing.buy_ins]
            assert standing.stacks == tuple(b + net for b, net in zip(bought, standing.nets, strict=True))


def test_who_is_broke_buys_in_again_and_it_is_counted(tmp_path: Path) -> None:
    plan = seating_plan("holdem-nolimit", ["always-call"], seed=1, options={"stack": 50})
    with Store(str(tmp_path / "hands.db")) as store:
        seating = Seating(plan, store)
        all_in: Choose = lambda view: view.legal_actions[-1]  # noqa: E731
        play_hand(seating, all_in)
        assert seating.standing.stacks is not None
        assert sorted(seating.standing.stacks) == [0, 100]
        broke = seating.standing.stacks.index(0)
        assert seating.deal() == (broke,)
        assert seating.standing.buy_ins[broke] == 1
        assert seating.standing.stacks[broke] == 50


@pytest.mark.parametrize("game", USUAL_OPPONENTS)
def test_a_session_left_at_every_decision_is_the_session_played_at_once(game: str, tmp_path: Path) -> None:
    plan = seating_plan(game, seed=11)
    with Store(str(tmp_path / "once.db")) as store:
        seating, choose = Seating(plan, store), chooser(2)
        for _ in range(6):
            play_hand(seating, choose)
        at_once, standing = records(store), seating.standing
    choose = chooser(2)
    with Store(str(tmp_path / "left.db")) as store:
        hands = left = 0
        while hands < 6:
            seating = Seating(plan, store)  # as a new process would: from the store alone
            if seating.state is None:
                seating.deal()
                seating = Seating(plan, store)
            for _ in seating.play_on():
                pass
            assert seating.state is not None
            if not seating.state.is_over:
                before = seating.view
                seating = Seating(plan, store)
                assert seating.view == before
                left += 1
                seating.act(choose(seating.view))
                seating = Seating(plan, store) if not seating.state or not seating.state.is_over else seating
                for _ in seating.play_on():
                    pass
            if seating.state is not None and seating.state.is_over:
                seating.end_hand()
                hands += 1
        assert left > 6
        assert records(store) == at_once
        assert dataclasses.replace(seating.standing, name=standing.name) == standing


def test_an_action_that_is_not_allowed_changes_nothing(tmp_path: Path) -> None:
    with Store(str(tmp_path / "hands.db")) as store:
        seating = Seating(seating_plan("holdem-limit", ["always-call"], seed=3), store)
        seating.deal()
        for _ in seating.play_on():
            pass
        before = seating.view
        with pytest.raises(IllegalAction, match="not allowed here"):
            seating.act(Action("raise", 25))
        assert seating.view == before == Seating(seating.plan, store).view


def test_without_a_seed_sessions_differ_and_with_one_they_repeat(tmp_path: Path) -> None:
    def first_cards(plan: SeatingPlan) -> list[tuple[int, ...]]:
        with Store(str(tmp_path / "hands.db")) as store:
            seating = Seating(plan, store, resume=False)
            cards = []
            for _ in range(3):
                play_hand(seating, lambda view: view.legal_actions[0])
                cards.append(list(store.hands())[-1].record.hole_cards[PERSON])
            return cards

    seeded = seating_plan("holdem-limit", ["always-call"], seed=3)
    free = seating_plan("holdem-limit", ["always-call"])
    assert first_cards(seeded) == first_cards(seeded)
    assert first_cards(free) != first_cards(free)
    assert seeded.key != free.key


def test_a_session_in_two_windows_is_refused_in_the_one_that_fell_behind(tmp_path: Path) -> None:
    plan = seating_plan("holdem-limit", ["always-call"], seed=3)
    with Store(str(tmp_path / "hands.db")) as store:
        Seating(plan, store).deal()
        one, other = Seating(plan, store), Seating(plan, store)
        play_hand(one, chooser(1))
        with pytest.raises(StoreError, match="another window"):
            play_hand(other, chooser(1))
        assert store.count() == 1


@pytest.mark.parametrize("state", ["{", "{}", '{"format": 99}', '{"format": 1}'])
def test_a_session_that_cannot_be_read_says_so(state: str, tmp_path: Path) -> None:
    from riverboat.records.store.sessions import KeptSession

    plan = seating_plan("holdem-limit", ["always-call"])
    with Store(str(tmp_path / "hands.db")) as store:
        store.add([], session=KeptSession(key=plan.key, revision=1, state=state))
        with pytest.raises(StoreError, match="--new"):
            Seating.kept(plan, store)
        Seating(plan, store, resume=False).deal()
        assert Seating.kept(plan, store) is not None


def test_agents_are_told_who_sits_where(tmp_path: Path) -> None:
    player = evolving_agent(segments=("maniac", "rock"), options={"opponents": "name"})
    write_player(tmp_path / "player.npz", player, made_by="a test")
    name = f"evolving@{tmp_path / 'player.npz'}"
    plan = seating_plan("holdem-limit", [name, "rock*2", "maniac"], person="Ada", seed=1)
    with Store(str(tmp_path / "hands.db")) as store:
        seated = Seating(plan, store).player(1)
    assert seated is not None
    known = seated.memory[places.KNOWN : places.CENTRES].reshape(places.ROWS, places.KNOWN_ROW)
    assert known[:5, places.TOLD].tolist() == [0, 0, 2, 2, 1]


def test_seats_are_filled_by_names_in_turn() -> None:
    plan = seating_plan("holdem-limit", ["rock", "maniac*2"], seats=6)
    assert plan.names == ("You", "rock 1", "maniac 1", "maniac 2", "rock 2", "maniac 3")
    assert seating_plan("holdem-limit").seats == 6
    assert seating_plan("holdem-limit", seats=3).names == ("You", "tight-aggressive", "loose-passive")


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"game": "holdem-limt"}, ArenaError, 'did you mean "holdem-limit"'),
        ({"game": "kuhn"}, ArenaError, "kuhn is not played at the table: holdem-limit"),
        ({"game": "holdem-limit", "against": ["tight-agressive"]}, AgentError, 'did you mean "tight-aggressive"'),
        ({"game": "stud-limit", "against": ["maniac"]}, ArenaError, "maniac does not play stud-limit"),
        ({"game": "stud", "against": ["random*2"]}, ArenaError, "3 seats are not possible in stud"),
        ({"game": "holdem-limit", "against": ["random*3"], "seats": 3}, ArenaError, "do not fit at 3 seats"),
        ({"game": "holdem-limit", "seats": 1}, ArenaError, "too few"),
        ({"game": "holdem-limit", "seats": 13}, ArenaError, "played with 2 to 12"),
        ({"game": "holdem-limit", "person": "maniac"}, ArenaError, "sits at the table already"),
        ({"game": "holdem-limit", "person": "a\nb"}, ArenaError, "no name"),
        ({"game": "holdem-limit", "person": ""}, ArenaError, "no name"),
    ],
)
def test_tables_that_cannot_be(arguments: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        seating_plan(**arguments)  # type: ignore[arg-type]


def test_a_bot_that_fails_is_told_and_the_hand_goes_on(tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("class Bad:\n    def decide(self, observation):\n        raise RuntimeError('no idea')\n")
    plan = seating_plan("holdem-limit", [f"{bot}:Bad"], seed=1)
    with Store(str(tmp_path / "hands.db")) as store:
        seating = Seating(plan, store)
        try:
            seating.deal()
            faults = []
            while seating.state is not None and not seating.state.is_over:
                faults += [done.fault for done in seating.play_on() if done.fault]
                if not seating.state.is_over:
                    seating.act(seating.view.legal_actions[-1])
            seating.end_hand()
            assert faults
            assert "no idea" in faults[0]
            assert store.count() == 1
        finally:
            seating.close()
