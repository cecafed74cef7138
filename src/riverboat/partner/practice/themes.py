"""The themes of practice: each makes exercises at random, and makes one again from its key.

A key is the theme and what the exercise is about: `pot-odds/20,60,17`, `bluff/POSITION`. So an exercise can go out and
its answer come back without anything being kept in between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

from riverboat.cards.holdings import CLASS_OF_NAME
from riverboat.errors import AgentError, RiverboatError, TableError
from riverboat.games.bluff.game import BluffGame, BluffRules
from riverboat.games.units import small_bets
from riverboat.odds.starting_hands import TABLE_SIZES, starting_hands
from riverboat.partner.practice.exercises import Exercise, ExerciseChoice, spot_exercise, worths_from_text
from riverboat.partner.protocol import make_partner
from riverboat.partner.texts import practice as texts
from riverboat.partner.worths import Worths
from riverboat.records.position_text import YOU, Position, parse_position, seen_position, walk

#: Solved spots by theme; `python -m riverboat.training.practice_spots` makes the file.
SOLVED_SPOTS = Path(__file__).parent / "solved_spots.json"
#: An answer that gives away less than this is right.
_FINE = 0.005
_CHANCES = (4, 8, 12, 17, 20, 26, 32, 35, 42, 55)
#: Rounds of Bluff that are solved: our dice, theirs, and whether we open.
_ROUNDS = ((1, 1), (1, 1), (2, 1), (1, 2))
_MOST_BID_FIRST = 3


@dataclass(frozen=True, kw_only=True)
class Theme:
    """A theme: its name, how an exercise is drawn, and how one is made from what its key says."""

    key: str
    draw: Callable[[np.random.Generator], str]
    make: Callable[[str, str], Exercise]

    @property
    def name(self) -> str:
        """What people call it."""
        return texts.THEMES[self.key]


def make_exercise(key: str) -> Exercise:
    """The exercise of a key; one that can't be is refused in a sentence."""
    theme, _, about = key.partition("/")
    if theme not in EXERCISES:
        raise AgentError(texts.wrong_theme(theme[:40]))
    try:
        return EXERCISES[theme].make(key, about)
    except RiverboatError:
        raise
    except (ValueError, KeyError, IndexError):
        raise AgentError(texts.wrong_exercise()) from None


def _draw_pot_odds(rng: np.random.Generator) -> str:
    bet = 10 * int(rng.integers(1, 21))
    pot = bet * int(rng.integers(1, 7)) + int(rng.choice([0, 5, 10]))
    return f"pot-odds/{bet},{pot},{int(rng.choice(_CHANCES))}"


def _pot_odds(key: str, about: str) -> Exercise:
    if not re.fullmatch(r"[0-9]{1,6},[0-9]{1,6},[0-9]{1,2}", about):
        raise AgentError(texts.wrong_exercise())
    bet, pot, hundredths = map(int, about.split(","))
    chance = hundredths / 100
    worth = chance * (pot + bet) - bet
    costs = {texts.FOLD: max(worth, 0.0), texts.CALL: max(-worth, 0.0)}
    return Exercise(
        theme="pot-odds",
        key=key,
        unit="chips",
        street="",
        choices=tuple(
            ExerciseChoice(key=word, words=word, cost=cost, fine=cost < _FINE) for word, cost in costs.items()
        ),
        words=texts.pot_odds(bet, pot, chance),
        why=(texts.pot_odds_why(bet / (pot + bet), chance),),
    )


def _draw_starting_hands(rng: np.random.Generator) -> str:
    first, second = (str(each) for each in rng.choice(list(CLASS_OF_NAME), 2, replace=False))
    return f"starting-hands/{int(rng.choice([2, 6, 10]))},{first},{second}"


def _starting_hands(key: str, about: str) -> Exercise:
    players, first, second = about.split(",")
    if int(players) not in TABLE_SIZES or first == second or not {first, second} <= set(CLASS_OF_NAME):
        raise AgentError(texts.wrong_exercise())
    earns = {name: starting_hands().income_of(name, int(players)) for name in (first, second)}
    best = max(earns.values())
    return Exercise(
        theme="starting-hands",
        key=key,
        unit=small_bets(1).name,
        street="",
        choices=tuple(
            ExerciseChoice(key=name, words=name, cost=best - income, fine=best - income < _FINE)
            for name, income in earns.items()
        ),
        words=texts.starting_hands(int(players)),
        why=(texts.starting_hands_why(first, earns[first], second, earns[second]),),
    )


def _draw_round(rng: np.random.Generator) -> str:
    """A round of Bluff in which nobody has bid yet, or the other has bid low enough that there is much to choose."""
    mine, theirs = _ROUNDS[int(rng.integers(len(_ROUNDS)))]
    rules = BluffRules(dice=(mine, theirs))
    button = int(rng.integers(2))
    state = BluffGame(rules).start(seed=int(rng.integers(2**31)), button=button)
    while state.actor != YOU:
        actions = [action for action in state.legal_actions() if action.kind == "bid"]
        state.apply(actions[int(rng.integers(min(len(actions), _MOST_BID_FIRST * (mine + theirs))))])
    return f"bluff/{seen_position(rules.name, rules, state, None)}"


def _round(key: str, about: str) -> Exercise:
    return spot_exercise("bluff", key, about, _weighed(_waiting(about)))


def _waiting(text: str) -> Position:
    """A position in which the player is to act."""
    position = parse_position(text)
    found = walk(position)
    if found.missing or found.last.is_over or found.last.actor != YOU:
        raise AgentError(texts.wrong_exercise())
    return position


@lru_cache(maxsize=256)
def _weighed(position: Position) -> Worths:
    """What the partner says of a position."""
    found = make_partner(position.game).worths(walk(position).last.observation(YOU))
    if found is None:
        raise AgentError(texts.wrong_exercise())
    return found


@lru_cache(maxsize=1)
def solved_spots() -> Mapping[str, Mapping[str, str]]:
    """The solved spots that are shipped: by theme and position, their worths as text."""
    try:
        data = json.loads(SOLVED_SPOTS.read_text("utf-8"))
        return {theme: dict(spots) for theme, spots in data["spots"].items()}
    except (OSError, ValueError, KeyError) as error:
        raise TableError(texts.no_spots(str(error))) from None


def _draw_spot(theme: str) -> Callable[[np.random.Generator], str]:
    def draw(rng: np.random.Generator) -> str:
        spots = list(solved_spots()[theme])
        return f"{theme}/{spots[int(rng.integers(len(spots)))]}"

    return draw


def _spot(key: str, about: str) -> Exercise:
    theme = key.partition("/")[0]
    found = solved_spots()[theme].get(about)
    if found is None:
        raise AgentError(texts.wrong_exercise())
    return spot_exercise(theme, key, about, worths_from_text(found))


#: Themes whose exercises are solved spots of Hold'em.
SPOT_THEMES = ("drawing", "value-betting", "bluff-catching")
#: The themes that make exercises, by key.
EXERCISES: Mapping[str, Theme] = MappingProxyType(
    {
        each.key: each
        for each in (
            Theme(key="starting-hands", draw=_draw_starting_hands, make=_starting_hands),
            Theme(key="pot-odds", draw=_draw_pot_odds, make=_pot_odds),
            *(Theme(key=theme, draw=_draw_spot(theme), make=_spot) for theme in SPOT_THEMES),
            Theme(key="bluff", draw=_draw_round, make=_round),
        )
    }
)
