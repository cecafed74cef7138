"""What a league is before it is played: who takes part, how many hands, and the pieces of work that follow."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, NamedTuple

from riverboat.agents import AGENTS, make_agent
from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.protocol import Agent
from riverboat.arena.luck.measures import can_adjust
from riverboat.arena.matches.plan import MatchPlan, check_seed, match_plan
from riverboat.errors import AgentError, ArenaError, GameError
from riverboat.games.catalog import USUAL_GAME, find_game, make_game
from riverboat.games.protocol import PlayedGame
from riverboat.tables.players import has_one_place, is_bot, refuse_agent
from riverboat.version import __version__

#: Seats of a full table.
FULL = 6
#: Deals of a session at the full table, where nothing is said; each is played once from every seat.
RING_SESSION = 10


class Piece(NamedTuple):
    """One piece of work: a match of two, or a round at the full table in which everyone sits equally often."""

    kind: Literal["pair", "ring"]
    first: int  # the first of the pair, or the number of the round
    second: int


@dataclass(frozen=True, kw_only=True)
class LeaguePlan:
    """A league: every two of its agents play `hands` hands, and `rings` rounds are played at a full table."""

    agents: tuple[str, ...]
    game: str = USUAL_GAME
    hands: int = 2000
    rings: int = 20
    session_hands: int = 50
    seed: int = 0
    bot_limits: BotLimits | None = None

    def __post_init__(self) -> None:
        if len(self.agents) < 2:
            raise ArenaError("a league needs two agents or more: name another")
        twice = sorted({name for name in self.agents if self.agents.count(name) > 1})
        if twice:
            raise ArenaError(f"{twice[0]} is named twice: everybody plays once in a league")
        check_seed(self.seed)
        for name in self.agents:
            refuse_agent(make_agent(name, self.bot_limits), find_game(self.game), [(self._game(2).rules, 0)])

    @property
    def has_bots(self) -> bool:
        """Whether a player is not one of Riverboat's own agents."""
        return any(is_bot(make_agent(name, self.bot_limits)) for name in self.agents)

    @property
    def stays_here(self) -> bool:
        """Whether a player can't be sent to other processes, so that everything is played in this one."""
        return any(has_one_place(make_agent(name, self.bot_limits)) for name in self.agents)

    def _game(self, seats: int) -> PlayedGame[Any]:
        return _made(self.game, seats)

    @property
    def full_table(self) -> tuple[int, ...]:
        """The agents that can sit at a full table; empty where they don't fill it, or the game has no such table."""
        try:
            rules = self._game(FULL).rules
        except GameError:
            return ()
        made = [make_agent(name, self.bot_limits) for name in self.agents]
        fit = tuple(at for at, agent in enumerate(made) if _fits(agent, self.game, rules))
        return fit if len(fit) >= FULL else ()

    def pieces(self) -> list[Piece]:
        """All pieces of work, in their order."""
        pairs = [Piece("pair", *pair) for pair in combinations(range(len(self.agents)), 2)]
        rounds = self.rings if self.full_table else 0
        return pairs + [Piece("ring", at, 0) for at in range(rounds)]

    def match(self, piece: Piece) -> MatchPlan:
        """The match of a piece; its seed follows from who plays, so that a newcomer changes nothing for others."""
        if piece.kind == "pair":
            names = [self.agents[piece.first], self.agents[piece.second]]
            return self._plan(names, "pair", *sorted(names), hands=self.hands, session_hands=self.session_hands)
        names = [self.agents[at] for at in self.full_table]
        # As many sessions as there are players: everybody sits at the table equally often.
        hands = len(names) * RING_SESSION * FULL
        ring = {"seats": FULL, "take_turns": True, "session_hands": RING_SESSION}
        return self._plan(names, "ring", str(piece.first), *names, hands=hands, **ring)

    def _plan(self, names: list[str], *path: str, **settings: Any) -> MatchPlan:
        seed = int.from_bytes(hashlib.sha256("\n".join([str(self.seed), *path]).encode()).digest()[:8], "little") >> 1
        plan = match_plan(names, game=self.game, seed=seed, bot_limits=self.bot_limits, **settings)
        return replace(plan, adjusted=can_adjust(self._game(plan.seats)))

    def work(self) -> dict[str, Any]:
        """What the work is, for its checkpoint."""
        prints = [make_agent(name, self.bot_limits).fingerprint for name in self.agents]
        told = {key: value for key, value in vars(self).items() if key != "bot_limits"}
        return {"work": "league", "version": __version__, "fingerprints": prints, **told}

    def with_agent(self, name: str) -> LeaguePlan:
        """The league with one more."""
        return replace(self, agents=(*self.agents, name))


def _made(game: str, seats: int) -> PlayedGame[Any]:
    made = make_game(game, seats=seats)
    if not isinstance(made, PlayedGame):
        raise ArenaError(f"{game} is not played here: a league is of card games or of bluff")
    return made


def _fits(agent: Agent, game: str, rules: Any) -> bool:
    try:
        refuse_agent(agent, find_game(game), [(rules, 0)])
    except (AgentError, ArenaError):
        return False
    return True


def agents_of(game: str, *, without: Sequence[str] = ()) -> tuple[str, ...]:
    """The house's agents that play a game heads-up as they come; agents that need a file are left out."""
    rules = _made(game, 2).rules
    found = []
    for name in AGENTS:
        try:
            agent = make_agent(name)
        except AgentError:
            continue
        if name not in without and _fits(agent, game, rules):
            found.append(name)
    return tuple(found)
