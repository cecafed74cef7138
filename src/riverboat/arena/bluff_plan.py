"""A table of Bluff with a person, before the first round: the dice, who sits there, single rounds or a match."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.protocol import Agent
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena.company import Company, seated
from riverboat.errors import ArenaError, counted, is_or_are
from riverboat.games.bluff.game import MOST_SEATS, BluffRules
from riverboat.games.bluff.match import MatchRules
from riverboat.games.units import IncomeUnit

USUAL_OPPONENT = "bluff-odds"
#: Where there is one opponent and no name, and the round is solved at once, it is the solved strategy.
SOLVED_OPPONENT = "bluff-equilibrium"


@dataclass(frozen=True, kw_only=True)
class BluffPlan(Company):
    """A person and agents at Bluff. `rules` are those of a match; without `match` every round has the same dice."""

    rules: MatchRules
    match: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rules.round.seats != self.seats:
            raise ArenaError(f"dice for {counted(self.rules.round.seats, 'player')}, and {self.seats} at the table")
        for agent in self.agents:
            refuse_agent(agent, _rounds(self.rules, match=self.match))

    @property
    def game(self) -> str:
        """The name in the registry."""
        return "bluff"

    @property
    def unit(self) -> IncomeUnit:
        """What results are counted in, and what it is called."""
        return self.rules.round.income_unit

    @cached_property
    def dice(self) -> tuple[int, ...]:
        """How many dice each has at the beginning."""
        assert isinstance(self.rules.round.dice, tuple)
        return self.rules.round.dice

    @cached_property
    def key(self) -> str:
        """Says which table this is: a session that waits is found by it."""
        parts = [self.game, asdict(self.rules), self.match, self.person, self.opponents, self.seed, self.table]
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def title(self) -> str:
        """The game and its dice."""
        rules = self.rules.round
        if len(set(self.dice)) == 1:
            many = "one die each" if self.dice[0] == 1 else f"{self.dice[0]} dice each"
        else:
            many = f"dice {' against '.join(map(str, self.dice))}"
        faces = "" if rules.faces == 6 else f" of {rules.faces} faces"
        stakes = {"forfeit": "a match", "give": "a match, dice are given", "difference": "a match by the difference"}
        return f"Bluff, {many}{faces}" + (f", {stakes[self.rules.stake]}" if self.match else "")


def refuse_agent(agent: Agent, rounds: Iterable[tuple[BluffRules, int]]) -> None:
    """Refuse an agent that does not play Bluff, or not these rounds, each with the seat that opens."""
    if isinstance(agent, CompiledAgent) or (agent.games and "bluff" not in agent.games):
        raise ArenaError(f"{agent.name} does not play bluff: bluff-odds and bluff-equilibrium do, and bots of your own")
    check = getattr(agent.make, "check", None) if isinstance(agent, PythonAgent) else None
    if check is not None:
        for rules, starter in rounds:
            check(rules, starter)


def _rounds(rules: MatchRules, *, match: bool) -> list[tuple[BluffRules, int]]:
    """The rounds that two players may come to, and who opens, the largest round first; of more, the first round."""
    dice = rules.round.dice
    assert isinstance(dice, tuple)
    found: list[tuple[int, ...]] = [dice]
    if len(dice) == 2 and match and rules.stake == "forfeit":
        found = [(mine, his) for mine in range(1, dice[0] + 1) for his in range(1, dice[1] + 1)]
    elif len(dice) == 2 and match:
        found = [(mine, sum(dice) - mine) for mine in range(1, sum(dice))]
    found.sort(key=lambda each: (-each[0] * each[1], each))
    return [(replace(rules.round, seats=len(each), dice=each), starter) for each in found for starter in range(2)]


def bluff_plan(
    against: Sequence[str] = (),
    *,
    seats: int | None = None,
    dice: int | tuple[int, ...] | None = None,
    faces: int = 6,
    wild: int | None = None,
    order: str = "paper",
    check: bool = False,
    match: bool = False,
    stake: str = "forfeit",
    starts: str = "loser",
    person: str = "You",
    seed: int | None = None,
    table: str = "",
) -> BluffPlan:
    """A plan from what somebody typed. `dice` are yours first, then those of the opponents in their order."""
    rows = dice if isinstance(dice, tuple) and len(dice) > 1 else None
    each = dice[0] if isinstance(dice, tuple) else dice or 1
    wanted = seats or (len(rows) if rows else None)
    named = seated(against, seats=wanted, named=True) if against else ()
    count = len(named) + 1 if named else wanted or 2
    if not 2 <= count <= MOST_SEATS:
        raise ArenaError(
            f"{counted(count, 'seat')} {is_or_are(count)} not possible in bluff: it is played with 2 to {MOST_SEATS}"
        )
    if rows is not None and len(rows) != count:
        raise ArenaError(
            f"dice for {counted(len(rows), 'player')}, and {count} at the table: name dice for you and each opponent"
        )
    made = BluffRules(seats=count, dice=rows or each, faces=faces, wild=wild, order=order, check=check)
    rules = MatchRules(round=made, stake=stake, starts=starts)
    return BluffPlan(
        rules=rules,
        match=match,
        opponents=named or (_usual_opponent(rules, match=match),) * (count - 1),
        person=person,
        seed=seed,
        table=table,
    )


def _usual_opponent(rules: MatchRules, *, match: bool) -> str:
    """Who plays where nobody was named: the solved strategy where it can be had at once, else the odds."""
    if rules.round.seats != 2:
        return USUAL_OPPONENT
    from riverboat.agents.bluff.equilibrium import from_opener, strategies_for

    rounds = _rounds(rules, match=match)
    solved = all(strategies_for(from_opener(each, starter)) is not None for each, starter in rounds)
    return SOLVED_OPPONENT if solved else USUAL_OPPONENT
