"""The same random hands played by PokerKit, where it is installed: who acts, what is allowed, and what comes out.

Three differences are known, and kept out of these hands. PokerKit lets a player who has checked raise a first bet that
is all-in for less than the smallest bet (the TDA's rule 47 does not). It counts every short all-in as one of the
limited raises. And it joins side pots that the same players win before it looks for odd chips.
"""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

from riverboat.cards.cards import format_card
from riverboat.games import Action, CardGame, CardState, make_game

pokerkit: Any = pytest.importorskip("pokerkit", reason="PokerKit is not installed; it is a peer, not a requirement")

DEEP = 2000


def start_theirs(name: str, stacks: tuple[int, ...], ante: int) -> Any:
    automatic = tuple(step for step in pokerkit.Automation if step.name not in ("HOLE_DEALING", "BOARD_DEALING"))
    seats = len(stacks)
    if name == "holdem-nolimit":
        return pokerkit.NoLimitTexasHoldem.create_state(automatic, True, ante, (5, 10), 10, stacks, seats)
    if name == "holdem-limit":
        return pokerkit.FixedLimitTexasHoldem.create_state(automatic, True, ante, (5, 10), 10, 20, stacks, seats)
    return pokerkit.FixedLimitSevenCardStud.create_state(automatic, True, ante, 3, 10, 20, stacks, seats)


def our_game(name: str, seats: int, ante: int) -> CardGame:
    if name == "holdem-nolimit":
        return make_game("holdem-nolimit", seats=seats, antes=ante)
    if name == "holdem-limit":  # PokerKit's blinds are no bet: four raises before the flop
        return make_game("holdem-limit", seats=seats, antes=ante, raises_per_round=(4, 3, 3, 3))
    return make_game("stud-limit", seats=seats, ante=ante)


def deal_theirs(theirs: Any, cards: list[list[int]], board: list[int]) -> None:
    while True:
        if theirs.can_deal_hole():
            seat = theirs.hole_dealee_index
            theirs.deal_hole(format_card(cards[seat][len(theirs.hole_cards[seat])]))
        elif theirs.can_deal_board():
            dealt, count = len(list(theirs.board_cards)), theirs.board_dealing_count
            theirs.deal_board("".join(format_card(card) for card in board[dealt : dealt + count]))
        else:
            return


def choose(ours: CardState, rng: random.Random) -> Action:
    legal = ours.legal_actions()
    kind = rng.choice([kind for kind in legal.kinds for _ in range(1 if kind == "fold" else 3)])
    if kind not in ("bet", "raise"):
        return Action(kind)
    return Action(kind, rng.choice((legal.min_to, legal.max_to, rng.randint(legal.min_to, legal.max_to))))


def apply_theirs(theirs: Any, action: Action) -> None:
    if action.kind in ("bet", "raise"):
        theirs.complete_bet_or_raise_to(action.amount)
    else:
        {"fold": theirs.fold, "bring-in": theirs.post_bring_in}.get(action.kind, theirs.check_or_call)()


def play_both(name: str, rng: random.Random, stacks: tuple[int, ...]) -> None:
    ante, seats = rng.choice((0, 2)), len(stacks)
    deck = rng.sample(range(52), 52)
    each = 7 if name == "stud-limit" else 2
    cards, board = [deck[each * seat : each * seat + each] for seat in range(seats)], deck[47:]
    board = board if name != "stud-limit" else []
    ours = our_game(name, seats, ante).start(stacks=stacks, cards=cards, board=board)
    theirs = start_theirs(name, stacks, ante)
    deal_theirs(theirs, cards, board)
    told = [f"{name} {stacks} ante {ante} {cards} {board}"]
    while not ours.is_over:
        legal = ours.legal_actions()
        short_open = legal.raise_kind is None and 0 < max(ours.bets) < 10 and ours.street > 0
        assert theirs.actor_index == ours.actor, told
        if "bring-in" not in legal.kinds:
            assert theirs.checking_or_calling_amount == legal.to_call, told
        if not short_open:
            amounts = (legal.min_to, legal.max_to) if legal.raise_kind else (None, None)
            least, most = (getattr(theirs, f"{end}_completion_betting_or_raising_to_amount") for end in ("min", "max"))
            assert (least, most) == amounts, told
        action = choose(ours, rng)
        told.append(str(action))
        ours.apply(action)
        apply_theirs(theirs, action)
        deal_theirs(theirs, cards, board)
    assert not theirs.status
    # Odd chips of several side pots can come to lie elsewhere.
    slack = len(ours.pots) * seats if len(ours.pots) > 1 else 0
    assert all(abs(a - b) <= slack for a, b in zip(theirs.payoffs, ours.returns(), strict=True)), told


@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit", "stud-limit"])
def test_deep_stacks_as_pokerkit_plays_them(name: str) -> None:
    rng = random.Random(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(150):
            play_both(name, rng, (DEEP,) * rng.randint(2, 6))


def test_all_ins_of_no_limit_as_pokerkit_plays_them() -> None:
    rng = random.Random(2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(300):
            play_both("holdem-nolimit", rng, tuple(rng.randint(30, 300) for _ in range(rng.randint(2, 6))))


@pytest.mark.parametrize(("blinds", "first"), [((5, 10), 1), ((10, 10), 0)])
def test_who_speaks_first_heads_up_goes_by_the_blinds_as_in_pokerkit(blinds: tuple[int, int], first: int) -> None:
    """With equal blinds the big blind speaks first, in both; the docs say so. Position 1 is the button."""
    automatic = tuple(pokerkit.Automation)
    theirs = pokerkit.NoLimitTexasHoldem.create_state(automatic, True, 0, blinds, 10, (500, 500), 2)
    assert theirs.actor_index == first
    assert make_game("holdem-nolimit", blinds=blinds).start(seed=1, button=1).actor == first
    assert make_game("holdem-nolimit", blinds=blinds, first_to_act=1).start(seed=1, button=1).actor == 1
