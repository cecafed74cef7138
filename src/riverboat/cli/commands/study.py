"""`riverboat study`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, err, out, print_json, progress_bar
from riverboat.cli.store_options import DatabaseOption
from riverboat.errors import StudyError
from riverboat.steps import run_to_end

if TYPE_CHECKING:
    from riverboat.studies.registry import StudyEntry
    from riverboat.studies.report import StudyReport
    from riverboat.studies.settings import Settings

_COLOURS = {"confirmed": "green", "not confirmed": "red", "near": "green", "far": "yellow"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("study")(study)


def study(
    name: Annotated[str | None, typer.Argument(help="The study; without a name, all are listed.")] = None,
    hands: Annotated[
        int | None, typer.Option(min=1, help="How many hands; by default a quick look, not the full size.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="The full size, as `make prove` plays it.")] = False,
    saved: Annotated[bool, typer.Option("--saved", help="Print the last full-size result instead.")] = False,
    to: Annotated[
        Path | None, typer.Option("--out", help="Write NAME.json and NAME.svg into this folder.", file_okay=False)
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
    people: Annotated[
        bool,
        typer.Option("--people", help="partner: the study with people, who play on the page; its deals and figures."),
    ] = False,
    database: DatabaseOption = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where an interrupted run of this study stopped.")
    ] = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Run an experiment of a paper: our figures next to the paper's, with a verdict on each.

    A claim is confirmed or not confirmed by its 95 % interval; a figure of the paper is near or far, with the distance;
    a figure that the paper does not have is new. Without --full or --hands it is a quick look: its few hands confirm
    less than the full size does.
    """
    from riverboat.studies.registry import STUDIES, study_entry

    if name is None:
        _list(STUDIES.values(), json=json)
        return
    entry = study_entry(name)
    if people:
        _people(name, to, database, json=json)
        return
    if hands is not None and hands < entry.least_hands:
        raise StudyError(f"--hands {hands} is too few for {name}: {entry.least_hands} is the least")
    if saved:
        from riverboat.studies.registry import read_saved

        found = read_saved(name)
        if json:
            print_json({**found, "saved": True, "frozen": _frozen(name)}, found["seed"])
        else:
            _show(name, found)
        return
    announce_compiling()
    seed = choose_seed(1999 if resume and seed is None else seed)
    count = hands or (entry.full_hands if full else entry.quick_hands)
    report = run(name, _settings(count, seed, workers, resume))
    written: tuple[Path, ...] = ()
    if to is not None:
        from riverboat.studies.registry import save_study

        written = save_study(report, to, command=f"riverboat study {name} --hands {count} --seed {seed}")
    if json:
        print_json({**report.to_json(), "frozen": _frozen(name), "files": [str(path) for path in written]}, seed)
    else:
        _show(name, {**report.to_json(), "seed": seed})
        for path in written:
            out.print(f"written: {path}")


def _frozen(name: str) -> dict[str, Any] | None:
    """The frozen settings of a study, if any were tuned."""
    from riverboat.studies.frozen_settings import frozen_settings

    found = frozen_settings(name)
    return None if found is None else found.to_json()


def _people(name: str, to: Path | None, database: str | None, *, json: bool) -> None:
    """The study with people: what is prepared, who has taken part, and what came of it."""
    from riverboat.records.store.hand_store import Store
    from riverboat.records.store.participants import participants
    from riverboat.studies.partner_csv import write_tables
    from riverboat.studies.partner_people import Participant, analyse, prepared

    if name != "partner":
        raise StudyError(f"{name} is not played with people: riverboat study partner --people is")
    announce_compiling()
    with Store(database, create=False) as store:
        everyone = [Participant.from_json({**each.content, "number": each.number}) for each in participants(store)]
    report = analyse(everyone)
    content = {**prepared(), **report.to_json()}
    written: list[Path] = []
    if to is not None:
        from json import dumps

        from riverboat.files import write_whole

        to.mkdir(parents=True, exist_ok=True)
        written = [to / f"{report.name}.json"]
        write_whole(written[0], [dumps(content, indent=1, ensure_ascii=False), "\n"])
        written += write_tables(to, everyone)
    if json:
        print_json({**content, "files": [str(path) for path in written]}, report.seed)
        return
    out.print("Prepared: two sets of 30 deals, each 15 wins and 15 losses at showdown; two groups, crossed.")
    out.print("People take part on the page: riverboat serve.")
    _show(report.name, {**report.to_json(), "seed": report.seed})
    for row in report.details["subjects"]:
        out.print(f"  {row['number']}: group {row['group']}, without {row['without']:+,}, with {row['with']:+,}")
    for path in written:
        out.print(f"written: {path}")


def _settings(hands: int, seed: int, workers: int, resume: bool) -> Settings:
    from riverboat.arena.work.executors import local_processes
    from riverboat.kernel import user_cache
    from riverboat.studies.settings import Settings

    folder = user_cache() / "studies"
    make_executor = local_processes(workers) if workers > 1 else None
    return Settings(hands=hands, seed=seed, make_executor=make_executor, folder=folder, resume=resume)


def run(name: str, settings: Settings) -> StudyReport:
    """Run a study with a bar; an interrupt says how to go on."""
    from riverboat.studies.registry import load_study

    steps = load_study(name).steps(settings)
    try:
        with progress_bar(name) as bar:
            row = bar.task_ids[0]
            return run_to_end(
                steps, lambda step: bar.update(row, total=step.total, completed=step.done, note=step.part)
            )
    except KeyboardInterrupt:
        steps.close()
        err.print(f"interrupted: add --resume --seed {settings.seed} --hands {settings.hands} to go on from here")
        raise typer.Exit(130) from None


def _list(entries: Any, *, json: bool) -> None:
    rows: list[StudyEntry] = list(entries)
    if json:
        listed = [
            {"name": row.name, "title": row.title, "line": row.line, "full_hands": row.full_hands} for row in rows
        ]
        print_json({"studies": listed}, None)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("study", "name", "what it asks", "full size"):
        table.add_column(heading, no_wrap=heading == "name")  # to be typed
    for row in rows:
        table.add_row(row.title, row.name, row.line, f"{row.full_hands:,} {row.hands_mean}")
    out.print(table)


def _show(name: str, found: dict[str, Any]) -> None:
    from riverboat.studies.registry import study_entry
    from riverboat.studies.report import counted

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("figure", "ours", "paper", "verdict"):
        table.add_column(heading, overflow="fold")
    for figure in found["figures"]:
        ours = _ours(figure["ours"]) + (", exact" if figure["exact"] else "")
        table.add_row(figure["name"], ours, _paper(figure), _verdict(figure))
    entry, people = study_entry(name.removesuffix("-people")), name.endswith("-people")
    title = entry.title + (", with people" if people else "")
    size = f"{found['hands']:,} {'hands' if people else entry.hands_mean}"
    out.print(f"[bold]{title}[/] ({name}): {size}; seed {found['seed']}; * must be confirmed")
    out.print(table)
    out.print(", ".join(f"{count} {word}" for word, count in counted(found["figures"]).items() if count))
    for line in found["notes"]:
        out.print(line)
    if (frozen := _frozen(name)) is not None:
        out.print(frozen["sentence"])


def _paper(figure: dict[str, Any]) -> str:
    """The paper's figure, and under it where that stands."""
    told = "" if figure["paper"] is None else _number(figure["paper"])
    return "\n".join(part for part in (told, figure["where"] and f"[dim]{figure['where']}[/]") if part)


def _verdict(figure: dict[str, Any]) -> str:
    """The verdict in its colour, with the distance from the paper's figure and a star where it must be confirmed."""
    word, distance = figure["verdict"], figure["distance"]
    apart = "" if distance is None else f", {_number(float(distance))}"
    return f"[{_COLOURS.get(word, 'dim')}]{word}[/]{apart}{' *' if figure['required'] else ''}"


def _number(value: Any) -> str:
    return f"{value:+.4g}" if isinstance(value, float) else str(value)


def _ours(value: Any) -> str:
    if isinstance(value, dict) and "p" in value:
        return f"p {value['p']:.4g} (n {value['n']:,})"
    if isinstance(value, dict):
        if value["low"] is None:
            return f"{value['mean']:+.4f}"
        return f"{value['mean']:+.4f} ({value['low']:+.4f} to {value['high']:+.4f})"
    return _number(value)
