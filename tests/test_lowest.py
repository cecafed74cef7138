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


def test_the_three_bounds_that_were_too_low_stay_raised() -> None:
    # Found by trying; only that these work is tested here (`make lowest`), not that the versions before them fail.
    assert bounds()["typer"] == "0.15.4"
    assert bounds()["sqlalchemy"] == "2.0.10"
    assert bounds()["highspy"] == "1.7.1"


def test_the_pythons_that_work_are_stated() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    stated = {each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each}
    assert stated == {"3.11", "3.12", "3.13"}
    assert "Python 3.11, 3.12 or 3.13" in (ROOT / "README.md").read_text("utf-8")
