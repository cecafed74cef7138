"""Odds of Omaha."""
