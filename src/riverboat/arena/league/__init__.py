"""The league: every agent of a game against every other, heads-up and at a full table, and how each one stands."""
