"""The application: routes, static files, and the door around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from riverboat.errors import NotStored, RiverboatError, StoreError
from riverboat.records.store.page_keys import has_been_here, page_key
from riverboat.version import __version__
from riverboat.warmup import Step
from riverboat.web.compiling import Compiling
from riverboat.web.compiling import router as compiling_router
from riverboat.web.door import LOOPBACK, Guard, RateLimits
from riverboat.web.lobby import THINK_S, Lobby
from riverboat.web.own.hall import OwnSettings
from riverboat.web.presence import SILENCE_S
from riverboat.web.requests import readable
from riverboat.web.routes import analysis as analysis_routes
from riverboat.web.routes import experiment as experiment_routes
from riverboat.web.routes import hands as hands_routes
from riverboat.web.routes import league as league_routes
from riverboat.web.routes import learn as learn_routes
from riverboat.web.routes import lobby as lobby_routes
from riverboat.web.routes import own as own_routes
from riverboat.web.routes import partner as partner_routes
from riverboat.web.routes import practice as practice_routes
from riverboat.web.routes import study as study_routes
from riverboat.web.routes import table as table_socket
from riverboat.web.routes import watch as watch_routes
from riverboat.web.static_files import Compressed, serve_static
from riverboat.web.texts import refusals
from riverboat.web.visitors import Identities, NotYours, words_for_visitors
from riverboat.web.workers import Crowded, Gone

IDLE_S = 3600.0
_ROUTERS = (
    lobby_routes,
    learn_routes,
    analysis_routes,
    practice_routes,
    hands_routes,
    own_routes,
    partner_routes,
    watch_routes,
    experiment_routes,
    study_routes,
    league_routes,
    table_socket,
)


def create_app(
    database: str | None = None,
    *,
    hosts: Collection[str] | None = LOOPBACK,
    addresses: bool = False,
    password: str | None = None,
    think_s: float = THINK_S,
    requests_per_s: float = 60,
    messages_per_s: float = 20,
    idle_s: float = IDLE_S,
    compiling: Sequence[Step] = (),
) -> FastAPI:
    """The page as an application; `hosts` are the names it answers to, None for any; see `Guard` for the rest.

    What `compiling` lists is compiled in the background. `app.state.own` says what visitors may bring; whoever
    serves may put another setting there before it starts.
    """

    @asynccontextmanager
    async def live(app: FastAPI) -> AsyncIterator[None]:
        hall = app.state.hall = Lobby(database, think_s=think_s, silence_s=app.state.silence_s, own=app.state.own)
        key = await hall.run(page_key, hall.store, "visitors")
        app.state.identities = Identities(key, partial(hall.run, has_been_here, hall.store))
        app.state.compiling.start()
        try:
            yield
        finally:
            await app.state.hall.close()
            await asyncio.to_thread(app.state.compiling.stop)

    app = FastAPI(
        title="Riverboat",
        version=__version__,
        summary="Sit down, play, ask the partner, look back, read the studies.",
        lifespan=live,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.compiling = Compiling(compiling)
    app.state.own = OwnSettings()
    app.state.messages_per_s = messages_per_s  # that one line to a table may bring
    app.state.idle_s = idle_s  # so long may it bring none
    app.state.silence_s = SILENCE_S  # so long do others wait for a person at their table
    app.state.new_tables = RateLimits(burst=8 * requests_per_s, per_second=requests_per_s / 3600)  # of an address
    app.add_middleware(Compressed, minimum_size=800, compresslevel=5)
    app.add_middleware(Guard, hosts=hosts, addresses=addresses, password=password, requests_per_s=requests_per_s)
    for router in (*(module.router for module in _ROUTERS), compiling_router):
        app.include_router(router, responses={404: {"description": "not there, or not yours"}})
    _explain_errors(app)

    serve_static(app)
    return app


def _explain_errors(app: FastAPI) -> None:
    """Every mistake becomes one clear line with the right status."""

    @app.exception_handler(NotYours)
    async def not_yours(request: Request, error: NotYours) -> JSONResponse:
        return JSONResponse({"detail": refusals.NOT_YOURS}, 404)

    @app.exception_handler(Crowded)
    async def crowded(request: Request, error: Crowded) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 429)

    @app.exception_handler(Gone)
    async def gone(request: Request, error: Gone) -> Response:
        return Response(status_code=499)  # nobody reads it

    @app.exception_handler(NotStored)
    async def not_stored(request: Request, error: NotStored) -> JSONResponse:
        return JSONResponse({"detail": words_for_visitors(error)}, 404)

    @app.exception_handler(StoreError)
    async def store(request: Request, error: StoreError) -> JSONResponse:
        return JSONResponse({"detail": words_for_visitors(error)}, 503)

    @app.exception_handler(RiverboatError)
    async def ours(request: Request, error: RiverboatError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 409)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"detail": readable(error.errors())}, 422)
