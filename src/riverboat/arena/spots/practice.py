"""A table to practise a solved spot at: one side is played against the solution, and each decision is graded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from riverboat.cards.cards import format_card, format_cards
from riverboat.cards.evaluator import evaluate
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import GameError, IllegalAction
from riverboat.solving.spots import SpotNode, SpotSolution

SIDES = ("oop", "ip")
#: What is lost at most, as a share of the pot, for a decision to be called by each name.
VERDICTS = ((0.005, "good"), (0.03, "inaccuracy"), (0.1, "mistake"), (float("inf"), "blunder"))


@dataclass(frozen=True, kw_only=True)
class Graded:
    """A decision, and what the solution does with this hand. EV is in chips, from here on."""

    at: str
    board: str
    hand: str
    side: str
    action: str
    frequency: float  # of the solution, for what was done
    ev_lost: float  # against the best action
    ev_lost_pot: float  # as a share of the pot at the start
    verdict: str
    choices: tuple[tuple[str, float, float], ...]  # (action, frequency, EV)

    def to_json(self) -> dict[str, Any]:
        """A graded decision as plain data."""
        choices = [{"action": action, "frequency": share, "ev": ev} for action, share, ev in self.choices]
        return {**vars(self), "choices": choices}


@dataclass(frozen=True, kw_only=True)
class Happening:
    """What happened without the person: an action of the other side, or a card."""

    who: str  # "oop", "ip" or "deal"
    what: str


@dataclass
class PracticeHand:
    """One hand: `play_on` lets the solution and the cards move until the person is to act, or it is over."""

    solution: SpotSolution
    rng: np.random.Generator
    person: int
    hands: tuple[tuple[int, int], tuple[int, int]]
    node: SpotNode = field(init=False)
    graded: list[Graded] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.node = self.solution.root

    @property
    def side(self) -> str:
        """The side of the person."""
        return SIDES[self.person]

    @property
    def hand(self) -> tuple[int, int]:
        """The cards of the person."""
        return self.hands[self.person]

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended, by a fold or at the showdown."""
        return self.node.kind in ("showdown", "fold")

    @property
    def net(self) -> float:
        """What the person has won since the spot began; the pot of the start belonged to nobody."""
        paid = self.node.place.node.paid
        pot = self.solution.spot.pot + 2 * min(paid)
        share = self._share()
        back = max(paid[self.person] - paid[1 - self.person], 0.0)  # what nobody called
        return share * (pot - self.solution.spot.rake_of(pot)) - paid[self.person] + back

    def _share(self) -> float:
        if self.node.kind == "fold":
            paid = self.node.place.node.paid
            return 1.0 if paid[self.person] > paid[1 - self.person] else 0.0
        mine, theirs = (evaluate((*self.hands[who], *self.node.board)) for who in (self.person, 1 - self.person))
        return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0

    def play_on(self) -> Iterator[Happening]:
        """What the other side does and which cards come, until the person is to act or the hand is over."""
        while not self.is_over and self.node.side != self.side:
            if self.node.kind == "deal":
                word = format_card(int(self.rng.choice(self._deck())))
                yield Happening(who="deal", what=word)
            else:
                shares = self.node.strategy[self._place(1 - self.person)]
                word = self.node.actions[int(self.rng.choice(len(shares), p=shares / shares.sum()))]
                yield Happening(who=SIDES[1 - self.person], what=word)
            self._go(word)

    def act(self, action: str) -> Graded:
        """Do something, and be told what the solution does there."""
        if self.is_over or self.node.side != self.side or action not in self.node.actions:
            raise IllegalAction(f'"{action}" cannot be done here: {", ".join(self.node.actions) or "nothing can"}')
        graded = self._grade(action)
        self.graded.append(graded)
        self._go(action)
        return graded

    def start_ev(self) -> float:
        """What the person's hand wins on average, if both sides play the solution."""
        at = int(np.searchsorted(self.solution.root.holdings(self.side), _number(self.hand)))
        return float(self.solution.root.ev(self.side)[at])

    def _grade(self, action: str) -> Graded:
        node, at = self.node, self._place(self.person)
        evs, shares = node.action_ev[at], node.strategy[at]
        chosen = node.actions.index(action)
        lost = max(float(np.max(evs) - evs[chosen]), 0.0) if np.isfinite(evs).all() else 0.0
        share = lost / self.solution.spot.pot
        return Graded(
            at=node.path,
            board=format_cards(node.board),
            hand=format_cards(self.hand),
            side=self.side,
            action=action,
            frequency=float(shares[chosen]),
            ev_lost=lost,
            ev_lost_pot=share,
            verdict=next(name for most, name in VERDICTS if share <= most),
            choices=tuple(zip(node.actions, shares.tolist(), evs.tolist(), strict=True)),
        )

    def _place(self, who: int) -> int:
        return int(np.searchsorted(self.node.holdings(SIDES[who]), _number(self.hands[who])))

    def _deck(self) -> list[int]:
        gone = {*self.hands[0], *self.hands[1], *self.node.board}
        return [card for card in range(52) if card not in gone]

    def _go(self, word: str) -> None:
        self.node = self.solution.at(f"{self.node.path}, {word}")


class Practice:
    """A person at a solved spot, hand after hand; `side` is theirs, or changes from hand to hand where it is None."""

    def __init__(self, solution: SpotSolution, rng: np.random.Generator, *, side: str | None = None) -> None:
        if side is not None and side not in SIDES:
            raise GameError(f'"{side}" is not a side: oop or ip')
        if solution.root.side is None:
            raise GameError("nobody can act in this spot: there is nothing to practise")
        self.solution, self.rng, self.side = solution, rng, side
        self.played: list[PracticeHand] = []
        self._pairs, self._order = _pairs(solution)

    def deal(self) -> PracticeHand:
        """A new hand: both sides get cards as often as their ranges have them together."""
        person = len(self.played) % 2 if self.side is None else SIDES.index(self.side)
        at = int(np.searchsorted(self._order, self.rng.random() * self._order[-1], side="right"))
        first, second = divmod(min(at, len(self._order) - 1), self._pairs[1].size)
        hands = _cards(self._pairs[0][first]), _cards(self._pairs[1][second])
        hand = PracticeHand(self.solution, self.rng, person, hands)
        self.played.append(hand)
        return hand

    @property
    def finished(self) -> list[PracticeHand]:
        """The hands that were played to their end."""
        return [hand for hand in self.played if hand.is_over]

    def to_json(self) -> dict[str, Any]:
        """How it went: decisions, what they cost, and what was won, compared with what the solution would have won."""
        graded = [each for hand in self.played for each in hand.graded]
        lost = sum(each.ev_lost for each in graded)
        counts = {name: sum(each.verdict == name for each in graded) for _, name in VERDICTS}
        return {
            "hands": len(self.finished),
            "decisions": len(graded),
            "net": sum(hand.net for hand in self.finished),
            "expected": sum(hand.start_ev() for hand in self.finished),
            "ev_lost": lost,
            "ev_lost_pot": lost / self.solution.spot.pot,
            "verdicts": counts,
            "graded": [each.to_json() for each in graded],
        }


def _pairs(solution: SpotSolution) -> tuple[tuple[Any, Any], Any]:
    """The holdings of both sides, and the running sum of the weights of all pairs of them."""
    from riverboat.solving.spots.spot import compatible

    first, second = solution.spot.ranges
    weights = np.outer(first.weights[first.holdings], second.weights[second.holdings])
    weights = weights * compatible(first.holdings, second.holdings)
    return (first.holdings, second.holdings), np.cumsum(weights.ravel())


def _cards(holding: int) -> tuple[int, int]:
    low, high = HOLDING_CARDS[holding]
    return int(high), int(low)


def _number(hand: tuple[int, int]) -> int:
    low, high = sorted(hand)
    return high * (high - 1) // 2 + low
