"""Simulated novices, to measure what a partner is worth: what all have in common, and one module a game."""
