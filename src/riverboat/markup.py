"""HTML for notebooks: tables and lines in which every text is escaped, readable on light and dark pages alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_FRAME = "border-collapse:collapse;margin:4px 0;text-align:left;font-size:13px"
_CELL = "padding:2px 10px 2px 0;border:0;background:none;vertical-align:top"


class Html(str):
    """Text that is HTML already: whoever makes it has escaped what came from elsewhere."""

    __slots__ = ()


def html(value: object) -> Html:
    """Anything as HTML: HTML as it is, all else escaped."""
    return value if isinstance(value, Html) else Html(escape(str(value)))


def joined(parts: Iterable[object], between: str = "") -> Html:
    """Parts next to each other."""
    return Html(html(between).join(html(part) for part in parts))


def line(*parts: object, faint: bool = False) -> Html:
    """A line of its own."""
    style = "margin:2px 0;opacity:0.7" if faint else "margin:2px 0"
    return Html(f"<div style='{style}'>{joined(parts, ' ')}</div>")


def heading(text: object) -> Html:
    """The first line of what is shown."""
    return Html(f"<div style='font-weight:600;margin:2px 0'>{html(text)}</div>")


def table(rows: Iterable[Sequence[object]], *, head: Sequence[object] = (), numbers: Sequence[int] = ()) -> Html:
    """A table; the columns that are named in `numbers` stand to the right."""

    def cell(tag: str, at: int, value: object) -> str:
        side = ";text-align:right" if at in numbers else ";text-align:left"
        return f"<{tag} style='{_CELL}{side}'>{html(value)}</{tag}>"

    top = "".join(cell("th", at, name) for at, name in enumerate(head))
    body = "".join(f"<tr>{''.join(cell('td', at, value) for at, value in enumerate(row))}</tr>" for row in rows)
    return Html(f"<table style='{_FRAME}'>{f'<tr>{top}</tr>' if top else ''}{body}</table>")


def block(*parts: object) -> str:
    """All parts, one below the other, as a notebook takes it."""
    return f"<div>{joined(parts)}</div>"
