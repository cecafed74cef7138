"""Who plays whom: sessions, duplicate matches and what their results prove."""

from riverboat.arena.match import Progress, match_steps, play_match
from riverboat.arena.plan import Entrant, MatchPlan, match_plan
from riverboat.arena.results import EntrantResult, MatchResult
from riverboat.arena.statistics import StoppingRule

__all__ = [
    "Entrant",
    "EntrantResult",
    "MatchPlan",
    "MatchResult",
    "Progress",
    "StoppingRule",
    "match_plan",
    "match_steps",
    "play_match",
]
