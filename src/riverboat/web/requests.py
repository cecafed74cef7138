"""What the page may be asked for, checked before anything is done with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents.registry import AGENTS
from riverboat.errors import ArenaError, did_you_mean
from riverboat.studies.partner_deals import prepared_deals
from riverboat.studies.partner_people import PEOPLE_SEED
from riverboat.tables.former import (
    LONGEST_NAME,
    SOLVED_OPPONENT,
    BluffPlan,
    PreparedDeal,
    SeatingPlan,
    bluff_plan,
    seating_plan,
    stakes,
)

MOST_SEATS = 10
#: Agents that are nobody without a file, and the page reads none.
FILES_ONLY = frozenset({"evolved"})
MOST_DICE = 5
Chips = Annotated[int, Field(ge=1, le=1_000_000)]
AgentNameText = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
GameName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z-]+$")]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]
TableId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Asked(BaseModel):
    """What all requests have in common: nothing unknown in them, nothing that changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewTable(Asked):
    """A table to sit down at. What is not said is the game's own."""

    game: GameName = "holdem-limit"
    opponents: Annotated[list[AgentNameText], Field(max_length=MOST_SEATS - 1)] = []
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)] = "You"
    stack: Chips | None = None
    small: Chips | None = None
    big: Chips | None = None
    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = None
    match: bool | None = None
    seed: Seed | None = None

    def plan(self, table: str) -> SeatingPlan | BluffPlan:
        """The plan of this table."""
        check_agents(self.opponents)
        if self.game == "bluff":
            return self._bluff(table)
        if self.dice is not None or self.match is not None:
            raise ArenaError(f"{self.game} is played with cards: only bluff has dice and matches of dice")
        pair = None if self.small is None or self.big is None else (self.small, self.big)
        if pair is not None and pair[0] > pair[1]:
            raise ArenaError(f"stakes of {pair[0]}/{pair[1]} are not possible: the smaller comes first")
        blinds = pair if self.game == "holdem-nolimit" else None
        options = stakes(self.game, stack=self.stack, blinds=blinds, bets=None if blinds else pair)
        return seating_plan(
            self.game, self.opponents, options=options, person=self.name.strip(), seed=self.seed, table=table
        )

    def _bluff(self, table: str) -> BluffPlan:
        if (self.stack, self.small, self.big) != (None, None, None):
            raise ArenaError("bluff has no stacks and no stakes: a round is worth a point")
        match = bool(self.match)
        # The solved strategy alone is what the lobby offers; where a round is not solved the odds sit down instead.
        opponents = [] if self.opponents == [SOLVED_OPPONENT] else self.opponents
        return bluff_plan(opponents, dice=self.dice, match=match, person=self.name.strip(), seed=self.seed, table=table)


class ExperimentTable(Asked):
    """A table of the partner's study: one set of its prepared deals, with the partner or without."""

    deals: Literal["A", "B"]
    partner: bool

    def plan(self, table: str) -> SeatingPlan:
        """The plan of this table; the opponent is the paper's."""
        deals = tuple(PreparedDeal(deal.cards, deal.button) for deal in prepared_deals(PEOPLE_SEED)[self.deals])
        return SeatingPlan(game="stud", opponents=("stud",), seed=PEOPLE_SEED, table=table, deals=deals)


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
