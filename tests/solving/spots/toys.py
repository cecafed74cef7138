"""Kuhn's game and Leduc as trees of bets and deals: holdings of one card, with a second that no one else can hold."""

from __future__ import annotations

import numpy as np

from riverboat.solving.spots.betting import BettingNode, NodeKind
from riverboat.solving.spots.vectors.deals import SUIT_ORDERS, Branch, Runout, SpotDeal, make_boards, padded
from riverboat.solving.spots.vectors.layout import Stakes
from riverboat.solving.spots.vectors.vector_game import VectorGame

#: One for each side, so that it takes nothing from the other.
NOTHING = (50, 51)


def _street(bets: tuple[int, ...], raises: int, street: int, paid: tuple[float, float]) -> BettingNode:
    def closed(level: float) -> BettingNode:
        if street == len(bets) - 1:
            return BettingNode(NodeKind.SHOW, street, (level, level))
        return BettingNode(
            NodeKind.DEAL, street, (level, level), (), (_street(bets, raises, street + 1, (level, level)),)
        )

    def act(actor: int, paid: tuple[float, float], done: int, checked: bool) -> BettingNode:
        facing, level = paid[1 - actor] > paid[actor], max(paid)
        node = BettingNode(NodeKind(actor), street, paid)
        made: list[tuple[str, BettingNode]] = []
        if facing:
            made.append(("fold", BettingNode(NodeKind(NodeKind.FOLD_OOP + actor), street, paid)))
            made.append(("call", closed(level)))
        else:
            made.append(("check", closed(level) if checked else act(1 - actor, paid, done, True)))
        if done <= raises:
            to = level + bets[street]
            after = (to, paid[1]) if actor == 0 else (paid[0], to)
            made.append(("bet", act(1 - actor, after, done + 1, False)))
        node.actions = tuple(word for word, _ in made)
        node.children = tuple(child for _, child in made)
        return node

    return act(0, paid, 0, False)


def _game(
    deck: int,
    bets: tuple[int, ...],
    raises: int,
    branch: Branch,
    values: np.ndarray[tuple[int, int], np.dtype[np.int64]],
    last_share: float,
) -> VectorGame:
    cards = [np.array([(card, other) for card in range(deck)], np.uint8) for other in NOTHING]
    moved = np.zeros((len(SUIT_ORDERS), padded(deck)), np.uint16)
    moved[0, :deck] = np.arange(deck)
    deal = SpotDeal(
        cards=(cards[0], cards[1]),
        weights=(np.ones(deck), np.ones(deck)),
        branches=(branch,),
        boards=make_boards((cards[0], cards[1]), (values, values)),
        board_of={(0, at): at for at in range(len(branch.last))},
        moved=(moved, moved),
        before_share=1.0,
        last_share=last_share,
    )
    return VectorGame(_street(bets, raises, 0, (0, 0)), deal, Stakes(pot=2, rake_of=lambda pot: 0.0))


def kuhn() -> VectorGame:
    """Three cards, an ante of 1, one bet of 1."""
    return _game(3, (1,), 0, Branch(None, (None,)), np.array([[1, 2, 3]]), 1.0)


def leduc() -> VectorGame:
    """Six cards of three ranks, an ante of 1, bets of 2 and 4, one raise; a card for both after the first round."""
    values = np.array(
        [
            [0 if card == board else 10 if card // 2 == board // 2 else 1 + card // 2 for card in range(6)]
            for board in range(6)
        ]
    )
    return _game(6, (2, 4), 1, Branch(None, tuple(Runout.alone(card) for card in range(6))), values, 1 / 4)
