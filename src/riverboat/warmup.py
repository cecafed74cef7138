"""What is compiled on first use: a small call for each group of kernels, in the order in which a table needs them.

`steps` is what tables, matches and quick commands need; the rest is in `further_steps`. A test checks that each kernel
that Python calls is in one of the groups.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riverboat.games import CardState

Step = tuple[str, Callable[[], object]]


def steps() -> list[Step]:
    """Every group of kernels by name, with a call that compiles it: first what the usual table needs."""
    return [
        ("rules of the games", _play_a_hand),
        ("players of one style", lambda: _let_decide("rock")),
        ("evaluator", _evaluate),
        ("the partner", _ask_the_partner),
        ("Lokibot", lambda: _let_decide("loki-f")),
        (
            "players with one fixed answer",
            lambda: _entries("random", "always-call", "always-raise", "always-fold", "switcher"),
        ),
        ("the evolving player", lambda: _entries("evolving")),
        ("players with networks", lambda: _entries("ann", "adaptive", "adaptive-68")),
        ("chances at stud", _complete_stud_hands),
        ("models of players", _model_a_player),
        ("matches of agents", _play_a_match),
        ("strength and potential", _strength),
        ("equity", _equities),
        ("tournaments", _play_a_tournament),
        ("solvers", _solve_small_games),
        ("the equilibrium player", _make_buckets),
        ("odds of Omaha", _odds_of_omaha),
        ("luck of known players", _take_out_luck),
        ("what is called seldom", _call_what_is_rare),
    ]


def further_steps() -> list[Step]:
    """The groups of commands that run long, and of Python alone: each compiles its own when it is first used."""
    return [
        ("many hands at once", _many_hands),
        ("environments", _step_environments),
        ("the meter", _measure),
        ("spots", _solve_spots),
        ("local best responses", _respond_locally),
        ("training", _train),
    ]


def _play_a_hand() -> None:
    from riverboat.games import CardState, make_game
    from riverboat.games.catalog import USUAL_GAME
    from riverboat.records.recording import record_of
    from riverboat.records.store.tallies import tally

    state = make_game(USUAL_GAME, seats=3).start(seed=1)
    while not state.is_over:
        assert state.actor is not None
        state.apply(state.observation(state.actor).legal_actions[1])
    assert isinstance(state, CardState)
    assert state.pots
    tally(record_of(state, ("a", "b", "c")), state.returns())  # it is stored, and counted then


def _entries(*names: str) -> None:
    from riverboat.agents.dispatch_kernel import entries
    from riverboat.agents.registry import AGENTS

    for name in names:
        entries(AGENTS[name].kind)


def _let_decide(name: str) -> None:
    from riverboat.agents import make_agent
    from riverboat.agents.compiled import CompiledPlayer
    from riverboat.games import CardState, make_game
    from riverboat.games.catalog import USUAL_GAME

    state = make_game(USUAL_GAME, seats=2).start(seed=1)
    player = make_agent(name).player(1)
    assert isinstance(player, CompiledPlayer)
    assert isinstance(state, CardState)
    player.decide(state.observation(1))
    player.hand_over(state.observation(1))


def _ask_the_partner() -> None:
    from riverboat.games import make_game
    from riverboat.games.catalog import USUAL_GAME
    from riverboat.partner.protocol import make_partner

    state, partner = make_game(USUAL_GAME, seats=2).start(seed=1), make_partner(USUAL_GAME)
    seen = state.observation(state.actor or 0)
    partner.advise(seen)
    partner.answer(seen, "has")


def _evaluate() -> None:
    from riverboat.cards.evaluator import evaluate

    evaluate("AsKsQsJsTs")


def _complete_stud_hands() -> None:
    from riverboat.agents.stud.chances import hand_classes, win_rate
    from riverboat.cards.cards import parse_cards

    ours, theirs = parse_cards("AsKd2c"), parse_cards("Qh")
    win_rate(ours, theirs, times=10)
    hand_classes((*ours, *theirs), ())


def _model_a_player() -> None:
    from riverboat.cards.cards import parse_cards
    from riverboat.modeling.attributes import PlayerModel
    from riverboat.modeling.strengths import strengths_of
    from riverboat.records.hand_record import Move

    strengths = strengths_of([(parse_cards("AsKd"), parse_cards("2c7d9hJsQs"))], keep=False)
    PlayerModel().take([Move(0, 0, "call")], 0, strengths[0])


def _play_a_match() -> None:
    from riverboat.arena import match_plan, play_match

    play_match(match_plan(["rock", "maniac"], hands=2, adjusted=True))
    play_match(match_plan(["rock", "maniac", "rock"], hands=3, adjusted=True))


def _strength() -> None:
    from riverboat.odds.strength import hand_potential

    hand_potential("AdQc", "3h4cJh")


def _equities() -> None:
    from riverboat.odds.equity import equity

    equity("AdAc vs KdKc")
    equity("AdAc vs KdKc vs QdQc", board="2h3h4h5h")
    equity("AA vs KK", board="2h3h4h5h6h")
    equity("AdAc", opponents=2, simulations=10, seed=1)


def _play_a_tournament() -> None:
    from riverboat.arena.tournaments.elimination import elimination_plan, play_elimination

    play_elimination(elimination_plan(["rock", "maniac"]))


def _solve_small_games() -> None:
    from riverboat.games import BluffRules, make_game
    from riverboat.solving.bluff.round import solve_bluff
    from riverboat.solving.bluff.short.blueprint import whole_bounds
    from riverboat.solving.bluff.short.memory import MemoryTables
    from riverboat.solving.bluff.short.memory_run import MemoryRun
    from riverboat.solving.bluff.sparse import thinned
    from riverboat.solving.settings import Wish
    from riverboat.solving.solver import solve

    run = MemoryRun(MemoryTables(BluffRules(faces=2).table, 2), seed=1)
    run.part()
    whole_bounds(run.tables, run.average)
    for method in ("lp", "dcfr", "pdcfr+"):
        found = solve_bluff(BluffRules(faces=2), Wish(method=method, most_iterations=2))
        solve(make_game("kuhn"), Wish(method=method, most_iterations=2))
    thinned(found.strategies.tables, found.strategies.numbers, least=0.5)


def _make_buckets() -> None:
    import numpy as np

    from riverboat.solving.limit.buckets import make_buckets

    make_buckets((2, 2, 2), np.random.default_rng(1)).of_holding(np.array([0, 4, 8], np.uint8), 12, 51)


def _measure() -> None:
    from riverboat.agents.asked import RandomStrategy
    from riverboat.solving.limit.preflop import first_reach
    from riverboat.solving.limit.response import FlopResponse

    strategy = RandomStrategy()
    FlopResponse(strategy, streets=3).values((0, 4, 8), first_reach(strategy).by_holding)


def _many_hands() -> None:
    import numpy as np

    from riverboat.cards.evaluator import evaluate_many
    from riverboat.odds.equity import equity_many
    from riverboat.odds.strength import hand_potential_many, hand_strength_many

    holes, boards = np.array([[0, 5]], np.uint8), np.array([[10, 20, 30, 40]], np.uint8)
    evaluate_many(np.array([[0, 5, 10, 20, 30, 40, 50]], np.uint8))
    equity_many(holes, boards)
    equity_many(holes, boards, opponents=2, simulations=1, seed=1)
    hand_strength_many(holes, boards)
    hand_potential_many(holes, boards)


def _odds_of_omaha() -> None:
    import numpy as np

    from riverboat.cards.omaha import evaluate_omaha_many
    from riverboat.odds.omaha.equity import ask_omaha, equity_omaha, one_hand_omaha

    evaluate_omaha_many(np.arange(9, dtype=np.uint8)[None])
    equity_omaha("AsAhKsQd vs 9c8c7d6d", board="2s7hTs3c")
    equity_omaha("AsAhKsQd", board="2s7hTs3c4d")
    equity_omaha("AsAhKsQd", opponents=2, simulations=1, seed=1)
    one_hand_omaha(ask_omaha("AsAhKsQd", board="2s7hTs", opponents=1))


def _step_environments() -> None:
    import numpy as np

    from riverboat.doors.environments.batch import make_batch
    from riverboat.doors.environments.episode import Episode, encoder_for
    from riverboat.games import GAMES, make_game
    from riverboat.games.catalog import USUAL_GAME

    with_dice = next(name for name, row in GAMES.items() if row.pieces == "dice")
    for name in (USUAL_GAME, with_dice):
        encoder = encoder_for(make_game(name, seats=2))
        batch = make_batch(encoder, 2, ())
        batch.reset(seed=1)
        masks = batch.reset(seed=1)[1]
        batch.step(masks.argmax(axis=1))
        episode = Episode(encoder.game, encoder)
        episode.deal(np.random.default_rng(1))
        mask = episode.look(0)["action_mask"] | episode.look(1)["action_mask"]
        episode.act(int(mask.argmax()), mask)


def _take_out_luck() -> None:
    from riverboat.arena import match_plan, play_match

    play_match(match_plan(["always-call", "always-raise"], hands=2, adjusted=True))


def _call_what_is_rare() -> None:
    import numpy as np

    from riverboat.agents.evolving.evolving_kernel import segment_of
    from riverboat.agents.evolving.freezing import best_candidates
    from riverboat.agents.evolving.models import EvolvingAgent
    from riverboat.agents.registry import make_agent
    from riverboat.agents.stud.chances import hand_values
    from riverboat.cards.holdings import HOLDINGS
    from riverboat.games import CardState, make_game
    from riverboat.games.catalog import USUAL_GAME
    from riverboat.solving.limit.boards_kernel import value_holdings

    hand_values((0, 1, 2, 3, 4, 5), (6, 7))
    value_holdings(np.arange(5, dtype=np.uint8), np.zeros(HOLDINGS, np.int64))
    agent = make_agent("evolving")
    assert isinstance(agent, EvolvingAgent)
    segment_of(agent.params, agent.memory, 0)
    best_candidates(agent)
    state = make_game(USUAL_GAME, seats=2).start(seed=1)
    assert isinstance(state, CardState)
    assert state.actor is not None
    state.copy().fold_out_of_turn(1 - state.actor)
    _call_down(state)
    state.show(0, state.cards(0))


def _call_down(state: CardState) -> None:
    """Play a hand of Hold'em to its showdown."""
    while not state.is_over:
        state.apply(next(action for action in state.legal_actions() if action.kind in ("check", "call")))


def _solve_spots() -> None:
    from riverboat.solving.spots import Spot, SpotRun

    for options in ({}, {"packed": True}, {"precise": True}):
        run = SpotRun(Spot(board="Td9d6hQc", oop="AA", ip="KK", pot=10, stack=10, bets="a"), **options)
        run.game.iterate()
        run.measure()


def _respond_locally() -> None:
    import numpy as np

    from riverboat.arena.exploit.local import LocalPlan, play_session
    from riverboat.arena.exploit.local_player import LocalPlayer, SeenBelief, without_cards
    from riverboat.games import CardState, make_game
    from riverboat.games.catalog import USUAL_GAME

    plan = LocalPlan(agent="always-call", hands=8, session_hands=2, seed=1, holdings=2)
    play_session(plan.table(), 0)
    state = make_game(USUAL_GAME, seats=2).start(seed=1)
    assert isinstance(state, CardState)
    assert state.actor is not None
    player = LocalPlayer(SeenBelief(), 1)
    player.begin_hand(np.array(state.cards(1 - state.actor), np.uint8), np.zeros(1))
    player.saw(without_cards(state.observation(state.actor).record), state.legal_actions()[1])


def _train() -> None:
    from riverboat.games import CardState, make_game
    from riverboat.games.catalog import USUAL_GAME
    from riverboat.records.recording import record_of
    from riverboat.training.decisions import read_decisions
    from riverboat.training.equilibrium import EquilibriumPlan, EquilibriumTraining
    from riverboat.training.neural import TrainingPlan, train_steps

    for thesis in (False, True):
        next(iter(train_steps(TrainingPlan(heads_up=True, batches=1, seed=1, thesis=thesis))))
    EquilibriumTraining.begin(EquilibriumPlan(buckets=2, seed=1)).iterate()
    state = make_game(USUAL_GAME, seats=2).start(seed=1)
    assert isinstance(state, CardState)
    _call_down(state)
    read_decisions([record_of(state, ("a", "b"))])
