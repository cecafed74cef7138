"""Threads in which work is done off the event loop, with a share for each person: nobody takes all of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.requests import Request

from riverboat.web.texts import refusals

Returned = TypeVar("Returned")
#: Whether what is being done is still wanted.
Wanted = Callable[[], bool]
#: For whom something is done: the door says so, and all that follows from a request knows it.
ASKING: ContextVar[str] = ContextVar("ASKING", default="")


class Crowded(Exception):  # noqa: N818 - a refusal is an answer
    """Too much waits already."""


class Gone(Exception):  # noqa: N818 - says what is the matter
    """Whoever asked has hung up."""


@dataclass
class _Share:
    """What one person has in line."""

    free: asyncio.Semaphore
    held: int = field(default=0)


class Workers:
    """Some threads. A person has at most `each` of them at a time; what else they want done waits without a thread.

    If `most` of their tasks, or `in_all` of everyone's, are waiting already, more are refused.
    """

    def __init__(
        self, name: str, threads: int, *, each: int, most: int | None = None, in_all: int | None = None
    ) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._each, self._most, self._in_all = each, most, in_all
        self._shares: dict[str, _Share] = {}
        self._held = 0

    async def run(self, work: Callable[..., Returned], *arguments: Any) -> Returned:
        """Do something for anyone who asks. If nobody waits for it any more before it begins, it is not done at all."""
        who = ASKING.get()
        share, loop, submitted = self._join(who), asyncio.get_running_loop(), False

        def leave(_: Future[Returned]) -> None:  # the thread is free again, whoever has waited for it
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._leave, who, share, True)

        try:
            await share.free.acquire()
            future = self.pool.submit(work, *arguments)
            submitted = True
            future.add_done_callback(leave)
        finally:
            if not submitted:
                self._leave(who, share, False)
        return await asyncio.wrap_future(future)

    def _join(self, who: str) -> _Share:
        share = self._shares.get(who) or _Share(asyncio.Semaphore(self._each))
        if self._most is not None and share.held >= self._most:
            raise Crowded(refusals.too_much_of_yours(share.held))
        if self._in_all is not None and self._held >= self._in_all:
            raise Crowded(refusals.TOO_MUCH_WORK)
        self._shares[who] = share
        share.held += 1
        self._held += 1
        return share

    def _leave(self, who: str, share: _Share, acquired: bool) -> None:
        share.held -= 1
        self._held -= 1
        if acquired:
            share.free.release()
        if not share.held:
            self._shares.pop(who, None)

    def close(self) -> None:
        """Wait for what is being done; what has not begun is dropped."""
        self.pool.shutdown(wait=True, cancel_futures=True)


async def work_for(request: Request, work: Callable[[Wanted], Returned]) -> Returned:
    """Do heavy work for a request. `work` can ask whether it is still wanted: nobody works for a visitor who has hung
    up.

    The work is done by `heavy`, the workers of the hall that the application keeps.
    """
    heavy: Workers = request.app.state.hall.heavy
    hung_up = asyncio.ensure_future(_hung_up(request))
    working = asyncio.ensure_future(heavy.run(work, lambda: not hung_up.done()))
    try:
        await asyncio.wait({working, hung_up}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Gone
        return working.result()
    finally:
        working.cancel()
        if not hung_up.done():
            hung_up.cancel()


async def _hung_up(request: Request) -> None:
    """The body has been read by now, so that only the end can come."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
