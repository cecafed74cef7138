"""References that a player is compared with: for each decision the best there is, or one agent for all."""

from __future__ import annotations

from riverboat.agents.names import parse_agent_name
from riverboat.agents.registry import AGENTS, make_agent
from riverboat.partner.leaks.judged import Judge
from riverboat.partner.leaks.prices import PlayedOn
from riverboat.partner.leaks.solved import TURN, SolvedSpots, TwoHandedLimit
from riverboat.partner.texts.leaks import EQUILIBRIUM

STANDING = "loki-a"  # where no other reference can judge


def played_on(name: str, seed: int = 0) -> PlayedOn:
    """An agent as a reference, by its name."""
    entry = AGENTS.get(parse_agent_name(name).agent)
    games, most = ((), None) if entry is None else (entry.games, entry.most_seats)
    return PlayedOn(name, make_agent(name), seed, games, most)


def judges(reference: str | None = None, *, seed: int = 0, first_street: int = TURN) -> tuple[Judge, ...]:
    """The judges of a decision, in order: the first that can judge it does so.

    Without a name these are `equilibrium` at two-handed limit, solved spots between two from a street on, and Lokibot
    everywhere else; with a name that agent, and Lokibot where it can't play.
    """
    if reference is None:
        return TwoHandedLimit(seed), SolvedSpots(first_street), played_on(STANDING, seed)
    first = TwoHandedLimit(seed) if reference == EQUILIBRIUM else played_on(reference, seed)
    return (first,) if reference == STANDING else (first, played_on(STANDING, seed))
