"""Simulated novices: each kind does what is said of it, and heeds a partner as often as it is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from riverboat.agents.loki.versions import Sight, read_sight
from riverboat.agents.registry import make_agent
from riverboat.agents.stud.agent import StudPlayer
from riverboat.games import Action, CardObservation, make_game
from riverboat.partner.holdem import HoldemPartner
from riverboat.partner.novices import holdem as holdem_novices
from riverboat.partner.novices.holdem import HoldemNovice
from riverboat.partner.novices.novice import Temper
from riverboat.partner.novices.stud import WEAKNESSES, StudNovice
from riverboat.partner.stud import StudPartner
from tests.partner import novice_sets

GAMES = 14


def _habits(
    kind: str, temper: Temper, partner: StudPartner | None = None
) -> tuple[Counter[str], StudNovice, list[float]]:
    novice, opponent = StudNovice(kind, temper, seed=3, partner=partner), StudPlayer(seed=4)
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


def _at_holdem(kind: str, temper: Temper, partner: HoldemPartner | None = None) -> tuple[list[Action], HoldemNovice]:
    """What a novice does in some hands against two who call everything."""
    novice, done = HoldemNovice(kind, temper, seed=[3], partner=partner), []
    for number in range(GAMES):
        state = make_game("holdem-limit", seats=3).start(seed=number, button=number % 3)
        novice.draw_for(number)
        while state.actor is not None:
            seen = state.observation(state.actor)
            passive = Action("call") if seen.to_call else Action("check")
            action = novice.decide(seen) if state.actor == 0 else passive
            if state.actor == 0:
                done.append(action)
            state.apply(action)
        novice.hand_over(state.observation(0))
    return done, novice


def test_each_kind_at_holdem_does_what_is_said_of_it() -> None:
    weak = Temper(weakness=1.0)
    done = {kind: Counter(each.kind for each in _at_holdem(kind, weak)[0]) for kind in holdem_novices.WEAKNESSES}
    assert set(done["calls-too-much"]) <= {"call", "check"}
    assert done["raises-too-much"]["fold"] == done["raises-too-much"]["check"] == 0
    assert done["never-raises"]["bet"] + done["never-raises"]["raise"] == 0
    assert done["never-raises"]["fold"] > 0
    assert done["plays-any-hand"]["call"] > done["folds-too-much"]["call"]
    assert done["folds-too-much"]["fold"] > GAMES / 3
    assert done["folds-too-much"]["bet"] + done["folds-too-much"]["raise"] == 0


def test_those_who_chase_stay_in_up_to_the_river_and_no_further() -> None:
    state = make_game("holdem-limit", seats=2).start(cards=("2c7d", "AsAh"), board="AdKsKh9s3h", button=0)
    rng = np.random.default_rng(1)
    for street in range(4):
        while state.actor is not None and state.street == street:
            seen = state.observation(state.actor)
            if state.actor == 1:
                state.apply(Action("bet", seen.legal_actions.min_to) if "bet" in seen.legal_actions.kinds else "check")
                continue
            if seen.to_call and seen.board:
                chased = holdem_novices.chases(seen, 0.02, rng)
                assert holdem_novices.plain(seen, 0.02, rng).kind == "fold"
                assert chased.kind == ("fold" if street == 3 else "call")
            state.apply(Action("call") if seen.to_call else Action("check"))
    assert state.actor is None


def test_a_novice_at_holdem_heeds_as_often_as_it_is_said() -> None:
    deaf, all_ears = Temper(asks=0.0, heeds=0.0), Temper(weakness=1.0, asks=1.0, follows=1.0)
    for kind in ("worth", "thresholds"):
        alone, _ = _at_holdem("calls-too-much", deaf)
        beside, novice = _at_holdem("calls-too-much", deaf, HoldemPartner(seed=1, kind=kind))
        assert beside == alone
        assert novice.changed == 0
        heeding, listener = _at_holdem("calls-too-much", Temper(asks=0.0, heeds=1.0), HoldemPartner(seed=1, kind=kind))
        assert listener.changed > 0
        assert heeding != alone
        _, follower = _at_holdem("calls-too-much", all_ears, HoldemPartner(seed=1, kind=kind))
        assert follower.changed > 5


def test_the_thresholds_decide_as_version_0_1_did() -> None:
    """The rules of 0.1 once more, from what Lokibot saw: EHS, the next card, the price."""
    partner, seen_rules = HoldemPartner(seed=4, kind="thresholds"), Counter[str]()
    thresholds = partner._thresholds
    assert thresholds is not None
    for number in range(60):
        state = make_game("holdem-limit", seats=2).start(seed=number, button=number % 2)
        players = [make_agent(name).player(number) for name in ("loose-aggressive", "maniac")]
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor == 0 and seen.board:
                action = partner.decision(seen)
                sight = read_sight(thresholds._player.memory, 2)
                seen_rules[_checked(seen, sight, action)] += 1
                advice = partner.advise(seen)
                assert advice.action == action
                assert partner.caution(seen, action) is None
                costs = advice.worths is not None and not advice.worths.is_fine(action)
                assert costs == any(each.claim == "paper" for each in advice.sentences)
            state.apply(players[state.actor].decide(seen))
        partner.hand_over(state.observation(0))
    assert set(seen_rules) >= {"bets", "raises", "price", "folds"}, seen_rules


def _checked(seen: CardObservation, sight: Sight, action: Action) -> str:
    can = seen.legal_actions.raise_kind is not None
    if not seen.to_call:
        assert action.kind == "bet" or sight.ehs < 0.45 or not can
        return "bets" if sight.ehs >= 0.45 else "bluffs or checks"
    if sight.ehs >= (0.55 if seen.raises <= 1 else 0.65):
        assert action.kind == ("raise" if can else "call")
        return "raises"
    odds = seen.to_call / (seen.pot + seen.to_call)
    if sight.ppot > odds or sight.ehs >= odds or sight.ehs >= 0.5:
        assert action.kind == "call"
        return "price"
    assert action.kind == "fold"
    return "folds"


#: Fixed before the run that counts; the novices were written with the seeds 1 and 2.
SETS, SEED = 100, 24_075


def test_a_set_at_holdem_is_the_same_luck_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """About one in a hundred of the sets: played again they bring the same, and no partner brings nothing."""
    played = novice_sets.gains(1, 2)
    assert set(played.by_kind) == set(holdem_novices.WEAKNESSES)
    assert np.abs(played.new).max() > 0
    assert np.abs(played.old - played.new).max() > 0
    monkeypatch.setattr(novice_sets, "ARMS", {"alone": None, "0.1": None, "today": "worth"})
    again = novice_sets.gains(1, 2)
    assert not again.old.any()
    assert again.new.tolist() == played.new.tolist()


def test_how_many_times_as_much_by_hand() -> None:
    old, new = np.array([1.0, 2.0, 3.0, 2.0] * 30), np.array([2.0, 4.0, 6.0, 4.0] * 30)
    assert novice_sets.ratio_interval(old, new) == pytest.approx((2.0, 2.0, 2.0))
    ratio, low, high = novice_sets.ratio_interval(old, new[::-1])
    assert low < ratio == 2.0 < high
    assert novice_sets.above(new - old) < 1e-10
    assert novice_sets.above(old - new) > 1 - 1e-10


@pytest.mark.prove
def test_what_partners_are_worth_to_novices_at_holdem(note: Callable[[str, object], None]) -> None:
    """Both partners help; whether today's brings twice as much as that of 0.1 is noted, and not demanded."""
    found = novice_sets.gains(SEED, SETS)
    for name, gained in (("0.1", found.old), ("today", found.new)):
        note(f"gain beside the partner of {name}, small bets a hand", novice_sets.told(gained))
    note("today's less 0.1's, small bets a hand", novice_sets.told(found.new - found.old))
    note("today's over 0.1's, with its 95% interval", "{:.2f} ({:.2f} to {:.2f})".format(*_ratio(found)))
    note("today's brings at least twice as much, one-sided p", f"{novice_sets.above(found.new - 2 * found.old):.2g}")
    for kind, (old, new) in found.by_kind.items():
        note(f"{kind}: gain beside 0.1's and today's", f"{novice_sets.told(old)}, {novice_sets.told(new)}")
    assert novice_sets.above(found.old) < 0.01
    assert novice_sets.above(found.new) < 0.01


def _ratio(found: novice_sets.Gains) -> tuple[float, float, float]:
    return novice_sets.ratio_interval(found.old, found.new)
