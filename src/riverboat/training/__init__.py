"""Everything that learns over many games."""
