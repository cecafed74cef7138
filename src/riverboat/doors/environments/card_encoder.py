"""What a learner sees of a game of cards: the fields of its observations and its menu of actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from riverboat.cards.cards import format_card
from riverboat.doors.environments.cards_layout_kernel import ABSENT, CODE, MOST_SIZES
from riverboat.doors.environments.encoder import DtypeName, Numbers, as_dtype, laid_out
from riverboat.errors import GameError
from riverboat.games import Action, CardGame, CardState
from riverboat.games.actions import KIND_NAMES
from riverboat.games.engine.layout_kernel import LIMIT, MAX_ACTIONS, UNBOUNDED

#: The bets between the smallest and the largest where nothing is said: half the pot, the pot, twice the pot.
USUAL_SIZES = (0.5, 1.0, 2.0)


class CardEncoder:
    """The observations and actions of a game of cards.

    Seats are counted from the one that looks: 0 is oneself, 1 sits to one's left. Amounts are in the unit of results
    (small bets, big blinds or points); as uint8 they are in halves of it, and 255 stands for all that is more.
    """

    def __init__(self, game: CardGame, *, sizes: Sequence[float] | None = None, dtype: DtypeName = "float32") -> None:
        self.game, self.dtype = game, as_dtype(dtype)
        rules = game.record
        self._limit = int(rules["limits"][0]) == LIMIT
        self.sizes = self._checked(sizes)
        two_sizes = not self._limit or bool(rules["big_bet"][0].any())
        reveals = bool(rules["reveal"][0].any())
        menu = ["fold", "check, call or bring-in", "the smallest bet or raise"]
        menu += [f"bet {size:g} of the pot" for size in self.sizes]
        self._largest = len(menu) if two_sizes else ABSENT
        menu += ["the largest bet or raise"] * two_sizes
        self._reveal = len(menu) if reveals else ABSENT
        menu += [f"reveal {format_card(card)}" for card in game.deck] * reveals
        self.actions = tuple(menu)
        self.fields = laid_out(self._parts())
        self.unit = game.rules.income_unit
        self.reward = 1 / self.unit.chips
        self.code = self._code()
        chips = game.seats * game.rules.start_stack / self.unit.chips
        #: The largest number that an observation can hold: all chips, or a count of actions.
        self.most = 255.0 if self.dtype == np.uint8 else max(chips, float(MAX_ACTIONS))

    def _checked(self, sizes: Sequence[float] | None) -> tuple[float, ...]:
        if sizes is None:
            return () if self._limit else USUAL_SIZES
        found = tuple(float(size) for size in sizes)
        rising = all(first < second for first, second in pairwise(found))
        if self._limit and found:
            raise GameError(f"{self.game.name} has fixed bets: leave sizes out")
        if not rising or len(found) > MOST_SIZES or any(not 0 < size < 1000 for size in found):
            raise GameError(
                f"sizes={list(sizes)} is not possible: shares of the pot, rising, at most {MOST_SIZES}, like [0.5, 1]"
            )
        return found

    def _parts(self) -> list[tuple[str, int, str]]:
        game, rules = self.game, self.game.record
        n, deck, streets = game.seats, len(game.deck), int(rules["streets"][0])
        open_cards = bool(rules["up"][0].any() or rules["reveal"][0].any())
        shared = bool(rules["shared"][0].any()) or game.rules.deal.own * n > deck
        bounded = game.rules.start_stack != UNBOUNDED
        parts: list[tuple[str, int, str] | None] = [
            ("own", deck, "1 for each of your own cards, in the order of the deck"),
            ("board", deck, "1 for each shared card") if shared else None,
            ("open", n * deck, "by seat: 1 for each card that lies open before it") if open_cards else None,
            ("street", streets, "1 for the current street"),
            ("position", n, "1 for your place, counted from the left of the button"),
            ("is_in", n, "by seat: 1 if it has not folded"),
            ("all_in", n, "by seat: 1 if it has no chips left"),
            ("bet", n, "by seat: chips put in on this street"),
            ("paid", n, "by seat: chips put in altogether"),
            ("stack", n, "by seat: chips left") if bounded else None,
            ("pot", 1, "all chips put in"),
            ("to_call", 1, "what a call costs, if it is your turn"),
            ("raises", streets * n, "by street, then seat: how often it bet or raised"),
            ("calls", streets * n, "by street, then seat: how often it checked, called or brought in"),
            None if self._limit else ("highest", streets, "by street: the total of its last bet or raise"),
        ]
        return [part for part in parts if part is not None]

    def _code(self) -> Numbers:
        code, rules, whole = np.zeros(1, CODE), self.game.record, self.dtype == np.uint8
        places = {field.name: field.start for field in self.fields}
        for name in (
            *("own", "board", "open", "street", "position", "is_in", "all_in", "bet", "paid", "stack", "pot"),
            *("to_call", "raises", "calls", "highest"),
        ):
            code[name] = places.get(name, ABSENT)
        code["sizes"][0, : len(self.sizes)] = self.sizes
        code["n_sizes"], code["largest"], code["reveal"] = len(self.sizes), self._largest, self._reveal
        code["width"], code["actions"] = sum(field.size for field in self.fields), len(self.actions)
        chips = self.unit.chips
        code["scale"], code["most"] = (2 / chips, 255) if whole else (1 / chips, np.inf)
        code["rounded"] = 0.49999 if whole else 0.0  # 255 and this is cut off to 255
        code["reward"] = 1 / (chips * self.game.unit)
        each = int(rules["down"][0].sum() + rules["up"][0].sum())
        code["needed"] = min(len(self.game.deck), self.game.seats * each + int(rules["shared"][0].sum()))
        code["place"][0, list(self.game.deck)] = range(len(self.game.deck))
        return code

    def look(self, state: CardState, seat: int, observation: Numbers, mask: Numbers) -> None:
        """Write what a seat sees, and what it may do now."""
        from riverboat.doors.environments.cards_kernel import look_at

        look_at(state.record, self.game.record, self.code, seat, observation[None], mask[None])

    def action(self, state: CardState, number: int) -> Action:
        """The action behind a number that is allowed."""
        from riverboat.doors.environments.cards_kernel import read_action

        kind, amount = read_action(state.record, self.game.record, self.code, number)
        return Action(KIND_NAMES[kind], int(amount))
