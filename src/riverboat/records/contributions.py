"""What each seat put into the pot, by the record alone: for files that say who collected what, for uncalled bets."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from riverboat.records.hand_record import LARGEST_AMOUNT, HandRecord, Move, Rules
from riverboat.records.replay import game_of


class Contributions(NamedTuple):
    """Chips that others had to match, and dead money, of each seat."""

    live: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def paid(self) -> tuple[int, ...]:
        """All that each seat put in."""
        return tuple(map(sum, zip(self.live, self.dead, strict=True)))

    @property
    def uncalled(self) -> tuple[int, int]:
        """The seat that bet more than anyone else, and by how much: what goes back to it."""
        *_, second, highest = sorted(self.live)
        return self.live.index(highest), highest - second


def by_seat(positions: Sequence[int], button: int | None) -> list[int]:
    """Amounts that are listed from the left of the button, in the order of seats."""
    if button is None:
        return list(positions)
    first = len(positions) - 1 - button  # the position of seat 0
    return [*positions[first:], *positions[:first]]


@functools.lru_cache(maxsize=512)
def _forced(rules: Rules, name: str) -> tuple[int, ...]:
    """The blinds or antes of compiled rules, from the left of the button round."""
    return tuple(game_of(rules).record[name][0, : rules.seats].tolist())


def posted_blinds(rules: Rules, button: int | None) -> list[int]:
    """What each seat has before it when the betting begins."""
    return by_seat(_forced(rules, "blind"), button)


def antes_of(rules: Rules, button: int | None) -> list[int]:
    """The ante of each seat."""
    return by_seat(_forced(rules, "ante"), button)


def contributions(record: HandRecord) -> Contributions:
    """What each seat put in, the uncalled part of a bet included."""
    return contributed(record.card_rules, record.stacks, record.moves, record.button)


def contributed(
    rules: Rules, stacks: Sequence[int] | None, moves: Sequence[Move], button: int | None = None
) -> Contributions:
    """What each seat put in, from the parts of a record."""
    left = list(stacks) if stacks is not None else [LARGEST_AMOUNT] * rules.seats
    antes = [min(ante, stack) for ante, stack in zip(antes_of(rules, button), left, strict=True)]
    left = [stack - ante for stack, ante in zip(left, antes, strict=True)]
    blinds = posted_blinds(rules, button)
    bets = [min(blind, stack) for blind, stack in zip(blinds, left, strict=True)]
    before = [0] * rules.seats
    street, top = 0, max(blinds)
    for move in moves:
        if move.street != street:
            before = [sum(pair) for pair in zip(before, bets, strict=True)]
            bets = [0] * rules.seats
            street, top = move.street, 0
        if move.kind in ("bet", "raise"):
            top = bets[move.seat] = move.amount
        elif move.kind == "bring-in":
            top = bets[move.seat] = min(int(game_of(rules).record["bring_in"][0]), left[move.seat])
        elif move.kind == "call":
            bets[move.seat] = min(top, left[move.seat] - before[move.seat])
    live = tuple(map(sum, zip(before, bets, strict=True)))
    return Contributions(live, tuple(antes))
