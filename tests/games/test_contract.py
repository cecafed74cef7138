"""What every registered game must keep, at every table it offers; through the protocol alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import riverboat.games
from riverboat.errors import GameError, IllegalAction
from riverboat.games import CHANCE, GAMES, Action, BluffState, Game, State, make_game, parse_action
from riverboat.games.actions import KINDS, MoveName

#: Every game at every size, and by every set of rules that has a name.
TABLES = [
    (name, seats)
    for row, entry in GAMES.items()
    for name in (row, *(f"{row}, {each.name}" for each in entry.rule_sets))
    for seats in (entry.seats if name == row else entry.table_seats)
]
HANDS = 12


def every_table(name: str, seats: int) -> Game:
    game, _, rules = name.partition(", ")
    return make_game(game, seats=seats, **({"rules": rules} if rules else {}))


def surplus(state: State) -> int:
    """What the returns of a hand add up to: nothing, unless somebody won a die back and nobody lost one."""
    ending = state.ending if isinstance(state, BluffState) else None
    return int(ending is not None and ending.loser is None)


def positions(game: Game, seed: int, hands: int = HANDS) -> Iterator[State]:
    """Every state of some random hands, the ends among them."""
    rng = np.random.default_rng(seed)
    for hand in range(hands):
        state = game.start(seed=rng, button=hand % game.seats)
        yield state
        while not state.is_over:
            legal = state.legal_actions()
            state.apply(legal[int(rng.integers(len(legal)))])
            yield state


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_legal_actions_are_a_sequence_that_is_never_empty(name: str, seats: int) -> None:
    for state in positions(every_table(name, seats), seed=1):
        legal = state.legal_actions()
        if state.is_over:
            assert state.actor is None
            assert len(legal) == 0
            continue
        assert state.actor is not None
        assert 0 <= state.actor < seats
        assert len(legal) > 0
        some = [legal[at] for at in {0, len(legal) // 2, len(legal) - 1, -1}]
        assert all(action in legal for action in some)
        assert all(parse_action(str(action)) == action for action in some if action.kind in KINDS)
        assert Action("fold", 3) not in legal
        with pytest.raises(IndexError):
            legal[len(legal)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_returns_sum_to_zero_and_come_only_at_the_end(name: str, seats: int) -> None:
    ends = 0
    for state in positions(every_table(name, seats), seed=2):
        if state.is_over:
            ends += 1
            assert len(state.returns()) == seats
            assert sum(state.returns()) == surplus(state)
        else:
            with pytest.raises(GameError, match="not over"):
                state.returns()
    assert ends == HANDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_copy_is_independent(name: str, seats: int) -> None:
    for state in positions(every_table(name, seats), seed=3):
        if state.is_over:
            continue
        views = [state.observation(seat).to_bytes() for seat in range(seats)]
        other = state.copy()
        other.apply(other.legal_actions()[0])
        assert [state.observation(seat).to_bytes() for seat in range(seats)] == views
        again = state.copy()
        again.apply(again.legal_actions()[0])
        for seat in range(seats):
            assert again.observation(seat).to_bytes() == other.observation(seat).to_bytes()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, seats: int) -> None:
    nonsense = [
        Action("raise", 1),
        Action("bet", 10**18),
        Action(MoveName("dance")),
        Action("reveal", 52),
        Action("deal", 0),
    ]
    for state in positions(every_table(name, seats), seed=4):
        views = [state.observation(seat).to_bytes() for seat in range(seats)]
        for action in nonsense:
            assert action not in state.legal_actions()
            with pytest.raises(IllegalAction, match="is not allowed here: "):
                state.apply(action)
        assert [state.observation(seat).to_bytes() for seat in range(seats)] == views


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_observation_tells_its_seat_what_it_may_do_and_stays_as_it_was(name: str, seats: int) -> None:
    kept = []
    for state in positions(every_table(name, seats), seed=5):
        for seat in range(seats):
            seen = state.observation(seat)
            assert seen.seat == seat
            mine = state.legal_actions() if seat == state.actor else ()
            assert len(seen.legal_actions) == len(mine)
            if mine:
                assert (seen.legal_actions[0], seen.legal_actions[-1]) == (mine[0], mine[-1])
                assert seen.infoset == state.infoset()
            kept.append((seen, seen.to_bytes()))
    assert all(seen.to_bytes() == before for seen, before in kept)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seed_repeats_a_hand(name: str, seats: int) -> None:
    game = every_table(name, seats)
    for one, two in zip(positions(game, seed=6), positions(game, seed=6), strict=True):
        assert one.actor == two.actor
        assert one.observation(0).to_bytes() == two.observation(0).to_bytes()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_chance_can_be_left_open(name: str, seats: int) -> None:
    rng = np.random.default_rng(7)
    state = every_table(name, seats).root()
    moved = 0
    while not state.is_over:
        if state.actor == CHANCE:
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            state.apply(outcomes[int(rng.integers(len(outcomes)))][0])
            moved += 1
        else:
            legal = state.legal_actions()
            state.apply(legal[min(1, len(legal) - 1)])
    assert moved >= seats * (name not in ("rps", "koller"))  # these have no dice or cards for each seat
    assert sum(state.returns()) == surplus(state)


@pytest.mark.parametrize("name", GAMES)
def test_tables_of_impossible_size_are_refused(name: str) -> None:
    entry = GAMES[name]
    for seats in (0, 1, entry.seats.stop, 23, -2):
        with pytest.raises(GameError, match=f"{seats} seats? (is|are) not possible in {name}"):
            make_game(name, seats=seats)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_line_and_a_page(name: str) -> None:
    assert GAMES[name].name == name
    assert 20 < len(GAMES[name].line) < 110
    assert (Path(__file__).parents[2] / "docs" / "games" / f"{name}.md").exists()


def test_unknown_names_and_options_are_met_with_a_suggestion() -> None:
    with pytest.raises(
        GameError, match=r'"holdem-limt" is not a game \(did you mean "holdem-limit"\?\): the games are'
    ):
        make_game("holdem-limt")
    with pytest.raises(GameError, match=r'"blind" is not an option of holdem-limit \(did you mean "blinds"\?\)'):
        make_game("holdem-limit", blind=(1, 2))
    with pytest.raises(GameError, match=r'"betting" is not an option of holdem-limit'):
        make_game("holdem-limit", betting="no-limit")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rise 40", 'did you mean "raise"'),
        ("", "is not an action"),
        ("raise", 'write the total, for example "raise 40"'),
        ("raise -3", "write the total"),
        ("raise ²", "write the total"),
        ("fold 3", '"fold" stands alone'),
        ("reveal", "name one card"),
        ("reveal AsKs", "name one card"),
        ("reveal Xx", "name one card"),
    ],
)
def test_text_that_is_no_action_is_refused(text: str, says: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_action(text)
    assert says in str(refused.value)


def test_the_public_names_are_these() -> None:
    assert sorted(riverboat.games.__all__) == riverboat_names()


def riverboat_names() -> list[str]:
    return sorted(
        "CHANCE GAMES UNKNOWN Action Bid BluffGame BluffObservation BluffRules BluffState CardGame CardObservation "
        "CardState Chips Event Game GameEntry HoldemRules KuhnRules LeducRules LegalActions MatchRules MatchState "
        "Observation PartnerStudRules PokerRules Pot State StudRules TreeGame begin_match find_game load_efg make_game "
        "parse_action read_efg write_efg".split()
    )
