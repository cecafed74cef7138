"""The store: hands, sessions, people and what is remembered, in SQLite or PostgreSQL."""

from riverboat.records.store.hand_store import Store, StoredHand

__all__ = ["Store", "StoredHand"]
