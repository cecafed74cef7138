"""The games by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, overload

from riverboat.errors import GameError, did_you_mean
from riverboat.games.bluff.game import MOST_SEATS, BluffGame, BluffRules
from riverboat.games.efg.game import shipped
from riverboat.games.engine.game import CardGame
from riverboat.games.engine.rules import PokerRules, check_seats
from riverboat.games.holdem import HoldemRules
from riverboat.games.omaha import OmahaRules
from riverboat.games.protocol import Game
from riverboat.games.stud import PartnerStudRules, StudRules
from riverboat.games.toys import KuhnRules, LeducRules


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """A game as the list shows it, and how it is made."""

    name: str
    about: str
    seats: range
    options: tuple[str, ...]
    make: Callable[..., Game]

    @property
    def line(self) -> str:
        """What it is, and for how many."""
        return self.line_up_to(self.seats[-1])

    def line_up_to(self, most: int) -> str:
        """The same where a table has fewer seats than the rules allow."""
        return f"{self.about}, {self.seats[0]} to {most} seats" if len(self.seats) > 1 else self.about


def _entry(
    name: str,
    rules: Callable[..., PokerRules],
    seats: range,
    about: str,
    *,
    fixed: Mapping[str, Any] | None = None,
    without: tuple[str, ...] = (),
) -> GameEntry:
    """`fixed` are options that make the game what it is, `without` those that mean nothing in it."""
    set_already = dict(fixed or {})
    options = tuple(
        field.name
        for field in dataclasses.fields(rules)  # type: ignore[arg-type]
        if field.name not in set_already and field.name not in without
    )

    def make(**chosen: Any) -> Game:
        return CardGame(rules(**set_already, **chosen))

    return GameEntry(name=name, about=about, seats=seats, options=options, make=make)


def _from_file(name: str, about: str) -> GameEntry:
    """A game that is shipped as a file in Gambit's format."""

    def make(seats: int = 2) -> Game:
        check_seats(name, seats, 2, 2)
        return shipped(name)

    return GameEntry(name=name, about=about, seats=range(2, 3), options=("seats",), make=make)


_ALL = (
    _entry(
        "holdem-limit",
        HoldemRules,
        range(2, 13),
        "Texas Hold'em with fixed bets",
        fixed={"betting": "limit"},
        without=("min_bet",),
    ),
    _entry(
        "holdem-nolimit",
        HoldemRules,
        range(2, 13),
        "Texas Hold'em where any bet up to the whole stack is allowed",
        fixed={"betting": "no-limit"},
        without=("bets", "raises_per_round", "uncapped_heads_up", "short_all_in"),
    ),
    _entry(
        "omaha-limit",
        OmahaRules,
        range(2, 11),
        "Omaha with fixed bets: two of four cards and three of the board",
        fixed={"betting": "limit"},
        without=("min_bet",),
    ),
    _entry(
        "omaha-potlimit",
        OmahaRules,
        range(2, 11),
        "Omaha where a raise may add the whole pot: two of four cards and three of the board",
        fixed={"betting": "pot-limit"},
        without=("bets", "raises_per_round", "uncapped_heads_up", "short_all_in"),
    ),
    _entry("stud-limit", StudRules, range(2, 9), "Seven-card stud with fixed bets and a bring-in"),
    _entry(
        "stud",
        PartnerStudRules,
        range(2, 3),
        "The partner paper's heads-up seven-card stud: seven turns, cards revealed by choice, points without limit",
    ),
    _entry("kuhn", KuhnRules, range(2, 3), "Kuhn's game: three cards, one bet; solved by hand in 1950"),
    _entry("leduc", LeducRules, range(2, 3), "Leduc Hold'em: six cards, two rounds; small enough to solve exactly"),
    GameEntry(
        name="bluff",
        about="Bluff (Liar's Dice): hidden dice, rising bids, any dice and faces",
        seats=range(2, MOST_SEATS + 1),
        options=tuple(field.name for field in dataclasses.fields(BluffRules)),
        make=lambda **chosen: BluffGame(BluffRules(**chosen)),
    ),
    _from_file("rps", "Rock, Paper, Scissors: both choose at once; the smallest game with a mixed equilibrium"),
    _from_file("koller", "the example of Koller, Megiddo & von Stengel (1994), rebuilt from its matrix; worth 13"),
)

CardGameName = Literal[
    "holdem-limit", "holdem-nolimit", "omaha-limit", "omaha-potlimit", "stud-limit", "stud", "kuhn", "leduc"
]
#: Every game, by name.
GAMES: Mapping[str, GameEntry] = MappingProxyType({entry.name: entry for entry in _ALL})


def find_game(name: str) -> GameEntry:
    """The entry of a game, or an error that says which games there are."""
    entry = GAMES.get(name)
    if entry is None:
        raise GameError(f'"{name}" is not a game{did_you_mean(name, GAMES)}: the games are {", ".join(GAMES)}')
    return entry


@overload
def make_game(name: CardGameName, **options: Any) -> CardGame: ...


@overload
def make_game(name: str, **options: Any) -> Game: ...


def make_game(name: str, **options: Any) -> Game:
    """A game by name, with its options: `make_game("holdem-limit", seats=6, blinds=(1, 2), bets=(2, 4))`."""
    entry = find_game(name)
    for option in options:
        if option not in entry.options:
            raise GameError(
                f'"{option}" is not an option of {name}{did_you_mean(option, entry.options)}: '
                f"its options are {', '.join(entry.options)}"
            )
    return entry.make(**options)
