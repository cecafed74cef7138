"""Players that are networks."""
