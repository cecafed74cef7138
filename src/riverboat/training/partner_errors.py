"""Measure how far the partner's estimates are off: `python -m riverboat.training.partner_errors --hands 20000`.

A player who follows the estimates plays against players of the house; once in a hand they take an action at random.
From that decision on, what every action was estimated to bring is compared with what came out, relative to a fold.
Decisions that are alike (the street, whether chips were added beyond a call, the size of the estimate) form a group;
a fold, whose worth is known, is left out. The error of a street is the root of the mean square of its groups'
differences, with what chance alone explains taken out, as a share of the pot with a call and a bet of up to the pot.
The file is written after every game: a run that is cut off goes on from there. `riverboat.partner.measured` reads it.
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
from riverboat.partner.measured import ADDS, FILE, STAYS
from riverboat.partner.protocol import Partner, make_partner
from riverboat.partner.worths import Worths
from riverboat.version import __version__

#: Who sits opposite, and how many play.
_HOUSE = ("tight-aggressive", "loose-passive", "loose-aggressive", "tight-passive", "loki-a")
TABLES = {"holdem-limit": (2, 4), "holdem-nolimit": (2, 4), "bluff": (3,), "stud": (2,)}
#: At stud pots grow so fast that outcomes scatter by many of today's pots: it is measured only where it is asked for.
MEASURED = ("holdem-limit", "holdem-nolimit", "bluff")
#: Estimates of a street and kind are cut into this many groups of equal size, where there are enough of them.
_GROUPS, _FEWEST = 8, 40


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
        if seen >= at_random and action.kind != "fold":
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


def errors_of(rows: list[Compared]) -> dict[str, dict[str, dict[str, Any]]]:
    """By street and kind: error, mean difference (above nothing: too hopeful), what chance explains, decisions."""
    kinds: dict[tuple[int, bool], list[Compared]] = defaultdict(list)
    for row in rows:
        kinds[row.street, row.adds].append(row)
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for (street, adds), alike in sorted(kinds.items()):
        found[str(street)][ADDS if adds else STAYS] = _error_of(alike)
    return dict(found)


def _error_of(alike: list[Compared]) -> dict[str, Any]:
    """The groups are told by their mean estimate, how far it is off, and the standard error of that."""
    alike = sorted(alike, key=lambda row: row.estimate)
    estimates = np.array([row.estimate for row in alike])
    count = max(1, min(_GROUPS, len(alike) // _FEWEST))
    off = np.array([row.estimate - row.outcome for row in alike])
    groups = np.array_split(off, count)
    shares = np.array([len(each) for each in groups]) / len(off)
    means = np.array([each.mean() for each in groups])
    noises = np.array([each.var(ddof=1) / len(each) if len(each) > 1 else each[0] ** 2 for each in groups])
    return {
        "error": round(max(float(shares @ (means**2 - noises)), 0.0) ** 0.5, 4),
        "mean_difference": round(float(off.mean()), 4),
        "noise": round(float(shares @ noises) ** 0.5, 4),
        "decisions": len(off),
        "groups": [
            [round(float(value), 4) for value in (each.mean(), mean, noise**0.5)]
            for each, mean, noise in zip(np.array_split(estimates, count), means, noises, strict=True)
        ],
    }


def main() -> None:
    """Measure every game, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="of every game")
    parser.add_argument("--game", action="append", choices=TABLES, help="measure this one alone; may come again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    asked = parser.parse_args()
    games = json.loads(asked.out.read_text("utf-8"))["games"] if asked.out.exists() else {}
    run = {"hands": asked.hands, "seed": asked.seed, "version": __version__}
    for number, game in enumerate(TABLES):
        if game not in (asked.game or MEASURED) or (game in games and run.items() <= games[game].items()):
            continue
        rng, partner, rows = np.random.default_rng([asked.seed, number]), make_partner(game), list[Compared]()
        for done in range(asked.hands):
            rows += hand(game, partner, rng)
            if done % 200 == 199:
                print(f"{game}: {done + 1} of {asked.hands} hands", flush=True)
        games[game] = {**run, "streets": errors_of(rows)}
        print(game, games[game], flush=True)
        write_whole(asked.out, [json.dumps({"games": games}, indent=1), "\n"])


if __name__ == "__main__":
    main()
