"""The page's own files: under an address that changes with what is in them, so that a browser may keep them for good.

`/static/DIGEST/js/main.js` imports its neighbours by relative paths, so that all of them stand under one digest: no
build step, and one visit fetches each file once.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

STATIC = Path(__file__).with_name("static")
FOREVER = "public, max-age=31536000, immutable"
#: What the first view needs, fetched side by side with the first module instead of one after another.
FIRST_VIEW = ("lobby",)
_WHOLE = ("/static", "/api/lobby", "/api/studies")
_IMPORT = re.compile(r"""^(?:import|export) [^"']*?from "\./([\w/.-]+)\.js";""", re.MULTILINE)


class Compressed(GZipMiddleware):
    """Compresses what is fetched whole; what goes out piece by piece, as it happens, stays as it is."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Compress an answer, or pass it on."""
        whole = scope["type"] == "http" and (scope["path"] == "/" or scope["path"].startswith(_WHOLE))
        await (super().__call__ if whole else self.app)(scope, receive, send)


class KeptFiles(StaticFiles):
    """Static files that never change under their address."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, which a browser may keep for a year."""
        answer = await super().get_response(path, scope)
        answer.headers["cache-control"] = FOREVER
        return answer


@cache
def digest() -> str:
    """A number that stands for the content of all files of the page."""
    found = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            found.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def modules_for(*names: str) -> list[str]:
    """Modules with all that they import, each once."""
    found: list[str] = []
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            folder = name.rpartition("/")[0]
            imported = _IMPORT.findall((STATIC / "js" / f"{name}.js").read_text("utf-8"))
            waiting += [f"{folder}/{other}" if folder else other for other in imported]
    return found


@cache
def page_text() -> str:
    """The page, its files under their digest, and what the first view needs told beforehand."""
    base = f"/static/{digest()}"
    preloads = [f'<link rel="modulepreload" href="{base}/js/{name}.js">' for name in modules_for("main", *FIRST_VIEW)]
    preloads.append('<link rel="preload" href="/api/lobby" as="fetch" crossorigin="anonymous">')
    text = (STATIC / "index.html").read_text("utf-8").replace("/static/", f"{base}/")
    return text.replace("</head>", "\n".join(f"  {line}" for line in preloads).lstrip() + "\n</head>")


def serve_static(app: FastAPI) -> None:
    """The page at `/`, its files, and a page in words for addresses that lead nowhere."""

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    def page() -> HTMLResponse:
        return HTMLResponse(page_text())

    app.mount(f"/static/{digest()}", KeptFiles(directory=STATIC), name="kept")
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and wants_page and not request.url.path.startswith(("/api", "/static", "/ws")):
            return HTMLResponse(page_text(), 404)  # the page itself says that there is nothing at this address
        return JSONResponse({"detail": error.detail}, error.status_code, headers=error.headers)
