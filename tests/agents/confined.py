"""Bots shut in as a test wants it, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from riverboat.agents.bots.confinement import NAMESPACES, PLAIN, landlock_version
from riverboat.agents.bots.programs import process_of, program_agent
from riverboat.agents.bots.starter_client import stop_idle_starter
from riverboat.agents.names import parse_agent_name


@cache
def offers(mode: str) -> bool:
    """Whether this system can shut bots in so."""
    if mode != NAMESPACES:
        return mode == PLAIN or landlock_version() > 0
    stop_idle_starter()
    process = process_of(program_agent(parse_agent_name("exec:true")))
    process.close()
    return process.mode == NAMESPACES


@contextmanager
def shut_in(mode: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All bots in here are shut in so; skips where the system can't."""
    if not offers(mode):
        pytest.skip(f"this system has no {mode}")
    stop_idle_starter()
    monkeypatch.setenv("RIVERBOAT_CONFINEMENT", mode)
    try:
        yield
    finally:
        stop_idle_starter()
