"""`riverboat serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import announce_compiling, err, out
from riverboat.cli.records import DatabaseOption

if TYPE_CHECKING:
    import uvicorn


#: Groups of kernels without which no table can be played.
NEEDED = ("evaluator", "rules of the games", "agents")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 127.0.0.1 is this machine alone.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8765,
    database: DatabaseOption = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
) -> None:
    """Open the page: play, ask the partner, look back, read the studies. Ctrl-C ends it; tables are kept."""
    announce_compiling()
    from riverboat.cli.warmup import steps
    from riverboat.records.store import Store
    from riverboat.web.application import create_app
    from riverboat.web.guarding import LOOPBACK
    from riverboat.web.serving import listen, make_server, settle_process

    local = host in LOOPBACK
    if not local:
        err.print(
            f"[yellow]warning:[/] on {host} everyone in your network can open the page and play. "
            "Each person has tables of his own, but nothing is encrypted."
        )
    Store(database).close()  # a database that can't be opened is told here, in one line
    sockets = listen(host, port)
    for name, compile_now in steps():
        if name in NEEDED:  # is compiled before somebody waits for it
            compile_now()
    port = sockets[0].getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown if host not in ('0.0.0.0', '::') else 'localhost'}:{port}/"
    server = make_server(create_app(database, hosts=LOOPBACK if local else None))
    out.print(f"Riverboat is open at {url}  (Ctrl-C ends it; your tables are kept)", highlight=False, soft_wrap=True)
    if not no_browser:
        _open_browser(server, url)
    settle_process()
    server.run(sockets=sockets)


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
