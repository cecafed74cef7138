"""The wheel carries everything and works in a clean environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from riverboat.version import __version__

ROOT = Path(__file__).parent.parent


def test_the_wheel_holds_the_code_its_data_and_the_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for path in (ROOT / "src" / "riverboat").rglob("*"):
        if path.suffix in (".py", ".npz", ".json", ".toml", ".typed") and not path.name.endswith(".part.npz"):
            assert str(path.relative_to(ROOT / "src")) in names
    assert any(name.endswith("LICENSE") for name in names)
    assert not any(name.startswith(("tests", "benchmarks")) for name in names)


def test_wheel_and_sdist_are_as_the_registry_wants_them(wheel: Path) -> None:
    """What `twine check --strict` says: the description renders, and the metadata are complete."""
    built = [str(wheel), *(str(path) for path in wheel.parent.glob("*.tar.gz"))]
    assert len(built) == 2
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *built], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2


def test_the_wheel_runs_in_a_clean_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / "bin" / "python"
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([python, "-m", "pip", "install", *quiet, str(wheel)], check=True)
    environment = {**os.environ, "RIVERBOAT_CACHE": str(tmp_path / "cache")}
    environment.pop("PYTHONPATH", None)
    for command in (["odds", "AhKh", "--board", "2h7hTc", "--json"], ["starting-hands", "--json", "--top", "1"]):
        done = subprocess.run(
            [tmp_path / "clean" / "bin" / "riverboat", *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        answer = json.loads(done.stdout)
        assert answer["version"] == __version__
    assert answer["hands"][0]["hand"] == "AA"
