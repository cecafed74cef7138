"""Matches: plans, tables of agents, results."""
