"""Matches, tournaments, the league, exploitability of agents, and what results prove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import Former, face

if TYPE_CHECKING:
    from riverboat.arena.exploit.flops import FlopPlan, flop_steps
    from riverboat.arena.exploit.local import LocalPlan, local_steps
    from riverboat.arena.exploit.result import ExploitResult
    from riverboat.arena.exploit.small_games import BestResponse, best_response, exploitability
    from riverboat.arena.league.league import LeagueResult, league_steps
    from riverboat.arena.league.plan import LeaguePlan
    from riverboat.arena.luck.records import AdjustedHands, adjusted_hands
    from riverboat.arena.matches.match import MatchProgress, match_steps, play_match
    from riverboat.arena.matches.plan import Entrant, MatchPlan, match_plan
    from riverboat.arena.matches.results import EntrantResult, MatchResult
    from riverboat.arena.matches.stopping import StoppingRule
    from riverboat.arena.tournaments.elimination import (
        EliminationPlan,
        EliminationResult,
        elimination_plan,
        play_elimination,
    )

__all__ = [
    "AdjustedHands",
    "BestResponse",
    "EliminationPlan",
    "EliminationResult",
    "Entrant",
    "EntrantResult",
    "ExploitResult",
    "FlopPlan",
    "LeaguePlan",
    "LeagueResult",
    "LocalPlan",
    "MatchPlan",
    "MatchProgress",
    "MatchResult",
    "StoppingRule",
    "adjusted_hands",
    "best_response",
    "elimination_plan",
    "exploitability",
    "flop_steps",
    "league_steps",
    "local_steps",
    "match_plan",
    "match_steps",
    "play_elimination",
    "play_match",
]

__getattr__, __dir__ = face(
    __name__,
    {
        "AdjustedHands": "luck.records",
        "BestResponse": "exploit.small_games",
        "EliminationPlan": "tournaments.elimination",
        "EliminationResult": "tournaments.elimination",
        "Entrant": "matches.plan",
        "EntrantResult": "matches.results",
        "ExploitResult": "exploit.result",
        "FlopPlan": "exploit.flops",
        "LeaguePlan": "league.plan",
        "LeagueResult": "league.league",
        "LocalPlan": "exploit.local",
        "MatchPlan": "matches.plan",
        "MatchProgress": "matches.match",
        "MatchResult": "matches.results",
        "StoppingRule": "matches.stopping",
        "adjusted_hands": "luck.records",
        "best_response": "exploit.small_games",
        "elimination_plan": "tournaments.elimination",
        "exploitability": "exploit.small_games",
        "flop_steps": "exploit.flops",
        "league_steps": "league.league",
        "local_steps": "exploit.local",
        "match_plan": "matches.plan",
        "match_steps": "matches.match",
        "play_elimination": "tournaments.elimination",
        "play_match": "matches.match",
    },
    former={"Progress": Former("MatchProgress", "0.4.0")},
)
