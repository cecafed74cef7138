"""What a match is before it is played: a frozen plan from which every hand follows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from riverboat.agents import make_agent, parse_agent_name
from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.bots.programs import ProgramAgent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.protocol import Agent, Bot
from riverboat.agents.python_agent import PythonAgent, python_agent
from riverboat.cards.randomness import sequence_of
from riverboat.cards.seeds import KEY_BITS, parse_seed
from riverboat.errors import ArenaError, counted
from riverboat.games.catalog import RULES, USUAL_GAME, GameEntry, find_game, make_game
from riverboat.games.engine.game import CardGame
from riverboat.games.engine.layout_kernel import LIMIT
from riverboat.games.engine.rules import is_whole
from riverboat.games.protocol import PlayedGame, PlayedState
from riverboat.games.units import IncomeUnit, matches
from riverboat.tables.players import agent_at, has_one_place, is_bot, refuse_agent

#: What may be named as an agent: its name, an agent, a class of your own, or an object of such a class.
AgentLike = str | Agent | type[Bot] | Bot

SESSION_HANDS = 200


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """One agent of a match, which may sit in several seats."""

    name: str
    agent: Agent
    copies: int = 1

    def hiding(self, path: Path) -> Entrant:
        """This entrant; where it is a program, without the right to read a file."""
        if not isinstance(self.agent, ProgramAgent):
            return self
        limits = replace(self.agent.limits, hidden=(*self.agent.limits.hidden, str(path)))
        return replace(self, agent=replace(self.agent, limits=limits))


@dataclass(frozen=True, kw_only=True)
class MatchPlan:
    """A match: its agents, the game, the number of hands and the seed.

    Sessions of `session_hands` hands with a moving button; a duplicate session is played once for each seat, the
    players moving on by one chair, so that everyone plays everyone's cards. `hands` counts hands played, rotations
    included, and is rounded up to whole deals (whole sessions, where the session is the unit of statistics).
    Where there are more players than seats they take turns, session by session, everyone equally often.
    """

    game: str
    options: tuple[tuple[str, Any], ...] = ()
    entrants: tuple[Entrant, ...]
    hands: int
    seed: int
    session_hands: int = SESSION_HANDS
    duplicate: bool = True
    sit_out: bool = False  # broke players sit out the session; otherwise they rebuy
    carry: bool | None = None  # stacks are carried from hand to hand; None: at cash tables
    fault_limit: int = 5  # an agent with this many faults in a session forfeits the rest of the match
    most_seats: int | None = None  # at the table; None: as many as players
    adjusted: bool = False  # luck is measured beside what is won
    whole: bool = False  # a hand of the plan is a match of hands, until one player is left; see `WholeMatch`
    agents: tuple[Agent, ...] = field(init=False, repr=False)  # one a player
    owner: tuple[int, ...] = field(init=False, repr=False)  # the entrant of each player

    def __post_init__(self) -> None:
        seated = tuple(replace(each, agent=agent_at(each.agent, self.entry)) for each in self.entrants)
        object.__setattr__(self, "entrants", seated)
        agents = tuple(entrant.agent for entrant in self.entrants for _ in range(entrant.copies))
        owner = tuple(at for at, entrant in enumerate(self.entrants) for _ in range(entrant.copies))
        object.__setattr__(self, "agents", agents)
        object.__setattr__(self, "owner", owner)
        if len(agents) < 2:
            raise ArenaError("a match needs two players or more: name another agent")
        for name, least in (("hands", 1), ("session_hands", 1), ("fault_limit", 1), ("seed", 0)):
            value = getattr(self, name)
            if not is_whole(value) or value < least:
                raise ArenaError(f"{name}={value} is not possible: a whole number, {least} or more")
        check_seed(self.seed)
        if self.whole and self.entry.begin_match is None:
            raise ArenaError(f"{self.game} has no matches to the end: it is played hand by hand")
        made = self.make_game(self.seats)  # refuses what the rules refuse
        for entrant in self.entrants:
            refuse_agent(entrant.agent, self.entry, [(made.rules, 0)])
        fresh = [agent.name for agent in agents if isinstance(agent, PythonAgent) and agent.fresh_stacks]
        if fresh and (self.carry or self.sit_out):
            raise ArenaError(f"{fresh[0]} can't be told of stacks that change from hand to hand: leave that out")
        if self.carry is None or not isinstance(made, CardGame):
            object.__setattr__(self, "carry", made.unit == 1 and self.entry.stacks and not fresh)

    @property
    def has_bots(self) -> bool:
        """Whether a player is not one of Riverboat's own agents."""
        return any(is_bot(agent) for agent in self.agents)

    @property
    def stays_here(self) -> bool:
        """Whether a player can't be sent to other processes, so that everything is played in this one."""
        return any(map(has_one_place, self.agents))

    def hiding(self, path: Path) -> Self:
        """This plan with a file that its bots may not read, where that can be had."""
        return replace(self, entrants=tuple(each.hiding(path) for each in self.entrants))

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return min(len(self.agents), self.most_seats or len(self.agents))

    def sitting(self, unit: int) -> npt.NDArray[np.int64]:
        """The players at the table in a session: neighbours in a random circle, which is drawn again when it is used
        up."""
        players = len(self.agents)
        drawn = np.random.default_rng(sequence_of(self.seed, unit // players, 1))
        circle = drawn.permutation(players)
        return np.sort(circle[(unit % players + np.arange(self.seats)) % players])

    @property
    def rotations(self) -> int:
        """How often every deal is played."""
        return self.seats if self.duplicate else 1

    @property
    def statistics_unit(self) -> str:
        """What counts as one observation: "deal", or "session" if one hand can change the next: because an agent
        remembers, or at no-limit, where the stacks carried over decide what is at stake.
        """
        if self.sit_out or any(agent.remembers for agent in self.agents):
            return "session"
        made = self.make_game(self.seats)
        open_ended = isinstance(made, CardGame) and int(made.record["limits"][0]) != LIMIT
        return "session" if self.carry and open_ended else "deal"

    @property
    def entry(self) -> GameEntry:
        """The game's row in the catalogue."""
        return find_game(self.game)

    @property
    def unit(self) -> IncomeUnit:
        """What incomes are counted in, and what it is called."""
        return matches() if self.whole else self.make_game(self.seats).rules.income_unit

    @property
    def income_unit(self) -> int:
        """What one of that is in the rules' smallest unit."""
        return self.make_game(self.seats).unit * self.unit.chips

    @property
    def deals(self) -> int:
        """How many deals there are in all."""
        deals = -(-self.hands // self.rotations)
        if self.statistics_unit == "session":
            deals = -(-deals // self.session_hands) * self.session_hands
        return deals

    @property
    def units(self) -> int:
        """How many sessions there are; each with all its rotations is one piece of work."""
        return -(-self.deals // self.session_hands)

    def deals_of(self, unit: int) -> int:
        """How many deals a session has; the last may be shorter."""
        return min(self.session_hands, self.deals - unit * self.session_hands)

    def make_game(self, seats: int) -> PlayedGame[PlayedState]:
        """The game for some seats at the table."""
        game = make_game(self.game, **{**dict(self.options), "seats": seats})
        if not isinstance(game, PlayedGame):
            raise ArenaError(f"{self.game} is not played here: matches are of card games and of bluff")
        return game

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each player; copies are numbered."""
        return tuple(
            f"{entrant.name} {number}" if entrant.copies > 1 else entrant.name
            for entrant in self.entrants
            for number in range(1, entrant.copies + 1)
        )


def check_seed(seed: int) -> None:
    """Refuse a seed that has more bits than a key."""
    if seed >= 1 << KEY_BITS:
        raise ArenaError(f"seed={seed} is not possible: a seed has at most {KEY_BITS} bits")


def draw_seed(seed: int | str | None) -> int:
    """The seed that was asked for, as a number or as the text of a key; without one, a key that nobody else knows."""
    if seed is None:
        return secrets.randbits(KEY_BITS)
    try:
        return parse_seed(seed) if isinstance(seed, str) else seed
    except ValueError as error:
        raise ArenaError(str(error)) from None


def match_plan(
    agents: Sequence[AgentLike],
    *,
    game: str = USUAL_GAME,
    hands: int = 10_000,
    seed: int | str | None = 0,
    seats: int | None = None,
    take_turns: bool = False,
    options: Mapping[str, Any] | None = None,
    bot_limits: BotLimits | None = None,
    **settings: Any,
) -> MatchPlan:
    """A plan from the names of agents; a name that stands twice is numbered.

    With `take_turns` there may be more players than seats. `bot_limits` are for named programs. A small seed is for
    repeating a match; None draws a key, which no bot can find. Where `options` names a set of rules that is played to
    the end, whole matches are played unless `whole` says otherwise.
    """
    named = dict(options or {}).get(RULES)
    settings.setdefault("whole", named is not None and find_game(game).rule_set(str(named)).to_the_end)
    entrants: list[Entrant] = []
    for typed in agents:
        made = entrant(typed, bot_limits)
        same = sum(each.name.split("#")[0] == made.name for each in entrants)
        name = f"{made.name}#{same + 1}" if same else made.name
        entrants.append(Entrant(name=name, agent=made.agent, copies=made.copies))
    players = sum(each.copies for each in entrants)
    if seats is not None and (players < seats or (players > seats and not take_turns)):
        few = f'name {seats - players} more, or write "{entrants[0].name if entrants else "NAME"}*{seats}"'
        advice = few if players < seats else "name fewer, or play a ring tournament"
        raise ArenaError(f"{counted(players, 'player')} for {counted(seats, 'seat')}: {advice}")
    return MatchPlan(
        game=game,
        options=tuple(sorted((options or {}).items())),
        entrants=tuple(entrants),
        hands=hands,
        seed=draw_seed(seed),
        most_seats=seats,
        **settings,
    )


def entrant(typed: AgentLike, bot_limits: BotLimits | None = None) -> Entrant:
    """An entrant from whatever names one."""
    if isinstance(typed, str):
        parsed = parse_agent_name(typed)
        made = make_agent(replace(parsed, copies=1), bot_limits)
        return Entrant(name=parsed.text, agent=made, copies=parsed.copies)
    if isinstance(typed, CompiledAgent | PythonAgent | ProgramAgent):
        return Entrant(name=typed.name, agent=typed)
    bot = python_agent(typed)
    return Entrant(name=bot.name, agent=bot)
