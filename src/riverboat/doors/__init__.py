"""Doors to other tools: environments for learners, OpenSpiel, ACPC, HTTP and MCP. Each is thin, and optional.

People import `riverboat.env` and `riverboat.openspiel`; what stands here is for those who build on a door.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import face

if TYPE_CHECKING:
    from riverboat.doors.decision_server import decision_app
    from riverboat.doors.extras import need
    from riverboat.doors.http_bot import http_agent, https_agent

__all__ = [
    "decision_app",
    "http_agent",
    "https_agent",
    "need",
]

__getattr__, __dir__ = face(
    __name__,
    {
        "decision_app": "decision_server",
        "http_agent": "http_bot",
        "https_agent": "http_bot",
        "need": "extras",
    },
)
