"""Work in steps: its end, its pieces kept, and the old address of the checkpoint."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from riverboat.errors import ArenaError
from riverboat.steps import Checkpoint, Run, keeping, run_to_end


def _count(path: Path | None, to: int, *, resume: bool = False, forget: bool = True) -> Generator[int, None, list[int]]:
    checkpoint = Checkpoint(path, {"work": "counting"}) if path is not None else None
    with keeping(checkpoint, resume=resume, read=_number, write=_piece, forget=forget) as kept:
        for number in range(len(kept.done), to):
            kept.add(number)
            yield number
    return kept.done


def _number(piece: dict[str, int]) -> int:
    return piece["number"]


def _piece(number: int) -> dict[str, int]:
    return {"number": number}


def test_steps_run_to_their_end_and_tell_of_each() -> None:
    seen: list[int] = []
    assert run_to_end(_count(None, 3), seen.append) == [0, 1, 2] == seen
    run = Run(_count(None, 2))
    assert list(run) == run.result == [0, 1]


def test_an_interrupted_run_goes_on_with_what_was_kept_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    steps = _count(path, 5)
    assert [next(steps), next(steps)] == [0, 1]
    steps.close()
    seen: list[int] = []
    assert run_to_end(_count(path, 5, resume=True), seen.append) == [0, 1, 2, 3, 4]
    assert seen == [2, 3, 4]
    assert not path.exists()


def test_a_run_may_leave_its_pieces_for_whoever_puts_several_together(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    run_to_end(_count(path, 2, forget=False))
    assert run_to_end(_count(path, 2, resume=True)) == [0, 1]


def test_an_error_is_not_the_end(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    with pytest.raises(ZeroDivisionError):
        run_to_end(_count(path, 3), lambda number: 1 // (number - 1))
    path.write_text(path.read_text("utf-8") + '{"other": 1}\n', "utf-8")
    with pytest.raises(ArenaError, match="is damaged"):
        run_to_end(_count(path, 5, resume=True))


def test_the_address_of_version_0_1_0_leads_to_the_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import import_module

    monkeypatch.delitem(sys.modules, "riverboat.arena.checkpoint", raising=False)
    with pytest.deprecated_call(match="has moved to riverboat.steps"):
        assert import_module("riverboat.arena.checkpoint").Checkpoint is Checkpoint
