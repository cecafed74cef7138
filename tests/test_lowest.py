"""The bounds that pyproject.toml states are those that `make lowest` tests."""

from __future__ import annotations

import tomllib

from tests.lowest import ROOT, bounds, pins


def test_the_versions_that_are_tested_are_the_lowest_allowed() -> None:
    def parts(version: str) -> tuple[int, ...]:
        numbers = [int(part) for part in version.split(".")]
        while numbers and not numbers[-1]:
            numbers.pop()
        return tuple(numbers)

    tested = {name: parts(version) for name, version in pins().items()}
    assert tested == {name: parts(version) for name, version in bounds().items()}


def test_lower_versions_that_do_not_work_are_refused() -> None:
    assert bounds()["typer"] == "0.15.4"  # 0.15.3 and click 8.2: --help fails
    assert bounds()["sqlalchemy"] == "2.0.10"  # before, rows of the store can't be written
    assert bounds()["highspy"] == "1.7.1"  # 1.7.0 has no wheels that import


def test_the_pythons_that_work_are_stated() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    stated = {each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each}
    assert stated == {"3.11", "3.12", "3.13"}
    assert "Python 3.11, 3.12 or 3.13" in (ROOT / "README.md").read_text("utf-8")
