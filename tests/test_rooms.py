"""A room imports only rooms above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import riverboat

HOUSE = Path(riverboat.__file__).parent
#: In the order in which data flows; what stands before the rooms may be imported by all.
GROUND = (
    "version",
    "facade",
    "markup",
    "errors",
    "arrays",
    "files",
    "steps",
    "intervals",
    "pictures",
    "compile_news",
    "kernel_parts",
    "kernel",
    "kernel_entries",
    "kernel_vectors",
)
ROOMS = (
    "cards",
    "odds",
    "games",
    "records",
    "solving",
    "modeling",
    "agents",
    "partner",
    "tables",
    "arena",
    "training",
    "studies",
    "doors",
    "warmup",
    "web",
    "cli",
)
ORDER = (*GROUND, *ROOMS)


def _imports(path: Path) -> set[str]:
    """The parts of the house that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path.name} imports relatively"
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("riverboat.")}
    return found


def _files() -> list[Path]:
    return [path for path in sorted(HOUSE.rglob("*.py")) if path.parent != HOUSE or path.stem in ORDER]


@pytest.mark.parametrize("path", _files(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_room_imports_only_rooms_above_it(path: Path) -> None:
    room = path.relative_to(HOUSE).parts[0].removesuffix(".py")
    assert room in ORDER, f"{room} is not a room of the house"
    for imported in _imports(path):
        assert ORDER.index(imported) <= ORDER.index(room), f"{path.name} in {room} imports {imported}"


def test_only_files_named_kernel_compile_and_only_through_our_decorator() -> None:
    for path in HOUSE.rglob("*.py"):
        text = path.read_text("utf-8")
        if path.name not in ("kernel.py", "kernel_parts.py", "kernel_entries.py", "kernel_vectors.py"):
            assert "import numba" not in text, path
            assert "from numba" not in text, path
        if "@kernel" in text:
            assert path.stem.endswith("_kernel"), path


def test_nothing_is_unpickled_evaluated_or_given_to_a_shell() -> None:
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                assert name not in ("eval", "exec", "os.system", "pickle.load", "pickle.loads"), f"{path}: {name}"
                for keyword in node.keywords:
                    value = ast.unparse(keyword.value)
                    assert (keyword.arg, value) not in (("shell", "True"), ("allow_pickle", "True")), path
