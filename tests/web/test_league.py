"""The leaderboard on the page: saved leagues, and nothing else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest

from riverboat.web.application import create_app


def test_a_saved_league_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.arena.league.saved.SAVED", tmp_path)
    monkeypatch.setattr("riverboat.web.routes.league.SAVED", tmp_path)
    asyncio.run(_looked_at(f"sqlite:///{tmp_path / 'hands.db'}", tmp_path))


async def _looked_at(database: str, saved: Path) -> None:
    app = create_app(database)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as page,
    ):
        assert (await page.get("/api/league")).json() == {"games": []}
        assert (await page.get("/api/league/holdem-limit")).status_code == 404
        keys = ("game", "agents", "hands", "rings", "session_hands", "seed", "pairs", "standings", "unit", "command")
        (saved / "holdem-limit.json").write_text(json.dumps({**dict.fromkeys(keys, 1), "adjusted": True}), "utf-8")
        assert (await page.get("/api/league")).json() == {"games": ["holdem-limit"]}
        told = (await page.get("/api/league/holdem-limit")).json()
        assert told["standings"] == 1
        assert told["picture"] is False
        assert (await page.get("/api/league/holdem-limit/picture")).status_code == 404
        assert (await page.get("/api/league/..%2fpasswd")).status_code in (404, 422)
