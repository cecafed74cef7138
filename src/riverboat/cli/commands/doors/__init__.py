"""Commands of the doors: programs of others play here, and ours elsewhere."""
