"""Fit the value of states that luck is measured with: `python -m riverboat.training.luck_values AGENT --out FILE`.

An agent plays heads-up limit Hold'em against itself; how the hands ended is fitted to the states they went through.
Sessions are kept beside the file while it plays, so that `--resume` goes on after Ctrl-C and comes to the same values.
"""

from __future__ import annotations

import argparse
import base64
import sys
import zlib
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from riverboat.arena.luck.luck_kernel import MOST_STEPS, STEP_COLUMNS, HandCards, read_steps
from riverboat.arena.luck.values import LimitValues, PlayedHand, fit_steps
from riverboat.arena.matches.plan import MatchPlan, match_plan
from riverboat.arena.matches.table import CompiledTable, FinishedHand
from riverboat.arrays import Floats
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.errors import ArenaError, RiverboatError
from riverboat.games import CardState
from riverboat.kernel import sources_hash
from riverboat.odds.matchup_kernel import matchups
from riverboat.steps import Checkpoint, Run, keeping, run_to_end, unpack_column

Found = TypeVar("Found")
#: The columns of a kept hand: its cards, how much of the board lies, how many steps it has, and these.
_CARDS, _BOARD, _STEPS = 9, 9, 10
_COLUMNS = _STEPS + 1 + MOST_STEPS * STEP_COLUMNS


@dataclass(frozen=True, kw_only=True)
class ValuesProgress:
    """How far it is: what is done now, and how much of that."""

    doing: str
    done: int
    count: int


@dataclass(frozen=True, kw_only=True, eq=False)
class PlayedSession:
    """The hands of one session."""

    number: int
    hands: tuple[PlayedHand, ...]

    def to_json(self) -> dict[str, Any]:
        """This part as a checkpoint keeps it."""
        rows = np.zeros((len(self.hands), _COLUMNS), np.uint8)
        for row, hand in zip(rows, self.hands, strict=True):
            row[:_CARDS] = *hand.cards.held, *hand.cards.board
            row[_BOARD], row[_STEPS] = hand.cards.n_board, len(hand.steps)
            row[_STEPS + 1 : _STEPS + 1 + hand.steps.size] = hand.steps.ravel()
        kept = base64.b64encode(zlib.compress(rows.tobytes())).decode("ascii")
        return {"number": self.number, "hands": kept, "won": [hand.won for hand in self.hands]}

    @classmethod
    def from_json(cls, piece: dict[str, Any]) -> PlayedSession:
        """From a checkpoint; a ValueError or the like where it is none."""
        rows = np.frombuffer(unpack_column(piece["hands"]), np.uint8).reshape(-1, _COLUMNS)
        return cls(
            number=int(piece["number"]),
            hands=tuple(
                PlayedHand(
                    cards=HandCards(row[:4].copy(), row[4:_CARDS].copy(), int(row[_BOARD])),
                    steps=row[_STEPS + 1 :].reshape(-1, STEP_COLUMNS)[: row[_STEPS]].astype(np.int64),
                    won=float(won),
                )
                for row, won in zip(rows, piece["won"], strict=True)
            ),
        )


def class_steps() -> Generator[int, None, Floats]:
    """[class, class] the exact chance to win of one class of starting hands against another, ties half."""
    found = np.zeros((CLASSES, CLASSES))
    order = np.argsort(HOLDING_CLASS, kind="stable")
    for one in range(CLASSES):
        yield one
        own = HOLDING_CARDS[np.flatnonzero(HOLDING_CLASS == one)[0]]
        others = order[~np.isin(HOLDING_CARDS[order], own).any(axis=1)]
        rows = np.hstack([np.tile(own, (len(others), 1)), HOLDING_CARDS[others]]).astype(np.int64)
        counts = np.zeros((len(rows), 3), np.int64)
        matchups(rows, np.zeros(52, np.uint8), counts)
        won = (counts[:, 0] + counts[:, 1] / 2) / counts.sum(axis=1)
        classes = HOLDING_CLASS[others]
        found[one] = np.bincount(classes, won, CLASSES) / np.maximum(np.bincount(classes, minlength=CLASSES), 1)
    return np.asarray((found + 1 - found.T) / 2)


def played_session(plan: MatchPlan, number: int) -> PlayedSession:
    """One session of an agent against itself."""
    found: list[PlayedHand] = []
    steps = np.zeros((MOST_STEPS, STEP_COLUMNS), np.int64)

    def keep(hand: FinishedHand) -> None:
        state = hand.state
        assert isinstance(state, CardState)
        count = read_steps(state.hand, steps)
        blind = 1 - state.button
        held = np.array([*state.cards(blind), *state.cards(1 - blind)], np.uint8)
        board = np.zeros(5, np.uint8)
        board[: len(state.board)] = state.board
        won = float(state.returns()[blind]) / plan.unit.chips
        cards = HandCards(held, board, len(state.board))
        found.append(PlayedHand(cards=cards, steps=steps[:count].copy(), won=won))

    CompiledTable(plan).play_unit(number, on_hand=keep)
    return PlayedSession(number=number, hands=tuple(found))


def values_steps(
    agent: str, hands: int, seed: int, *, checkpoint: Checkpoint | None = None, resume: bool = False
) -> Generator[ValuesProgress, None, LimitValues]:
    """Values fitted to hands of an agent against itself, every deal once; kept sessions are not played again."""
    plan = match_plan([agent, agent], hands=hands, seed=seed, duplicate=False)
    with keeping(checkpoint, resume=resume, read=PlayedSession.from_json, write=lambda each: each.to_json()) as kept:
        if [each.number for each in kept.done] != list(range(len(kept.done))) or len(kept.done) > plan.units:
            raise ArenaError("the checkpoint is damaged: begin again without --resume")
        for number in range(len(kept.done), plan.units):
            yield ValuesProgress(doing="sessions played", done=number, count=plan.units)
            kept.add(played_session(plan, number))
        played = [hand for session in kept.done for hand in session.hands]
        first = yield from _told("classes of starting hands compared", CLASSES, class_steps())
        made_by = f"python -m riverboat.training.luck_values {agent} --hands {hands} --seed {seed}"
        return (yield from _told("hands read", len(played), fit_steps(played, first, made_by)))


def _told(doing: str, count: int, steps: Generator[int, None, Found]) -> Generator[ValuesProgress, None, Found]:
    """Steps that are counted, as progress: a word a hundredth."""
    run = Run(steps)
    for done in run:
        if done % max(count // 100, 1) == 0:
            yield ValuesProgress(doing=doing, done=done, count=count)
    return run.result


def main(typed: Sequence[str] | None = None) -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description="Fit the value of states that luck is measured with.")
    parser.add_argument("agent")
    parser.add_argument("--hands", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", action="store_true", help="go on with the sessions that an earlier run kept")
    asked = parser.parse_args(typed)

    def tell(step: ValuesProgress) -> None:
        print(f"{step.done:,} of {step.count:,} {step.doing}", file=sys.stderr, flush=True)

    work = {"kind": "values of luck", "agent": asked.agent, "hands": asked.hands, "seed": asked.seed}
    kept = asked.out.with_name(f".{asked.out.stem}.playing.jsonl")
    try:
        steps = values_steps(
            asked.agent,
            asked.hands,
            asked.seed,
            checkpoint=Checkpoint(kept, {**work, "kernels": sources_hash()}),
            resume=asked.resume,
        )
        run_to_end(steps, tell).save(asked.out)
    except RiverboatError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, f"stopped; the same command with --resume goes on with the sessions in {kept}\n")


if __name__ == "__main__":
    main()
