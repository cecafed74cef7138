"""Heads-up limit Hold'em as a whole: its betting tree, buckets of holdings, and best responses over all cards."""
