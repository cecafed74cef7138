"""The project's own pages as the site has them: docs/ and a few files of the root, their links made to fit."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
#: Pages of the root, by their place in the site.
ROOT_PAGES = {
    "README.md": "start.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples.md",
    "examples/notebooks/README.md": "notebooks/index.md",
}
#: What is left to do: for those who work here, not for readers.
_NO_PAGE = DOCS / "status.md"
_LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s]*)(#[^)\s]*)?(\))")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def place_of(path: Path) -> Path | None:
    """Where a file of the project stands in the site; None for what is no page or picture of docs/."""
    name = path.relative_to(ROOT).as_posix()
    if name in ROOT_PAGES:
        return Path(ROOT_PAGES[name])
    if path.is_relative_to(DOCS):
        inside = path.relative_to(DOCS)
        return inside.with_name("index.md") if inside.name == "README.md" else inside
    return None


def copy_pages(to: Path) -> list[Path]:
    """Copy all pages, and return their places; files that they link to come along."""
    pages = [*(ROOT / name for name in ROOT_PAGES), *sorted(page for page in DOCS.rglob("*.md") if page != _NO_PAGE)]
    for picture in DOCS.rglob("*"):
        if picture.suffix in (".svg", ".png"):
            _copy(picture, to / picture.relative_to(DOCS))
    found = []
    for page in pages:
        place = place_of(page)
        assert place is not None
        write(to / place, _with_links(page, to))
        found.append(place)
    return found


def _with_links(page: Path, to: Path) -> str:
    """The text of a page with the links that it needs in the site; code is left as it is."""
    pieces = _FENCE.split(page.read_text("utf-8"))
    return "".join(
        piece if piece.startswith("```") else _LINK.sub(lambda link: _fitted(link, page, to), piece) for piece in pieces
    )


def write(path: Path, text: str) -> None:
    """Write a page, and the folder for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def _fitted(link: re.Match[str], page: Path, to: Path) -> str:
    """A link as it must be in the site."""
    before, target, anchor, after = link[1], link[2], link[3] or "", link[4]
    if not target or "://" in target or target.startswith("mailto:"):
        return link[0]
    path = (page.parent / target).resolve()
    if path.is_dir():
        path = path / "README.md"
    assert path.exists(), f"{page.relative_to(ROOT)} links to {target}, which is not there"
    here, place = place_of(page), place_of(path)
    assert here is not None
    if place is None:
        place = Path("files") / path.relative_to(ROOT)
        _copy(path, to / place)
    return f"{before}{Path(os.path.relpath(place, here.parent)).as_posix()}{anchor}{after}"
