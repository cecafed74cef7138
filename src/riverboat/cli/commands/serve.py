"""`riverboat serve`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import announce_compiling, err, out
from riverboat.cli.store_options import DatabaseOption
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    import uvicorn


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 127.0.0.1 is for this machine only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = 8765,
    database: DatabaseOption = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    password: Annotated[
        str | None,
        typer.Option(
            envvar="RIVERBOAT_PASSWORD",
            help="The password for visitors; you are asked for one if other machines can connect.",
        ),
    ] = None,
    open_to_all: Annotated[bool, typer.Option("--open", help="Let in everyone who can reach the address.")] = False,
    names: Annotated[list[str] | None, typer.Option("--name", help="A name under which the page is reached.")] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="A certificate (PEM), so that the page is encrypted.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key, if not in the same file.")] = None,
    own_hands: Annotated[
        bool,
        typer.Option("--own-hands", help="Show the database's hands under Your hands; on this machine only."),
    ] = False,
) -> None:
    """Open the page: play, ask the partner, look back, read the studies. Ctrl-C ends it; tables are kept."""
    announce_compiling()
    from riverboat.records.store.hand_store import Store
    from riverboat.warmup import steps
    from riverboat.web.application import create_app
    from riverboat.web.door import LOOPBACK, served_names
    from riverboat.web.own.hall import OWN_MACHINE, OwnSettings
    from riverboat.web.serving import check_tls, listen, make_server, settle_process

    local = host in LOOPBACK
    if own_hands and (not local or names):
        raise ArenaError(
            "--own-hands shows all hands of the database, so it is for this machine only: leave out --host"
        )
    check_tls(tls_cert, tls_key)
    if not local:
        password = _password(host, password, open_to_all=open_to_all)
        if tls_cert is None:
            err.print("[yellow]warning:[/] nothing is encrypted: give a certificate with --tls-cert and --tls-key.")
    Store(database).close()  # a database that can't be opened is told here, in one line
    sockets = listen(host, port)
    port = sockets[0].getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    url = f"{'https' if tls_cert else 'http'}://{shown if host not in ('0.0.0.0', '::') else 'localhost'}:{port}/"
    hosts = frozenset((*LOOPBACK, *(names or ()))) if local else served_names(host, names or ())
    own = replace(OWN_MACHINE, shared=own_hands) if local else OwnSettings()
    app = create_app(database, hosts=hosts, addresses=not local, password=password, compiling=steps())
    app.state.own = own
    server = make_server(app, tls=(tls_cert, tls_key))
    out.print(f"Riverboat is open at {url}  (Ctrl-C ends it; your tables are kept)", highlight=False, soft_wrap=True)
    if not no_browser:
        _open_browser(server, url)
    settle_process()
    server.run(sockets=sockets)


def _password(host: str, password: str | None, *, open_to_all: bool) -> str | None:
    """What visitors from elsewhere must say; None where everyone is let in."""
    if password and open_to_all:
        raise ArenaError("--open lets everyone in, and --password does not: give only one of them")
    if open_to_all:
        err.print(f"[yellow]warning:[/] on {host} everyone who can reach this machine can open the page and play.")
        return None
    if not password and sys.stdin.isatty():
        password = typer.prompt(f"On {host} others can reach the page. A password for them", hide_input=True)
    if not password:
        raise ArenaError(
            f"on {host} others can reach the page: set a password (RIVERBOAT_PASSWORD or --password), "
            "or let everyone in with --open"
        )
    return password


def _open_browser(server: uvicorn.Server, url: str) -> None:
    """Open the page as soon as the server answers."""
    import threading
    import time
    import webbrowser

    def wait() -> None:
        while not server.started and not server.should_exit:
            time.sleep(0.05)
        if server.started:
            webbrowser.open(url)

    threading.Thread(target=wait, daemon=True).start()
