"""`riverboat mcp`: tools for language models."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from riverboat.cli.output import out


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mcp")(mcp)


def mcp(
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="Listen at a port (0: a free one); by default use standard input and output."
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(help="The address to listen on; 127.0.0.1 is for this machine only.")
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(
            envvar="RIVERBOAT_TOKEN", help="The token that callers must send; needed if other machines can connect."
        ),
    ] = None,
) -> None:
    """Offer odds, advice and rated matches as tools for language models, by the Model Context Protocol."""
    from riverboat.doors.decision_server import check_token
    from riverboat.doors.mcp.server import mcp_app, mcp_server
    from riverboat.doors.mcp.tools import Matches

    matches = Matches()
    try:
        if port is None:
            server = mcp_server(matches)
            print("riverboat mcp speaks over standard input and output (Ctrl-C ends it)", file=sys.stderr)
            server.run("stdio")
            return
        check_token(host, token)
        app = mcp_app(host, token, matches)
        from riverboat.web.serving import listen, make_server

        sockets = listen(host, port)
        shown = f"[{host}]" if ":" in host else host
        out.print(f"tools at http://{shown}:{sockets[0].getsockname()[1]}/mcp  (Ctrl-C ends it)", soft_wrap=True)
        make_server(app).run(sockets=sockets)
    finally:
        matches.close()
