"""The papers' experiments: each is run, compared with what the paper says, and drawn."""

from riverboat.studies.registry import STUDIES, StudyEntry, load_study, study_entry
from riverboat.studies.report import Figure, StudyReport
from riverboat.studies.settings import Settings, Step

__all__ = ["STUDIES", "Figure", "Settings", "Step", "StudyEntry", "StudyReport", "load_study", "study_entry"]
