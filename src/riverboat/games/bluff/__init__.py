"""Bluff (Liar's Dice): dice and bids, a round, a match."""
