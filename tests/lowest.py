"""`make lowest`: Riverboat with the lowest versions of what it stands on, in an environment of its own.

python -m tests.lowest           import, every --help, a file of hands, a solved game, the page; then a match and tests
python -m tests.lowest --small   without the match and the tests: what `make test` runs
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ("tests/cli/test_plain_help.py", "tests/records/store/test_store.py", "tests/solving/test_solver.py")


def pins() -> dict[str, str]:
    """The versions of tests/lowest.txt."""
    lines = (ROOT / "tests" / "lowest.txt").read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def bounds() -> dict[str, str]:
    """The lowest versions that pyproject.toml allows."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return dict(each.split(">=") for each in wanted)


def riverboat(*words: str, folder: str) -> str:
    """Run a command; a failure ends it all."""
    done = subprocess.run(
        [sys.executable, "-m", "riverboat", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"riverboat {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def every_help() -> int:
    """Every command says what it can do."""
    from typer.testing import CliRunner

    from riverboat.cli import app

    names = [str(command.name) for command in app.registered_commands]
    for name in ("", *names, *(str(group.name) for group in app.registered_groups)):
        result = CliRunner().invoke(app, [name, "--help"] if name else ["--help"])
        if result.exit_code or "Usage" not in result.output:
            sys.exit(f"riverboat {name} --help: {result.output}{result.exception}")
    return len(names)


def page(folder: str) -> None:
    """The page starts and answers."""
    command = [sys.executable, "-m", "riverboat", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        try:
            for line in server.stdout:
                if address := re.search(r"http://\S+", line):
                    with urllib.request.urlopen(address[0]) as answer:
                        assert answer.status == 200
                    return
            sys.exit("the page did not start")
        finally:
            server.terminate()


def main(small: bool) -> None:
    """Everything, one after another."""
    for name, version in pins().items():
        there = importlib.metadata.version(name)
        assert there == version, f"{name} is {there} here, not {version}"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RIVERBOAT_DATABASE"] = str(Path(folder, "hands.db"))
        print(f"{every_help()} commands say what they can do", flush=True)
        print(riverboat("import", str(ROOT / "examples" / "hands.phhs"), folder=folder).splitlines()[-1], flush=True)
        assert "loki-a" in riverboat("stats", "loki-a", folder=folder)
        assert json.loads(riverboat("solve", "kuhn", "--json", folder=folder))["value_exact"] == "-1/18"
        print("kuhn is solved", flush=True)
        page(folder)
        print("the page starts", flush=True)
        if small:
            return
        assert json.loads(riverboat("match", "rock", "maniac", "--hands", "400", "--json", folder=folder))["players"]
        print("a match is played", flush=True)
    subprocess.run([sys.executable, "-m", "pytest", "-W", "default", *TESTS], cwd=ROOT, check=True)


if __name__ == "__main__":
    main("--small" in sys.argv[1:])
