"""Strategies as JSON: every information set of both players, with exact fractions where a bound was proved by them.

`strategies` is a list of objects: `player` (0 or 1), `infoset` (the game's name of it), `actions` (how often each is
taken), and where the strategy is a part of a certificate, `fractions`: the same exactly, as text. The file also says
which game it is of (`source`), what was claimed (`low_exact`, `high_exact`, `value_exact`), and what is done at
information sets that are not listed (`otherwise`), where there is such a rule.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from riverboat.errors import FileError, GameError
from riverboat.files import read_regular, write_whole
from riverboat.games.protocol import State
from riverboat.solving.solution import Solution, StrategyRow
from riverboat.version import __version__

FORMAT = "riverboat strategies 1"
#: Strategies of more information sets are not written as text, nor is a larger file read.
MOST_ROWS = 500_000
LARGEST_FILE = 1 << 30
#: Frequencies in floating point may miss 1 by so much.
_NEAR_ONE = 1e-6
#: Longer fractions are told by bounds with this denominator.
_LONGEST = 1_000
_FINE = 10**30
_FRACTION = re.compile(r"[0-9]{1,4000}(/[1-9][0-9]{0,3999})?")
_SIGNED = re.compile(rf"-?{_FRACTION.pattern}")


@dataclass(frozen=True, kw_only=True)
class Source:
    """The game that strategies are of, as it is named on the command line, and its rules."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StrategyFile:
    """What a file says that both players do, with what it claims of it."""

    name: str  # of the file
    head: dict[str, Any]
    choices: dict[tuple[int, str], dict[str, Fraction]]
    otherwise: str | None = None

    @property
    def source(self) -> Source | None:
        """The game, where the file names one."""
        found = self.head.get("source")
        if not isinstance(found, dict) or not isinstance(found.get("name"), str):
            return None
        options = found.get("options")
        return Source(name=found["name"], options=options if isinstance(options, dict) else {})

    def chances(self, player: int, infoset: str, actions: Sequence[str]) -> list[Fraction]:
        """How often each action is taken at an information set."""
        row = self.choices.get((player, infoset))
        if row is None and self.otherwise in actions:
            row = {str(self.otherwise): Fraction(1)}
        if row is None:
            raise GameError(f'{self.name} does not say what player {player + 1} does at information set "{infoset}"')
        if unknown := [action for action in row if action not in actions]:
            raise GameError(
                f'{self.name}: "{unknown[0]}" can\'t be done at information set "{infoset}": {", ".join(actions)}'
            )
        return [row.get(action, Fraction(0)) for action in actions]

    def __call__(self, state: State) -> dict[str, float]:
        """How often each action is taken in a state: a file is a policy."""
        assert state.actor is not None
        legal = [str(action) for action in state.legal_actions()]
        shares = self.chances(state.actor, state.infoset(), legal)
        return {action: float(share) for action, share in zip(legal, shares, strict=True)}

    def claimed(self, key: str) -> Fraction | None:
        """A fraction that the file claims."""
        text = self.head.get(key)
        if text is None:
            return None
        if not isinstance(text, str) or not _SIGNED.fullmatch(text):
            raise GameError(f"{self.name}: {key} is no fraction")
        return Fraction(text)


def write_strategies(solution: Solution, path: Path, *, command: str, source: Source | None) -> None:
    """Write a solution as JSON."""
    if solution.size.infosets > MOST_ROWS:
        raise FileError(f"{solution.size.infosets:,} information sets are too many for text: save as .npz")
    write_whole(path, _pieces(solution, command, source))


def _pieces(solution: Solution, command: str, source: Source | None) -> Iterator[str]:
    head: dict[str, Any] = {"format": FORMAT, **solution.to_json(), "command": command, "version": __version__}
    if source is not None:
        head["source"] = {"name": source.name, "options": source.options}
    if solution.bounds_exact is not None:
        low, high = solution.bounds_exact
        head |= {"low_exact": _told(low, down=True), "high_exact": _told(high, down=False)}
    if solution.otherwise is not None:
        head["otherwise"] = solution.otherwise
    yield json.dumps(head, indent=1)[:-2] + ',\n "strategies": [\n'
    between = ""
    for row in solution.rows():
        yield between + "  " + json.dumps(strategy_json(row))
        between = ",\n"
    yield "\n ]\n}\n"


def _told(bound: Fraction, *, down: bool) -> str:
    """A bound as text; one of very many digits is rounded to the safe side."""
    if max(bound.numerator.bit_length(), bound.denominator.bit_length()) > _LONGEST:
        scaled = bound * _FINE
        bound = Fraction(math.floor(scaled) if down else math.ceil(scaled), _FINE)
    return str(bound)


def strategy_json(row: StrategyRow) -> dict[str, Any]:
    """One information set: who acts, what they know, and what they do."""
    chosen = {action: p for action, p in zip(row.actions, row.probabilities, strict=True) if p > 0}
    told: dict[str, Any] = {"player": row.player, "infoset": row.infoset, "actions": chosen}
    if row.fractions is not None:
        told["fractions"] = {a: str(p) for a, p in zip(row.actions, row.fractions, strict=True) if p > 0}
    return told


def read_strategies(path: Path, *, exact: bool = False) -> StrategyFile:
    """Read strategies from JSON; `exact` asks for fractions, and refuses a file that has none."""
    if path.suffix == ".npz":
        raise GameError(f'"{path.name}" holds numbers in floating point, and no fractions: save the solution as .json')
    try:
        head = json.loads(read_regular(path, LARGEST_FILE))
    except OSError as error:
        raise GameError(f'"{path}" cannot be read: {error.strerror or error}') from None
    except (ValueError, RecursionError):
        raise GameError(f'"{path.name}" is not a file of strategies: it is no JSON') from None
    rows = head.pop("strategies", None) if isinstance(head, dict) else None
    if not isinstance(rows, list) or not rows:
        raise GameError(f'"{path.name}" is not a file of strategies: it has no list "strategies"')
    if (said := head.get("format", FORMAT)) != FORMAT:
        raise GameError(f'"{path.name}" is of another format: {str(said)[:80]!r}, not {FORMAT!r}')
    choices: dict[tuple[int, str], dict[str, Fraction]] = {}
    for number, row in enumerate(rows, start=1):
        player, infosets, chances = _row(path.name, number, row, exact=exact)
        for infoset in infosets:
            if (player, infoset) in choices:
                raise GameError(f'{path.name}: information set "{infoset}" of player {player + 1} is given twice')
            choices[player, infoset] = chances
    otherwise = head.get("otherwise")
    return StrategyFile(
        name=path.name, head=head, choices=choices, otherwise=otherwise if isinstance(otherwise, str) else None
    )


def _row(name: str, number: int, row: Any, *, exact: bool) -> tuple[int, list[str], dict[str, Fraction]]:
    """One row of a file: who acts, at which information sets, and how often they do what."""
    where = f"{name}: row {number} of the strategies"
    if not isinstance(row, dict) or row.get("player") not in (0, 1) or not isinstance(row.get("infoset"), str):
        raise GameError(f"{where} does not say whose information set it is: player (0 or 1) and infoset")
    if exact and "fractions" not in row:
        raise GameError(
            f"{name} holds no certificate: its strategies are not fractions; "
            "riverboat solve GAME --strategy FILE measures what they are worth"
        )
    given = row.get("fractions" if exact else "actions")
    if not isinstance(given, dict) or not given:
        raise GameError(f"{where} does not say how often each action is taken")
    chances = {action: _chance(where, action, said, exact=exact) for action, said in given.items()}
    total = sum(chances.values(), Fraction(0))
    if total != 1 and (exact or abs(total - 1) > _NEAR_ONE):
        raise GameError(f"{where}: the frequencies add up to {float(total):.6g}, not to 1")
    return row["player"], infosets_of(row["infoset"]), {action: p / total for action, p in chances.items()}


def _chance(where: str, action: str, said: Any, *, exact: bool) -> Fraction:
    if exact and isinstance(said, str) and _FRACTION.fullmatch(said):
        return Fraction(said)
    if not exact and isinstance(said, int | float) and math.isfinite(said) and said >= 0:
        return Fraction(said)
    kind = "a fraction such as 1/3" if exact else "a number from 0 to 1"
    raise GameError(f'{where}: how often "{action}" is taken must be {kind}')


def infosets_of(name: str) -> list[str]:
    """The information sets of a name in which rolls of dice that are alike are joined: "0:1/2|1-3" are two."""
    player, colon, rest = name.partition(":")
    rolls, bar, bids = rest.partition("|")
    if not (colon and bar and re.fullmatch(r"\d+(,\d+)*(/\d+(,\d+)*)+", rolls)):
        return [name]
    return [f"{player}:{roll}|{bids}" for roll in rolls.split("/")]
