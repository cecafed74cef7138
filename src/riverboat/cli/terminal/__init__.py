"""Play and replay at the terminal."""
