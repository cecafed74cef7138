"""What the partner says of what actions are worth: at the table, before a costly action, and afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.games.words import listed
from riverboat.partner.texts.numbers import amount, signed

_DOING = {
    "fold": "folding",
    "check": "checking",
    "call": "calling",
    "bet": "betting",
    "raise": "raising",
    "bring": "bringing",
    "bid": "bidding",
    "show": "showing",
    "turn": "turning",
    "pass": "passing",
}
_DONE = {
    "fold": "folded",
    "check": "checked",
    "call": "called",
    "bet": "bet",
    "raise": "raised",
    "bring": "brought",
    "bid": "bid",
    "show": "showed",
    "turn": "turned",
    "pass": "passed",
}
_BY = {"solved": "in the solved game", "estimated": "by my estimate"}

HOW_WORTH = "what it brings on average from here on, a fold being 0; ± what the figure may be off by"
HOW_WORTH_STUD = "what it brings on average from here on, a fold being 0; ± what it is assumed to be off by"
HOW_WORTH_BLUFF = "what it brings on average, a round won being +1 and a round lost −1; ± what the figure may be off by"
HOW_SIZE = "chips beyond a call over the pot with it"
ASSUMES_HOLDEM = (
    "Estimated: everyone holds what their actions suggest and answers as they usually do; "
    "bets on later streets are left out."
)
SOLVED_RIVER = "Solved: the best play for both sides, given what each of you is likely to hold here."
ASSUMES_NOLIMIT = f"{ASSUMES_HOLDEM} Few hands were measured, so before the turn the ± is mostly what chance may hide."
ASSUMES_STUD = (
    "Estimated from your chance to win: every bet is called, larger ones by better hands, and staying in costs "
    "something on every turn to come. The ± is assumed, not measured: your chance may be off by five points."
)
ASSUMES_LAST_TURN = (
    "Estimated from your chance to win: every bet is called, larger ones by better hands. The ± is assumed, and too "
    "small on this turn: where it was measured, estimates were too high by two fifths of the pot."
)
SOLVED_BLUFF = "Solved: the other player makes no mistakes, and you play on as well as possible."
ASSUMES_BLUFF = "Estimated by the odds, one step ahead: the next player calls or bids by the odds too."


def doing(words: str) -> str:
    """An action as a noun: "raise to 40" is "raising to 40"."""
    return _first_word(words, _DOING)


def done(words: str) -> str:
    """An action that was taken: "raise to 40" is "raised to 40"."""
    return _first_word(words, _DONE)


def _first_word(words: str, forms: dict[str, str]) -> str:
    verb, space, rest = words.partition(" ")
    return f"{forms.get(verb, verb)}{space}{rest}"


def sentence(words: str) -> str:
    """Words that stand alone."""
    return f"{words[0].upper()}{words[1:]}."


def worth_of_each(kind: str, unit: str, rows: Sequence[tuple[str, float]]) -> str:
    """What the actions are worth, the best first."""
    told = ", ".join(f"{words} {signed(value)}" for words, value in rows)
    return f"Worth in {unit}, {'solved' if kind == 'solved' else 'estimated'}: {told}."


def both_fine(actions: Sequence[str], error: float, unit: str) -> str:
    """Several actions are as good as each other, as far as anybody can tell."""
    names = [doing(words) for words in actions]
    told = listed(names)
    both = "are both fine" if len(names) == 2 else "are all fine"
    return f"{told[0].upper()}{told[1:]} {both}: the difference is within ±{amount(error, unit)}."


def before(words: str, instead: str, cost: float, unit: str, kind: str) -> str:
    """One line before somebody does something that costs."""
    return f"You're about to {words}. I'd {instead}: that's {amount(cost, unit)} better {_BY[kind]}."


def far_off(words: str, instead: str) -> str:
    """One line before a bet of a size that nobody would expect; what it costs is not known well enough to say."""
    return (
        f"You're about to {words}, more than twice the pot. I'd {instead}. "
        "I can't tell what the difference costs; make sure it's the amount you mean."
    )


def afterwards(words: str, instead: str, cost: float, unit: str, kind: str) -> str:
    """One line about something that was done and cost something."""
    return f"You {done(words)}; {doing(instead)} was {amount(cost, unit)} better {_BY[kind]}."


def agreed(words: str) -> str:
    """One line about something that was done and was right."""
    return f"You {done(words)}, and so would I."


def also_fine(words: str, instead: str) -> str:
    """One line about something that was done and was as good as the advice."""
    return f"You {done(words)}; I'd have gone for {doing(instead)}, but both were fine."


def papers_player(words: str, best: str, cost: float) -> str:
    """The partner of the paper does what its own figures speak against."""
    return f"That's what the paper's player does: {words}. By the odds I'd {best}, which is {amount(cost)} better."
