"""Pages made from what the package says of itself: one a command, a game's facts, one an agent, one a study."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from riverboat.agents.exploitability import saved_figures
from riverboat.agents.registry import AGENTS
from riverboat.games.catalog import GAMES, GameEntry
from riverboat.studies.registry import SAVED, STUDIES, read_saved
from website.sources import write

#: Where the family of an agent is told, by how its name begins; the longest beginning counts.
FAMILIES = {
    "": "index",
    "adaptive": "adaptive",
    "ann": "ann",
    "bluff": "bluff",
    "equilibrium": "equilibrium",
    "evol": "evolving",
    "loki": "loki",
    "stud": "stud",
    "loose": "styles",
    "tight": "styles",
    "maniac": "styles",
    "rock": "styles",
}
#: And where the paper of a study is told.
PAPERS = {"apc-": "", "bluff": "bluff", "evolve": "evolve", "loki": "loki", "partner": "partner"}


def commands() -> dict[str, Any]:
    """Every command by name, those of groups with the name of the group in front."""
    from typer.main import get_command

    from riverboat.cli import make_app

    def inside(name: str, command: Any) -> Iterator[tuple[str, Any]]:
        below: Mapping[str, Any] = getattr(command, "commands", {})
        if not below:
            yield name, command
        for word, each in below.items():
            yield from inside(f"{name} {word}".strip(), each)

    return dict(sorted(inside("", get_command(make_app()))))


def cell(text: object) -> str:
    """A text in a cell of a table."""
    return str(text).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines: list[Sequence[object]] = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell(each) for each in line)} |" for line in lines) + "\n"


def command_page(name: str, command: Any) -> str:
    """What a command takes, from the command itself."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    usage = " ".join(
        f"{each.name.upper()}" if each.required else f"[{each.name.upper()}]" for each in arguments if each.name
    )
    parts = [
        f"# riverboat {name}\n",
        f"```text\nriverboat {name} {usage} [OPTIONS]\n```\n",
        f"{_prose(command.help)}\n",
    ]
    if arguments:
        rows = [(f"`{each.name.upper()}`", each.help or "") for each in arguments]
        parts.append("## Arguments\n\n" + table(("argument", "what it is"), rows))
    if options:
        listed = [(_option(each), each.help or "", _default(each)) for each in options]
        parts.append("## Options\n\n" + table(("option", "what it does", "usually"), listed))
    return "\n".join(parts)


def _prose(text: str | None) -> str:
    return (text or "").replace("\b", "").replace("<", "&lt;").strip()


def _option(option: Any) -> str:
    return ", ".join(f"`{each}`" for each in [*option.opts, *option.secondary_opts])


def _default(option: Any) -> str:
    value = option.default
    return "" if value in (None, False, ()) or callable(value) else f"`{value}`"


def write_commands(to: Path) -> list[Path]:
    """A page for each command, and a list of them."""
    found = []
    for name, command in commands().items():
        place = Path("commands", "all", f"{name.replace(' ', '-')}.md")
        write(to / place, command_page(name, command))
        found.append(place)
    return found


def game_facts(game: GameEntry) -> str:
    """The row of a game in the catalog, as the end of its page."""
    players = [f"[{name}](../agents/all/{name}.md)" for name, entry in AGENTS.items() if _plays(entry, game)]
    rows: list[tuple[object, ...]] = [
        ("name", f"`{game.name}`"),
        ("what it is", game.about),
        ("seats", f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else game.seats[0]),
        ("options", ", ".join(f"`{each}`" for each in game.options)),
        ("agents", ", ".join(players) or "none of the house"),
        ("recorded", "yes" if game.recorded else "no"),
        ("played by people", "yes" if game.has_tables else "no"),
    ]
    return "\n## Facts\n\nFrom the catalog of this version.\n\n" + table(("fact", ""), rows)


def _plays(agent: Any, game: GameEntry) -> bool:
    return game.name in agent.games if agent.games else game.pieces == "cards"


def write_games(to: Path) -> None:
    """Add to the page of each game what the catalog says of it."""
    for name, game in GAMES.items():
        page = to / "games" / f"{name}.md"
        write(page, page.read_text("utf-8").rstrip() + "\n" + game_facts(game))


def agent_page(name: str) -> str:
    """What the registry says of an agent."""
    entry = AGENTS[name]
    family = FAMILIES[max((each for each in FAMILIES if name.startswith(each)), key=len)]
    games = ", ".join(entry.games) if entry.games else "every card game"
    seats = f"up to {entry.most_seats}" if entry.most_seats else "any number"
    parts = [
        f"# {name}\n",
        f"{entry.line[:1].upper()}{entry.line[1:]}.\n",
        table(
            ("", ""),
            [
                ("sit down with it", f"`riverboat match {name} NAME`"),
                ("plays", games),
                ("seats", seats),
                ("remembers from hand to hand", "yes" if entry.remembers else "no"),
                ("how it works", f"[{family if family != 'index' else 'agents'}](../{family}.md)"),
            ],
        ),
    ]
    if entry.parameters:
        rows = [(f"`{each.name}`", each.line, each.bounds, f"{each.default:g}") for each in entry.parameters]
        parts.append(
            f"## Parameters\n\nWritten `{name}:{entry.parameters[0].name}=VALUE`, several with semicolons.\n\n"
            + table(("parameter", "what it means", "bounds", "usually"), rows)
        )
    if figures := saved_figures(name):
        rows = [(each.game, each.words, each.date, f"`{each.command}`") for each in figures]
        parts.append("## Exploitability\n\n" + table(("game", "figure", "measured", "command"), rows))
    return "\n".join(parts)


def write_agents(to: Path) -> list[Path]:
    """A page for each agent."""
    places = {name: Path("agents", "all", f"{name}.md") for name in AGENTS}
    for name, place in places.items():
        write(to / place, agent_page(name))
    return list(places.values())


def study_page(name: str, to: Path) -> str:
    """A study with the result that was saved at full size, and its picture."""
    entry = STUDIES[name]
    paper = next(PAPERS[each] or name for each in PAPERS if name.startswith(each))
    parts = [
        f"# {name}\n",
        f"{entry.line[:1].upper()}{entry.line[1:]}.\n",
        f"How it is done and what it says: [the study's page](../{paper}.md). Run it at a small size with "
        f"`riverboat study {name}`, at full size ({entry.full_hands:,} {entry.hands_mean}) with "
        f"`riverboat study {name} --full`.\n",
    ]
    picture = SAVED / f"{name}.svg"
    if picture.exists():
        write(to / "studies" / "all" / picture.name, picture.read_text("utf-8"))
        parts.append(f"![The picture of {name}]({picture.name})\n")
    if (SAVED / f"{name}.json").exists():
        saved = read_saved(name)
        rows = [
            (each["name"], _figure(each["ours"]), "" if each["paper"] is None else each["paper"], each["verdict"])
            for each in saved["figures"]
        ]
        parts.append(
            f"## Result\n\nSeed {saved['seed']}, version {saved['version']}: `{saved['command']}`\n\n"
            + table(("figure", "ours", "the paper's", "verdict"), rows)
        )
    return "\n".join(parts)


def _figure(ours: Any) -> str:
    if isinstance(ours, dict):
        if "p" in ours:
            return f"p = {ours['p']:.3g}"
        ends = [ours.get(end) for end in ("mean", "low", "high")]
        told = ["" if end is None else f"{end:.4g}" for end in ends]
        return f"{told[0]} ({told[1]} to {told[2]})" if told[1] else told[0]
    return f"{ours:.6g}" if isinstance(ours, float) else json.dumps(ours) if isinstance(ours, list) else str(ours)


def write_studies(to: Path) -> list[Path]:
    """A page for each study."""
    places = {name: Path("studies", "all", f"{name}.md") for name in STUDIES}
    for name, place in places.items():
        write(to / place, study_page(name, to))
    return list(places.values())
