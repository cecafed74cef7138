"""Extensive games in Gambit's .efg format."""
