"""Commands on recorded hands."""
