"""How every picture here looks, and how it becomes a file: the ending of its name decides the format."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from riverboat.errors import FileError

INK, PAPER, GRID, FAINT = "#1d2733", "#ffffff", "#d8dee6", "#7b8794"
COLOURS = ("#0b6e4f", "#c8553d", "#3d5a98", "#b8860b", "#7a4988", "#2a9d8f", "#8d6346", "#5c677d", "#c2185b", "#6a8d00")
KINDS = (".svg", ".png", ".pdf")


def panels(width: float, height: float, rows: int = 1, columns: int = 1, **grid: Any) -> tuple[Any, Any]:
    """An empty picture, and its axes by row and column; `grid` is what Matplotlib's `subplots` takes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.family": "DejaVu Sans", "svg.hashsalt": "riverboat", "text.color": INK})
    grid = {"layout": "constrained", "facecolor": PAPER, **grid}
    figure, found = plt.subplots(rows, columns, figsize=(width, height), squeeze=False, **grid)
    for axes in found.flat:
        style(axes)
    return figure, found


def new_figure(width: float, height: float) -> tuple[Any, Any]:
    """An empty picture, and its only axes."""
    figure, ((axes,),) = panels(width, height)
    return figure, axes


def style(axes: Any, **ticks: Any) -> None:
    """Two thin sides and no marks at the numbers; `ticks` is what Matplotlib's `tick_params` takes."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GRID)
    axes.tick_params(**{"colors": INK, "length": 0, **ticks})


def caption(axes: Any, title: str, x: str = "", y: str = "") -> None:
    """The title and the labels of one panel among several, in small letters."""
    axes.set_title(title, loc="left", fontsize=10, color=INK)
    axes.set_xlabel(x, color=INK, fontsize=9)
    axes.set_ylabel(y, color=INK, fontsize=9)
    axes.tick_params(labelsize=8)


def check_picture(path: Path) -> None:
    """Refuse a name that can't be drawn into; before long work is done for it, where the caller asks early."""
    if path.suffix.lower() not in KINDS:
        raise FileError(f'"{path.name}" has no ending that names a kind of picture: use .svg, .png or .pdf')
    if not path.absolute().parent.is_dir():
        raise FileError(f'"{path}" cannot be written: there is no such folder')


def figure_svg(figure: Any) -> str:
    """A picture as SVG text, as notebooks show it; the figure is closed."""
    import matplotlib.pyplot as plt

    held = io.StringIO()
    figure.savefig(held, format="svg", metadata={"Date": None})
    plt.close(figure)
    return held.getvalue()


def save_figure(figure: Any, path: Path) -> None:
    """Write a picture whole or not at all; the ending of the name decides the format."""
    import matplotlib.pyplot as plt

    from riverboat.files import write_whole

    check_picture(path)
    kind = path.suffix.lstrip(".").lower()
    held = io.BytesIO()
    figure.savefig(held, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else None)
    plt.close(figure)
    write_whole(path, [held.getvalue()])
