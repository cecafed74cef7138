"""What the page may be asked for, checked before anything is done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents.registry import AGENTS
from riverboat.errors import ArenaError, did_you_mean
from riverboat.games.catalog import GAMES, USUAL_GAME, GameEntry, Pieces
from riverboat.partner.protocol import partner_entry
from riverboat.studies.partner_deals import prepared_deals
from riverboat.studies.partner_people import PEOPLE_SEED
from riverboat.tables import PreparedDeal, TablePlan, table_plan
from riverboat.tables.plan import LONGEST_NAME

MOST_SEATS = 10
#: What the study of the partner with people is played at.
_STUDY_GAME = "stud"
#: By the study's form: who sits opposite, and the options of the game.
_STUDY_FORMS: Mapping[int, tuple[tuple[str, ...], tuple[tuple[str, str], ...]]] = {
    1: (("stud",), (("raises", "each"),)),
    2: (("stud:cases=none",), ()),
}
#: Agents that are nobody without a file, and the page reads none.
FILES_ONLY = frozenset({"evolved", "equilibrium"})
MOST_DICE = 5
Chips = Annotated[int, Field(ge=1, le=1_000_000)]
AgentNameText = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
GameName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z-]+$")]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]
Word = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[a-z-]+$")]
TableId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Asked(BaseModel):
    """What all requests have in common: nothing unknown in them, nothing that changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewTable(Asked):
    """A table to sit down at. What is not said is the game's own."""

    game: GameName = USUAL_GAME
    opponents: Annotated[list[AgentNameText], Field(max_length=MOST_SEATS - 1)] = []
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)] = "You"
    stack: Chips | None = None
    small: Chips | None = None
    big: Chips | None = None
    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = None
    match: bool | None = None
    raises: Word | None = None
    partner_kind: Word | None = None
    seed: Seed | None = None

    def to_keep(self) -> dict[str, Any]:
        """As the table is kept: options that were not asked for and could be misread later are named."""
        entry = GAMES.get(self.game)
        usual = {} if entry is None else {name: getattr(entry.usual_rules, name) for name in entry.unnamed}
        return {**usual, **self.model_dump(exclude_none=True)}

    @classmethod
    def kept(cls, plan: Mapping[str, Any]) -> NewTable:
        """A table that was kept; one from before an option existed means what was played then."""
        entry = GAMES.get(plan.get("game", USUAL_GAME))
        return cls(**{**({} if entry is None else entry.unnamed), **plan})

    def plan(self, table: str) -> TablePlan:
        """The plan of this table."""
        check_agents(self.opponents)
        if self.partner_kind is not None:
            partner_entry(self.game, self.partner_kind)
        entry = GAMES.get(self.game)
        settings = _READERS[entry.pieces](self, entry) if entry is not None and entry.has_tables else {}
        # The usual opponents are what the lobby offers: where they do not play these rules, others sit down instead.
        usual = entry is not None and self.opponents == list(entry.opponents)
        opponents = [] if usual else self.opponents
        return table_plan(self.game, opponents, person=self.name.strip(), seed=self.seed, table=table, **settings)


def _card_settings(asked: NewTable, entry: GameEntry) -> dict[str, Any]:
    if asked.dice is not None or asked.match is not None:
        games = " and ".join(each.name for each in GAMES.values() if each.pieces == "dice")
        raise ArenaError(f"{entry.name} is played with cards: only {games} has dice and matches of dice")
    pair = None if asked.small is None or asked.big is None else (asked.small, asked.big)
    if pair is not None and pair[0] > pair[1]:
        raise ArenaError(f"stakes of {pair[0]}/{pair[1]} are not possible: the smaller comes first")
    blinds = pair if entry.stakes_name == "blinds" else None
    stakes = entry.stake_options(stack=asked.stack, blinds=blinds, bets=None if blinds else pair)
    return {"options": {**stakes, **entry.chosen_options(raises=asked.raises)}}


def _dice_settings(asked: NewTable, entry: GameEntry) -> dict[str, Any]:
    if (asked.stack, asked.small, asked.big, asked.raises) != (None,) * 4:
        raise ArenaError(f"{entry.name} has no stacks, stakes or raises: a round is worth a point")
    return {"options": {} if asked.dice is None else {"dice": asked.dice}, "match": bool(asked.match)}


#: What was asked of a table as its plan says it, by what is played with.
_READERS: Mapping[Pieces, Callable[[NewTable, GameEntry], dict[str, Any]]] = {
    "cards": _card_settings,
    "dice": _dice_settings,
}


class ExperimentTable(Asked):
    """A table of the partner's study: one set of its prepared deals, with the partner or without."""

    deals: Literal["A", "B"]
    partner: bool
    partner_kind: Literal["paper", "plus"] = "paper"
    form: Literal[1, 2] = 1  # 1, where nothing else is kept: as version 0.1.0 ran the study

    def to_keep(self) -> dict[str, Any]:
        """As the table is kept."""
        return self.model_dump()

    def plan(self, table: str) -> TablePlan:
        """The plan of this table; the opponent is the paper's, who has no cases."""
        deals = tuple(PreparedDeal(deal.cards, deal.button) for deal in prepared_deals(PEOPLE_SEED)[self.deals])
        opponents, options = _STUDY_FORMS[self.form]
        return TablePlan(
            game=_STUDY_GAME, opponents=opponents, options=options, seed=PEOPLE_SEED, table=table, deals=deals
        )


class ActMessage(Asked):
    """An action at the table; `turn` says which decision it answers."""

    type: Literal["act"]
    turn: int
    action: Annotated[str, Field(max_length=40)]


class DealMessage(Asked):
    """The next hand is wanted."""

    type: Literal["deal"]
    turn: int


class HelloMessage(Asked):
    """Where does the table stand?"""

    type: Literal["hello"]


def check_agents(names: list[str]) -> None:
    """Only agents of the registry sit at the page's tables: no files, no programs."""
    for name in names:
        if name not in AGENTS:
            raise ArenaError(f'"{name}" is not an agent{did_you_mean(name, AGENTS)}')
        if name in FILES_ONLY:
            raise ArenaError(f"{name} plays from a file: in the terminal, {name}@FILE")


def readable(errors: Any) -> str:
    """What was wrong with a request, in one line."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return f"{place}: {first['msg'].lower()}" if place else str(first["msg"])
