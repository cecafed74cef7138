"""Equity: exact where that is quick, else simulated with its standard error.

>>> equity("AdAc vs KdKc").players[0].counts
(1410336, 9308, 292660)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS
from riverboat.cards.randomness import Seed, seed_words
from riverboat.errors import OddsError, counted
from riverboat.odds.question import MOST_PLAYERS, Hand, OddsQuestion, ask, card_rows
from riverboat.odds.result import Equity
from riverboat.odds.starting_hands import against_a_random_hand, showdowns_against_one

Method = Literal["auto", "exact", "simulate"]
SIMULATIONS = 50_000
QUICK_S = 1.0  # an exact answer is given unasked when it takes about so long
PATIENT_S = 600.0  # and refused, even when asked for, when it takes longer than this
MOST_SIMULATIONS = 10**10  # ten minutes heads-up, an hour at a full table
_GAME_S = 35e-9  # what one player's part in one simulated game takes


def equity(
    hands: str | Sequence[Hand],
    *,
    board: str | Iterable[int] = "",
    dead: str | Iterable[int] = "",
    opponents: int | None = None,
    method: Method = "auto",
    simulations: int = SIMULATIONS,
    precision: float | None = None,
    seed: Seed = None,
) -> Equity:
    """The chances of hands and ranges against one another and against unknown opponents.

    `precision` asks for a standard error of every equity: it simulates until that is reached.
    """
    question = ask(hands, board=board, dead=dead, opponents=opponents)
    return answer(question, method=method, simulations=simulations, precision=precision, seed=seed)


def equity_many(
    holes: npt.NDArray[np.integer],
    boards: npt.NDArray[np.integer] | None = None,
    *,
    opponents: int = 1,
    simulations: int = SIMULATIONS,
    seed: Seed = None,
) -> Floats:
    """Win, tie and lose chances and equity of many hands against unknown opponents, in one compiled call.

    Hands have shape (n, 2), boards (n, 3), (n, 4) or (n, 5), the answer (n, 4). Against one opponent it is exact;
    against more it is simulated, with `simulations` games a hand.
    """
    ours, shown = card_rows(holes, boards, (0, 3, 4, 5))
    if not isinstance(opponents, int | np.integer) or not 1 <= opponents < MOST_PLAYERS:
        raise OddsError(f"{opponents} opponents cannot be: there can be 1 to {MOST_PLAYERS - 1}")
    _check_simulations(simulations, opponents + 1)
    found = np.empty((len(ours), 4))
    if opponents == 1 and not shown.shape[1]:
        low, high = np.sort(ours.astype(np.int64), axis=1).T
        counts = showdowns_against_one()[HOLDING_CLASS[high * (high - 1) // 2 + low]]
        shares = np.column_stack([counts, counts[:, 0] + counts[:, 1] / 2])
        return np.asarray(shares / counts.sum(axis=1, keepdims=True), dtype=np.float64)
    from riverboat.odds import many_kernel  # here, so that what is known needs no compiler

    if opponents == 1:
        many_kernel.equities(ours, shown, found)
        return found
    rng = np.random.default_rng(seed)
    states = np.array([seed_words(rng) for _ in ours], dtype=np.uint64).reshape(-1, 4)
    many_kernel.simulated_equities(states, ours, shown, HOLDING_CARDS, int(opponents), int(simulations), found)
    return found


def answer(
    question: OddsQuestion,
    *,
    method: Method = "auto",
    simulations: int = SIMULATIONS,
    precision: float | None = None,
    seed: Seed = None,
) -> Equity:
    """Answer a checked question; see `equity`."""
    steps = answer_steps(question, method=method, simulations=simulations, precision=precision, seed=seed)
    return deque(steps, maxlen=1)[0]


def answer_steps(
    question: OddsQuestion,
    *,
    method: Method = "auto",
    simulations: int = SIMULATIONS,
    precision: float | None = None,
    seed: Seed = None,
) -> Iterator[Equity]:
    """Answer a checked question, yielding what is known so far about ten times a second."""
    _check_simulations(simulations, question.players)
    if precision is not None and not 1e-6 <= precision <= 0.5:
        raise OddsError(f"a precision of {precision:g} cannot be had: ask for a standard error from 0.000001 to 0.5")
    if method == "auto" and (known := against_a_random_hand(question)) is not None:
        yield known
        return
    from riverboat.odds.exact import plan_exact  # here, so that what is known needs no compiler
    from riverboat.odds.simulated import simulated

    plan = None if method == "simulate" else plan_exact(question)
    if method == "exact" and (plan is None or plan.seconds > PATIENT_S):
        names = " vs ".join(question.names)
        raise OddsError(f"an exact answer for {names} would take more than ten minutes: leave out --exact to simulate")
    if plan is not None and (method == "exact" or plan.seconds <= QUICK_S):
        yield plan.run()
        return
    yield from simulated(question, simulations, precision, seed_words(seed))


def _check_simulations(simulations: int, players: int) -> None:
    if not isinstance(simulations, int | np.integer):
        raise OddsError(f"{simulations!r} simulations cannot be: a whole number, 1 or more")
    if simulations < 1:
        raise OddsError(f"{simulations} simulations tell nothing: ask for 1 or more")
    if simulations > MOST_SIMULATIONS:
        takes = told_duration(simulations * players * _GAME_S)
        raise OddsError(
            f"{simulations:,} simulations would take about {takes}: ask for at most {MOST_SIMULATIONS:,}, "
            "or for a precision"
        )


def told_duration(seconds: float) -> str:
    """How long something takes, in the unit that suits it: "3 hours", "2,000 years"."""
    for unit, length in (("year", 365.25 * 86_400), ("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            return counted(round(seconds / length), unit)
    return counted(round(seconds), "second")
