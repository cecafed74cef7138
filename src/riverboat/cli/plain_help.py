"""Help and mistakes of the command line in plain words, whatever the parser behind it calls its types."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

#: What stands after an option in --help, by a word in the parser's own name of the type.
_WORDS = {
    "range": "x",
    "int": "N",
    "float": "N",
    "path": "FILE",
    "file": "FILE",
    "dir": "FOLDER",
    "str": "TEXT",
    "text": "TEXT",
}
_BOUNDS = re.compile(r"(?:(?P<low>[-\d.e]+)<=)?x(?:>=(?P<least>[-\d.e]+)|<=(?P<most>[-\d.e]+))?")


class _PlainCommand(TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return _plain_params(super().get_params(ctx), ctx)


class _PlainGroup(TyperGroup):
    def get_params(self, ctx: Any) -> list[Any]:
        return _plain_params(super().get_params(ctx), ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; some are two words, as `solve spot`."""
        both = " ".join(args[:2])
        if len(args) > 1 and both in self.commands:
            return both, self.commands[both], args[2:]
        return super().resolve_command(ctx, args)


def plain(app: typer.Typer) -> None:
    """Let every command of an app speak plainly in its --help."""
    app.info.cls = _PlainGroup
    for command in app.registered_commands:
        command.cls = _PlainCommand
        command.help = _flowing(command.help or inspect.getdoc(command.callback) or "")
    for group in app.registered_groups:
        if group.typer_instance is not None:
            plain(group.typer_instance)


def _flowing(text: str) -> str:
    """Paragraphs without their line breaks, so that a terminal of any width breaks them itself."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _plain_params(params: Sequence[Any], ctx: Any) -> list[Any]:
    for param in params:
        if param.metavar is None and param.param_type_name == "option":
            param.metavar = "" if getattr(param, "is_flag", False) else _word(param, ctx)
        elif param.param_type_name == "argument" and hasattr(param, "display_type_rich"):
            param.display_type_rich = lambda ctx: ""  # the argument's name says what it is
    return list(params)


def _word(param: Any, ctx: Any) -> str | None:
    """What to write for a value; None leaves it to the parser, where it lists choices."""
    named = param.display_type(ctx) if hasattr(param, "display_type") else param.type.name
    return next((word for part, word in _WORDS.items() if part in named), None)


def mistake(error: Exception, typed: Sequence[str] | None = None) -> str:
    """What was wrong with the words of a command, in one line, with the value that was typed; "" if help says it."""
    words = list(sys.argv[1:] if typed is None else typed)
    told = " ".join(str(getattr(error, "format_message", lambda: error)()).split())
    found = re.fullmatch(r"Invalid value for '?(?P<names>.*?)'?: (?P<why>.*)", told)
    if found is None:
        return told[:1].lower() + told[1:]
    names = [name.strip("' ") for name in found["names"].split("/")]
    value = _value_of(names, words)
    name = next((name for name in names if name.startswith("--")), names[0])
    need = _need(found["why"])
    return f'"{value}" is not possible for {name}: {need}' if value is not None else f"{name}: {need}"


def _value_of(names: Sequence[str], words: Sequence[str]) -> str | None:
    """What was typed after an option, or joined to it by an equals sign."""
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in names:
            return value if equals else words[at + 1] if at + 1 < len(words) else None
    return None


def _need(why: str) -> str:
    """What would be right, from what the parser says is wrong."""
    if "valid integer" in why:
        return "it is a whole number"
    if "valid number" in why or "valid float" in why:
        return "it is a number"
    if found := re.search(r"(greater|less) than or equal to ([-\d.e]+)", why):
        return f"it is {found[2]} or more" if found[1] == "greater" else f"it is at most {found[2]}"
    if found := re.search(r"not in the range (.*?)\.?$", why):
        bounds = _BOUNDS.fullmatch(found[1])
        if bounds and bounds["low"] and bounds["most"]:
            return f"it is {bounds['low']} to {bounds['most']}"
        if bounds and (bounds["least"] or bounds["most"]):
            return f"it is {bounds['least']} or more" if bounds["least"] else f"it is at most {bounds['most']}"
    return why[:1].lower() + why[1:]
