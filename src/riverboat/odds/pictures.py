"""Pictures of odds, as files: the ending of the name decides the format (.svg, .png, .pdf)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.cards.cards import RANKS, SUIT_SIGNS
from riverboat.cards.holdings import CLASS_NAMES
from riverboat.errors import OddsError
from riverboat.files import write_whole
from riverboat.odds.starting_hands import StartingHands
from riverboat.odds.streets import Streets

INK, PAPER, GRID = "#1d2733", "#ffffff", "#d8dee6"
COLOURS = ("#0b6e4f", "#c8553d", "#3d5a98", "#b8860b", "#7a4988", "#2a9d8f", "#8d6346", "#5c677d", "#c2185b", "#6a8d00")


def new_figure(width: float, height: float) -> tuple[Any, Any]:
    """An empty picture in the house's colours, and its axes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.family": "DejaVu Sans", "svg.hashsalt": "riverboat", "text.color": INK})
    figure, axes = plt.subplots(figsize=(width, height), layout="constrained", facecolor=PAPER)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GRID)
    axes.tick_params(colors=INK, length=0)
    return figure, axes


def save_figure(figure: Any, path: Path) -> None:
    """Write a picture whole or not at all; the ending of the name decides the format."""
    import matplotlib.pyplot as plt

    kind = path.suffix.lstrip(".").lower()
    if kind not in figure.canvas.get_supported_filetypes():
        raise OddsError(f'"{path.name}" has no ending that names a kind of picture: use .svg, .png or .pdf')
    held = io.BytesIO()
    figure.savefig(held, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else None)
    plt.close(figure)
    write_whole(path, [held.getvalue()])


def plot_streets(found: Streets, path: Path) -> None:
    """Everybody's equity street by street; behind the last one a dot for each card that may come."""
    figure, axes = new_figure(8, 4.6)
    steps = np.arange(len(found.streets))
    players = found.odds[-1].players
    same = len({player.hand for player in players[1:]}) == 1 and players[-1].hand == "random"
    shown = range(1) if same and len(players) > 2 else range(len(players))
    for player in shown:
        colour = COLOURS[player]
        means = [100 * each.players[player].equity.mean for each in found.odds]
        errors = [196 * each.players[player].equity.error for each in found.odds]
        axes.errorbar(steps, means, errors, color=colour, lw=2, marker="o", ms=7, capsize=3, zorder=3, clip_on=False)
        last = f"{players[player].hand}  {means[-1]:.1f} %"
        above = means[-1] < 90 and (player == 0 or means[-1] >= max(p.equity.mean for p in players) * 100)
        axes.annotate(
            last,
            (steps[-1], means[-1]),
            (10, 8 if above else -16),
            textcoords="offset points",
            color=colour,
            weight="bold",
        )
        if found.next_cards:
            after = [100 * each[player] for each in found.next_cards.values()]
            spread = np.linspace(-0.16, 0.16, len(after)) + steps[-1] + 1
            axes.scatter(spread, after, s=14, color=colour, alpha=0.55, lw=0, zorder=2, clip_on=False)
    labels = [f"{street}\n{_cards_of(found, at)}" for at, street in enumerate(found.streets)]
    if found.next_cards:
        labels.append(f"next card\n{len(found.next_cards)} possible")
    axes.set_xticks(range(len(labels)), labels)
    axes.set_xlim(-0.3, len(labels) - 0.3 + (0.35 if not found.next_cards else 0))
    axes.set_ylim(0, 100)
    axes.set_ylabel("equity, %", color=INK)
    axes.axhline(100 / len(players), color=GRID, lw=1, ls="--", zorder=1)
    axes.text(-0.28, 100 / len(players) + 1, "even share", size=8, color="#7b8794")
    axes.grid(axis="y", color=GRID, lw=0.6)
    hands = [player.hand for player in players]
    against = f"{hands[0]} against {len(hands) - 1} random hands" if len(shown) == 1 else " vs ".join(hands)
    axes.set_title(against, loc="left", color=INK, weight="bold")
    save_figure(figure, path)


def _cards_of(found: Streets, at: int) -> str:
    counts = {"pre-flop": (0, 0), "flop": (0, 3), "turn": (3, 4), "river": (4, 5)}
    start, end = counts[found.streets[at]]
    return " ".join(RANKS[card >> 2] + SUIT_SIGNS[card & 3] for card in found.question.board[start:end])


def plot_starting_hands(figures: StartingHands, players: int, path: Path) -> None:
    """The 13 x 13 grid of starting hands, coloured by income rate."""
    figure, axes = new_figure(8.4, 8.6)
    grid = figures.income[players - 2].reshape(13, 13)
    reach = max(abs(grid.min()), 0.6 * grid.max())
    axes.imshow(grid, cmap="RdYlGn", vmin=-reach, vmax=reach)
    for index, name in enumerate(CLASS_NAMES):
        row, column = divmod(index, 13)
        style = {"ha": "center", "va": "center", "color": PAPER if abs(grid[row, column]) > 0.7 * reach else INK}
        axes.text(column, row - 0.12, name, size=10, weight="bold", **style)
        axes.text(column, row + 0.24, f"{grid[row, column]:+.2f}", size=7.5, **style)
    axes.set_xticks(np.arange(-0.5, 13), labels=[])
    axes.set_yticks(np.arange(-0.5, 13), labels=[])
    axes.grid(color=PAPER, lw=1.5)
    axes.spines[:].set_visible(False)
    worst = figures.income_error[players - 2].max()
    exact = "exact" if worst == 0 else f"standard error at most {worst:.4f}"
    axes.set_title(f"Income rate of the starting hands, {players} players", loc="left", color=INK, weight="bold")
    axes.set_xlabel(f"small bets won a hand, all hands played to the showdown; {exact}. Suited above, offsuit below.")
    save_figure(figure, path)
