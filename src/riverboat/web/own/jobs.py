"""Long work on a visitor's hands: each job in a process of its own, a few at a time, so that no table waits for it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from typing import Any

from riverboat.arena.work.executors import interrupts_held
from riverboat.web.own.teller import JobState, Json
from riverboat.web.texts import notes, refusals
from riverboat.web.workers import Crowded

#: What a process does: it is given the line on which it tells how far it is, and plain arguments.
Work = Callable[..., None]
AT_ONCE = 1
MOST_WAITING = 20
_REMEMBERED = 500
_STOP = b"stop"
_PATIENCE_S = 20.0


@dataclass
class Job:
    """One piece of work of a visitor's, and the last that was heard of it."""

    kind: str
    state: JobState = "waiting"
    told: Json = field(default_factory=dict)
    reason: str = ""
    line: Connection | None = field(default=None, repr=False)
    ended: threading.Event = field(default_factory=threading.Event, repr=False)
    unwanted: bool = False

    def to_json(self) -> Json:
        """The state of the job as the page asks for it."""
        return {"kind": self.kind, "state": self.state, "reason": self.reason, **self.told}

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in ("waiting", "running")


class Jobs:
    """The jobs of all visitors; each may have one of a kind."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="riverboat-own")
        self._jobs: OrderedDict[tuple[str, str], Job] = OrderedDict()
        self._lock = threading.Lock()

    def start(self, owner: str, kind: str, work: Work, *arguments: Any, finally_do: Callable[[], None]) -> Job:
        """Put a job in line; `finally_do` is done when it has ended, however that was."""
        with self._lock:
            open_now = [each for each in self._jobs.values() if each.is_open]
            before = self._jobs.get((owner, kind))
            if before is not None and before.is_open:
                raise Crowded(refusals.DONE_ALREADY)
            if len(open_now) >= MOST_WAITING:
                raise Crowded(refusals.MANY_WAIT)
            job = self._jobs[owner, kind] = Job(kind)
            self._jobs.move_to_end((owner, kind))
            self._forget_old()

        def run() -> None:
            try:
                _run(job, work, arguments)
            finally:
                finally_do()
                job.ended.set()

        def never_begun(future: Future[None]) -> None:
            if future.cancelled():
                job.state = "stopped"
                finally_do()
                job.ended.set()

        self._threads.submit(run).add_done_callback(never_begun)
        return job

    def _forget_old(self) -> None:
        for key in list(self._jobs)[: max(0, len(self._jobs) - _REMEMBERED)]:
            if not self._jobs[key].is_open:
                del self._jobs[key]

    def of(self, owner: str, kind: str) -> Job | None:
        """The newest job of a kind that a visitor has."""
        return self._jobs.get((owner, kind))

    def stop(self, owner: str, kind: str) -> Job | None:
        """Ask a job to end after its present step; what it has done by then stays done."""
        job = self.of(owner, kind)
        if job is not None and job.is_open:
            job.unwanted = True
            if job.line is not None:
                with contextlib.suppress(OSError, ValueError):
                    job.line.send_bytes(_STOP)
        return job

    def forget(self, owner: str) -> None:
        """Stop all that is done for a visitor, wait for its end, and forget what was told of it."""
        for key in [key for key in tuple(self._jobs) if key[0] == owner]:
            job = self.stop(*key)
            if job is not None and job.is_open:
                job.ended.wait(_PATIENCE_S)
            self._jobs.pop(key, None)

    def close(self) -> None:
        """End everything."""
        for key in tuple(self._jobs):
            self.stop(*key)
        self._threads.shutdown(wait=True, cancel_futures=True)


def _run(job: Job, work: Work, arguments: tuple[Any, ...]) -> None:
    """Start the process and listen until it hangs up."""
    if job.unwanted:
        job.state = "stopped"
        return
    context = SpawnContext()
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), daemon=True)
    job.state = "running"
    try:
        with interrupts_held():
            process.start()
        theirs.close()
        job.line = ours
        if job.unwanted:
            ours.send_bytes(_STOP)
        while True:
            said = json.loads(ours.recv_bytes())
            job.told = {**job.told, **said["told"]}
            if said["state"] != "running":
                job.reason = said.get("reason", "")
                job.state = said["state"]
                break
    except (EOFError, OSError):
        job.state, job.reason = "failed", notes.BROKE_OFF
    finally:
        job.line = None
        process.join(_PATIENCE_S)
        if process.is_alive():
            process.terminate()
            process.join()
        ours.close()
