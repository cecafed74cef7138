"""Who sits at a table with a person, whatever is played there, and where its randomness comes from."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle, islice

import numpy as np

from riverboat.agents import make_agent, parse_agent_name
from riverboat.agents.bots.programs import ProgramAgent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.python_agent import PythonAgent
from riverboat.cards.seeds import bot_seed
from riverboat.errors import ArenaError, counted, is_or_are

#: The person's seat; the agents sit to his left, in the order in which they were named.
PERSON = 0
LONGEST_NAME = 30


@dataclass(frozen=True, kw_only=True)
class Company:
    """A person and the agents around the table. `opponents` are names of agents, one a seat.

    With a seed every card and every agent's choice follows from it; without, the operating system decides. Where
    several people play, each table has a name of its own: equal plans at different tables are different sessions.
    """

    person: str = "You"
    opponents: tuple[str, ...]
    seed: int | None = None
    table: str = ""
    agents: tuple[CompiledAgent | PythonAgent | ProgramAgent, ...] = field(
        init=False, repr=False, compare=False
    )  # the opponents

    def __post_init__(self) -> None:
        made = {name: make_agent(name) for name in dict.fromkeys(self.opponents)}  # they can be large
        object.__setattr__(self, "agents", tuple(made[name] for name in self.opponents))
        plain = self.person.isprintable() and self.person.strip() == self.person
        if not plain or not 1 <= len(self.person) <= LONGEST_NAME:
            raise ArenaError(f"{self.person!r} is no name for a player: 1 to {LONGEST_NAME} letters, no space around")
        if self.person in self.names[1:]:
            raise ArenaError(f'"{self.person}" sits at the table already: choose another name')

    @property
    def seats(self) -> int:
        """How many sit at the table, the person among them."""
        return 1 + len(self.opponents)

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
        return tuple(names)

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


def _mixed(seed: int, what: str, number: int, *, words: int) -> int:
    """Some words that follow from a seed and from what they are for."""
    sequence = np.random.SeedSequence([seed, *what.encode(), number], pool_size=8)
    return int.from_bytes(sequence.generate_state(words, dtype=np.uint32).astype("<u4").tobytes(), "little")


def seated(names: Sequence[str], *, seats: int | None, named: bool) -> tuple[str, ...]:
    """Opponents from what was typed; where there are more seats than names, the names sit down again in turn."""
    opponents = [parsed.text for parsed in map(parse_agent_name, names) for _ in range(parsed.copies)]
    if seats is None:
        return tuple(opponents)
    if named and len(opponents) > seats - 1:
        raise ArenaError(
            f"{counted(len(opponents), 'opponent')} and you do not fit at {counted(seats, 'seat')}: name fewer"
        )
    if seats < 2:
        raise ArenaError(f"{counted(seats, 'seat')} {is_or_are(seats)} too few: you and an opponent need 2")
    return tuple(islice(cycle(opponents), seats - 1))
