"""The names of version 0.1.0, where cards and dice had tables of their own: `riverboat.moved` leads here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from riverboat.games.bluff.game import BluffObservation, BluffState
from riverboat.games.bluff.match import MatchRules
from riverboat.games.catalog import GAMES, table_games
from riverboat.games.engine.game import CardGame
from riverboat.games.engine.observation import CardObservation
from riverboat.games.engine.state import CardState
from riverboat.records.hand_record import Rules
from riverboat.tables.bank import PERSON, Standing
from riverboat.tables.cards import CardEnd, PointBank, PotWon, ending_of
from riverboat.tables.dice import DiceBank, DiceEnd, person_view
from riverboat.tables.plan import LONGEST_NAME, PreparedDeal, TablePlan, table_plan
from riverboat.tables.session import Session

__all__ = [
    "LONGEST_NAME",
    "PERSON",
    "SOLVED_OPPONENT",
    "TITLES",
    "USUAL_OPPONENTS",
    "BluffPlan",
    "BluffSeating",
    "BluffStanding",
    "HandEnd",
    "PotWon",
    "PreparedDeal",
    "RoundEnd",
    "Seating",
    "SeatingPlan",
    "bluff_plan",
    "ending_of",
    "person_view",
    "seating_plan",
    "stakes",
]

HandEnd = CardEnd
RoundEnd = DiceEnd
BluffStanding = Standing
SOLVED_OPPONENT = "bluff-equilibrium"
_CARDS = {name: entry for name, entry in GAMES.items() if entry.opponents and entry.pieces == "cards"}
USUAL_OPPONENTS: Mapping[str, tuple[str, ...]] = {name: entry.opponents for name, entry in _CARDS.items()}
TITLES: Mapping[str, str] = {name: entry.title for name, entry in _CARDS.items()}
P = TypeVar("P", bound=TablePlan)


class SeatingPlan(TablePlan):
    """A plan of a table of cards."""

    @property
    def rules(self) -> Rules:
        """The game's rules."""
        return self._cards.rules

    def make_game(self) -> CardGame:
        """The game."""
        return self._cards.game

    @property
    def _cards(self) -> PointBank:
        assert isinstance(self.bank, PointBank)
        return self.bank


class BluffPlan(TablePlan):
    """A plan of a table of dice."""

    @property
    def rules(self) -> MatchRules:
        """The rules of a match."""
        assert isinstance(self.bank, DiceBank)
        return self.bank.match_rules


class Seating(Session):
    """A session of cards."""

    plan: SeatingPlan

    @property
    def game(self) -> CardGame:
        """The game."""
        return self.plan.make_game()

    @property
    def state(self) -> CardState | None:
        """The hand."""
        state = super().state
        assert state is None or isinstance(state, CardState)
        return state

    @property
    def view(self) -> CardObservation:
        """What the person sees."""
        view = super().view
        assert isinstance(view, CardObservation)
        return view

    def end_hand(self) -> CardEnd:
        """Settle a hand that is over."""
        end = super().end_hand()
        assert isinstance(end, CardEnd)
        return end


class BluffSeating(Session):
    """A session of dice."""

    plan: BluffPlan

    @property
    def state(self) -> BluffState | None:
        """The round."""
        state = super().state
        assert state is None or isinstance(state, BluffState)
        return state

    @property
    def view(self) -> BluffObservation:
        """What the person sees."""
        view = super().view
        assert isinstance(view, BluffObservation)
        return view

    def end_hand(self) -> DiceEnd:
        """Settle a round that is over."""
        end = super().end_hand()
        assert isinstance(end, DiceEnd)
        return end


def stakes(game: str, **named: Any) -> dict[str, Any]:
    """The options of a game for some stakes; a game that is not played at tables is refused by its plan."""
    return GAMES[game].stake_options(**named) if game in table_games() else {}


def _as(kind: type[P], plan: TablePlan) -> P:
    made = object.__new__(kind)
    made.__dict__.update(plan.__dict__)
    return made


def seating_plan(game: str, against: Sequence[str] = (), **settings: Any) -> SeatingPlan:
    """A plan of a table of cards: see `table_plan`."""
    return _as(SeatingPlan, table_plan(game, against, **settings))


def bluff_plan(against: Sequence[str] = (), *, seats: int | None = None, **settings: Any) -> BluffPlan:
    """A plan of a table of Bluff: see `table_plan`; the options of the game stand among the settings."""
    options = {name: settings.pop(name) for name in GAMES["bluff"].options if settings.get(name) is not None}
    settings = {name: value for name, value in settings.items() if value is not None or name == "seed"}
    return _as(BluffPlan, table_plan("bluff", against, seats=seats, options=options, **settings))
