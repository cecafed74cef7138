"""The bets of one player as the other sees them: how large, what each says of a hand, and what the cards promised."""

from __future__ import annotations

from riverboat.agents.stud.chances import win_rate
from riverboat.agents.stud.equations import expect_of, implied_strength
from riverboat.agents.stud.situation import StudMove, cards_at, read_moves, up_at
from riverboat.games import CardObservation
from riverboat.modeling.tendencies import Bet, ShownBet

BETS = ("bet", "raise")


def bet_at(seen: CardObservation, move: StudMove, *, seed: int = 0) -> Bet:
    """A bet or raise, as the opponent saw it when it was made."""
    seat, other, turn = move.seat, 1 - move.seat, move.turn
    his_up, our_up = up_at(seen, seat, turn), up_at(seen, other, turn)
    return Bet(
        strength=expect_of(win_rate(cards_at(seen, other, turn), his_up, seed=seed).rate),
        size=move.share,
        turn=turn,
        implied=implied_strength(move.call + move.size, seen.small_bet, move.pot),
        foreseen=expect_of(win_rate(his_up, our_up, seed=seed).rate),
    )


def last_bet(seen: CardObservation, seat: int, at: int, *, seed: int = 0) -> Bet | None:
    """What a seat last did before place `at` of the history, if that was a bet or a raise."""
    moves = [move for move in read_moves(seen) if move.seat == seat and move.at < at]
    return bet_at(seen, moves[-1], seed=seed) if moves and moves[-1].kind in BETS else None


def bets_of(seen: CardObservation, seat: int, *, seed: int = 0) -> list[ShownBet]:
    """The bets and raises of a seat in a game that is over, each with what was behind it."""
    found = []
    for move in read_moves(seen):
        if move.seat == seat and move.kind in BETS:
            cards, our_up = cards_at(seen, seat, move.turn), up_at(seen, 1 - seat, move.turn)
            actual = expect_of(win_rate(cards, our_up, seed=seed).rate)
            found.append(ShownBet(bet=bet_at(seen, move, seed=seed), actual=actual))
    return found
