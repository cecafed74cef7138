"""The studies by name. Nothing heavy is imported until one is run."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, cast

from riverboat.errors import StudyError, did_you_mean
from riverboat.files import write_whole
from riverboat.steps import run_to_end
from riverboat.studies.report import StudyReport, shown
from riverboat.studies.settings import Settings, Step
from riverboat.version import __version__

#: Where `make prove` saves results, as part of the package.
SAVED = Path(__file__).with_name("saved")


@dataclass(frozen=True, kw_only=True)
class StudyEntry:
    """A study by name: its title for people, what it asks, and the hands of a full-size run."""

    name: str
    title: str
    line: str
    module: str
    full_hands: int
    quick_hands: int
    hands_mean: str = "hands of each match, rotations included"
    least_hands: int = 100
    tuned: bool = False  # whether settings were chosen by their results: then they are frozen in a file


class Study(Protocol):
    """What a study's module offers."""

    def steps(self, settings: Settings) -> Generator[Step, None, StudyReport]:
        """Run it, telling how far it has come."""
        ...

    def plot(self, report: StudyReport, path: Path) -> None:
        """Draw its picture."""
        ...


_ALL = (
    StudyEntry(
        name="bluff",
        title="Bluff solved",
        line="Table 3 of Solving Bluff, proved; games beyond it; cost against size",
        module="riverboat.studies.bluff",
        full_hands=1_000,
        quick_hands=100,
        hands_mean="iterations of discounted CFR at most",
    ),
    StudyEntry(
        name="loki-figure-1",
        title="Lokibot: what each part is worth",
        line="Lokibot's versions A to E at one table, in other company, and A against E",
        module="riverboat.studies.loki_figure_1",
        full_hands=200_000,
        quick_hands=20_000,
        tuned=True,
    ),
    StudyEntry(
        name="loki-hands",
        title="Lokibot: the starting hands",
        line="the income rates of the 169 starting hands against nine random ones",
        module="riverboat.studies.loki_hands",
        full_hands=1_000_000,
        quick_hands=10_000,
        hands_mean="games of each starting hand",
    ),
    StudyEntry(
        name="loki-opponent-models",
        title="Lokibot: models of opponents",
        line="Lokibot with opponent models against A, against the styles, and how it adapts",
        module="riverboat.studies.loki_opponent_models",
        full_hands=200_000,
        quick_hands=10_000,
        tuned=True,
    ),
    StudyEntry(
        name="partner",
        title="The partner at stud",
        line="the partner at stud: simulated novices with and without it, faithful and plus",
        module="riverboat.studies.partner",
        full_hands=30,
        quick_hands=4,
        hands_mean="games of each set of prepared deals",
        least_hands=2,
        tuned=True,
    ),
    StudyEntry(
        name="partner-choice",
        title="Which partner helps novices more",
        line="which partner at stud helps novices more, on the same fresh sets of deals",
        module="riverboat.studies.partner_choice",
        full_hands=30,
        quick_hands=4,
        hands_mean="games of each set of prepared deals",
        least_hands=2,
        tuned=True,
    ),
    StudyEntry(
        name="evolve-1",
        title="Evolving from nothing",
        line="the evolving player from random candidates at the mixed table, ten seeds",
        module="riverboat.studies.evolve.evolve_1",
        full_hands=100_000,
        quick_hands=10_000,
        hands_mean="hands of each run, 100 an epoch",
        tuned=True,
    ),
    StudyEntry(
        name="evolve-2",
        title="Evolving player A",
        line="what player A becomes against tight and against loose players",
        module="riverboat.studies.evolve.evolve_2",
        full_hands=100_000,
        quick_hands=10_000,
        hands_mean="hands of evolution, 100 an epoch",
        tuned=True,
    ),
    StudyEntry(
        name="evolve-3",
        title="Evolved players at their own tables",
        line="what evolved against a style beats player A and the other at that style's table",
        module="riverboat.studies.evolve.evolve_3",
        full_hands=100_000,
        quick_hands=10_000,
        hands_mean="hands of evolution and of each test, 100 an epoch",
        tuned=True,
    ),
    StudyEntry(
        name="evolve-tournament",
        title="An evolved player in tournaments",
        line="an evolved player in no-limit elimination tournaments of 987",
        module="riverboat.studies.evolve.evolve_tournament",
        full_hands=200,
        quick_hands=10,
        hands_mean="tournaments",
        least_hands=1,
        tuned=True,
    ),
    StudyEntry(
        name="apc-calculator",
        title="The thesis's calculator",
        line="the thesis's calculator: its figures 1 to 3 and tables 2 to 6, simulated and exact",
        module="riverboat.studies.apc.apc_calculator",
        full_hands=50_000,
        quick_hands=5_000,
        hands_mean="simulations of each figure",
    ),
    StudyEntry(
        name="apc-networks",
        title="Networks that imitate people",
        line="networks that imitate people, their errors compared with the base rate's, and how they play",
        module="riverboat.studies.apc.apc_networks",
        full_hands=27_541,
        quick_hands=3_000,
        hands_mean="hands of the IRC month",
        tuned=True,
    ),
    StudyEntry(
        name="apc-adaptive",
        title="The network that adapts",
        line="the network that adapts against its twin, the styles, players who change style, and Lokibot A and F",
        module="riverboat.studies.apc.apc_adaptive",
        full_hands=1_000_000,
        quick_hands=24_000,
        hands_mean="hands of a match with a change of style, rotations included; a part of it in the others",
        tuned=True,
    ),
)
STUDIES = MappingProxyType({entry.name: entry for entry in _ALL})


def study_entry(name: str) -> StudyEntry:
    """The registry's entry, or an error that helps."""
    entry = STUDIES.get(name)
    if entry is None:
        raise StudyError(f'"{name}" is not a study{did_you_mean(name, STUDIES)}: the studies are {", ".join(STUDIES)}')
    return entry


def load_study(name: str) -> Study:
    """The module of a study."""
    return cast(Study, import_module(study_entry(name).module))


def run_study(name: str, settings: Settings) -> StudyReport:
    """Run a study to its end."""
    return run_to_end(load_study(name).steps(settings))


def save_study(report: StudyReport, folder: Path, *, command: str) -> tuple[Path, Path]:
    """Write a result and its picture."""
    folder.mkdir(parents=True, exist_ok=True)
    data, picture = folder / f"{report.name}.json", folder / f"{report.name}.svg"
    content = {**report.to_json(), "seed": report.seed, "command": command, "version": __version__}
    write_whole(data, [json.dumps(content, indent=1, ensure_ascii=False), "\n"])
    load_study(report.name).plot(report, picture)
    return data, picture


def read_saved(name: str) -> dict[str, Any]:
    """The result that `make prove` saved in the package, its verdicts in today's words."""
    path = SAVED / f"{name}.json"
    if not path.is_file():
        raise StudyError(f"there is no saved result of {name}: make prove STUDY={name.replace('-', '_')} makes one")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found | {"figures": [shown(figure) for figure in found["figures"]]}
