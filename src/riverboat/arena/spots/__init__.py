"""Solved spots at work: many of them on many processes, and a table to practise one at."""
