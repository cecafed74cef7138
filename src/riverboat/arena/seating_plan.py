"""What a table with a person is before the first hand: the game, who sits there, and where randomness comes from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from riverboat.arena.company import LONGEST_NAME, PERSON, Company, seated
from riverboat.errors import ArenaError, GameError, counted, did_you_mean, is_or_are
from riverboat.games import GAMES, CardGame, HoldemRules, PartnerStudRules, make_game
from riverboat.games.units import IncomeUnit
from riverboat.records.hand_record import Rules, rules_to_json

__all__ = [
    "LONGEST_NAME",
    "PERSON",
    "TITLES",
    "USUAL_OPPONENTS",
    "PreparedDeal",
    "SeatingPlan",
    "seating_plan",
    "stakes",
]

#: The games that are played with people (those that are recorded), and who sits there where nobody is named.
USUAL_OPPONENTS: Mapping[str, tuple[str, ...]] = {
    "holdem-limit": ("tight-aggressive", "loose-passive", "loose-aggressive", "tight-passive", "maniac"),
    "holdem-nolimit": ("tight-aggressive", "loose-passive", "loose-aggressive", "tight-passive", "maniac"),
    "stud-limit": ("always-call", "random", "always-call"),
    "stud": ("stud",),
}

#: What people call these games.
TITLES: Mapping[str, str] = {
    "holdem-limit": "Limit Hold'em",
    "holdem-nolimit": "No-limit Hold'em",
    "stud-limit": "Seven-card stud",
    "stud": "Stud with reveals",
}


class PreparedDeal(NamedTuple):
    """Cards laid out beforehand: those of every seat in the order dealt, and who deals."""

    cards: tuple[str, ...]
    button: int


@dataclass(frozen=True, kw_only=True)
class SeatingPlan(Company):
    """A table of cards: the game with its options, and who sits there.

    With prepared deals these are played, in their order, and no others.
    """

    game: str
    options: tuple[tuple[str, Any], ...] = ()
    deals: tuple[PreparedDeal, ...] = ()

    def __post_init__(self) -> None:
        self.make_game()  # refuses what the rules refuse
        super().__post_init__()
        for agent in self.agents:
            if agent.games and self.game not in agent.games:
                raise ArenaError(f"{agent.name} does not play {self.game}: it plays {', '.join(agent.games)}")

    def make_game(self) -> CardGame:
        """The game for so many at the table."""
        game = make_game(self.game, **{**dict(self.options), "seats": self.seats})
        if not isinstance(game, CardGame):
            raise ArenaError(f"{self.game} is not played here: matches are of card games")
        return game

    @cached_property
    def rules(self) -> Rules:
        """The game's rules."""
        rules = self.make_game().rules
        assert isinstance(rules, Rules)
        return rules

    @cached_property
    def key(self) -> str:
        """Says which table this is: a session that waits is found by it."""
        parts: list[Any] = [self.game, rules_to_json(self.rules), self.person, self.opponents, self.seed]
        parts += [self.table] if self.table else []
        parts += [self.deals] if self.deals else []
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def unit(self) -> IncomeUnit:
        """What results are counted in, and what it is called."""
        return self.rules.income_unit

    @cached_property
    def title(self) -> str:
        """The game and its stakes."""
        rules, name = self.rules, TITLES[self.game]
        if isinstance(rules, PartnerStudRules):
            return f"{name}, ante {rules.ante}"
        if isinstance(rules, HoldemRules):
            blinds = "/".join(f"{blind:,}" for blind in rules.blinds)
            if rules.betting == "no-limit":
                return f"{name}, blinds {blinds}"
            return f"{name} {'/'.join(f'{bet:,}' for bet in rules.bets)}, blinds {blinds}"
        small, big = rules.bets
        return f"{name} {small:,}/{big:,}, ante {rules.ante:,}, bring-in {rules.bring_in:,}"


def seating_plan(
    game: str,
    against: Sequence[str] = (),
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    person: str = "You",
    seed: int | None = None,
    table: str = "",
) -> SeatingPlan:
    """A plan from what somebody typed; where there are more seats than names, the names sit down again in turn."""
    if game not in USUAL_OPPONENTS:
        played = (*USUAL_OPPONENTS, "bluff")
        raise ArenaError(f"{game} is not played at the table{did_you_mean(game, played)}: {', '.join(played)} are")
    opponents = seated(against or USUAL_OPPONENTS[game], seats=seats, named=bool(against))
    count = len(opponents) + 1
    if count not in GAMES[game].seats:
        least, most = GAMES[game].seats[0], GAMES[game].seats[-1]
        allowed = f"{least} to {most}" if least < most else f"{most}"
        told = f"{counted(count, 'seat')} {is_or_are(count)}"
        raise ArenaError(f"{told} not possible in {game}: it is played with {allowed}")
    chosen = tuple(sorted((options or {}).items()))
    return SeatingPlan(game=game, options=chosen, person=person, opponents=opponents, seed=seed, table=table)


def stakes(
    game: str,
    *,
    stack: int | None = None,
    blinds: tuple[int, int] | None = None,
    bets: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """The options of the game for these stakes; what was not said follows from what was, as at real tables."""
    options: dict[str, Any] = {}
    if game == "stud" and (stack, blinds, bets) != (None, None, None):
        raise GameError("stud has no stacks, blinds or fixed bets: its points are a running score without limit")
    if stack is not None:
        options["stack"] = stack
    if blinds is not None:
        if not game.startswith("holdem"):
            raise GameError(f"{game} has no blinds: name its --bets, like 10/20")
        options["blinds"] = small, big = blinds
        if game == "holdem-limit":
            options["bets"] = (big, 2 * big)
    if bets is not None:
        if game == "holdem-nolimit":
            raise GameError("holdem-nolimit has no fixed bets: name its --blinds, like 5/10")
        options["bets"] = small, big = bets
        if game == "holdem-limit" and blinds is None:
            options["blinds"] = (max(1, small // 2), small)
        if game == "stud-limit":
            options["ante"], options["bring_in"] = max(1, small // 10), max(1, small * 3 // 10)
    return options
