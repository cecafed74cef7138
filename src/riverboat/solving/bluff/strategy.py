"""Strategies of Bluff as one array over the tree of bids: what a player does with a roll after some bids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.errors import GameError
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid, Roll
from riverboat.games.bluff.game import BLUFF, CHECK, bid_action
from riverboat.solving.bluff.tables import BluffTables


class BiddingNode(NamedTuple):
    """A node of the tree of bids: the player to act, the last bid + 1, and where its numbers begin."""

    player: int
    at: int
    offset: int


@dataclass(frozen=True)
class BluffStrategies:
    """What both players do, in equilibrium or near it. Player 0 opens the round."""

    tables: BluffTables
    numbers: npt.NDArray[Any]  # weights of the actions, by node, class and action; flat

    def actions(self, bids: Sequence[Bid]) -> tuple[Action, ...]:
        """What can be done after some bids."""
        place = find(self.tables, bids)
        higher = self.tables.table.bids()[place.at :]
        calls = (BLUFF, CHECK)[: 1 + self.tables.check] if place.at else ()
        return (*(bid_action(bid) for bid in higher), *calls)

    def probabilities(self, roll: Roll, bids: Sequence[Bid]) -> dict[Action, float]:
        """What the player to act does with a roll after these bids."""
        place = find(self.tables, bids)
        actions = self.actions(bids)
        rolls = self.tables.rolls[place.player]
        dice = tuple(sorted(roll))
        if dice not in rolls:
            raise GameError(f"{list(roll)} cannot be the dice of player {place.player + 1}: {len(rolls[0])} dice")
        known = self.tables.actor_classes[place.player][place.at][rolls.index(dice)]
        chances = self.chances(place, known)
        return dict(zip(actions, chances, strict=True))

    def chances(self, place: BiddingNode, known: int) -> list[float]:
        """What the player to act does at a node with one class of rolls."""
        choices = int(self.tables.n_actions[place.at])
        if known >= self.tables.n_open[place.player, place.at] or not self.tables.block[place.player, place.at]:
            return [float(a == self.tables.n_bids - place.at) for a in range(choices)]  # a call that wins, or must be
        begin = place.offset + known * choices
        weights = np.asarray(self.numbers[begin : begin + choices], np.float64)
        total = float(weights.sum())
        return (weights / total).tolist() if total > 0 else [1 / choices] * choices

    def opening(self) -> dict[Roll, dict[Action, float]]:
        """The first bid by roll."""
        return {roll: self.probabilities(roll, ()) for roll in self.tables.rolls[0]}


def find(tables: BluffTables, bids: Sequence[Bid]) -> BiddingNode:
    """The node after some bids."""
    every = tables.table.bids()
    place = BiddingNode(0, 0, 0)
    for bid in bids:
        if bid not in every or every.index(bid) < place.at:
            raise GameError(f"{bid} cannot be bid here: higher than the last bid")
        to = every.index(bid) + 1
        place = step(tables, place, to)
    return place


def step(tables: BluffTables, place: BiddingNode, to: int) -> BiddingNode:
    """The node after one more bid."""
    passed = int(tables.size[1 - place.player, place.at + 1 : to].sum())
    offset = place.offset + int(tables.block[place.player, place.at]) + passed
    return BiddingNode(1 - place.player, to, offset)


def name_of(tables: BluffTables, player: int, number: int) -> tuple[str, tuple[str, ...]]:
    """The information set of a number of the flat layout: the rolls that share it and the bids; and its actions."""
    place, bids = BiddingNode(0, 0, 0), []
    while number >= place.offset + tables.block[place.player, place.at]:
        to = place.at + 1
        after = step(tables, place, to)
        while number >= after.offset + tables.size[after.player, to]:
            to += 1
            after = step(tables, place, to)
        place = after
        bids.append(tables.table.bids()[to - 1])
    choices = int(tables.n_actions[place.at])
    known = (number - place.offset) // choices
    classes = tables.actor_classes[player][place.at]
    alike = [roll for roll, of in zip(tables.rolls[player], classes, strict=True) if of == known]
    told = "/".join(",".join(map(str, roll)) for roll in alike)
    actions = tuple(str(bid_action(bid)) for bid in tables.table.bids()[place.at :])
    calls = ("bluff", "check")[: 1 + tables.check] if place.at else ()
    return f"{player}:{told}|{' '.join(map(str, bids))}", (*actions, *calls)


def paper_lines(strategies: BluffStrategies, *, least: float = 5e-7, most_bids: int | None = None) -> Iterator[str]:
    """Both strategies as the paper prints them: X1cde=0.500000, weights of sequences that are not 0.

    The letters are the bids in their order, then Bluff and Check; X opens. Where there are more than 26 of them, bids
    are written out. Sequences of which the opponent's part would never be played are listed too, as in the paper.
    """
    tables = strategies.tables
    for player, letter in enumerate("XY"):
        yield f"{letter.lower()} is"
        yield f"{letter}emptymove=1.000000"
        for r, roll in enumerate(tables.rolls[player]):
            lines = list(_sequences(strategies, player, r, least, most_bids))
            name = "".join(map(str, roll)) if tables.table.faces < 10 else "-".join(map(str, roll))
            yield from (f"{letter}{name}{told}={weight:.6f}" for told, weight in sorted(lines))


def _sequences(
    strategies: BluffStrategies, player: int, r: int, least: float, most_bids: int | None
) -> Iterator[tuple[str, float]]:
    """The sequences of one player with one roll that have weight, and the weight."""
    tables = strategies.tables
    waiting: list[tuple[BiddingNode, str, float, int]] = [(BiddingNode(0, 0, 0), "", 1.0, 0)]
    while waiting:
        place, told, weight, n_bids = waiting.pop()
        mine = place.player == player
        chances = strategies.chances(place, tables.actor_classes[player][place.at][r]) if mine else None
        for to in range(place.at + 1, tables.n_bids + 1):
            chance = weight * (chances[to - place.at - 1] if chances else 1.0)
            if chance <= least or (most_bids is not None and n_bids >= most_bids):
                continue
            name = told + _letter(tables, to - 1)
            if mine:
                yield name, chance
            waiting.append((step(tables, place, to), name, chance, n_bids + 1))
        if chances and place.at:
            for kind in range(1 + tables.check):
                chance = weight * chances[tables.n_bids - place.at + kind]
                if chance > least:
                    yield told + _letter(tables, tables.n_bids + kind), chance


def _letter(tables: BluffTables, number: int) -> str:
    if tables.n_bids + 2 <= 26:
        return chr(ord("a") + number)
    words = [*map(str, tables.table.bids()), "bluff", "check"]
    return f" {words[number]}"
