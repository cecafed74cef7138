"""Simulated novices: each kind does what is said of it, and heeds a partner as often as it is said."""

from __future__ import annotations

from collections import Counter

import pytest

from riverboat.agents.stud.agent import StudPlayer
from riverboat.games import make_game
from riverboat.partner.novices import WEAKNESSES, Novice, Temper
from riverboat.partner.stud import StudPartner

GAMES = 14


def _habits(kind: str, temper: Temper, partner: StudPartner | None = None) -> tuple[Counter[str], Novice, list[float]]:
    novice, opponent = Novice(kind, temper, seed=3, partner=partner), StudPlayer(seed=4)
    done: Counter[str] = Counter()
    sizes = []
    for number in range(GAMES):
        state = make_game("stud").start(seed=number, button=number % 2)
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor == 1:
                state.apply(opponent.decide(seen))
                continue
            action = novice.decide(seen)
            late = "late " if seen.street >= 4 else ""
            done[late + action.kind] += 1
            legal = seen.legal_actions
            if action.kind in ("bet", "raise"):
                sizes.append((action.amount - legal.min_to) / max(legal.max_to - legal.min_to, 1))
            state.apply(action)
        novice.hand_over(state.observation(0))
    return done, novice, sizes


def test_each_kind_does_what_is_said_of_it() -> None:
    found = {kind: _habits(kind, Temper(weakness=1.0)) for kind in WEAKNESSES}
    done = {kind: habits for kind, (habits, _, _) in found.items()}
    sizes = {kind: sum(each) / len(each) for kind, (_, _, each) in found.items() if each}
    assert done["calls-too-much"]["fold"] + done["calls-too-much"]["late fold"] == 0
    assert done["never-folds-late"]["late fold"] == 0
    assert done["folds-too-much"]["fold"] > done["folds-too-much"]["call"] / 3
    assert done["bets-too-much"]["fold"] == 0
    assert sizes["bets-too-much"] > 0.75
    assert 0.25 < sizes["bets-at-random"] < 0.75
    assert sizes["calls-too-much"] < 0.05


def test_who_never_asks_nor_heeds_plays_as_without_a_partner() -> None:
    deaf = Temper(asks=0.0, heeds=0.0)
    for kind in ("bets-at-random", "sees-own-cards-only"):
        alone, _, own_sizes = _habits(kind, deaf)
        beside, novice, sizes = _habits(kind, deaf, StudPartner(seed=1))
        assert novice.changed == 0
        assert beside == alone
        assert sizes == own_sizes
        heeding, listener, _ = _habits(kind, Temper(asks=0.0, heeds=1.0), StudPartner(seed=1))
        assert listener.changed > 0
        assert heeding != alone


def test_who_always_follows_does_what_the_partner_says_and_learns() -> None:
    temper = Temper(weakness=0.8, asks=1.0, follows=1.0, learns=0.05)
    _, novice, _ = _habits("calls-too-much", temper, StudPartner(seed=1))
    assert novice.changed > 5
    assert novice.weakness == pytest.approx(0.8 * 0.95**novice.changed)
