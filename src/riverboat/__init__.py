"""Riverboat: an open laboratory for games of hidden information.

The names below are the public face: cards and odds, games, agents, matches, records, solving, spots, exploitability,
the partner, studies, environments. They are looked up when first used, so that importing the package is quick and
nothing is compiled before it is needed. The rooms (`riverboat.solving`, `riverboat.arena`, ...) offer more; what no
room lists in its `__all__` is not public and may change in any version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import face, forward
from riverboat.version import __version__

if TYPE_CHECKING:
    from riverboat import env
    from riverboat.agents.registry import AGENTS, make_agent
    from riverboat.arena.exploit.small_games import best_response, exploitability
    from riverboat.arena.matches.match import play_match
    from riverboat.arena.matches.plan import match_plan
    from riverboat.arena.tournaments.elimination import elimination_plan, play_elimination
    from riverboat.cards.cards import format_cards, parse_cards
    from riverboat.cards.evaluator import describe, evaluate, evaluate_many
    from riverboat.cards.ranges import Range, parse_range
    from riverboat.cards.shown_cards import Cards
    from riverboat.errors import RiverboatError
    from riverboat.games.catalog import GAMES, make_game
    from riverboat.games.efg.game import load_efg
    from riverboat.games.python_game import load_python_game
    from riverboat.odds.equity import equity, equity_many
    from riverboat.odds.starting_hands import starting_hands
    from riverboat.odds.strength import (
        hand_odds,
        hand_potential,
        hand_potential_many,
        hand_strength,
        hand_strength_many,
    )
    from riverboat.partner.protocol import make_partner
    from riverboat.records.formats.phh import read_phh
    from riverboat.records.formats.phh_writer import write_phh
    from riverboat.records.hand_record import HandRecord
    from riverboat.records.importing import import_hands
    from riverboat.records.recording import record_of
    from riverboat.records.replay import replay
    from riverboat.records.store.hand_store import Store
    from riverboat.solving.bluff.round import solve_bluff
    from riverboat.solving.settings import Wish
    from riverboat.solving.solver import solve
    from riverboat.solving.spots.run import solve_spot
    from riverboat.solving.spots.spot import Spot
    from riverboat.studies.registry import STUDIES, run_study

#: The public names by the module that each stands in.
_HOMES = {
    "AGENTS": "agents.registry",
    "Cards": "cards.shown_cards",
    "GAMES": "games.catalog",
    "HandRecord": "records.hand_record",
    "Range": "cards.ranges",
    "RiverboatError": "errors",
    "STUDIES": "studies.registry",
    "Spot": "solving.spots.spot",
    "Store": "records.store.hand_store",
    "Wish": "solving.settings",
    "best_response": "arena.exploit.small_games",
    "describe": "cards.evaluator",
    "elimination_plan": "arena.tournaments.elimination",
    "equity": "odds.equity",
    "equity_many": "odds.equity",
    "evaluate": "cards.evaluator",
    "evaluate_many": "cards.evaluator",
    "exploitability": "arena.exploit.small_games",
    "format_cards": "cards.cards",
    "hand_odds": "odds.strength",
    "hand_potential": "odds.strength",
    "hand_potential_many": "odds.strength",
    "hand_strength": "odds.strength",
    "hand_strength_many": "odds.strength",
    "import_hands": "records.importing",
    "load_efg": "games.efg.game",
    "load_python_game": "games.python_game",
    "make_agent": "agents.registry",
    "make_game": "games.catalog",
    "make_partner": "partner.protocol",
    "match_plan": "arena.matches.plan",
    "parse_cards": "cards.cards",
    "parse_range": "cards.ranges",
    "play_elimination": "arena.tournaments.elimination",
    "play_match": "arena.matches.match",
    "read_phh": "records.formats.phh",
    "record_of": "records.recording",
    "replay": "records.replay",
    "run_study": "studies.registry",
    "solve": "solving.solver",
    "solve_bluff": "solving.bluff.round",
    "solve_spot": "solving.spots.run",
    "starting_hands": "odds.starting_hands",
    "write_phh": "records.formats.phh_writer",
}

__all__ = [
    "AGENTS",
    "GAMES",
    "STUDIES",
    "Cards",
    "HandRecord",
    "Range",
    "RiverboatError",
    "Spot",
    "Store",
    "Wish",
    "__version__",
    "best_response",
    "describe",
    "elimination_plan",
    "env",
    "equity",
    "equity_many",
    "evaluate",
    "evaluate_many",
    "exploitability",
    "format_cards",
    "hand_odds",
    "hand_potential",
    "hand_potential_many",
    "hand_strength",
    "hand_strength_many",
    "import_hands",
    "load_efg",
    "load_python_game",
    "make_agent",
    "make_game",
    "make_partner",
    "match_plan",
    "parse_cards",
    "parse_range",
    "play_elimination",
    "play_match",
    "read_phh",
    "record_of",
    "replay",
    "run_study",
    "solve",
    "solve_bluff",
    "solve_spot",
    "starting_hands",
    "write_phh",
]

forward()

__getattr__, __dir__ = face(__name__, _HOMES, modules=("env",))
