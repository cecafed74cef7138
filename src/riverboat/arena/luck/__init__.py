"""Luck-adjusted results: what a hand gave, less what chance and the known players' own draws added to it (AIVAT)."""
