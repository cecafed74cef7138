"""`riverboat evolve`."""

from __future__ import annotations

import shlex
import sys
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from riverboat.cli.live_view import run_steps
from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, out, print_json
from riverboat.cli.work_options import ResumeOption
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    from riverboat.training.breeding import Bred, Breeding
    from riverboat.training.epochs import Epoch


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evolve")(evolve)


def evolve(
    to: Annotated[Path, typer.Option("--out", help="The player's file; evolved@FILE plays it.", dir_okay=False)],
    table: Annotated[
        str, typer.Option(help='mixed, loose or tight, or the others by name: "rock*4, maniac*5".')
    ] = "mixed",
    epochs: Annotated[int, typer.Option(min=1, help="How many epochs, of 100 hands each.")] = 1_000,
    start: Annotated[str, typer.Option(help="Begin with random candidates, or from player a.")] = "random",
    opponents: Annotated[
        str | None, typer.Option(help="Tell opponents apart by seat, name or style (style; with a preset its own).")
    ] = None,
    method: Annotated[str, typer.Option(help="es, the paper's (1+1) strategy, or cma (extra train).")] = "es",
    preset: Annotated[
        str | None, typer.Option(help="studies: the settings of the evolve studies; --option goes beyond them.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help='A parameter of evolving, like "step=0.05"; repeat it.')
    ] = None,
    begin: Annotated[
        Path | None, typer.Option("--from", help="Go on learning from this saved player.", dir_okay=False)
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw the return an epoch (.svg, .png, .pdf).")
    ] = None,
    resume: ResumeOption = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Breed a player: it evolves while it plays, and is kept in a file; Ctrl-C keeps what it has learnt."""
    from riverboat.pictures import check_picture
    from riverboat.training.breeding import Breeding, breed

    announce_compiling()
    if picture is not None:
        check_picture(picture)
    check_out(to)
    if start not in ("random", "a"):
        raise ArenaError(f'--start "{start}" is not possible: random, or a')
    seed = seed_of(to) if resume and seed is None else seed
    breeding = Breeding(
        table=table,
        epochs=epochs,
        start="a" if start == "a" else "random",
        opponents=opponents or ("style" if preset is None else PRESET_OPPONENTS),
        method=method,
        seed=choose_seed(seed),
        options={**preset_options(preset, start), **read_options(option or [])},
    )
    command = shlex.join(["riverboat", *sys.argv[1:]])
    seen = EpochView(breeding)
    steps = breed(breeding, path=to, resume=resume, made_by=command, begin=begin)
    bred = run_steps(steps, breeding.seed, seen.show, saw=seen.saw)
    if picture is not None:
        plot_returns(bred, picture)
    if json:
        print_json(to_json(bred, to), breeding.seed)
    else:
        show(bred, to)


def check_out(path: Path, option: str = "--out") -> None:
    """Refuse a player's file that can't be written, before long work is done for it."""
    if path.suffix != ".npz":
        raise ArenaError(f'{option} "{path}" must end in .npz: evolved@FILE reads it')
    if not path.absolute().parent.is_dir():
        raise ArenaError(f'{option} "{path}" cannot be written: there is no such folder')


def seed_of(path: Path) -> int | None:
    """The seed of the run that a file belongs to; None where there is no file yet."""
    from riverboat.errors import TableError
    from riverboat.files import read_arrays

    if not path.exists():
        return None
    try:
        (seed,) = read_arrays(path, ("seed",))
    except TableError as error:
        raise ArenaError(f"{error}: there is no run in it to go on with") from None
    if seed.shape != () or seed.dtype.kind not in "iu" or int(str(seed)) < 0:
        raise ArenaError(f"{path.name} has no seed: there is no run in it to go on with")
    return int(str(seed))


def read_options(typed: list[str]) -> dict[str, float | str]:
    """Parameters written key=value."""
    options: dict[str, float | str] = {}
    for text in typed:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise ArenaError(f'--option "{text}" sets nothing: write key=value')
        options[key] = value
    return options


#: The studies tell opponents apart by name.
PRESET_OPPONENTS = "name"


def preset_options(preset: str | None, start: str) -> Mapping[str, float | str]:
    """The parameters that a preset stands for: those of the studies that begin as this run does."""
    if preset is None:
        return {}
    if preset != "studies":
        raise ArenaError(f'--preset "{preset}" is not known: studies is')
    from riverboat.studies.evolve.evolving_runs import CHOSEN, FROM_NOTHING

    return CHOSEN if start == "a" else FROM_NOTHING


class EpochView:
    """What is shown while it runs: the return of the epoch, the moving mean, the time left."""

    def __init__(self, breeding: Breeding) -> None:
        from riverboat.training.breeding import WINDOW

        self._epochs = breeding.epochs
        self._recent: deque[int] = deque(maxlen=WINDOW)
        self._began, self._first = 0.0, 0

    def saw(self, epoch: Epoch) -> None:
        """An epoch is over."""
        if not self._recent:
            self._began, self._first = time.monotonic(), epoch.number
        self._recent.append(epoch.won)

    def show(self, epoch: Epoch) -> tuple[float, str, Table | None]:
        """How far it has come."""
        done, elapsed_s = epoch.number - self._first, time.monotonic() - self._began
        left = f"; {(self._epochs - epoch.number - 1) * elapsed_s / done:,.0f} s left" if done else ""
        mean = sum(self._recent) / len(self._recent)
        line = f"epoch {epoch.number + 1:,}: {epoch.won:+,} chips; mean of {len(self._recent)}: {mean:+,.0f}{left}"
        return (epoch.number + 1) / self._epochs, line, None


def to_json(bred: Bred, path: Path) -> dict[str, Any]:
    """As `--json` prints it."""
    tail = bred.won[-100:]
    return {
        "file": str(path),
        "table": bred.breeding.table,
        "epochs": len(bred.won),
        "segments": list(bred.agent.segments),
        "method": bred.breeding.method,
        "turned_positive_after": bred.turned,
        "mean_of_last_100": float(tail.mean()),
        "returns": bred.won.tolist(),
    }


def show(bred: Bred, path: Path) -> None:
    """What people read."""
    from riverboat.training.breeding import WINDOW

    turned = f"after {bred.turned:,} epochs" if bred.turned else "never"
    out.print(f"{len(bred.won):,} epochs at the {bred.breeding.table} table, seed {bred.breeding.seed}")
    out.print(
        f"return an epoch: first 100 {bred.won[:100].mean():+,.0f}, last 100 {bred.won[-100:].mean():+,.0f} chips"
    )
    out.print(f"the mean of {WINDOW} epochs first positive: {turned}")
    out.print(f"written: {path}; play it as evolved@{path}", markup=False, soft_wrap=True)


def plot_returns(bred: Bred, path: Path) -> None:
    """The return of every epoch and its moving mean."""
    from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
    from riverboat.training.breeding import WINDOW

    figure, axes = new_figure(8, 4.6)
    axes.axhline(0, color=GRID, linewidth=1, zorder=0)
    axes.plot(range(1, len(bred.won) + 1), bred.won, ".", color=GRID, markersize=3, label="an epoch")
    moving = bred.moving
    axes.plot(range(WINDOW, WINDOW + len(moving)), moving, color=COLOURS[0], label=f"mean of {WINDOW} epochs")
    axes.set_xlabel("epochs of 100 hands", color=INK)
    axes.set_ylabel("chips won", color=INK)
    axes.set_title(f"Evolving at the {bred.breeding.table} table, seed {bred.breeding.seed}", loc="left", color=INK)
    axes.legend(frameon=False, fontsize=9)
    save_figure(figure, path)
