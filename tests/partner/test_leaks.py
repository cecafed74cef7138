"""Planted habits are found with their price, and players without one are left alone."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.cli import app
from riverboat.cli.output import out
from riverboat.games import UNKNOWN, Action, CardState, make_game
from riverboat.intervals import NORMAL
from riverboat.partner.leaks.judged import Judge, Weighed, judged_by_values
from riverboat.partner.leaks.own_hand import OwnDecision
from riverboat.partner.leaks.prices import kind_beside
from riverboat.partner.leaks.references import judges
from riverboat.partner.leaks.search import FEWEST, Leak, LeakSearch, LookedAt, SpotHabit, holm
from riverboat.partner.leaks.solved import RIVER
from riverboat.partner.practice.themes import EXERCISES
from riverboat.partner.practice.trainer import OWN
from riverboat.records.importing import import_hands
from riverboat.records.recording import record_of
from riverboat.records.store.hand_store import Store, StoredHand
from tests.partner.planted_habits import HABITS, REFERENCE, Planted, histories, resized, true_cost
from tests.web.own_files import stars_file

Note = Callable[[str, object], None]
#: Fixed before the runs that count; settings were tried on the seeds 11 and 77.
HANDS, TRUTH = 4000, 40_000
TABLES = (2, 4)
SEEDS = (230_011, 230_029, 230_047)
#: Habits, tables and seeds; limping costs nothing that shows where more than two play against this reference.
PLANTED = ((0, 2, SEEDS), (1, 2, SEEDS), (2, 2, SEEDS), (4, 2, SEEDS), (2, 4, SEEDS), (4, 4, SEEDS), (1, 4, SEEDS[:2]))
CLEAN_SEEDS = tuple(range(231_000, 231_020))


def beside_loki(seed: int) -> tuple[Judge, ...]:
    return judges(REFERENCE, seed=seed)


def searched(seats: int, hands: int, seed: int, habit: Planted | None) -> LeakSearch:
    found = LeakSearch(player="Hero", judges=beside_loki(seed))
    for hand in histories(seats, hands, seed, habit):
        found.take(hand)
    return found


def is_it(leak: Leak, habit: Planted) -> bool:
    street, spot = habit.spots[0]
    return (leak.habit.street, leak.habit.kind) == (street, habit.kind) and leak.habit.spot.startswith(spot)


def test_holm_by_hand() -> None:
    names = [SpotHabit(0, spot, "call") for spot in "abcd"]
    found = holm(dict(zip(names, (0.01, 0.04, 0.03, 0.005), strict=True)))
    assert list(found.values()) == pytest.approx([0.02, 0.03, 0.06, 0.06])
    assert found[names[1]] == pytest.approx(0.06)  # 0.04 alone, and no less than the one before it


def test_a_planted_habit_is_named_and_a_player_without_one_is_not() -> None:
    habit = HABITS[4]
    found = searched(2, 700, 11, habit)
    (leak,) = found.leaks()
    assert is_it(leak, habit)
    assert (leak.done.mean or 0) > leak.reference
    assert leak.cost.low is not None
    assert leak.cost.low > 0
    assert len(leak.hands) == 3
    assert searched(2, 300, 11, None).leaks() == []


@pytest.mark.parametrize(
    ("taken", "advised", "put", "size"),
    [
        (("bet", 30), ("bet", 20), 0, "larger"),
        (("bet", 29), ("bet", 20), 0, ""),
        (("raise", 40), ("raise", 60), 20, "smaller"),  # 20 more in, beside 40
        (("raise", 50), ("raise", 60), 20, ""),
        (("call", 0), ("raise", 60), 20, ""),  # another kind: that is what differs
    ],
)
def test_sizes_by_hand(taken: tuple[Any, int], advised: tuple[Any, int], put: int, size: str) -> None:
    state = make_game("holdem-nolimit", seats=2).start(seed=1)
    assert isinstance(state, CardState)
    decision = OwnDecision(0, Action(*taken), state, put)
    assert kind_beside(decision, Action(*advised)) == (taken[0], size)


def test_bets_of_another_size_are_counted_apart_and_at_limit_there_are_none() -> None:
    """Who bets whatever the reference bets, only the least or everything, differs in nothing but the size."""
    for name, resize, size in (
        ("holdem-nolimit", lambda seen: seen.legal_actions.min_to, "smaller"),
        ("holdem-nolimit", lambda seen: seen.legal_actions.max_to, "larger"),
        ("holdem-limit", lambda seen: seen.legal_actions.min_to, None),
    ):
        found = LeakSearch(player="Hero", judges=beside_loki(7))
        for hand in resized(name, 150, 7, resize):
            found.take(hand)
        sizes = {habit.size for habit, count in found._differing.items() if count >= FEWEST}
        assert sizes == (set() if size is None else {size}), (name, sizes)
        assert all(leak.reference == 0 for leak in found.habits())
        assert all(("the reference" in leak.words) == bool(leak.habit.size) for leak in found.habits())


def test_each_leak_names_a_theme_of_practice() -> None:
    for street in range(4):
        for kind in ("fold", "check", "call", "bet", "raise"):
            theme = SpotHabit(street, "anything", kind).theme
            assert theme == OWN or EXERCISES[theme].draw(np.random.default_rng(1)).startswith(theme)


def test_the_same_seed_gives_the_same_prices() -> None:
    assert searched(2, 120, 5, HABITS[2]).habits() == searched(2, 120, 5, HABITS[2]).habits()


def test_cards_that_only_the_player_knows_are_enough_and_shown_ones_are_not_used() -> None:
    from dataclasses import replace

    search = LeakSearch(player="Hero", judges=beside_loki(1))
    for hand in histories(2, 40, 3, HABITS[2]):
        cards = (hand.record.hole_cards[0], (UNKNOWN, UNKNOWN))
        search.take(replace(hand, record=replace(hand.record, hole_cards=cards)))
    assert (search.hands, search.blind) == (40, 0)


def test_the_command(tmp_path: Path) -> None:
    url = str(tmp_path / "h.db")
    with Store(url) as store:
        store.add([(hand.record, hand.net) for hand in histories(2, 250, 11, HABITS[0])])
    loki = ("--reference", REFERENCE)
    answer = CliRunner().invoke(app, ["leaks", "Hero", *loki, "--database", url, "--json", "--seed", "3"])
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.stdout)
    assert told["hands"] == 250
    assert {each["habit"] for each in told["habits"]} == {"calls before the flop, first to come in, from the button"}
    told = json.loads(
        CliRunner()
        .invoke(app, ["leaks", "Hero", "--database", url, "--reference", "equilibrium", "--hands", "4", "--json"])
        .stdout
    )
    assert (told["hands"], told["reference"], told["hands_left"]) == (4, "equilibrium", 0)
    assert set(told["decisions"]) <= {"equilibrium", "solved spots"}
    plain = CliRunner().invoke(app, ["leaks", "Hero", *loki, "--database", url, "--position", "bb"])
    assert "These hands show no habit" in plain.stdout


@pytest.mark.prove
def test_planted_habits_are_found_with_their_cost(note: Note) -> None:
    """Twenty players: found by name with the right sign; the true cost within the interval, its own error counted."""
    found = within = players = 0
    for at, seats, seeds in PLANTED:
        habit = HABITS[at]
        truth, error = true_cost(seats, TRUTH, 229_000 + seats, habit)
        for seed in seeds:
            named = [leak for leak in searched(seats, HANDS, seed, habit).leaks() if is_it(leak, habit)]
            total = sum(leak.cost.mean or 0.0 for leak in named)
            half = math.hypot(*(((leak.cost.high or 0) - (leak.cost.low or 0)) / 2 for leak in named))
            right = bool(named) and total * truth > 0
            players += 1
            found += right
            within += right and abs(total - truth) <= math.hypot(half, NORMAL * error)
            told = f"{total:.1f} ± {half:.1f}, true {truth:.1f} ± {NORMAL * error:.1f}"
            note(f"{habit.name}, {seats} seats, seed {seed}", told)
    note("found with the right sign", f"{found} of {players}")
    note("cost within the interval", f"{within} of {players}")
    assert players == 20
    assert found >= 18
    assert within >= 18


@pytest.mark.prove
def test_planted_nothing_is_named_of_players_without_a_habit(note: Note) -> None:
    clean = sum(not searched(TABLES[seed % 2], HANDS, seed, None).leaks() for seed in CLEAN_SEEDS)
    note("players without a habit of whom nothing is named", f"{clean} of {len(CLEAN_SEEDS)}")
    assert clean >= 18


def test_a_cost_is_split_over_the_kinds_that_are_done_too_often_or_too_rarely() -> None:
    """By hand: what the mix is worth is 0.5 * 0 + 0.25 * 4 + 0.25 * 8 = 3; a fold costs 3, a raise gains 5."""
    known = (Weighed(Action("fold"), 0.5, 0), Weighed(Action("call"), 0.25, 4), Weighed(Action("raise", 40), 0.25, 8))
    fold, call, up = (judged_by_values("x", each.action, 0, known) for each in known)
    assert fold is not None
    assert call is not None
    assert up is not None
    assert fold.costs == pytest.approx({("fold", ""): 1.5, ("call", ""): 0.25, ("raise", ""): 1.25})
    assert [sum(each.costs.values()) for each in (fold, call, up)] == pytest.approx([3, -1, -5])
    assert [each.differs for each in (fold, call, up)] == [False, True, True]
    for kind in fold.costs:  # who mixes as the reference does pays nothing for any kind
        assert 0.5 * fold.costs[kind] + 0.25 * call.costs[kind] + 0.25 * up.costs[kind] == pytest.approx(0)
    assert judged_by_values("x", Action("bet", 20), 0, known) is None


def test_a_bet_of_a_size_that_is_not_known_counts_as_the_nearest() -> None:
    bets = (Weighed(Action("bet", 50), 0.7, 9), Weighed(Action("bet", 100), 0.0, 5))
    told = judged_by_values("x", Action("bet", 90), 0, (Weighed(Action("check"), 0.3, 9), *bets))
    assert told is not None
    assert told.taken == ("bet", "larger")
    assert told.shares == pytest.approx({("check", ""): 0.3, ("bet", ""): 0.7, ("bet", "larger"): 0.0})
    assert sum(told.costs.values()) == pytest.approx(4)


def river_hand(theirs: str, last: str = "fold") -> StoredHand:
    """Of three one folds on the flop. On the river Hero, on the button with the best hand there can be, faces a bet."""
    state = make_game("holdem-nolimit", seats=3).start(
        stacks=(2000,) * 3, cards=["AsAd", theirs, "7h2c"], board="AhAcKd8s3s", button=0
    )
    assert isinstance(state, CardState)
    for text in ("call", "call", "check", "bet 10", "fold", "call", "check", "check", "bet 40", last):
        state = state.apply(text)
    return stored(state)


def stored(state: CardState, number: int = 1) -> StoredHand:
    record = record_of(state, ["Hero", "Ann", "Bob"][: state.game.seats], number=str(number))
    return StoredHand(id=number, digest="", record=record, net=record.returns)


def test_a_solved_spot_charges_what_its_solution_says_and_looks_at_nobody_elses_cards() -> None:
    hands = [river_hand(cards) for cards in ("KcQd", "9h9c")]
    found = [LeakSearch(player="Hero", judges=judges(first_street=RIVER)).look(hand).decisions for hand in hands]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0][-1] == found[1][-1]
    assert [each.judged.beside for each in found[0]] == ["loki-a", "loki-a", "loki-a", "solved spots"]
    folds = found[0][-1].judged
    assert folds.taken == ("fold", "")
    assert folds.shares["fold", ""] < 0.01
    assert sum(folds.costs.values()) > 8.9  # big blinds: at least the pot with the bet that nobody beats
    (called,) = [LeakSearch(player="Hero", judges=judges(first_street=RIVER)).look(river_hand("KcQd", "call"))]
    assert called.decisions is not None
    assert 0 < sum(called.decisions[-1].judged.costs.values()) < sum(folds.costs.values())  # a raise is worth more


def test_equilibrium_judges_two_handed_limit_and_looks_at_nobody_elses_cards() -> None:
    game = make_game("holdem-limit", seats=2)
    found = []
    for theirs in ("7h6h", "KcQd"):
        state = game.start(stacks=(2000, 2000), cards=["AsQc", theirs], board="Qh7c2d9s3h", button=0)
        assert isinstance(state, CardState)
        for text in ("raise 20", "call", "check", "bet 10", "call", "check", "check", "bet 20", "fold"):
            state = state.apply(text)
        found.append(LeakSearch(player="Hero").look(stored(state)).decisions)
    assert found[0] == found[1]
    assert found[0] is not None
    assert [each.judged.beside for each in found[0]] == ["equilibrium"] * 3 + ["solved spots"]
    told = found[0][-1].judged
    assert (told.taken, told.shares["fold", ""]) == (("fold", ""), 0)
    assert 6 < sum(told.costs.values()) < 10  # the top pair wins most of the eight in the pot, and raises
    assert abs(sum(found[0][0].judged.costs.values())) < 0.3  # it raises such a hand too


def test_a_search_that_was_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = str(tmp_path / "h.db")
    looked: list[int] = []
    with Store(url) as store:
        store.add([(hand.record, hand.net) for hand in histories(4, 30, 11, HABITS[2])])
    usual = LeakSearch.look

    def look(self: LeakSearch, hand: StoredHand) -> LookedAt:
        if len(looked) == 12 and "stop" in command:
            raise KeyboardInterrupt
        looked.append(hand.id)
        return usual(self, hand)

    monkeypatch.setattr(LeakSearch, "look", look)
    kept = tmp_path / "kept.jsonl"
    plain = ["leaks", "Hero", "--database", url, "--json", "--solve", "river", "--checkpoint", str(kept)]
    command = [*plain]
    whole = CliRunner().invoke(app, command)
    assert (whole.exit_code, len(looked), kept.exists()) == (0, 30, False)
    looked.clear()
    command = [*plain, "stop"]
    stopped = CliRunner().invoke(app, plain)
    assert stopped.exit_code == 130
    assert "--resume goes on" in " ".join(stopped.stderr.split())
    told = json.loads(stopped.stdout)
    assert (told["hands"] + told["hands_passed_over"], told["hands_left"]) == (12, 18)
    command = [*plain]
    again = CliRunner().invoke(app, [*plain, "--resume"])
    assert (again.exit_code, looked, kept.exists()) == (0, list(range(1, 31)), False)
    assert again.stdout == whole.stdout
    kept.write_text(json.dumps({"format": "riverboat checkpoint 1", "kind": "leaks", "player": "Ann"}) + "\n")
    other = CliRunner().invoke(app, [*plain, "--resume"])
    assert other.exit_code != 0
    assert "its player is" in str(other.exception) + other.output


def test_every_habit_names_its_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never folding the river shows beside solved spots, where two are left of three."""
    url = str(tmp_path / "h.db")
    with Store(url) as store:
        hands = [*histories(3, 700, 11, HABITS[1]), *histories(2, 6, 12, HABITS[4])]
        store.add([(hand.record, hand.net) for hand in hands])
    words = ["leaks", "Hero", "--database", url, "--solve", "river"]
    answer = CliRunner().invoke(app, [*words, "--json"])
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.stdout)
    assert set(told["decisions"]) == {"equilibrium", "solved spots", "loki-a"}
    assert told["unsolved"] > 0
    named = {each["habit"]: each for each in told["leaks"]}
    calls = named["calls on the river, facing a bet"]
    assert calls["compared_with"] == "solved spots"
    assert calls["cost_bb_100"]["low"] > 0
    assert calls["done"]["mean"] > calls["reference"]
    assert len(calls["hands"]) == 3
    assert all(each["compared_with"] in told["decisions"] for each in told["habits"])
    monkeypatch.setattr(out, "_width", 200)
    plain = " ".join(CliRunner().invoke(app, words).stdout.split())
    assert f"solved spots: {100 * calls['reference']:.0f} %" in plain
    assert "Solved spots take for granted what each may hold" in plain
    assert f"{told['unsolved']} decisions between two after the flop were not solved" in plain


def test_hands_of_a_room_cost_what_the_same_hands_cost_that_name_their_cap(tmp_path: Path) -> None:
    """Files of limit games name no cap: without one, players who play on would raise until all chips are in."""
    hands = histories(2, 300, 11, HABITS[4])
    (tmp_path / "stars.txt").write_bytes(stars_file([hand.record for hand in hands]))
    found = []
    with Store(str(tmp_path / "h.db")) as store:
        list(import_hands(store, tmp_path / "stars.txt"))
        for some in (hands, store.hands(player="Hero")):
            search = LeakSearch(player="Hero", judges=beside_loki(11))
            for hand in some:
                search.take(hand)
            found.append(search.habits())
    assert found[0] == found[1] != []


def test_hands_that_a_reference_can_not_play_are_judged_beside_the_standing_one() -> None:
    """`equilibrium` plays two-handed limit alone."""
    both = [*histories(2, 2, 3, HABITS[2]), *histories(4, 6, 3, HABITS[2])]
    first, elsewhere = judges("equilibrium")
    for those, judged in (((first, elsewhere), 8), ((first,), 2)):
        search = LeakSearch(player="Hero", judges=those)
        for hand in both:
            search.take(hand)
        assert (search.hands, search.blind) == (judged, 8 - judged)
        assert set(search.decisions) == {"equilibrium", *(["loki-a"] if judged == 8 else [])}
