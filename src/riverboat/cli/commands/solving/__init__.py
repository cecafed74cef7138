"""Commands that solve games, and measure players against the best answer."""
