"""What we believe of an opponent: statistics, attributes, weights, tendencies and similar cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import face

if TYPE_CHECKING:
    from riverboat.modeling.attributes import Attribute, ModelHistory, PlayerModel, model_history
    from riverboat.modeling.cases import Case, CaseBase
    from riverboat.modeling.networks import Network
    from riverboat.modeling.statistics import PlayerStatistics, player_statistics, stored_statistics
    from riverboat.modeling.tendencies import Tendencies
    from riverboat.modeling.weights import class_weights, default_weights

__all__ = [
    "Attribute",
    "Case",
    "CaseBase",
    "ModelHistory",
    "Network",
    "PlayerModel",
    "PlayerStatistics",
    "Tendencies",
    "class_weights",
    "default_weights",
    "model_history",
    "player_statistics",
    "stored_statistics",
]

__getattr__, __dir__ = face(
    __name__,
    {
        "Attribute": "attributes",
        "Case": "cases",
        "CaseBase": "cases",
        "ModelHistory": "attributes",
        "Network": "networks",
        "PlayerModel": "attributes",
        "PlayerStatistics": "statistics",
        "Tendencies": "tendencies",
        "class_weights": "weights",
        "default_weights": "weights",
        "model_history": "attributes",
        "player_statistics": "statistics",
        "stored_statistics": "statistics",
    },
)
