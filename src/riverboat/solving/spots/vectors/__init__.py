"""Trees of bets walked through with whole ranges as vectors: what is dealt, rows in memory, and passes over them."""
