"""The rules, compiled: one betting engine, the games on it, and what a game is to the rest of the house."""

from riverboat.games.actions import Action, Chips, LegalActions, parse_action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BluffGame, BluffObservation, BluffRules, BluffState
from riverboat.games.bluff.match import MatchRules, MatchState, begin_match
from riverboat.games.catalog import GAMES, GameEntry, find_game, make_game
from riverboat.games.efg.game import TreeGame, load_efg, read_efg, write_efg
from riverboat.games.engine.game import CardGame
from riverboat.games.engine.layout_kernel import UNKNOWN
from riverboat.games.engine.observation import CardObservation, Event
from riverboat.games.engine.rules import PokerRules
from riverboat.games.engine.state import CardState, Pot
from riverboat.games.holdem import HoldemRules
from riverboat.games.protocol import CHANCE, Game, Observation, State
from riverboat.games.stud import PartnerStudRules, StudRules
from riverboat.games.toys import KuhnRules, LeducRules

__all__ = [
    "CHANCE",
    "GAMES",
    "UNKNOWN",
    "Action",
    "Bid",
    "BluffGame",
    "BluffObservation",
    "BluffRules",
    "BluffState",
    "CardGame",
    "CardObservation",
    "CardState",
    "Chips",
    "Event",
    "Game",
    "GameEntry",
    "HoldemRules",
    "KuhnRules",
    "LeducRules",
    "LegalActions",
    "MatchRules",
    "MatchState",
    "Observation",
    "PartnerStudRules",
    "PokerRules",
    "Pot",
    "State",
    "StudRules",
    "TreeGame",
    "begin_match",
    "find_game",
    "load_efg",
    "make_game",
    "parse_action",
    "read_efg",
    "write_efg",
]
