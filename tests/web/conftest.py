from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql import database_url, postgres_server, postgres_url
from tests.web.playing import Person, serving

__all__ = ["database_url", "postgres_server", "postgres_url"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path: Path = tmp_path_factory.mktemp("page") / "hands.db"
    with serving(str(path)) as url:
        yield url


@pytest.fixture
def person(server: str) -> Iterator[Person]:
    somebody = Person(server)
    yield somebody
    somebody.close()
