from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.cards import tables
from riverboat.errors import TableError


def test_shipped_tables_are_what_the_rules_of_poker_give() -> None:
    built, shipped = tables.build(), tables.load()
    for name in tables.Tables.__dataclass_fields__:
        assert np.array_equal(getattr(built, name), getattr(shipped, name)), name


def test_damaged_tables_are_told(tmp_path: Path) -> None:
    path = tmp_path / "evaluator_table.npz"
    known = tables.load()
    values = known.values.copy()
    values[12345] += 1
    with np.load(tables.PATH) as stored:
        arrays = dict(stored)
    np.savez_compressed(path, **{**arrays, "values": values})
    with pytest.raises(TableError, match="damaged"):
        tables.load(path)
    path.write_bytes(tables.PATH.read_bytes()[:1000])
    with pytest.raises(TableError, match="cannot be read"):
        tables.load(path)
    with pytest.raises(TableError, match="cannot be read"):
        tables.load(tmp_path / "absent.npz")


def test_tables_are_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "evaluator_table.npz"
    tables.save(tables.load(), path)
    assert np.array_equal(tables.load(path).values, tables.load().values)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
