"""The river between two players, solved while the person waits, and the turn for those who ask for it and can wait.

Both sides hold what Lokibot's weights said when the street began, for what was done on it stands in the tree: the
opponent's by what was seen of them, the person's own by how a typical player would have come here, since that is what
the opponent can know. A fixed target of the solver, not the clock, ends the work, so that the same spot always gets the
same figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.loki_kernel import believe
from riverboat.arrays import Floats
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games import Action, CardObservation
from riverboat.games.engine.layout_kernel import LIMIT, UNKNOWN, Record
from riverboat.games.engine.observation import Event
from riverboat.partner.holdem_beliefs import Opponent
from riverboat.partner.worths import ActionWorth

if TYPE_CHECKING:
    from riverboat.solving.spots import Spot, SpotNode

#: Until neither side can gain more than this share of the pot, or after this many iterations.
TARGET, MOST_ITERATIONS = 0.005, 120
#: The person's own hand counts at least this much among those they may have.
_OWN_LEAST = 0.05
#: Holdings below this weight are left out, so that the solver has less to do.
_LEAST = 0.01


#: Boards of this many cards are solved: the river while somebody plays, the turn too for who waits.
AT_ONCE, IN_A_WHILE = (5,), (4, 5)


@dataclass(frozen=True, eq=False)
class SolvedSpot:
    """What each action is worth in equilibrium, and what the other holds there, over the 1,326 holdings."""

    rows: tuple[ActionWorth, ...]
    theirs: Floats


def solve_two(
    seen: CardObservation, other: Opponent, params: Floats, memory: Floats, boards: tuple[int, ...] = AT_ONCE
) -> SolvedSpot | None:
    """What each action is worth; None where the spot is not one between two, or has no tree of its own.

    `memory` is that of the Lokibot who believes what the opponent holds.
    """
    if len(seen.board) not in boards or sum(seen.is_in) != 2 or other.is_all_in:
        return None
    events = [event for event in seen.history if event.street == seen.street]
    if any(event.seat not in (seen.seat, other.seat) for event in events):
        return None
    try:
        theirs = their_range(seen, other.seat, params, memory)
        return _solved(seen, other.seat, own_range(seen, other.seat, params), theirs, events)
    except RiverboatError:
        return None


def _as_the_street_began(seen: CardObservation) -> Record:
    """The view without what was done on this street: the solver's tree has that, and it must not count twice."""
    view = seen.record.copy()
    view["n_history"] = sum(event.street < seen.street for event in seen.history)
    return view


def their_range(seen: CardObservation, other: int, params: Floats, memory: Floats) -> Floats:
    """What the opponent held when this street began, by what was seen of them."""
    memory = memory.copy()
    memory[places.HAND_FOR] = 0.0  # so that the hand is followed from its beginning
    known = np.isin(HOLDING_CARDS, np.array((*seen.own_cards, *seen.board))).any(axis=1)
    weights = np.where(known, 0.0, _believed(_as_the_street_began(seen), other, params, memory))
    return np.where(known, 0.0, 1.0) if weights.sum() <= 0 else weights


def own_range(seen: CardObservation, other: int, params: Floats) -> Floats:
    """What the opponent must think that the person holds, if they are a typical player."""
    known = {*seen.own_cards, *seen.board}
    free = [card for card in range(52) if card not in known][:4]
    tables = []
    for pair in (free[:2], free[2:]):
        view = _as_the_street_began(seen)
        view["seat"] = other
        view["cards"][0, seen.seat, :2] = UNKNOWN
        view["cards"][0, other, :2] = pair
        tables.append(_believed(view, seen.seat, params, np.zeros(places.LARGE_MEMORY)))
    taken = np.isin(HOLDING_CARDS, free[:2]).any(axis=1)
    return np.where(taken, tables[1], tables[0])


def range_of(seen: CardObservation, other: int, params: Floats) -> Floats:
    """What the person must think that the opponent holds, if they are a typical player."""
    return _believed(seen.record.copy(), other, params, np.zeros(places.LARGE_MEMORY))


def _believed(view: Record, seat: int, params: Floats, memory: Floats) -> Floats:
    believe(view, params, memory)
    begin = places.WEIGHTS + seat * places.HOLDINGS
    return memory[begin : begin + places.HOLDINGS].copy()


def _solved(seen: CardObservation, other: int, mine: Floats, theirs: Floats, events: list[Event]) -> SolvedSpot | None:
    from riverboat.solving.spots import solve_spot

    hand = holding_index((min(seen.own_cards), max(seen.own_cards)))
    spot = spot_between(seen, other, mine, theirs, sizes_of(seen, [event.action for event in events]))
    solution = solve_spot(spot, target=TARGET, most_iterations=MOST_ITERATIONS)
    node = solution.at(path_of([event.action for event in events]))
    row = int(np.flatnonzero(node.holdings() == hand)[0])
    values, mixed = node.action_ev[row], node.strategy[row]
    found = []
    for name, value, share in zip(node.actions, values.tolist(), mixed.tolist(), strict=True):
        action = action_at(name, seen)
        if action is None or not np.isfinite(value):
            return None
        gains = value - _given_up(seen, node, values)
        found.append(ActionWorth(action, gains, solution.exploitability if action.kind != "fold" else 0.0, share))
    kinds = {row.action.kind for row in found}
    if not kinds >= set(seen.legal_actions.kinds):
        return None
    side = "ip" if _acts_first(seen, other) == seen.seat else "oop"
    held = np.zeros(len(HOLDING_CARDS))
    held[node.holdings(side)] = node.reach(side)
    held[np.isin(HOLDING_CARDS, np.array(seen.own_cards)).any(axis=1)] = 0.0
    return SolvedSpot(tuple(found), held)


def spot_between(seen: CardObservation, other: int, mine: Floats, theirs: Floats, sizes: dict[str, Any]) -> Spot:
    """The street as it began for two, with the weights of what each may hold."""
    from riverboat.solving.spots import Spot

    hand = holding_index((min(seen.own_cards), max(seen.own_cards)))
    own = _lean(mine)
    own[hand] = max(own[hand], _OWN_LEAST)
    ranges = (Range(own), Range(_lean(theirs)))
    oop, ip = ranges if _acts_first(seen, other) == seen.seat else ranges[::-1]
    behind = min(seen.stacks[seat] + seen.bets[seat] for seat in (seen.seat, other))
    return Spot(board=seen.board, oop=oop, ip=ip, pot=seen.pot - sum(seen.bets), stack=behind, **sizes)


def _given_up(seen: CardObservation, node: SpotNode, values: Floats) -> float:
    """What a fold wins by the solver's count, which is what was paid into this street and is lost."""
    names = node.actions
    return float(values[names.index("fold")]) if "fold" in names else 0.0


def _lean(weights: Floats) -> Floats:
    top = float(weights.max())
    return np.where(weights < _LEAST * top, 0.0, weights / top)


def _acts_first(seen: CardObservation, other: int) -> int:
    """The seat of two that acts first after the flop: the first to the left of the button."""
    return min((seen.seat, other), key=lambda seat: (seat - seen.button - 1) % seen.seats)


def sizes_of(seen: CardObservation, actions: Iterable[Action]) -> dict[str, Any]:
    """The bets of a spot's tree: some usual ones, and those that were made on the street."""
    view = seen.record[0]
    if view["limits"] == LIMIT:
        bet = int(view["street_bet"])
        return {"limit": (bet, bet), "raises_per_street": int(view["max_bets"]) - 1}
    river = len(seen.board) == max(AT_ONCE)
    bets, raises, stands = (["50%", "100%"], ["50%", "100%"], 0) if river else (["66%"], ["100%"], 0)
    for kind, amount in actions:
        if kind == "bet":
            bets.append(str(amount))
        elif kind == "raise":
            raises.append(str(amount - stands))
        stands = max(stands, amount)
    return {
        "bets": ", ".join([*bets, "a"]),
        "raises": ", ".join([*raises, "a"]),
        "raises_per_street": 3 if river else 2,
    }


def path_of(actions: Iterable[Action]) -> str:
    """The way to a node of a spot."""
    passive = ("check", "call", "fold")
    return ", ".join(kind if kind in passive else f"{kind} {amount}" for kind, amount in actions)


def action_at(name: str, seen: CardObservation) -> Action | None:
    """An action of the solver's tree as one of the game's."""
    words = name.split()
    if len(words) == 1:
        action = Action(words[0])  # type: ignore[arg-type]
        return action if action in seen.legal_actions else None
    legal = seen.legal_actions
    to = round(float(words[-1]))
    if legal.raise_kind is None:
        return None
    return Action(legal.raise_kind, min(max(to, legal.min_to), legal.max_to))
