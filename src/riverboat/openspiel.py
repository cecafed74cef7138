"""`import riverboat.openspiel` makes our games known to OpenSpiel: `riverboat_holdem_limit`, `riverboat_leduc`, ..."""

from __future__ import annotations

from riverboat.doors.extras import need

need("pyspiel", "openspiel")

from riverboat.doors.openspiel.registered import register  # noqa: E402

#: What our games are called there.
NAMES = register()

__all__ = ["NAMES"]
