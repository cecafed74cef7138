"""`riverboat warmup` leaves nothing out: each kernel that Python calls is in one of its groups."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import riverboat
from riverboat.agents.kinds_kernel import KINDS

PACKAGE = Path(riverboat.__file__).parent
#: What only makes the tables that come with the package.
MAKERS = {"arena.luck.luck_kernel.collect", "odds.omaha.omaha_starting_kernel.all_codes"}
#: What is compiled when it is first used: by commands that run long, and by what is for Python alone.
LATER = (
    "arena.exploit.",
    "cards.evaluator_kernel.evaluate_rows",
    "doors.environments.",
    "modeling.attributes_kernel.standing_attributes",
    "odds.many_kernel.",
    "solving.limit.response_kernel.",
    "solving.spots.",
    "training.",
)
#: Runs groups, and tells which kernels were asked for: those that the cache has, and those that are compiled now.
ASKED = """
import json, sys
from riverboat import kernel, warmup
asked, load = set(), kernel._KernelFiles.load
def loading(files, key):
    asked.add(f"{files._cache_path.rpartition('/')[2].rpartition('-')[0]}.{files._function.partition('-')[0]}")
    return load(files, key)
kernel._KernelFiles.load = loading
for _, compile_now in getattr(warmup, sys.argv[1])():
    compile_now()
print(json.dumps(sorted(asked)))
"""


def _kernels(path: Path) -> set[str]:
    """The names of the kernels in a file."""
    return {
        node.name
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and "kernel" in [ast.unparse(each) for each in node.decorator_list]
    }


def _module(name: str) -> Path:
    return PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")


def _called(path: Path) -> Iterator[str]:
    """The kernels that a module of Python names, by the modules that it imports them from."""
    tree = ast.parse(path.read_text("utf-8"))
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("riverboat"):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if alias.name.endswith("_kernel"):
                    modules[alias.asname or alias.name] = whole
                elif str(node.module).endswith("_kernel") and alias.name in _kernels(_module(str(node.module))):
                    yield whole
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            module = modules[node.value.id]
            if node.attr in _kernels(_module(module)):
                yield f"{module}.{node.attr}"


def called_from_python() -> set[str]:
    """Every kernel that Python calls, and those by which agents decide and learn."""
    found = {
        name.removeprefix("riverboat.")
        for path in PACKAGE.rglob("*.py")
        if not path.stem.endswith("_kernel") and path.name != "warmup.py"
        for name in _called(path)
    }
    for kind in KINDS.values():
        found |= {f"agents.{kind.file}.{name}" for name in (kind.decides, kind.learns) if name}
    return found


def _asked(groups: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", ASKED, groups], check=True, capture_output=True, text=True)
    return set(json.loads(done.stdout))


@pytest.fixture(scope="module")
def asked() -> dict[str, set[str]]:
    return {groups: _asked(groups) for groups in ("steps", "further_steps")}


def test_every_kernel_that_python_calls_is_in_a_group(asked: dict[str, set[str]]) -> None:
    called = called_from_python()
    assert len(called) > 90
    assert "records.store.tallies_kernel.count_hands" in called
    assert called - asked["steps"] - asked["further_steps"] == MAKERS


def test_what_tables_and_quick_commands_need_is_compiled_without_all(asked: dict[str, set[str]]) -> None:
    left = called_from_python() - asked["steps"] - MAKERS
    assert all(name.startswith(LATER) for name in left), left
    assert {next(beginning for beginning in LATER if name.startswith(beginning)) for name in left} == set(LATER)
