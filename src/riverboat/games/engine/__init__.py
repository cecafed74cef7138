"""The betting engine that all card games share: one record of a hand, and the rules as functions on it."""
