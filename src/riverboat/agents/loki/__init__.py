"""Lokibot, versions A to F."""
