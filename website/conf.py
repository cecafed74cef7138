"""How Sphinx builds the site; `website.build` says where its pages are."""

from __future__ import annotations

import re
from typing import Any

from riverboat.version import __version__

project = "Riverboat"
author = "the Riverboat authors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Riverboat {__version__}"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {"footer_icons": [], "navigation_with_keys": True}
default_role = "code"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
suppress_warnings = ["myst.header"]

_CODE = re.compile(r"(`[^`]*`)")


def plain(text: str) -> str:
    """A line of a docstring, which is plain English with code between backticks, as reStructuredText."""
    if text.lstrip().startswith((">>>", "...")):
        return text
    pieces = _CODE.split(text)
    return "".join(piece if at % 2 else re.sub(r"([*|\\]|\b_|_\b)", r"\\\1", piece) for at, piece in enumerate(pieces))


def setup(app: Any) -> None:
    """Tell Sphinx how docstrings are written here."""

    def rewrite(app: Any, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
        shown = any(line.lstrip().startswith(">>>") for line in lines)
        lines[:] = lines if shown else [plain(line) for line in lines]

    app.connect("autodoc-process-docstring", rewrite)
