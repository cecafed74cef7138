"""A tournament at one table: blinds rise, players without chips are out, and the last one wins.

The rules are those of docs/tournaments.md, for one table: the schedule of blinds, the dead button, the places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from riverboat.errors import ArenaError
from riverboat.games.catalog import GAMES
from riverboat.games.engine.game import CardGame
from riverboat.games.holdem import HoldemRules
from riverboat.tables.bank import Standing, lengthened, next_of
from riverboat.tables.cards import CashBank

if TYPE_CHECKING:
    from riverboat.tables.plan import TablePlan

#: Blinds rise by these steps of the first level, then by ten times these, and so on.
STEPS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
#: What the first places get of all chips that were brought, by how many have entered at most.
_SHARES: Mapping[int, tuple[float, ...]] = {3: (1.0,), 6: (0.65, 0.35), 12: (0.5, 0.3, 0.2)}


def blind_levels(blinds: tuple[int, int], chips: int) -> tuple[tuple[int, int], ...]:
    """The blinds of each level; the last ones are more than all chips in play, and stay."""
    small, big = blinds
    found: list[tuple[int, int]] = []
    while not found or found[-1][1] < chips:
        step = STEPS[len(found) % len(STEPS)] * 10 ** (len(found) // len(STEPS))
        found.append((max(1, int(small * step)), int(big * step)))
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class TournamentNow:
    """A tournament between two hands."""

    blinds: tuple[int, int]  # of the hand that is played, or comes next
    next_blinds: tuple[int, int]
    hands_left: int  # on this level, the hand that is played or comes next among them
    entrants: int
    left: int
    places: tuple[float, ...]  # by seat; 0 of those who are still in it, or have not entered
    prizes: tuple[int, ...]  # in points: of the first place, the second, ...
    points: tuple[int, ...]  # by seat: what its place has won

    @property
    def is_over(self) -> bool:
        """Whether one has all the chips."""
        return self.left < 2


class TournamentBank(CashBank):
    """Stacks are carried from hand to hand, and nobody rebuys."""

    def __init__(self, plan: TablePlan) -> None:
        super().__init__(plan)
        if not isinstance(self.rules, HoldemRules) or len(self.rules.blinds) != 2:
            able = ", ".join(entry.name for entry in GAMES.values() if entry.blinds)
            raise ArenaError(f"{plan.game} has no blinds that could rise: a tournament is one of {able}")
        if plan.level_hands < 0:
            raise ArenaError(f"blinds can't rise after {plan.level_hands} hands: 1 or more")
        self._holdem: HoldemRules = self.rules
        small, big = self.rules.blinds
        self.levels = blind_levels((small, big), self.start_stack * plan.seats)

    @property
    def title(self) -> str:
        """The game, and that it is a tournament: its blinds rise."""
        return f"{self.plan.entry.title}, a tournament"

    def first(self, name: str, seat: int) -> Standing:
        """Where a tournament begins: the drawn seat counts as the one that had the last big blind."""
        return replace(super().first(name, seat), big=seat, places=(0,) * self.plan.seats)

    def level(self, now: Standing) -> int:
        """The number of the level of the next hand, from 0."""
        return min(now.hands // self.plan.level_hands, len(self.levels) - 1)

    def ready(self, now: Standing) -> tuple[Standing, tuple[int, ...]]:
        """The standing as the next hand begins: the big blind has moved on; all seated at the first are in it."""
        if not now.hands:
            stacks = tuple(0 if seat in now.out else self.start_stack for seat in range(self.plan.seats))
            now = replace(now, stacks=stacks)
            now = replace(now, big=next_of(self.playing(now), now.big))
        if self.state(now).is_over and now.hands:
            raise ArenaError("this tournament is over: enter another one")
        playing = self.playing(now)
        if len(playing) < 2:
            return now, ()
        # The big blind goes to the next player who has chips; the small one is due where the last big blind was, and
        # is dead where that player is out; the button is before them. Between two the button posts the small blind.
        big = next_of(playing, now.big + 1)
        dead = len(playing) > 2 and now.big not in playing
        button = playing[playing.index(big) - (1 if dead or len(playing) == 2 else 2)]
        return replace(now, big=big, dead=dead, button=button), ()

    def playing(self, now: Standing) -> tuple[int, ...]:
        """The seats that have chips."""
        return tuple(seat for seat, stack in enumerate(now.stacks or ()) if stack)

    def game_of(self, now: Standing) -> CardGame:
        """The game of the next hand, with the blinds of its level."""
        small, big = self.levels[self.level(now)]
        key = (len(self.playing(now)), self.level(now), now.dead)
        if key not in self._smaller:
            blinds = (big,) if now.dead else (small, big)
            rules = replace(self._holdem, seats=key[0], blinds=blinds, bets=(big, 2 * big), stack=self.start_stack)
            self._smaller[key] = CardGame(rules)
        return self._smaller[key]

    def carried(self, after: Standing, returns: tuple[int, ...]) -> Standing:
        """What the seats take from a hand to the next: their chips, or a place."""
        then = super().carried(after, returns)
        had, has = after.stacks or (), then.stacks or ()
        left = sum(map(bool, has))
        broke = {seat: had[seat] for seat in range(len(has)) if had[seat] and not has[seat]}
        places = list(after.places)
        for seat, chips in broke.items():
            better = sum(other > chips for other in broke.values())
            same = sum(other == chips for other in broke.values())
            places[seat] = left + better + (1 + same) / 2  # who had equal chips shares the places
        if left == 1:
            places[has.index(max(has))] = 1
        return replace(then, places=tuple(places))

    def state(self, now: Standing) -> TournamentNow:
        """How the tournament stands."""
        level = self.level(now)
        left = len(self.playing(now))
        entrants = sum(bool(place or stack) for place, stack in zip(now.places, now.stacks or (), strict=True))
        last = level == len(self.levels) - 1
        return TournamentNow(
            blinds=self.levels[level],
            next_blinds=self.levels[level if last else level + 1],
            hands_left=self.plan.level_hands - now.hands % self.plan.level_hands,
            entrants=entrants,
            left=left,
            places=now.places,
            prizes=prizes(entrants, self.start_stack),
            points=points(now.places, prizes(entrants, self.start_stack)),
        )

    def content(self, now: Standing) -> dict[str, Any]:
        """Where the session stands, for JSON."""
        return {**super().content(now), "places": now.places, "big": now.big, "dead": now.dead}

    def read(self, data: Mapping[str, Any]) -> Standing:
        """What `content` wrote."""
        places = lengthened(data["places"], self.plan.seats, 0)
        return replace(super().read(data), places=places, big=int(data["big"]), dead=bool(data["dead"]))


def prizes(entrants: int, stack: int) -> tuple[int, ...]:
    """The prizes of the first places, in points: all that was brought is given out."""
    shares: Sequence[float] = next((found for most, found in _SHARES.items() if entrants <= most), ())
    pool = entrants * stack
    found = [int(pool * share) for share in shares]
    return (pool - sum(found[1:]), *found[1:]) if found else ()


def points(places: Sequence[float], won: Sequence[int]) -> tuple[int, ...]:
    """What each place has won; those who share places share what these get."""
    found = []
    for place in places:
        shared = places.count(place)
        first = round(place - (shared - 1) / 2)
        taken = range(first, first + shared) if place else ()
        found.append(sum(won[at - 1] for at in taken if at <= len(won)) // shared)
    return tuple(found)
