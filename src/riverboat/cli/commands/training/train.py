"""`riverboat train ann` and `riverboat train adaptive`; `train_equilibrium` and `train_bluff` are the others."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from riverboat.cli.commands.training.train_bluff import bluff
from riverboat.cli.commands.training.train_equilibrium import train_equilibrium
from riverboat.cli.live_view import live_view, run_steps
from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, err, out, print_json
from riverboat.cli.work_options import ResumeOption
from riverboat.errors import AgentError, RecordError
from riverboat.steps import run_to_end

if TYPE_CHECKING:
    from riverboat.modeling.networks import Network, NetworkEpoch
    from riverboat.training.decisions import Decisions
    from riverboat.training.neural import TrainedNet, TrainingPlan, TrainingStep

Step = TypeVar("Step")
Result = TypeVar("Result")

#: Epochs without --epochs: on the decisions of everybody, and of one player, who has made far fewer.
EPOCHS, PLAYER_EPOCHS = 30, 400
BATCHES, RING_BATCHES = 4000, 3000
_BLOCKS = "▁▂▃▄▅▆▇█"

train_app = typer.Typer(help="Train players; NAME@FILE then plays the one that was written.", no_args_is_help=True)

OutOption = Annotated[Path, typer.Option("--out", dir_okay=False, help="The .npz file to write.")]
PictureOption = Annotated[
    Path | None, typer.Option("--picture", dir_okay=False, help="Draw the curve (.svg, .png or .pdf).")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    train_app.command("equilibrium")(train_equilibrium)
    train_app.command()(bluff)
    app.add_typer(train_app, name="train")


@train_app.command("ann")
def train_ann(
    data: Annotated[Path, typer.Option("--data", help="Recorded hands: an IRC folder or archive, .phh, .log.")],
    net: Annotated[int, typer.Option("--net", min=1, max=3, help="Which of the thesis's three networks.")] = 2,
    player: Annotated[str | None, typer.Option("--player", help="Network 3: the player to imitate.")] = None,
    hidden: Annotated[int, typer.Option("--hidden", min=1, max=32, help="Hidden neurons of networks 2 and 3.")] = 2,
    epochs: Annotated[
        int | None, typer.Option("--epochs", min=1, help="The largest number of passes over the hands.")
    ] = None,
    to: OutOption = Path("ann.npz"),
    picture: PictureOption = None,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Teach a network to act like people whose cards were shown (Vinther & Holst 2015); `ann@FILE` plays it."""
    from riverboat.agents.compiled import write_model
    from riverboat.agents.neural.ann import ann_agent
    from riverboat.modeling.networks import new_network, scores, train_steps
    from riverboat.training.decisions import TEST, TRAIN, VALIDATION

    _check_out(to, picture)
    if (net == 3) != (player is not None):
        raise AgentError("network 3 imitates one player: write --net 3 --player NAME")
    announce_compiling()
    seed = choose_seed(seed)
    decisions = _decisions(data, player)
    inputs = 2 if net == 1 else 5
    parts = [(part.inputs[:, :inputs], part.aggressive) for part in map(decisions.part, (TRAIN, VALIDATION, TEST))]
    network = new_network(inputs, () if net == 1 else (hidden,), seed, x=parts[0][0])
    most = epochs or (PLAYER_EPOCHS if player else EPOCHS)
    steps = train_steps(network, parts[0], parts[1], epochs=most, seed=seed, patience=max(8, most // 10))
    curve, best, stopped = _epochs(steps, most, network)
    options = f"--net {net}" + (f" --player {player}" if player else "") + (f" --hidden {hidden}" if net > 1 else "")
    command = f"riverboat train ann --data {data.name} {options} --epochs {most} --seed {seed}"
    command += f", interrupted after epoch {curve[-1].epoch}" if stopped else ""
    write_model(to, ann_agent(best), made_by=command)
    if picture is not None:
        _draw([(each.epoch, each.train, each.validation) for each in curve], picture)
    x, aggressive = parts[2]
    base, tne, told = decisions.part(TEST).base_rate, best.tne(x, aggressive), scores(best.aggressive(x), aggressive)
    if json:
        curves = [vars(each) for each in curve]
        found = {"tne": tne, "base_rate": base, "base_rate_tne": base * (1 - base), "scores": vars(told)}
        rest = {"decisions": len(decisions), "interrupted": stopped, "curve": curves, "file": str(to)}
        print_json({"net": net, "player": player, **found, **rest}, seed)
        return
    out.print(
        f"{len(parts[0][0])} decisions to learn from, {len(parts[1][0])} to choose by, {len(x)} to be judged on "
        f"(the latest), {100 * base:.1f} % of them aggressive"
    )
    out.print(
        f"TNE {100 * tne:.2f} % on these; always saying the base rate has {100 * base * (1 - base):.2f} %; "
        f"{100 * told.accuracy:.1f} % of decisions right"
    )
    out.print(f"written: {to}; it plays as ann@{to}", markup=False)


@train_app.command("adaptive")
def train_adaptive(
    batches: Annotated[
        int, typer.Option("--batches", min=1, help="Steps of the network for two seats; each is 2,048 hands.")
    ] = BATCHES,
    ring_batches: Annotated[
        int, typer.Option("--ring-batches", min=1, help="Steps of the network for larger tables.")
    ] = RING_BATCHES,
    ring_restart: Annotated[
        int, typer.Option("--ring-restart", min=0, help="After this many of them, go back to larger steps once.")
    ] = 0,
    twin: Annotated[bool, typer.Option("--twin", help="Its twin, which sees no opponent's attributes.")] = False,
    style: Annotated[str, typer.Option("--style", help="Train only against one of the four styles.")] = "",
    thesis: Annotated[bool, typer.Option("--thesis", help="The thesis's 68 inputs: it plays as adaptive-68.")] = False,
    to: OutOption = Path("adaptive.npz"),
    picture: PictureOption = None,
    resume: ResumeOption = False,
    seed: SeedOption = None,
    ring_seed: Annotated[
        int | None, typer.Option("--ring-seed", min=0, help="A separate seed for the network for larger tables.")
    ] = None,
    json: Json = False,
) -> None:
    """Train the adaptive network by what it wins against styles of all kinds, Lokis and itself; `adaptive@FILE` plays
    it."""
    from riverboat.agents.compiled import write_model
    from riverboat.training.neural import TrainingPlan, adaptive_agent

    _check_out(to, picture)
    announce_compiling()
    seed = choose_seed(1 if resume and seed is None else seed)
    two = TrainingPlan(heads_up=True, sees=not twin, batches=batches, seed=seed, style=style, thesis=thesis)
    start = seed if ring_seed is None else ring_seed
    plans = [two, replace(two, heads_up=False, batches=ring_batches, seed=start, restart=ring_restart)]
    nets = [_train_net(plan, to, resume=resume, seed=seed) for plan in plans]
    options = (
        ("--thesis " if thesis else "")
        + f"--batches {batches} --ring-batches {ring_batches}"
        + (f" --ring-restart {ring_restart}" if ring_restart else "")
        + (" --twin" if twin else "")
        + (f" --style {style}" if style else "")
        + (f" --ring-seed {ring_seed}" if ring_seed is not None else "")
    )
    agent = adaptive_agent(*nets)
    write_model(to, agent, made_by=f"riverboat train adaptive {options} --seed {seed}")
    for plan in plans:
        _part(plan, to).unlink(missing_ok=True)
    if picture is not None:
        _draw_gains(nets, picture)
    if json:
        told = [{"heads_up": net.plan.heads_up, "curve": [vars(step) for step in net.curve]} for net in nets]
        print_json({"hands": sum(plan.hands for plan in plans), "nets": told, "file": str(to)}, seed)
        return
    for net in nets:
        gains = ", ".join(f"{name} {gain:+.2f}" for name, gain in net.curve[-1].gains_sb.items())
        where = "heads-up" if net.plan.heads_up else "at larger tables"
        out.print(f"{where}, small bets a hand at the end: {gains}")
    out.print(f"written: {to}; it plays as {agent.entry.name}@{to}", markup=False)


def _check_out(to: Path, picture: Path | None) -> None:
    if to.suffix != ".npz":
        raise AgentError(f'"{to.name}" does not end in .npz, as files of networks do')
    if not to.absolute().parent.is_dir():
        raise AgentError(f'"{to}" cannot be written: there is no such folder')
    if picture is not None:
        from riverboat.pictures import check_picture

        check_picture(picture)


def _decisions(data: Path, player: str | None) -> Decisions:
    from riverboat.records.importing import scan
    from riverboat.training.decisions import read_decisions, records_of

    err.print("[dim]reading hands and working out strengths (kept for the next time) ...[/]")
    found = read_decisions(records_of(scan(data)))
    if player is not None:
        found = found.of(player)
    if len(found) < 50:
        raise RecordError(
            f"only {len(found)} decisions of shown hands: there are too few to learn from", file=str(data)
        )
    return found


def _epochs(
    steps: Generator[NetworkEpoch, None, Network], most: int, network: Network
) -> tuple[list[NetworkEpoch], Network, bool]:
    """Train to the end or until Ctrl-C, which keeps the network as it is then."""
    curve: list[NetworkEpoch] = []

    def show() -> tuple[float, str, None]:
        now = curve[-1]
        line = f"epoch {now.epoch}  {spark([each.train for each in curve])}  TNE {100 * now.train:.2f} %"
        return now.epoch / most, f"{line}, on validation {100 * now.validation:.2f} %", None

    def saw(now: NetworkEpoch) -> None:
        curve.append(now)
        view(show)

    with live_view() as view:
        try:
            return curve, run_to_end(steps, saw), False
        except KeyboardInterrupt:
            if not curve:
                raise
            err.print(f"interrupted after epoch {curve[-1].epoch}: the network is written as it is now")
            return curve, network, True


def _part(plan: TrainingPlan, to: Path) -> Path:
    return to.with_name(f".{to.stem}-{'heads-up' if plan.heads_up else 'ring'}.part.npz")


def _train_net(plan: TrainingPlan, to: Path, *, resume: bool, seed: int) -> TrainedNet:
    from riverboat.training.neural import train_steps

    steps = train_steps(plan, checkpoint=_part(plan, to), resume=resume)
    gains: list[float] = []
    where = "heads-up" if plan.heads_up else "ring"

    def saw(now: TrainingStep) -> None:
        gains.append(sum(now.gains_sb.values()) / len(now.gains_sb))

    def show(now: TrainingStep) -> tuple[float, str, None]:
        line = f"{where}, batch {now.batches}  {spark(gains)}  {gains[-1]:+.3f} small bets a hand"
        return now.batches / plan.batches, line, None

    return run_steps(steps, seed, show, saw=saw, what="trained")


def spark(values: Sequence[float], width: int = 30) -> str:
    """A curve in a line of text, from the lowest block to the highest."""
    shown = list(values)[:: max(1, -(-len(values) // width))]
    low, high = min(shown), max(shown)
    span = (high - low) or 1.0
    return "".join(_BLOCKS[min(7, int(8 * (value - low) / span))] for value in shown)


def _draw(curve: list[tuple[int, float, float]], path: Path) -> None:
    from riverboat.pictures import COLOURS, INK, new_figure, save_figure

    figure, axes = new_figure(7, 4)
    epochs = [each[0] for each in curve]
    axes.plot(epochs, [100 * each[1] for each in curve], color=COLOURS[0], label="hands learnt from")
    axes.plot(epochs, [100 * each[2] for each in curve], color=COLOURS[1], label="validation hands")
    axes.set_xlabel("epoch", color=INK)
    axes.set_ylabel("TNE, %", color=INK)
    axes.legend(frameon=False, labelcolor=INK)
    save_figure(figure, path)


def _draw_gains(nets: list[TrainedNet], path: Path) -> None:
    from riverboat.pictures import COLOURS, GRID, INK, caption, panels, save_figure

    figure, (grid,) = panels(11, 4.4, 1, 2)
    for axes, net in zip(grid, nets, strict=True):
        for at, name in enumerate(sorted({name for step in net.curve for name in step.gains_sb})):
            points = [(step.batches, step.gains_sb[name]) for step in net.curve if name in step.gains_sb]
            batches, gains = (list(each) for each in zip(*points, strict=True))
            axes.plot(batches, gains, color=COLOURS[at], linewidth=0.7, alpha=0.3)
            axes.plot(batches, _smooth(gains), color=COLOURS[at], linewidth=1.8, label=name)
        axes.axhline(0, color=GRID, zorder=0)
        caption(axes, "two seats" if net.plan.heads_up else "larger tables", "batches of 2,048 hands")
    grid[0].set_ylabel("small bets a hand; thick: means of nine", color=INK, fontsize=9)
    grid[0].legend(frameon=False, labelcolor=INK, fontsize=8, loc="lower right")
    save_figure(figure, path)


def _smooth(values: list[float]) -> list[float]:
    """The mean of each value and of up to four on either side."""
    parts = (values[max(0, at - 4) : at + 5] for at in range(len(values)))
    return [sum(part) / len(part) for part in parts]
