"""The example notebooks as pages: what they say and what they run."""

from __future__ import annotations

import json
from pathlib import Path

from website.sources import ROOT, write

NOTEBOOKS = ROOT / "examples" / "notebooks"


def notebook_page(path: Path) -> str:
    """A notebook as Markdown, its code as blocks, with the file itself to take along."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    parts = []
    for cell in cells:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
    parts.append(f"[The notebook itself]({path.name})")
    return "\n\n".join(parts) + "\n"


def write_notebooks(to: Path) -> list[Path]:
    """A page for each notebook."""
    places = []
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        place = Path("notebooks", f"{path.stem}.md")
        write(to / place, notebook_page(path))
        write(to / "notebooks" / path.name, path.read_text("utf-8"))
        places.append(place)
    return places
