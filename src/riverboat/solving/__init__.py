"""Games solved: sequence form, linear programs, regret minimisation, best responses and exact certificates.

`solve` takes any two-player zero-sum game, `solve_bluff` knows the structure of Bluff, `solve_spot` solves a spot of
Hold'em after the flop; more about spots stands in `riverboat.solving.spots`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import face

if TYPE_CHECKING:
    from riverboat.solving.bluff.round import bluff_steps, solve_bluff
    from riverboat.solving.policy import Policy, TablePolicy
    from riverboat.solving.settings import METHODS, Wish
    from riverboat.solving.solution import Progress, Size, Solution, StrategyRow
    from riverboat.solving.solver import solve, solve_steps
    from riverboat.solving.spots.run import solve_spot
    from riverboat.solving.spots.solution import SpotSolution
    from riverboat.solving.spots.spot import Spot
    from riverboat.solving.strategy_files import read_strategies, write_strategies
    from riverboat.solving.verification import Verification, verify_steps

__all__ = [
    "METHODS",
    "Policy",
    "Progress",
    "Size",
    "Solution",
    "Spot",
    "SpotSolution",
    "StrategyRow",
    "TablePolicy",
    "Verification",
    "Wish",
    "bluff_steps",
    "read_strategies",
    "solve",
    "solve_bluff",
    "solve_spot",
    "solve_steps",
    "verify_steps",
    "write_strategies",
]

__getattr__, __dir__ = face(
    __name__,
    {
        "METHODS": "settings",
        "Policy": "policy",
        "Progress": "solution",
        "Size": "solution",
        "Solution": "solution",
        "Spot": "spots.spot",
        "SpotSolution": "spots.solution",
        "StrategyRow": "solution",
        "TablePolicy": "policy",
        "Verification": "verification",
        "Wish": "settings",
        "bluff_steps": "bluff.round",
        "read_strategies": "strategy_files",
        "solve": "solver",
        "solve_bluff": "bluff.round",
        "solve_spot": "spots.run",
        "solve_steps": "solver",
        "verify_steps": "verification",
        "write_strategies": "strategy_files",
    },
)
