"""What is said where somebody practises: the names of themes, questions in words, and why an answer is right."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from riverboat.partner.texts.numbers import percent

#: The themes by key. "own" is what a player did wrong at a table; "betting" has exercises of that kind alone.
THEMES: Mapping[str, str] = MappingProxyType(
    {
        "own": "Your own mistakes",
        "starting-hands": "Starting hands",
        "pot-odds": "Pot odds",
        "drawing": "Drawing",
        "value-betting": "Value bets on the river",
        "bluff-catching": "Calling a bluff",
        "bluff": "Bluff's bids",
        "betting": "Betting the flop and the turn",
    }
)
FOLD, CALL = "fold", "call"
NOTHING_OF_YOUR_OWN = "there are no mistakes of your own to practise: play some hands, and let me go through them"


def pot_odds(bet: int, pot: int, chance: float) -> str:
    """A question about the price of a call."""
    return (
        f"The pot is {pot}. A call costs {bet}, and nothing more will be bet. "
        f"You win {percent(chance)} of the time. What do you do?"
    )


def pot_odds_why(needed: float, chance: float) -> str:
    """Why a call pays or does not."""
    return f"A call needs to win {percent(needed)} of the time to break even; you win {percent(chance)}."


def starting_hands(players: int) -> str:
    """A question about two starting hands."""
    return f"Which of these hands earns more with {players} players, all staying to the showdown?"


def starting_hands_why(first: str, earns: float, second: str, other: float) -> str:
    """What two starting hands earn."""
    return f"{first} earns {earns:+.2f} and {second} {other:+.2f} small bets a hand."


def told(line: str) -> str:
    """What was done then, told afterwards."""
    return f"At the table: {line}"


def wrong_choice(choice: str) -> str:
    """An answer that is none."""
    return f'"{choice}" is not one of the answers'


def wrong_exercise() -> str:
    """An exercise that is not there."""
    return "this exercise is not there any more: ask for the next one"


def wrong_theme(theme: str) -> str:
    """A theme that is not known."""
    return f'"{theme}" is not a theme: one of {", ".join(THEMES)}'


def no_spots(why: str) -> str:
    """The file of solved spots is damaged or missing."""
    return f"the solved spots of practice can't be read: {why}"
