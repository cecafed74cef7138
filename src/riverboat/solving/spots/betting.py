"""The tree of bets of a spot: what may be done, street after street, whatever cards are held or dealt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from riverboat.errors import GameError
from riverboat.solving.spots.sizes import SIDES, STREETS, BetSize, Sizes, Unit
from riverboat.solving.spots.spot import IP, OOP, Spot

#: Trees of more nodes are not built: a pass over one of them alone would take minutes.
MOST_NODES = 200_000
#: Raises after the first bet of a street in fixed limit: four bets in all.
LIMIT_RAISES = 3
_TINY = 0.005


class NodeKind(IntEnum):
    """What happens at a node."""

    OOP = 0  # acts
    IP = 1
    DEAL = 2  # the next card
    SHOW = 3  # the cards are shown
    FOLD_OOP = 4  # has folded
    FOLD_IP = 5


@dataclass(slots=True, eq=False)
class BettingNode:
    """A node of the tree of bets."""

    kind: NodeKind
    street: int
    paid: tuple[float, float]  # by each side since the spot began
    actions: tuple[str, ...] = ()
    children: tuple[BettingNode, ...] = field(default=(), repr=False)
    number: int = -1  # among the nodes of its street; layouts set it

    @property
    def matched(self) -> float:
        """What each side has at stake in the pot, beyond what was there at the start."""
        return min(self.paid)

    def below(self) -> Iterator[BettingNode]:
        """This node and all nodes under it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class _Turn:
    """What decides which bets are possible: whose turn it is and what was done on the street."""

    street: int
    actor: int
    paid: tuple[float, float]
    base: float  # paid by each before this street
    increment: float = 0.0  # the last bet or raise, by how much
    raises: int = -1  # -1: no bet yet
    checked: bool = False
    caller_leads: bool = False  # the player to act first called the last bet of the street before

    @property
    def facing(self) -> float:
        return self.paid[1 - self.actor] - self.paid[self.actor]


@dataclass
class _Builder:
    spot: Spot
    nodes: int = 0
    stack: float = field(init=False)

    def __post_init__(self) -> None:
        self.stack = self.spot.effective_stack

    def node(self, kind: NodeKind, street: int, paid: tuple[float, float]) -> BettingNode:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise GameError(f"more than {MOST_NODES:,} nodes of betting: give fewer sizes, or a cap on raises")
        return BettingNode(kind, street, paid)

    def street(self, street: int, paid: tuple[float, float], caller_leads: bool) -> BettingNode:
        """The first node of a street; nobody bets where somebody is all-in."""
        if self.stack - paid[0] < _TINY:
            return self.closed(street, paid, None)
        return self.turn(_Turn(street, OOP, paid, paid[0], caller_leads=caller_leads))

    def closed(self, street: int, paid: tuple[float, float], aggressor: int | None) -> BettingNode:
        """What comes after the last action of a street."""
        if street == len(STREETS) - 1:
            return self.node(NodeKind.SHOW, street, paid)
        node = self.node(NodeKind.DEAL, street, paid)
        node.children = (self.street(street + 1, paid, aggressor == IP),)
        return node

    def turn(self, now: _Turn) -> BettingNode:
        node = self.node(NodeKind(now.actor), now.street, now.paid)
        made = [*self.passive(now), *self.bets(now)]
        node.actions = tuple(label for label, _ in made)
        node.children = tuple(child for _, child in made)
        return node

    def passive(self, now: _Turn) -> Iterator[tuple[str, BettingNode]]:
        if now.facing < _TINY:
            done = self.closed(now.street, now.paid, None) if now.checked else self.turn(self.passed(now))
            yield "check", done
            return
        yield "fold", self.node(NodeKind(NodeKind.FOLD_OOP + now.actor), now.street, now.paid)
        level = max(now.paid)
        yield "call", self.closed(now.street, (level, level), 1 - now.actor)

    def passed(self, now: _Turn) -> _Turn:
        return _Turn(now.street, 1 - now.actor, now.paid, now.base, checked=True)

    def bets(self, now: _Turn) -> Iterator[tuple[str, BettingNode]]:
        level = max(now.paid)
        if self.stack - level < _TINY or now.raises >= self.cap():
            return
        for added in self.amounts(now):
            to = level + added
            word = "bet" if now.raises < 0 else "raise to"
            paid = (to, now.paid[IP]) if now.actor == OOP else (now.paid[OOP], to)
            after = _Turn(now.street, 1 - now.actor, paid, now.base, added, now.raises + 1)
            yield f"{word} {chips_text(to - now.base)}", self.turn(after)

    def cap(self) -> float:
        chosen = self.spot.raises_per_street
        if chosen is not None:
            return chosen
        return math.inf if self.spot.limit is None else LIMIT_RAISES

    def amounts(self, now: _Turn) -> list[float]:
        """What each size adds after the call, smallest first."""
        level = max(now.paid)
        left = self.stack - level
        pot = self.spot.pot + 2 * level
        found = {self.amount(size, now, pot, left) for size in self.menu(now)}
        return sorted(amount for amount in found if amount is not None)

    def amount(self, size: BetSize, now: _Turn, pot: float, left: float) -> float | None:
        """What a size adds; None where a raise of a raise is too small for it, as one in chips may be."""
        added = round(size.chips(pot=pot, facing=max(now.paid) - now.base), 2)
        if added >= left - _TINY or left - added <= self.spot.all_in_threshold * (pot + 2 * added) + _TINY:
            return left
        if added < _TINY:
            raise GameError(f"a bet of {size} is below the smallest, 0.01 chips, with {chips_text(pot)} in the pot")
        if added < now.increment - _TINY:
            if now.raises > 0:
                return None
            raise GameError(
                f"a raise of {size} on the {STREETS[now.street]} adds {chips_text(added)} to a bet of "
                f"{chips_text(max(now.paid) - now.base)}: the smallest raise adds {chips_text(now.increment)}"
            )
        return added

    def menu(self, now: _Turn) -> Sizes:
        if self.spot.limit is not None:
            return (BetSize(Unit.CHIPS, self.spot.limit[now.street > 0]),)
        menu = self.spot.menu
        if now.raises >= 0:
            return menu.sizes("raises", now.street, now.actor) or ()
        donks = menu.sizes("donks", now.street, now.actor) if self.donk(now) else None
        return (menu.sizes("bets", now.street, now.actor) or ()) if donks is None else donks

    @staticmethod
    def donk(now: _Turn) -> bool:
        return now.caller_leads and now.actor == OOP and not now.checked


def chips_text(amount: float) -> str:
    """Chips as they stand in the names of actions: 100, 37.5."""
    return f"{amount:.2f}".rstrip("0").rstrip(".")


def betting_tree(spot: Spot) -> BettingNode:
    """The first node of the tree of bets of a spot."""
    builder = _Builder(spot)
    return builder.street(spot.street, (0.0, 0.0), caller_leads=False)


def side_name(kind: NodeKind) -> str | None:
    """The side that acts at a node of this kind: "oop", "ip" or nobody."""
    return SIDES[kind] if kind <= NodeKind.IP else None
