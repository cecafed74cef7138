"""Perudo's rules once more, in the plainest words that do: what a bid may be raised to, and who loses what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BluffRules, BluffState, bid_of
from riverboat.games.bluff.match import MatchRules, MatchState, begin_match

#: Rules that are played in the proofs: Bluff as in the paper and as it may be varied, and Perudo with every option.
PERUDO: dict[str, Any] = {
    "wild": 1,
    "order": "aces",
    "opening": "no-aces",
    "spot_on": "next",
    "palifico": "fixed",
    "palifico_from": 3,
}
RULE_SETS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "paper": ({}, {}),
    "paper with check, given": ({"check": True}, {"stake": "give", "starts": "winner"}),
    "plain by the difference": ({"order": "plain", "wild": 0}, {"stake": "difference"}),
    "perudo": (PERUDO, {}),
    "spot-on by anybody": ({**PERUDO, "spot_on": "anybody"}, {}),
    "sixes wild, faces rise": ({**PERUDO, "wild": 6, "changing": "rising"}, {}),
    "any opening, no die back": ({**PERUDO, "opening": "any", "back": False, "palifico_from": 2}, {}),
    "one die may change": ({**PERUDO, "palifico": "one-die", "spot_on": "anybody", "palifico_from": 2}, {}),
    "no extras": ({"wild": 1, "order": "aces"}, {"starts": "winner"}),
}


def may_raise(bid: Bid, last: Bid, wild: int) -> bool:
    """Whether a bid is higher than another, as a rulebook says it."""
    if bid.face == wild and last.face == wild:
        return bid.quantity > last.quantity
    if bid.face == wild:
        return bid.quantity >= (last.quantity + 1) // 2  # half as many, rounded up
    if last.face == wild:
        return bid.quantity >= 2 * last.quantity + 1  # twice as many and one more
    return bid.quantity > last.quantity or (bid.quantity == last.quantity and bid.face > last.face)


@dataclass
class Ledger:
    """A match as somebody with paper and pencil would keep it."""

    rules: MatchRules
    dice: list[int]
    opener: int = 0
    had_palifico: set[int] = field(default_factory=set)
    palifico: bool = False

    def next_with_dice(self, player: int) -> int:
        """The player, or the first after them who has a die."""
        while self.dice[player] == 0:
            player = (player + 1) % len(self.dice)
        return player

    def write_down(self, caller: int, call: str, bidder: int, bid: Bid, count: int) -> None:
        """What a call does: dice that go, and who opens."""
        options = self.rules.round
        self.palifico = False
        if call == "spot-on" and count == bid.quantity:
            if options.back and self.dice[caller] < options.dice[caller]:
                self.dice[caller] += 1
            self.opener = caller
            return
        right = {"bluff": count < bid.quantity, "check": count == bid.quantity, "spot-on": False}[call]
        winner, loser = (caller, bidder) if right else (bidder, caller)
        off = abs(count - bid.quantity)
        due = max(off, 1) if self.rules.stake == "difference" else 1
        before = self.dice[loser]
        self.dice[loser] = max(0, before - due)
        if self.rules.stake in ("give", "difference"):
            self.dice[winner] += before - self.dice[loser]
        left = [dice for dice in self.dice if dice > 0]
        first_time = before > 1 and self.dice[loser] == 1 and loser not in self.had_palifico
        if options.palifico != "no" and first_time and len(left) >= options.palifico_from:
            self.palifico = True
            self.had_palifico.add(loser)
            self.opener = loser
        else:
            self.opener = self.next_with_dice(loser if self.rules.starts == "loser" else winner)


def check_bids(state: BluffState) -> None:
    """Every bid of a round that is over was one that the rulebook allows."""
    rules = state.game.rules
    wild = rules.table.wild or 0
    last: Bid | None = None
    for event in state.history:
        if event.action.kind != "bid":
            continue
        bid = bid_of(event.action)
        if last is None:
            assert rules.opening == "any" or bid.face != wild
        elif rules.special:
            assert bid.quantity > last.quantity or (bid.quantity == last.quantity and bid.face > last.face)
            assert bid.face == last.face or (rules.palifico == "one-die" and rules.dice[event.seat] == 1)
        else:
            if rules.order == "aces":
                assert may_raise(bid, last, wild)
            if rules.changing == "rising" and wild not in (bid.face, last.face):
                assert bid.face >= last.face
        last = bid


def check_turns(state: BluffState) -> None:
    """Who bids sits after who bid before; in between those may call or pass whose turn it is not, each once."""
    seats, bidder = state.game.seats, None
    asked: list[int] = []
    for event in state.history:
        if bidder is None:
            assert event.seat == state.starter
        elif event.seat == (bidder + 1) % seats:
            everyone = [(bidder + 2 + at) % seats for at in range(seats - 2)]
            assert asked == (everyone if state.game.rules.is_open_to_all else [])
        else:
            assert state.game.rules.is_open_to_all
            assert event.action.kind in ("pass", "spot-on")
            assert event.seat not in asked
            asked.append(event.seat)
        if event.action.kind == "bid":
            bidder, asked = event.seat, []


def played_round(match: MatchState, rng: np.random.Generator) -> BluffState:
    """A round of players who act at random, mostly low, so that there are many bids."""
    state = match.start(seed=rng)
    while not state.is_over:
        legal = state.legal_actions()
        assert legal
        few = min(len(legal), 8)
        last = state.actor is not None and rng.random() < 0.2
        state.apply(legal[-1 - int(rng.integers(min(2, len(legal))))] if last else legal[int(rng.integers(few))])
    return state


def check_match(name: str, seats: int, rng: np.random.Generator) -> tuple[int, int]:
    """Play one match at random and check everything; how many rounds it had, and how many palificos."""
    options, between = RULE_SETS[name]
    most = 5 if between.get("stake", "forfeit") == "forfeit" else 2  # dice that are given away make long matches
    dice = tuple(int(count) for count in rng.integers(1, most + 1, seats)) if rng.random() < 0.3 else (most,) * seats
    rules = MatchRules(round=BluffRules(dice=dice, **options), **between)
    match, ledger = begin_match(rules), Ledger(rules, list(dice))
    rounds = palificos = 0
    while not match.is_over:
        assert rounds < 5_000, "the match does not end"
        state = played_round(match, rng)
        check_round(match, state)
        ending = state.ending
        assert ending is not None
        alive = match.alive
        bids = [event for event in state.history if event.action.kind == "bid"]
        ledger.write_down(alive[ending.caller], ending.call.kind, alive[bids[-1].seat], ending.bid, ending.showing)
        match = match.after(ending)
        assert list(match.dice) == ledger.dice
        assert match.is_over or match.starter == ledger.opener
        assert match.special == ledger.palifico
        assert set(match.reached) == ledger.had_palifico
        assert len(match.reached) == len(set(match.reached))
        rounds, palificos = rounds + 1, palificos + match.special
    assert match.dice[match.winner] > 0
    if rules.stake == "forfeit":
        assert all(has <= had for has, had in zip(match.dice, dice, strict=True))
    else:
        assert sum(match.dice) == sum(dice)
    return rounds, palificos


def check_round(match: MatchState, state: BluffState) -> None:
    """What holds in every round that is over."""
    rules, ending = state.game.rules, state.ending
    assert ending is not None
    assert rules.dice == tuple(match.dice[player] for player in match.alive)
    assert match.alive[state.starter] == match.starter
    check_bids(state)
    check_turns(state)
    wild = rules.table.wild or 0
    assert wild == (0 if rules.special else rules.wild)
    everything = [die for roll in state.rolls for die in roll]
    assert ending.showing == sum(die in (ending.bid.face, wild or ending.bid.face) for die in everything)
    assert sum(state.returns()) == (1 if ending.loser is None else 0)
    assert (ending.loser is None) == (ending.call.kind == "spot-on" and ending.showing == ending.bid.quantity)
    if rules.special:
        assert rules.dice[state.starter] == 1
        assert ending.call.kind == "bluff"
