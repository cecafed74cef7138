"""An application asked in the process of the test, without a server."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from fastapi import FastAPI


class Asked:
    """Sends requests to an application, one after another."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def get(self, path: str) -> httpx.Response:
        return self._ask("GET", path)

    def post(self, path: str, **words: Any) -> httpx.Response:
        return self._ask("POST", path, **words)

    def _ask(self, method: str, path: str, **words: Any) -> httpx.Response:
        return asyncio.run(self._answer(method, path, **words))

    async def _answer(self, method: str, path: str, **words: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **words)
