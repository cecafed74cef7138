"""Bots: programs of their own in processes of their own."""
