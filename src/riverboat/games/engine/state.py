"""One hand of cards at one moment: a thin class over the compiled record."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import check_distinct, format_card
from riverboat.errors import GameError, IllegalAction
from riverboat.games.actions import KIND_CODES, Action, Chips, LegalActions, as_action
from riverboat.games.engine.betting_kernel import fold_out_of_turn, play, play_card, settle_again
from riverboat.games.engine.infoset import HAND_PLACES, key_of, may_change, tell
from riverboat.games.engine.layout_kernel import (
    BY_FOLD,
    BY_SHOWDOWN,
    CARDS_NEEDED,
    CHANCE_ACTS,
    FOLDED,
    HAND,
    HEAD,
    MAX_SEATS,
    REVEAL,
    UNBOUNDED,
    UNKNOWN,
    VIEW,
)
from riverboat.games.engine.observation import PASSIVE, RAISE_KIND, CardObservation, Event, unpack, whole_or_fraction
from riverboat.games.engine.rules import MOST_CHIPS
from riverboat.games.engine.seeing_kernel import look
from riverboat.games.engine.settling_kernel import lay_out_pots
from riverboat.games.engine.told_kernel import play_told
from riverboat.games.protocol import CHANCE
from riverboat.kernel import Direct

if TYPE_CHECKING:
    from riverboat.games.engine.game import CardGame

HEAD_SIZE = len(HEAD)
ACTOR, STREET, LEGAL, TO_CALL, MIN_TO, MAX_TO, STEP, HOW_ENDED, POT, N_HISTORY = range(HEAD_SIZE)
# Where the amounts of the seats stand, in words.
_PLACES = {name: HAND.fields[name][1] // 8 for name in ("bet", "paid", "dead", "stack", "won", "history")}  # type: ignore[index]
_PAID, _DEAD, _WON, _HISTORY = (_PLACES[name] for name in ("paid", "dead", "won", "history"))
_TO_WON, _TO_DEAD = _WON - _PAID, _DEAD - _PAID


_PLAY = Direct(play)

#: What may be done, by the numbers that decide it: at limit there are few, and hands are stepped by the million.
_KEPT_LEGAL: dict[tuple[int, ...], LegalActions] = {}
_MOST_KEPT = 4096


class Pot(NamedTuple):
    """A main or side pot, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


class CardState:
    """One hand at one moment. `apply` changes it in place; `copy` first to keep a moment."""

    __slots__ = ("_hand", "_head", "_told", "_top", "_words", "game")

    def __init__(
        self,
        game: CardGame,
        words: npt.NDArray[np.int64],
        told: tuple[int, int, str] = (0, 0, ""),
        hand: npt.NDArray[np.void] | None = None,
    ) -> None:
        self.game = game
        # The history in letters, as far as it was asked for: how many events, the street of the last, the text.
        self._told = told
        # The record as plain words and as itself: reading words is ten times faster than reading fields.
        self._words = words
        if hand is None:
            hand = np.ndarray((1,), HAND, words)  # quicker than a view
        self._hand = hand
        self._top = words[:HEAD_SIZE]
        self._head: list[int] = self._top.tolist()

    @property
    def hand(self) -> npt.NDArray[np.void]:
        """The hand's record, for kernels: one element, hidden cards included."""
        return self._hand

    @property
    def actor(self) -> int | None:
        """The seat to act, CHANCE, or None when the hand is over."""
        actor = self._head[0]
        return actor if actor >= CHANCE else None

    @property
    def record(self) -> npt.NDArray[np.void]:
        """The hand itself, for kernels: a one-element array of HAND, hidden cards included, not to be changed."""
        return self._hand

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self._head[HOW_ENDED] != 0

    @property
    def street(self) -> int:
        """The number of the street, from 0."""
        return self._head[STREET]

    @property
    def street_name(self) -> str:
        """What players call this street."""
        return self.game.rules.street_names[self._head[STREET]]

    @property
    def button(self) -> int:
        """The seat that deals."""
        return int(self._hand["button"][0])

    @property
    def pot(self) -> int:
        """All chips put in so far."""
        return self._head[POT]

    @property
    def history(self) -> tuple[Event, ...]:
        """Everything that was done so far."""
        return unpack(self._hand["history"][0], self._head[N_HISTORY])

    @property
    def bets(self) -> tuple[int, ...]:
        """What each seat has put in on this street."""
        return tuple(self._amounts(_PLACES["bet"]))

    @property
    def paid(self) -> tuple[int, ...]:
        """What each seat has put in, in all."""
        words, seats = self._words, self.game.seats
        return tuple((words[_PAID : _PAID + seats] + words[_DEAD : _DEAD + seats]).tolist())

    @property
    def live(self) -> tuple[int, ...]:
        """What each seat has put in that others had to match, in all; dead money is not in it."""
        return tuple(self._amounts(_PAID))

    @property
    def is_in(self) -> tuple[bool, ...]:
        """By seat: whether it has not folded."""
        return tuple([status != FOLDED for status in self._hand["status"][0, : self.game.seats].tolist()])

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that all share."""
        return tuple(self._hand["shared"][0, : self._hand["n_shared"][0]].tolist())

    @property
    def is_showdown(self) -> bool:
        """Whether the hand ended with cards being compared."""
        return self._head[HOW_ENDED] >= BY_SHOWDOWN

    @property
    def stacks(self) -> tuple[Chips, ...]:
        """The chips of each seat; winnings are in them once the hand is over."""
        stacks = self._amounts(_PLACES["stack"])
        if not self.is_over:
            return tuple(stacks)
        return tuple(stack + won for stack, won in zip(stacks, self.winnings(), strict=True))

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots, as they lie now; an uncalled bet is a pot of its own."""
        amounts, members = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
        count = lay_out_pots(self._hand, self.game.record, amounts, members)
        return tuple(
            Pot(int(amounts[at]), tuple(s for s in range(self.game.seats) if (int(members[at]) >> s) & 1))
            for at in range(count)
        )

    @property
    def held(self) -> tuple[tuple[int, ...], ...]:
        """The cards dealt to every seat, hidden or not."""
        return tuple(self.cards(seat) for seat in range(self.game.seats))

    def cards(self, seat: int) -> tuple[int, ...]:
        """All cards dealt to a seat, in order, hidden or not."""
        self.game.check_seat(seat)
        return tuple(self._hand["cards"][0, seat, : self._hand["n_cards"][0, seat]].tolist())

    hole_cards = cards

    @property
    def shown_seats(self) -> tuple[int, ...]:
        """The seats that show their cards: those in at a showdown or where everything is turned up at the end."""
        shows = self.is_showdown or bool(self.game.record["show_all"][0])
        return tuple(seat for seat, is_in in enumerate(self.is_in) if shows and is_in)

    @property
    def start_stacks(self) -> tuple[int, ...] | None:
        """The chips of each seat before the hand, once it is over; None where points are a running score."""
        if self.game.rules.start_stack == UNBOUNDED:
            return None
        return tuple(int(end - net) for end, net in zip(self.stacks, self.returns(), strict=True))

    def up_cards(self, seat: int) -> tuple[int, ...]:
        """The cards that lie open before a seat."""
        bits = int(self._hand["up_bits"][0, seat])
        return tuple(card for at, card in enumerate(self.cards(seat)) if (bits >> at) & 1)

    def down_cards(self, seat: int) -> tuple[int, ...]:
        """The cards that lie face down before a seat."""
        bits = int(self._hand["up_bits"][0, seat])
        return tuple(card for at, card in enumerate(self.cards(seat)) if not (bits >> at) & 1)

    def _amounts(self, place: int) -> list[int]:
        amounts: list[int] = self._words[place : place + self.game.seats].tolist()
        return amounts

    def legal_actions(self) -> LegalActions:
        """What the actor may do; never empty before the end."""
        head = self._head
        key = tuple(head[LEGAL:HOW_ENDED])
        found = _KEPT_LEGAL.get(key)
        if found is not None:
            return found
        legal = head[LEGAL]
        found = LegalActions(
            passive=PASSIVE[legal],
            to_call=head[TO_CALL],
            raise_kind=RAISE_KIND[legal],
            min_to=head[MIN_TO],
            max_to=head[MAX_TO],
            step=head[STEP],
            cards=self.down_cards(head[ACTOR]) if legal >> REVEAL else (),
        )
        if not legal >> REVEAL and len(_KEPT_LEGAL) < _MOST_KEPT:
            _KEPT_LEGAL[key] = found.written_out()
        return found

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        """Where chance moves: the cards that can come, with their probabilities; equal ranks count as one
        where suits don't matter."""
        if self._head[ACTOR] != CHANCE_ACTS:
            raise GameError("chance does not move here: only where the actor is CHANCE, in a hand begun with root()")
        left = self._cards_left()
        if self.game.rules.suits_matter:
            return tuple((Action("deal", card), 1 / len(left)) for card in left)
        ranks: dict[int, list[int]] = {}
        for card in left:
            ranks.setdefault(card >> 2, []).append(card)
        return tuple((Action("deal", group[0]), len(group) / len(left)) for group in ranks.values())

    def _cards_left(self) -> list[int]:
        out = {*self.board, *(card for seat in range(self.game.seats) for card in self.cards(seat))}
        return [card for card in self.game.deck if card not in out]

    def apply(self, action: Action | str) -> CardState:
        """Apply an action of the actor, which may be text such as "raise 20", and return this same state.

        An illegal action changes nothing.
        """
        if action.__class__ is not Action:
            action = as_action(action)
        kind, amount = action
        code = KIND_CODES.get(kind, 0)
        if amount.__class__ is not int or not 0 <= amount <= MOST_CHIPS:
            amount = self._whole(action)  # kernels are compiled for plain numbers, not for whatever comes
        if not code:
            return self._deal(action)
        if _PLAY.call(self._hand, self.game.record, code, amount):
            self._refuse(action)
        self._head = self._top.tolist()
        return self

    def play_told(self, told: npt.NDArray[np.int64]) -> bool:
        """Apply a row of moves at once (see `told_kernel.play_told`), which then say how they were played.

        False where one of them does not fit: the hand then stands somewhere in between, and is to be begun again.
        """
        fitting = play_told(self._hand, self.game.record, told)
        self._head = self._words[:HEAD_SIZE].tolist()
        return bool(fitting == len(told))

    def fold_out_of_turn(self, seat: int) -> CardState:
        """Fold for a seat whose turn it is not: its player has left. Real tables have it, games here never do."""
        self.game.check_seat(seat)
        if fold_out_of_turn(self._hand, self.game.record, seat):
            raise IllegalAction(f"seat {seat} can't fold out of turn here")
        self._head = self._top.tolist()
        return self

    def _whole(self, action: Action) -> int:
        try:
            amount = index(action.amount)
        except TypeError:
            amount = -1
        if not 0 <= amount <= MOST_CHIPS:
            self._refuse(action)
        return amount

    def _deal(self, action: Action) -> CardState:
        if action.kind != "deal" or self._head[ACTOR] != CHANCE_ACTS or action.amount not in self._cards_left():
            self._refuse(action)
        play_card(self._hand, self.game.record, action.amount)
        self._head = self._top.tolist()
        return self

    def _refuse(self, action: Action) -> None:
        kind, amount = action
        said = kind if not amount else f"{kind} to {amount}" if kind == "raise" else f"{kind} {amount}"
        if kind in ("reveal", "deal") and isinstance(amount, int) and 0 <= amount < 52:
            said = f"{kind} {format_card(amount)}"
        if self._head[ACTOR] == CHANCE_ACTS:
            raise IllegalAction(f"{said} is not allowed here: a card that is still in the deck must be dealt")
        if self._head[ACTOR] < 0:
            raise IllegalAction(f"{said} is not allowed here: the hand is over")
        raise IllegalAction(f"{said} is not allowed here: {self.legal_actions()}")

    def show(self, seat: int, cards: tuple[int, ...]) -> None:
        """Make known what a seat held: the cards of a record that were UNKNOWN. Pays again where the hand is over."""
        self.game.check_seat(seat)
        held = self._hand["cards"][0, seat]
        if any(known not in (UNKNOWN, card) for known, card in zip(held.tolist(), cards, strict=False)):
            raise GameError(f"seat {seat} can't show other cards than it was dealt")
        everyone = [card for other in range(self.game.seats) if other != seat for card in self.cards(other)]
        check_distinct([card for card in (*cards, *everyone, *self.board) if card != UNKNOWN])
        held[: len(cards)] = cards
        if self.is_over:
            settle_again(self._hand, self.game.record)
            self._head = self._top.tolist()

    def observation(self, seat: int) -> CardObservation:
        """What a seat sees now, in an object of its own."""
        self.game.check_seat(seat)
        view = np.zeros(1, dtype=VIEW)
        look(self._hand, self.game.record, seat, view)
        seen = CardObservation(view, suits_matter=self.game.suits_matter)
        seen.rules = self.game.rules
        return seen

    def public_view(self) -> CardObservation:
        """What somebody sees who has no cards in this hand: nothing but what lies open for all."""
        seen, beside = self.observation(0), self.observation(1)
        seen.record["cards"][0, 0] = beside.record["cards"][0, 0]
        for name in ("to_call", "min_to", "max_to", "legal"):
            seen.record[name] = 0
        seen.record["step"] = 1
        return seen

    def infoset(self) -> str:
        """The key of the actor's information set."""
        if self._head[ACTOR] < 0:
            raise GameError("no seat acts here: information sets belong to the seat to act")
        raw, game = self._words[HAND_PLACES.words].tobytes(), self.game
        return key_of(raw, HAND_PLACES, self._head[ACTOR], game.seats, self._tell(), game.suits_matter)

    def _tell(self) -> str:
        """The history in letters; only what was done since the last time is read."""
        events, street, text = self._told
        count = self._head[N_HISTORY]
        if events != count:
            new = self._words[_HISTORY + events : _HISTORY + count].tolist()
            street, text = tell(new, street, text)
            if not may_change(new[-1]):
                self._told = count, street, text
        return text + "/" * (self._head[STREET] - street)

    def winnings(self) -> tuple[Chips, ...]:
        """What each seat takes from the pots."""
        if not self.is_over:
            raise GameError("the hand is not over: returns come at its end")
        if self._head[HOW_ENDED] == CARDS_NEEDED:
            blind = [s for s in range(self.game.seats) if self.is_in[s] and UNKNOWN in self.cards(s)]
            raise GameError(f"seats {blind} must show their cards to settle the pot: their cards are unknown")
        unit = self.game.unit
        won = self._amounts(_WON)
        if unit == 1:
            return tuple(won)
        return tuple(whole_or_fraction(amount, unit) for amount in won)

    def returns(self) -> tuple[Chips, ...]:
        """What each seat has won or lost, once the hand is over."""
        if self.game.unit != 1 or self._head[HOW_ENDED] not in (BY_FOLD, BY_SHOWDOWN):
            return tuple([won - paid for won, paid in zip(self.winnings(), self.paid, strict=True)])
        words = self._words[_PAID : _WON + MAX_SEATS].tolist()  # all at once: hands are stepped by the million
        return tuple([words[_TO_WON + at] - words[at] - words[_TO_DEAD + at] for at in range(self.game.seats)])

    def copy(self) -> CardState:
        """An independent copy."""
        return CardState(self.game, self._words.copy(), self._told)

    def _repr_html_(self) -> str:
        from riverboat.games.state_html import card_state_html

        return card_state_html(self)

    def __repr__(self) -> str:
        if self._head[ACTOR] == CHANCE_ACTS:
            turn = "chance to act"
        else:
            turn = "over" if self.is_over else f"seat {self.actor} to act: {self.legal_actions()}"
        return f"<{self.game.name}, {self.street_name}, pot {self.pot}, {turn}>"
