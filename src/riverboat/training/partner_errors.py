"""Measure how far the partner's estimates are off: `python -m riverboat.training.partner_errors --hands 2000 --seed 1`.

A player who follows the estimates plays against players of the house; once in a hand they take an action at random.
From that decision on, what every action was estimated to bring is compared with what came out, relative to a fold.
Decisions that are alike (the street, whether chips were added beyond a call, the size of the estimate) form a group.
The error of a street is the root of the mean square of its groups' differences, with what chance alone explains taken
out, as a share of the pot with a call and a bet of up to the pot. The file is written when all is measured.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from riverboat.agents.registry import make_agent
from riverboat.files import write_whole
from riverboat.games import Action, make_game
from riverboat.games.bluff.game import BluffGame, BluffRules
from riverboat.games.catalog import find_game
from riverboat.partner.holdem import HoldemPartner
from riverboat.partner.protocol import Partner, make_partner
from riverboat.partner.worths import Worths
from riverboat.version import __version__

#: Where a measurement is kept.
MEASURED = Path(__file__).parent.parent / "partner" / "measured_errors.json"
#: Who sits opposite, and how many play.
_HOUSE = ("tight-aggressive", "loose-passive", "loose-aggressive", "tight-passive", "loki-a")
TABLES = {"holdem-limit": (2, 4), "holdem-nolimit": (2, 4), "stud": (2,), "bluff": (3,)}
#: Estimates of a street and kind are cut into so many groups of equal size, where there are enough of them.
_GROUPS, _FEWEST = 5, 40


class Compared(NamedTuple):
    """A decision: its street, whether chips were added beyond a call, estimate and outcome as shares of the scale."""

    street: int
    adds: bool
    estimate: float
    outcome: float


def hand(game: str, partner: Partner, rng: np.random.Generator) -> Iterator[Compared]:
    """Play one hand; the decisions from the one at random on."""
    seats = int(rng.choice(TABLES[game]))
    state: Any
    if find_game(game).pieces == "dice":
        state = BluffGame(BluffRules(dice=tuple(rng.integers(1, 4, seats).tolist()))).start(
            seed=int(rng.integers(2**31))
        )
        names = ["bluff-odds"] * seats
    else:
        state = make_game(game, seats=seats).start(seed=int(rng.integers(2**31)), button=int(rng.integers(seats)))
        own = find_game(game).opponents[:1] if "reveals" in find_game(game).skills else _HOUSE
        names = [str(each) for each in rng.choice(own, seats)]
    players = [make_agent(name).player(int(rng.integers(2**31))) for name in names]
    hero, at_random, seen = int(rng.integers(seats)), int(rng.integers(4)), 0
    waiting: list[tuple[int, bool, float, float, float]] = []
    while state.actor is not None:
        view = state.observation(state.actor)
        if state.actor != hero:
            state.apply(players[state.actor].decide(view))
            continue
        found = _estimated(partner, view)
        if found is None:
            state.apply(players[hero].decide(view))
            continue
        action = found.best.action
        if seen == at_random:
            action = found.rows[int(rng.integers(len(found.rows)))].action
        if seen >= at_random:
            waiting.append(_noted(view, found, action))
        seen += 1
        state.apply(action)
    result = float(state.returns()[hero])
    for street, adds, estimate, scale, paid in waiting:
        yield Compared(street, adds, estimate / scale, (result + paid) / scale)


def _estimated(partner: Partner, view: Any) -> Worths | None:
    if isinstance(partner, HoldemPartner):
        return partner.look(view).estimated()
    return partner.worths(view)


def _noted(view: Any, found: Worths, action: Action) -> tuple[int, bool, float, float, float]:
    value = found.of(action).value
    if not hasattr(view, "pot"):  # dice: points, whatever was bid
        return 0, False, value, 1.0, 0.0
    adds = action.kind in ("bet", "raise")
    added = action.amount - view.bets[view.seat] - view.to_call if adds else 0
    return view.street, adds, value, float(view.pot + view.to_call + min(added, view.pot)), float(view.paid[view.seat])


def errors_of(rows: list[Compared]) -> dict[int, dict[str, float]]:
    """By street: the error, what the mean difference is (above nothing: too hopeful), and how many decisions."""
    by_street: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    kinds: dict[tuple[int, bool], list[Compared]] = defaultdict(list)
    for row in rows:
        kinds[row.street, row.adds].append(row)
    for (street, _), alike in kinds.items():
        alike.sort(key=lambda row: row.estimate)
        count = max(1, min(_GROUPS, len(alike) // _FEWEST))
        for group in np.array_split(np.array([(row.estimate, row.outcome) for row in alike]), count):
            off = group[:, 0] - group[:, 1]
            noise = float(off.var(ddof=1) / len(off)) if len(off) > 1 else float(off[0] ** 2)
            by_street[street].append((len(off), float(off.mean()), noise))
    found = {}
    for street, groups in sorted(by_street.items()):
        counts, means, noises = (np.array(each, dtype=np.float64) for each in zip(*groups, strict=True))
        square = float(counts @ (means**2 - noises) / counts.sum())
        found[street] = {
            "error": round(max(square, 0.0) ** 0.5, 4),
            "mean_difference": round(float(counts @ means / counts.sum()), 4),
            "noise": round(float(counts @ noises / counts.sum()) ** 0.5, 4),
            "decisions": int(counts.sum()),
        }
    return found


def main() -> None:
    """Measure every game, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000, help="of every game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MEASURED)
    asked = parser.parse_args()
    told: dict[str, Any] = {
        "command": f"python -m riverboat.training.partner_errors --hands {asked.hands} --seed {asked.seed}",
        "version": __version__,
        "games": {},
    }
    for number, game in enumerate(TABLES):
        rng, partner, rows = np.random.default_rng([asked.seed, number]), make_partner(game), list[Compared]()
        for done in range(asked.hands):
            rows += hand(game, partner, rng)
            if done % 200 == 199:
                print(f"{game}: {done + 1} of {asked.hands} hands", flush=True)
        told["games"][game] = errors_of(rows)
        print(game, told["games"][game], flush=True)
    write_whole(asked.out, [json.dumps(told, indent=1), "\n"])


if __name__ == "__main__":
    main()
