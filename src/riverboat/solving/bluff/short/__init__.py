"""Players who remember the last few bids: public states, regret minimisation over them, strategies in files."""
