"""The notebooks in examples/notebooks run from the wheel, at a small size here and at full size in `make prove`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
#: Seconds of the processor that each may take at full size, on however many cores.
MOST_S = 300


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content, to be imported instead of the sources."""
    folder = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def run(notebook: Path, unpacked: Path, folder: Path, size: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "notebook_runner.py"), str(notebook)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(unpacked), "RIVERBOAT_NOTEBOOKS": size},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert found["home"].startswith(str(unpacked))
    return found


def test_there_are_six_and_the_list_names_them() -> None:
    listed = (ROOT / "examples" / "notebooks" / "README.md").read_text("utf-8")
    assert len(NOTEBOOKS) == 6
    for notebook in NOTEBOOKS:
        assert f"({notebook.name})" in listed


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_whole_and_without_output(notebook: Path) -> None:
    content = json.loads(notebook.read_text("utf-8"))
    assert (content["nbformat"], content["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in content["cells"]}) == len(content["cells"])
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
            compile("".join(cell["source"]), notebook.name, "exec")
    assert content["cells"][0]["source"][0].startswith("# ")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_the_wheel(notebook: Path, unpacked: Path, tmp_path: Path) -> None:
    found = run(notebook, unpacked, tmp_path, "small")
    assert found["cells"] >= 5
    assert found["shown"] >= 1
    assert not list(tmp_path.iterdir())  # it leaves nothing behind


@pytest.mark.prove
def test_the_notebooks_at_full_size(unpacked: Path, tmp_path: Path, note: Callable[[str, object], None]) -> None:
    for notebook in NOTEBOOKS:
        found = run(notebook, unpacked, tmp_path, "full")
        note(f"{notebook.stem}, seconds of the processor", found["cpu_s"])
        assert found["cpu_s"] < MOST_S, notebook.stem
