"""`riverboat evolve`."""

from __future__ import annotations

import shlex
import sys
import time
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from riverboat.cli.live_view import run_steps
from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, out, print_json
from riverboat.cli.work_options import ResumeOption
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    from riverboat.agents.evolving.presets import Start
    from riverboat.intervals import Statistic
    from riverboat.training.breeding import Bred, Breeding
    from riverboat.training.comparing import Comparison
    from riverboat.training.epochs import Epoch


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evolve")(evolve)


def evolve(
    to: Annotated[Path, typer.Option("--out", help="The player's file; evolved@FILE plays it.", dir_okay=False)],
    table: Annotated[
        str,
        typer.Option(help='mixed, loose or tight, or the others by name: "rock*4, maniac*5"; "rock | maniac" in turn.'),
    ] = "mixed",
    epochs: Annotated[int, typer.Option(min=1, help="How many epochs, of 100 hands each.")] = 1_000,
    start: Annotated[str, typer.Option(help="random candidates, player a, or paper-a (paper- tables).")] = "random",
    opponents: Annotated[
        str | None,
        typer.Option(help="Tell opponents apart by seat, by name (default) or by style, or not at all (all)."),
    ] = None,
    method: Annotated[str, typer.Option(help="es, the paper's (1+1) strategy, or cma (extra train).")] = "es",
    preset: Annotated[
        str | None,
        typer.Option(help="studies: the feedback of the evolve studies (default); paper: the paper's plain feedback."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help='A parameter of evolving, like "step=0.05"; repeat it.')
    ] = None,
    begin: Annotated[
        Path | None, typer.Option("--from", help="Go on learning from this saved player.", dir_okay=False)
    ] = None,
    freeze: Annotated[
        Path | None, typer.Option("--freeze", help="Also keep the player frozen, in this file.", dir_okay=False)
    ] = None,
    against: Annotated[
        str | None, typer.Option("--against", help="With --freeze: only the strategy against one segment.")
    ] = None,
    compare: Annotated[
        int, typer.Option("--compare", min=0, help="Epochs of the comparison with always folding and A (0: none).")
    ] = 300,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw the return an epoch (.svg, .png, .pdf).")
    ] = None,
    resume: ResumeOption = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Breed a player that evolves while it plays, and keep it in a file; Ctrl-C keeps what it has learnt. At the end it
    plays frozen, and is compared with a player who always folds and with player A.
    """
    from riverboat.agents.evolving.freezing import frozen
    from riverboat.agents.evolving.models import write_player
    from riverboat.agents.evolving.presets import preset_options, start_of
    from riverboat.training.breeding import Breeding, breed, method_of, told_of

    announce_compiling()
    check_files(to, freeze, picture)
    seed = seed_of(to) if resume and seed is None else seed
    begins = start_of(start)
    breeding = Breeding(
        table=table,
        epochs=epochs,
        start=begins,
        opponents=told_of(opponents or "name"),
        method=method_of(method),
        seed=choose_seed(seed),
        options={
            **preset_options(preset or "studies", begins),
            **read_options(option or []),
        },
    )
    if resume and not option and not opponents:
        breeding = as_it_was(to, breeding)
    command = shlex.join(["riverboat", *sys.argv[1:]])
    seen = EpochView(breeding)
    steps = breed(breeding, path=to, resume=resume, made_by=command, begin=begin)
    bred = run_steps(steps, breeding.seed, seen.show, saw=seen.saw)
    if freeze is not None:
        write_player(freeze, frozen(bred.agent, against=against), made_by=command)
    if picture is not None:
        plot_returns(bred, picture)
    compared = compare_player(bred, compare) if compare else None
    if json:
        print_json(to_json(bred, to, compared), breeding.seed)
    else:
        show(bred, to, compared)


def as_it_was(path: Path, breeding: Breeding) -> Breeding:
    """A run that goes on, with the settings that stand in its file: they may be those of an earlier version."""
    from riverboat.training.breeding import kept_settings, told_of

    kept = kept_settings(path)
    return breeding if kept is None else replace(breeding, opponents=told_of(kept[0]), options=kept[1])


def compare_player(bred: Bred, epochs: int) -> Comparison:
    """The player frozen, beside always folding and player A, on cards that it was not bred with."""
    from riverboat.training.comparing import compare_frozen

    breeding = bred.breeding
    start: Start = "paper-a" if breeding.table.startswith("paper-") else "a"
    steps = compare_frozen(bred.agent, breeding.companies, seed=breeding.seed + 1, epochs=epochs, start=start)
    return run_steps(steps, None, lambda done: (done / 3, "comparing it, frozen, with always folding and A", None))


def check_files(to: Path, freeze: Path | None, picture: Path | None) -> None:
    """Refuse files that can't be written, before long work is done for them."""
    from riverboat.pictures import check_picture

    check_out(to)
    if freeze is not None:
        check_out(freeze, "--freeze")
    if picture is not None:
        check_picture(picture)


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


def to_json(bred: Bred, path: Path, compared: Comparison | None) -> dict[str, Any]:
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
        "compared": None if compared is None else compared.to_json(),
    }


def show(bred: Bred, path: Path, compared: Comparison | None) -> None:
    """What people read."""
    from riverboat.training.breeding import WINDOW

    turned = f"after {bred.turned:,} epochs" if bred.turned else "never"
    out.print(f"{len(bred.won):,} epochs at the {bred.breeding.table} table, seed {bred.breeding.seed}")
    out.print(
        f"return an epoch: first 100 {bred.won[:100].mean():+,.0f}, last 100 {bred.won[-100:].mean():+,.0f} chips"
    )
    out.print(f"the mean of {WINDOW} epochs first positive: {turned}")
    if compared is not None:
        show_comparison(compared)
    out.print(f"written: {path}; play it as evolved@{path}", markup=False, soft_wrap=True)


def show_comparison(compared: Comparison) -> None:
    """The player frozen, and the two yardsticks on the same cards."""
    table = Table("frozen, chips an epoch", "mean", "95 % interval", "player - this", "95 % interval", box=None)
    rows = (
        ("this player", compared.player, None),
        ("always folding", compared.folding, compared.over_folding),
        ("player A", compared.a, compared.over_a),
    )
    for name, won, over in rows:
        table.add_row(name, *_with_interval(won), *(_with_interval(over) if over is not None else ("", "")))
    out.print(f"compared over {compared.player.n} epochs with new cards, identical for all three:")
    out.print(table)
    out.print(compared.verdict, style="bold red" if compared.is_worse_than_folding else "bold")


def _with_interval(found: Statistic) -> tuple[str, str]:
    if found.mean is None or found.low is None or found.high is None:
        return "-", "too few epochs"
    return f"{found.mean:+,.0f}", f"{found.low:+,.0f} to {found.high:+,.0f}"


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
