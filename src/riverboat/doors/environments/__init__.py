"""Environments for learners: one hand at a time (Gymnasium, PettingZoo), or thousands in one compiled call."""
