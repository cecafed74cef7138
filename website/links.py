"""Looks at a built site: every link leads somewhere, and nothing is fetched from elsewhere when a page is opened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: What a browser fetches by itself, by tag and attribute.
_FETCHED = {
    ("script", "src"),
    ("img", "src"),
    ("link", "href"),
    ("iframe", "src"),
    ("source", "src"),
    ("image", "href"),
}
_STYLE = re.compile(r"url\(\s*['\"]?(https?:)?//|@import\s+['\"](https?:)?//")


class _Reader(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name in ("id", "name"):
                self.anchors.add(value)
            if (tag, name) in _FETCHED:
                self.fetched.append(value)
            elif tag == "a" and name == "href":
                self.links.append(value)


def problems(site: Path) -> Iterator[str]:
    """What is wrong with a site, a line each."""
    pages = {path: _Reader(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        here = path.relative_to(site)
        for target in page.fetched:
            if _is_elsewhere(target):
                yield f"{here} fetches {target}"
        for target in [*page.links, *page.fetched]:
            if not _is_elsewhere(target) and (wrong := _dead(site, path, target, pages)):
                yield f"{here} links to {wrong}"
    for path in site.rglob("*.css"):
        if _STYLE.search(path.read_text("utf-8")):
            yield f"{path.relative_to(site)} fetches a font or a picture from elsewhere"


def _is_elsewhere(target: str) -> bool:
    parts = urlsplit(target)
    return bool(parts.netloc) or parts.scheme in ("http", "https")


def _dead(site: Path, page: Path, target: str, pages: dict[Path, _Reader]) -> str:
    parts = urlsplit(target)
    if parts.scheme:  # mailto and data
        return ""
    path = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if path.is_dir():
        path = path / "index.html"
    if not path.exists():
        return f"{target}, which is not there"
    anchor = unquote(parts.fragment)
    if anchor and path in pages and anchor not in pages[path].anchors:
        return f"{target}, which has no such place"
    return ""
