"""What the agents of a table remember, written as what changed: a hand changes a few numbers of a million.

Small memories stand in the session's own JSON, at every decision. What is larger is kept once a hand, in a log of its
own, compressed: each entry holds the numbers that changed since the last one, by their places, and what agents in
Python say where it is another than before. When the log has grown, one entry with all that differs from a fresh memory
takes its place. Within a hand a compiled agent's memory follows from what was done since it was kept.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.agents.compiled import CompiledPlayer
from riverboat.arrays import Floats
from riverboat.records.store.memories import MemoryEntry
from riverboat.tables.umpire import Umpire

#: This many numbers, or letters of JSON, stand in the session itself.
SMALL, SMALL_TEXT = 64, 1_000
#: A log is written again when it is longer than this and than twice its whole entry.
SHORT_BYTES = 1 << 19
_LEVEL = 3
_MOST_BYTES = 1 << 28
_NUMBERS, _TEXT = 0, 1
_HEAD = struct.Struct("<HHII")  # seat, kind, length of the memory, how many numbers or bytes follow
_PLACE, _NUMBER = np.dtype("<u4"), np.dtype("<f8")

Seated = CompiledPlayer | Umpire | None


class MemoryLog:
    """The log of one session. `take` keeps all as it is now, `content` and `entry` are what is to be written of it."""

    def __init__(self, players: Sequence[Seated], names: Sequence[str]) -> None:
        """The players as they sit down: compiled ones with the memory that they begin with."""
        self._players, self._names = players, names
        self._large = {
            seat: player
            for seat, player in enumerate(players)
            if isinstance(player, CompiledPlayer) and len(player.memory) > SMALL
        }
        prints = {id(player.agent): player.agent.fingerprint for player in self._large.values()}
        self._of = {seat: prints[id(player.agent)] for seat, player in self._large.items()}
        self._last: dict[int, Floats] = {seat: player.memory.copy() for seat, player in self._large.items()}
        self._last_text: dict[int, bytes] = {}
        self._taken: dict[int, dict[str, Any]] = {}  # what the session's JSON says of large memories
        self._said: dict[int, bytes] = {}  # what agents in Python say that is large
        self._entry: MemoryEntry | None = None  # that is still to be written
        self._bytes = self._whole_bytes = 0
        self._renew = True  # whatever the store has of another session at this table

    def take(self, moves: int = 0) -> None:
        """Keep large memories as they are now, after this many moves of the hand, with what is written next."""
        for seat, player in self._large.items():
            self._taken[seat] = {"words": player.words.tolist(), "of": self._of[seat], "moves": moves}
        said = {seat: _text(state) for seat, state in self._states().items()}
        self._said = {seat: text for seat, text in said.items() if len(text) > SMALL_TEXT}
        self._renew |= self._entry is not None  # the one before was never written
        if self._renew or self._bytes > max(SHORT_BYTES, 2 * self._whole_bytes):
            self._entry = MemoryEntry(content=self._packed(self._fresh(), {}), whole=True)
        else:
            packed = self._packed(self._last, self._last_text)
            self._entry = MemoryEntry(content=packed) if packed else None
        for seat, player in self._large.items():
            self._last[seat][:] = player.memory
        self._last_text = dict(self._said)

    def _states(self) -> dict[int, dict[str, Any]]:
        """What agents in Python say, those who do; what is large is asked for once a hand."""
        players = {seat: player for seat, player in enumerate(self._players) if isinstance(player, Umpire)}
        states = {seat: player.save_state() for seat, player in players.items()}
        return {seat: state for seat, state in states.items() if state is not None}

    def content(self) -> list[Any]:
        """What stands of each seat in the session's JSON."""
        return [self._content(seat, player) for seat, player in enumerate(self._players)]

    def _content(self, seat: int, player: Seated) -> Any:
        if seat in self._large:
            return self._taken[seat]
        if isinstance(player, CompiledPlayer):
            return {"memory": player.memory.tolist(), "words": player.words.tolist()}
        if seat in self._said:
            return {"logged": True}
        return None if player is None else player.save_state()

    def entry(self) -> MemoryEntry | None:
        """What has changed in large memories and is not yet written; None where nothing has."""
        return self._entry

    def written(self) -> None:
        """The store has all that was to be written."""
        entry, self._entry = self._entry, None
        if entry is None:
            return
        if entry.whole:
            self._bytes, self._whole_bytes, self._renew = 0, len(entry.content), False
        self._bytes += len(entry.content)

    def _fresh(self) -> dict[int, Floats]:
        return {seat: player.agent.met(self._names) for seat, player in self._large.items()}

    def _packed(self, before: dict[int, Floats], text_before: dict[int, bytes]) -> bytes:
        pieces: list[bytes] = []
        for seat, player in self._large.items():
            places = np.flatnonzero(player.memory.view(np.uint64) != before[seat].view(np.uint64))
            if len(places):
                head = _HEAD.pack(seat, _NUMBERS, len(player.memory), len(places))
                gaps = np.diff(places, prepend=0).astype(_PLACE)  # mostly 1: they pack to almost nothing
                pieces += [head, gaps.tobytes(), player.memory[places].astype(_NUMBER).tobytes()]
        for seat, text in self._said.items():
            if text != text_before.get(seat):
                pieces += [_HEAD.pack(seat, _TEXT, 0, len(text)), text]
        return zlib.compress(b"".join(pieces), _LEVEL) if pieces else b""

    def restore(self, content: Sequence[Any], entries: Sequence[bytes], moves: int) -> dict[int, int]:
        """Give the players what they remembered, of a hand in which this many moves are made.

        The answer says of how many moves each large memory knows: of all, where the version before has kept it. An
        agent that is another by now begins again. Raises ValueError, KeyError or TypeError where no log wrote this.
        """
        if len(content) < len(self._players) and not any(self._players[len(content) :]):
            content = [*content, *(None,) * (len(self._players) - len(content))]  # people have come to the table
        if len(content) != len(self._players):
            raise ValueError("another table")
        said: dict[int, bytes] = {}
        for seat in self._large:
            self._seat_former(seat, content[seat] or {})
        for entry in entries:
            self._unpack(entry, content, said)
        for seat, (player, was) in enumerate(zip(self._players, content, strict=True)):
            if isinstance(player, CompiledPlayer) and was:
                self._give(seat, player, was)
            elif isinstance(player, Umpire) and was:
                player.load_state(json.loads(said[seat]) if was == {"logged": True} else was)
        self._bytes = sum(map(len, entries))
        self._whole_bytes = len(entries[0]) if entries else 0
        for seat, player in self._large.items():
            self._last[seat][:] = player.memory
        self._last_text = said
        # Sessions of 0.1.0 have large memories in their JSON, of no print: the next entry holds all of them.
        self._renew = any((content[seat] or {}).get("of") != self._of[seat] for seat in self._large)
        self.take()
        for seat in self._large:
            self._taken[seat]["moves"] = (content[seat] or {}).get("moves", moves)
        return {seat: int(taken["moves"]) for seat, taken in self._taken.items()}

    def _seat_former(self, seat: int, was: dict[str, Any]) -> None:
        """Let the agent go on that the session was begun with, where its name stands for another by now.

        Sessions of 0.1.0 do not say who it was: it is the oldest.
        """
        player = self._large[seat]
        if was.get("of") == self._of[seat]:
            return
        for former in player.agent.as_before():
            if len(former.memory) == len(player.memory) and was.get("of", former.fingerprint) == former.fingerprint:
                player.agent, self._of[seat] = former, former.fingerprint
                player.memory[:] = former.met(self._names)
                return

    def _give(self, seat: int, player: CompiledPlayer, was: dict[str, Any]) -> None:
        numbers = was.get("memory")
        if numbers is not None and len(numbers) == len(player.memory):
            player.memory[:] = numbers
        if numbers is None or len(numbers) == len(player.memory):
            player.words = np.array(was["words"], dtype=np.uint64)

    def _unpack(self, entry: bytes, content: Sequence[Any], said: dict[int, bytes]) -> None:
        unpacking = zlib.decompressobj()
        try:
            data = unpacking.decompress(entry, _MOST_BYTES)
        except zlib.error:
            raise ValueError("damaged") from None
        if not unpacking.eof:
            raise ValueError("cut off")
        at = 0
        while at < len(data):
            seat, kind, length, count = _head(data, at)
            at += _HEAD.size
            size = count * (_PLACE.itemsize + _NUMBER.itemsize) if kind == _NUMBERS else count
            piece, at = data[at : at + size], at + size
            if len(piece) != size:
                raise ValueError("cut off")
            if kind == _TEXT:
                said[seat] = piece
            elif seat in self._large and (content[seat] or {}).get("of") == self._of[seat]:
                _change(self._large[seat].memory, length, count, piece)


def _text(state: dict[str, Any]) -> bytes:
    return json.dumps(state, separators=(",", ":")).encode()


def _head(data: bytes, at: int) -> tuple[int, int, int, int]:
    try:
        seat, kind, length, count = _HEAD.unpack_from(data, at)
    except struct.error:
        raise ValueError("cut off") from None
    return seat, kind, length, count


def _change(memory: npt.NDArray[np.float64], length: int, count: int, piece: bytes) -> None:
    places = np.cumsum(np.frombuffer(piece, _PLACE, count), dtype=np.int64)
    if length != len(memory) or (count and int(places[-1]) >= length):
        raise ValueError("another memory")
    memory[places] = np.frombuffer(piece, _NUMBER, count, offset=count * _PLACE.itemsize)
