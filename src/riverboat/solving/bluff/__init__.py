"""Bluff solved by its structure: rounds as linear programs or by regret, whole matches, strategies in files."""

from riverboat.solving.bluff.round import solve_bluff

__all__ = ["solve_bluff"]
