"""The games by name: every fact about a game that the rest of the house asks for stands in its row.

`find_game(name)` is a row. Whoever wants to know whether a game has stacks, who usually plays it or what a hand of it
is called asks the row; which game it is, nobody needs to ask.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, overload

from riverboat.errors import GameError, did_you_mean
from riverboat.games.bluff.game import MOST_SEATS, BluffGame, BluffRules
from riverboat.games.bluff.match import MatchRules, begin_match
from riverboat.games.bluff.perudo import PERUDO
from riverboat.games.choices import RuleSet, TableChoice
from riverboat.games.efg.game import shipped
from riverboat.games.engine.game import CardGame
from riverboat.games.engine.rules import Deal, PokerRules, check_seats
from riverboat.games.holdem import HoldemRules, limit_stakes, nolimit_stakes
from riverboat.games.omaha import OmahaRules, OmahaSpeaker
from riverboat.games.protocol import Game, GameRules, PlayedGame, PlayedState, WholeMatch
from riverboat.games.stud import PartnerStudRules, StudRules, stud_stakes
from riverboat.games.toys import KuhnRules, LeducRules
from riverboat.games.units import IncomeUnit
from riverboat.games.words import DICE_WORDS, CardSpeaker, PlainSpeaker, Speaker

#: What is played with: cards on the betting engine, dice, or moves of a tree that have names of their own.
Pieces = Literal["cards", "dice", "moves"]
#: What goes from one hand to the next at a table: chips, a running score, or the dice of a match.
Carried = Literal["stacks", "points", "dice"]
#: What an agent must understand to play a game: betting with cards of any kind, hidden cards and a board, two cards
#: and a board, open cards and reveals, or bids of dice.
Skill = Literal["cards", "board", "holdem", "reveals", "dice"]
#: What the stakes of a table are named by.
StakesName = Literal["blinds", "bets"]
Pair = tuple[int, int]

#: The game that is meant where none is named; in a tournament; and the most seats of a table of cards on the page.
USUAL_GAME = "holdem-limit"
USUAL_TOURNAMENT = "holdem-nolimit"
_PAGE_SEATS = 10
#: The option that names a set of rules.
RULES = "rules"


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """The facts about a game, and how it is made."""

    name: str
    title: str  # as people call it
    about: str  # its rules in one line
    pieces: Pieces
    seats: range  # how many can play
    options: tuple[str, ...]  # of its rules, by name
    make: Callable[..., Game]
    speaker: Speaker
    rules: Callable[..., GameRules] | None = None  # the class of its rules; a tree has none
    game_of: Callable[[Any], PlayedGame[PlayedState]] | None = None  # the game by its rules; a tree has none
    fixed: Mapping[str, Any] = field(default_factory=dict)  # options that make the game what it is
    deal: Deal | None = None  # its cards street by street
    skills: tuple[Skill, ...] = ()  # an agent that has one of these can play it
    hand: str = "hand"  # what one deal is called
    # At a table with people.
    opponents: tuple[str, ...] = ()  # who sits there where nobody is named; empty: people do not play it
    watched: tuple[str, ...] = ()  # who plays first where agents are watched; else two of the opponents
    faces: tuple[str, ...] = ()  # the cards that the lobby shows of it, ?? face down
    small: bool = False  # so small that it is solved whole in a moment: listed apart, and walked through as a tree
    fallback_opponent: str = "always-call"  # who can play it by any rules
    table_seats: range = range(0)  # how many can sit at a table of the page
    table_about: str = ""  # what the page says instead of `about` and the seats
    choices: tuple[TableChoice, ...] = ()  # of its rules, that a table may be asked for
    rule_sets: tuple[RuleSet, ...] = ()  # rules that people know by a name of their own
    begin_match: Callable[[Any], WholeMatch] | None = None  # hands by these rules until one player is left
    stacks: bool = False  # players have chips and can lose them all; else results are a running score
    carried: Carried = "points"
    blinds: bool = False  # two seats post blinds, which can rise: it can be a tournament
    stakes_name: StakesName | None = None
    stakes_of: Callable[[Pair | None, Pair | None], dict[str, Any]] = field(default=lambda blinds, bets: {})
    # In records.
    recorded: bool = False  # its hands are kept
    record_variant: str | None = None  # its name in files of the PHH format, where that has it

    @property
    def line(self) -> str:
        """What it is, and for how many."""
        return self._line_of(self.seats)

    @property
    def table_line(self) -> str:
        """What it is, and for how many at a table of the page."""
        return self.table_about or self._line_of(self.table_seats)

    def _line_of(self, seats: range) -> str:
        return f"{self.about}, {seats[0]} to {seats[-1]} seats" if len(seats) > 1 else self.about

    @property
    def has_tables(self) -> bool:
        """Whether people can play it."""
        return bool(self.opponents)

    @property
    def unnamed(self) -> Mapping[str, Any]:
        """Options of its rules that older records do not name, with what these mean."""
        return getattr(self.rules, "unnamed", {})

    def make_rules(self, **options: Any) -> GameRules:
        """Its rules with some options."""
        if self.rules is None:
            raise GameError(f"{self.name} is a tree: it has no rules with options")
        return self.rules(**self.fixed, **options)

    @property
    def usual_rules(self) -> GameRules:
        """Its rules where no option is set."""
        return self.make_rules()

    @property
    def unit(self) -> IncomeUnit:
        """What results are counted in by the usual rules; other rules say it for themselves."""
        return self.usual_rules.income_unit

    @property
    def usual_stack(self) -> int | None:
        """What a seat starts with where nothing is said; None where there are no stacks."""
        return self.usual_rules.start_stack if self.stacks else None

    @property
    def usual_stakes(self) -> tuple[int, ...] | None:
        """The blinds or bets where nothing is said; None where there are none."""
        return None if self.stakes_name is None else tuple(getattr(self.usual_rules, self.stakes_name))

    def title_of(self, rules: GameRules) -> str:
        """The game with its stakes, as a table's sign has it: "Limit Hold'em 10/20, blinds 5/10"."""
        named = self.set_of(rules)
        title = self.title if named is None else named.title
        return f"{title}{' ' if rules.stakes[0].isdecimal() and self.stacks else ', '}{rules.stakes}"

    def rule_set(self, name: str) -> RuleSet:
        """A set of rules by name, or an error that says which there are."""
        known = {each.name: each for each in self.rule_sets}
        if name not in known:
            right = f"there is {', '.join(known)}" if known else "it has one set of rules, without a name"
            raise GameError(f'"{name}" is not a set of rules of {self.name}{did_you_mean(name, known)}: {right}')
        return known[name]

    def set_of(self, rules: GameRules) -> RuleSet | None:
        """The named set that some rules belong to."""
        for each in self.rule_sets:
            if all(getattr(rules, mark) == each.options[mark] for mark in each.marks):
                return each
        return None

    def spelled_out(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options with those of the set that `rules` names; what is said beside it counts more."""
        said = dict(options)
        name = said.pop(RULES, None)
        return said if name is None else {**self.rule_set(str(name)).options, **said}

    def chosen_options(self, **asked: str | None) -> dict[str, str]:
        """The options of the rules that were chosen by a word; what was not asked for is left out."""
        known = {choice.name for choice in self.choices}
        for name, word in asked.items():
            if word is not None and name not in known:
                raise GameError(f"{self.name} has no choice of {name}: leave it out")
        return {name: word for name, word in asked.items() if word is not None}

    def stake_options(
        self, *, stack: int | None = None, blinds: Pair | None = None, bets: Pair | None = None
    ) -> dict[str, Any]:
        """The options of the rules for these stakes; what was not said follows from what was, as at real tables."""
        if not self.stacks and (stack, blinds, bets) != (None, None, None):
            raise GameError(
                f"{self.name} has no stacks, blinds or fixed bets: its points are a running score without limit"
            )
        if blinds is not None and not self.blinds:
            raise GameError(f"{self.name} has no blinds: name its --bets, like 10/20")
        if bets is not None and self.stakes_name == "blinds":
            raise GameError(f"{self.name} has no fixed bets: name its --blinds, like 5/10")
        return {**({} if stack is None else {"stack": stack}), **self.stakes_of(blinds, bets)}


def _cards(
    name: str,
    rules: type[PokerRules],
    *,
    seats: range,
    fixed: Mapping[str, Any] | None = None,
    without: tuple[str, ...] = (),
    skills: tuple[Skill, ...] = (),
    speaker: Speaker | None = None,
    **facts: Any,
) -> GameEntry:
    """A game of the betting engine; `without` are options of its rules that mean nothing in it."""
    chosen_already = dict(fixed or {})
    named = [each.name for each in dataclasses.fields(rules)]
    return GameEntry(
        name=name,
        pieces="cards",
        seats=seats,
        table_seats=range(seats[0], min(seats[-1], _PAGE_SEATS) + 1),
        rules=rules,
        fixed=chosen_already,
        options=tuple(option for option in named if option not in chosen_already and option not in without),
        make=lambda **chosen: CardGame(rules(**chosen_already, **chosen)),
        game_of=CardGame,
        deal=rules.deal,
        speaker=speaker or CardSpeaker(rules.deal),
        skills=("cards", *skills),
        **facts,
    )


def _from_file(name: str, title: str, about: str) -> GameEntry:
    """A game that is shipped as a file in Gambit's format."""

    def make(seats: int = 2) -> Game:
        check_seats(name, seats, 2, 2)
        return shipped(name)

    return GameEntry(
        name=name,
        title=title,
        about=about,
        pieces="moves",
        seats=range(2, 3),
        options=("seats",),
        make=make,
        speaker=PlainSpeaker(),
    )


#: Everybody at a table of Hold'em, one style after the other.
_STYLES = ("tight-aggressive", "loose-passive", "loose-aggressive", "tight-passive", "maniac")

_ALL = (
    _cards(
        "holdem-limit",
        HoldemRules,
        title="Limit Hold'em",
        about="Texas Hold'em with fixed bets",
        seats=range(2, 13),
        fixed={"betting": "limit"},
        without=("min_bet",),
        skills=("holdem", "board"),
        opponents=_STYLES,
        watched=("loki-f", "loki-a", "evolving", "adaptive", "maniac"),
        faces=("As", "Ks"),
        stacks=True,
        carried="stacks",
        blinds=True,
        stakes_name="bets",
        stakes_of=limit_stakes,
        recorded=True,
        record_variant="FT",
    ),
    _cards(
        "holdem-nolimit",
        HoldemRules,
        title="No-limit Hold'em",
        about="Texas Hold'em; bet any amount up to your stack",
        seats=range(2, 13),
        fixed={"betting": "no-limit"},
        without=("bets", "raises_per_round", "uncapped_heads_up", "short_all_in"),
        skills=("holdem", "board"),
        opponents=_STYLES,
        watched=("tight-aggressive", "loose-aggressive", "maniac", "rock"),
        faces=("Qh", "Qd"),
        stacks=True,
        carried="stacks",
        blinds=True,
        stakes_name="blinds",
        stakes_of=nolimit_stakes,
        recorded=True,
        record_variant="NT",
    ),
    _cards(
        "omaha-limit",
        OmahaRules,
        title="Limit Omaha",
        about="Omaha with fixed bets: two of four cards and three of the board",
        seats=range(2, 11),
        speaker=OmahaSpeaker(OmahaRules.deal),
        fixed={"betting": "limit"},
        without=("min_bet",),
        skills=("board",),
        opponents=_STYLES,
        stacks=True,
        carried="stacks",
        blinds=True,
        stakes_name="bets",
        stakes_of=limit_stakes,
        recorded=True,
        record_variant="FO",
        faces=("Ah", "Ad", "Kh", "Kd"),
    ),
    _cards(
        "omaha-potlimit",
        OmahaRules,
        title="Pot-limit Omaha",
        about="Omaha where a raise may add the whole pot: two of four cards and three of the board",
        seats=range(2, 11),
        speaker=OmahaSpeaker(OmahaRules.deal),
        fixed={"betting": "pot-limit"},
        without=("bets", "raises_per_round", "uncapped_heads_up", "short_all_in"),
        skills=("board",),
        opponents=_STYLES,
        stacks=True,
        carried="stacks",
        blinds=True,
        stakes_name="blinds",
        stakes_of=nolimit_stakes,
        recorded=True,
        record_variant="PO",
        faces=("Js", "Ts", "9c", "8c"),
    ),
    _cards(
        "stud-limit",
        StudRules,
        title="Seven-card stud",
        about="Seven-card stud with fixed bets and a bring-in",
        seats=range(2, 9),
        opponents=("always-call", "random", "always-call"),
        faces=("??", "??", "Jc"),
        stacks=True,
        carried="stacks",
        stakes_name="bets",
        stakes_of=stud_stakes,
        recorded=True,
        record_variant="F7S",
    ),
    _cards(
        "stud",
        PartnerStudRules,
        title="Stud with reveals",
        about=(
            "The partner paper's heads-up seven-card stud: seven turns, cards revealed by choice, points without limit"
        ),
        seats=range(2, 3),
        skills=("reveals",),
        opponents=("stud",),
        faces=("??", "7d", "9s"),
        choices=(
            TableChoice(
                name="raises",
                title="Raises",
                words={"one": "one a turn, by either player", "each": "one a turn by each player"},
            ),
        ),
        recorded=True,
        record_variant="P7S",
    ),
    _cards(
        "kuhn",
        KuhnRules,
        title="Kuhn's game",
        about="Kuhn's game: three cards, one bet; solved by hand in 1950",
        table_about="Three cards, one each, one bet. Small enough to be solved by hand",
        seats=range(2, 3),
        small=True,
        opponents=("equilibrium",),
        watched=("equilibrium", "random"),
        faces=("Js", "Qs", "Ks"),
        recorded=True,
        record_variant="KUHN",
    ),
    _cards(
        "leduc",
        LeducRules,
        title="Leduc Hold'em",
        about="Leduc Hold'em: six cards, two rounds; small enough to solve exactly",
        table_about="Six cards, one each and one for both, two rounds of bets. Solved exactly",
        seats=range(2, 3),
        small=True,
        opponents=("equilibrium",),
        watched=("equilibrium", "random"),
        faces=("Kh", "Ks"),
        recorded=True,
        record_variant="LEDUC",
    ),
    GameEntry(
        name="bluff",
        title="Bluff",
        about="Bluff (Liar's Dice): hidden dice, rising bids, any dice and faces",
        pieces="dice",
        seats=range(2, MOST_SEATS + 1),
        rules=BluffRules,
        options=tuple(each.name for each in dataclasses.fields(BluffRules)),
        make=lambda **chosen: BluffGame(BluffRules(**chosen)),
        game_of=BluffGame,
        speaker=DICE_WORDS,
        skills=("dice",),
        hand="round",
        opponents=("bluff-equilibrium",),
        watched=("bluff-equilibrium", "bluff-odds"),
        fallback_opponent="bluff-odds",
        table_seats=range(2, 7),
        table_about="Liar's dice: hide your roll, outbid each other, call the bluff. One point a round",
        carried="dice",
        recorded=True,
        rule_sets=(PERUDO,),
        begin_match=lambda rules: begin_match(MatchRules(round=rules)),
    ),
    _from_file(
        "rps",
        "Rock, Paper, Scissors",
        "Rock, Paper, Scissors: both choose at once; the smallest game with a mixed equilibrium",
    ),
    _from_file(
        "koller",
        "Koller's example",
        "the example of Koller, Megiddo & von Stengel (1994), rebuilt from its matrix; worth 13",
    ),
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


def table_games() -> tuple[str, ...]:
    """The games that people can play at a table."""
    return tuple(name for name, entry in GAMES.items() if entry.has_tables)


def small_games() -> tuple[str, ...]:
    """The games of cards that are solved whole in a moment."""
    return tuple(name for name, entry in GAMES.items() if entry.small)


def games_for(skill: Skill) -> tuple[str, ...]:
    """The games that an agent with a skill can play."""
    return tuple(name for name, entry in GAMES.items() if skill in entry.skills)


@overload
def make_game(name: CardGameName, **options: Any) -> CardGame: ...


@overload
def make_game(name: str, **options: Any) -> Game: ...


def make_game(name: str, **options: Any) -> Game:
    """A game by name, with its options: `make_game("holdem-limit", seats=6, blinds=(1, 2), bets=(2, 4))`.

    Where a game has named sets of rules, `rules` is one of them: `make_game("bluff", rules="perudo", seats=4)`.
    """
    entry = find_game(name)
    chosen = entry.spelled_out(options)
    for option in chosen:
        if option not in entry.options:
            raise GameError(
                f'"{option}" is not an option of {name}{did_you_mean(option, entry.options)}: '
                f"its options are {', '.join(entry.options)}"
            )
    return entry.make(**chosen)
