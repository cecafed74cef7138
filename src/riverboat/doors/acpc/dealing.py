"""The cards of a dealer's hands: drawn as our tables draw them, or as the competition's own dealer does."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from riverboat.errors import ArenaError
from riverboat.games import CardGame, CardState

#: The deck as the competition's dealer lays it out: suit by suit, deuces first.
_DECK = tuple(4 * rank + suit for suit in range(4) for rank in range(13))
MOST_SEED = 2**32


def house_hands(game: CardGame, stack: int, seed: int, first: int = 0) -> Iterator[CardState]:
    """Hand after hand, from the hand number `first` on; position 0 goes round the table from seat 0."""
    number = first
    while True:
        drawn = np.random.SeedSequence([seed, number])
        yield game.start(stacks=(stack,) * game.seats, seed=drawn, button=(number - 1) % game.seats)
        number += 1


def competition_hands(game: CardGame, stack: int, seed: int, first: int = 0) -> Iterator[CardState]:
    """Deals as those of `house_hands`, with the cards that project_acpc_server deals from the same seed.

    It draws by MT19937 from what is left of the deck and puts the last card into the gap. Its 32 bits can be found by
    whoever sees a few hands: for comparing, not for rating.
    """
    if not 0 <= seed < MOST_SEED:
        raise ArenaError(f"seed={seed} is not possible: the competition's dealer takes 0 to {MOST_SEED - 1}")
    words = np.random.MT19937()
    words._legacy_seeding(seed)  # the generator's own; the new ways of seeding differ
    number, each = 0, int(game.record["down"][0].sum())
    while True:
        drawn = _drawn(words, game.seats * each + 5)
        if number >= first:
            button = (number - 1) % game.seats
            by_position = [drawn[at * each : (at + 1) * each] for at in range(game.seats)]
            held = [by_position[(seat - button - 1) % game.seats] for seat in range(game.seats)]
            yield game.lay(held, board=drawn[game.seats * each :], stacks=(stack,) * game.seats, button=button)
        number += 1


def _drawn(words: np.random.MT19937, count: int) -> list[int]:
    deck, drawn = list(_DECK), []
    for _ in range(count):
        at = int(words.random_raw()) % len(deck)
        drawn.append(deck[at])
        deck[at] = deck[-1]
        deck.pop()
    return drawn
