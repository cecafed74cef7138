"""A person at a table of Bluff: kept and resumed, recorded, whole matches, who may sit there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from riverboat.errors import AgentError, ArenaError, GameError, IllegalAction, StoreError
from riverboat.games.actions import Action
from riverboat.games.bluff.game import BluffObservation
from riverboat.records.formats.rounds import format_round, scan_bluff
from riverboat.records.replay import verify
from riverboat.records.store.hand_store import Store
from riverboat.tables.bank import PERSON
from riverboat.tables.former import BluffPlan, BluffSeating, RoundEnd, bluff_plan


@pytest.fixture
def store() -> Iterator[Store]:
    with Store(":memory:") as opened:
        yield opened


def simple(seen: BluffObservation) -> Action:
    """A person who bids the lowest twice, then calls."""
    called = Action("bluff")
    return called if called in seen.legal_actions and len(seen.history) > 2 else seen.legal_actions[0]


def play_round(table: BluffSeating) -> RoundEnd:
    if table.state is None:
        table.deal()
    while True:
        list(table.play_on())
        assert table.state is not None
        if table.state.is_over:
            return table.end_hand()
        table.act(simple(table.view))


def test_rounds_are_recorded_and_the_opener_moves_on(store: Store) -> None:
    table = BluffSeating(bluff_plan(["bluff-odds"], dice=(2, 1), person="Ann", seed=1), store)
    first = table.standing.starter
    ends = [play_round(table) for _ in range(4)]
    assert table.standing.starter == first
    assert table.standing.dice == (2, 1)
    assert table.standing.nets == tuple(sum(end.returns[seat] for end in ends) for seat in range(2))
    hands = list(store.hands(player="Ann", game="bluff"))
    assert [hand.net for hand in hands] == [end.returns for end in ends]
    assert [hand.record.number for hand in hands] == ["1", "2", "3", "4"]
    for hand in hands:
        assert verify(hand.record) == hand.net


def test_a_match_goes_to_the_last_die_and_its_rounds_follow_each_other(store: Store) -> None:
    table = BluffSeating(bluff_plan(["bluff-odds*2"], dice=2, match=True, person="Ann", seed=3), store)
    dice, winner = [table.standing.dice], None
    while winner is None:
        end = play_round(table)
        winner = end.match_winner
        assert sum(end.lost) == 1
        assert end.lost[end.loser] == 1
        dice.append(table.standing.dice)
    assert [sum(row) for row in dice[:-1]] == list(range(6, 7 - len(dice), -1))
    assert dice[-1] == (2, 2, 2)  # the next match
    assert table.standing.match_wins[winner] == 1
    assert table.standing.match == 2
    text = "\n".join(format_round(hand.record) for hand in store.hands())
    records = list(scan_bluff(text, "match.jsonl"))
    assert not [each for each in records if isinstance(each, Exception)]
    assert records == [hand.record for hand in store.hands()]


def test_who_is_out_sees_bids_and_no_dice_before_the_end(store: Store) -> None:
    for seed in range(20):
        table = BluffSeating(bluff_plan(["bluff-odds*2"], dice=1, match=True, seed=seed), store, resume=False)
        play_round(table)
        if PERSON in table.playing:
            continue
        table.deal()
        seen = table.view
        assert seen.rolls == (None, None)
        assert not seen.legal_actions
        assert play_round(table).view.rolls != (None, None)
        return
    raise AssertionError("never out")


def test_a_session_goes_on_at_the_same_decision(store: Store) -> None:
    plan = bluff_plan(["bluff-odds", "bluff-odds:trust=0"], dice=3, match=True, seed=8)
    whole = BluffSeating(plan, Store(":memory:"))
    ends = [play_round(whole) for _ in range(5)]
    for number in range(5):
        table = BluffSeating(plan, store)
        if number:
            kept = BluffSeating.kept(plan, store)
            assert kept is not None
            assert kept.hands == number
        table.deal()
        list(table.play_on())
        again = BluffSeating(plan, store)
        if again.state is not None and not again.state.is_over:
            assert again.view == table.view
        list(again.play_on())
        end = again.end_hand() if again.state is not None and again.state.is_over else play_round(again)
        assert end == ends[number]


def test_two_windows_and_a_damaged_session_are_refused(store: Store) -> None:
    plan = bluff_plan(["bluff-odds"], seed=8)
    first, second = BluffSeating(plan, store), BluffSeating(plan, store)
    first.deal()
    with pytest.raises(StoreError, match="another window"):
        second.deal()


def test_an_illegal_action_changes_nothing(store: Store) -> None:
    table = BluffSeating(bluff_plan(["bluff-odds"], seed=2), store)
    table.deal()
    list(table.play_on())
    before = table.view
    with pytest.raises(IllegalAction):
        table.act(Action("bid", 909))
    assert table.view == before


@pytest.mark.parametrize(
    ("against", "options", "error", "reason"),
    [
        (["rock"], {}, ArenaError, "rock does not play bluff: bluff-odds and bluff-equilibrium do"),
        (["bluff-equilibrium*2"], {}, AgentError, "with two players, not 3"),
        (["bluff-equilibrium"], {"dice": 2}, AgentError, "riverboat solve bluff --dice 2,2"),
        (["bluff-odds*3"], {"dice": (1, 2, 3)}, ArenaError, "3 opponents and you do not fit at 3 seats"),
        (["bluff-odds"], {"dice": (1, 2), "seats": 3}, ArenaError, "dice for 2 players, and 3 at the table"),
        (["bluff-odds"], {"faces": 1}, GameError, "1 face is not possible"),
        (["bluff-odds"], {"dice": (0, 1)}, GameError, "0 dice are not possible"),
        ([], {"seats": 11}, ArenaError, "11 seats are not possible"),
        ([], {"stake": "all"}, GameError, '"all" is not a stake'),
    ],
)
def test_tables_that_cannot_be(against: list[str], options: dict[str, object], error: type, reason: str) -> None:
    with pytest.raises(error, match=reason):
        bluff_plan(against, **options)  # type: ignore[arg-type]


def _opponents(**options: object) -> tuple[str, ...]:
    plan: BluffPlan = bluff_plan(**options)  # type: ignore[arg-type]
    return plan.opponents


def test_the_usual_opponent_is_the_solution_where_there_is_one() -> None:
    assert _opponents(faces=3) == ("bluff-equilibrium",)
    assert _opponents(dice=(3, 3)) == ("bluff-odds",)
    assert _opponents(seats=4) == ("bluff-odds",) * 3
    assert _opponents(dice=(2, 2), faces=2, match=True) == ("bluff-equilibrium",)
