"""`riverboat tables`: the package changes at the end alone, and not at all where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.cards import ranges, tables
from riverboat.cli import app
from riverboat.errors import FileError
from riverboat.odds import class_order


def test_an_interrupted_run_leaves_the_package_untouched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(tables, "PATH", tmp_path / "evaluator_table.npz")
    monkeypatch.setattr(ranges, "ORDER_PATH", tmp_path / "class_order.json")
    monkeypatch.setattr(tables, "build", lambda: None)
    monkeypatch.setattr(tables, "save", lambda *_: pytest.fail("half of it was written"))
    monkeypatch.setattr(class_order, "class_order", interrupted)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        raise SystemExit(app(["tables"], standalone_mode=False))
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_package_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.files.os.access", lambda *_: False)
    monkeypatch.setattr(tables, "build", lambda: pytest.fail("the work was begun"))
    with pytest.raises(FileError, match="cannot be written: its folder is read-only"):
        app(["tables"], standalone_mode=False)
