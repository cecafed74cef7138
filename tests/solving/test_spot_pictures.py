"""Solved spots to look at: cells of the grid, colours, HTML and SVG for notebooks."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from riverboat.cards.holdings import CLASS_NAMES
from riverboat.solving.spot_grid import NOBODY, action_colours, action_rows, cells, chips, figure, node_heading
from riverboat.solving.spot_pictures import plot_boards
from riverboat.solving.spots import Spot, SpotSolution, solve_spot


@pytest.fixture(scope="module")
def solution() -> SpotSolution:
    spot = Spot(
        board="Td9d6hQc2s", oop="AA,KQs:0.5,JTs,77", ip="KK-JJ,T9s,A5s", pot=20, stack=60, bets="50%,a", raises="a"
    )
    return solve_spot(spot, target=0.001)


def test_cells_are_the_classes_of_the_grid_with_what_is_left_of_them(solution: SpotSolution) -> None:
    found = {cell.name: cell for cell in cells(solution.root)}
    assert tuple(found) == CLASS_NAMES
    there = {name: cell.presence for name, cell in found.items() if cell.frequencies}
    # The queen of clubs lies on the board: three of the four KQs are possible, and all of those are there by half.
    assert there == pytest.approx({"AA": 1, "KQs": 0.5, "JTs": 1, "77": 1})
    for cell in found.values():
        if cell.frequencies:
            assert sum(cell.frequencies) == pytest.approx(1)
    rows = {row.name: row for row in solution.root.classes()}
    assert found["77"].ev == rows["77"].ev


def test_the_actions_over_the_whole_range_add_up(solution: SpotSolution) -> None:
    for path in ("", "check", "check, bet 60"):
        node = solution.at(path)
        rows = action_rows(node)
        assert sum(row.frequency for row in rows) == pytest.approx(1)
        assert sum(row.holdings for row in rows) == pytest.approx(node.reach().sum())
        done = [(row.frequency, row.ev) for row in rows if row.ev is not None]
        # What each action wins, by how often it is done, is what the node wins but for holdings that rarely meet.
        assert sum(share * ev for share, ev in done) == pytest.approx(node.mean_ev(), abs=1.0)


def test_every_action_has_a_colour_of_its_own() -> None:
    facing = ("fold", "call", "raise to 30", "raise to 60", "raise to 90")
    assert len(set(action_colours(facing))) == 5
    assert NOBODY not in action_colours(facing)
    assert action_colours(("check", "bet 10"))[0] == action_colours(facing)[1]


def test_figures_as_people_write_them(solution: SpotSolution) -> None:
    assert (figure(-0.01), figure(2.345, 2), chips(1234.5), chips(100)) == ("0.0", "2.35", "1,234.5", "100")
    assert node_heading(solution.root) == "Td9d6hQc2s, at the start: oop to act, pot 20"
    assert node_heading(solution.at("check, bet 60")).endswith("oop to act, pot 80, 60 to call")


class _Counter(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.titles: list[str] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_cell = tag == "td"
        self.titles += [value or "" for name, value in attrs if name == "title"]

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.cells.append(data)
            self._in_cell = False


def test_notebooks_show_a_grid(solution: SpotSolution) -> None:
    read = _Counter()
    read.feed(solution._repr_html_())
    assert tuple(read.cells) == CLASS_NAMES
    assert len(read.titles) == 4
    assert any(title.startswith("77: check ") and "EV " in title for title in read.titles)
    svg = solution.at("check")._repr_svg_()
    assert svg is not None
    assert svg.startswith("<?xml")
    assert "<svg" in svg


def test_a_node_where_nobody_acts_has_a_line_and_no_grid(solution: SpotSolution) -> None:
    node = solution.at("check, check")
    assert node._repr_svg_() is None
    assert "<table" not in node._repr_html_()
    assert "oop EV" in node._repr_html_()


def test_boards_beside_each_other(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    rows = [
        {"board": board, "pot": 20, "ev": [9.0, 11.0], "equity": [0.4, 0.6], "bets": [float(rng.random()), None]}
        for board in ("Td9d6h", "AsKd7c", "8h7h6s")
    ]
    plot_boards(rows, tmp_path / "boards.svg")
    assert (tmp_path / "boards.svg").read_text("utf-8").startswith("<?xml")
