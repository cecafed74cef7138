"""Who plays whom: sessions, duplicate matches and what their results prove."""

from riverboat.arena.matches.match import MatchProgress as Progress
from riverboat.arena.matches.match import match_steps, play_match
from riverboat.arena.matches.plan import Entrant, MatchPlan, match_plan
from riverboat.arena.matches.results import EntrantResult, MatchResult
from riverboat.arena.matches.stopping import StoppingRule

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
