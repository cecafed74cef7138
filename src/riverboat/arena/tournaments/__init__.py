"""Elimination tournaments."""
