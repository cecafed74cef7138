"""What the page says of what opponents believe of a person, and of the seven attributes."""

from __future__ import annotations

from riverboat.partner.texts.numbers import percent

#: The seven attributes as somebody says them who has not read the thesis: what each is the share of.
ATTRIBUTES: dict[str, tuple[str, str]] = {
    "overall aggressiveness": ("Aggressive", "bets and raises among your actions, the mean over all hands"),
    "recent aggressiveness": ("Aggressive lately", "the mean over the last ten hands"),
    "current aggressiveness": ("Aggressive in the last hand", "on the streets before the last one"),
    "overall tightness": (
        "Straightforward",
        "actions that were no bluff and no slow play, the mean over hands that were shown",
    ),
    "recent tightness": ("Straightforward lately", "the mean over the last ten that were shown"),
    "overall riskiness": ("Stays in", "calls and raises where folding was the other choice, the mean over all hands"),
    "recent riskiness": ("Stays in lately", "the mean over the last ten hands"),
}
#: Of a Lokibot with models: what it counts, and its columns.
LOKI = (
    "It counts what you do in each situation and expects more of it. The less often you raise, the more it "
    "respects your raises; the more often you fold, the more often it bluffs you."
)
LOKI_COLUMNS = ("situation", "fold", "call or check", "bet or raise", "seen")
ADAPTIVE_COLUMNS = ("habit", "what is counted", "share", "hands")
STUD_COLUMNS = ("situation", "you seem", "scale", "bets seen")
_SIZES = {"few": "a small bet", "middle": "a middling bet", "much": "a large bet"}


def evolving(hands: int, enters: float, bold: float) -> str:
    """What the evolving player has counted."""
    seen = "1 hand" if hands == 1 else f"{hands} hands"
    return (
        f"It has seen {seen} of you: you chose to play {percent(enters)} of them, and where you did not fold you "
        f"bet or raised {percent(bold)} of the time."
    )


def segment(name: str) -> str:
    """Which kind of player it takes somebody for."""
    return f"It has you down as {name} and plays you accordingly."


def adaptive(lasting: float) -> str:
    """What the adaptive player watches, and why its figures can differ from the attributes beside it."""
    return (
        f"It tracks seven habits of every player. Here are yours; older hands fade after about {lasting:.0f}. "
        "It judges a bluff by how good the hand was at that moment. Your seven attributes count the cards to come "
        "too, so the two can differ."
    )


def stud(seen: int, seems: str, mean: float) -> str:
    """What the player at stud has learnt."""
    bets = "1 bet" if seen == 1 else f"{seen} bets"
    return (
        f"Judging by {bets} of yours and the cards you showed, it thinks you're {seems} "
        f"({mean:.0f} on a scale from 0, passive, to 100, aggressive). The more aggressive you seem, "
        "the less it trusts your bets."
    )


def stud_situation(hand: str, bet: str, turn: str) -> str:
    """A situation of its rules."""
    return f"{_SIZES[bet]}, {turn}, against a hand of its own that is {hand}"
