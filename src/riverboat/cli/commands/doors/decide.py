"""`riverboat decide`: an agent behind HTTP."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.output import announce_compiling, out


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("decide")(decide)


def decide(
    agent: Annotated[str, typer.Argument(help="The agent that decides; `riverboat agents` lists them.")],
    host: Annotated[
        str, typer.Option(help="The address to listen on; 127.0.0.1 is for this machine only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = 8766,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="RIVERBOAT_TOKEN", help="The token that callers must send; needed if other machines can connect."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="The seed for the agent's random choices, used afresh for every decision.")
    ] = 0,
) -> None:
    """Make decisions over HTTP: POST /decide takes what a seat sees, as JSON, and answers with an action."""
    announce_compiling()
    from riverboat.doors.decision_server import check_token, decision_app
    from riverboat.web.serving import listen, make_server

    check_token(host, token)
    app = decision_app(agent, token=token, seed=seed)
    sockets = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{sockets[0].getsockname()[1]}/decide"
    out.print(f"{agent} decides at {address}  (Ctrl-C ends it)", highlight=False, soft_wrap=True)
    make_server(app).run(sockets=sockets)
