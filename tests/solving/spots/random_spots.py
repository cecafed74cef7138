"""Small spots drawn at random: a few holdings a side, random sizes, rake and locks."""

from __future__ import annotations

from typing import Any

import numpy as np

from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranges import Range
from riverboat.solving.spots import Lock, Spot
from riverboat.solving.spots.betting import BettingNode, NodeKind, betting_tree

BETS = ("33%", "50%", "75%", "100%", "150%", "a", "40")
RAISES = ("60%", "100%", "2.5x", "3x", "a")


def random_range(rng: np.random.Generator, board: list[int], most: int) -> Range:
    """At least two holdings, some with weights."""
    free = np.flatnonzero(~np.isin(HOLDING_CARDS, board).any(axis=1))
    weights = np.zeros(1326)
    chosen = rng.choice(free, rng.integers(2, most + 1), replace=False)
    weights[chosen] = rng.choice([1.0, 1.0, 0.5, 0.25], len(chosen))
    return Range(weights)


def random_sizes(rng: np.random.Generator, most: int) -> dict[str, Any]:
    bets = rng.choice(BETS, rng.integers(1, most + 1), replace=False)
    raises = rng.choice(RAISES, rng.integers(0, most), replace=False)
    return {"bets": ",".join(bets), "raises": ",".join(raises), "raises_per_street": int(rng.integers(1, 4))}


def random_spot(
    seed: int, *, cards: int = 5, most: int = 12, sizes: int = 3, rake: str = "constant", locks: bool = True
) -> Spot:
    """A spot; rake "constant" is none, or capped below what the pot at the start pays: so the sum stays constant."""
    rng = np.random.default_rng(seed)
    while True:
        board = rng.choice(52, cards, replace=False).tolist()
        pot = float(rng.choice([60, 100, 150]))
        given: dict[str, Any] = {
            "board": board,
            "pot": pot,
            "stack": float(rng.choice([50, 150, 300])),
            **random_sizes(rng, sizes),
            "oop": random_range(rng, board, most),
            "ip": random_range(rng, board, most),
        }
        if rake == "free":
            given |= {"rake": 0.05, "rake_cap": float(rng.choice([8.0, 20.0]))}
        elif rng.random() < 0.4:
            given |= {"rake": 0.05, "rake_cap": 0.02 * pot}
        try:
            spot = Spot(**given)
        except ValueError:  # ranges that cannot meet
            continue
        return _locked(spot, rng) if locks and rng.random() < 0.4 else spot


def _locked(spot: Spot, rng: np.random.Generator) -> Spot:
    """A random decision of the first street fixed, for some holdings or for all."""
    ways = [(path, node) for path, node in _ways(betting_tree(spot), "") if len(node.actions) > 1]
    path, node = ways[rng.integers(len(ways))]
    shares = rng.dirichlet(np.ones(len(node.actions)))
    held = spot.ranges[int(node.kind)].holdings
    some = Range(np.bincount(rng.choice(held, max(1, len(held) // 2)), minlength=1326).clip(max=1).astype(float))
    words = tuple((action, float(share)) for action, share in zip(node.actions, shares / shares.sum(), strict=True))
    return spot.locked(Lock(path, words, some if rng.random() < 0.7 else None))


def _ways(node: BettingNode, path: str) -> list[tuple[str, BettingNode]]:
    if node.kind > NodeKind.IP:
        return []
    found = [(path, node)]
    for action, child in zip(node.actions, node.children, strict=True):
        found += _ways(child, f"{path}, {action}" if path else action)
    return found
