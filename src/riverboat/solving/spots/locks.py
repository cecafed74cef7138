"""Locks: what one side does at a node is fixed, for all its hands or some; the rest is solved around it.

A lock is written `check: bet 0% with T9s`: the way to the node, what is done there and how often, and with which hands.
Cards that are dealt stand in the way as well (`check, check, 2s, check`), `*` for any card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from riverboat.cards.ranges import Range, format_range, parse_range
from riverboat.errors import GameError, is_or_are

_SHARE = re.compile(r"(.*\S)\s+(\d+(?:\.\d+)?)\s*%")
_SHAPE = 'write a lock like "check: bet 100 30%, check 70% with T9s, 87s"'


@dataclass(frozen=True)
class Lock:
    """The frequencies of some actions at a node; where exactly one action is left unsaid, it takes the rest."""

    path: str
    shares: tuple[tuple[str, float], ...]  # what is done, and how often, from 0 to 1
    hands: Range | None = None  # None: all

    def __post_init__(self) -> None:
        for action, share in self.shares:
            if not 0 <= share <= 1:
                raise GameError(f'"{action} {share:.6%}" cannot be locked: a frequency is from 0% to 100%')

    @classmethod
    def read(cls, text: str) -> Lock:
        """Read a lock."""
        path, colon, rest = text.partition(":")
        said, with_hands, hands = rest.partition(" with ")
        pieces = [piece.strip() for piece in said.split(",") if piece.strip()]
        if not colon or not pieces:
            raise GameError(f'"{text}" is not a lock: {_SHAPE}')
        shares = tuple(_read_share(piece, text) for piece in pieces)
        return cls(path.strip(), shares, parse_range(hands) if with_hands else None)

    def __str__(self) -> str:
        said = ", ".join(f"{action} {share * 100:.12g}%" for action, share in self.shares)
        hands = "" if self.hands is None else f" with {format_range(self.hands)}"
        return f"{self.path}: {said}{hands}"


def _read_share(piece: str, text: str) -> tuple[str, float]:
    match = _SHARE.fullmatch(piece)
    if match is None:
        raise GameError(f'"{piece}" in the lock "{text}" does not say how often: {_SHAPE}')
    return match[1], float(match[2]) / 100


def action_shares(lock: Lock, actions: tuple[str, ...]) -> list[float]:
    """How often each action of the locked node is done; they add up to one."""
    found: dict[int, float] = {}
    for said, share in lock.shares:
        meant = [at for at, action in enumerate(actions) if names_action(said, action)]
        if not meant or (len(meant) > 1 and share):
            some = "nothing" if not meant else "several actions"
            raise GameError(f'"{said}" in the lock "{lock}" is {some} here: there are {", ".join(actions)}')
        found.update(dict.fromkeys(meant, share))
    unsaid = [at for at in range(len(actions)) if at not in found]
    rest = 1 - sum(found.values())
    if rest < -1e-9 or (rest > 1e-9 and len(unsaid) != 1):
        names = [actions[at] for at in unsaid]
        left = f"{', '.join(names)} {is_or_are(len(names))} left" if names else "no other action is left"
        raise GameError(f'the lock "{lock}" does not add up to 100%: {100 * (1 - rest):g}% is said, and {left}')
    if unsaid:
        found.update(dict.fromkeys(unsaid, max(rest, 0.0)))
    total = sum(found.values())
    return [found[at] / total for at in range(len(actions))]


def names_action(said: str, action: str) -> bool:
    """Whether words mean an action: in full, its kind alone ("bet"), with "to" or without."""
    words = said.lower().split()
    full = action.split()
    plain = [word for word in full if word != "to"]
    return [word for word in words if word != "to"] in (plain, plain[:1]) and bool(words)
