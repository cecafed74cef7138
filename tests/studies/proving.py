"""A study as a proof: run at full size, saved in the package, its figures noted."""

from __future__ import annotations

from collections.abc import Callable

from riverboat.arena.work.executors import local_processes
from riverboat.intervals import Statistic
from riverboat.kernel import user_cache
from riverboat.studies import Settings, StudyReport, study_entry
from riverboat.studies.frozen_settings import frozen_settings
from riverboat.studies.registry import SAVED, run_study, save_study
from riverboat.studies.report import NEW, Exact, Figure, PValue

SEED = 1999  # of studies that have nothing tuned
Note = Callable[[str, object], None]


def prove_study(name: str, note: Note, *, workers: int = 2) -> StudyReport:
    """Run a study at full size, resumable, and save what it found in the package."""
    hands = study_entry(name).full_hands
    make_executor = local_processes(workers) if workers > 1 else None
    folder = user_cache() / "studies"
    frozen = frozen_settings(name)
    seed = SEED if frozen is None or not frozen.confirming_seeds else frozen.confirming_seeds[0]
    settings = Settings(hands=hands, seed=seed, make_executor=make_executor, folder=folder, resume=True)
    report = run_study(name, settings)
    save_study(report, SAVED, command=f"riverboat study {name} --full --seed {seed}")
    for figure in report.figures:
        note(figure.name, told(figure))
    return report


def told(figure: Figure) -> str:
    """A figure of ours with its verdict; one that the paper does not have has none."""
    ours = figure.ours
    text = str(ours.value if isinstance(ours, Exact) else ours)
    if isinstance(ours, float):
        text = f"{ours:.6g}"
    elif isinstance(ours, PValue):
        text = f"p {ours.p:.4g}"
    elif isinstance(ours, Statistic) and ours.mean is not None:
        text = f"{ours.mean:+.4f}"
        if ours.low is not None and ours.high is not None:
            text += f" ({ours.low:+.4f} to {ours.high:+.4f})"
    return text if figure.verdict == NEW else f"{text}, {figure.verdict}"
