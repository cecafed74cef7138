"""Strength, potential and equity."""
