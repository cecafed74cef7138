"""What a game is to the rest of the house. Solvers, agents and the arena know games only through this.

A `Game` starts hands; a `State` is one hand at one moment; an `Observation` is what one seat sees of it. Chance is
resolved inside (`Game.start`, from a seed) or exposed as one more actor (`Game.root`), whichever is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Protocol, Self, TypeVar, runtime_checkable

from riverboat.cards.randomness import Seed
from riverboat.games.actions import Action, Chips
from riverboat.games.engine.observation import Event
from riverboat.games.units import IncomeUnit

#: The actor of a state in which chance moves.
CHANCE = -1


class Observation(Protocol):
    """What one seat sees: an object of its own, in which nothing hidden is stored."""

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        ...

    @property
    def legal_actions(self) -> Sequence[Action]:
        """What the seat may do now; empty when it is not its turn."""
        ...

    @property
    def infoset(self) -> str:
        """A key that is equal exactly where the seat can't tell two states apart."""
        ...

    def to_bytes(self) -> bytes:
        """All that is seen, as bytes: equal views are equal bytes."""
        ...


S = TypeVar("S", bound="State")


class State(Protocol):
    """One hand at one moment."""

    @property
    def actor(self) -> int | None:
        """The seat to act, CHANCE, or None when the hand is over."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        ...

    def legal_actions(self) -> Sequence[Action]:
        """What the seat to act may do: never empty, but where chance moves (`chance_outcomes`) and at the end."""
        ...

    def chance_outcomes(self) -> Sequence[tuple[Action, Fraction | float]]:
        """Where chance moves: what can happen, with its probability.

        A fraction is taken as it is. A floating-point number stands for the fraction with a denominator of at most ten
        million that it is nearest to; where it is nearest to none, the game can't be solved exactly.
        """
        ...

    def apply(self, action: Action) -> Any:
        """Change the state by an action of the actor; an illegal one raises IllegalAction and changes nothing."""
        ...

    def observation(self, seat: int) -> Observation:
        """What a seat sees now."""
        ...

    def infoset(self) -> str:
        """The key of the actor's information set."""
        ...

    def returns(self) -> tuple[Chips, ...]:
        """What each seat has won or lost, once the hand is over."""
        ...

    def copy(self: S) -> S:
        """An independent copy."""
        ...


class GameRules(Protocol):
    """The rules of a game that is played for something: a frozen record of options."""

    street_names: ClassVar[tuple[str, ...]]
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """The game's name in the catalog."""
        ...

    @property
    def seats(self) -> int:
        """How many play."""
        ...

    @property
    def start_stack(self) -> int | None:
        """What a seat starts with, where nothing else is said; None where there are no stacks."""
        ...

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        ...

    @property
    def stakes(self) -> str:
        """What is played for, or with, in words: "10/20, blinds 5/10", "ante 5", "2 dice each"."""
        ...


class TableObservation(Observation, Protocol):
    """What a seat of a table sees, where the players have names and hands are numbered."""

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        ...

    def told(self, hand: int, names: tuple[str, ...]) -> Self:
        """This view with the number of the hand in its session, from 1, and who sits in each seat."""
        ...


class Game(Protocol):
    """Rules that can be played."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    @property
    def seats(self) -> int:
        """How many play."""
        ...

    def start(self, *, seed: Seed = None, button: int | None = None) -> State:
        """Deal a hand; chance is decided by the seed, or by the operating system where there is none."""
        ...

    def root(self) -> State:
        """Begin a hand with chance left open: it acts where CHANCE is the actor."""
        ...


class PlayedState(State, Protocol):
    """One hand of a game that is played at tables, by people or by agents, recorded and replayed."""

    def observation(self, seat: int) -> TableObservation:
        """What a seat sees now."""
        ...

    def public_view(self) -> TableObservation:
        """What somebody sees who does not play this hand."""
        ...

    @property
    def game(self) -> PlayedGame[PlayedState]:
        """What is played."""
        ...

    @property
    def history(self) -> tuple[Event, ...]:
        """What was done, in order."""
        ...

    @property
    def street(self) -> int:
        """The street that is played, from 0."""
        ...

    @property
    def button(self) -> int:
        """The seat to whose left the first player sits."""
        ...

    @property
    def held(self) -> tuple[tuple[int, ...], ...]:
        """What was dealt to every seat, hidden or not: cards in the order dealt, or dice."""
        ...

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that all share."""
        ...

    @property
    def shown_seats(self) -> tuple[int, ...]:
        """The seats that show at the end what they hold."""
        ...

    @property
    def start_stacks(self) -> tuple[int, ...] | None:
        """What each seat had before the hand, once it is over; None where there are no stacks."""
        ...


class WholeMatch(Protocol):
    """Hands that follow from one another until one player is left: how it stands between two of them. Frozen."""

    @property
    def alive(self) -> tuple[int, ...]:
        """The players who are still in; they are the seats of the next hand, in this order."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether one player is left."""
        ...

    @property
    def winner(self) -> int:
        """The player who has won; an error while the match goes on."""
        ...

    def start(self, *, seed: Seed = None) -> PlayedState:
        """Deal the next hand."""
        ...

    def played(self, state: Any, /) -> WholeMatch:
        """How the match stands after a hand that is over."""
        ...

    def to_json(self, names: Sequence[str], *, number: int, hand: int) -> dict[str, Any]:
        """What a record of the next hand says of the match: its number, and that of the hand in it."""
        ...


PlayedStateT = TypeVar("PlayedStateT", bound=PlayedState, covariant=True)


@runtime_checkable
class PlayedGame(Game, Protocol[PlayedStateT]):
    """A game that is played at tables: it has rules, and a hand of it can be laid out again from a record."""

    @property
    def rules(self) -> GameRules:
        """Its rules."""
        ...

    @property
    def unit(self) -> int:
        """Winnings are counted in this part of a chip or point: 1 in whole ones, 2 in halves."""
        ...

    def start(self, *, seed: Seed = None, button: int | None = None) -> PlayedStateT:
        """Deal a hand; chance is decided by the seed, or by the operating system where there is none."""
        ...

    def lay(
        self,
        held: Sequence[Sequence[int]],
        *,
        board: Sequence[int] = (),
        stacks: Sequence[int] | None = None,
        button: int | None = None,
    ) -> PlayedStateT:
        """Begin a hand in which every seat holds what is said, before anybody acts."""
        ...
