"""The options that say what a spot is, told once: for `solve spot`, for `solve spots` and for each line of its file."""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from riverboat.cli.plain_help import mistake
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.solving.spots import Lock, Spot

_PANEL = "The spot"
_LARGEST_FILE = 1 << 24


def _size_names() -> list[str]:
    """The options for sizes of a street or side: turn_bets, oop_bets, oop_river_raises ..."""
    places = [(side, street) for side in ("", "oop", "ip") for street in ("", "flop", "turn", "river")]
    named = ["_".join(filter(None, (*place, kind))) for place in places[1:] for kind in ("bets", "raises", "donks")]
    return [name for name in named if not re.match("ip_.*donks", name)]  # who is in position never leads


SIZE_NAMES = _size_names()


@dataclass(frozen=True, kw_only=True)
class SpotWords:
    """What was typed about a spot; None where nothing was said."""

    board: str | None = None
    oop: str | None = None
    ip: str | None = None
    pot: str | None = None
    stack: str | None = None
    bets: str | None = None
    raises: str | None = None
    donks: str | None = None
    max_raises: int | None = None
    all_in_threshold: str | None = None
    rake: str | None = None
    rake_cap: float | None = None
    limit: str | None = None
    lock: tuple[str, ...] = ()
    sizes: tuple[tuple[str, str], ...] = ()

    @property
    def given(self) -> list[str]:
        """The options that were given, as they are typed; locks are told apart from the spot."""
        named = [each.name for each in fields(self) if each.name not in ("lock", "sizes") and self._has(each.name)]
        return [f"--{name.replace('_', '-')}" for name in (*named, *(name for name, _ in self.sizes))]

    def _has(self, name: str) -> bool:
        return getattr(self, name) is not None

    def over(self, common: SpotWords) -> SpotWords:
        """These words, and where they say nothing, those that hold for all."""
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        filled = {name: getattr(common, name) if value is None else value for name, value in said.items()}
        filled["lock"] = (*common.lock, *self.lock)
        filled["sizes"] = tuple({**dict(common.sizes), **dict(self.sizes)}.items())
        return SpotWords(**filled)

    def spot(self) -> Spot:
        """The spot that the words tell of."""
        from riverboat.solving.spots import Spot

        for name, example in (("board", "Td9d6h"), ("oop", '"QQ+, AKs"'), ("ip", '"22+, ATo+"'), ("pot", "60")):
            if getattr(self, name) is None:
                raise GameError(f"a spot needs --{name}: add --{name} {example}, or name a saved spot (.npz)")
        return Spot(
            board=self.board,
            oop=self.oop,
            ip=self.ip,
            pot=_chips(self.pot or "", "--pot"),
            stack=None if self.stack is None else _stacks(self.stack),
            bets=self.bets or "",
            raises=self.raises or "",
            donks=self.donks,
            sizes={name.replace("_", " "): text for name, text in self.sizes},
            raises_per_street=self.max_raises,
            all_in_threshold=read_share(self.all_in_threshold or "0", "--all-in-threshold", "15%"),
            rake=read_share(self.rake or "0", "--rake", "5%"),
            rake_cap=math.inf if self.rake_cap is None else self.rake_cap,
            limit=None if self.limit is None else _limit(self.limit),
            locks=self.locks(),
        )

    def locks(self) -> tuple[Lock, ...]:
        """The locks that were typed, and those of files."""
        from riverboat.solving.spots import Lock

        return tuple(Lock.read(text) for given in self.lock for text in _lock_texts(given))


#: What --help says of each option.
_HELP = {
    "board": "Three to five cards, like Td9d6h.",
    "oop": 'The range that acts first: "66+, A8s+, KQo:0.5".',
    "ip": "The range that acts last, in position.",
    "pot": "Chips in the pot.",
    "stack": "Chips behind each, or both like 900,700 (oop first).",
    "bets": 'Sizes of bets: "50%, 40, a": of the pot, chips, all-in. For a street or side: --turn-bets, '
    "--oop-river-bets, --ip-raises ...",
    "raises": 'Sizes of raises: "60%, 2.5x, a"; per cent of the pot after the call.',
    "donks": 'Bets of oop into the player who bet last; by default as --bets, "" for none.',
    "max_raises": "The most raises on one street.",
    "all_in_threshold": "A size that leaves at most this share of the pot behind is all-in.",
    "rake": "The share that is taken from the pot, like 5%.",
    "rake_cap": "The most chips taken from a pot.",
    "limit": "Fixed limit: the small and the big bet, like 10,20.",
    "lock": 'Fix what a side does: "check: bet 0% with T9s", or a file of such lines.',
}
_KINDS: dict[str, Any] = {"max_raises": int, "rake_cap": float, "lock": list[str]}


def _parameter(name: str) -> inspect.Parameter:
    """The parameter of a command for one option of a spot; those for sizes of single streets are not in its help."""
    least = 0 if name in ("max_raises", "rake_cap") else None
    shown = {"help": _HELP[name], "rich_help_panel": _PANEL} if name in _HELP else {"hidden": True}
    option = typer.Option(f"--{name.replace('_', '-')}", min=least, **shown)
    told = Annotated[_KINDS.get(name, str) | None, option]  # type: ignore[valid-type]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=told)


def _words(said: dict[str, Any]) -> SpotWords:
    sizes = tuple((name, text) for name, text in said.items() if name in SIZE_NAMES and text is not None)
    plain = {name: value for name, value in said.items() if name in _HELP}
    return SpotWords(**{**plain, "lock": tuple(plain["lock"] or ()), "sizes": sizes})


def takes_a_spot(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command whose first argument is `SpotWords`, with an option for everything that can be said of a spot."""
    hints = get_type_hints(command, include_extras=True)
    _, *own = inspect.signature(command).parameters.values()
    spot = [_parameter(name) for name in (*_HELP, *SIZE_NAMES)]

    @functools.wraps(command)
    def run(**given: Any) -> Any:
        said = {each.name: given.pop(each.name) for each in spot}
        return command(_words(said), **given)

    first = [each.replace(annotation=hints[each.name], kind=each.KEYWORD_ONLY) for each in own]
    run.__signature__ = inspect.Signature([*first, *spot])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in (*first, *spot)}
    del run.__wrapped__
    return run


@functools.cache
def _line_command() -> Any:
    made = typer.Typer(add_completion=False)

    @takes_a_spot
    def line(
        words: SpotWords, at: Annotated[str | None, typer.Argument()] = None
    ) -> tuple[str | None, SpotWords]:  # what stands alone on a line is the board
        return at, words

    made.command()(line)
    return typer.main.get_command(made)


def read_words(typed: list[str]) -> SpotWords:
    """The options of a spot from single words, as a shell would give them; a board may stand without its option."""
    try:
        alone, words = _line_command().main(args=typed, standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):  # what the parser of the command line raises
            raise
        raise GameError(mistake(error, typed)) from None
    if alone is not None and words.board is not None:
        raise GameError(f'"{alone}" is given as well as --board {words.board}: give one board')
    return words if alone is None else SpotWords(board=alone).over(words)


def read_share(text: str, option: str, example: str) -> float:
    """A share of something: 5% or 0.05."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?(?:e-?\d+)?|\.\d+)\s*(%?)\s*", text, re.IGNORECASE)
    if match is None:
        raise GameError(f'{option} "{text}" is not a share: write {example}')
    return float(match[1]) / (100 if match[2] else 1)


def _chips(text: str, option: str) -> float:
    match = re.fullmatch(r"\s*(\d{1,12}(?:\.\d+)?)\s*", text)
    if match is None:
        raise GameError(f'{option} "{text}" is not a number of chips: write {option} 60')
    return float(match[1])


def _stacks(text: str) -> float | tuple[float, ...]:
    both = tuple(_chips(part, "--stack") for part in re.split("[,/]", text))
    return both if len(both) > 1 else both[0]


def _limit(text: str) -> tuple[float, float]:
    bets = tuple(_chips(part, "--limit") for part in re.split("[,/]", text))
    if len(bets) != 2:
        raise GameError(f'--limit "{text}" is not two bets: write them like 10,20')
    return bets[0], bets[1]


def _lock_texts(given: str) -> list[str]:
    """A lock as it was typed, or the locks of a file, one a line."""
    if not Path(given).is_file():
        if ":" not in given:
            raise GameError(f'"{given}" is no lock and no file of locks: write a lock like "check: bet 0% with T9s"')
        return [given]
    return [line for _, line in text_lines(Path(given))]


def text_lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that say something, with their numbers; what comes after # does not count."""
    from riverboat.files import read_regular

    try:
        text = read_regular(path, _LARGEST_FILE).decode("utf-8-sig")
    except OSError as error:
        raise GameError(f'"{path}" cannot be read: {error.strerror or error}') from None
    except UnicodeDecodeError:
        raise GameError(f'"{path}" cannot be read: it is not text') from None
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in lines if line]
