"""Fit the value of states that luck is measured with: `python -m riverboat.training.luck_values AGENT --out FILE`.

An agent plays heads-up limit Hold'em against itself; how the hands ended is fitted to the states they went through.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from riverboat.arena import match_plan, play_match
from riverboat.arena.luck.luck_kernel import MOST_STEPS, STEP_COLUMNS, HandCards, read_steps
from riverboat.arena.luck.values import LimitValues, PlayedHand, fit_values
from riverboat.arena.matches.table import FinishedHand
from riverboat.arrays import Floats
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.games import CardState
from riverboat.odds.matchup_kernel import matchups


def class_equities() -> Floats:
    """[class, class] the exact chance to win of one class of starting hands against another, ties half."""
    found = np.zeros((CLASSES, CLASSES))
    order = np.argsort(HOLDING_CLASS, kind="stable")
    for one in range(CLASSES):
        own = HOLDING_CARDS[np.flatnonzero(HOLDING_CLASS == one)[0]]
        others = order[~np.isin(HOLDING_CARDS[order], own).any(axis=1)]
        rows = np.hstack([np.tile(own, (len(others), 1)), HOLDING_CARDS[others]]).astype(np.int64)
        counts = np.zeros((len(rows), 3), np.int64)
        matchups(rows, np.zeros(52, np.uint8), counts)
        won = (counts[:, 0] + counts[:, 1] / 2) / counts.sum(axis=1)
        classes = HOLDING_CLASS[others]
        found[one] = np.bincount(classes, won, CLASSES) / np.maximum(np.bincount(classes, minlength=CLASSES), 1)
    return np.asarray((found + 1 - found.T) / 2)


def played_hands(agent: str, hands: int, seed: int) -> list[PlayedHand]:
    """Hands of an agent against itself, every deal once."""
    plan = match_plan([agent, agent], hands=hands, seed=seed, duplicate=False)
    found: list[PlayedHand] = []
    steps = np.zeros((MOST_STEPS, STEP_COLUMNS), np.int64)

    def keep(hand: FinishedHand) -> None:
        state = hand.state
        assert isinstance(state, CardState)
        count = read_steps(state.hand, steps)
        blind = 1 - state.button
        held = np.array([*state.cards(blind), *state.cards(1 - blind)], np.uint8)
        board = np.zeros(5, np.uint8)
        board[: len(state.board)] = state.board
        won = float(state.returns()[blind]) / plan.unit.chips
        cards = HandCards(held, board, len(state.board))
        found.append(PlayedHand(cards=cards, steps=steps[:count].copy(), won=won))

    play_match(plan, on_hand=keep)
    return found


def train_values(agent: str, hands: int, seed: int) -> LimitValues:
    """Values fitted to hands of an agent against itself."""
    command = f"python -m riverboat.training.luck_values {agent} --hands {hands} --seed {seed}"
    return fit_values(played_hands(agent, hands, seed), class_equities(), command)


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description="Fit the value of states that luck is measured with.")
    parser.add_argument("agent")
    parser.add_argument("--hands", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    typed = parser.parse_args()
    train_values(typed.agent, typed.hands, typed.seed).save(typed.out)


if __name__ == "__main__":
    main()
