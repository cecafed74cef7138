"""Readers and writers of hand histories, one module a format."""
