"""Settings that were tuned for a study, frozen in a file before its confirming seeds were drawn.

`frozen/NAME.toml` says for one study or several: the date, the settings, the development seeds that they were chosen
on, and the confirming seeds, drawn afterwards, that the saved result was played with once.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from riverboat.errors import StudyError

FROZEN = Path(__file__).with_name("frozen")
_NEEDED = ("studies", "date", "settings", "development_seeds")
_KEYS = (*_NEEDED, "drawn", "confirming_seeds", "note")


@dataclass(frozen=True, kw_only=True)
class FrozenSettings:
    """Settings, when they were frozen, the seeds they were chosen on, and those drawn afterwards to confirm them."""

    studies: tuple[str, ...]
    date: datetime.date
    settings: Mapping[str, Any]
    development_seeds: tuple[int, ...]
    drawn: datetime.date | None = None  # when the confirming seeds were drawn; None: they have not been
    confirming_seeds: tuple[int, ...] = ()
    note: str = ""

    @property
    def sentence(self) -> str:
        """When the settings were frozen, on which seeds, and with which they were confirmed."""
        confirmed = f"confirmed on {listed(self.confirming_seeds)}, drawn on {self.drawn}"
        told = f"Settings frozen on {self.date}, chosen on {listed(self.development_seeds)}; "
        told += confirmed if self.drawn else "not confirmed yet"
        return f"{told}.{f' {self.note}' if self.note else ''}"

    def to_json(self) -> dict[str, Any]:
        """The settings as the command line and the page show them."""
        return {
            "date": self.date.isoformat(),
            "settings": dict(self.settings),
            "development_seeds": list(self.development_seeds),
            "drawn": None if self.drawn is None else self.drawn.isoformat(),
            "confirming_seeds": list(self.confirming_seeds),
            "note": self.note,
            "sentence": self.sentence,
        }


def listed(seeds: Iterable[int]) -> str:
    """Seeds in words, runs of them shortened: "seeds 7, 101 to 104"."""
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and seed == runs[-1][-1] + 1:
            runs[-1].append(seed)
        else:
            runs.append([seed])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    if not told:
        return "seeds that were not written down"
    return f"seed{'s' if len(told) > 1 or len(runs[0]) > 1 else ''} {', '.join(told)}"


def read_frozen(path: Path) -> FrozenSettings:
    """The frozen settings in a file; an error says what is wrong with it."""

    def refuse(what: str) -> StudyError:
        return StudyError(f"{path.name}: {what}")

    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refuse(f"it is not TOML: {error}") from None
    if unknown := [key for key in found if key not in _KEYS]:
        raise refuse(f'"{unknown[0]}" is not known: the keys are {", ".join(_KEYS)}')
    if missing := [key for key in _NEEDED if key not in found]:
        raise refuse(f'"{missing[0]}" is missing')
    if wrong := next((said for key, value in found.items() if (said := _wrong(key, value))), ""):
        raise refuse(wrong)
    values: dict[str, Any] = {key: tuple(value) if type(value) is list else value for key, value in found.items()}
    frozen = FrozenSettings(**values)
    if problem := _problem(frozen):
        raise refuse(problem)
    return frozen


def _wrong(key: str, value: Any) -> str:
    """What is wrong with a value; "" if nothing is."""
    kinds: dict[str, tuple[type, str]] = {
        "date": (datetime.date, "a date, as 2026-11-18"),
        "drawn": (datetime.date, "a date, as 2026-11-18"),
        "settings": (dict, "a table of settings"),
        "note": (str, "a text"),
    }
    kind, described = kinds.get(key, (list, "a list"))
    if type(value) is not kind:
        return f'"{key}" must be {described}, not {value!r}'
    kind, described = (str, "names of studies") if key == "studies" else (int, "whole numbers")
    if isinstance(value, list) and any(type(each) is not kind for each in value):
        return f'"{key}" must be a list of {described}, not {value!r}'
    return ""


def _problem(frozen: FrozenSettings) -> str:
    """What contradicts itself in frozen settings; "" if nothing does."""
    both = set(frozen.development_seeds) & set(frozen.confirming_seeds)
    if both:
        return f"seed {min(both)} is a development seed and a confirming one: draw the confirming seeds again"
    for name, seeds in (("development", frozen.development_seeds), ("confirming", frozen.confirming_seeds)):
        if len(set(seeds)) < len(seeds):
            return f"a {name} seed stands there twice"
    if not frozen.studies or not frozen.settings:
        return "it must name a study and a setting"
    if (frozen.drawn is None) == bool(frozen.confirming_seeds):
        return '"drawn" and "confirming_seeds" stand there together or not at all'
    if not frozen.development_seeds and not frozen.note:
        return "without development seeds a note must say on what the settings were chosen"
    if frozen.drawn is not None and frozen.drawn < frozen.date:
        return f"the confirming seeds were drawn on {frozen.drawn}, before the settings were frozen on {frozen.date}"
    return ""


def frozen_files() -> list[Path]:
    """Every file of frozen settings."""
    return sorted(FROZEN.glob("*.toml"))


def frozen_settings(study: str) -> FrozenSettings | None:
    """The frozen settings of a study; None where nothing was tuned."""
    found = [frozen for path in frozen_files() if study in (frozen := read_frozen(path)).studies]
    if len(found) > 1:
        raise StudyError(f"the settings of {study} are frozen in {len(found)} files: one must do")
    return found[0] if found else None
