"""A table with a person before the first hand: the game, the players, and the source of randomness."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.protocol import Agent
from riverboat.cards.seeds import bot_seed
from riverboat.errors import AgentError, ArenaError, counted, did_you_mean, is_or_are
from riverboat.games.bluff.match import Stake, Starts
from riverboat.games.catalog import GAMES, USUAL_GAME, Carried, GameEntry, table_games
from riverboat.games.units import IncomeUnit
from riverboat.tables.bank import PERSON, Bank
from riverboat.tables.cards import CashBank, PointBank
from riverboat.tables.dice import DiceBank
from riverboat.tables.players import agent_at, refuse_agent, seated
from riverboat.tables.tournament_bank import TournamentBank

__all__ = ["LONGEST_NAME", "PERSON", "PreparedDeal", "TablePlan", "table_plan"]

LONGEST_NAME = 30
#: What lies between two hands, by what goes from one to the next.
_BANKS: Mapping[Carried, type[Bank]] = {"stacks": CashBank, "points": PointBank, "dice": DiceBank}


class PreparedDeal(NamedTuple):
    """Cards laid out beforehand: those of every seat in the order dealt, and who deals."""

    cards: tuple[str, ...]
    button: int


@dataclass(frozen=True, kw_only=True)
class TablePlan:
    """People and agents around a table, and what they play. `opponents` are names of agents, one a seat.

    With a seed every card and every agent's choice follows from it; without, the operating system decides. Where
    several people play, each table has a name of its own: equal plans at different tables are different sessions.
    With prepared deals these are played, in their order, and no others. With `match` the rounds of a game of dice are
    played for dice; `stake` says what the loser of a round pays, `starts` who opens the next. `others` are the names of
    further people, who sit behind the agents; they come while the session lasts, which is found by `kept_as` then. With
    `level_hands` it is a tournament: blinds rise after this many hands, players without chips are out, and the last
    one wins.
    """

    game: str
    options: tuple[tuple[str, Any], ...] = ()
    person: str = "You"
    opponents: tuple[str, ...]
    seed: int | None = None
    table: str = ""
    deals: tuple[PreparedDeal, ...] = ()
    match: bool = False
    stake: Stake = "forfeit"
    starts: Starts = "loser"
    others: tuple[str, ...] = ()
    kept_as: str = ""
    level_hands: int = 0
    agents: tuple[Agent, ...] = field(init=False, repr=False, compare=False)  # the opponents

    def __post_init__(self) -> None:
        hands = self.bank.hands_ahead()  # refuses what the rules refuse
        named = dict.fromkeys(self.opponents)  # each once: they can be large
        made = {name: agent_at(make_agent(name), self.entry) for name in named}
        object.__setattr__(self, "agents", tuple(made[name] for name in self.opponents))
        for name in (self.person, *self.others):
            check_name(name)
            if self.names.count(name) > 1:
                raise ArenaError(f'"{name}" sits at the table already: choose another name')
        for agent in made.values():
            refuse_agent(agent, self.entry, hands)

    @property
    def entry(self) -> GameEntry:
        """The game's row in the catalogue."""
        return GAMES[self.game]

    @cached_property
    def bank(self) -> Bank:
        """What lies between two hands."""
        return (TournamentBank if self.level_hands else _BANKS[self.entry.carried])(self)

    @property
    def seats(self) -> int:
        """How many can sit at the table, people and agents."""
        return 1 + len(self.opponents) + len(self.others)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats of people: whoever has opened the table, and those behind the agents."""
        return (PERSON, *range(1 + len(self.opponents), self.seats))

    @property
    def seats_change(self) -> bool:
        """Whether hands are played by some of the table's seats: people come and go, or players are out."""
        return bool(self.others or self.level_hands)

    @cached_property
    def memory_bytes(self) -> int:
        """What the agents' memories take while they sit: one to play with, and one to see what has changed."""
        return sum(2 * agent.memory.nbytes for agent in self.agents if isinstance(agent, CompiledAgent))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each seat; agents that sit there more than once are numbered."""
        copies = Counter(self.opponents)
        seen: Counter[str] = Counter()
        names = [self.person]
        for name in self.opponents:
            seen[name] += 1
            names.append(f"{name} {seen[name]}" if copies[name] > 1 else name)
        return (*names, *self.others)

    @cached_property
    def key(self) -> str:
        """Says which table this is: a session that waits is found by it."""
        if self.kept_as:
            return self.kept_as
        parts = json.dumps(self.bank.key_parts)
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def unit(self) -> IncomeUnit:
        """What results are counted in, and what it is called."""
        return self.bank.rules.income_unit

    @property
    def title(self) -> str:
        """The game and its stakes."""
        return self.bank.title

    def hand_seed(self, number: int) -> str:
        """The seed of a hand: 256 bits in hexadecimal."""
        if self.seed is None:
            return secrets.token_hex(32)
        return f"{_mixed(self.seed, 'hand', number, words=8):064x}"

    def word(self, what: str, seat: int = 0) -> int:
        """A number from 0 to 2**63 - 1 for something else that is left to chance."""
        return secrets.randbits(63) if self.seed is None else _mixed(self.seed, what, seat, words=2) >> 1

    def bot_word(self, seat: int) -> int:
        """The number that a bot of somebody's own is given: it tells nothing of the cards."""
        return secrets.randbits(63) if self.seed is None else bot_seed(self.seed, seat)


def check_name(name: str) -> None:
    """Refuse what can't be a person's name at a table."""
    if not name.isprintable() or name.strip() != name or not 1 <= len(name) <= LONGEST_NAME:
        raise ArenaError(f"{name!r} is no name for a player: 1 to {LONGEST_NAME} letters, no space around")


def _mixed(seed: int, what: str, number: int, *, words: int) -> int:
    """Some words that follow from a seed and from what they are for."""
    sequence = np.random.SeedSequence([seed, *what.encode(), number], pool_size=8)
    return int.from_bytes(sequence.generate_state(words, dtype=np.uint32).astype("<u4").tobytes(), "little")


def table_plan(
    game: str = USUAL_GAME,
    against: Sequence[str] = (),
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    **settings: Any,
) -> TablePlan:
    """A plan from what somebody typed; where there are more seats than names, the names sit down again in turn.

    `options` are those of the game: `table_plan("bluff", options={"dice": (2, 1)})` gives dice to the person first,
    then to the opponents in their order. The `settings` are fields of `TablePlan`: person, seed, table, match ...
    """
    played = table_games()
    if game not in played:
        raise ArenaError(f"{game} is not played at the table{did_you_mean(game, played)}: {', '.join(played)} are")
    entry, chosen = GAMES[game], dict(options or {})
    wanted = seats or _BANKS[entry.carried].seats_in(chosen)
    others = len(settings.get("others", ()))  # these may be enough: then no agents sit there unless some are named
    opponents = seated(against or entry.opponents, seats=wanted, named=bool(against)) if against or not others else ()
    _check_seats(entry, 1 + len(opponents) + others)
    settings["options"] = tuple(sorted(chosen.items()))
    try:
        return TablePlan(game=game, opponents=opponents, **settings)
    except AgentError:
        if against:
            raise
    return TablePlan(game=game, opponents=(entry.fallback_opponent,) * len(opponents), **settings)


def _check_seats(entry: GameEntry, count: int) -> None:
    """Refuse a table that the game can't be played at."""
    if count not in entry.seats:
        least, most = entry.seats[0], entry.seats[-1]
        allowed = f"{least} to {most}" if least < most else f"{most}"
        told = f"{counted(count, 'seat')} {is_or_are(count)}"
        raise ArenaError(f"{told} not possible in {entry.name}: it is played with {allowed}")
