"""The proof of a busy machine in small: runs are counted, resumed and begun anew; loops end; files are reversed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import busy, prove
from tests.busy import Outcome
from tests.families import FAMILIES, SLOW, TESTS, families_of, files_reversed
from tests.waiting import until

TEN_TIMES = next(name for name, (_, wanted) in busy.PROOFS.items() if wanted == 10)


def test_a_run_is_noted_at_once_and_what_is_left_is_done_later() -> None:
    runs = iter(Outcome(True, f"{number} passed") for number in range(1, 20))
    noted = [dict(figures) for _, figures in (next(busy.steps(TEN_TIMES, {}, lambda _: next(runs))),)]
    assert noted == [{"run 1": "1 passed"}]
    *before, (outcome, figures) = busy.steps(TEN_TIMES, noted[-1], lambda _: next(runs))
    assert {outcome for outcome, _ in before} == {"unfinished"}
    assert (outcome, len(before), figures["run 10"]) == ("passed", 8, "10 passed")


def test_a_run_that_fails_ends_the_count() -> None:
    runs = iter([Outcome(True, "1 passed"), Outcome(False, "1 failed")])
    assert [outcome for outcome, _ in busy.steps(TEN_TIMES, {}, lambda _: next(runs))] == ["unfinished", "failed"]


def test_the_count_goes_on_only_where_it_was_interrupted_on_the_same_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_with: list[dict[str, str]] = []

    def steps(name: str, done: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        begun_with.append(done)
        yield "unfinished", done

    monkeypatch.setattr(busy, "steps", steps)
    before = {"outcome": "unfinished", "sources": prove.sources(), "elapsed_s": 300.0, "figures": {"run 1": "1 passed"}}
    spent: list[Any] = []
    for changed in ({}, {"sources": "others"}, {"outcome": "failed"}, {"outcome": "passed"}):
        [result] = prove.run_busy(TEN_TIMES, {**before, **changed})
        spent.append(result["elapsed_s"])
    assert begun_with == [{"run 1": "1 passed"}, {}, {}, {}]
    assert spent[0] >= 300


def test_loops_keep_the_machine_busy_and_end() -> None:
    with contextlib.suppress(KeyboardInterrupt), busy.busy_loops(1) as loops:
        until(lambda: int(Path(f"/proc/{loops[0].pid}/stat").read_text().split()[13]) > 0, "the loop works")
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(loops[0].pid, 0)


def test_idle_cores_are_noticed() -> None:
    idle, whole = busy.cores_time()
    until(lambda: busy.cores_time()[1] > whole, "time passes")
    assert 0 <= busy.cores_time()[0] - idle <= busy.cores_time()[1] - whole


def test_files_are_reversed_and_their_tests_are_not() -> None:
    order = [SimpleNamespace(path=Path(name), number=number) for name in ("a", "b") for number in (1, 2)]
    assert [(item.path.name, item.number) for item in files_reversed(order)] == [
        *(("b", 1), ("b", 2)),
        *(("a", 1), ("a", 2)),
    ]


def test_every_family_has_its_tests() -> None:
    files = [f"tests/{path.relative_to(TESTS).as_posix()}" for path in TESTS.rglob("test_*.py")]
    for place in (*SLOW, *(place for places in FAMILIES.values() for place in places)):
        file, _, test = place.partition("::")
        found = [name for name in files if name.removeprefix("tests/").startswith(file)]
        assert found, f"no test is in {place}"
        assert any(f"def {test}" in (TESTS.parent / name).read_text("utf-8") for name in found)
    assert families_of("tests/web/test_table.py::test_a") == ["process", "slow"]
    assert families_of("tests/cards/test_cards.py::test_a") == []
