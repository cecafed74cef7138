"""A node of a solved spot as people look at it: actions, frequencies, EV and equity of every holding and class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.cards.cards import format_cards
from riverboat.cards.holdings import CLASS_NAMES, CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.cards.ranges import Range
from riverboat.errors import GameError
from riverboat.solving.spots.betting import NodeKind, side_name
from riverboat.solving.spots.equities import equities
from riverboat.solving.spots.paths import Place, cards_to_come
from riverboat.solving.spots.sizes import SIDES
from riverboat.solving.spots.vectors.fields import BOARD, HELD, INDEX, MIX, MIXES, SEQ, WIDTH

if TYPE_CHECKING:
    from riverboat.solving.spots.solution import SpotSolution


@dataclass(frozen=True, kw_only=True)
class ClassRow:
    """One of the 169 classes at a node: means over its holdings, by how often they are there."""

    name: str
    weight: float  # holdings there, by weight
    frequencies: tuple[float, ...]
    ev: float
    action_ev: tuple[float, ...]
    equity: float


class SpotNode:
    """A node on a board. Arrays go over `holdings(side)`: those of the range that the board leaves.

    EV is what a holding wins from here on, in chips: what lies in the pot belongs to nobody yet, so a fold is worth 0.
    """

    def __init__(self, solution: SpotSolution, place: Place) -> None:
        self.solution, self.place = solution, place
        self.path, self.board, self.actions = place.path, place.board, place.node.actions

    def __repr__(self) -> str:
        return f"<node {self.path!r} on {format_cards(self.board)}: {', '.join(self.actions) or self.kind}>"

    def _repr_html_(self) -> str:
        from riverboat.solving.spot_grid import node_html

        return node_html(self)

    def _repr_svg_(self) -> str | None:
        from riverboat.solving.spot_pictures import node_svg

        return node_svg(self) if self.side else None

    @property
    def kind(self) -> str:
        """What happens here: "action", "deal", "showdown" or "fold"."""
        kind = self.place.node.kind
        return "action" if kind <= NodeKind.IP else {NodeKind.DEAL: "deal", NodeKind.SHOW: "showdown"}.get(kind, "fold")

    @property
    def side(self) -> str | None:
        """The side that acts: "oop", "ip" or nobody."""
        return side_name(self.place.node.kind)

    @property
    def pot(self) -> float:
        """The chips in the pot, bets included."""
        return self.solution.spot.pot + sum(self.place.node.paid)

    @property
    def to_call(self) -> float:
        """What the side that acts must pay to stay in."""
        paid = self.place.node.paid
        return max(paid) - paid[self._actor] if self.side else 0.0

    @property
    def stacks(self) -> tuple[float, float]:
        """The chips behind, of oop and ip."""
        spot, paid = self.solution.spot, self.place.node.paid
        return spot.stack[0] - paid[0], spot.stack[1] - paid[1]

    @property
    def cards(self) -> list[int]:
        """The cards that may be dealt next, where one is."""
        return cards_to_come(self.solution.game, self.place)

    @property
    def _actor(self) -> int:
        if self.side is None:
            raise GameError(f'nobody acts after "{self.path}": ask for a node with actions')
        return int(self.place.node.kind)

    def holdings(self, side: str | None = None) -> Ints:
        """The holdings (of 1,326) that a side can have here; of the side that acts, where none is named."""
        return self._holdings[self._number(side)]

    def reach(self, side: str | None = None) -> Floats:
        """The weight with which each holding of a side comes here: of its range, times what it did before."""
        return self._reach[self._number(side)]

    def ev(self, side: str | None = None) -> Floats:
        """What each holding of a side wins from here on; not a number where it meets nobody."""
        number = self._number(side)
        return self._in_chips(number, self._values(number, self.place.node.number))

    def equity(self, side: str | None = None) -> Floats:
        """The share of the pot each holding of a side would win if all bets ended here."""
        return self._equities[self._number(side)]

    def mean_ev(self, side: str | None = None) -> float:
        """What a side wins from here on, over its whole range."""
        return self._mean(self._number(side), self.ev(side))

    def mean_equity(self, side: str | None = None) -> float:
        """The share of the pot a side would win if all bets ended here, over its whole range."""
        return self._mean(self._number(side), self.equity(side))

    @cached_property
    def strategy(self) -> Floats:
        """[holding, action] how often the side that acts does what."""
        actor, game, node = self._actor, self.solution.game, self.place.node
        block, line = game.block(self.place.street, self.place.branch), self.place.last or 0
        if self.place.street < len(game.parts) - 1:
            line = 0
        width = int(block.table[line, WIDTH + actor])
        part = game.parts[self.place.street].nodes[node.number]
        begin = int(block.table[line, MIXES + actor]) + int(part[MIX]) * width
        count = len(self.actions) - 1
        kept = block.rows[actor].mixes[begin : begin + count * width].reshape(count, width).astype(np.float64)
        if block.rows[actor].mixes.dtype == np.uint16:
            kept /= 65535
        whole = np.vstack([kept, np.maximum(1 - kept.sum(axis=0), 0)])
        return self._sorted(actor, (whole / whole.sum(axis=0)).T)

    @cached_property
    def action_ev(self) -> Floats:
        """[holding, action] what each holding of the side that acts wins from here on by each action."""
        actor, children = self._actor, self.place.node.children
        return np.stack([self._in_chips(actor, self._values(actor, child.number)) for child in children], axis=1)

    @cached_property
    def frequencies(self) -> Floats:
        """[action] how often the side that acts does what, over its whole range."""
        weight = self._weight(self._actor)
        total = weight.sum()
        even = np.full(len(self.actions), 1 / len(self.actions))
        return np.asarray(weight @ self.strategy / total) if total > 0 else even

    def classes(self) -> Iterator[ClassRow]:
        """The classes of the side that acts, those that are there."""
        actor = self._actor
        holdings, weight = self._holdings[actor], self._weight(actor)
        ev, equity = np.nan_to_num(self.ev()), np.nan_to_num(self.equity())
        action_ev = np.nan_to_num(self.action_ev)
        for number in range(CLASSES):
            here = HOLDING_CLASS[holdings] == number
            total = weight[here].sum()
            if total > 0:
                share = weight[here] / total
                yield ClassRow(
                    name=CLASS_NAMES[number],
                    weight=float(self._reach[actor][here].sum()),
                    frequencies=tuple((share @ self.strategy[here]).tolist()),
                    ev=float(share @ ev[here]),
                    action_ev=tuple((share @ action_ev[here]).tolist()),
                    equity=float(share @ equity[here]),
                )

    def to_json(self) -> dict[str, Any]:
        """All of it, as plain data."""
        found: dict[str, Any] = {
            "path": self.path,
            "board": format_cards(self.board),
            "kind": self.kind,
            "side": self.side,
            "pot": self.pot,
            "to_call": self.to_call,
            "stacks": list(self.stacks),
            "actions": list(self.actions),
            "ev": {side: _number(self.mean_ev(side)) for side in SIDES},
            "equity": {side: _number(self.mean_equity(side)) for side in SIDES},
        }
        if self.side:
            found["frequencies"] = self.frequencies.tolist()
            found["holdings"] = list(self._rows())
        return found

    def _rows(self) -> Iterator[dict[str, Any]]:
        held, ev, equity, reach = self.holdings(), self.ev(), self.equity(), self.reach()
        for at, holding in enumerate(held):
            yield {
                "holding": format_cards(HOLDING_CARDS[holding][::-1]),
                "reach": float(reach[at]),
                "frequencies": self.strategy[at].tolist(),
                "ev": _number(ev[at]),
                "action_ev": [_number(each) for each in self.action_ev[at]],
                "equity": _number(equity[at]),
            }

    # ------------------------------------------------------------------ how it is found

    def _number(self, side: str | None) -> int:
        if side is None:
            return self._actor
        if side not in SIDES:
            raise GameError(f'"{side}" is not a side: oop or ip')
        return SIDES.index(side)

    @property
    def _is_last(self) -> bool:
        return self.place.street == len(self.solution.game.parts) - 1

    def _index(self, side: int) -> Ints:
        """Which holding of the range stands at each place of a row."""
        game = self.solution.game
        if not self._is_last:
            return np.arange(len(game.deal.weights[side]))
        line = game.leaves[self.place.branch or 0].table[self.place.last or 0]
        return game.deal.boards.tables[side][int(line[BOARD]), INDEX, : int(line[HELD + side])].astype(np.int64)

    @cached_property
    def _orders(self) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """For each side: which places of a row the board leaves, in the order of holdings, and which holdings."""
        return self._order(0), self._order(1)

    def _order(self, side: int) -> tuple[Ints, Ints]:
        spot, deal = self.solution.spot, self.solution.game.deal
        to = self._index(side)
        for order in reversed(self.place.orders):
            to = deal.moved[side][order][to].astype(np.int64)
        holdings = spot.ranges[side].holdings[to]
        free = np.flatnonzero(~np.isin(HOLDING_CARDS[holdings], self.board).any(axis=1))
        free = free[np.argsort(holdings[free])]
        return free, holdings[free]

    @cached_property
    def _holdings(self) -> tuple[Ints, Ints]:
        return self._orders[0][1], self._orders[1][1]

    def _sorted(self, side: int, row: Floats) -> Floats:
        return np.asarray(row[self._orders[side][0]], np.float64)

    @cached_property
    def _reach(self) -> tuple[Floats, Floats]:
        found = []
        for side in range(2):
            sequence = self.solution.game.parts[self.place.street].nodes[self.place.node.number, SEQ + side]
            row = self.solution.look(1 - side, self.place).reach[sequence].astype(np.float64)
            found.append(self._sorted(side, row) / self._chance)
        return found[0], found[1]

    @property
    def _chance(self) -> float:
        """The share of the cards that came, which is in all numbers of a pass."""
        game, street = self.solution.game, self.place.street
        before = game.deal.before_share if len(game.parts) == 3 and street > 0 else 1.0
        return before * (game.deal.last_share if self._is_last else 1.0)

    def _values(self, side: int, node: int) -> Floats:
        row = self.solution.look(side, self.place).values[node].astype(np.float64)
        return self._sorted(side, row) / self._chance

    @cached_property
    def _met(self) -> tuple[Floats, Floats]:
        """For each side: the weight of the other's holdings that each of its own can meet."""
        found = []
        for side in range(2):
            mine, theirs = (HOLDING_CARDS[self._holdings[each]] for each in (side, 1 - side))
            reach = self._reach[1 - side]
            needs = np.zeros(52)
            np.add.at(needs, theirs[:, 0], reach)
            np.add.at(needs, theirs[:, 1], reach)
            same = np.zeros(HOLDINGS)
            same[self._holdings[1 - side]] = reach
            left = reach.sum() - needs[mine[:, 0]] - needs[mine[:, 1]] + same[self._holdings[side]]
            found.append(np.where(left > 1e-9 * max(reach.sum(), 1e-30), left, 0.0))
        return found[0], found[1]

    def _weight(self, side: int) -> Floats:
        """How often each holding of a side is here, together with one that it can meet."""
        return self._reach[side] * self._met[side]

    def _in_chips(self, side: int, values: Floats) -> Floats:
        spot, met = self.solution.spot, self._met[side]
        with np.errstate(invalid="ignore", divide="ignore"):
            each = np.where(met > 0, values / met, np.nan)
        return np.asarray(each * spot.pot + spot.pot / 2 + self.place.node.paid[side])

    def _mean(self, side: int, each: Floats) -> float:
        weight = np.where(np.isnan(each), 0.0, self._weight(side))
        total = weight.sum()
        return float(weight @ np.nan_to_num(each) / total) if total > 0 else float("nan")

    @cached_property
    def _equities(self) -> tuple[Floats, Floats]:
        ranges = []
        for side in range(2):
            weights = np.zeros(HOLDINGS)
            weights[self._holdings[side]] = self._reach[side] / max(self._reach[side].max(initial=0), 1e-30)
            ranges.append(Range(np.minimum(weights, 1.0)))
        return equities(self.board, (ranges[0], ranges[1]), self._holdings)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
