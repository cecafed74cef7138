"""Players of Bluff."""
