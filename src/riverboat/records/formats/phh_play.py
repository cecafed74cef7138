"""The money and the play of a PHH hand: amounts as whole chips, actions as moves."""

from __future__ import annotations

import functools
from decimal import Decimal
from fractions import Fraction
from typing import Any

from riverboat.cards.cards import format_card
from riverboat.errors import RecordError
from riverboat.games import GAMES, UNKNOWN
from riverboat.games.engine.rules import Deal
from riverboat.records.formats.phh_text import PhhText
from riverboat.records.hand_record import LARGEST_AMOUNT, Move, read_fraction

NUMBERS = ("antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks")
MOST_ACTIONS = 2000

Amount = int | Decimal

_ONE = Fraction(1)
_CARD = {format_card(card): card for card in range(52)} | {"??": UNKNOWN}
_move = functools.lru_cache(maxsize=1 << 14)(Move)  # the same few again and again: found is quicker than made
_SEAT = {f"p{seat + 1}": seat for seat in range(12)}


def _places(fields: dict[str, Any]) -> int:
    """The most decimals of any amount."""
    places = 0
    for name in NUMBERS:
        value = fields.get(name)
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, Decimal) and item.is_finite():
                places = max(places, -int(item.as_tuple().exponent))
    actions = fields["actions"]
    for text in actions if isinstance(actions, list) else ():
        if isinstance(text, str) and "." in text and " cbr " in text:
            places = max(places, len(text.partition("#")[0].rstrip().partition(".")[2]))
    return places


def _are_chips(values: list[Any]) -> bool:
    return set(map(type, values)) == {int} and min(values) >= 0 and max(values) <= LARGEST_AMOUNT


class Amounts:
    """The money of one hand, turned into whole chips."""

    def __init__(self, part: PhhText, fields: dict[str, Any]) -> None:
        self.part = part
        self.fields = fields
        places = _places(fields) if "." in part.text or "e-" in part.text or "E-" in part.text else 0
        if places > 6:
            raise part.error(f"an amount has {places} decimals: at most 6 can be read", "starting_stacks")
        self.per_money = 10**places
        self.unit = Fraction(1, self.per_money) if places else _ONE
        if "_unit" in fields:
            try:
                self.unit = read_fraction(fields["_unit"])
            except (ValueError, ZeroDivisionError):
                raise part.error(f"{seen(fields['_unit'])} is not a fraction such as '1/6'", "_unit") from None

    def chips(self, value: Any, field: str, item: str | None = None, *, least: int = 0) -> int:
        """One amount as chips."""
        chips: int
        if isinstance(value, int) and not isinstance(value, bool):
            chips = value * self.per_money
        elif isinstance(value, Decimal) and value.is_finite():
            # Looked at before it is written out: 1e99999999 has a hundred million digits.
            near = -LARGEST_AMOUNT <= value <= LARGEST_AMOUNT
            chips = int(value * self.per_money) if near else LARGEST_AMOUNT + 1
            if chips <= LARGEST_AMOUNT and chips != value * self.per_money:
                raise self.part.error(f"{seen(value)} has more decimals than the other amounts", field, item)
        else:
            raise self.part.error(f"{seen(value)} is not an amount of chips", field, item)
        if not least <= chips <= LARGEST_AMOUNT:
            raise self.part.error(f"{seen(value)} is out of reach ({least} to {LARGEST_AMOUNT} chips)", field, item)
        return chips

    def one(self, name: str) -> int:
        """A field that holds one amount."""
        if name not in self.fields:
            raise self.part.error(f"is missing: variant {self.fields['variant']} needs it", name)
        return self.chips(self.fields[name], name)

    def many(self, name: str, seats: int, *, signed: bool = False) -> tuple[int, ...]:
        """A field that holds one amount a seat."""
        value = self.fields.get(name)
        if not isinstance(value, list) or len(value) != seats:
            raise self.part.error(f"{seen(value)} is not a list of {seats} amounts, one a seat", name)
        if self.per_money == 1 and _are_chips(value):
            return tuple(value)
        return tuple([self.chips(item, name, least=-LARGEST_AMOUNT if signed else 0) for item in value])

    def stacks(self, seats: int) -> tuple[int, ...] | None:
        """The starting stacks; None where the file says they are infinite."""
        value = self.fields["starting_stacks"]
        if all(isinstance(item, Decimal) and item == Decimal("inf") for item in value):
            return None
        stacks = self.many("starting_stacks", seats)
        if not all(stacks):
            raise self.part.error(f"{seen(value)} has a seat without chips", "starting_stacks")
        return stacks


@functools.lru_cache(maxsize=1 << 16)
def _parse(text: str) -> tuple[str, int, tuple[int, ...], Amount]:
    """One action as verb (`show` where `sm` has cards), seat, cards and amount; the same few come again and again."""
    words = text.partition("#")[0].split()
    match words:
        case []:
            return "", 0, (), 0
        case ["d", "dh", who, cards]:
            return "dh", _seat(who), _cards(cards), 0
        case ["d", "db", cards]:
            return "db", 0, _cards(cards), 0
        case ["d", *_]:
            raise ValueError("is not a deal such as d dh p1 AsKd or d db 2c3c4c")
        case [who, ("f" | "cc" | "pb" | "sm") as verb]:
            return verb, _seat(who), (), 0
        case [who, "sm", "-"]:
            return "show", _seat(who), (), 0
        case [who, "sm", cards]:
            return "show", _seat(who), _cards(cards), 0
        case [who, "cbr", amount]:
            return "cbr", _seat(who), (), _amount(amount)
    raise ValueError("is not an action: f, cc, cbr AMOUNT, pb or sm [CARDS]")


def _seat(word: str) -> int:
    if word not in _SEAT:
        raise ValueError(f'"{word[:20]}" is not a seat such as p1')
    return _SEAT[word]


def _cards(word: str) -> tuple[int, ...]:
    try:
        return tuple([_CARD[word[at : at + 2]] for at in range(0, len(word), 2)])
    except KeyError as error:
        raise ValueError(f'"{error.args[0]}" is not a card such as As, Td or ?? for unknown') from None


def _amount(word: str) -> Amount:
    try:
        return int(word) if word.isdecimal() and len(word) < 19 else Decimal(word)
    except ArithmeticError:
        raise ValueError(f'"{word[:20]}" is not an amount of chips') from None


@functools.cache
def _streets_of(game: str) -> tuple[Deal, dict[int, int], bool]:
    """The deal of a game, the street that begins with each number of cards for all, and whether cards are revealed."""
    row = GAMES[game]
    if row.deal is None:
        raise RecordError(f"{game} has no cards")
    streets = {end: street for street, (_, _, _, end) in enumerate(row.deal.places) if end}
    return row.deal, streets, "reveals" in row.skills


class Play:
    """What was dealt and done, read action by action. Whether `cc` is a check or a call follows from the bets."""

    def __init__(self, part: PhhText, game: str, seats: int, posted: list[int], amounts: Amounts) -> None:
        self.part, self.seats, self.amounts = part, seats, amounts
        self.deal, self.board_streets, self.reveals = _streets_of(game)
        self.hole_cards: list[list[int]] = [[] for _ in range(seats)]
        self.board: list[int] = []
        self.moves: list[Move] = []
        self.shown: list[int] = []
        self.mucked: list[int] = []
        self.street = 0
        self.put = posted
        self.top = max(posted)

    def read(self, actions: Any) -> None:
        """Read the whole list."""
        if not isinstance(actions, list):
            raise self.part.error(f"{seen(actions)} is not a list of actions", "actions")
        if len(actions) > MOST_ACTIONS:
            raise self.part.error(f"{len(actions)} actions are too many for one hand", "actions")
        for text in actions:
            if not isinstance(text, str):
                raise self.part.error(f"{seen(text)} is not an action", "actions")
            if text[:6] == "d dh p" and self._deal_plainly(text):
                continue
            try:
                verb, seat, cards, amount = _parse(text)
            except ValueError as error:
                raise self._fail(text, str(error)) from None
            if seat >= self.seats:
                raise self._fail(text, f"p{seat + 1} is not a seat: seats are p1 to p{self.seats}")
            if verb == "f":
                self.moves.append(_move(self.street, seat, "fold"))
            elif verb == "cc":
                self.moves.append(_move(self.street, seat, "call" if self.put[seat] < self.top else "check"))
                self.put[seat] = self.top
            elif verb == "dh":
                self._deal_hole(text, seat, cards)
            else:
                self._rest(text, verb, seat, cards, amount)
        if self.board_streets:
            self.hole_cards = [cards or [UNKNOWN] * self.deal.own for cards in self.hole_cards]

    def _deal_plainly(self, text: str) -> bool:
        """The two cards of a seat, where that is all it gets, as nearly all files write them: each comes but once."""
        seat, cards = _SEAT.get(text[5:7], self.seats), (_CARD.get(text[8:10]), _CARD.get(text[10:12]))
        if len(text) != 12 or text[7] != " " or None in cards or self.deal.own != 2:
            return False
        if seat >= self.seats or self.hole_cards[seat]:
            return False
        self.hole_cards[seat] += cards  # type: ignore[arg-type]
        return True

    def _rest(self, text: str, verb: str, seat: int, cards: tuple[int, ...], amount: Amount) -> None:
        if verb == "cbr":
            to = self.amounts.chips(amount, "actions", text)
            self.moves.append(_move(self.street, seat, "raise" if self.top else "bet", to))
            self.put[seat] = self.top = to
        elif verb == "db":
            self._deal_board(text, cards)
        elif verb == "pb":
            self.top = self.put[seat] = self.amounts.one("bring_in")
            self.moves.append(Move(self.street, seat, "bring-in"))
        elif verb == "sm":
            self._muck(seat)
        elif verb:
            self._show(text, seat, cards or tuple(self.hole_cards[seat]))

    def _fail(self, text: str, reason: str) -> RecordError:
        return self.part.error(f'"{text[:60]}": {reason}', "actions", text)

    def _new_street(self, street: int) -> None:
        self.street = street
        self.put = [0] * self.seats
        self.top = 0

    def _deal_hole(self, text: str, seat: int, dealt: tuple[int, ...]) -> None:
        cards = self.hole_cards[seat]
        cards += dealt
        if len(cards) > self.deal.own:
            raise self._fail(text, f"{len(cards)} cards are too many for one seat")
        if not self.board_streets and len(cards) - self.deal.first > self.street:
            self._new_street(len(cards) - self.deal.first)

    def _deal_board(self, text: str, dealt: tuple[int, ...]) -> None:
        self.board += dealt
        if self.board_streets and len(self.board) not in self.board_streets:
            sizes = ", then ".join(map(str, self.board_streets))
            raise self._fail(text, f"the board would have {len(self.board)} cards: it has {sizes}")
        if len(self.board) > 5:
            raise self._fail(text, "the board would have more than 5 cards")
        self._new_street(self.board_streets.get(len(self.board), len(self.deal.down) - 1))

    def _show(self, text: str, seat: int, cards: tuple[int, ...]) -> None:
        known = self.hole_cards[seat]
        if self.reveals and len(cards) == 1:
            on_street = [move for move in self.moves if move.street == self.street]
            if not all(move.kind == "reveal" and move.seat != seat for move in on_street):
                self._new_street(self.street + 1)
            self.moves.append(Move(self.street, seat, "reveal", cards[0]))
            return
        if sorted(cards) != sorted(known) and self._fill(text, known, cards):
            self._muck(seat)  # what is known of the hand was not shown, or not all of it
            return
        if seat not in self.shown:
            self.shown.append(seat)
        if seat in self.mucked:
            self.mucked.remove(seat)

    def _muck(self, seat: int) -> None:
        if seat not in self.mucked and seat not in self.shown:
            self.mucked.append(seat)

    def _fill(self, text: str, known: list[int], cards: tuple[int, ...]) -> bool:
        """Cards that were unknown when dealt become known when shown; whether a known one stays hidden."""
        left = list(cards)
        hidden = False
        for card in known:
            if card != UNKNOWN:
                if card not in left and UNKNOWN not in left:
                    raise self._fail(text, f"the seat was dealt {format_card(card)}, which it does not show")
                hidden = hidden or card not in left
                left.remove(card if card in left else UNKNOWN)
        if known and len(cards) != len(known):
            raise self._fail(text, f"the seat was dealt {len(known)} cards and shows {len(cards)}")
        known[:] = [left.pop(0) if card == UNKNOWN else card for card in known] if known else cards
        return hidden


def seen(value: Any) -> str:
    """A value as an error quotes it."""
    if isinstance(value, int) and abs(value) > 10**18:
        return '"a number of more than 18 digits"'
    text = value if isinstance(value, str) else str(value)
    return f'"{text[:60]}"'
