"""Regret minimisation over the tree of bids: its arrays, its bounds, and a file from which it goes on."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from riverboat.arrays import Singles
from riverboat.errors import GameError
from riverboat.files import open_regular, write_whole
from riverboat.kernel_vectors import LANES
from riverboat.solving.bluff.lanes import Lanes, make_stack
from riverboat.solving.bluff.tables import BluffTables
from riverboat.solving.bluff.walk_kernel import RESPOND, walk
from riverboat.solving.form_kernel import Rule
from riverboat.solving.regret import rule_of
from riverboat.solving.settings import Wish
from riverboat.solving.solution import Progress

FORMAT = "riverboat bluff run 1"
SAVE_EVERY_S = 300.0
_PIECE = 1 << 24
_LONGEST_HEAD = 1 << 16


class BluffRun:
    """A run of CFR+ or discounted CFR. Half an iteration is one player's turn to learn."""

    def __init__(self, tables: BluffTables, method: str, kept: Path | None = None) -> None:
        self.tables, self.method, self.kept = tables, method, kept
        self._lanes = Lanes(tables)
        self._stack = make_stack(tables, np.float32)
        self._regrets = np.zeros(self._lanes.n_numbers, np.float32)
        self._average = np.zeros(self._lanes.n_numbers, np.float32)
        self.halves = 0
        self.spent_s = 0.0  # in all, also before an interruption

    @property
    def regrets(self) -> Singles:
        """What was learned, in the layout of the tree of bids: a copy."""
        return self._lanes.laid_out(self._regrets)

    @regrets.setter
    def regrets(self, numbers: Singles) -> None:
        self._lanes.take(numbers, self._regrets)

    @property
    def average(self) -> Singles:
        """The average strategies, in the layout of the tree of bids: a copy."""
        return self._lanes.laid_out(self._average)

    @average.setter
    def average(self, numbers: Singles) -> None:
        self._lanes.take(numbers, self._average)

    @property
    def opening(self) -> Singles:
        """The regrets of the opener, by class and bid: a view, through which they can be set."""
        return self._regrets[: int(self.tables.block[0, 0]) * LANES : LANES]

    @property
    def iterations(self) -> int:
        """Whole iterations done."""
        return self.halves // 2

    def half(self) -> None:
        """Let the player whose turn it is learn."""
        rule = rule_of(self.method, self.halves // 2 + 1)
        walk(self.halves % 2, rule, self._regrets, self._average, self.tables.tree, self._stack)
        self.halves += 1

    def bounds(self) -> tuple[float, float]:
        """Proved bounds on the value, from best responses to the average strategies."""
        slack = 1 + certified_slack(self.tables)
        rule = Rule(RESPOND, 0.0, 0.0, 0.0)
        stack = make_stack(self.tables, np.float64)
        wins = [walk(hero, rule, self._regrets, self._average, self.tables.tree, stack) for hero in range(2)]
        return 1 - 2 * wins[1] * slack, 2 * wins[0] * slack - 1

    def minimise(self, wish: Wish) -> Generator[Progress, None, tuple[float, float]]:
        """Go on until the bounds are near enough; an interrupt saves what there is, if there is a place for it."""
        part = f"{self.method} over {self.tables.n_nodes:,} sequences of bids"
        yield Progress(part=part, iterations=self.iterations)
        looked = saved = begun = time.perf_counter()
        before_s, looking_s = self.spent_s, 0.0
        low, high = -1.0, 1.0
        try:
            while True:
                self.half()
                now = time.perf_counter()
                self.spent_s = before_s + now - begun
                last = self.iterations >= wish.most_iterations or now - begun > wish.most_s
                # Looking costs as much as learning a little: at most a tenth of the time is spent on it.
                if last or (self.halves % 2 == 0 and now - looked > 10 * looking_s):
                    low, high = self.bounds()
                    looked = time.perf_counter()
                    looking_s = looked - now
                    self.spent_s = before_s + looked - begun
                    if last or high - low <= wish.gap:
                        return low, high
                yield Progress(part=part, iterations=self.iterations, low=low, high=high)
                if self.kept is not None and time.perf_counter() - saved > SAVE_EVERY_S:
                    self.save()
                    saved = time.perf_counter()
        except (KeyboardInterrupt, GeneratorExit):
            if self.kept is not None:
                self.save()
            raise

    def _head(self) -> dict[str, object]:
        table = self.tables.table
        return {
            "format": FORMAT,
            "dice": list(table.dice),
            "faces": table.faces,
            "wild": table.wild,
            "order": table.order,
            "check": bool(self.tables.check),
            "method": self.method,
            "numbers": self.tables.n_numbers,
        }

    def save(self) -> None:
        """Keep everything, whole or not at all."""
        assert self.kept is not None
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        head = {**self._head(), "halves": self.halves, "spent_s": self.spent_s}
        write_whole(self.kept, [json.dumps(head) + "\n", *self._pieces()])

    def _pieces(self) -> Iterator[bytes]:
        for array in (self.regrets, self.average):
            for at in range(0, len(array), _PIECE):
                yield array[at : at + _PIECE].tobytes()

    def load(self) -> bool:
        """Go on from what was kept; False where there is nothing."""
        if self.kept is None or not self.kept.exists():
            return False
        try:
            with open_regular(self.kept) as file:
                head = _read_head(file)
                if not all(head.get(key) == value for key, value in self._head().items()):
                    raise ValueError
                halves, spent_s = int(head["halves"]), float(head["spent_s"])
                arrays = []
                for _ in range(2):
                    arrays.append(np.zeros(self.tables.n_numbers, np.float32))
                    _read_into(file.readinto, arrays[-1])  # type: ignore[attr-defined]
        except OSError as error:
            raise GameError(f'"{self.kept}" cannot be read: {error.strerror or error}') from None
        except GameError:
            raise
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            raise GameError(f'"{self.kept}" is not a run of this game: start again without --resume') from None
        whole = all(np.isfinite(each).all() for each in arrays)
        if not whole or halves < 0 or not 0 <= spent_s < math.inf:
            raise GameError(f'"{self.kept}" is damaged: start again without --resume')
        self.regrets, self.average = arrays
        self.halves, self.spent_s = halves, spent_s
        return True


def _read_head(file: BinaryIO) -> dict[str, Any]:
    head = json.loads(file.readline(_LONGEST_HEAD))
    if not isinstance(head, dict):
        raise ValueError
    return head


def _read_into(read: object, array: Singles) -> None:
    raw = memoryview(array.view(np.uint8).data)
    done = 0
    while done < len(raw):
        got = read(raw[done : done + _PIECE])  # type: ignore[operator]
        if not got:
            raise GameError("the kept run ends too early: start again without --resume")
        done += got


def certified_slack(tables: BluffTables) -> float:
    """How much larger the true best response may be than the computed one, as a share of it.

    Every number in a best response is a sum, product, quotient or maximum of numbers that are not negative, so each
    rounding changes a result by a factor of at most 1 + 2^-53, and n of them in a row by less than 1 + 1.1 n 2^-53
    (Higham 2002, lemma 3.1). At a node no chain is longer than: adding up the weights of the actions and dividing,
    multiplying by the reach, adding over two players' classes, adding up a tally of counts and of it, adding actions.
    """
    at_node = 2 * int(tables.n_actions.max()) + 4 * int(tables.n_watcher.max()) + 2 * int(tables.counts.max()) + 16
    return 1.1 * at_node * (tables.n_bids + 2) * 2.0**-53
