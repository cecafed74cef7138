"""Lokibot's versions: one agent, whose switches and thresholds stand here with what they mean.

A has everything that the paper describes, B to E lack parts of it (the paper's figure 1), F has what the paper plans:
a model of each opponent. `read_sight` tells what a version saw and why it did what it did.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.agents.entry import MOST_COUNTED, AgentEntry, Parameter, Stretch, owners, scratch
from riverboat.agents.kinds_kernel import LOKI
from riverboat.agents.loki import loki_layout_kernel as at
from riverboat.arrays import Floats
from riverboat.games.catalog import games_for
from riverboat.games.engine.layout_kernel import MAX_SEATS
from riverboat.modeling.weights_layout import SEAT_TALLIES, TALLY

#: In the order of the kernel's places: name, meaning, lowest, highest.
MEANINGS: tuple[tuple[str, str, float, float], ...] = (
    ("models", "1: a weight table for each opponent, re-weighted by what they do", 0, 1),
    ("weighting", "1: opponents hold hands that earn before the flop; 0: any hand equally", 0, 1),
    ("selection", "1: starting hands by income, position and players in; 0: a fixed cut-off", 0, 1),
    ("potential", "1: the next card counts, and calls follow pot odds; 0: neither", 0, 1),
    ("bet_at", "EHS from which it bets; F calls bets with less bluffs", 0, 2),
    ("raise_at", "EHS from which it raises a bet", 0, 2),
    ("reraise_at", "EHS from which it raises a raise", 0, 2),
    ("call_at", "EHS from which it calls whatever the pot", 0, 2),
    ("call_odds", "on the river calls when EHS is at least this many times the pot odds; 0: never for that", 0, 10),
    ("enter", "share of starting hands it plays with ten in, in the middle position", 0.01, 1),
    ("enter_two", "share of starting hands it plays against one opponent", 0.01, 1),
    ("late", "how much the last position adds to that share, and the first takes away", 0, 2),
    ("per_bet", "what a further bet to call leaves of that share", 0.01, 1),
    ("open", "the part of these hands that it raises with", 0, 1),
    ("simple_enter", "fixed cut-off: income rate at ten seats from which it plays", -1, 3),
    ("simple_raise", "fixed cut-off: income rate at ten seats from which it raises", -1, 3),
    ("mix", "how far thresholds vary at random: in bets, and before the flop as half of the part", 0, 0.5),
    ("bluff", "how often it bluffs where that pays", 0, 1),
    ("bluff_gain", "bets that a bluff must gain over a check or fold for every street to come", -5, 5),
    ("follow", "after a raise: plays hands as good as this many times the raiser's share to the power 0.6", 0, 5),
    ("follow_raise", "after a raise: raises with hands as good as this many times the raiser's share", 0, 5),
    ("steal_at", "raises before the flop, also a raise, with anything if all fold with this chance", 0, 2),
    ("trust", "how many cases the typical player counts for in a model", 0.1, 1000),
    ("width", "how soft the edges between folding, calling and raising hands are", 0.01, 1),
    ("doubt", "the part of actions that has nothing to do with the hand", 0, 1),
    ("shown_trust", "how many cases the model counts for, compared with hands that were shown", 0.1, 1000),
    ("trap", "how often a hand that is strong enough to raise is checked or called", 0, 1),
    ("fade", "cases after which what was seen of an opponent counts half", 1, 1e6),
    ("surprise", "logarithm of the odds that they have changed, from which all that was seen is forgotten", 0.1, 1e6),
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
    "call_odds": 1.0,
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
    "trap": 0.0,
    "fade": 1e6,
    "surprise": 1e6,
}
_MODELLED: dict[str, float] = {
    "models": 1,
    "bet_at": 0.45,
    "mix": 0.05,
    "bluff": 0.95,
    "bluff_gain": 0.3,
    "follow": 1.3,
    "follow_raise": 0.6,
    "steal_at": 0.6,
    "trust": 4.0,
    "width": 0.6,
    "doubt": 0.12,
    "trap": 0.03,
    "fade": 100.0,
    "surprise": 4.0,
}
_VERSIONS: dict[str, tuple[str, dict[str, float]]] = {
    "loki-a": ("Lokibot with all that the paper describes: weights, starting hands, potential", {}),
    "loki-b": ("Lokibot without weights: any opponent may hold anything", {"weighting": 0}),
    "loki-c": ("Lokibot with a fixed cut-off for starting hands", {"selection": 0}),
    "loki-d": ("Lokibot without potential: only the present hand counts", {"potential": 0}),
    "loki-e": ("Lokibot with none of the three", {"weighting": 0, "selection": 0, "potential": 0}),
    "loki-f": ("Lokibot with a model of each opponent: learns, bluffs, varies its play", _MODELLED),
}
#: What each rule says, by its number.
RULES: dict[int, str] = {
    at.RULE_ENTER: "the hand is good enough to play here",
    at.RULE_OPEN: "the hand is among the best: raise",
    at.RULE_TOO_WEAK: "the hand is too weak for the price",
    at.RULE_FREE: "too weak to raise, and free to see",
    at.RULE_BET: "EHS reaches bet_at",
    at.RULE_RAISE: "EHS reaches the threshold for a raise",
    at.RULE_CHECK: "EHS is below bet_at",
    at.RULE_POT_ODDS: "Ppot, the chance that the next card helps, is above the pot odds",
    at.RULE_MADE: "EHS, the chance that the hand is already best, reaches the pot odds",
    at.RULE_STRONG: "EHS reaches call_at, whatever the pot",
    at.RULE_FOLD: "neither EHS nor Ppot pays for the call",
    at.RULE_STEAL: "a steal: all are likely to fold",
    at.RULE_FOLLOW: "good enough to call against this raiser's hands",
    at.RULE_FOLLOW_RAISE: "good enough to raise against this raiser's hands",
    at.RULE_RESTEAL: "a bluff before the flop: the raiser is likely to fold to a raise",
    at.RULE_WORTH_BET: "a bet is worth more than a check",
    at.RULE_WORTH_RAISE: "a raise is worth more than a call or a fold",
    at.RULE_WORTH_CHECK: "a bet is not worth enough more than a check",
    at.RULE_WORTH_CALL: "a call is worth more than a fold, and a raise not enough more than a call",
    at.RULE_WORTH_FOLD: "neither a call nor a raise is worth more than a fold",
    at.RULE_BLUFF: "a bluff: by the folds it expects, a bet with a weak hand is worth more than a check",
    at.RULE_SEMI_BLUFF: "a semi-bluff: all may fold to a bet, and if not, the next card may help",
    at.RULE_BLUFF_RAISE: "a bluff: by the folds it expects, a raise with a weak hand is worth most",
    at.RULE_SEMI_RAISE: "a semi-bluff: all may fold to a raise, and if not, the next card may help",
    at.RULE_NO_BLUFF: "a bluff would pay, but is not made every time",
    at.RULE_TRAP: "a trap: strong enough to raise, but not every time",
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
    equity: float  # with models, after the flop: the chance to win if all stay
    worth_stay: float  # of a check or call, chips more than a fold
    worth_raise: float  # of a bet or raise
    shift: float  # the random shift: chips; before the flop the part by which the share is moved
    needed: float  # what a bet or raise must reach: EHS, chips more than anything else is worth, share or income
    share: float  # before the flop: the share of starting hands that earn more
    income: float | None  # where a fixed cut-off selects: the income rate, which limit and needed are of
    limit: float  # the share (or income) up to which it plays
    rule: str
    rule_number: int  # of RULES


def read_sight(memory: Floats, seats: int) -> Sight:
    """What stands in the head of a Loki's memory after it has decided."""
    income = float(memory[at.SAW_INCOME])
    return Sight(
        strength=float(memory[at.SAW_STRENGTH]),
        strength_n=float(memory[at.SAW_STRENGTH_N]),
        each=tuple(memory[at.SAW_EACH : at.SAW_EACH + seats].tolist()),
        ppot=float(memory[at.SAW_PPOT]),
        npot=float(memory[at.SAW_NPOT]),
        ehs=float(memory[at.SAW_EHS]),
        pot_odds=float(memory[at.SAW_ODDS]),
        all_fold=float(memory[at.SAW_FOLDS]),
        equity=float(memory[at.SAW_EQUITY]),
        worth_stay=float(memory[at.SAW_STAY]),
        worth_raise=float(memory[at.SAW_RAISE]),
        shift=float(memory[at.SAW_SHIFT]),
        needed=float(memory[at.SAW_NEEDED]),
        share=float(memory[at.SAW_SHARE]),
        income=income if income != 0 else None,
        limit=float(memory[at.SAW_LIMIT]),
        rule=RULES.get(int(memory[at.SAW_RULE]), "nothing decided yet"),
        rule_number=int(memory[at.SAW_RULE]),
    )


@dataclass(frozen=True, kw_only=True)
class Believed:
    """What a Loki with models has counted of somebody in one situation, in whole numbers: old cases count less."""

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
    """What a Loki's memory holds of a player; empty where it keeps no models or has not met them."""
    if len(memory) < at.LARGE_MEMORY:
        return ()
    owners = memory[at.OWNERS : at.TALLIES].astype(np.int64) - 1
    if who not in owners:
        return ()
    index = at.TALLIES + int(np.flatnonzero(owners == who)[0]) * SEAT_TALLIES
    counted = memory[index : index + SEAT_TALLIES].reshape(len(SITUATIONS), TALLY)[:, :3]
    return tuple(
        Believed(situation=name, folds=round(row[0]), calls=round(row[1]), raises=round(row[2]))
        for name, row in zip(SITUATIONS, counted.tolist(), strict=True)
    )


_SWITCHES = ("models", "weighting", "selection", "potential")
#: What a Loki with models keeps from hand to hand: whose shelf is whose, and what was counted of each.
_MODELLING = (
    scratch(at.OWNERS),
    owners(MAX_SEATS),
    Stretch(name="what an opponent has done", size=MAX_SEATS * SEAT_TALLIES, high=MOST_COUNTED),
    Stretch(name="how much an opponent surprises", size=MAX_SEATS, high=MOST_COUNTED),
)


def _entry(name: str, line: str, changed: dict[str, float]) -> AgentEntry:
    values = {**_FULL, **changed}
    models = values["models"] != 0
    return AgentEntry(
        name=name,
        line=line,
        kind=LOKI,
        memory_layout=_MODELLING if models else (scratch(at.SMALL_MEMORY),),
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
