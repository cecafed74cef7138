"""What is done to a visitor's hands in a process of its own: importing, and looking for leaks."""

from __future__ import annotations

import contextlib
import itertools
import os
from multiprocessing.connection import Connection
from pathlib import Path

from riverboat.errors import RecordError, RiverboatError
from riverboat.records.importing import ImportProgress, Rejection, import_hands
from riverboat.records.store.hand_store import Store
from riverboat.web.own.teller import Json, Teller
from riverboat.web.texts import notes
from riverboat.web.visitors import words_for_visitors

BATCH = 250
LEAK_STEP = 20  # hands between two words of how far a search is
MOST_REJECTIONS = 200  # that are listed; all are counted
_LONGEST_REASON = 400
_NICENESS = 5


def import_files(line: Connection, url: str, folder: str, most_hands: int) -> None:
    """Import a folder into a visitor's store, telling after each batch what is safely stored."""
    teller, listed = _begin(line), list[Json]()
    os.chdir(folder)  # so that files are told, and kept, by the names that the visitor knows
    last: ImportProgress | None = None
    try:
        with Store(url) as store:
            file, room = store.url.database, most_hands - store.count()
            share = _Shares(Path())
            steps = import_hands(store, Path(), batch=BATCH, pieces="cards", most=max(0, room))
            for last in steps:
                listed += [_rejection(each) for each in last.rejections[: MOST_REJECTIONS - len(listed)]]
                told = _report(last, listed, share.done(last.file, last.line))
                if teller.is_stopped or (store.url.get_backend_name() == "sqlite" and not Path(str(file)).exists()):
                    teller.tell("stopped", told)
                    return
                teller.tell("running", told)
        assert last is not None
        full = last.hands_left_out
        reason = notes.left_out(most_hands, full) if full else ""
        teller.tell("done", {**_report(last, listed, 1.0)}, reason)
    except RecordError as error:
        teller.tell("failed", {} if last is None else _report(last, listed, 1.0), error.reason)
    except RiverboatError as error:
        teller.tell("failed", {} if last is None else _report(last, listed, 1.0), words_for_visitors(error))


def find_leaks(line: Connection, url: str, player: str, numbers: list[int]) -> None:
    """Look for leaks in these hands, telling after each some what the hands so far show; of spots rivers are solved."""
    from riverboat.partner.leaks.references import judges
    from riverboat.partner.leaks.search import LeakSearch, search_steps
    from riverboat.partner.leaks.solved import RIVER

    teller = _begin(line)
    searching = LeakSearch(player=player, judges=judges(first_street=RIVER))
    try:
        with Store(url) as store:
            teller.tell("running", {"looked": 0, "of": len(numbers)})
            for done in search_steps(searching, store, numbers):
                if teller.is_stopped:
                    break
                if done % LEAK_STEP == 0:
                    teller.tell("running", {"looked": done, "of": len(numbers)})
        told = {**searching.to_json(), "looked": searching.hands + searching.blind, "of": len(numbers)}
        teller.tell("stopped" if teller.is_stopped else "done", told)
    except RiverboatError as error:
        teller.tell("failed", {}, words_for_visitors(error))


def _begin(line: Connection) -> Teller:
    with contextlib.suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(_NICENESS)
    return Teller(line)


def _rejection(rejection: Rejection) -> Json:
    return {**rejection.to_json(), "reason": rejection.reason[:_LONGEST_REASON]}


def _report(now: ImportProgress, listed: list[Json], share: float) -> Json:
    return {
        "file": now.file,
        "share": round(share, 4),
        "hands_read": now.hands_read,
        "hands_stored": now.hands_stored,
        "hands_known": now.hands_known,
        "hands_rejected": now.hands_rejected,
        "files_rejected": now.files_rejected,
        "other_games": dict(now.other_games),
        "rejections": listed,
    }


class _Shares:
    """How much of a folder is done, by the file and the line at which its reader is."""

    def __init__(self, folder: Path) -> None:
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        self._sizes = {str(file): file.stat().st_size for file in files}
        self._before = dict(zip(self._sizes, itertools.accumulate(self._sizes.values(), initial=0), strict=False))
        self._whole = max(1, sum(self._sizes.values()))
        self._file, self._lines = "", 1

    def done(self, file: str, line: int) -> float:
        """The share from 0 to 1; a file inside an archive counts as the archive."""
        if file not in self._sizes:
            began = max((self._before[each] for each in self._sizes if file.startswith(each)), default=0)
            return min(1.0, began / self._whole)
        if file != self._file:
            self._file, self._lines = file, max(1, _lines_of(Path(file)))
        inside = self._sizes[file] * min(1.0, line / self._lines)
        return min(1.0, (self._before[file] + inside) / self._whole)


def _lines_of(file: Path) -> int:
    with open(file, "rb") as content:
        return sum(piece.count(b"\n") for piece in iter(lambda: content.read(1 << 20), b""))
