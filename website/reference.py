"""The reference: every public name of the package and of its rooms, from docstrings."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import riverboat
from website.sources import write

#: The rooms that people import from, in the order in which data flows, and packages inside with names of their own.
ROOMS = (
    "cards",
    "odds",
    "games",
    "records",
    "solving",
    "solving.spots",
    "modeling",
    "agents",
    "partner",
    "tables",
    "arena",
    "training",
    "studies",
    "doors",
    "env",
)


def entry(module: ModuleType, name: str) -> str:
    """One name, described where it stands."""
    thing = getattr(module, name)
    home = getattr(thing, "__module__", None)
    if isinstance(thing, type) and home and hasattr(import_module(home), name):
        return f".. autoclass:: {home}.{name}\n   :members:\n   :no-index:\n"
    if callable(thing) and home and hasattr(import_module(home), name):
        return f".. autofunction:: {home}.{name}\n   :no-index:\n"
    return f".. py:data:: {module.__name__}.{name}\n   :no-index:\n\n   {_kind(thing)}\n"


def _kind(thing: object) -> str:
    if isinstance(thing, ModuleType):
        return (thing.__doc__ or "").strip().partition("\n")[0]
    try:
        names = ", ".join(f"`{key}`" for key in thing)  # type: ignore[attr-defined]
    except TypeError:
        return f"The value `{thing!r}`."[:200]
    return f"Holds {names}." if len(names) < 1500 else f"A {type(thing).__name__}."


def page(module: ModuleType, title: str, *, links: bool = False) -> str:
    """All names of a module, each under a heading of its own."""
    names = [name for name in module.__all__ if name != "__version__"]
    about = (module.__doc__ or "").split("\n>>>")[0].strip()
    parts = [f"# {title}\n", f"{about}\n"]
    if links:
        parts.append("Rooms: " + ", ".join(f"[{room}]({room}.md)" for room in ROOMS) + "\n")
    parts += [f"## {name}\n\n```{{eval-rst}}\n{entry(module, name)}```\n" for name in names]
    return "\n".join(parts)


def write_reference(to: Path) -> list[Path]:
    """A page for the package and one for each room."""
    places = [Path("reference", "index.md")]
    write(to / places[0], page(riverboat, "import riverboat", links=True))
    for room in ROOMS:
        place = Path("reference", f"{room}.md")
        write(to / place, page(import_module(f"riverboat.{room}"), f"riverboat.{room}"))
        places.append(place)
    return places
