"""What the page may be asked for, checked before anything is done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents.registry import AGENTS
from riverboat.errors import ArenaError, did_you_mean
from riverboat.games.catalog import GAMES, RULES, USUAL_GAME, GameEntry, Pieces
from riverboat.partner.protocol import partner_entry
from riverboat.records.store.shared_seats import PersonSeat, nameless
from riverboat.studies.partner_deals import prepared_deals
from riverboat.studies.partner_people import PEOPLE_SEED, practice_deals
from riverboat.tables import PERSON, PreparedDeal, TablePlan, table_plan
from riverboat.tables.plan import LONGEST_NAME
from riverboat.web.texts import notes, refusals

MOST_SEATS = 10
#: What the study of the partner with people is played at.
_STUDY_GAME = "stud"
#: By the study's form: who sits opposite, and the options of the game.
_STUDY_FORMS: Mapping[int, tuple[tuple[str, ...], tuple[tuple[str, str], ...]]] = {
    1: (("stud",), (("raises", "each"),)),
    2: (("stud:cases=none",), ()),
}
#: Agents that are nobody without a file, and the page reads none.
FILES_ONLY = frozenset({"evolved"})
MOST_DICE = 5
Chips = Annotated[int, Field(ge=1, le=1_000_000)]
AgentNameText = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
GameName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z-]+$")]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]
Word = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[a-z-]+$")]
OptionName = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[a-z_]+$")]
PersonName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
TableId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Asked(BaseModel):
    """What all requests have in common: nothing unknown in them, nothing that changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewTable(Asked):
    """A table to sit down at. What is not said is the game's own."""

    game: GameName = USUAL_GAME
    opponents: Annotated[list[AgentNameText], Field(max_length=MOST_SEATS - 1)] = []
    name: PersonName = "You"
    stack: Chips | None = None
    small: Chips | None = None
    big: Chips | None = None
    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = None
    match: bool | None = None
    rules: Word | None = None
    choices: Annotated[dict[OptionName, Word], Field(max_length=20)] | None = None
    raises: Word | None = None
    partner_kind: Word | None = None
    seed: Seed | None = None
    friends: Annotated[int, Field(ge=0, le=MOST_SEATS - 1)] | None = None  # further seats, for people
    level_hands: Annotated[int, Field(ge=1, le=100)] | None = None  # a tournament: the blinds rise after this many

    def to_keep(self) -> dict[str, Any]:
        """The table as it is kept: options that were not asked for and could be misread later are named."""
        entry = GAMES.get(self.game)
        unnamed = () if entry is None else [name for name in entry.unnamed if name in type(self).model_fields]
        usual = {} if entry is None else {name: getattr(entry.usual_rules, name) for name in unnamed}
        return {**usual, **self.model_dump(exclude_none=True)}

    @classmethod
    def kept(cls, plan: Mapping[str, Any]) -> NewTable:
        """A table that was kept; one from before an option existed means what was played then."""
        entry = GAMES.get(plan.get("game", USUAL_GAME))
        unnamed = {} if entry is None else entry.unnamed
        return cls(**{**{name: value for name, value in unnamed.items() if name in cls.model_fields}, **plan})

    def plan(self, table: str, people: Sequence[PersonSeat] = (), *, kept_as: str = "") -> TablePlan:
        """The plan of this table, with those `people` who sit there where it is open to others."""
        check_agents(self.opponents)
        if self.partner_kind is not None:
            partner_entry(self.game, self.partner_kind)
        entry = GAMES.get(self.game)
        settings = _READERS[entry.pieces](self, entry) if entry is not None and entry.has_tables else {}
        # The usual opponents are what the lobby offers: where they do not play these rules, others sit down instead.
        usual = entry is not None and self.opponents == list(entry.opponents)
        opponents = [] if usual and not self.friends else self.opponents
        names = {each.seat: each.name or nameless(each.seat) for each in people}
        behind = range(1 + len(self.opponents), 1 + len(self.opponents) + (self.friends or 0))
        settings["others"] = tuple(names.get(seat, notes.open_seat(seat)) for seat in behind)
        if entry is not None and self.friends and behind[-1] >= entry.table_seats[-1]:
            raise ArenaError(refusals.too_many_seats(behind[-1] + 1, self.game, entry.table_seats[-1]))
        if self.friends and self.seed is not None:
            raise ArenaError(refusals.SEED_WITH_OTHERS)
        person = names.get(PERSON, self.name.strip())
        levels = self.level_hands or 0
        settings |= {"person": person, "seed": self.seed, "table": table, "kept_as": kept_as, "level_hands": levels}
        return table_plan(self.game, opponents, **settings)


def _card_settings(asked: NewTable, entry: GameEntry) -> dict[str, Any]:
    if asked.rules is not None or asked.choices:
        entry.rule_set(asked.rules or "")
    if asked.dice is not None or asked.match is not None:
        with_dice = (each.name for each in GAMES.values() if each.pieces == "dice")
        raise ArenaError(refusals.not_with_dice(entry.name, with_dice))
    pair = None if asked.small is None or asked.big is None else (asked.small, asked.big)
    stake = (entry.stakes_name or "stakes")[:-1]
    if pair is not None and pair[0] > pair[1]:
        raise ArenaError(refusals.small_above_big(stake))
    least = (pair or entry.usual_stakes or (0, 0))[1]
    if asked.stack is not None and asked.stack < least:
        raise ArenaError(refusals.buy_in_too_small(asked.stack, stake, least))
    blinds = pair if entry.stakes_name == "blinds" else None
    stakes = entry.stake_options(stack=asked.stack, blinds=blinds, bets=None if blinds else pair)
    return {"options": {**stakes, **entry.chosen_options(raises=asked.raises)}}


def _dice_settings(asked: NewTable, entry: GameEntry) -> dict[str, Any]:
    if (asked.stack, asked.small, asked.big, asked.raises) != (None,) * 4:
        raise ArenaError(refusals.no_chips(entry.name))
    options: dict[str, Any] = {} if asked.dice is None else {"dice": asked.dice}
    if asked.rules is None:
        if asked.choices:
            raise ArenaError(refusals.no_rules_named(entry.name))
        return {"options": options, "match": bool(asked.match)}
    named = entry.rule_set(asked.rules)
    match = named.to_the_end if asked.match is None else asked.match
    return {"options": {RULES: named.name, **named.chosen(asked.choices or {}), **options}, "match": match}


#: What was asked of a table as its plan says it, by what is played with.
_READERS: Mapping[Pieces, Callable[[NewTable, GameEntry], dict[str, Any]]] = {
    "cards": _card_settings,
    "dice": _dice_settings,
}


class ExperimentTable(Asked):
    """A table of the partner's study: one set of its prepared deals, with the partner or without."""

    deals: Literal["A", "B", "practice"]
    partner: bool
    partner_kind: Literal["paper", "plus"] = "paper"
    form: Literal[1, 2] = 1  # 1, where nothing else is kept: as version 0.1.0 ran the study

    def to_keep(self) -> dict[str, Any]:
        """The table of the experiment as it is kept."""
        return self.model_dump()

    def plan(self, table: str) -> TablePlan:
        """The plan of this table; the opponent is the paper's, who has no cases."""
        chosen = practice_deals() if self.deals == "practice" else prepared_deals(PEOPLE_SEED)[self.deals]
        deals = tuple(PreparedDeal(deal.cards, deal.button) for deal in chosen)
        opponents, options = _STUDY_FORMS[self.form]
        return TablePlan(
            game=_STUDY_GAME, opponents=opponents, options=options, seed=PEOPLE_SEED, table=table, deals=deals
        )


class Opening(Asked):
    """A table of yours shall be open to others: what they call you, and how many further seats there are."""

    name: PersonName
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS - 1)] = 1


class Joining(Asked):
    """A seat at a table that somebody has opened: what the others call you."""

    name: PersonName


class ActMessage(Asked):
    """An action at the table; `turn` says which decision it answers."""

    type: Literal["act"]
    turn: int
    action: Annotated[str, Field(max_length=40)]


class DealMessage(Asked):
    """The next hand is wanted."""

    type: Literal["deal"]
    turn: int


class FinishMessage(Asked):
    """A tournament that one is out of shall be played to its end."""

    type: Literal["finish"]
    turn: int


class HelloMessage(Asked):
    """Ask where the table stands; the person who asks counts as there, and not away."""

    type: Literal["hello"]


def check_agents(names: list[str]) -> None:
    """Only agents of the registry sit at the page's tables: no files, no programs."""
    for name in names:
        if name not in AGENTS:
            raise ArenaError(refusals.no_agent(name, did_you_mean(name, AGENTS)))
        if name in FILES_ONLY:
            raise ArenaError(refusals.agent_from_file(name))


def readable(errors: Any) -> str:
    """What was wrong with a request, in one line."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    limits = first.get("ctx") or {}
    wanted = refusals.FORM.get(first["type"], "")
    said = wanted.format(**limits) if wanted else str(first["msg"]).lower()
    name = refusals.FIELDS.get(place, place.replace("_", " "))
    return f"{name}: {said}" if place else str(first["msg"])
