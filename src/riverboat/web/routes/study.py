"""The gallery: what every study found, from the results that `make prove` saved in the package."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import Response

from riverboat.errors import StudyError
from riverboat.studies.frozen_settings import frozen_settings
from riverboat.studies.registry import SAVED, STUDIES, StudyEntry, read_saved
from riverboat.studies.report import counted
from riverboat.web.messages.hand import Json
from riverboat.web.texts import refusals
from riverboat.web.workers import work_for

router = APIRouter(prefix="/api/studies", tags=["studies"])
StudyName = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$")]


@router.get("")
async def studies(request: Request) -> Json:
    """Every study, whether its full-size result is saved, and how many comparisons have each verdict."""
    return {
        "studies": await work_for(
            request,
            lambda _: [
                {"name": entry.name, "title": entry.title, "line": entry.line, "paper": _paper(name), **_verdicts(name)}
                for name, entry in STUDIES.items()
            ],
        )
    }


def _paper(name: str) -> str:
    papers = {
        "loki": "Billings, Papp, Schaeffer, Szafron 1999",
        "evolve": "Barone, While",
        "apc": "Vinther, Holst 2015",
        "partner": "Osone, Onisawa",
        "bluff": "Lanctot, Long",
    }
    return next((paper for word, paper in papers.items() if name.startswith(word)), "")


def _verdicts(name: str) -> Json:
    try:
        figures = read_saved(name)["figures"]
    except StudyError:
        return {"saved": False, "verdicts": counted(())}
    return {"saved": True, "verdicts": counted(figures), "picture": (SAVED / f"{name}.svg").is_file()}


@router.get("/{name}")
async def study(request: Request, name: StudyName) -> Json:
    """One study: our figures next to the paper's, the verdicts, and the command that repeats it."""
    return await work_for(request, lambda _: _study(name))


def _study(name: str) -> Json:
    entry = _entry(name)
    base: Json = {"name": name, "title": entry.title, "line": entry.line, "paper": _paper(name)}
    base["full_hands"], base["hands_mean"] = entry.full_hands, entry.hands_mean
    frozen = frozen_settings(name)
    base["frozen"] = None if frozen is None else frozen.to_json()
    command = f"make prove STUDY={name}"
    try:
        found = read_saved(name)
    except StudyError:
        return {**base, "saved": False, "command": command}
    kept = {key: found[key] for key in ("figures", "notes", "hands", "seed", "version")}
    picture = (SAVED / f"{name}.svg").is_file()
    return {**base, "saved": True, "command": found.get("command", command), "picture": picture, **kept}


@router.get("/{name}/picture", response_class=Response)
def picture(name: StudyName) -> Response:
    """The study's picture."""
    _entry(name)
    path = SAVED / f"{name}.svg"
    if not path.is_file():
        raise HTTPException(404, refusals.no_picture(name))
    return Response(path.read_bytes(), media_type="image/svg+xml")


def _entry(name: str) -> StudyEntry:
    if name not in STUDIES:
        raise HTTPException(404, refusals.no_study(name))
    return STUDIES[name]
