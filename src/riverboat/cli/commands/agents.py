"""`riverboat agents`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from riverboat.cli.output import Json, out, print_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("agents")(agents)


def agents(
    name: Annotated[str | None, typer.Argument(help="Show this agent's parameters.")] = None, json: Json = False
) -> None:
    """List the agents that can play, with a line on each; with a name, show that agent's parameters."""
    from riverboat.agents import AGENTS, agent_entry
    from riverboat.agents.exploitability import saved_figures

    chosen = [agent_entry(name)] if name else list(AGENTS.values())
    if json:
        listed = [
            {
                "name": entry.name,
                "description": entry.line,
                "games": list(entry.games),
                "remembers": entry.remembers,
                "parameters": [vars(parameter) for parameter in entry.parameters],
                "exploitability": [figure.to_json() for figure in saved_figures(entry.name)],
            }
            for entry in chosen
        ]
        print_json({"agents": listed}, None)
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for entry in chosen:
        table.add_row(entry.name, entry.line)
    out.print(table)
    if name:
        for figure in saved_figures(name):
            out.print(f"Its best opponent wins {figure.words} at {figure.game}, measured on {figure.date}.")
        table = Table(box=None, pad_edge=False)
        for heading in ("parameter", "default", "from", "to", "what it means"):
            table.add_column(heading)
        for parameter in chosen[0].parameters:
            numbers = (f"{value:g}" for value in (parameter.default, parameter.low, parameter.high))
            table.add_row(parameter.name, *numbers, parameter.line)
        out.print(table if chosen[0].parameters else "It has no parameters.")
    else:
        out.print('Set parameters like "tight-aggressive:aggression=0.7"; bots are FILE.py:Class or exec:COMMAND.')
