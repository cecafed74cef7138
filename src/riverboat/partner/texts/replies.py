"""How the partner answers questions that every game has."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.games.words import listed
from riverboat.partner.texts.numbers import amount, percent, signed
from riverboat.partner.texts.worth import doing

_BY = {"solved": "in the solved game", "estimated": "by my estimate"}
HOW_SEEN = "counted over the hands of this table, compared with a typical player"


def not_understood(asked: str, first: str, second: str) -> str:
    """A question that is not understood, and the two that are most like it."""
    return f'Sorry, I don\'t know "{" ".join(asked.split())[:60]}". Try "{first}" or "{second}".'


def yes(words: str) -> str:
    """A question about an action: it is the best."""
    return f"Yes, {words}."


def either(words: str, best: str) -> str:
    """A question about an action: it is as good as the best."""
    return f"You can: {doing(words)} is as good as {doing(best)} here, within the error."


def no(words: str, best: str, cost: float, unit: str, kind: str) -> str:
    """A question about an action: it costs something."""
    return f"No. I'd {best}: {doing(words)} gives away about {amount(cost, unit)} {_BY[kind]}."


def not_allowed(kind: str) -> str:
    """A question about an action that the rules do not allow."""
    return f"You can't {kind} here."


def nothing_else() -> str:
    """An answer to "why" that has no ground but the figures."""
    return "It is worth most of all you can do here."


def what_if(words: str, value: float, error: float, unit: str, kind: str) -> str:
    """What an action would be worth."""
    doubt = f", give or take {amount(error)}" if error else ""
    told = doing(words)
    return f"{told[0].upper()}{told[1:]} is worth {signed(value)} {unit} {_BY[kind]}{doubt}."


def best_size(words: str, others: Sequence[tuple[str, float]]) -> str:
    """Which size of a bet is best, beside others."""
    rest = f" Other sizes: {', '.join(f'{name} {signed(value)}' for name, value in others)}." if others else ""
    return f"If you bet, {words}: of the sizes that is worth most.{rest}"


def fixed_size(words: str) -> str:
    """There is one size."""
    return f"There is one size here: {words}."


def no_bet() -> str:
    """Nothing can be bet."""
    return "You can't bet or raise here."


def nothing_to_call() -> str:
    """Pot odds without a bet."""
    return "There is nothing to call: staying in is free."


def price(cost: int, pot: int, needed: float) -> str:
    """Pot odds."""
    return f"Calling costs {cost:,} to win {pot:,}, so you need to win more than {percent(needed)} of the time."


def outs(count: int, left: int, kinds: Sequence[str]) -> str:
    """How many cards put the hand ahead, and of what ranks."""
    if not count:
        return "No single card that can come puts you ahead of what they are likely to hold."
    named = f": {listed(kinds)}" if len(kinds) <= 6 else ""
    chance = percent(count / left)
    return f"{count} of the {left} cards that can come make you a favourite ({chance}){named}."


def no_outs(is_ahead: bool) -> str:
    """No outs are counted."""
    return "You're the favourite already." if is_ahead else "No more cards come."


def ahead(chance: float, *, now: bool) -> str:
    """Whether the hand is ahead."""
    told = f"you're ahead of what they are likely to hold {percent(chance)} of the time"
    verdict = "Yes, probably" if chance > 0.5 else "Probably not" if chance < 0.5 else "It's even"
    return f"{verdict}: {'right now ' if now else ''}{told}."


def beats(said: Sequence[str], share: float) -> str:
    """Which hands beat ours."""
    if not said:
        return "Nothing that they can hold beats you right now."
    return f"What beats you right now ({percent(share)} of what they are likely to hold): {listed(said)}."


def bluffing(who: str, weak: float) -> str:
    """Whether an opponent is weak."""
    verdict = "Probably not" if weak < 0.5 else "Quite possibly"
    return f"{verdict}: going by what they did, {who} is behind you {percent(weak)} of the time."


def folds(who: str, share: float) -> str:
    """How often an opponent folds to a bet here."""
    return f"I expect {who} to fold to a bet about {percent(share)} of the time here."


def folds_seen(folded: int, faced: int) -> str:
    """How often an opponent has folded to a bet."""
    if not faced:
        return "I haven't seen them face a bet yet."
    return f"So far they folded to {folded} of {faced} bets that I have seen."
