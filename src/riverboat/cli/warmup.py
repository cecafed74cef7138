"""What `riverboat warmup` compiles: a small call for each group of kernels."""

from __future__ import annotations

from collections.abc import Callable


def steps() -> list[tuple[str, Callable[[], object]]]:
    """Every group of kernels by name, with a call that compiles it."""
    from riverboat.agents import make_agent
    from riverboat.agents.compiled import CompiledPlayer
    from riverboat.agents.partner import make_partner
    from riverboat.agents.stud_chances import hand_classes, win_rate
    from riverboat.arena import match_plan, play_match
    from riverboat.arena.elimination import elimination_plan, play_elimination
    from riverboat.cards.cards import parse_cards
    from riverboat.cards.evaluator import evaluate
    from riverboat.games import BluffRules, make_game
    from riverboat.modeling.attributes import PlayerModel
    from riverboat.modeling.strengths import strengths_of
    from riverboat.odds.equity import equity
    from riverboat.odds.strength import hand_potential
    from riverboat.records.hand_record import Move
    from riverboat.solving.bluff import solve_bluff
    from riverboat.solving.solver import solve
    from riverboat.solving.wish import Wish

    def play_a_hand() -> None:
        state = make_game("holdem-limit", seats=3).start(seed=1)
        while not state.is_over:
            assert state.actor is not None
            state.apply(state.observation(state.actor).legal_actions[1])

    def let_an_agent_decide() -> None:
        state = make_game("holdem-limit", seats=2).start(seed=1)
        player = make_agent("tight-aggressive").player(1)
        assert isinstance(player, CompiledPlayer)
        player.decide(state.observation(1))
        player.hand_over(state.observation(1))

    def complete_stud_hands() -> None:
        ours, his = parse_cards("AsKd2c"), parse_cards("Qh")
        win_rate(ours, his, times=10)
        hand_classes((*ours, *his), ())

    def solve_small_games() -> None:
        for method in ("lp", "dcfr"):
            solve_bluff(BluffRules(faces=2), Wish(method=method, most_iterations=2))
            solve(make_game("rps"), Wish(method=method, most_iterations=2))

    def ask_the_partner() -> None:
        state, partner = make_game("holdem-limit", seats=2).start(seed=1), make_partner("holdem-limit")
        seen = state.observation(state.actor or 0)
        partner.advise(seen)
        partner.answer(seen, "opponents")

    def model_a_player() -> None:
        strengths = strengths_of([(parse_cards("AsKd"), parse_cards("2c7d9hJsQs"))], keep=False)
        PlayerModel().take([Move(0, 0, "call")], 0, strengths[0])

    return [
        ("evaluator", lambda: evaluate("AsKsQsJsTs")),
        ("strength and potential", lambda: hand_potential("AdQc", "3h4cJh")),
        ("two hands before the flop", lambda: equity("AdAc vs KdKc")),
        ("several known hands", lambda: equity("AdAc vs KdKc vs QdQc", board="2h3h4h5h")),
        ("two ranges on a board", lambda: equity("AA vs KK", board="2h3h4h5h6h")),
        ("simulation", lambda: equity("AdAc", opponents=2, simulations=10, seed=1)),
        ("rules of the games", play_a_hand),
        ("matches of agents", lambda: play_match(match_plan(["rock", "maniac"], hands=2))),
        ("tournaments", lambda: play_elimination(elimination_plan(["rock", "maniac"]))),
        ("agents", let_an_agent_decide),
        ("chances at stud", complete_stud_hands),
        ("the partner", ask_the_partner),
        ("models of players", model_a_player),
        ("solvers", solve_small_games),
    ]
