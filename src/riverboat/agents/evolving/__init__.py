"""The evolving player."""
