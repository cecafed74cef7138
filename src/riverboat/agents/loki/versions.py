"""Lokibot's versions: one agent, whose switches and thresholds stand here with what they mean.

A has everything that the paper describes, B to E lack parts of it (the paper's figure 1), F has what the paper plans:
a model of each opponent. `read_sight` tells what a version saw and why it did what it did.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.agents.entry import AgentEntry, Parameter, counts, owners, scratch
from riverboat.agents.kinds_kernel import LOKI
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.arrays import Floats
from riverboat.games.catalog import games_for
from riverboat.games.engine.layout_kernel import MAX_SEATS
from riverboat.modeling.weights_layout import SEAT_TALLIES, TALLY

#: In the order of the kernel's places: name, meaning, lowest, highest.
MEANINGS: tuple[tuple[str, str, float, float], ...] = (
    ("models", "1: a weight table for each opponent, re-weighted by what he does", 0, 1),
    ("weighting", "1: opponents hold what earns before the flop; 0: anything alike", 0, 1),
    ("selection", "1: starting hands by income, position and players in; 0: a fixed cut-off", 0, 1),
    ("potential", "1: the next card counts, and calls follow pot odds; 0: neither", 0, 1),
    ("bet_at", "EHS from which it bets", 0, 2),
    ("raise_at", "EHS from which it raises a bet", 0, 2),
    ("reraise_at", "EHS from which it raises a raise", 0, 2),
    ("call_at", "EHS from which it calls whatever the pot", 0, 2),
    ("call_odds", "calls when EHS is at least this many times the pot odds; 0: never for that reason", 0, 10),
    ("enter", "share of starting hands it plays with ten in, in the middle position", 0.01, 1),
    ("enter_two", "share of starting hands it plays against one opponent", 0.01, 1),
    ("late", "how much the last position adds to that share, and the first takes away", 0, 2),
    ("per_bet", "what a further bet to call leaves of that share", 0.01, 1),
    ("open", "the part of these hands that it raises with", 0, 1),
    ("simple_enter", "fixed cut-off: income rate at ten seats from which it plays", -1, 3),
    ("simple_raise", "fixed cut-off: income rate at ten seats from which it raises", -1, 3),
    ("mix", "how far thresholds vary at random, and how often a very strong hand is checked", 0, 0.5),
    ("bluff", "how often it bluffs where that pays", 0, 1),
    ("bluff_gain", "small or big bets that a bluff must gain over a check", -5, 5),
    ("follow", "after a raise: plays hands as good as this many times the raiser's share to the power 0.6", 0, 5),
    ("follow_raise", "after a raise: raises with hands as good as this many times the raiser's share", 0, 5),
    ("steal_at", "raises before the flop with anything if all fold with this chance", 0, 2),
    ("trust", "how many cases the typical player counts for in a model", 0.1, 1000),
    ("width", "how soft the edges between folding, calling and raising hands are", 0.01, 2),
    ("doubt", "the least chance of any action with any hand", 0, 0.4),
    ("shown_trust", "how many cases the model counts for beside hands that were shown", 0.1, 1000),
)

_FULL: dict[str, float] = {
    "models": 0,
    "weighting": 1,
    "selection": 1,
    "potential": 1,
    "bet_at": 0.5,
    "raise_at": 0.75,
    "reraise_at": 0.9,
    "call_at": 0.55,
    "call_odds": 0.0,
    "enter": 0.12,
    "enter_two": 0.8,
    "late": 0.8,
    "per_bet": 0.4,
    "open": 0.5,
    "simple_enter": 0.35,
    "simple_raise": 0.75,
    "mix": 0.0,
    "bluff": 0.0,
    "bluff_gain": 0.0,
    "follow": 1.0,
    "follow_raise": 0.4,
    "steal_at": 2.0,
    "trust": 20.0,
    "width": 0.5,
    "doubt": 0.05,
    "shown_trust": 3.0,
}
_MODELLED: dict[str, float] = {
    "models": 1,
    "bet_at": 0.45,
    "raise_at": 0.55,
    "reraise_at": 0.65,
    "call_at": 0.5,
    "call_odds": 1.0,
    "mix": 0.05,
    "bluff": 0.9,
    "bluff_gain": -0.2,
    "follow": 0.9,
    "follow_raise": 0.3,
    "steal_at": 0.6,
    "trust": 12.0,
    "width": 0.9,
    "doubt": 0.1,
}
_VERSIONS: dict[str, tuple[str, dict[str, float]]] = {
    "loki-a": ("Lokibot with all that the paper describes: weights, starting hands, potential", {}),
    "loki-b": ("Lokibot without weights: any opponent may hold anything", {"weighting": 0}),
    "loki-c": ("Lokibot with a fixed cut-off for starting hands", {"selection": 0}),
    "loki-d": ("Lokibot without potential: only the hand as it stands counts", {"potential": 0}),
    "loki-e": ("Lokibot with none of the three", {"weighting": 0, "selection": 0, "potential": 0}),
    "loki-f": ("Lokibot with a model of each opponent: learns, bluffs, varies its play", _MODELLED),
}
#: What each rule says, by its number.
RULES: dict[int, str] = {
    places.RULE_ENTER: "the hand is good enough to play here",
    places.RULE_OPEN: "the hand is among the best: raise",
    places.RULE_TOO_WEAK: "the hand is too weak for the price",
    places.RULE_FREE: "too weak to raise, and free to see",
    places.RULE_BET: "EHS reaches bet_at",
    places.RULE_RAISE: "strong enough to raise",
    places.RULE_CHECK: "EHS is below bet_at",
    places.RULE_POT_ODDS: "Ppot is above the pot odds",
    places.RULE_STRONG: "EHS is high enough to call",
    places.RULE_FOLD: "neither EHS nor Ppot pays for the call",
    places.RULE_BLUFF: "a bluff: all may fold",
    places.RULE_SEMI_BLUFF: "a semi-bluff: all may fold, and the next card may help",
    places.RULE_STEAL: "a steal: all are likely to fold",
    places.RULE_FOLLOW: "good enough against this raiser's hands",
    places.RULE_TRAP: "so strong that it lets others bet",
}


@dataclass(frozen=True, kw_only=True)
class Sight:
    """What Loki saw at a decision, and the rule that decided."""

    strength: float  # HS against one opponent, over the mean of their tables
    strength_n: float  # HSn
    each: tuple[float, ...]  # HS against the opponent in each seat; 0 where there is none
    ppot: float
    npot: float
    ehs: float
    pot_odds: float
    all_fold: float  # predicted; 0 where it was not asked
    bluff_gain: float  # bets
    share: float  # before the flop: the share of starting hands that earn more
    limit: float  # and the share (or income) up to which it plays
    rule: str
    rule_number: int  # of RULES


def read_sight(memory: Floats, seats: int) -> Sight:
    """What stands in the head of a Loki's memory after it has decided."""
    return Sight(
        strength=float(memory[places.SAW_STRENGTH]),
        strength_n=float(memory[places.SAW_STRENGTH_N]),
        each=tuple(memory[places.SAW_EACH : places.SAW_EACH + seats].tolist()),
        ppot=float(memory[places.SAW_PPOT]),
        npot=float(memory[places.SAW_NPOT]),
        ehs=float(memory[places.SAW_EHS]),
        pot_odds=float(memory[places.SAW_ODDS]),
        all_fold=float(memory[places.SAW_FOLDS]),
        bluff_gain=float(memory[places.SAW_BLUFF]),
        share=float(memory[places.SAW_SHARE]),
        limit=float(memory[places.SAW_LIMIT]),
        rule=RULES.get(int(memory[places.SAW_RULE]), "nothing decided yet"),
        rule_number=int(memory[places.SAW_RULE]),
    )


@dataclass(frozen=True, kw_only=True)
class Believed:
    """What a Loki with models has counted of somebody in one situation."""

    situation: str
    folds: int
    calls: int  # and checks
    raises: int  # and bets


#: The situations of a model, in the order in which they are kept.
SITUATIONS = (
    *(f"before the flop, {bets} to call" for bets in ("one bet", "two bets", "three bets")),
    *(f"{street}, {bets}" for street in ("flop", "turn", "river") for bets in ("no bet", "one bet", "more bets")),
)


def read_model(memory: Floats, who: int) -> tuple[Believed, ...]:
    """What a Loki's memory holds of a player; empty where it keeps no models or has not met him."""
    if len(memory) < places.LARGE_MEMORY:
        return ()
    owners = memory[places.OWNERS : places.TALLIES].astype(np.int64) - 1
    if who not in owners:
        return ()
    at = places.TALLIES + int(np.flatnonzero(owners == who)[0]) * SEAT_TALLIES
    counted = memory[at : at + SEAT_TALLIES].reshape(len(SITUATIONS), TALLY)[:, :3]
    return tuple(
        Believed(situation=name, folds=int(row[0]), calls=int(row[1]), raises=int(row[2]))
        for name, row in zip(SITUATIONS, counted.tolist(), strict=True)
    )


_SWITCHES = ("models", "weighting", "selection", "potential")
#: What a Loki with models keeps from hand to hand: whose shelf is whose, and what was counted of each.
_MODELLING = (
    scratch(places.OWNERS),
    owners(MAX_SEATS),
    counts("what an opponent has done", MAX_SEATS * SEAT_TALLIES),
)


def _entry(name: str, line: str, changed: dict[str, float]) -> AgentEntry:
    values = {**_FULL, **changed}
    models = values["models"] != 0
    return AgentEntry(
        name=name,
        line=line,
        kind=LOKI,
        memory_layout=_MODELLING if models else (scratch(places.SMALL_MEMORY),),
        remembers=models,
        games=games_for("holdem"),
        parameters=tuple(
            # A version keeps its memory's size: whether it has models can't be changed by a user.
            Parameter(name=key, line=meaning, low=values[key], high=values[key], default=values[key], whole=True)
            if key == "models"
            else Parameter(name=key, line=meaning, low=low, high=high, default=values[key], whole=key in _SWITCHES)
            for key, meaning, low, high in MEANINGS
        ),
    )


LOKIS = tuple(_entry(name, line, changed) for name, (line, changed) in _VERSIONS.items())
