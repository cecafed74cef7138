"""Every line of Python on the games' pages does what the page says."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "games").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # The fence that closes a block must not be read as output.
    plain = tmp_path / page.name
    plain.write_text(page.read_text(encoding="utf-8").replace("```", ""), encoding="utf-8")
    result = doctest.testfile(str(plain), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


def test_there_are_pages() -> None:
    assert len(PAGES) == 14
