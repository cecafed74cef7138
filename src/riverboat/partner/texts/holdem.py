"""What the partner says at Hold'em."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.games.words import listed
from riverboat.partner.texts.numbers import percent

#: Before the flop: what two hole cards are.
STARTING: tuple[str, ...] = (
    "a pair",
    "an ace",
    "two cards from ten to king",
    "two cards of one suit",
    "something else",
)
CLASSES = {name: f"a {name}" for name in ("pair", "straight", "flush", "full house", "straight flush")} | {
    "high card": "nothing",
}

#: Names of numbers, and of somebody without a name.
BEATEN_BY, BEHIND_YOU, BETTER_HANDS, ONE_OPPONENT = "beaten by", "behind you", "better hands", "your opponent"

HOW_EQUITY = {
    0: "all boards, against what each may hold, weighted by what they did",
    1: "after the next card, against what each may hold, weighted by what they did",
    2: "after the next card, against what each may hold, weighted by what they did",
    3: "against what each may hold, weighted by what they did; ties half",
}
#: A chance is close to what is needed where they differ by no more.
_CLOSE = 0.05

HOW_NEEDED = "the call over the pot after it"
HOW_FOLDS = "each hand that they may hold, times how often they fold it to a bet; all opponents together"
HOW_BLUFF = "the bet over the pot after it: what a bluff needs if it never wins when called"
HOW_CALLED = "your equity against the hands that don't fold"
HOW_CATCH_UP = "behind now and ahead after the next card, of all that are behind"
HOW_FALL_BEHIND = "ahead now and behind after the next card, of all that are ahead"
HOW_RANK = "share of the 1,326 holdings with a higher income rate"
HOW_LIMIT = "share of holdings that is played here"
HOW_AHEAD = "as the cards lie, against what each may hold; ties half"
HOW_HOLDINGS = "weight of the holdings that make it"
HOW_OUTS = "next cards after which you are ahead more often than not"
HOW_LEFT = "cards that you don't see"
BEFORE_THE_FLOP = "Everything is still possible: ask me again once the flop is dealt."
ALL_DEALT = "All cards are dealt: your hand can't change any more."
HOW_SHARE = "how often the solved strategy does this with your hand"


def whose(names: Sequence[str]) -> str:
    """The opponents' likely hands, by name where there is one opponent."""
    return f"{names[0]}'s likely hands" if len(names) == 1 else "everyone's likely hands"


def chance(street: int, equity: float, who: Sequence[str]) -> str:
    """How likely the hand wins."""
    told = percent(equity)
    if street == 0 and len(who) > 1:
        return f"If everyone stayed in, you'd win {told} of the time."
    if street == 0:
        return f"Against {whose(who)} you win {told} of the time."
    if street == 3:
        return f"You have the best hand {told} of the time, going by {whose(who)}."
    return f"After the next card you'd be ahead of {whose(who)} {told} of the time."


def price(to_call: int, pot: int, needed: float, equity: float, *, is_close: bool) -> str:
    """What a call costs, what it needs, and whether that is there; `is_close`: the difference lies within the error."""
    told = f"Calling costs {to_call:,} to win {pot:,}, so you need {percent(needed)}"
    if is_close and abs(equity - needed) <= _CLOSE:
        return f"{told}: with {percent(equity)} that's close."
    if is_close and equity < needed:
        return f"{told}: {percent(equity)} falls short of that, but by no more than I may be off."
    return f"{told}: {percent(equity)} is {'enough' if equity > needed else 'not enough'}."


def folds(expected: float, needed: float | None, who: Sequence[str]) -> str:
    """How likely a bet makes everyone fold; what a bluff needs."""
    subject = who[0] if len(who) == 1 else "Everyone"
    told = f"{subject} folds to that about {percent(expected)} of the time"
    return f"{told}; a pure bluff needs {percent(needed)}." if needed is not None else f"{told}."


def called(equity: float) -> str:
    """How often the hand wins when it is called."""
    return f"When called you still win {percent(equity)} of the time."


def next_card(ppot: float, npot: float) -> str:
    """What the next card can change."""
    return (
        f"When behind, you catch up on the next card {percent(ppot)} of the time; "
        f"when ahead, you get outdrawn {percent(npot)}."
    )


def starting_hand(share: float, limit: float) -> str:
    """Where a starting hand stands, and what is played from here."""
    rank = f"Your hand is in the top {percent(max(share, 0.001))}"
    if limit >= 1:
        return f"{rank}. From this seat, at this price, I'd play any."
    return f"{rank}. From this seat, at this price, I'd play the top {percent(limit)}."


def mixed(shares: Sequence[tuple[str, float]]) -> str:
    """What the solved strategy does with this hand."""
    if len(shares) == 1:
        return f"With your hand the solved strategy is to {shares[0][0]}."
    told = [f"{words} {percent(share)} of the time" for words, share in shares]
    return f"With your hand the solved strategy is to {listed(told)}."


def holdings(who: str, said: Sequence[str]) -> str:
    """What an opponent may hold."""
    return f"Most likely holdings for {who}: {listed(said)}."


def improves(said: Sequence[str]) -> str:
    """What the next card makes."""
    if not said:
        return "No next card makes you a better kind of hand."
    return f"On the next card you make {listed(said)} of the time."


def seat(number: int) -> str:
    """Somebody without a name among several."""
    return f"seat {number}"
