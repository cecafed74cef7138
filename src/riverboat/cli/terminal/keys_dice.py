"""What can be typed at a table of Bluff: a bid as two numbers, a letter for a call."""

from __future__ import annotations

import re

from riverboat.cli.terminal.view import Choice
from riverboat.errors import IllegalAction
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BLUFF, CHECK, PASS, SPOT_ON, BluffObservation, bid_action, bid_of
from riverboat.games.words import bid_in_words

_BLUFF = ("u", "bluff", "liar", "lie", "call", "call bluff")
_CHECK = ("k", "x", "check", "exact", "call check")
_SPOT_ON = ("k", "x", "spot-on", "spot on", "calza", "exact", "call spot-on", "call spot on")
_PASS = ("p", "pass", "go on", "no")
_PAPERS = {BLUFF: _BLUFF, CHECK: _CHECK}
_BID = re.compile(r"(?:b|bid)?\s*(\d{1,2})\s*(?:-|x|\*|,|\s)\s*(\d{1,2})(?:s|'s)?|(?:b|bid)?\s*(\d)(\d)")


def bids_in(seen: BluffObservation) -> list[Bid]:
    """The bids that may be made, lowest first."""
    return [bid_of(action) for action in seen.legal_actions if action.kind == "bid"]


def bluff_choices(seen: BluffObservation) -> list[Choice]:
    """Everything that the person may do now."""
    found, bids, last = [], bids_in(seen), seen.last_bid
    if bids:
        low = bids[0]
        found.append(
            Choice(key="b", label=f"bid {low}", meaning=f"the lowest bid: at least {bid_in_words(low)} of all")
        )
        if len(bids) > 1:
            high = bids[-1]
            meaning = f'any bid from {low} to {high}: quantity and face, like "{bids[len(bids) // 3]}"'
            found.append(Choice(key="N-F", label="or higher", meaning=meaning))
    if PASS in seen.legal_actions:
        found.append(Choice(key="p", label="pass", meaning="say nothing: the round goes on"))
    if last is not None and BLUFF in seen.legal_actions:
        doubt = f"there are fewer than {bid_in_words(last)}: you win the round if that is true and lose it otherwise"
        found.append(Choice(key="u", label="Bluff", meaning=doubt))
    if CHECK in seen.legal_actions and last is not None:
        exact = f"there are exactly {bid_in_words(last)}: you win the round if that is true and lose it otherwise"
        found.append(Choice(key="k", label="Check", meaning=exact))
    if SPOT_ON in seen.legal_actions and last is not None:
        gains = "you win a die back" if seen.rules.can_win_back(seen.seat) else "you have none to win back"
        exact = f"there are exactly {bid_in_words(last)}: {gains} if that is true, and otherwise lose one"
        found.append(Choice(key="k", label="Spot-on", meaning=exact))
    return found


def read_bluff(text: str, seen: BluffObservation) -> Action:
    """The action that was typed; anything else is reported in the words that were typed."""
    word = " ".join(text.lower().split())
    named = {BLUFF: _BLUFF, SPOT_ON: _SPOT_ON, PASS: _PASS} if seen.rules.spot_on != "no" else _PAPERS
    for action, words in named.items():
        if word in words:
            if action not in seen.legal_actions:
                raise IllegalAction(f"{_why_no(action, seen)}: {_instead(seen)}")
            return action
    bids = bids_in(seen)
    if word in ("b", "bid"):
        if not bids:
            raise IllegalAction(f"there is no higher bid: {_instead(seen)}")
        return bid_action(bids[0])
    found = _BID.fullmatch(word)
    if found is None:
        keys = ", ".join(choice.key for choice in bluff_choices(seen))
        raise IllegalAction(f'"{text.strip()}" is not a key here: {keys}, a bid like 2-5; h or ? explains them')
    bid = Bid(int(found[1] or found[3]), int(found[2] or found[4]))
    if bid not in bids:
        raise IllegalAction(f"{_why_not(bid, seen)}: {_instead(seen)}")
    return bid_action(bid)


def _why_no(call: Action, seen: BluffObservation) -> str:
    """Why a call, or passing, is not allowed."""
    if seen.last_bid is None:
        return "nobody has bid yet"
    if call == PASS:
        return "it is your turn"
    if PASS in seen.legal_actions:
        return "it is not your turn"
    return f"this {'round' if seen.rules.special else 'game'} is played without {call.kind.capitalize()}"


def _why_not(bid: Bid, seen: BluffObservation) -> str:
    dice = seen.rules.table
    if not 1 <= bid.face <= dice.faces:
        return f"dice have the faces 1 to {dice.faces}, there is no {bid.face}"
    if not 1 <= bid.quantity <= sum(dice.dice):
        return f"there are {sum(dice.dice)} dice in all"
    if seen.rules.bids.index(bid) > (-1 if seen.last_bid is None else seen.rules.bids.index(seen.last_bid)):
        return _why_not_allowed(bid, seen)
    return f"{bid} is not higher than {seen.last_bid}"


def _why_not_allowed(bid: Bid, seen: BluffObservation) -> str:
    """Why a bid that is high enough may not be made."""
    if PASS in seen.legal_actions:
        return "it is not your turn"
    if seen.last_bid is None:
        return f"nobody may open with the wild {bid.face}"
    if seen.rules.special:
        return f"in a palifico the face stays {seen.last_bid.face}"
    return f"a face may not go down, from {seen.last_bid.face} to {bid.face}"


def _instead(seen: BluffObservation) -> str:
    bids = bids_in(seen)
    ways = [f"bid {bids[0]} or higher"] if bids else []
    ways += ["call Bluff (u)"] if BLUFF in seen.legal_actions else []
    ways += ["call Check (k)"] if CHECK in seen.legal_actions else []
    ways += ["call Spot-on (k)"] if SPOT_ON in seen.legal_actions else []
    ways += ["pass (p)"] if PASS in seen.legal_actions else []
    return " or ".join(ways)
