"""Hands that a visitor has brought from elsewhere: files in, figures and hands out, for their eyes alone."""
