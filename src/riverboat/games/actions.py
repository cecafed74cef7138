"""What a player can do, as plain values with a text form that reads back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, NewType, get_args, overload

from riverboat.cards.cards import format_card, parse_cards
from riverboat.errors import CardError, IllegalAction, did_you_mean
from riverboat.games.engine.layout_kernel import BET, BRING_IN, CALL, CHECK, FOLD, RAISE, REVEAL

#: Winnings are whole chips, or fractions where a rule splits pots exactly.
Chips = int | Fraction

#: The kinds of action of games of cards and dice, chance's among them.
ActionKind = Literal[
    "fold", "check", "call", "bet", "raise", "bring-in", "reveal", "deal", "bid", "roll", "bluff", "spot-on", "pass"
]
#: A move of a tree, which names its own.
MoveName = NewType("MoveName", str)
AnyKind = ActionKind | MoveName
RaiseKind = Literal["bet", "raise"]
#: Every kind of action of the card games, with its number in compiled code.
KIND_CODES: Mapping[AnyKind, int] = {
    "fold": FOLD,
    "check": CHECK,
    "call": CALL,
    "bet": BET,
    "raise": RAISE,
    "bring-in": BRING_IN,
    "reveal": REVEAL,
    "deal": 0,
}
KIND_NAMES = {code: name for name, code in KIND_CODES.items()}
_WITH_CARD = ("reveal", "deal")
_WITH_AMOUNT = get_args(RaiseKind)
#: Games of dice: a bid's amount is 100 times the quantity plus the face, a roll's the dice, two digits each.
_WITH_DICE = ("bid", "roll")
#: Every word that can begin an action.
KINDS: tuple[ActionKind, ...] = get_args(ActionKind)
_CHANCE_KINDS = ("deal", "roll")
#: Numbers set apart by spaces, or by a sign between them; one with a minus of its own is none.
_DICE = re.compile(r"[0-9]{1,2}(?:(?:-| *[x,] *| - | )[0-9]{1,2})*")


class Action(NamedTuple):
    """One choice. The amount of a bet or raise is the total *to* which the seat's bet of this street goes.

    For "reveal" and "deal" it is the card, for "bid" 100 times the quantity plus the face; for all other kinds it is 0.

    >>> str(Action("raise", 40))
    'raise 40'
    """

    kind: AnyKind
    amount: int = 0

    def __str__(self) -> str:
        if self.kind in _WITH_CARD:
            return f"{self.kind} {format_card(self.amount)}" if self.amount < 52 else f"{self.kind} ??"
        if self.kind == "bid":
            return f"bid {self.amount // 100}-{self.amount % 100}"
        if self.kind == "roll":
            return f"roll {' '.join(str(die) for die in dice_of(self.amount))}"
        return f"{self.kind} {self.amount}" if self.amount else self.kind


FOLD_ACTION = Action("fold")
CHECK_ACTION = Action("check")
CALL_ACTION = Action("call")
BRING_IN_ACTION = Action("bring-in")


def parse_action(text: str) -> Action:
    """Read an action as it is written: "fold", "check", "call", "bet 20", "raise 40", "reveal Kd", "bid 2-5", "bluff".

    >>> parse_action("raise to 40")
    Action(kind='raise', amount=40)
    """
    words = text.lower().split()
    if not words or words[0] not in KINDS:
        known = ", ".join(f'"{name}"' for name in KINDS if name not in _CHANCE_KINDS)
        raise IllegalAction(
            f'"{text}" is not an action{did_you_mean(words[0] if words else "", KINDS)}: one of {known}'
        )
    kind, rest = words[0], [word for word in words[1:] if word != "to"]
    if kind in _WITH_CARD:
        return Action(kind, _card(text, rest))
    if kind in _WITH_DICE:
        return Action(kind, _dice(text, kind, rest))
    if kind not in _WITH_AMOUNT:
        if rest:
            raise IllegalAction(f'"{text}" is not an action: "{kind}" stands alone')
        return Action(kind)
    if len(rest) != 1 or not rest[0].isascii() or not rest[0].isdecimal() or len(rest[0]) > 15:
        raise IllegalAction(f'"{text}" is not an action: write the total, for example "{kind} 40"')
    return Action(kind, int(rest[0]))


def as_action(given: object) -> Action:
    """An action from what somebody took for one: its text, or a pair of kind and amount."""
    if isinstance(given, str):
        return parse_action(given)
    if isinstance(given, tuple) and 1 <= len(given) <= 2 and isinstance(given[0], str):
        return Action(*given)
    raise IllegalAction(
        f'{given!r} is not an action: give one of legal_actions(), or text such as "call" or "raise 40"'
    )


def dice_of(amount: int) -> tuple[int, ...]:
    """The dice of a roll's amount."""
    dice = []
    while amount:
        amount, die = divmod(amount, 100)
        dice.append(die)
    return tuple(reversed(dice))


def amount_of(dice: Sequence[int]) -> int:
    """The amount of a roll, or of a bid's quantity and face."""
    amount = 0
    for die in dice:
        amount = 100 * amount + die
    return amount


def _dice(text: str, kind: str, rest: list[str]) -> int:
    """The numbers after "bid" or "roll", however they are set apart: "2-5", "2x5", "2 5"."""
    written = " ".join(rest)
    numbers = [int(each) for each in re.findall("[0-9]+", written)] if _DICE.fullmatch(written) else []
    if not numbers or 0 in numbers or (kind == "bid" and len(numbers) != 2):
        wanted = "a quantity and a face, for example" if kind == "bid" else "the dice, for example"
        example = "bid 2-5" if kind == "bid" else "roll 1 6"
        raise IllegalAction(f'"{text}" is not an action: write {wanted} "{example}"')
    return amount_of(numbers)


def _card(text: str, rest: list[str]) -> int:
    try:
        (card,) = parse_cards("".join(rest))
    except (CardError, ValueError) as error:
        raise IllegalAction(f'"{text}" is not an action: name one card, for example "reveal Kd"') from error
    return card


#: This many actions are written out where they are kept.
_FEW = 8


class LegalActions(Sequence[Action]):
    """What a seat may do now: a sequence of all its actions, of which no-limit bets can be very many.

    Where they are, use `min_to`, `max_to` and `step`, or an index: the sequence is counted, not written out.
    """

    __slots__ = ("_few", "_passive", "cards", "max_to", "min_to", "raise_kind", "step", "to_call")

    def __init__(
        self,
        *,
        passive: tuple[Action, ...],
        to_call: int = 0,
        raise_kind: RaiseKind | None = None,
        min_to: int = 0,
        max_to: int = 0,
        step: int = 1,
        cards: tuple[int, ...] = (),
    ) -> None:
        self._passive = passive
        self.to_call = to_call  # what a call costs
        self.raise_kind = raise_kind  # "bet" or "raise", or None where neither is allowed
        self.min_to = min_to
        self.max_to = max_to
        self.step = step
        self.cards = cards  # that may be revealed
        self._few: tuple[Action, ...] | None = None  # all of them, where they have been written out

    def written_out(self) -> LegalActions:
        """These actions with all of them at hand, where they are few: whoever keeps them is answered at once."""
        if len(self) <= _FEW:
            self._few = tuple(self)
        return self

    @property
    def kinds(self) -> tuple[AnyKind, ...]:
        """The kinds of action that are allowed."""
        kinds = tuple(action.kind for action in self._passive)
        if self.raise_kind:
            return (*kinds, self.raise_kind)
        return (*kinds, "reveal") if self.cards else kinds

    def __len__(self) -> int:
        if self._few is not None:
            return len(self._few)
        count = len(self._passive) + len(self.cards)
        return count + (self.max_to - self.min_to) // self.step + 1 if self.raise_kind else count

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if self._few is not None:
            return self._few[index]
        passive = self._passive
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        if 0 <= index < len(passive):
            return passive[index]
        if index < 0:
            index += len(self)
            return self[index] if index >= 0 else self._beyond()
        index -= len(passive)
        if self.cards:
            return Action("reveal", self.cards[index])
        amount = self.min_to + index * self.step
        if self.raise_kind is None or amount > self.max_to:
            return self._beyond()
        return Action(self.raise_kind, amount)

    @staticmethod
    def _beyond() -> Action:
        raise IndexError("there are fewer legal actions than that")

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        if action.kind in _WITH_AMOUNT:
            fits = self.min_to <= action.amount <= self.max_to and (action.amount - self.min_to) % self.step == 0
            return action.kind == self.raise_kind and fits
        if action.kind == "reveal":
            return action.amount in self.cards
        return action in self._passive

    def __str__(self) -> str:
        """In words, as an error says it: "fold, call 20, or raise to 40"."""
        parts = [f"call {self.to_call}" if action.kind == "call" else action.kind for action in self._passive]
        if self.raise_kind:
            parts.append(f"{self.raise_kind}{' to' * (self.raise_kind == 'raise')} {self._amounts()}")
        parts += [str(Action("reveal", card)) for card in self.cards]
        if len(parts) < 3:
            return " or ".join(parts)
        return ", ".join(parts[:-1]) + f", or {parts[-1]}"

    def _amounts(self) -> str:
        if self.min_to == self.max_to:
            return str(self.min_to)
        if self.max_to - self.min_to == self.step:
            return f"{self.min_to} or {self.max_to}"
        return f"between {self.min_to} and {self.max_to}"

    def __repr__(self) -> str:
        return f"<LegalActions: {self}>"


#: What the rules do for a seat that does not answer: the first of these that is allowed.
_DEFAULTS = (Action("pass"), Action("bluff"), CHECK_ACTION, FOLD_ACTION, BRING_IN_ACTION)


def default_action(legal: Sequence[Action]) -> Action:
    """Check if that is free, else fold; what must be done is done in the cheapest way. At Bluff: call, or bid low."""
    return next((action for action in _DEFAULTS if action in legal), legal[0])
