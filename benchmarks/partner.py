"""The partner: one piece of advice, one caution, one answer, warm but with nothing worked out; the search for cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.agents.stud.chances import forget_chances, win_rate
from riverboat.agents.stud.decision import FOLDING
from riverboat.games import Action, CardObservation, make_game, parse_action
from riverboat.modeling.cases import CaseBase
from riverboat.partner.protocol import Partner, make_partner

GROUP = "partner"
#: The issue's requirement for whatever the partner says.
MOST_MS = 150.0
#: And for a river that is solved while the person waits.
RIVER_MS = 300.0
CASES = 200_000
TURNS = {1: "", 4: "bet 5,call," * 3, 6: "bet 5,call," * 5 + "reveal As,reveal 5s"}


def rows(seed: int) -> Iterator[Row]:
    """What the partner says at stud and Hold'em, and what it is made of."""
    for turn, told in TURNS.items():
        seen = _stud(told)
        for what, say in _sayings("stud", seen).items():
            yield from _contest(f"stud, turn {turn}: {what}", partial(_saying, say, seed, "stud"))
    seen = _flop(seed)
    for what, say in _sayings("holdem-limit", seen).items():
        yield from _contest(f"Hold'em, flop: {what}", partial(_saying, say, seed, "holdem-limit"))
    for game in ("holdem-limit", "holdem-nolimit"):
        river = Entry(who=US, build=partial(_river, seed, game), most=RIVER_MS)
        yield from contest(GROUP, f"{game}, the river between two: advice, solved", "ms", [river], scale=1e3)
    search = Entry(who=US, build=partial(_search, seed), most=1.0)
    yield from contest(GROUP, f"the most similar of {CASES:,} cases", "ms", [search], scale=1e3)
    infer = Entry(who=US, build=lambda _: Contender(run=lambda: FOLDING.infer(-0.4, 0.6, 0.5), what="12 rules"))
    yield from contest(GROUP, "one fuzzy inference", "ms", [infer], scale=1e3)
    rate = Entry(who=US, build=_rate)
    yield from contest(GROUP, "winning rate by 10,000 games", "ms", [rate], scale=1e3)


def _contest(task: str, build: Callable[[object], Contender]) -> Iterator[Row]:
    yield from contest(GROUP, task, "ms", [Entry(who=US, build=build, most=MOST_MS)], scale=1e3)


def _sayings(game: str, seen: CardObservation) -> dict[str, Callable[[Partner], object]]:
    question = "opponent" if game == "stud" else "opponents"
    other = Action("fold") if Action("fold") in seen.legal_actions else seen.legal_actions[-1]
    return {
        "advice": lambda partner: partner.advise(seen),
        "caution": lambda partner: partner.caution(seen, other),
        "answer (their likely hands)": lambda partner: partner.answer(seen, question),
    }


def _saying(say: Callable[[Partner], object], seed: int, game: str, _: object) -> Contender:
    partner = make_partner(game, seed=seed)

    def run() -> None:
        forget_chances()
        say(partner)

    return Contender(run=run, what="nothing worked out before")


def _stud(told: str) -> CardObservation:
    state = make_game("stud").start(cards=["AsKd7c7h2d9sQc", "2s3sKh8dTc4h5s"], button=1)
    for word in filter(None, told.split(",")):
        state.apply(parse_action(word))
    return state.observation(0)


def _flop(seed: int) -> CardObservation:
    state = make_game("holdem-limit", seats=6).start(seed=seed, button=5)
    while state.street == 0:
        state.apply(Action("call") if Action("call") in state.legal_actions() else Action("check"))
    return state.observation(state.actor or 0)


def _river(seed: int, game: str, _: object) -> Contender:
    """A river after a bet and a call on each street."""
    state: Any = make_game(game, seats=2).start(seed=seed, button=0)
    while state.street < 3:
        legal = state.legal_actions()
        bet = Action("bet", legal.min_to) if legal.raise_kind == "bet" else None
        state.apply(bet or next(action for action in (Action("call"), Action("check")) if action in legal))
    seen = state.observation(state.actor or 0)
    found = make_partner(game, seed=seed).worths(seen)
    assert found is not None
    assert found.kind == "solved"

    def run() -> None:
        make_partner(game, seed=seed).advise(seen)

    return Contender(run=run, what="a new partner every time")


def _search(seed: int, _: object) -> Contender:
    rng = np.random.default_rng(seed)
    base = CaseBase(np.concatenate([rng.random((CASES, 7)), rng.integers(0, 2, (CASES, 2))], axis=1))
    asked = [tuple(row) for row in np.clip(base.rows[:500, :7] + rng.normal(0, 0.03, (500, 7)), 0, 1)]
    base.most_similar(asked[0])
    turn = iter(range(10**9))

    def run() -> None:
        base.most_similar(asked[next(turn) % len(asked)], 10)

    return Contender(run=run, what="scipy cKDTree, city blocks, ten nearest")


def _rate(_: object) -> Contender:
    def run() -> None:
        forget_chances()
        win_rate((51, 45, 2), (40,))

    return Contender(run=run, what="compiled")
