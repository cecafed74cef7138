"""Builds the site: makes its pages, lets Sphinx build them, checks the links."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from website.facts import write_agents, write_commands, write_games, write_studies
from website.links import problems
from website.notebooks import write_notebooks
from website.reference import write_reference
from website.sources import DOCS, ROOT, copy_pages, write

SITE = ROOT / "build" / "site"
#: The groups of the contents, with the pages of docs/ that come first in each; others of the folder follow.
GUIDE = ("page", "partner", "arena", "tournaments", "league", "exploit", "luck", "solving", "spots", "cluster")
RECORDS = ("records", "stats", "leaks")
EVIDENCE = ("benchmarks", "proofs", "gallery", "papers")
LISTED = ("commands/all", "games", "agents/all", "studies/all", "reference")
PROJECT = ("contributing", "changelog")

_INDEX = """# Riverboat

An open laboratory for games of hidden information: Hold'em, stud, Omaha and Bluff. Play against the players of five
papers, ask a partner, solve games with a proof, and measure who is better so that luck doesn't decide.

```sh
pip install .            # in a checkout of Riverboat; Python 3.11, 3.12 or 3.13
riverboat odds "AhKh vs QQ+, AKo" --board 2h7hTc
riverboat serve          # the page: play, look back, practise
```

![The partner at a table of stud: what to do, why, and what each action is worth](pictures/page-partner.png)

- [Start here](start.md): everything in a few lines each.
- [Bring your own](your-own/index.md) bot, game, format or agent: ten minutes each.
- [Notebooks](notebooks/index.md): six, to run and change.
- [Commands](commands/all/index.md), [games](games/index.md), [agents](agents/index.md), [studies](studies/index.md):
  a page each.
- [Reference](reference/index.md): `import riverboat`.
- [How it works](architecture.md): the rooms of the house, and four walks through them.
- [How sure, how fast](proofs.md): proofs and [benchmarks](benchmarks.md).
"""


def make_site(to: Path = SITE, *, strict: bool = True) -> list[str]:
    """Build the whole site into a folder; what is wrong with it, a line each."""
    source = to.parent / f"{to.name}-source"
    for folder in (source, to):
        shutil.rmtree(folder, ignore_errors=True)
    make_pages(source)
    options = ["-q", "-b", "html", "-c", str(Path(__file__).parent), "-d", str(source / ".doctrees")]
    if strict:
        options += ["-W", "--keep-going"]
    command = [sys.executable, "-m", "sphinx", *options, str(source), str(to)]
    code = subprocess.run(command, check=False).returncode  # a process of its own: what it warns of is its own affair
    return [*(["Sphinx found something wrong: see above"] if code else []), *problems(to)]


def make_pages(to: Path) -> None:
    """Write every page of the site, and the contents."""
    pages = copy_pages(to)
    write_games(to)
    made = {
        "notebooks": write_notebooks(to),
        "commands/all": write_commands(to),
        "agents/all": write_agents(to),
        "studies/all": write_studies(to),
    }
    reference = write_reference(to)
    _aside(to, Path("notebooks"), made["notebooks"])
    _listing(to, "commands/all", "All commands", "Made from the commands themselves.", made["commands/all"])
    _listing(to, "agents/all", "All agents", "From the registry of this version.", made["agents/all"])
    _listing(to, "studies/all", "All studies", "The saved results of full-size runs.", made["studies/all"])
    write(to / "gallery.md", gallery())
    groups = {
        "Start": ["start", "your-own/index", "notebooks/index", "examples"],
        "Guide": [*GUIDE, *RECORDS],
        "Reference": [*(f"{place}/index" for place in LISTED), "library"],
        "How it works": ["architecture", "decisions/index"],
        "How sure, how fast": list(EVIDENCE),
        "Project": list(PROJECT),
    }
    known = {place for places in groups.values() for place in places}
    for folder in ("your-own", "games", "agents", "studies", "commands", "decisions", "doors"):
        inside = [page for page in pages if page.parent.as_posix() == folder]
        _aside(to, Path(folder), [page for page in inside if page.stem != "index"])
        known |= {page.with_suffix("").as_posix() for page in inside}
    for folder in ("agents", "studies", "commands", "doors"):
        groups["Guide"].append(f"{folder}/index")
    _aside(to, Path("reference"), [page for page in reference if page.stem != "index"])
    left = [page.with_suffix("").as_posix() for page in pages if page.with_suffix("").as_posix() not in known]
    groups["Guide"] += [page for page in left if page not in groups["Guide"]]
    toctrees = (
        f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n" + "\n".join(places) + "\n```\n"
        for caption, places in groups.items()
    )
    write(to / "index.md", _INDEX + "".join(toctrees))


def _listing(to: Path, folder: str, title: str, about: str, pages: list[Path]) -> None:
    """A page that lists the others of its folder."""
    write(to / folder / "index.md", f"# {title}\n\n{about}\n")
    _aside(to, Path(folder), pages)


def _aside(to: Path, folder: Path, pages: list[Path]) -> None:
    """Leave pages out of the contents at the side; the first page of their folder links to each of them."""
    index = to / folder / "index.md"
    text = index.read_text("utf-8")
    left = [page for page in pages if f"]({page.name})" not in text and f"]({page.name}#" not in text]
    links = "".join(f"- [{_title(to / page)}]({page.name})\n" for page in left)
    if links:
        write(index, f"{text.rstrip()}\n\n{links}")
    for page in pages:
        write(to / page, f"---\norphan: true\n---\n\n{(to / page).read_text('utf-8')}")


def _title(page: Path) -> str:
    """The first heading of a page."""
    lines = page.read_text("utf-8").splitlines()
    return next(line.removeprefix("# ") for line in lines if line.startswith("# "))


def gallery() -> str:
    """Every picture of the docs and of the studies."""
    parts = ["# Gallery\n", "Every picture of these pages. Each is made by a command that its own page names.\n"]
    for picture in sorted((DOCS / "pictures").iterdir()):
        if picture.suffix in (".svg", ".png"):
            title = picture.stem.replace("-", " ")
            parts.append(f"## {title}\n\n![{title}](pictures/{picture.name})\n")
    parts.append("## The studies\n")
    for picture in sorted((ROOT / "src" / "riverboat" / "studies" / "saved").glob("*.svg")):
        name = picture.stem
        parts += [f"[{name}](studies/all/{name}.md)\n", f"![{name}](studies/all/{picture.name})\n"]
    return "\n".join(parts)


def main() -> int:
    """Build it, and say what is wrong."""
    os.environ.setdefault("NUMBA_DISABLE_PERFORMANCE_WARNINGS", "1")
    wrong = make_site()
    for line in wrong:
        print(line)
    pages = len(list(SITE.rglob("*.html")))
    print(f"{pages} pages in {SITE.relative_to(ROOT)}: {len(wrong)} problems; open {SITE / 'index.html'}")
    return 1 if wrong else 0
