"""The house keeps its measure: what `tests/house.py` counts stays within bounds."""

from __future__ import annotations

from tests import house


def test_games_are_asked_by_their_row() -> None:
    """So that a new game touches few files."""
    assert len(house.game_names()) <= 15
    assert len(house.questions()) <= 5
    assert not house.unions()


def test_functions_can_be_read_at_a_glance() -> None:
    assert max(each.lines for each in house.functions()) < 80
    assert max(each.parameters for each in house.functions() if not each.command) < 10


def test_a_class_name_means_one_thing() -> None:
    assert not house.names_twice()


def test_folders_are_small() -> None:
    name, count = house.fullest_folder()
    assert count < 20, name


def test_docstrings_stand_alone() -> None:
    """Where a pointer rests on a name nothing but its docstring is shown."""
    assert house.headless() == []
