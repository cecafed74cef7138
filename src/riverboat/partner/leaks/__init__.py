"""Habits that cost: found, priced, and named where it is sure."""
