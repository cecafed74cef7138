"""A PostgreSQL server of our own for the tests, where Debian's package is installed: fixtures for those who ask."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S, until


def _server_programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    return Path(named).parent if named else None


def _server_user() -> str | None:
    """The server refuses to run as root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    pytest.skip("running as root and no user postgres or nobody for the server")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server that lives as long as the tests do, reached through a socket in its own folder."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'riverboat[postgres]'")
    programs = _server_programs()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed (Debian: apt-get install postgresql)")
    user = _server_user()
    folder = Path(tempfile.mkdtemp(prefix="rb-pg-", dir="/tmp"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        settings = {"user": user, "cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
        initdb = [programs / "initdb", "-D", folder / "data", "-U", "riverboat", "-A", "trust", "-E", "UTF8", "-N"]
        subprocess.run(initdb, check=True, **settings)  # type: ignore[call-overload]
        command = [programs / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses="]
        server = subprocess.Popen(command, **settings)  # type: ignore[call-overload]
        try:
            url = f"postgresql://riverboat@/postgres?host={folder}"
            _wait_for(url)
            yield url
        finally:
            server.terminate()
            server.wait(PATIENCE_S)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(url: str) -> None:
    import psycopg

    def answers() -> bool:
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(url).close()
            return True
        return False

    until(answers, "the PostgreSQL server starts")


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """An empty database on the server."""
    import psycopg

    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS hands WITH (FORCE)")
        connection.execute("CREATE DATABASE hands")
    return postgres_server.replace("/postgres?", "/hands?")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "hands.db")
    url: str = request.getfixturevalue("postgres_url")
    return url
