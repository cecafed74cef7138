"""All that visitors have brought: their stores, files on their way there, and the work on them."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from riverboat.errors import FileError
from riverboat.records.store.hand_store import Store
from riverboat.records.store.own_stores import OwnStores
from riverboat.web.own.figures import RowsRemembered, not_there
from riverboat.web.own.jobs import Job, Jobs
from riverboat.web.own.uploads import UploadLimits, Uploads, Waiting, discard
from riverboat.web.own.work import find_leaks, import_files
from riverboat.web.texts import refusals

Returned = TypeVar("Returned")
IMPORT, LEAKS = "import", "leaks"
MOST_LEAK_HANDS = 2000
_LEAST_FREE = 1 << 30  # bytes that stay free on the disk
_RECEIVED_AT_ONCE = 8  # pieces of files


@dataclass(frozen=True, kw_only=True)
class OwnSettings:
    """How much one visitor may bring; `shared`: everyone sees the hands of the page's own store (see `OwnStores`)."""

    most_hands: int = 100_000
    most_bytes: int = 200 * 2**20
    shared: bool = False


#: For a server that nobody else can reach.
OWN_MACHINE = OwnSettings(most_hands=5_000_000, most_bytes=1 << 30)


class OwnHands:
    """What the page does with hands that visitors bring. Its methods block: call them off the event loop."""

    def __init__(self, main: Store, settings: OwnSettings) -> None:
        self.limits = settings
        self.stores = OwnStores(main, shared=settings.shared)
        self.uploads = Uploads(UploadLimits(most_bytes=settings.most_bytes))
        self.jobs = Jobs()
        self.remembered = RowsRemembered()
        self.receiving = asyncio.Semaphore(_RECEIVED_AT_ONCE)

    def add_piece(self, owner: str, body: bytes) -> Waiting:
        """Keep a piece of a visitor's files until they are imported."""
        folder = self.stores.folder
        if folder is not None and shutil.disk_usage(folder.parent).free < _LEAST_FREE:
            raise FileError(refusals.DISK_FULL)
        return self.uploads.add(owner, body)

    def start_import(self, owner: str) -> Job:
        """Import what a visitor has sent."""
        waiting = self.uploads.take(owner)
        if waiting is None:
            raise FileError(refusals.NOTHING_SENT)
        try:
            url = self.stores.make_room(owner)
            work = (import_files, url, str(waiting.folder), self.limits.most_hands)
            return self.jobs.start(owner, IMPORT, *work, finally_do=lambda: discard(waiting))
        except Exception:
            discard(waiting)
            raise

    def start_leaks(self, owner: str, player: str, numbers: list[int]) -> Job:
        """Look for the leaks of a player in these hands of a visitor's."""
        with self.stores.open(owner) as store:
            if store is None:
                raise not_there(refusals.NO_HANDS_BROUGHT)
        work = (find_leaks, self.stores.url_of(owner), player, numbers)
        return self.jobs.start(owner, LEAKS, *work, finally_do=lambda: None)

    def read(self, owner: str, look: Callable[[Store], Returned]) -> Returned:
        """Look at a visitor's hands."""
        with self.stores.open(owner) as store:
            if store is None:
                raise not_there(refusals.NO_HANDS_BROUGHT)
            return look(store)

    def delete(self, owner: str) -> bool:
        """Delete everything that a visitor has brought; whether there was anything."""
        self.jobs.forget(owner)
        self.uploads.drop(owner)
        return self.stores.delete(owner)

    def close(self) -> None:
        """Let everything go; hands are kept, files that were not imported are not."""
        self.jobs.close()
        self.uploads.close()
