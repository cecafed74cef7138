"""Which hands go into PHH files for others: those that the format's reference plays by the same rules as we do.

The format says blinds, antes and bets, not how short all-ins count or what happens at odd tables. Its reference,
PokerKit, has one rule for each, and refuses a hand that went by another. Such hands are left out of an export, and
named with the rule; our own reader knows them all.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from riverboat.errors import RecordError
from riverboat.games import HoldemRules, StudRules
from riverboat.records.hand_record import HandRecord, Move
from riverboat.records.positions import by_position
from riverboat.records.replay import start

#: Bets and raises that the reference takes on a street of a limit game.
MOST_RAISES = 4


def fit_phh(hand: HandRecord) -> HandRecord:
    """The hand, if others can replay it from PHH; else an error with the rule that it went by."""
    if rule := rule_of_our_own(hand):
        reason = f"has {rule}, which other readers of PHH play otherwise (--own-rules writes it all the same)"
        raise RecordError(reason, file=hand.source, line=hand.line)
    return hand


def rule_of_our_own(hand: HandRecord) -> str:
    """What happened in a hand that the format's reference has another rule for; "" where nothing did."""
    if getattr(hand.card_rules, "open_pair", False):
        return "bets doubled by an open pair"
    if _folds_out_of_turn(hand):
        return "a fold by a player whose turn it was not"
    if _has_short_blind(hand):
        return "a raise over a blind that was posted short"
    if _has_folded_cards_to_deal(hand):
        return "one last card for all, though folded cards were left"
    if _has_raise_over_short_ones(hand):
        return "a raise over an all-in of less than a full bet"
    if _has_many_raises(hand):
        return f"more than {MOST_RAISES} bets and raises on a street of a limit game"
    if _has_free_fold_before_one(hand):
        return "a fold with nothing to call, after which one player had chips left and others were all-in"
    return ""


def _folds_out_of_turn(hand: HandRecord) -> bool:
    """Whether somebody folded before their turn, or when all-in."""
    state = start(hand)
    for move in hand.moves:
        if move.seat != state.actor:
            return True
        state.apply(move.action)
    return False


def _has_short_blind(hand: HandRecord) -> bool:
    rules, stacks = hand.rules, by_position(hand).stacks
    if not isinstance(rules, HoldemRules) or stacks is None:
        return False
    antes = (rules.antes,) * hand.seats if isinstance(rules.antes, int) else rules.antes
    highest = max(rules.posted_blinds)
    posts = zip(stacks, antes, rules.posted_blinds, strict=True)
    short = any(blind == highest > stack - ante for stack, ante, blind in posts)
    raises = sum(move.street == 0 and move.kind in ("bet", "raise") for move in hand.moves)
    return short and raises >= (1 if rules.betting == "limit" else 2)  # the size of a first no-limit raise is free


def _has_folded_cards_to_deal(hand: HandRecord) -> bool:
    folded = any(move.kind == "fold" and move.street < 4 for move in hand.moves)
    return isinstance(hand.rules, StudRules) and bool(hand.board) and folded


def _has_raise_over_short_ones(hand: HandRecord) -> bool:
    """Limit games: a raise after a short one of its street. Others: one after several short ones."""
    fewest = 1 if getattr(hand.rules, "betting", "limit") == "limit" else 2
    for _, moves in itertools.groupby(hand.moves, key=lambda move: move.street):
        short = 0
        for is_short in _raises(hand, list(moves)):
            if short >= fewest:
                return True
            short += is_short
    return False


def _has_many_raises(hand: HandRecord) -> bool:
    """A limit hand whose file names no cap, or a higher one than the format's reference takes for granted."""
    if getattr(hand.rules, "betting", "limit") != "limit":
        return False
    by_street = Counter(move.street for move in hand.moves if move.kind in ("bet", "raise"))
    return max(by_street.values(), default=0) > MOST_RAISES


def _has_free_fold_before_one(hand: HandRecord) -> bool:
    """Where all others are all-in the betting is over then; the reference waits for a check by the one with chips."""
    state = start(hand)
    for at, move in enumerate(hand.moves):
        if move.kind == "fold" and state.bets[move.seat] == max(state.bets):
            left = [seat for seat in range(hand.seats) if state.is_in[seat] and seat != move.seat]
            able = [seat for seat in left if state.stacks[seat] > 0]
            acted = {each.seat for each in hand.moves[:at] if each.street == move.street}
            if len(left) > len(able) == 1 and able[0] not in acted:
                return True
        state.apply(move.action)
    return False


def _raises(hand: HandRecord, moves: Sequence[Move]) -> Iterator[bool]:
    """The bets and raises of a street: whether each is for less than a full one."""
    rules, street = hand.rules, moves[0].street
    top, full = 0, 0
    limit = getattr(rules, "betting", "limit") == "limit"
    if isinstance(rules, HoldemRules):
        top = max(rules.posted_blinds) if street == 0 else 0
        full = rules.bets[street > 1] if limit else max(rules.smallest_bet, top)
    elif isinstance(rules, StudRules):
        full = rules.bets[street > 1]
    for move in moves:
        if move.kind in ("bet", "raise"):
            is_short = move.amount - top < full
            yield is_short
            if not is_short and not limit:
                full = move.amount - top
            top = move.amount
