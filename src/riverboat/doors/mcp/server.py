"""`riverboat mcp`: the tools behind the Model Context Protocol, over standard input and output or at a port."""

from __future__ import annotations

import functools
import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from anyio import to_thread

from riverboat.doors.extras import need
from riverboat.doors.mcp import tools
from riverboat.errors import RiverboatError
from riverboat.version import __version__

_INSTRUCTIONS = (
    "Games of hidden information. Ask for odds, equity and advice, or play a rated match: start_match, then act until "
    "it is over. Answer with one of the actions; TOTAL is the amount that a bet or raise goes to."
)


def mcp_server(matches: tools.Matches | None = None) -> Any:
    """The server with all its tools."""
    made = need("mcp.server.mcpserver", "mcp")
    refused = need("mcp.server.mcpserver.exceptions", "mcp").ToolError
    server = made.MCPServer("riverboat", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING")
    held = matches or tools.Matches()
    for tool in (
        tools.odds,
        tools.equity,
        tools.legal_actions,
        tools.advise,
        tools.players,
        held.start_match,
        held.look,
        held.act,
        held.match_advice,
        held.match_result,
        held.leave_match,
    ):
        server.add_tool(_in_thread(tool, refused))
    return server


def _in_thread(tool: Callable[..., dict[str, Any]], refused: type[Exception]) -> Callable[..., Any]:
    """A tool that does not hold up the others, and whose refusals are sentences."""

    @functools.wraps(tool)
    async def call(*arguments: Any, **named: Any) -> Any:
        try:
            return await to_thread.run_sync(functools.partial(tool, *arguments, **named))
        except RiverboatError as error:
            raise refused(str(error)) from None

    return call


Scope = MutableMapping[str, Any]
Handler = Callable[[Scope, Any, Any], Awaitable[None]]


def guarded(app: Handler, token: str | None) -> Handler:
    """An application that lets in only who says the token, where there is one."""

    async def let_in(scope: Scope, receive: Any, send: Any) -> None:
        if token and scope["type"] == "http":
            said = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(said, f"Bearer {token}".encode()):
                start = {"type": "http.response.start", "status": 401, "headers": [(b"content-type", b"text/plain")]}
                await send(start)
                await send({"type": "http.response.body", "body": b"say the token: Authorization: Bearer TOKEN\n"})
                return
        await app(scope, receive, send)

    return let_in


def mcp_app(host: str, token: str | None, matches: tools.Matches | None = None) -> Handler:
    """The server as an application at a port: `/mcp` speaks the streamable HTTP of the protocol."""
    return guarded(mcp_server(matches).streamable_http_app(host=host), token)
