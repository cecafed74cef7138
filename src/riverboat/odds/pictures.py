"""Pictures of odds, as files: the ending of the name decides the format (.svg, .png, .pdf)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from riverboat.cards.cards import RANKS, SUIT_SIGNS
from riverboat.cards.holdings import CLASS_NAMES
from riverboat.odds.starting_hands import StartingHands
from riverboat.odds.streets import Streets
from riverboat.pictures import COLOURS, FAINT, GRID, INK, PAPER, new_figure, save_figure


def plot_streets(found: Streets, path: Path) -> None:
    """Everybody's equity street by street, and the first player's for each card that may come next, sorted."""
    figure, axes = new_figure(8.6, 4.8)
    steps = np.arange(len(found.streets))
    players = found.odds[-1].players
    random = sum(player.hand == "random" for player in players)
    shown = range(len(players) - random if random > 1 else len(players))
    for player in shown:
        means = [100 * each.players[player].equity.mean for each in found.odds]
        errors = [100 * each.players[player].equity.half for each in found.odds]
        style = {"color": COLOURS[player], "lw": 2, "marker": "o", "ms": 7, "capsize": 3, "zorder": 3, "clip_on": False}
        axes.errorbar(steps, means, errors, **style)
    _label_ends(axes, steps[-1], [(players[player].hand, players[player].equity.mean) for player in shown])
    _scatter_next(axes, steps[-1] + 1.25, found)
    labels = [f"{street}\n{_cards_of(found, at)}" for at, street in enumerate(found.streets)]
    ticks = list(steps)
    if found.next_cards:
        ticks.append(steps[-1] + 1.25)
        labels.append(_what_comes(found))
    axes.set_xticks(ticks, labels)
    axes.set_xlim(-0.3, steps[-1] + (1.7 if found.next_cards else 0.8))
    axes.set_ylim(-1, 101)
    axes.set_ylabel("equity, %", color=INK)
    axes.axhline(100 / len(players), color=GRID, lw=1, ls="--", zorder=1)
    axes.text(axes.get_xlim()[1], 100 / len(players) + 1, "even share", size=8, color=FAINT, ha="right")
    axes.grid(axis="y", color=GRID, lw=0.6)
    names = [player.hand for player in players[: len(players) - random]]
    if random:
        names.append("a random hand" if random == 1 else f"{random} random hands")
    axes.set_title(_short(" vs ".join(names), 72), loc="left", color=INK, weight="bold")
    last = found.odds[-1]
    how = "exact" if last.method == "exact" else f"simulated, {last.games:,} games; bars are 95 % intervals"
    figure.text(0.99, 0.985, how, ha="right", va="top", size=8, color=FAINT)
    save_figure(figure, path)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _label_ends(axes: Any, at: float, ends: list[tuple[str, float]]) -> None:
    """Name the lines at their ends, moved apart where they would lie on one another."""
    gap = 6.0
    heights: list[float] = []
    order = sorted(range(len(ends)), key=lambda player: ends[player][1])
    for player in order:
        wanted = 100 * ends[player][1]
        heights.append(max(wanted, heights[-1] + gap) if heights else wanted)
    over = max(0.0, heights[-1] - 99)
    for player, height in zip(order, heights, strict=True):
        name, mean = ends[player]
        text = f"{_short(name, 20)}  {100 * mean:.1f} %"
        axes.text(at + 0.08, height - over, text, color=COLOURS[player], weight="bold", va="center", zorder=4)


def _scatter_next(axes: Any, at: float, found: Streets) -> None:
    """What the first player's equity becomes, for each card that may come, the worst and the best one named."""
    if not found.next_cards:
        return
    by_equity = sorted(found.next_cards.items(), key=lambda item: item[1][0])
    heights = [100 * each[0] for _, each in by_equity]
    places = np.linspace(-0.3, 0.3, len(heights)) + at
    axes.scatter(places, heights, s=13, color=COLOURS[0], alpha=0.6, lw=0, zorder=2, clip_on=False)
    for index, side, lift in ((0, "worst", -7 if heights[0] > 12 else 9), (-1, "best", 7 if heights[-1] < 90 else -7)):
        place = {"ha": "center", "va": "center", "size": 8, "color": COLOURS[0]}
        axes.text(places[index], heights[index] + lift, f"{side}\n{_signs(by_equity[index][0])}", **place)


def _what_comes(found: Streets) -> str:
    count, name = len(found.next_cards), _short(found.odds[-1].players[0].hand, 12)
    if found.streets[-1] == "pre-flop":
        return f"{name} after the flop\n{count} at random"
    return f"{name} after the next card\n{count} possible"


def _signs(cards: tuple[int, ...]) -> str:
    return " ".join(RANKS[card >> 2] + SUIT_SIGNS[card & 3] for card in cards)


def _cards_of(found: Streets, at: int) -> str:
    counts = {"pre-flop": (0, 0), "flop": (0, 3), "turn": (3, 4), "river": (4, 5)}
    start, end = counts[found.streets[at]]
    return _signs(found.question.board[start:end])


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
        axes.text(column, row + 0.24, f"{grid[row, column] + 0.0:+.2f}".replace("-0.00", "0.00"), size=7.5, **style)
    axes.set_xticks(np.arange(-0.5, 13), labels=[])
    axes.set_yticks(np.arange(-0.5, 13), labels=[])
    axes.grid(color=PAPER, lw=1.5)
    axes.spines[:].set_visible(False)
    worst = figures.income_error[players - 2].max()
    exact = "exact" if worst == 0 else f"standard error at most {worst:.4f}"
    axes.set_title(f"Income rate of the starting hands, {players} players", loc="left", color=INK, weight="bold")
    axes.set_xlabel(f"small bets won a hand, all hands played to the showdown; {exact}. Suited above, offsuit below.")
    save_figure(figure, path)
