"""Cards, decks, holdings, ranges and the evaluator."""
