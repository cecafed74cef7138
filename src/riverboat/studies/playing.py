"""Matches of a study: played in units, each kept when it is done, so that an interrupted study goes on."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import partial

from riverboat.arena.matches.match import describe_match, play_units
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.results import MatchResult, match_result, unit_from_json, unit_to_json
from riverboat.arena.matches.table import UnitResult
from riverboat.arena.work.executors import in_order
from riverboat.steps import Checkpoint, keeping
from riverboat.studies.settings import Settings, Step


@dataclass(frozen=True, kw_only=True)
class Played:
    """A match that was played, and its sessions one by one."""

    result: MatchResult
    units: tuple[UnitResult, ...]


def play_all(plans: Mapping[str, MatchPlan], settings: Settings) -> Generator[Step, None, dict[str, Played]]:
    """Play the matches of a study, telling after every unit how far it has come."""
    total = sum(plan.units for plan in plans.values())
    done = 0
    found: dict[str, Played] = {}
    for part, plan in plans.items():
        units: list[UnitResult] = []
        for unit in play_one(plan, settings):
            units.append(unit)
            done += 1
            yield Step(part=part, done=done, total=total)
        found[part] = Played(result=match_result(plan, units), units=tuple(units))
    forget(plans, settings)
    return found


def play_one(plan: MatchPlan, settings: Settings) -> Generator[UnitResult, None, None]:
    """The units of one match, in their order; those kept by an earlier run come at once."""
    read, write = unit_from_json, unit_to_json
    # The file stays until the whole study is done.
    with keeping(_checkpoint(plan, settings), resume=settings.resume, read=read, write=write, forget=False) as kept:
        yield from kept.done
        work = partial(play_units, plan)
        for unit in in_order(work, range(len(kept.done), plan.units), make_executor=settings.make_executor):
            kept.add(unit)
            yield unit


def forget(plans: Mapping[str, MatchPlan], settings: Settings) -> None:
    """Remove what was kept of a study that is finished."""
    for plan in plans.values():
        if (checkpoint := _checkpoint(plan, settings)) is not None:
            checkpoint.path.unlink(missing_ok=True)


def _checkpoint(plan: MatchPlan, settings: Settings) -> Checkpoint | None:
    return settings.checkpoint(describe_match(plan))
