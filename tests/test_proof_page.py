"""The page of proofs: complete, one line a proof, and readable."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tests import busy, proof_page


def _result(figures: dict[str, Any], outcome: str = "passed") -> dict[str, Any]:
    return {"outcome": outcome, "figures": figures, "elapsed_s": 1.5, "date": "2026-11-18"}


def test_every_proof_is_found_in_the_sources() -> None:
    """As pytest finds them, in one folder; and the runs on a busy machine."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "--collect-only", "-q", "-m", "prove", "tests/studies"]
    listed = subprocess.run(command, cwd=proof_page.ROOT, capture_output=True, text=True, check=False).stdout
    tests = {line.strip().partition("[")[0] for line in listed.splitlines() if "::" in line}
    assert tests
    assert {name for name in proof_page.known_proofs() if name.startswith("tests/studies/")} == tests
    assert set(busy.PROOFS) <= set(proof_page.known_proofs())


@pytest.mark.parametrize("words", ["loki figure 1", "loki speed", "a tournament of 987 styles", "the whole suite"])
def test_a_proof_is_listed_whether_it_has_a_result_or_not(words: str) -> None:
    assert f"| {words}" in proof_page.page({})
    assert f"| {words}" in proof_page.PAGE.read_text("utf-8")


def test_a_proof_has_one_line_and_its_figures_below() -> None:
    known = ("tests/odds/test_a.py::test_one", "tests/odds/test_a.py::test_two", "tests/web/test_b.py::test_three")
    figures = {"games": 1_000_000, "seconds": 0.05513512799916498, "what it says": "x" * 200}
    saved = {known[0]: _result(figures), "tests/old.py::test_gone": _result({})}
    told = proof_page.page(saved, known)
    assert "3 proofs: 2 not run yet, 1 passed." in told
    assert "| one | passed | games: 1,000,000; seconds: 0.05514 | 1.5 | 2026-11-18 |" in told
    assert "| two | not run yet | | | |" in told
    assert f"- what it says: {'x' * 200}" in told
    assert told.index("## Odds") < told.index("## Web") < told.index("## Tests that are gone")
    assert max(len(line) for line in told.splitlines() if line.startswith("|")) < 250


def test_a_study_is_told_by_its_verdicts() -> None:
    figures = {"a": "0.5, holds", "b": "3, differs", "c": "0.1, not confirmed", "d": "7 (6 to 8), near"}
    told = proof_page.page({"tests/studies/test_x.py::test_x": _result(figures)}, ("tests/studies/test_x.py::test_x",))
    assert "| 4 figures: 1 confirmed, 1 not confirmed, 1 near |" in told
    assert "- a: 0.5, confirmed\n- b: 3\n" in told
