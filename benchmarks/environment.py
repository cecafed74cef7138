"""The virtual environment in which everybody is measured: made once, with the project and every peer that installs."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.peers import MISSING, PEERS
from benchmarks.writing import write_whole

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv-bench"
PIP_PATIENCE_S = 900
#: Addresses and paths say where this machine is, not what went wrong.
_PLACES = re.compile(r"\S+://\S+|(?<![\w.])/\S+")

Pip = Callable[[list[str]], "subprocess.CompletedProcess[str]"]


@dataclass(frozen=True, kw_only=True)
class Environment:
    """An interpreter, and why some peers are missing from it."""

    python: Path
    missing: dict[str, str] = field(default_factory=dict)

    def run(self, *arguments: str) -> str:
        """What a command of the environment's interpreter prints; its own complaints go to standard error."""
        variables = {**os.environ, MISSING: json.dumps(self.missing), "PYTHONPATH": str(ROOT)}
        variables.pop("PYTHONDONTWRITEBYTECODE", None)  # peers were compiled when they were installed: so are we
        done = subprocess.run(
            [str(self.python), *arguments], cwd=ROOT, env=variables, check=True, text=True, stdout=subprocess.PIPE
        )
        return done.stdout

    def versions(self) -> dict[str, str]:
        """The versions found installed, by name."""
        program = (
            "import json, sys, importlib.metadata as m\n"
            "def v(n):\n    try: return m.version(n)\n    except m.PackageNotFoundError: return ''\n"
            "print(json.dumps({n: v(n) for n in sys.argv[1:]}))"
        )
        found: dict[str, str] = json.loads(self.run("-c", program, "riverboat", "numba", "numpy", *PEERS))
        return {name: version for name, version in found.items() if version}


def prepare(folder: Path = FOLDER) -> Environment:
    """Make the environment, or complete the one that is there."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    made = folder / "made.json"  # what was installed to the end; written last, so that an interrupted run goes on
    installed: dict[str, str] = json.loads(made.read_text()) if made.exists() else {}
    if not installed or not python.exists():
        tell(f"making {folder.name}")
        installed = {}
        venv.create(folder, clear=True, with_pip=True)

    def pip(arguments: list[str]) -> subprocess.CompletedProcess[str]:
        command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=PIP_PATIENCE_S, check=False)

    project = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if installed.get("riverboat") != project:
        tell("installing riverboat")
        if reason := install(pip, ["--editable", str(ROOT)]):
            raise SystemExit(f"riverboat {reason}")
        installed["riverboat"] = project
        write_whole(made, json.dumps(installed))
    missing = {}
    for peer in PEERS:
        if peer in installed:
            continue
        tell(f"installing {peer}")
        if reason := install(pip, [peer]):
            tell(f"  {reason}")
            missing[peer] = reason
        else:
            installed[peer] = "yes"
            write_whole(made, json.dumps(installed))
    return Environment(python=python, missing=missing)


def install(pip: Pip, arguments: list[str]) -> str:
    """Install; nothing when it went well, else why not."""
    try:
        done = pip(arguments)
    except subprocess.TimeoutExpired:
        return f"won't install: not done after {PIP_PATIENCE_S // 60} minutes"
    if done.returncode == 0:
        return ""
    errors = [line for line in done.stderr.splitlines() if line.lower().lstrip().startswith("error")]
    reason = errors[-1] if errors else f"pip ended with {done.returncode}"
    reason = re.sub(r"(?i)^\s*error:\s*", "", _PLACES.sub("...", reason))
    return f"won't install: {reason[:120]}"


def tell(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)
