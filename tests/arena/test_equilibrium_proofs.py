"""What `equilibrium` is required to be: hard to exploit, a winner in the house, quick and small.

Seeds were drawn after the weights were frozen; nothing was chosen on them. Each proof goes on where it was stopped:
`make prove STUDY=loses_to_nobody` again, or `pytest -m prove -k "loses_to_nobody and rock"` for one opponent.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.agents import AGENTS, make_agent
from riverboat.agents.equilibrium.player import EquilibriumPlayer
from riverboat.arena.exploit.flops import FlopPlan, flop_steps
from riverboat.arena.matches.match import describe_match, match_steps, play_match
from riverboat.arena.matches.plan import match_plan
from riverboat.arena.matches.results import MatchResult
from riverboat.arena.matches.table import MatchTable
from riverboat.games import CardGame, make_game
from riverboat.games.catalog import USUAL_GAME
from riverboat.kernel import user_cache
from riverboat.steps import Checkpoint, run_to_end, work_name

Note = Callable[[str, object], None]
#: Of the flops, of the matches and of the hands that are timed.
FRESH = 61_101
#: Required at most (issue 20), in mbb/g.
REQUIRED = 350
#: A tie, in small bets a hand.
TIE = 0.02
#: Duplicate hands against each agent by the blueprint (issue 20), and with rivers solved anew, which takes far longer.
HANDS, SOLVED_HANDS = 100_000, 4_000


class Lasting(Checkpoint):
    """A checkpoint that stays when all is done: a proof of many pieces that is begun again finds them."""

    def close(self, *, finished: bool) -> None:
        super().close(finished=False)


def lasting(work: dict[str, Any]) -> Lasting:
    """Where a piece of a proof is kept; other sources of kernels are other work."""
    return Lasting(user_cache() / "checkpoints" / f"proof-{work_name(work)}.jsonl", work)


def played(names: tuple[str, str], hands: int, *, adjusted: bool = False) -> MatchResult:
    """A match that goes on where it was stopped."""
    plan = match_plan(names, hands=hands, seed=FRESH, adjusted=adjusted)
    return play_match(plan, checkpoint=lasting(describe_match(plan)), resume=True)


def test_a_match_is_kept_and_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after some sessions and begun again, it is the same match; finished, it is not played again."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    names = ("rock", "maniac")
    plan = match_plan(names, hands=1200, seed=FRESH)
    steps = match_steps(plan, checkpoint=lasting(describe_match(plan)), resume=True)
    next(steps)
    steps.close()
    (kept,) = (user_cache() / "checkpoints").iterdir()
    assert len(kept.read_text("utf-8").splitlines()) == 2
    assert played(names, 1200).digest == play_match(plan).digest
    monkeypatch.setattr(MatchTable, "play_unit", lambda *_, **__: pytest.fail("played again"))
    assert played(names, 1200).hands == 1200


@pytest.mark.prove
def test_the_shipped_weights_are_hard_to_exploit(note: Note) -> None:
    """Issue 20: the interval of the sampled meter lies below 350 mbb/g."""
    plan = FlopPlan(agent="equilibrium", flops=8, seed=FRESH)
    found = run_to_end(flop_steps(plan, checkpoint=lasting(plan.work()), resume=True)).exploitability
    assert isinstance(found, dict)
    note("mbb/g", f"{found['mean']:.0f} ({found['low']:.0f} to {found['high']:.0f}), {found['n']} flops")
    assert found["high"] <= REQUIRED


def _opponents() -> list[str]:
    """Every agent of the house that plays heads-up limit without a file of somebody's own."""
    names = [entry.name for entry in AGENTS.values() if not entry.games or USUAL_GAME in entry.games]
    return [name for name in names if name not in ("equilibrium", "evolved")]


@pytest.mark.prove
@pytest.mark.parametrize("opponent", _opponents())
def test_equilibrium_loses_to_nobody_of_the_house(note: Note, opponent: str) -> None:
    """Issue 20: 100,000 duplicate hands; it wins, or it is a tie within 0.02 small bets. Played by the blueprint.

    A tie within 0.02 small bets is 20 mbb a game: so none of them does better than the meter allows, either.
    """
    income = played(("equilibrium:river=blueprint", opponent), HANDS).players[0].income_sb
    assert income.low is not None
    note(f"against {opponent}, small bets a hand", f"{income.mean:+.3f} ({income.low:+.3f} to {income.high:+.3f})")
    assert income.low > -TIE


@pytest.mark.prove
@pytest.mark.parametrize("opponent", _opponents())
def test_with_rivers_solved_equilibrium_loses_to_nobody_of_the_house(note: Note, opponent: str) -> None:
    """As it plays at the table, on fewer hands, luck-adjusted: nobody is known to win more from it than a tie."""
    income = played(("equilibrium", opponent), SOLVED_HANDS, adjusted=True).players[0].adjusted_sb
    assert income is not None
    assert income.low is not None
    assert income.high is not None
    note(f"against {opponent}, adjusted", f"{income.mean:+.3f} ({income.low:+.3f} to {income.high:+.3f})")
    assert income.high > -TIE


@pytest.mark.prove
def test_equilibrium_decides_quickly_and_is_small(note: Note) -> None:
    """Issue 20: 150 ms of the processor with rivers solved, 5 ms without, and 500 MB of memory in all."""
    for name, most_s in (("equilibrium", 0.150), ("equilibrium:river=blueprint", 0.005)):
        _slowest(name, 3)  # what is compiled and read once
        slowest = _slowest(name, 100)
        note(f"{name}, slowest decision, ms", f"{1000 * slowest:.1f}")
        assert slowest < most_s
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    note("memory, MB", f"{memory_mb:.0f}")
    assert memory_mb < 500


def _slowest(name: str, hands: int) -> float:
    """The longest that it took to decide when it plays against itself and nobody folds, in seconds of the processor."""
    player, game = make_agent(name).player(1), make_game(USUAL_GAME)
    assert isinstance(player, EquilibriumPlayer)
    assert isinstance(game, CardGame)
    took = []
    for seed in np.random.default_rng(FRESH).integers(1 << 30, size=hands).tolist():
        state = game.start(seed=seed)
        while state.actor is not None:
            seen = state.observation(state.actor)
            begun = time.process_time()
            wish = player.decide(seen)
            took.append(time.process_time() - begun)
            stays = next(action for action in seen.legal_actions if action.kind in ("check", "call"))
            state.apply(stays if wish.kind == "fold" else wish)
    return max(took)
