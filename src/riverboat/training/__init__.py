"""Everything that learns over many games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import face

if TYPE_CHECKING:
    from riverboat.training.breeding import Bred, Breeding, breed
    from riverboat.training.equilibrium import EquilibriumPlan, EquilibriumTraining
    from riverboat.training.exploiter import Exploiter, search_exploiter
    from riverboat.training.neural import TrainedNet, TrainingPlan, train_steps

__all__ = [
    "Bred",
    "Breeding",
    "EquilibriumPlan",
    "EquilibriumTraining",
    "Exploiter",
    "TrainedNet",
    "TrainingPlan",
    "breed",
    "search_exploiter",
    "train_steps",
]

__getattr__, __dir__ = face(
    __name__,
    {
        "Bred": "breeding",
        "Breeding": "breeding",
        "EquilibriumPlan": "equilibrium",
        "EquilibriumTraining": "equilibrium",
        "Exploiter": "exploiter",
        "TrainedNet": "neural",
        "TrainingPlan": "neural",
        "breed": "breeding",
        "search_exploiter": "exploiter",
        "train_steps": "neural",
    },
)
