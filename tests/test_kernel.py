"""The compile cache knows when it is stale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import riverboat
from riverboat import kernel

PACKAGE = Path(riverboat.__file__).parent


def _names(*kernels: Path) -> set[str]:
    return {str(path.relative_to(PACKAGE)) for path in kernel.kernel_sources(*kernels)}


def test_a_cache_is_named_by_what_its_kernels_can_reach() -> None:
    names = _names(PACKAGE / "odds" / "matchup_kernel.py")
    assert {"kernel.py", "cards/evaluator_kernel.py", "cards/tables.py", "cards/evaluator_table.npz"} <= names
    assert {"odds/matchup_kernel.py", "odds/starting_hands.npz", "errors.py"} <= names
    assert not {"cli/odds.py", "games/betting_kernel.py"} & names
    assert "odds/matchup_kernel.py" not in _names(PACKAGE / "cards" / "evaluator_kernel.py")


def test_every_compiled_function_is_kept_in_the_folder_of_its_file() -> None:
    from riverboat.arena import session_kernel

    path = PACKAGE / "arena" / "session_kernel.py"
    dispatcher: Any = session_kernel.advance
    folder = Path(dispatcher._cache.cache_path)
    assert kernel.cache_folder(path) == folder
    assert "agents/dispatch_kernel.py" in _names(path)


def test_old_caches_are_removed_but_for_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    path = PACKAGE / "cards" / "evaluator_kernel.py"
    current = kernel.cache_folder(path)
    for number, folder in enumerate([current, *(current.with_name(f"cards.evaluator_kernel-{n}") for n in range(6))]):
        folder.mkdir(parents=True)
        os.utime(folder, (number, number))
    kernel.forget_old_kernels(keep=2)
    left = {folder.name for folder in current.parent.iterdir()}
    assert left == {current.name, "cards.evaluator_kernel-5", "cards.evaluator_kernel-4"}


def test_a_read_only_install_compiles_into_the_users_cache(tmp_path: Path) -> None:
    code = "from riverboat import evaluate; assert evaluate('AsKsQsJsTs') == 7462"
    subprocess.run([sys.executable, "-c", code], check=True, env={"RIVERBOAT_CACHE": str(tmp_path), "PATH": ""})
    assert list(tmp_path.rglob("*evaluate_one*.nbc"))
    assert not list(PACKAGE.rglob("*.nbc"))
