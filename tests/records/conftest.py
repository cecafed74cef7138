from __future__ import annotations

from tests.postgresql import database_url, postgres_server, postgres_url

__all__ = ["database_url", "postgres_server", "postgres_url"]
