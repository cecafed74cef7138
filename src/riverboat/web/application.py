"""The application: routes, static files, and the door around them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

from riverboat.errors import RiverboatError, StoreError
from riverboat.version import __version__
from riverboat.web import (
    experiment_routes,
    hands_routes,
    lobby_routes,
    partner_routes,
    study_routes,
    table_socket,
    watch_routes,
)
from riverboat.web.asking import readable
from riverboat.web.guarding import LOOPBACK, Guard
from riverboat.web.hall import THINK_S, Hall
from riverboat.web.visitors import NotYours, words_for_visitors

STATIC = Path(__file__).with_name("static")
_ROUTERS = (lobby_routes, hands_routes, partner_routes, watch_routes, experiment_routes, study_routes, table_socket)


def create_app(
    database: str | None = None,
    *,
    hosts: Collection[str] | None = LOOPBACK,
    think_s: float = THINK_S,
    requests_per_s: float = 60,
    messages_per_s: float = 20,
) -> FastAPI:
    """The page as an application; `hosts` are the names it answers to, None for any."""

    @asynccontextmanager
    async def live(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = Hall(database, think_s=think_s)
        try:
            yield
        finally:
            await app.state.hall.close()

    app = FastAPI(
        title="Riverboat",
        version=__version__,
        summary="Sit down, play, ask the partner, look back, read the studies.",
        lifespan=live,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.messages_per_s = messages_per_s  # that one line to a table may bring
    app.add_middleware(Guard, hosts=hosts, requests_per_s=requests_per_s)
    for module in _ROUTERS:
        app.include_router(module.router, responses={404: {"description": "not there, or not yours"}})
    _explain_errors(app)

    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


def _explain_errors(app: FastAPI) -> None:
    """Every mistake becomes one clear line with the right status."""

    @app.exception_handler(NotYours)
    async def not_yours(request: Request, error: NotYours) -> JSONResponse:
        return JSONResponse({"detail": "there is no such table of yours"}, 404)

    @app.exception_handler(StoreError)
    async def store(request: Request, error: StoreError) -> JSONResponse:
        return JSONResponse({"detail": words_for_visitors(error)}, 503)

    @app.exception_handler(RiverboatError)
    async def ours(request: Request, error: RiverboatError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 409)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"detail": readable(error.errors())}, 422)
