"""The local best response: it never sees hidden cards, its luck has mean 0, and it plays the same everywhere."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from riverboat import evaluate, parse_cards
from riverboat.agents import make_agent
from riverboat.agents.asked import bucket_strategy
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.protocol import Agent
from riverboat.arena.exploit import local_kernel as at
from riverboat.arena.exploit.local import LocalPlan, local_steps, play_session
from riverboat.arena.exploit.local_luck_kernel import first_share, pots_after, share_on
from riverboat.arena.exploit.local_player import CopyBelief, LocalPlayer, SeenBelief, View, belief_about, without_cards
from riverboat.arena.exploit.local_table import AGENT, LocalTable, local_player
from riverboat.arena.exploit.result import ExploitResult
from riverboat.arena.work.executors import choose_executor
from riverboat.arrays import CardRow, Floats
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.cards.randomness import seed_words
from riverboat.errors import ArenaError
from riverboat.games import Action, CardObservation, CardState, make_game
from riverboat.solving.limit.strategy import policy
from riverboat.solving.limit.tree import LimitPlace
from riverboat.steps import Checkpoint, run_to_end

PLAN = LocalPlan(agent="tight-aggressive", hands=60, seed=5, session_hands=10)


def cards(text: str) -> CardRow:
    return np.array(parse_cards(text), np.uint8)


# ------------------------------------------------------------------ hidden cards stay hidden


class Noting(LocalPlayer):
    """Writes down what it does."""

    done: list[str]

    def decide(self, seen: CardObservation, raised: View | None) -> Action:
        action = super().decide(seen, raised)
        self.done.append(str(action))
        return action


class Peeking(Noting):
    """A broken twin: it knows what the agent holds."""

    table: LocalTable

    def decide(self, seen: CardObservation, raised: View | None) -> Action:
        hand = self.table._hand  # what no responder has
        self.weights[:] = 0.0
        held = hand["cards"][0, 1 - seen.seat, :2]
        self.weights[holding_index((int(held[0]), int(held[1])))] = 1.0
        return super().decide(seen, raised)


class SwappedTable(LocalTable):
    """The agent holds two other cards, which neither the responder nor the board has."""

    def _begin_hand(self, state: CardState, memory: Floats) -> None:
        hand = self._hand[0]
        agent = self._players().index(AGENT)
        hand["cards"][agent, :2] = hand["deck"][-2:]  # beyond all that this hand deals
        super()._begin_hand(state, memory)


def deeds(kind: type[Noting], table: type[LocalTable]) -> list[str]:
    """What a responder does in a session against somebody whose actions don't depend on cards."""
    done: list[str] = []

    def make(agent: Agent, seed: int) -> LocalPlayer:
        player = kind(belief_about(agent, seed_words(np.random.SeedSequence([seed, 2]))), seed)
        player.done = done
        if isinstance(player, Peeking):
            player.table = seated
        return player

    plan = LocalPlan(agent="always-call", hands=80, seed=3, session_hands=20)
    seated = table(plan.match(), make)
    seated.play_unit(0)
    return done


def test_what_the_agent_holds_changes_nothing_that_the_responder_does() -> None:
    honest = deeds(Noting, LocalTable)
    assert len(honest) > 100
    assert honest == deeds(Noting, SwappedTable)


def test_one_that_peeks_is_found_out() -> None:
    assert deeds(Peeking, LocalTable) != deeds(Peeking, SwappedTable)


def test_a_view_without_cards_has_none() -> None:
    state = make_game("holdem-limit", seats=2).start(seed=1)
    seat = state.actor
    assert seat is not None
    seen = state.observation(seat).record
    public = without_cards(seen)
    assert (public["cards"] == 255).all()
    assert (seen["cards"][0, seat, :2] != 255).all()
    for name in seen.dtype.names or ():
        assert name == "cards" or (public[name] == seen[name]).all()


class Calling(LocalPlayer):
    """Asks as the responder does, and then checks or calls."""

    def decide(self, seen: CardObservation, raised: View | None) -> Action:
        super().decide(seen, raised)
        self._expected = None
        return next(action for action in seen.legal_actions if action.kind in ("check", "call"))


def test_asking_a_copy_leaves_the_agent_as_it_is() -> None:
    plan = LocalPlan(agent="adaptive", hands=80, seed=3, session_hands=20)

    def asks(agent: Agent, seed: int) -> LocalPlayer:
        return Calling(belief_about(agent, seed_words(np.random.SeedSequence([seed, 2]))), seed)

    def never_asks(agent: Agent, seed: int) -> LocalPlayer:
        return Calling(SeenBelief(), seed)

    one, other = (LocalTable(plan.match(), make).play_unit(0) for make in (asks, never_asks))
    assert one.digest == other.digest


# ------------------------------------------------------------------ what it works out


def test_win_share_equals_a_slow_twin_on_the_river() -> None:
    own, board = cards("AsKd"), cards("Ah7c7d2s9h")
    weights = np.random.default_rng(1).random(HOLDINGS)
    player = LocalPlayer(SeenBelief(), 1)
    ends = player._ends
    assert at.roll_out(own, board, seed_words(1), ends) == 1
    gone = set(own.tolist()) | set(board.tolist())
    won = met = 0.0
    ours = evaluate([*own.tolist(), *board.tolist()])
    for holding, pair in enumerate(HOLDING_CARDS.tolist()):
        if not gone & set(pair):
            theirs = evaluate([*pair, *board.tolist()])
            met += weights[holding]
            won += weights[holding] * (ours > theirs) + weights[holding] / 2 * (ours == theirs)
    assert at.win_share(weights, 1, ends) == pytest.approx(won / met, abs=1e-12)


def test_a_raise_is_worth_what_a_slow_twin_says() -> None:
    own, board = cards("AsKd"), cards("Ah7c7d2s9h")
    rng = np.random.default_rng(2)
    weights, answers = rng.random(HOLDINGS), rng.dirichlet(np.ones(3), HOLDINGS)
    ends = LocalPlayer(SeenBelief(), 1)._ends
    at.roll_out(own, board, seed_words(1), ends)
    free = ends.strengths >= 0
    total = weights[free].sum()
    folds = (weights * answers[:, 0])[free].sum() / total
    stays = weights * (1 - answers[:, 0]) * free
    share = at.win_share(stays, 1, ends)
    expected = folds * 60 + (1 - folds) * (share * (60 + 40 + 20) - 40)
    assert at.worth_of_raise(60.0, 40.0, 20.0, weights, answers, 1, ends) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("text", ["", "Ah7c2s", "Ah7c2s9d", "Ah7c2s9d9h"])
@pytest.mark.parametrize(("asked", "most_wrong"), [(64, 0.12), (HOLDINGS, 1e-9)])
def test_a_copy_answers_as_the_agent_says_it_plays(text: str, asked: int, most_wrong: float) -> None:
    """Somebody who always raises what is worth it has one answer for each holding: few lie between two answers.

    Asked about all holdings, there is nothing in between.
    """
    agent = make_agent("tight-aggressive:aggression=1;bluff=0")
    assert isinstance(agent, CompiledAgent)
    own, board = cards("AsKd"), cards(text)
    view = _facing_a_bet(board)
    weights = np.asarray(~np.isin(HOLDING_CARDS, [*own.tolist(), *board.tolist()]).any(axis=1), np.float64)
    ends = LocalPlayer(SeenBelief(), 1)._ends
    at.roll_out(own, board, seed_words(1), ends)
    belief = CopyBelief(agent, seed_words(3), asked)
    belief.begin(agent.memory)
    answers = belief.answers(view, weights, ends)
    place = LimitPlace(len(board) - 2 if len(board) else 0, 0, 6 if len(board) else 0)
    expected = policy(bucket_strategy(agent), place, board)
    held = weights > 0
    assert answers[held].sum(axis=1) == pytest.approx(1.0)
    wrong = np.abs(answers - expected)[held].sum(axis=1) / 2
    assert wrong.mean() < (most_wrong if len(board) else 1e-9)


def _facing_a_bet(board: CardRow) -> View:
    """What the button sees before the flop, or after a bet on a board, without cards."""
    state = make_game("holdem-limit", seats=2).start(seed=1)
    while len(state.observation(0).board) < len(board):
        state.apply(next(action for action in state.legal_actions() if action.kind in ("check", "call")))
    if len(board):
        state.apply(next(action for action in state.legal_actions() if action.kind == "bet"))
    assert state.actor is not None
    view = without_cards(state.observation(state.actor).record)
    view["shared"][0, : len(board)] = board
    return view


def test_who_cannot_be_copied_is_believed_by_what_was_seen() -> None:
    view = _facing_a_bet(cards("Ah7c2s"))
    belief, ends = SeenBelief(), LocalPlayer(SeenBelief(), 1)._ends
    at.roll_out(cards("AsKd"), cards("Ah7c2s"), seed_words(1), ends)
    for _ in range(990):
        belief.saw(view, 0)
    answers = belief.answers(view, np.ones(HOLDINGS), ends)[ends.strengths >= 0]
    assert answers.sum(axis=1) == pytest.approx(1.0)
    assert answers[:, 0].mean() == pytest.approx(0.99, abs=0.01)


# ------------------------------------------------------------------ luck


def test_no_card_has_luck_on_the_mean() -> None:
    own, their, flop = cards("AsKd"), cards("8h8c"), cards("Ah7c2s")
    left = [card for card in range(52) if card not in {*own.tolist(), *their.tolist(), *flop.tolist()}]
    turns = [np.array([*flop, card], np.uint8) for card in left]
    assert len(turns) == 45
    assert np.mean([share_on(own, their, turn) for turn in turns]) == pytest.approx(share_on(own, their, flop))
    rivers = [np.array([*turns[0], card], np.uint8) for card in left[1:]]
    assert np.mean([share_on(own, their, river) for river in rivers]) == pytest.approx(share_on(own, their, turns[0]))


def test_the_first_share_is_the_mean_over_flops() -> None:
    """Over a sample: all 17,296 flops would take seconds."""
    own, their = cards("AsKd"), cards("8h8c")
    left = [card for card in range(52) if card not in {*own.tolist(), *their.tolist()}]
    flops = list(combinations(left, 3))
    assert len(flops) == 17_296
    drawn = np.random.default_rng(1).choice(len(flops), 1500, replace=False)
    shares = np.array([share_on(own, their, np.array(flops[one], np.uint8)) for one in drawn])
    first = first_share(own, their, np.zeros((1, 3), np.int64))
    assert abs(shares.mean() - first) < 3 * shares.std() / np.sqrt(len(shares))
    assert first + first_share(their, own, np.zeros((1, 3), np.int64)) == pytest.approx(1.0)


def test_pots_are_those_of_the_rules() -> None:
    game, rng = make_game("holdem-limit", seats=2), np.random.default_rng(4)
    for deal in range(40):
        state = game.start(seed=deal)
        pots = np.zeros(4)
        while not state.is_over:
            legal = [action for action in state.legal_actions() if action.kind != "fold" or rng.random() < 0.2]
            street = state.street
            state.apply(legal[int(rng.integers(len(legal)))])
            pots[street:] = state.pot
        found = np.zeros(4)
        _pots(state, found)
        assert found[: state.street + 1].tolist() == pots[: state.street + 1].tolist()


def _pots(state: CardState, found: npt.NDArray[np.float64]) -> None:
    pots_after(state._hand[0], state.game.record[0], found)


# ------------------------------------------------------------------ sessions


def _found(plan: LocalPlan = PLAN, **where: object) -> ExploitResult:
    return run_to_end(local_steps(plan, **where))  # type: ignore[arg-type]


def test_who_always_folds_loses_750() -> None:
    found = _found(LocalPlan(agent="always-fold", hands=40, seed=1, session_hands=10))
    assert found.kind == "local best response"
    assert isinstance(found.exploitability, dict)
    assert [found.exploitability[end] for end in ("mean", "low", "high")] == [750.0, 750.0, 750.0]


def test_two_processes_find_the_same() -> None:
    assert _found(make_executor=choose_executor(2)) == _found()


def test_dask_finds_the_same() -> None:
    pytest.importorskip("distributed")
    assert _found(make_executor=choose_executor(1, "local")) == _found()


def test_stopped_and_resumed_it_finds_the_same(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    steps = local_steps(PLAN, checkpoint=Checkpoint(kept, PLAN.work()))
    for step in steps:
        if step.done == 20:
            break
    steps.close()
    text = kept.read_text("utf-8")
    kept.write_text(text + text.splitlines()[-1][:20], "utf-8")  # killed while a line was written
    seen: list[int] = []
    resumed = run_to_end(
        local_steps(PLAN, checkpoint=Checkpoint(kept, PLAN.work()), resume=True), lambda step: seen.append(step.done)
    )
    assert seen[0] == 20
    assert resumed == _found()
    assert not kept.exists()


def test_another_seed_finds_something_else() -> None:
    assert play_session(LocalTable(PLAN.match()), 0) != play_session(
        LocalTable(LocalPlan(agent=PLAN.agent, hands=60, seed=6, session_hands=10).match()), 0
    )


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    damaged = Checkpoint(kept, PLAN.work())
    damaged.begin([{"number": 1, "won_mbb": 1.0, "adjusted_mbb": 1.0, "digest": ""}])
    damaged.close(finished=False)
    with pytest.raises(ArenaError, match="damaged"):
        run_to_end(local_steps(PLAN, checkpoint=Checkpoint(kept, PLAN.work()), resume=True))


def test_too_few_hands() -> None:
    with pytest.raises(ArenaError, match="too few for an interval: at least 800"):
        LocalPlan(agent="rock", hands=20)


def test_it_wins_from_somebody_who_calls_all_hands() -> None:
    """Far more than folding to it would: whoever never bets or folds loses 1,176 to the best opponent."""
    plan = LocalPlan(agent="always-call", hands=400, seed=2, session_hands=50)
    sessions = [play_session(LocalTable(plan.match(), local_player), number) for number in range(4)]
    assert np.mean([each.adjusted_mbb for each in sessions]) > 600
