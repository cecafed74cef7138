"""Random hands of Omaha, played by PokerKit too, where it is installed: who acts, what is allowed, pots and returns.

The differences that `test_against_pokerkit.py` names are kept out of these hands: at limit every stack is a number of
whole bets, so that nobody is all-in for a part of one. A fourth is seen only in many hands: PokerKit forgets short
all-ins as soon as somebody has called one, the TDA's rule 47 counts them until they come to a full raise. Who may
raise by the rule alone calls here.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from riverboat.games import Action, CardGame, CardState, make_game
from tests.games.test_against_pokerkit import apply_theirs, choose, deal_theirs

pokerkit: Any = pytest.importorskip("pokerkit", reason="PokerKit is not installed; it is a peer, not a requirement")

GAMES = ("omaha-limit", "omaha-potlimit")
#: PokerKit has pot-limit Omaha; its limit Hold'em becomes limit Omaha with these two facts changed.
OMAHA = {"hole_dealing_count": 4, "hand_types": (pokerkit.OmahaHoldemHand,)}
LimitOmaha: Any = type("LimitOmaha", (pokerkit.FixedLimitTexasHoldem,), OMAHA)


def start_theirs(name: str, stacks: tuple[int, ...], ante: int, big_bet: int) -> Any:
    automatic = tuple(step for step in pokerkit.Automation if step.name not in ("HOLE_DEALING", "BOARD_DEALING"))
    if name == "omaha-limit":
        return LimitOmaha.create_state(automatic, True, ante, (5, 10), 10, big_bet, stacks, len(stacks))
    return pokerkit.PotLimitOmahaHoldem.create_state(automatic, True, ante, (5, 10), 10, stacks, len(stacks))


def our_game(name: str, seats: int, ante: int, big_bet: int) -> CardGame:
    if name == "omaha-limit":  # PokerKit's blinds are no bet: four raises before the flop
        return make_game("omaha-limit", seats=seats, antes=ante, bets=(10, big_bet), raises_per_round=(4, 3, 3, 3))
    return make_game("omaha-potlimit", seats=seats, antes=ante)


def tables(name: str, rng: random.Random) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Stacks, ante and big bet without end: two to ten seats, every second table deep, the others of unequal stacks."""
    while True:
        seats, ante = rng.choice((2, 2, 3, 4, 6, 10)), rng.choice((0, 2))
        yield (2000,) * seats, ante, 20
        if name == "omaha-limit":
            yield tuple(10 * rng.randint(2, 20) + ante for _ in range(seats)), ante, 10
        else:
            yield tuple(rng.randint(30, 300) for _ in range(seats)), ante, 20


def same_choice(ours: CardState, theirs: Any, told: list[str]) -> None:
    """The same seat may do the same, and the same chips lie in the same pots."""
    legal = ours.legal_actions()
    assert theirs.actor_index == ours.actor, told
    assert theirs.checking_or_calling_amount == legal.to_call, told
    assert theirs.total_pot_amount == ours.pot, told
    short_open = legal.raise_kind is None and 0 < max(ours.bets) < 10 and ours.street > 0
    if not (short_open or is_forgotten(ours, theirs)):  # the first and the fourth of the known differences
        amounts = (legal.min_to, legal.max_to) if legal.raise_kind else (None, None)
        least, most = (getattr(theirs, f"{end}_completion_betting_or_raising_to_amount") for end in ("min", "max"))
        assert (least, most) == amounts, told
    if ours.street > 0 and not any(ours.bets):
        assert pots_of(ours.pots, "seats") == pots_of(theirs.pots, "player_indices"), told


def is_forgotten(ours: CardState, theirs: Any) -> bool:
    """Whether a seat faces a full raise in several short all-ins of which PokerKit remembers only the last."""
    remembered = sum(theirs.consecutive_short_all_in_amounts)
    full = theirs.completion_betting_or_raising_amount
    return ours.actor in theirs.acted_player_indices and 0 < remembered < full <= ours.legal_actions().to_call


def pots_of(pots: Any, seats: str) -> Counter[tuple[int, ...]]:
    """The chips by who can win them; pots of the same seats are one."""
    counted: Counter[tuple[int, ...]] = Counter()
    for pot in pots:
        counted[tuple(getattr(pot, seats))] += pot.amount
    return counted


def play_both(name: str, rng: random.Random, stacks: tuple[int, ...], ante: int, big_bet: int) -> CardState:
    seats, deck = len(stacks), rng.sample(range(52), 52)
    cards, board = [deck[4 * seat : 4 * seat + 4] for seat in range(seats)], deck[47:]
    ours = our_game(name, seats, ante, big_bet).start(stacks=stacks, cards=cards, board=board)
    theirs = start_theirs(name, stacks, ante, big_bet)
    deal_theirs(theirs, cards, board)
    told = [f"{name} {stacks} ante {ante} {cards} {board}"]
    while not ours.is_over:
        same_choice(ours, theirs, told)
        action = Action("call") if is_forgotten(ours, theirs) else choose(ours, rng)
        told.append(str(action))
        ours.apply(action)
        apply_theirs(theirs, action)
        deal_theirs(theirs, cards, board)
    assert not theirs.status
    # The third known difference: odd chips of several side pots can come to lie elsewhere.
    slack = len(ours.pots) * seats if len(ours.pots) > 1 else 0
    assert all(abs(a - b) <= slack for a, b in zip(theirs.payoffs, ours.returns(), strict=True)), told
    return ours


def play_many(hands: int, seed: int) -> Counter[str]:
    """Both games in turn; how many hands went to the showdown, and how many of these had a side pot."""
    seen: Counter[str] = Counter()
    rng = random.Random(seed)
    each = [(name, tables(name, rng)) for name in GAMES]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(hands):
            name, stream = each[number % 2]
            ours = play_both(name, rng, *next(stream))
            seen["showdowns"] += ours.is_showdown
            seen["side pots"] += ours.is_showdown and len(ours.pots) > 1
            seen[name] += 1
    return seen


def test_200_hands_as_pokerkit_plays_them() -> None:
    seen = play_many(200, seed=1)
    assert seen["showdowns"] > 60
    assert seen["side pots"] > 20


@pytest.mark.prove
def test_20_000_hands_as_pokerkit_plays_them(note: Callable[[str, object], None]) -> None:
    for what, count in play_many(20_000, seed=2).items():
        note(what, count)
