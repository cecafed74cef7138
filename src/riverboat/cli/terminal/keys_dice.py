"""What can be typed at a table of Bluff: a bid as two numbers, a letter for a call."""

from __future__ import annotations

import re

from riverboat.cli.terminal.view import Choice
from riverboat.errors import IllegalAction
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BLUFF, CHECK, BluffObservation, bid_action, bid_of
from riverboat.games.words import bid_in_words

_BLUFF = ("u", "bluff", "liar", "lie", "call", "call bluff")
_CHECK = ("k", "x", "check", "exact", "call check")
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
    if last is not None:
        doubt = f"there are fewer than {bid_in_words(last)}: you win the round if that is so, else you lose it"
        found.append(Choice(key="u", label="Bluff", meaning=doubt))
    if CHECK in seen.legal_actions and last is not None:
        exact = f"there are exactly {bid_in_words(last)}: you win the round if that is so, else you lose it"
        found.append(Choice(key="k", label="Check", meaning=exact))
    return found


def read_bluff(text: str, seen: BluffObservation) -> Action:
    """The action that was typed; anything else is told in the words of who typed it."""
    word = " ".join(text.lower().split())
    if word in _BLUFF or word in _CHECK:
        action = BLUFF if word in _BLUFF else CHECK
        if action not in seen.legal_actions:
            why = "nobody has bid yet" if seen.last_bid is None else "this game is played without Check"
            raise IllegalAction(f"{why}: {_instead(seen)}")
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


def _why_not(bid: Bid, seen: BluffObservation) -> str:
    dice = seen.rules.table
    if not 1 <= bid.face <= dice.faces:
        return f"dice have the faces 1 to {dice.faces}, there is no {bid.face}"
    if not 1 <= bid.quantity <= sum(dice.dice):
        return f"there are {sum(dice.dice)} dice in all"
    return f"{bid} is not higher than {seen.last_bid}"


def _instead(seen: BluffObservation) -> str:
    bids = bids_in(seen)
    ways = [f"bid {bids[0]} or higher"] if bids else []
    ways += ["call Bluff (u)"] if BLUFF in seen.legal_actions else []
    ways += ["call Check (k)"] if CHECK in seen.legal_actions else []
    return " or ".join(ways)
