"""The end of a job's line in the process that works. It imports little: such a process is started for every job."""

from __future__ import annotations

import json
from multiprocessing.connection import Connection
from typing import Any, Literal

Json = dict[str, Any]
JobState = Literal["waiting", "running", "done", "failed", "stopped"]


class Teller:
    """Tells how far the work is, and hears whether it shall stop."""

    def __init__(self, line: Connection) -> None:
        self._line = line

    def tell(self, state: JobState, told: Json, reason: str = "") -> None:
        """Say something; `state` other than running is the last that is said."""
        self._line.send_bytes(json.dumps({"state": state, "told": told, "reason": reason}).encode())

    @property
    def is_stopped(self) -> bool:
        """Whether nobody wants it any more; so it is when the server has died."""
        return self._line.poll()
