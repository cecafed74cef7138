"""Luck-adjusted results: a readable twin, unbiased whatever the value, and twins that cheat are found out."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat import evaluate
from riverboat.agents import make_agent
from riverboat.agents.asked import bucket_strategy
from riverboat.agents.drawing import Drawing
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena import match_plan, play_match
from riverboat.arena.luck import luck_kernel as lk
from riverboat.arena.luck.limit import LimitLuck, static_mixes
from riverboat.arena.luck.measures import adjusting
from riverboat.arena.luck.pots import STAKES, PotLuck
from riverboat.arena.luck.pots_kernel import may_come
from riverboat.arena.luck.small_games import SmallGameLuck
from riverboat.arena.luck.values import LimitValues, usual_values
from riverboat.arena.matches.match import match_steps
from riverboat.arena.matches.results import MatchResult
from riverboat.arena.matches.table import CompiledTable, FinishedHand
from riverboat.cli import make_app
from riverboat.errors import AgentError, ArenaError
from riverboat.games import Action, CardState, make_game
from riverboat.games.bluff.game import BluffGame
from riverboat.intervals import mean_interval
from riverboat.odds.strength_now_kernel import PREFLOP, strength_now
from riverboat.solving.bluff.round import solve_bluff
from riverboat.solving.limit import tree
from riverboat.solving.limit.strategy import policy
from riverboat.steps import Checkpoint, run_to_end

#: Pairs of players for proofs that nothing is won by adjusting: static and learning, known and unknown.
PAIRS = (
    ("tight-aggressive", "loose-passive"),
    ("maniac", "rock"),
    ("random", "always-call"),
    ("loose-aggressive", "ann"),
    ("tight-passive", "loki-a"),
)


def hands_of(names: tuple[str, ...], hands: int, seed: int = 1) -> list[CardState]:
    """Hands of limit Hold'em that were played."""
    found: list[CardState] = []

    def keep(hand: FinishedHand) -> None:
        assert isinstance(hand.state, CardState)
        found.append(hand.state.copy())

    play_match(match_plan(names, hands=hands, seed=seed), on_hand=keep)
    return found


# ------------------------------------------------------------------ a readable twin


def _shares(held: list[int], board: list[int]) -> float:
    """The big blind's chance to win over all boards to come."""
    left = [card for card in range(52) if card not in held and card not in board]
    results = []
    for more in combinations(left, 5 - len(board)):
        ours, theirs = (evaluate([*held[at : at + 2], *board, *more]) for at in (0, 2))
        results.append(1.0 if ours > theirs else 0.5 if ours == theirs else 0.0)
    return sum(results) / len(results)


def _seen(held: list[int], board: list[int], values: LimitValues) -> tuple[float, float, float]:
    if not board:
        numbers = [max(pair) * (max(pair) - 1) // 2 + min(pair) for pair in (held[:2], held[2:])]
        return float(values.first[lk.CLASS[numbers[0]], lk.CLASS[numbers[1]]]), *(PREFLOP[each] for each in numbers)
    row = np.array(board, np.uint8)
    return _shares(held, board), *(strength_now(held[at], held[at + 1], row, len(board)) for at in (0, 2))


def _value(kind: int, paid: float, seen: tuple[float, float, float], values: LimitValues) -> float:
    powers = [(a, b, c) for n in range(4) for a in range(n, -1, -1) for b in range(n - a, -1, -1) for c in [n - a - b]]
    terms = [seen[0] ** a * seen[1] ** b * seen[2] ** c for a, b, c in powers]
    weights = values.weights[kind]
    return float(sum(term * (weights[at] + paid * weights[lk.TERMS + at]) for at, term in enumerate(terms)))


def twin_of_cards(street: int, paid: float, held: list[int], board: list[int], values: LimitValues) -> float:
    """What a turn or a river gave, over the mean of all that might have come."""
    left = [card for card in range(52) if card not in held and card not in board[: street + 1]]
    worth = {
        card: _value(20 * street, paid, _seen(held, [*board[: street + 1], card], values), values) for card in left
    }
    return worth[board[street + 1]] - sum(worth.values()) / len(worth)


def test_the_luck_of_a_turn_and_a_river_equals_a_readable_twin() -> None:
    values = usual_values()
    rng = np.random.default_rng(3)
    for street, paid in ((2, 3.0), (3, 4.5)):
        cards = rng.choice(52, 9, replace=False).tolist()
        held, board = cards[:4], cards[4:]
        row = lk.HandCards(np.array(held, np.uint8), np.array(board, np.uint8), 5)
        words = np.array([1, 2, 3, 4], np.uint64)
        fast = lk.luck_of_cards(street, paid, row, 1, words, values.worth)
        assert fast == pytest.approx(twin_of_cards(street, paid, held, board, values), abs=1e-9)


def test_actions_are_worth_what_the_tree_says() -> None:
    values = usual_values()
    seen, terms = np.array([0.7, 0.6, 0.5]), np.zeros(lk.TERMS)
    lk.fill_terms(0.7, 0.6, 0.5, terms)
    folds = np.array([1, 7, 6, tree.FOLD, tree.OOP])  # the big blind, who bet and was raised on the flop, 3 paid before
    assert lk.action_value(folds, tree.FOLD, seen, terms, values.weights) == -4.0
    called = lk.action_value(np.array([3, 2, 10, tree.CALL, 0]), tree.CALL, seen, terms, values.weights)
    assert called == pytest.approx(0.4 * 7.0)  # a showdown for five and a bet of two each
    raised = lk.action_value(np.array([2, 0, 4, tree.RAISE, 0]), tree.RAISE, seen, terms, values.weights)
    assert raised == pytest.approx(_value(46, 2.0, (0.7, 0.6, 0.5), values))


def test_first_cards_and_flops_are_worth_nothing_in_the_mean() -> None:
    values = usual_values()
    rng = np.random.default_rng(4)
    words = np.array([5, 6, 7, 8], np.uint64)
    first, flop = [], []
    for _ in range(3000):
        cards = rng.choice(52, 7, replace=False).astype(np.uint8)
        row = lk.HandCards(cards[:4], np.append(cards[4:], [0, 0]).astype(np.uint8), 3)
        first.append(lk.luck_of_cards(0, 0.0, row, 4, words, values.worth))
        flop.append(lk.luck_of_cards(1, 2.0, row, 4, words, values.worth))
    for found in (first, flop):
        within = mean_interval(np.array(found), 0.999)
        assert within.low is not None
        assert within.high is not None
        assert within.low <= 0 <= within.high


@pytest.mark.parametrize("name", ["tight-aggressive", "maniac", "random", "always-raise"])
def test_static_players_are_known_as_the_meter_knows_them(name: str) -> None:
    known = static_mixes(make_agent(name))
    assert known is not None
    strategy = bucket_strategy(make_agent(name))
    steps = np.zeros((lk.MOST_STEPS, lk.STEP_COLUMNS), np.int64)
    for state in hands_of((name, "loose-aggressive"), 12):
        count = lk.read_steps(state.hand, steps)
        assert count == len(state.history)
        held = np.array([*state.cards(1 - state.button), *state.cards(state.button)], np.uint8)
        board = np.array([*state.board, 0, 0, 0, 0, 0][:5], np.uint8)
        chances = np.full((lk.MOST_STEPS, 3), -1.0)
        place: tree.LimitPlace | None = tree.ROOT
        cards = lk.HandCards(held, board, len(state.board))
        for side in range(2):
            lk.set_chances(steps[:count], cards, side, known.thresholds, known.mixes, chances)
        for at in range(count):
            assert place is not None
            assert (place.street, place.decision, place.actor) == (steps[at, 0], steps[at, 1], steps[at, 4])
            low, high = sorted(held[2 * place.actor : 2 * place.actor + 2].tolist())
            row = policy(strategy, place, board[: place.street + 2 if place.street else 0])[
                high * (high - 1) // 2 + low
            ]
            np.testing.assert_allclose(chances[at], row, atol=1e-6)
            place = tree.after(place, int(steps[at, 3]))


# ------------------------------------------------------------------ unbiased


def luck_of_match(names: tuple[str, ...], hands: int, seed: int) -> MatchResult:
    """A match with its luck."""
    return play_match(match_plan(names, hands=hands, seed=seed, adjusted=True))


def biased(found: MatchResult, *, confidence: float = 0.999) -> bool:
    """Whether what adjusting changed is known to be more than nothing."""
    assert found.adjusted_values_sb is not None
    within = mean_interval(found.adjusted_values_sb[:, 0] - found.values_sb[:, 0], confidence)
    assert within.low is not None
    assert within.high is not None
    return not within.low <= 0 <= within.high


@pytest.mark.parametrize("pair", PAIRS[:4], ids="-".join)
def test_adjusting_wins_nothing(pair: tuple[str, str]) -> None:
    assert not biased(luck_of_match(pair, 2000, 11))


def test_without_duplicate_deals_most_is_luck() -> None:
    names = ["tight-aggressive", "tight-aggressive"]
    found = play_match(match_plan(names, hands=2000, seed=10, duplicate=False, adjusted=True))
    assert found.adjusted_values_sb is not None
    assert 1.5 * found.adjusted_values_sb[:, 0].std() < found.values_sb[:, 0].std()


class _Peeks(LimitLuck):
    """Looks at the hidden cards and calls every showdown luck, as if nobody had chosen what to take there."""

    def of_hand(self, state: CardState, players: Any, words: Any) -> tuple[float, float]:
        luck = super().of_hand(state, players, words)
        if not state.is_showdown:
            return luck
        won = [float(chips) / state.game.rules.income_unit.chips for chips in state.returns()]
        return luck[0] + won[0], luck[1] + won[1]


class _Guesses(LimitLuck):
    """Corrects choices by chances that they were not drawn from."""

    def __init__(self, agents: Any) -> None:
        super().__init__(agents)
        for known in self._known:
            assert known is not None
            known.mixes[:] = np.eye(3)[tree.CALL]


def _with(monkeypatch: pytest.MonkeyPatch, make: Callable[..., Any]) -> None:
    monkeypatch.setattr("riverboat.arena.matches.table.hand_luck", lambda plan: make(plan.agents))


def test_a_value_of_the_wrong_sign_is_unbiased_too(monkeypatch: pytest.MonkeyPatch) -> None:
    _with(monkeypatch, lambda agents: LimitLuck(agents, values=usual_values().turned()))
    found = luck_of_match(PAIRS[0], 2000, 12)
    assert not biased(found)
    assert found.adjusted_values_sb is not None
    assert found.adjusted_values_sb[:, 0].std() > 1.2 * found.values_sb[:, 0].std()


@pytest.mark.parametrize("cheat", [_Peeks, _Guesses])
def test_who_peeks_is_found_out(cheat: type[LimitLuck], monkeypatch: pytest.MonkeyPatch) -> None:
    _with(monkeypatch, cheat)
    assert biased(luck_of_match(("tight-aggressive", "maniac"), 4000, 13))


# ------------------------------------------------------------------ small games


class _Mixes(Drawing):
    """Plays a random strategy, and says so."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def chances(self, observation: Any) -> Mapping[Action, float]:
        legal = list(observation.legal_actions)
        # Whichever chair it sits in: the betting says who is first.
        words = [self.number, *observation.infoset.partition(":")[2].encode()]
        return dict(zip(legal, np.random.default_rng(words).dirichlet(np.ones(len(legal))).tolist(), strict=True))

    def decide(self, observation: Any) -> Action:
        return self.draw(self.chances(observation))


def _mixer(number: int, *, house: bool = True) -> PythonAgent:
    return PythonAgent(lambda: _Mixes(number), remembers=False, named=f"mixer {number}", house=house)


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_where_both_are_known_nothing_is_luck(game: str) -> None:
    found = play_match(match_plan([_mixer(1), _mixer(2)], game=game, hands=200, seed=5, duplicate=False, adjusted=True))
    assert found.adjusted_values_sb is not None
    # The seats are worth different things, and take turns: what is left is that.
    for first in range(2):
        seat = found.adjusted_values_sb[first::2, 0]
        assert seat.std() < 0.01 * found.values_sb[first::2, 0].std()


def test_the_value_of_a_small_game_is_that_of_its_form() -> None:
    from riverboat.solving.policy import policy_plans
    from riverboat.solving.tree_form import tree_form

    game = make_game("leduc")
    agents = [_mixer(3), _mixer(4)]
    form = tree_form(game)
    plans = []
    for seat in range(2):
        player = _Mixes(3 + seat)

        def ask(state: Any, player: _Mixes = player) -> dict[str, float]:
            return {str(act): float(p) for act, p in player.chances(state.observation(state.actor)).items()}

        plans.append(policy_plans(form, game, ask)[seat])
    value = SmallGameLuck(game, agents).tree((0, 1)).value
    assert value == pytest.approx(form.value(*plans), abs=1e-9)


def test_a_bot_of_somebodys_own_is_not_believed() -> None:
    plan = match_plan([_mixer(1, house=False), _mixer(2)], game="leduc", hands=2000, seed=6, adjusted=True)
    found = play_match(plan)
    assert not biased(found)
    assert found.adjusted_values_sb is not None
    assert found.adjusted_values_sb[:, 0].std() > 0.01


# ------------------------------------------------------------------ rounds of Bluff


def bluff_round(names: Sequence[Any], dice: tuple[int, int], rounds: int, *, duplicate: bool = True) -> MatchResult:
    """Rounds of Bluff with their luck."""
    options = {"dice": dice}
    return play_match(
        match_plan(names, game="bluff", options=options, hands=rounds, seed=21, duplicate=duplicate, adjusted=True)
    )


@pytest.mark.parametrize(
    ("names", "dice", "times"),
    [
        (("bluff-odds", "bluff-equilibrium"), (1, 1), 4.0),
        (("random", "bluff-odds"), (1, 1), 4.0),
        (("bluff-odds", "bluff-equilibrium"), (2, 1), 1.2),
    ],
    ids=str,
)
def test_rounds_of_bluff_are_adjusted_by_what_both_make_of_them(
    names: tuple[str, str], dice: tuple[int, int], times: float
) -> None:
    """Rolls and known choices where few rolls are possible, else known choices alone."""
    found = bluff_round(names, dice, 400, duplicate=dice == (2, 1))
    assert not biased(found)
    assert found.adjusted_values_sb is not None
    assert times * found.adjusted_values_sb[:, 0].std() < found.values_sb[:, 0].std()


def test_a_round_of_bluff_is_worth_what_its_best_walker_says() -> None:
    """The first bid of a solved round: what it is worth in the mean over all rolls is the value of the game."""
    game = make_game("bluff", dice=(1, 1), faces=3)
    assert isinstance(game, BluffGame)
    solved = [make_agent("bluff-equilibrium")] * 2
    luck = SmallGameLuck(game, solved)
    assert luck.tree((0, 1)).value == pytest.approx(solve_bluff(game.rules).value, abs=0.02)


class _Takes(SmallGameLuck):
    """Corrects choices by chances that they were not drawn from."""

    def note(self, state: Any, chances: Any) -> None:
        legal = state.legal_actions()
        super().note(state, {action: 1 / len(legal) for action in legal})


class _Turned(SmallGameLuck):
    """Takes every state for worth as much to the other."""

    def _walk(self, state: Any, players: tuple[int, int]) -> Any:
        found = super()._walk(state, players)
        if found.actor is None:
            found.value = -found.value
        return found


@pytest.mark.parametrize(("kind", "wrong"), [(SmallGameLuck, False), (_Turned, False), (_Takes, True)])
def test_a_wrong_value_of_bluff_is_unbiased_and_wrong_chances_are_not(
    kind: type[SmallGameLuck], wrong: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game("bluff", dice=(1, 1))
    assert isinstance(game, BluffGame)
    monkeypatch.setattr("riverboat.arena.matches.table.hand_luck", lambda plan: kind(game, plan.agents))
    found = bluff_round(("bluff-odds", "random"), (1, 1), 1000)
    assert biased(found) == wrong


def test_which_rounds_of_bluff_are_adjusted() -> None:
    small = match_plan(["bluff-odds", "bluff-odds"], game="bluff", options={"dice": (2, 2)})
    assert adjusting(small, True).adjusted
    assert not adjusting(small, None).adjusted
    with pytest.raises(ArenaError, match="with few dice"):
        adjusting(replace(small, options=(("dice", (3, 2)),)), True)
    with pytest.raises(ArenaError, match="whole matches"):
        adjusting(replace(small, whole=True), True)


# ------------------------------------------------------------------ any table, and what is around


def test_at_more_seats_and_at_no_limit_cards_are_corrected() -> None:
    for game, names in (("holdem-limit", ["tight-aggressive", "loose-passive*2"]), ("holdem-nolimit", PAIRS[0])):
        found = play_match(match_plan(list(names), game=game, hands=1800, seed=7, session_hands=10, adjusted=True))
        assert not biased(found)
        assert found.adjusted_values_sb is not None
        total = found.adjusted_values_sb @ np.array([entrant.copies for entrant in found.plan.entrants])
        np.testing.assert_allclose(total, 0.0, atol=1e-9)


def pot_luck(monkeypatch: pytest.MonkeyPatch, kind: type[PotLuck], names: Sequence[str], *more: Any) -> MatchResult:
    """A match of three, every deal once, with its luck by some measure."""
    monkeypatch.setattr("riverboat.arena.matches.table.hand_luck", lambda plan: kind(*more))
    return play_match(match_plan(names, hands=4500, seed=17, duplicate=False, adjusted=True))


class _CountsShowdowns(PotLuck):
    """Calls luck only what was shown down: how a hand ends decides whether it is corrected."""

    def of_hand(self, state: CardState, players: Any, words: Any) -> tuple[float, ...]:
        luck = super().of_hand(state, players, words)
        return luck if state.is_showdown else (0.0,) * len(luck)


def test_any_stakes_are_unbiased_and_what_looks_at_the_end_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["rock", "loose-passive", "tight-aggressive"]
    usual, turned, cheat = (
        pot_luck(monkeypatch, kind, names, *more)
        for kind, *more in ((PotLuck,), (PotLuck, {True: -STAKES[True]}), (_CountsShowdowns,))
    )
    assert not biased(usual)
    assert not biased(turned)
    assert biased(cheat)
    # Of all three together: a rock alone hardly plays.
    spread = [found.adjusted_values_sb.std() for found in (usual, turned) if found.adjusted_values_sb is not None]
    assert 1.5 * spread[0] < usual.values_sb.std() < spread[1]


def test_where_nobody_can_bet_the_pot_is_at_stake_and_no_more() -> None:
    state = make_game("holdem-nolimit", seats=2).start(seed=3)
    state.apply(max(state.legal_actions(), key=lambda action: action.amount))
    state.apply("call")
    assert isinstance(state, CardState)
    assert len(state.board) == 5
    words = np.array([1, 2, 3, 4], np.uint64)
    one, other = (
        PotLuck({False: np.array([1.0, *stakes])}).of_hand(state, (0, 1), words.copy())
        for stakes in ((1.0, 1.0, 1.0), (3.0, 4.0, 5.0))
    )
    assert one == other
    assert sum(one) == pytest.approx(0.0)


def test_what_may_still_come_into_a_pot() -> None:
    playing, left = np.array([1, 1, 0, 1], np.uint8), np.array([50, 20, 90, 30])
    assert may_come(playing, left) == 30 + 20 + 30
    assert may_come(np.array([1, 0, 0, 0], np.uint8), left) == 0


def test_luck_is_equal_on_two_processes_and_after_a_pause(tmp_path: Any) -> None:
    plan = match_plan(PAIRS[0], hands=1200, seed=8, adjusted=True)
    whole = play_match(plan)
    assert whole.players[0].adjusted_sb == play_match(plan, workers=2).players[0].adjusted_sb
    kept = Checkpoint(tmp_path / "match.json", {"work": "luck"})
    steps = match_steps(plan, checkpoint=kept)
    next(steps)
    next(steps)
    steps.close()
    again = run_to_end(match_steps(plan, checkpoint=kept, resume=True))
    assert again.players[0].adjusted_sb == whole.players[0].adjusted_sb
    assert play_match(replace(plan, adjusted=False)).digest == whole.digest


def test_it_is_measured_heads_up_where_little_is_played() -> None:
    plan = match_plan(PAIRS[0], hands=20_000)
    assert adjusting(plan, None).adjusted
    assert not adjusting(plan, False).adjusted
    assert not adjusting(replace(plan, hands=20_001), None).adjusted
    assert not adjusting(match_plan(["rock", "rock", "rock"]), None).adjusted
    bluff = match_plan(["bluff-odds", "bluff-odds"], game="bluff", options={"dice": (3, 3)})
    assert not adjusting(bluff, None).adjusted
    with pytest.raises(ArenaError, match="results of bluff can't be adjusted for luck"):
        adjusting(bluff, True)


def test_recorded_hands_are_told_with_and_without_luck(tmp_path: Any) -> None:
    from riverboat.arena.luck.records import adjusted_hands
    from riverboat.records.hand_record import HandRecord
    from riverboat.records.store.hand_store import Store

    runner = CliRunner()
    database = f"sqlite:///{tmp_path / 'hands.db'}"
    words = "match tight-aggressive loose-passive --hands 40 --seed 2 --store --plain --database".split()
    assert runner.invoke(make_app(), [*words, database]).exit_code == 0
    with Store(database) as store:
        records: list[HandRecord] = [kept.record for kept in store.hands()]
    (found,) = adjusted_hands(records, "tight-aggressive")
    assert (found.hands, found.reach) == (40, "all cards")
    assert found.adjusted != pytest.approx(found.won)
    (other,) = adjusted_hands(records, "loose-passive")
    assert other.adjusted == pytest.approx(-found.adjusted)
    seat = records[0].players.index("loose-passive")
    hidden = [
        replace(record, hole_cards=tuple((255, 255) if at == seat else cards for at, cards in enumerate(held)))
        for record in records[:1]
        for held in [record.hole_cards]
    ]
    (blind,) = adjusted_hands([*hidden, *records[1:]], "tight-aggressive")
    assert blind.reach == "own cards"
    told = json.loads(runner.invoke(make_app(), ["luck", "loose-passive", "--database", database, "--json"]).stdout)
    assert told["games"][0]["adjusted"]["won"] == pytest.approx(other.adjusted)
    assert "luck-adjusted" in told["games"][0]["words"]


def test_short_stacks_are_left_as_they_are() -> None:
    found = play_match(match_plan(PAIRS[0], hands=40, seed=9, options={"stack": 250}, adjusted=True))
    assert isinstance(found, MatchResult)
    assert CompiledTable(replace(found.plan)).luck_measure is not None


# ------------------------------------------------------------------ proofs


@pytest.mark.prove
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_adjusting_wins_nothing_over_200_000_hands(pair: tuple[str, str], note: Any) -> None:
    found = play_match(match_plan(pair, hands=200_000, seed=20_261_118, adjusted=True))
    assert found.adjusted_values_sb is not None
    within = mean_interval(found.adjusted_values_sb[:, 0] - found.values_sb[:, 0])
    told = f"{within.mean:+.4f} ({within.low:+.4f} to {within.high:+.4f})"
    note(f"{pair[0]} and {pair[1]}, {found.hands:,} hands: adjusted less plain, small bets a hand", told)
    assert not biased(found, confidence=0.99)


@pytest.mark.prove
def test_most_of_an_equilibrium_against_itself_is_luck(note: Any) -> None:
    """With the shipped weights, or those of a file that RIVERBOAT_EQUILIBRIUM names."""
    name = os.environ.get("RIVERBOAT_EQUILIBRIUM", "equilibrium")
    try:
        make_agent(name)
    except AgentError as error:
        pytest.skip(str(error))
    hands = 20_000
    once, twice = (
        play_match(match_plan([name, name], hands=hands, seed=41, duplicate=duplicate, adjusted=True))
        for duplicate in (False, True)
    )
    assert once.adjusted_values_sb is not None
    assert twice.adjusted_values_sb is not None
    plain = once.values_sb[:, 0].std()
    alone = plain / once.adjusted_values_sb[:, 0].std()
    # A deal that is played twice is two hands.
    together = plain / (math.sqrt(2) * max(twice.adjusted_values_sb[:, 0].std(), 1e-9))
    note("standard deviation of a hand, small bets", float(plain))
    note("times smaller, luck-adjusted", float(alone))
    note("times smaller, with duplicate deals as well", float(together))
    assert alone >= 3
    assert together >= 4


@pytest.mark.prove
def test_on_leduc_nothing_is_luck_where_both_are_known(note: Any) -> None:
    worst = 0
    for number in range(10):
        agents = [_mixer(2 * number), _mixer(2 * number + 1)]
        found = play_match(match_plan(agents, game="leduc", hands=2000, seed=number, duplicate=False, adjusted=True))
        assert found.adjusted_values_sb is not None
        # The seats are worth different things: what luck leaves is that of the seat, which moves with the button.
        values = {round(value, 9) for value in found.adjusted_values_sb[:, 0].tolist()}
        worst = max(worst, len(values))
    note("different adjusted results of a hand, at most (one a seat)", worst)
    assert worst <= 2
