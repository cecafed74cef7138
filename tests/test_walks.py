"""The four walks in docs/your-own do what they say, file by file and line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.walks import WALKS, Walker, pieces

PAGES = sorted(path for path in WALKS.glob("*.md") if path.name != "README.md")


def test_there_are_four() -> None:
    assert [page.stem for page in PAGES] == ["agent", "bot", "format", "game"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_walk_can_be_walked(page: Path, tmp_path: Path) -> None:
    found = pieces(page)
    assert {piece.language for piece in found} == {"python", "sh", "text"}
    walker = Walker(tmp_path)
    for piece in found:
        walker.do(piece)


def test_a_walk_that_says_what_is_not_so_fails(tmp_path: Path) -> None:
    page = tmp_path / "walk.md"
    page.write_text("In `a.py`:\n\n```python\nprint(1)\n```\n\n```sh\npython a.py\n```\n\n```text\n2\n```\n", "utf-8")
    (tmp_path / "checkout").mkdir()
    walker = Walker(tmp_path / "checkout")
    *before, last = pieces(page)
    for piece in before:
        walker.do(piece)
    with pytest.raises(AssertionError, match="'2' was not printed, but this: 1"):
        walker.do(last)
