"""What is compiled on first use: a small call for each group of kernels, in the order in which a table needs them."""

from __future__ import annotations

from collections.abc import Callable

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
        ("the meter", _measure),
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
    from riverboat.solving.settings import Wish
    from riverboat.solving.solver import solve

    run = MemoryRun(MemoryTables(BluffRules(faces=2).table, 2), seed=1)
    run.part()
    whole_bounds(run.tables, run.average)
    for method in ("lp", "dcfr", "pdcfr+"):
        solve_bluff(BluffRules(faces=2), Wish(method=method, most_iterations=2))
        solve(make_game("kuhn"), Wish(method=method, most_iterations=2))


def _measure() -> None:
    import numpy as np

    from riverboat.agents.asked import RandomStrategy
    from riverboat.solving.limit.buckets import make_buckets
    from riverboat.solving.limit.preflop import first_reach
    from riverboat.solving.limit.response import FlopResponse

    strategy = RandomStrategy()
    FlopResponse(strategy, streets=3).values((0, 4, 8), first_reach(strategy).by_holding)
    make_buckets((2, 2, 2), np.random.default_rng(1)).of_holding(np.array([0, 4, 8], np.uint8), 12, 51)


def _train() -> None:
    from riverboat.training.neural import TrainingPlan, train_steps

    next(iter(train_steps(TrainingPlan(heads_up=True, batches=1, seed=1))))
