"""Hands as poker rooms write them: one module a way of writing, `settling` for what they have in common."""
