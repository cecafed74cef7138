"""Odds of Omaha: known hands of four cards against one another and against unknown ones.

>>> equity_omaha("AsAhKsQd", board="2s7hTs3cKd").players[0].counts
(74178, 729, 48503)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import as_cards, check_distinct, format_cards, remaining
from riverboat.cards.evaluator import describe
from riverboat.cards.omaha import HELD, check_held, evaluate_omaha, pair_table
from riverboat.cards.randomness import Seed
from riverboat.errors import CardError, OddsError, counted
from riverboat.odds.equity import SIMULATIONS, Method, answer
from riverboat.odds.exact import Plan, plan_exact
from riverboat.odds.omaha import omaha_kernel
from riverboat.odds.question import OddsQuestion, ask, split_hands
from riverboat.odds.report import OneHand
from riverboat.odds.result import Equity, exact_player, two_players
from riverboat.odds.simulated import Dealer, dealer
from riverboat.odds.starting_hands import against_a_random_hand
from riverboat.odds.strength import Strength

#: Hands as one text with "vs" between them, or each as text or cards.
Hands = str | Sequence[str | Iterable[int]]

#: What one showdown of one player takes, and one board against every hand.
_SHOWDOWN_S, _BOARD_S = 25e-9, 45e-6


@dataclass(frozen=True, kw_only=True)
class OmahaQuestion(OddsQuestion):
    """A question about hands of four cards: `held`. There are no ranges; `hands` tells how many were named."""

    held: tuple[tuple[int, ...], ...]

    @property
    def taken(self) -> npt.NDArray[np.uint8]:
        """A mark for each card that is held, on the board or dead, shape (52,)."""
        marks = self.used.copy()
        marks[[card for hand in self.held for card in hand]] = 1
        return marks


def ask_omaha(
    hands: Hands,
    *,
    board: str | Iterable[int] = "",
    dead: str | Iterable[int] = "",
    opponents: int | None = None,
) -> OmahaQuestion:
    """Check a question about Omaha: "AsAhKsQd vs 9c8c7d6d vs random", or a sequence of hands."""
    given = split_hands(hands) if isinstance(hands, str) else list(hands)
    named = [hand for hand in given if not _is_random(hand)]
    if not named:
        raise OddsError("a hand is missing: write four cards, like AsAhKsQd, or several hands with vs between them")
    held = tuple(_read_hand(hand) for hand in named)
    unknown = len(given) - len(named)
    if unknown:
        opponents = unknown + (opponents or 0)
    asked = ask(["random"] * len(held), board=board, dead=dead, opponents=opponents)
    check_distinct((*asked.board, *asked.dead, *(card for hand in held for card in hand)))
    if 52 - len(asked.dead) - HELD * asked.players < 5:
        raise OddsError(
            f"{counted(len(asked.dead), 'dead card')} leave too few for {asked.players} players and the board"
        )
    labels = tuple(format_cards(hand) for hand in held)
    return OmahaQuestion(
        hands=asked.hands,
        labels=labels,
        opponents=asked.opponents,
        board=asked.board,
        dead=asked.dead,
        held=held,
    )


def equity_omaha(
    hands: Hands,
    *,
    board: str | Iterable[int] = "",
    dead: str | Iterable[int] = "",
    opponents: int | None = None,
    method: Method = "auto",
    simulations: int = SIMULATIONS,
    precision: float | None = None,
    seed: Seed = None,
) -> Equity:
    """The chances of hands of Omaha against one another and against unknown opponents; see `equity.equity`."""
    question = ask_omaha(hands, board=board, dead=dead, opponents=opponents)
    return answer(question, method=method, simulations=simulations, precision=precision, seed=seed)


def one_hand_omaha(question: OmahaQuestion) -> OneHand | None:
    """How the first hand stands on the board with no card to come, against each opponent; None before the flop."""
    if not question.board:
        return None
    own, board = question.held[0], question.board
    against = [_strength(question, theirs) for theirs in question.held[1:]]
    if question.opponents:
        deck = np.flatnonzero(question.taken == 0)
        cards = np.array(own, dtype=np.uint8), np.array(board, dtype=np.uint8)
        found = Strength(*map(float, omaha_kernel.standing(*cards, len(board), deck)))
        against += [found] * question.opponents
    return OneHand(made=describe(evaluate_omaha(own, board)), strengths=tuple(against), potentials={})


def _strength(question: OmahaQuestion, theirs: tuple[int, ...]) -> Strength:
    """The strength against a hand that is known: all or nothing."""
    ours, other = (evaluate_omaha(hand, question.board) for hand in (question.held[0], theirs))
    return Strength(float(ours > other), float(ours == other), float(ours < other))


def _is_random(hand: str | Iterable[int]) -> bool:
    return isinstance(hand, str) and hand.strip().lower() == "random"


def _read_hand(hand: str | Iterable[int]) -> tuple[int, ...]:
    if isinstance(hand, str) and not hand.strip():
        raise OddsError("a hand is missing: write one on each side of vs, like AsAhKsQd vs 9c8c7d6d")
    try:
        cards = as_cards(hand)
    except CardError:
        raise OddsError(f'"{hand}" is not a hand of Omaha: write four cards, like AsAhKsQd, or random') from None
    return check_held(cards)


class EveryBoard(Plan):
    """Known hands alone: every completion of the board."""

    def __init__(self, question: OmahaQuestion) -> None:
        self.question = question
        self.boards = math.comb(52 - int(question.taken.sum()), 5 - len(question.board))
        self.seconds = self.boards * question.players * _SHOWDOWN_S

    def run(self) -> Equity:  # noqa: D102
        hands, board = (np.array(cards, dtype=np.uint8) for cards in (self.question.held, self.question.board))
        tally = omaha_kernel.all_boards(hands, board, self.question.taken, pair_table())
        odds = [
            exact_player(name, win, tie, self.boards - win - tie, share)
            for name, (win, tie, share, _) in zip(self.question.names, tally.tolist(), strict=True)
        ]
        return Equity(tuple(odds), "exact", 0)


class EveryHand(Plan):
    """A known hand against one unknown: every hand of four cards, over all completions of the board."""

    def __init__(self, question: OmahaQuestion) -> None:
        self.question = question
        self.seconds = math.comb(52 - int(question.taken.sum()), 5 - len(question.board)) * _BOARD_S

    def run(self) -> Equity:  # noqa: D102
        own, board = (np.array(cards, dtype=np.uint8) for cards in (self.question.held[0], self.question.board))
        return two_players(self.question, omaha_kernel.against_random(own, board, self.question.taken))


@plan_exact.register
def _(question: OmahaQuestion) -> Plan | None:
    if question.opponents == 0:
        return EveryBoard(question)
    return EveryHand(question) if question.players == 2 else None


@against_a_random_hand.register
def _(question: OmahaQuestion) -> None:
    """There are figures for two cards alone."""


@dealer.register
def _(question: OmahaQuestion, state: npt.NDArray[np.uint64]) -> Dealer:
    deck = remaining(question.board, question.dead, *question.held)
    known, board = (np.array(cards, dtype=np.uint8) for cards in (question.held, question.board))
    tally = np.zeros((question.players, 4))

    def play(games: int) -> npt.NDArray[np.float64]:
        omaha_kernel.simulate(state, deck, known, question.opponents, board, games, pair_table(), tally)
        return tally.copy()

    return play
