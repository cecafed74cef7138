"""The compile cache knows when it is stale."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import riverboat
from riverboat import kernel

PACKAGE = Path(riverboat.__file__).parent


def test_the_cache_is_named_by_kernels_what_they_import_and_tables() -> None:
    names = {str(path.relative_to(PACKAGE)) for path in kernel.kernel_sources()}
    assert {"kernel.py", "cards/evaluator_kernel.py", "cards/tables.py", "cards/evaluator_table.npz"} <= names
    assert {"odds/matchup_kernel.py", "odds/starting_hands.npz", "errors.py"} <= names
    assert "cli/odds.py" not in names


def test_old_caches_are_removed_but_for_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    kernel.cache_folder.cache_clear()
    try:
        for n in range(6):
            (tmp_path / f"kernels-{n}").mkdir()
        kernel.cache_folder().mkdir()
        kernel.forget_old_kernels(keep=2)
        left = {path.name for path in tmp_path.iterdir()}
        assert kernel.cache_folder().name in left
        assert len(left) <= 3
    finally:
        kernel.cache_folder.cache_clear()


def test_a_read_only_install_compiles_into_the_users_cache(tmp_path: Path) -> None:
    code = "from riverboat import evaluate; assert evaluate('AsKsQsJsTs') == 7462"
    subprocess.run([sys.executable, "-c", code], check=True, env={"RIVERBOAT_CACHE": str(tmp_path), "PATH": ""})
    assert list(tmp_path.rglob("*evaluate_one*.nbc"))
    assert not list(PACKAGE.rglob("*.nbc"))
