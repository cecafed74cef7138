"""Elimination tournaments: what one is before it is played, and how many of them are played, anywhere.

docs/tournaments.md states the rules: the blinds' schedule, how tables are broken and balanced, who gets which place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.bots.starter_client import stop_idle_starter
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.protocol import Agent
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena.matches.plan import AgentLike, Entrant, check_seed, draw_seed, entrant
from riverboat.arena.matches.results import warn_of_forfeits
from riverboat.arena.tournaments.tournament import Tournament, TournamentResult, TournamentStanding
from riverboat.arena.work.executors import MakeExecutor, in_order
from riverboat.arrays import Floats
from riverboat.errors import ArenaError, counted, is_or_are
from riverboat.games import GAMES, CardGame, HoldemRules, make_game
from riverboat.games.catalog import USUAL_TOURNAMENT
from riverboat.games.engine.layout_kernel import MAX_SEATS
from riverboat.intervals import Statistic, mean_interval
from riverboat.kernel import sources_hash
from riverboat.steps import Checkpoint, keeping, run_to_end
from riverboat.tables.players import is_bot, refuse_agent
from riverboat.tables.tournament_bank import blind_levels
from riverboat.tables.umpire import KEPT
from riverboat.version import __version__

#: The games that can be a tournament: those with blinds, which can rise.
TOURNAMENTS = tuple(name for name, entry in GAMES.items() if "blinds" in entry.options)
MOST_ENTRANTS = 100_000
#: Each bot that is a program of its own is a process for as long as the tournament lasts.
MOST_PROGRAMS = 64


@dataclass(frozen=True, kw_only=True)
class EliminationPlan:
    """Tournaments of one kind: the field, the stacks and blinds, how many are played, from which seed."""

    game: str = USUAL_TOURNAMENT
    entrants: tuple[Entrant, ...]  # their copies are the players
    seats: int = 10
    stack: int = 10_000
    blinds: tuple[int, int] = (50, 100)  # of the first level
    level_hands: int = 20  # hands at every table before the blinds rise
    count: int = 1
    seed: int = 0
    fault_limit: int = 5
    agents: tuple[Agent, ...] = field(init=False, repr=False)  # one a player
    owner: tuple[int, ...] = field(init=False, repr=False)  # the entrant of each player

    def __post_init__(self) -> None:
        agents = tuple(each.agent for each in self.entrants for _ in range(each.copies))
        owner = tuple(at for at, each in enumerate(self.entrants) for _ in range(each.copies))
        object.__setattr__(self, "agents", agents)
        object.__setattr__(self, "owner", owner)
        if self.game not in TOURNAMENTS:
            raise ArenaError(f"{self.game} is not played as an elimination tournament: {' or '.join(TOURNAMENTS)}")
        if not 2 <= len(agents) <= MOST_ENTRANTS:
            raise ArenaError(
                f"{counted(len(agents), 'entrant')} {is_or_are(len(agents))} not possible: 2 to {MOST_ENTRANTS:,}"
            )
        if not 2 <= self.seats <= MAX_SEATS:
            raise ArenaError(f"tables of {self.seats} are not possible: 2 to {MAX_SEATS} seats")
        for name, least in (("stack", 1), ("level_hands", 1), ("count", 1), ("seed", 0), ("fault_limit", 1)):
            if getattr(self, name) < least:
                raise ArenaError(f"{name}={getattr(self, name)} is not possible: {least} or more")
        check_seed(self.seed)
        small, big = self.blinds
        if not 1 <= small <= big:
            raise ArenaError(f"blinds of {small} and {big} are not possible: 1 or more, the small one first")
        for each in self.entrants:
            refuse_agent(each.agent, GAMES[self.game], ())
        if sum(not isinstance(agent, CompiledAgent) for agent in agents) > MOST_PROGRAMS:
            raise ArenaError(f"more than {MOST_PROGRAMS} bots in one tournament are not possible: name fewer of them")

    @property
    def has_bots(self) -> bool:
        """Whether a player is not one of Riverboat's own agents."""
        return any(is_bot(agent) for agent in self.agents)

    def hiding(self, path: Path) -> EliminationPlan:
        """This plan with a file that its bots may not read, where that can be had."""
        return replace(self, entrants=tuple(each.hiding(path) for each in self.entrants))

    @property
    def levels(self) -> tuple[tuple[int, int], ...]:
        """The blinds of each level; the last ones are more than all chips in play, and stay."""
        return blind_levels(self.blinds, self.stack * len(self.agents))

    def rules(self, level: int, seats: int, *, dead_small: bool) -> HoldemRules:
        """The rules at a table of this many seats; a dead small blind is not posted by anybody."""
        small, big = self.levels[level]
        made = make_game(self.game, seats=seats)
        assert isinstance(made, CardGame)
        assert isinstance(made.rules, HoldemRules)
        blinds = (big,) if dead_small and seats > 2 else (small, big)
        return replace(made.rules, blinds=blinds, bets=(big, 2 * big), stack=self.stack)

    def name(self, player: int) -> str:
        """A player's name; copies are numbered."""
        owner = self.owner[player]
        each = self.entrants[owner]
        return f"{each.name} {player - self.owner.index(owner) + 1}" if each.copies > 1 else each.name

    def describe(self) -> dict[str, Any]:
        """What a checkpoint keeps of the plan: equal for equal work, on equal sources."""
        return {
            "work": "elimination tournament",
            "game": self.game,
            "agents": [[each.name, each.copies, each.agent.fingerprint] for each in self.entrants],
            "seats": self.seats,
            "stack": self.stack,
            "blinds": list(self.blinds),
            "level_hands": self.level_hands,
            "count": self.count,
            "fault_limit": self.fault_limit,
            "seed": self.seed,
            "version": __version__,
            "kernels": sources_hash(),
        }


def elimination_plan(
    field: Sequence[AgentLike],
    *,
    entrants: int | None = None,
    seed: int | str | None = 0,
    bot_limits: BotLimits | None = None,
    **settings: Any,
) -> EliminationPlan:
    """A plan from the names of agents; the field is repeated in proportion until there are this many entrants."""
    named = [entrant(typed, bot_limits) for typed in field]
    if not named:
        raise ArenaError('the field is empty: name agents, like "tight-aggressive*3, random"')
    for each in named:
        if isinstance(each.agent, PythonAgent) and each.agent.fresh_stacks:
            raise ArenaError(f"{each.name} can't be told of stacks that change: it plays matches, not tournaments")
    names = [each.name for each in named]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ArenaError(f'{twice} is in the field twice: write "{twice}*2"')
    copies = [each.copies for each in named]
    shares = copies if entrants is None else in_proportion(copies, entrants)
    for each, share in zip(named, shares, strict=True):
        if share == 0:
            raise ArenaError(
                f"{counted(entrants, 'entrant')} {is_or_are(entrants)} too few for this field: "
                f"none would be {each.name}"
            )
    made = tuple(
        Entrant(name=each.name, agent=each.agent, copies=share) for each, share in zip(named, shares, strict=True)
    )
    return EliminationPlan(entrants=made, seed=draw_seed(seed), **settings)


def in_proportion(weights: Sequence[int], total: int) -> list[int]:
    """Whole shares of a total that come nearest to the weights: the largest remainders are rounded up."""
    whole = sum(weights)
    shares = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: -(total * weights[at] % whole))
    for at in by_remainder[: total - sum(shares)]:
        shares[at] += 1
    return shares


@dataclass(frozen=True, kw_only=True)
class FieldResult:
    """How the players of one entrant of the field finished."""

    name: str
    players: int
    hands: int
    place: Statistic  # the mean place of its players; the tournament is the unit
    beaten: Statistic  # the share of the other entrants that finished behind, 0 to 1
    wins: int
    best: float
    quartiles: tuple[float, float, float]  # of all its places
    faults: int
    first_faults: tuple[str, ...] = ()
    first_stack: str = ""  # of the first fault, where the bot raised an error
    forfeited: bool = False  # in one of the tournaments

    def to_json(self) -> dict[str, Any]:
        """The field result as the command line prints it."""
        place = self.place.to_json()
        return {
            "name": self.name,
            "copies": self.players,
            "hands": self.hands,
            "mean": place["mean"],
            "low": place["low"],
            "high": place["high"],
            "n": place["n"],
            "beaten": self.beaten.to_json(),
            "wins": self.wins,
            "best": self.best,
            "quartiles": list(self.quartiles),
            "faults": self.faults,
            "first_faults": list(self.first_faults),
            "first_stack": self.first_stack,
            "forfeited": self.forfeited,
        }


@dataclass(frozen=True, kw_only=True, eq=False)
class EliminationResult:
    """How the tournaments ended."""

    plan: EliminationPlan
    players: tuple[FieldResult, ...]  # by entrant of the field
    places: Floats  # by tournament and player; players who share places have their mean
    tournaments: tuple[TournamentResult, ...]
    digest: str  # of all hands

    @property
    def hands(self) -> int:
        """Hands played."""
        return sum(each.hands for each in self.tournaments)

    def places_of(self, entrant: int) -> Floats:
        """The places of one entrant's players, by tournament and player."""
        return self.places[:, np.array(self.plan.owner) == entrant]

    def first_places(self, count: int = 10) -> list[tuple[float, str]]:
        """The first places of the last tournament, with the players' names."""
        last = self.places[-1]
        return [(float(last[at]), self.plan.name(int(at))) for at in np.argsort(last, kind="stable")[:count]]

    def to_json(self) -> dict[str, Any]:
        """The elimination result as the command line prints it."""
        return {
            "game": self.plan.game,
            "entrants": len(self.plan.agents),
            "tournaments": len(self.tournaments),
            "hands": self.hands,
            "unit": "place",
            "statistics_unit": "tournament",
            "players": [player.to_json() for player in self.players],
            "first_places": [{"place": place, "name": name} for place, name in self.first_places()],
            "hash": self.digest,
        }


@dataclass(frozen=True, kw_only=True)
class EliminationProgress:
    """How far it has come: whole tournaments, and how the one that is being played here stands."""

    tournaments_done: int
    tournaments: int
    standing: TournamentStanding | None
    mean_places: tuple[float, ...]  # by entrant of the field, over the finished ones


def play_elimination(
    plan: EliminationPlan,
    *,
    make_executor: MakeExecutor | None = None,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
) -> EliminationResult:
    """Play all tournaments of a plan."""
    steps = elimination_steps(plan, make_executor=make_executor, checkpoint=checkpoint, resume=resume)
    result = run_to_end(steps)
    warn_of_forfeits(result.players)
    return result


def elimination_steps(
    plan: EliminationPlan,
    *,
    make_executor: MakeExecutor | None = None,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
) -> Generator[EliminationProgress, None, EliminationResult]:
    """Play all tournaments of a plan, telling on the way how it stands."""
    if checkpoint is not None:
        plan = plan.hiding(checkpoint.path)  # which has the seed in it
    read, write = TournamentResult.from_json, TournamentResult.to_json
    try:
        with keeping(checkpoint, resume=resume, read=read, write=write) as kept:
            means = _mean_places(plan, kept.done)
            for step in _tournaments(plan, len(kept.done), make_executor):
                if isinstance(step, TournamentResult):
                    kept.add(step)
                    means = _moved_means(means, _mean_places(plan, [step]), len(kept.done))
                yield EliminationProgress(
                    tournaments_done=len(kept.done),
                    tournaments=plan.count,
                    standing=step if isinstance(step, TournamentStanding) else None,
                    mean_places=means,
                )
    finally:
        stop_idle_starter()
    return _result(plan, kept.done)


def _tournaments(
    plan: EliminationPlan, first: int, make_executor: MakeExecutor | None
) -> Generator[TournamentStanding | TournamentResult, None, None]:
    """The tournaments from a number on, in their order; those played here tell how they stand."""
    hall = Tournament(plan)
    # Where others work, the first is played here all the same: what must be compiled is then compiled once.
    last = plan.count if make_executor is None else min(first + 1, plan.count)
    for number in range(first, last):
        yield (yield from hall.play(number))
    work = partial(play_tournaments, plan)
    with closing(in_order(work, range(last, plan.count), make_executor=make_executor)) as results:
        yield from results


def play_tournaments(plan: EliminationPlan, numbers: Sequence[int]) -> list[TournamentResult]:
    """Play some tournaments, one after another: what a worker does."""
    hall = Tournament(plan)
    return [hall.play_out(number) for number in numbers]


def _mean_places(plan: EliminationPlan, done: Sequence[TournamentResult]) -> tuple[float, ...]:
    if not done:
        return ()
    owner = np.array(plan.owner)
    means = np.mean([each.places for each in done], axis=0)
    return tuple(float(means[owner == at].mean()) for at in range(len(plan.entrants)))


def _moved_means(means: tuple[float, ...], newest: tuple[float, ...], count: int) -> tuple[float, ...]:
    return tuple(old + (new - old) / count for old, new in zip(means or newest, newest, strict=True))


def _result(plan: EliminationPlan, done: Sequence[TournamentResult]) -> EliminationResult:
    """Put the finished tournaments together, in their order."""
    places = np.array([each.places for each in done])
    digest = hashlib.sha256("".join(each.digest for each in done).encode())
    return EliminationResult(
        plan=plan,
        players=tuple(_field_result(plan, at, done, places) for at in range(len(plan.entrants))),
        places=places,
        tournaments=tuple(done),
        digest=digest.hexdigest()[:32],
    )


def _field_result(plan: EliminationPlan, at: int, done: Sequence[TournamentResult], places: Floats) -> FieldResult:
    mine = np.array(plan.owner) == at
    own = places[:, mine]
    means = own.mean(axis=1)
    told = [
        (f"tournament {each.number + 1}, hand {hand + 1}: {reason}", stack)
        for each in done
        for player, hand, reason, stack in each.first_faults
        if mine[player]
    ]
    quartiles = np.quantile(own, (0.25, 0.5, 0.75)).tolist()
    return FieldResult(
        name=plan.entrants[at].name,
        players=int(mine.sum()),
        hands=int(sum(each.player_hands[mine].sum() for each in done)),
        place=mean_interval(means),
        beaten=mean_interval((len(mine) - means) / (len(mine) - 1)),
        wins=int((own == 1).sum()),
        best=float(own.min()),
        quartiles=(quartiles[0], quartiles[1], quartiles[2]),
        faults=int(sum(each.faults[mine].sum() for each in done)),
        first_faults=tuple(reason for reason, _ in told[:KEPT]),
        first_stack=told[0][1] if told else "",
        forfeited=any((each.faults[mine] >= plan.fault_limit).any() for each in done),
    )
