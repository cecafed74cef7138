"""Frozen settings: every tuned study has them, no confirming seed was developed on, and bad files are refused."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from riverboat.errors import StudyError
from riverboat.studies import STUDIES, frozen_settings
from riverboat.studies.frozen_settings import listed, read_frozen
from riverboat.studies.registry import read_saved
from tests import figures, seeds

GOOD = """studies = ["evolve-3"]
date = 2026-11-16
development_seeds = [101, 102]
drawn = 2026-11-17
confirming_seeds = [3001]

[settings]
step = 0.02
"""


def test_every_tuned_study_has_its_settings_frozen_and_no_other() -> None:
    frozen = [name for path in frozen_settings.frozen_files() for name in read_frozen(path).studies]
    assert sorted(frozen) == sorted(name for name, entry in STUDIES.items() if entry.tuned)


@pytest.mark.parametrize("name", [name for name, entry in STUDIES.items() if entry.tuned])
def test_a_saved_result_was_played_with_a_confirming_seed(name: str) -> None:
    found = frozen_settings.frozen_settings(name)
    assert found is not None
    assert read_saved(name)["seed"] in found.confirming_seeds


def test_the_frozen_settings_stand_in_the_studies_pages() -> None:
    for page, block in figures.frozen_pages():
        assert page.read_text("utf-8").count(block) == 1, f"`make figures` puts the frozen settings into {page.name}"


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(GOOD, "utf-8")
    found = read_frozen(path)
    assert found.settings == {"step": 0.02}
    assert found.sentence == (
        "Settings frozen on 2026-11-16, chosen on seeds 101 to 102; confirmed on seed 3001, drawn on 2026-11-17."
    )
    assert found.to_json()["drawn"] == "2026-11-17"
    assert listed([7, 9, 10, 11]) == "seeds 7, 9 to 11"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("step = 0.02", "step =", "it is not TOML"),
        ("[3001]", "[3001, 102]", "seed 102 is a development seed and a confirming one"),
        ("[3001]", "[3001, 3001]", "a confirming seed stands there twice"),
        ("[3001]", "[]", "stand there together"),
        ("[3001]", '["3001"]', "a list of whole numbers"),
        ("[101, 102]", "[]", "a note must say"),
        ("[101, 102]", "101", '"development_seeds" must be a list'),
        ("date = 2026-11-16", "date = 2026-11-18", "before the settings were frozen"),
        ("date = 2026-11-16", 'date = "yesterday"', "must be a date, as 2026-11-18"),
        ("drawn = 2026-11-17", "dawn = 2026-11-17", '"dawn" is not known'),
        ("date = 2026-11-16\n", "", '"date" is missing'),
    ],
)
def test_a_file_that_contradicts_itself_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "x.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(StudyError, match=r"x\.toml: ") as refused:
        read_frozen(path)
    assert said in str(refused.value)


def test_a_study_frozen_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frozen_settings, "FROZEN", tmp_path)
    assert frozen_settings.frozen_settings("evolve-3") is None
    for name in ("x", "y"):
        (tmp_path / f"{name}.toml").write_text(GOOD, "utf-8")
    with pytest.raises(StudyError, match="frozen in 2 files"):
        frozen_settings.frozen_settings("evolve-3")


def test_confirming_seeds_are_drawn_anew_and_none_that_was_used(tmp_path: Path) -> None:
    taken = {*range(seeds.LEAST, seeds.MOST)} - {10_001, 10_002}
    assert set(seeds.drawn(2, taken)) <= {10_001, 10_002, seeds.MOST}
    path = tmp_path / "x.toml"
    path.write_text(GOOD.replace("drawn = 2026-11-17\nconfirming_seeds = [3001]\n", ""), "utf-8")
    assert read_frozen(path).sentence.endswith("seeds 101 to 102; not confirmed yet.")
    for text in (GOOD, path.read_text("utf-8")):
        path.write_text(seeds.redrawn(text, [5, 7], datetime.date(2026, 11, 18)), "utf-8")
        found = read_frozen(path)
        assert (found.confirming_seeds, found.drawn) == ((5, 7), datetime.date(2026, 11, 18))
