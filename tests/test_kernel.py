"""The compile cache knows when it is stale."""

from __future__ import annotations

import os
import shutil
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
    assert {"odds/matchup_kernel.py", "odds/starting_hands.npz"} <= names
    # The last two give no answers.
    assert not {"cli/commands/odds.py", "games/engine/betting_kernel.py", "errors.py", "files.py"} & names
    assert "odds/matchup_kernel.py" not in _names(PACKAGE / "cards" / "evaluator_kernel.py")


def test_every_compiled_function_is_kept_in_the_folder_of_its_file() -> None:
    from riverboat.arena.matches import play_kernel

    path = PACKAGE / "arena" / "matches" / "play_kernel.py"
    dispatcher: Any = play_kernel.advance
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


_EVALUATE = """
import sys
from riverboat.compile_news import on_compile
from riverboat.kernel import unkept
compiled = []
on_compile(compiled.append)
from riverboat import evaluate
assert evaluate("AsKsQsJsTs") == 7462
print(len(compiled), bool(unkept))
"""


def _evaluate(cache: Path, before: str = "") -> tuple[int, bool]:
    """How many kernels a fresh process compiles to evaluate a hand, and whether some could not be kept."""
    done = subprocess.run(
        [sys.executable, "-c", before + _EVALUATE],
        check=True,
        env={"RIVERBOAT_CACHE": str(cache), "PATH": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    compiled, unkept = done.stdout.split()
    return int(compiled), unkept == "True"


def test_what_was_compiled_once_is_read_also_from_another_copy_of_the_sources(tmp_path: Path) -> None:
    assert _evaluate(tmp_path)[0] > 0
    assert _evaluate(tmp_path) == (0, False)
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "riverboat", ignore=shutil.ignore_patterns("__pycache__"))
    assert _evaluate(tmp_path, f"import sys; sys.path.insert(0, {str(copy)!r})\n") == (0, False)


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    command, environment = [sys.executable, "-c", _EVALUATE], {"RIVERBOAT_CACHE": str(tmp_path), "PATH": ""}
    at_once = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(3)]
    assert [(process.communicate(), process.returncode)[1] for process in at_once] == [0, 0, 0]
    assert _evaluate(tmp_path) == (0, False)


def test_signatures_of_a_kernel_never_share_a_file(tmp_path: Path) -> None:
    """Numba numbers them in an index: two processes that add one each overwrite each other's file."""
    files = kernel._KernelFiles(tmp_path, "f-1")
    others = kernel._KernelFiles(tmp_path, "f-1")  # another process, which has seen nothing of the first
    files.save(("int64",), "one")
    others.save(("float64",), "two")
    assert (files.load(("int64",)), files.load(("float64",))) == ("one", "two")


@pytest.mark.parametrize("content", [b"", b"half a file", b"\0" * 5000], ids=["empty", "cut off", "zeros"])
def test_a_damaged_file_is_compiled_again(tmp_path: Path, content: bytes) -> None:
    _evaluate(tmp_path)
    for path in tmp_path.rglob("*.nbc"):
        path.write_bytes(content)
    assert _evaluate(tmp_path)[0] > 0
    assert _evaluate(tmp_path) == (0, False)


def test_where_nothing_can_be_written_kernels_are_compiled_in_memory(tmp_path: Path) -> None:
    """A folder that can't be made, as on a read-only medium; root could write one that is only marked so."""
    (tmp_path / "file").write_text("")
    compiled, unkept = _evaluate(tmp_path / "file" / "cache")
    assert (compiled > 0, unkept) == (True, True)


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    compiled, unkept = _evaluate(tmp_path, full)
    assert (compiled > 0, unkept) == (True, True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert _evaluate(tmp_path)[0] > 0


def test_parts_are_compiled_with_the_kernel_that_calls_them(tmp_path: Path) -> None:
    """Only what Python calls is kept: what it calls is inside, and has no machine code of its own."""
    code = "from riverboat import evaluate; evaluate('AsKsQsJsTs')"
    subprocess.run([sys.executable, "-c", code], check=True, env={"RIVERBOAT_CACHE": str(tmp_path), "PATH": ""})
    assert {path.name.partition("-")[0] for path in tmp_path.rglob("*.nbc")} == {"evaluate_one"}


def test_the_code_of_a_part_is_tidied_before_it_is_taken_in(tmp_path: Path) -> None:
    """As it is lowered, variables are places in memory; taken in like that, simulated games took a third longer."""
    code = (
        "from riverboat import kernel_parts, evaluate\n"
        "parts, finalize = [], kernel_parts._Part.finalize\n"
        "kernel_parts._Part.finalize = lambda part: (parts.append(str(part._final_module)), finalize(part))[1]\n"
        "evaluate('AsKsQsJsTs')\n"
        "print(len(parts), sum(text.count(' = alloca ') for text in parts))"
    )
    environment = {"RIVERBOAT_CACHE": str(tmp_path), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True, text=True)
    parts, places = map(int, done.stdout.split())
    assert parts > 1
    assert places <= 2 * parts  # 12 a part without; what is left are the answers of other parts


def test_a_direct_kernel_is_the_kernel_itself_and_refuses_other_kinds() -> None:
    from riverboat.games import make_game
    from riverboat.games.engine.betting_kernel import play

    direct, game = kernel.Direct(play), make_game("holdem-limit")
    states = [game.start(seed=5) for _ in range(2)]
    for kind in (2, 99, 1, 3):
        assert direct.call(states[0].hand, game.record, kind, 0) == play(states[1].hand, game.record, kind, 0)
        assert states[0].hand.tobytes() == states[1].hand.tobytes()
    with pytest.raises(TypeError):
        direct.call("hand", game.record, 2, 0)
    with pytest.raises(ValueError):  # Numba asks Python for the number that a text is
        direct.call(states[0].hand, game.record, "call", 0)
