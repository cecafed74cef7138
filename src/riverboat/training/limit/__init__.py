"""Around the training of `equilibrium`: both sides at once, and its curve."""
