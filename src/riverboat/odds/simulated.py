"""Equity by simulation, in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import singledispatch

import numpy as np

from riverboat.arrays import Floats, Words
from riverboat.cards.cards import remaining
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import OddsError
from riverboat.odds import equity_kernel
from riverboat.odds.question import OddsQuestion
from riverboat.odds.result import Equity, from_tally

_FIRST_BATCH = 50_000
#: Deals more games, and answers with the tally of all players over all games so far.
Dealer = Callable[[int], Floats]


def simulated(question: OddsQuestion, simulations: int, precision: float | None, state: Words) -> Iterator[Equity]:
    """What is known after each batch of games, until there are enough, or every equity is precise enough."""
    play = dealer(question, state)
    games = 0
    batch = min(simulations, _FIRST_BATCH)
    while True:
        tally = play(batch)
        games += batch
        result = from_tally(question, tally, games)
        yield result
        if precision is not None:
            if result.error <= precision:
                return
            batch = min(2_000_000, max(batch, games // 2))
        elif games >= simulations:
            return
        else:
            batch = min(1_000_000, simulations - games)


@singledispatch
def dealer(question: OddsQuestion, state: Words) -> Dealer:
    """Whoever deals the games of a question, from four words of randomness."""
    order = sorted(range(len(question.hands)), key=lambda player: question.known_cards(player) is None)
    known = [cards for player in order if (cards := question.known_cards(player)) is not None]
    vague = [question.ranges[player] for player in order[len(known) :]]
    cumulated = np.array([np.cumsum(each.weights) for each in vague]).reshape(-1, len(HOLDING_CARDS))
    deck = remaining(question.board, question.dead, *known)
    tally = np.zeros((question.players, 4))
    board = np.array(question.board, dtype=np.uint8)
    places = [*order, *range(len(order), question.players)]
    hands = np.array(known, dtype=np.uint8).reshape(-1, 2)

    def play(games: int) -> Floats:
        if not equity_kernel.simulate(
            state, deck, hands, cumulated, HOLDING_CARDS, question.opponents, board, games, tally
        ):
            raise OddsError(f"{' vs '.join(question.names)} cannot all be dealt from one deck, or hardly ever")
        return tally[np.argsort(places)]

    return play
