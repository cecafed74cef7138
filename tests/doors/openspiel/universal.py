"""Hands of ours beside OpenSpiel's `universal_poker`: legal actions at every step, pots, and returns."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pyspiel

from riverboat.games import make_game

_SHAPE = "numPlayers=2,numRounds=4,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1"


class Table(NamedTuple):
    """A game of ours with its options, and its description there."""

    game: str
    options: dict[str, Any]
    theirs: str


LIMIT = Table(
    "holdem-limit",
    {"stack": 2000, "odd_chips": "split", "free_fold": False},
    f"universal_poker(betting=limit,{_SHAPE},blind=10 5,raiseSize=10 10 20 20,maxRaises=3 4 4 4,stack=2000 2000)",
)
NO_LIMIT = Table(
    "holdem-nolimit",
    {"stack": 400, "odd_chips": "split"},
    f"universal_poker(betting=nolimit,{_SHAPE},blind=10 5,stack=400 400,bettingAbstraction=fullgame)",
)


def differing(table: Table, *, hands: int, seed: int) -> list[str]:
    """Where the two differ, at most ten lines; random actions, and theirs dealt the cards of ours."""
    ours_game: Any = make_game(table.game, **table.options)
    theirs_game, rng = pyspiel.load_game(table.theirs), random.Random(seed)
    found: list[str] = []
    for number in range(hands):
        deck = rng.sample(range(52), 9)
        # Ours deals from the left of the button, one card each in turn; there seat 0 is the big blind.
        ours = ours_game.start(cards=[deck[0:2], deck[2:4]], board=deck[4:9], button=1)
        problem = _play(ours, theirs_game.new_initial_state(), [*deck[0:4], *deck[4:9]], rng)
        if problem:
            found.append(f"hand {number}: {problem}")
            if len(found) == 10:
                break
    return found


def _play(ours: Any, theirs: Any, cards: list[int], rng: random.Random) -> str:
    before = [0, 0]  # put in on earlier streets
    street = 0
    while True:
        while not theirs.is_terminal() and theirs.is_chance_node():
            theirs.apply_action(cards.pop(0))
        if ours.is_over or theirs.is_terminal():
            break
        if ours.street != street:
            street, before = ours.street, list(ours.paid)
        if ours.actor != theirs.current_player():
            return f"seat {ours.actor} acts, there {theirs.current_player()}"
        legal = ours.legal_actions()
        menu = {0 if kind == "fold" else 1: kind for kind in legal.kinds if kind in ("fold", "check", "call")}
        allowed = set(menu)
        base = before[ours.actor]
        free = ours.game.name.endswith("nolimit")
        if legal.raise_kind:
            allowed |= set(range(base + legal.min_to, base + legal.max_to + 1)) if free else {2}
        if allowed != set(theirs.legal_actions()):
            return f"{sorted(allowed)[:6]} may be done, there {theirs.legal_actions()[:6]}: {legal}"
        chosen: Any = rng.choice([*menu, *(["raise"] if legal.raise_kind else [])])
        if chosen == "raise":
            total = rng.randint(legal.min_to, legal.max_to) if free else legal.min_to
            ours.apply(f"{legal.raise_kind} {total}")
            theirs.apply_action(base + total if free else 2)
        else:
            ours.apply(menu[chosen])
            theirs.apply_action(chosen)
        if not theirs.is_terminal() and ours.pot != _pot(theirs):
            return f"a pot of {ours.pot}, there {_pot(theirs)}"
    if not (ours.is_over and theirs.is_terminal()):
        return "only one of them is over"
    nets, their_nets = [float(net) for net in ours.returns()], list(theirs.returns())
    return "" if nets == their_nets else f"returns {nets}, there {their_nets}"


def _pot(theirs: Any) -> int:
    """What was spent, as its state writes it: "Spent: [P0: 10  P1: 5  ]"."""
    spent = str(theirs).partition("Spent: [")[2].partition("]")[0]
    return sum(int(piece) for piece in spent.split() if piece.isdecimal())
