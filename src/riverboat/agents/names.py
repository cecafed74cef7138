"""The names of agents: `NAME`, `NAME:key=value;key=value`, `NAME@FILE`, `NAME*5`, `FILE.py:Class`, `exec:COMMAND`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from riverboat.errors import AgentError

MOST_COPIES = 1000
_COPIES = re.compile(r"\*([0-9]+)$")
_PYTHON = re.compile(r"^(?P<file>.+\.py):(?P<name>[A-Za-z_]\w*)(:(?P<options>.*))?$", re.DOTALL)


class Scheme(NamedTuple):
    """Players from elsewhere: "module:function" of what makes an agent of an address, and an example of one."""

    maker: str
    example: str


#: What may stand before a colon instead of an agent's name. Doors are named here and not imported: they stand above.
SCHEMES: Mapping[str, Scheme] = {
    "http": Scheme("riverboat.doors.http_bot:http_agent", "//127.0.0.1:9000/decide"),
    "https": Scheme("riverboat.doors.http_bot:https_agent", "//example.org/decide"),
    "acpc": Scheme("riverboat.doors.acpc.bot:acpc_agent", "9000"),
    "openspiel": Scheme("riverboat.doors.openspiel.bots:spiel_agent", "uniform_random"),
}


@dataclass(frozen=True, kw_only=True)
class AgentName:
    """What somebody typed, taken apart. Exactly one of `agent`, `python_file`, `command` and `scheme` is set."""

    text: str  # without the copies
    copies: int = 1
    agent: str = ""
    options: tuple[tuple[str, str], ...] = ()
    model_file: str = ""
    python_file: str = ""
    python_class: str = ""
    command: str = ""
    scheme: str = ""
    address: str = ""


def parse_agent_name(text: str) -> AgentName:
    """Take a name apart; whether there is such an agent is not asked here."""
    plain = text.strip()
    copies = 1
    if plain.startswith("exec:"):
        command = plain.removeprefix("exec:").strip()
        if not command:
            raise AgentError('"exec:" names no program: write exec:COMMAND, for example exec:"python3 bot.py"')
        return AgentName(text=plain, command=command)
    scheme, _, address = plain.partition(":")
    if scheme in SCHEMES:
        if not address.strip():
            raise AgentError(f'"{plain}" names nobody: write {scheme}:{SCHEMES[scheme].example}')
        return AgentName(text=plain, scheme=scheme, address=address.strip())
    if found := _COPIES.search(plain):
        copies = int(found[1][:20])  # as many digits as anybody types: 0 to 1000 are looked for
        plain = plain[: found.start()].strip()
        if not 1 <= copies <= MOST_COPIES:
            raise AgentError(f'"{text}" asks for {copies} of them: 1 to {MOST_COPIES} are possible')
    if python := _PYTHON.match(plain):
        options = _options(text, python["options"] or "")
        return AgentName(
            text=plain, copies=copies, python_file=python["file"], python_class=python["name"], options=options
        )
    if plain.endswith(".py") or ".py:" in plain:
        raise AgentError(f'"{text}" names no class: write FILE.py:Class, for example mybot.py:MyBot')
    name, _, rest = plain.partition(":")
    name, _, model_file = name.partition("@")
    if "@" in rest:
        rest, _, model_file = rest.partition("@")
    if not name:
        raise AgentError(f'"{text}" names no agent: riverboat agents lists them')
    return AgentName(
        text=plain, copies=copies, agent=name.strip(), options=_options(text, rest), model_file=model_file.strip()
    )


def _options(text: str, rest: str) -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    for piece in filter(None, (piece.strip() for piece in re.split("[;,]", rest))):
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not (key and equals and value):
            raise AgentError(f'"{piece}" in "{text}" sets nothing: write key=value;key=value')
        if key in options:
            raise AgentError(f'"{text}" sets {key} twice')
        options[key] = value
    return tuple(options.items())
