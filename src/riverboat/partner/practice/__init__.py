"""Practice: exercises by theme and from a player's own mistakes, which come back until they are right."""
